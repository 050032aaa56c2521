"""What has happened, and what is only wished, planned or possible: "sued" against "intends to sue"."""

from __future__ import annotations

from collections.abc import Sequence, Set

from hayrick.judges.coverage.words.function_words import NO_VERB_AFTER
from hayrick.judges.coverage.words.lemmas import is_past, root
from hayrick.numerals import listed

_MODALS = frozenset(listed("may might could would should shall will can 'll ought"))
_PASSED_OVER = frozenset(listed("be been being have has had not n't also still yet soon then now even perhaps and or"))
_PRESENT = frozenset(["is", "are"])
_HAPPENING = frozenset(listed("was were been being be got has have had 's"))
_GOVERNORS = frozenset(
    map(
        root,
        listed(
            "expect due set slated schedule suppose think believe tipped poised about ready hope plan intend"
            " aim seek want wish propose mean vow pledge promise threaten try attempt ask urge call pressure"
            " push press demand request encourage consider eager keen willing prepare incline tempt unlikely"
            " likely need motion proposal bid effort option duty chance opportunity invite recommend advise"
            " order tell oblige reluctant refuse decline allege rumour say claim purport report suspect pretend"
            " appear seem going like bound liable idea intention ambition desire dream wonder anticipate mull"
            " ponder contemplate lobby campaign appeal plead"
        ),
    )
)
_BACK = 4
_BEFORE_ADJECTIVES = NO_VERB_AFTER.union(listed("this these those more most"))


def happened(tokens: Sequence[str], line: Sequence[str]) -> frozenset[str]:
    """Stems of verbs in the past that nothing makes a wish, plan or possibility; `line` has the stem of each token."""
    return frozenset(
        line[i]
        for i in range(1, len(tokens))
        if line[i]
        and is_past(tokens[i])
        and tokens[i - 1].lower() not in _BEFORE_ADJECTIVES
        and not _is_lasting(tokens, i)
        and _governor(tokens, i) is None
    )


def _is_lasting(tokens: Sequence[str], i: int) -> bool:
    """Whether a participle says what is so, and not what has happened: "is led by", "a team led by"."""
    before = [token.lower() for token in tokens[max(0, i - 2) : i]]
    if not _PRESENT.isdisjoint(before):
        return True
    return "by" in tokens[i + 1 : i + 2] and _HAPPENING.isdisjoint(before)


def unreal(tokens: Sequence[str], line: Sequence[str], asked: Set[str]) -> frozenset[str]:
    """Those of some stems that a text has only as wished, planned or possible."""
    found, others = set[str](), set[str]()
    for i, key in enumerate(line):
        if key in asked:
            (found if not tokens[i].endswith("ing") and is_unreal(tokens, i) else others).add(key)
    return frozenset(found - others)


def is_unreal(tokens: Sequence[str], i: int) -> bool:
    """Whether a modal, or "to" after a verb of wishing and the like, governs the verb at `i`."""
    at = _governor(tokens, i)
    if at is None:
        return False
    return tokens[at].lower() != "to" or any(
        root(token.lower()) in _GOVERNORS for token in tokens[max(0, at - _BACK) : at]
    )


def _governor(tokens: Sequence[str], i: int) -> int | None:
    """Where the modal or "to" stands that governs the verb at `i`, None without one."""
    at = i - 1
    while at >= 0 and (tokens[at].lower() in _PASSED_OVER or tokens[at].endswith("ly")):
        at -= 1
    is_one = at >= 0 and tokens[at] != "May" and (tokens[at].lower() in _MODALS or tokens[at].lower() == "to")
    return at if is_one else None
