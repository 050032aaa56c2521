"""Details that were replaced or restricted in a text that is otherwise the insight."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from hayrick.judges.coverage.guards.denials import affirms
from hayrick.judges.coverage.guards.exchanges import LONGEST
from hayrick.judges.coverage.texts.clauses import side_clause
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.negations import NEGATORS, SOFTENERS
from hayrick.judges.coverage.words.lexicon import are_same
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed

_LEAST_SHARED = 0.7
_LONGEST_RUN = 3
_NEGATING = frozenset(listed("not n't never nobody none nothing neither nor instead"))
"""What a bullet that says all of the insight may say of something else."""
_RESTRICTING = _NEGATING | {f"{word}n't" for word in listed("did does do is was are were")}
_RESTRICTING |= frozenset(listed("only solely exclusively except excluding excludes limited alone unrelated"))
_EXCUSES = _RESTRICTING | NEGATORS | SOFTENERS | {"just", "merely"}
_AFTER_NOT = frozenset(listed("only just merely"))


class _Run(NamedTuple):
    """Terms of the insight that the bullet lacks, with their tokens, and terms of its own in their place."""

    lost: list[str]
    tokens: list[str]
    extra: list[str]


def replaced(insight: Facts, bullet: Facts) -> bool:
    """Whether in texts that are mostly equal a name or a word gave way to something else, or a restriction was added.

    A name must give way to something that is no form of it, another word to a number. Subjects are left alone, since a
    bullet may call them "the company". A restriction is a word such as "only" or "not" where the insight has none.
    """
    if max(len(insight.keys), len(bullet.keys)) > LONGEST:
        return False
    if len(bullet.beside(insight).shared) < _LEAST_SHARED * max(len(insight.said), len(bullet.said)):
        return False
    if _restricts(insight, bullet):
        return True
    return _may_replace(insight, bullet) and any(_is_other(run, insight, bullet) for run in _runs(insight, bullet))


def _may_replace(insight: Facts, bullet: Facts) -> bool:
    """Whether a name of the insight is absent, or a number of the bullet is foreign."""
    _, lost, extra = bullet.beside(insight)
    if any(key[0] == "#" and key not in insight.known for key in extra):
        return True
    tokens = insight.reading.tokens
    return any(tokens[at][0].isupper() for at, key in insight.terms if key in lost)


def _is_other(run: _Run, insight: Facts, bullet: Facts) -> bool:
    if max(len(run.lost), len(run.extra)) > _LONGEST_RUN:
        return False
    same = bullet.otherwise(insight)
    is_foreign = any(key[0] == "#" and key not in insight.known and key not in same for key in run.extra)
    if is_foreign and not any(key[0] == "#" for key in run.lost):
        return True
    named = [key for key, token in zip(run.lost, run.tokens, strict=True) if token[0].isupper()]
    if not named or any(_alike(a, b) for a in named for b in bullet.said):
        return False
    return not bullet.is_otherwise(run.extra, insight, named)


def _runs(insight: Facts, bullet: Facts) -> Iterator[_Run]:
    """What stands in the place of what, the beginnings of both left out."""
    ours, theirs = insight.keys, bullet.keys
    for tag, i, end, k, stop in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "replace" and i and k:
            lost = [n for n in range(i, end) if ours[n] not in bullet.said]
            extra = [key for key in theirs[k:stop] if key not in insight.said]
            if lost and extra:
                tokens = [insight.reading.tokens[insight.terms[n][0]] for n in lost]
                yield _Run([ours[n] for n in lost], tokens, extra)


def _restricts(insight: Facts, bullet: Facts) -> bool:
    if _RESTRICTING.isdisjoint(bullet.spoken) or not _EXCUSES.isdisjoint(insight.spoken):
        return False
    text, at = " ".join(bullet.reading.lower), 0
    tokens = bullet.reading.lower
    of_insight = _denials_of(insight, bullet)
    is_whole = affirms(insight, bullet)
    for n, (before, token, after) in enumerate(zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)):
        start, at = at, at + len(token) + 1
        is_negation = token in _NEGATING or token.endswith("n't")
        is_one = (
            token in _RESTRICTING
            and not (is_negation and (is_whole or n not in of_insight))
            and after not in _AFTER_NOT
            and before != "not"
        )
        if is_one and (token, after) != ("limited", "to"):
            clause = side_clause(text, start, at - 1) if token in _NEGATING else None
            if clause is None or any(content_word(word) in insight.said for word in clause.of(text)):
                return True
    return False


def _denials_of(insight: Facts, bullet: Facts) -> frozenset[int]:
    """Where words of a bullet stand that deny first something that the insight says."""
    return frozenset(one.at for one in bullet.denials if not insight.said.isdisjoint(bullet.under(one)[:1]))


def _alike(a: str, b: str) -> bool:
    return a[:4] == b[:4] or a in b or b in a or are_same(a, b)
