"""Parts of a text that stand in each other's places in another text of the same terms."""

from __future__ import annotations

from collections.abc import Sequence, Set
from difflib import SequenceMatcher

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.function_words import BE, ENDS, PRONOUNS
from hayrick.numerals import listed

_GENDERS = {**dict.fromkeys(listed("he him his himself"), "m"), **dict.fromkeys(listed("she her hers herself"), "f")}

_JOINS = frozenset(listed(", and or &"))
_BETWEEN_MEMBERS = _JOINS | {"the", "a", "an"}
_SUBORDINATES = frozenset(listed("because if when since as although though while before until once after not only"))
"""What begins a clause that may stand before or after the main one."""
_FRONTED = frozenset(
    listed(
        "in on at by to from for with without under over against instead during after before within between so as until"
        " since"
    )
)
"""What begins a phrase or clause that may stand at the front or elsewhere."""
_ACTOR = ("er", "ers", "or", "ors")
_LEAST_EQUAL = 0.8
"""Least share of terms that two texts have in common where exchanged parties are looked for."""

LONGEST = 150
"""Terms of either text at most where sequences of terms are compared: that takes the third power of their length."""


def persons_exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether in texts of the same terms in the same order "he" and "she" have changed places."""
    if insight.keys != bullet.keys:
        return False
    ours, theirs = (list(filter(None, map(_GENDERS.get, text.reading.lower))) for text in (insight, bullet))
    return len(set(ours)) > 1 and len(ours) == len(theirs) and all(a != b for a, b in zip(ours, theirs, strict=True))


def is_reordered(insight: Facts, bullet: Facts) -> bool:
    """Whether in nearly equal texts the terms that both have come in another order."""
    shared = bullet.beside(insight).shared
    if len(shared) < _LEAST_EQUAL * max(len(insight.said), len(bullet.said)):
        return False
    return [key for key in insight.keys if key in shared] != [key for key in bullet.keys if key in shared]


def places_exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether two runs of terms have changed places in texts of nearly the same terms and the same number of "by"."""
    ours, theirs = insight.keys, bullet.keys
    beside = bullet.beside(insight)
    if max(len(beside.lost), len(beside.extra), abs(len(ours) - len(theirs))) > 1 or len(ours) > LONGEST:
        return False
    if insight.reading.tokens.count("by") != bullet.reading.tokens.count("by"):
        return False
    if _is_fronted(insight, bullet):
        return False
    changes = [one for one in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes() if one[0] != "equal"]
    blocks = [(ours[i:j], theirs[k:m]) for kind, i, j, k, m in changes if kind == "replace"]
    is_equal = insight.said == bullet.said or len(changes) == len(blocks) == 2
    if is_equal and any(
        _have_words(set(a) & set(d)) and _have_words(set(b) & set(c))
        for n, (a, b) in enumerate(blocks)
        for c, d in blocks[n + 1 :]
    ):
        return True
    if _is_recast(insight, bullet):
        return False
    shared = beside.shared
    mine = [key for key in ours if key in shared]
    span = _exchanged_span(mine, [key for key in theirs if key in shared])
    return span is not None and not _is_list(insight, mine[span[0]], mine[span[1]])


def _is_list(text: Facts, first: str, last: str) -> bool:
    """Whether from one term to another stand only members of a list, which have no roles."""
    start, end = (text.terms[text.first[key]][0] for key in (first, last))
    others = {token for key, token in zip(text.line[start:end], text.reading.lower[start:end], strict=True) if not key}
    return others <= _BETWEEN_MEMBERS and not others.isdisjoint(_JOINS)


def _is_recast(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet tells the same in another way.

    It moves a clause to its front, refers back by a pronoun, calls by another form who acts ("owner", "owns"), or has
    more sentences or passives.
    """
    one, other = insight.reading.lower, bullet.reading.lower
    if (_actors(insight) ^ _actors(bullet)) & bullet.beside(insight).shared:
        return True
    return any(_count(other, some) > _count(one, some) for some in (PRONOUNS, ENDS, BE))


def _is_fronted(insight: Facts, bullet: Facts) -> bool:
    """Whether one of two texts begins with a phrase or clause that the other does not begin with."""
    one, other = insight.reading.lower, bullet.reading.lower
    if not _SUBORDINATES.isdisjoint(other[:2]) and _SUBORDINATES.isdisjoint(one[:2]):
        return True
    return other[:1] != one[:1] and not _FRONTED.isdisjoint((*other[:1], *one[:1]))


def _actors(text: Facts) -> frozenset[str]:
    """Stems of words for who does something."""
    return frozenset(text.line[at] for at, key in text.terms if text.reading.lower[at].endswith(_ACTOR))


def _count(tokens: Sequence[str], wanted: Set[str]) -> int:
    return sum(map(wanted.__contains__, tokens))


def _exchanged_span(ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int] | None:
    """First and last place of a part that reads A M B in one sequence and B M A in the other; none of them is empty."""
    if len(ours) != len(theirs):
        return None
    differ = [i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]
    if not differ:
        return None
    span = differ[0], differ[-1]
    mine, yours = ours[span[0] : span[1] + 1], theirs[span[0] : span[1] + 1]
    n = len(mine)
    for a in range(1, n - 1):
        if mine[:a] != yours[n - a :]:
            continue
        for b in range(1, n - a):
            if mine[n - b :] == yours[:b] and mine[a : n - b] == yours[b : n - a]:
                return span if _have_words({*mine[:a]}) and _have_words({*mine[n - b :]}) else None
    return None


def _have_words(keys: Set[str]) -> bool:
    return any(key[0] != "#" for key in keys)
