"""What a denial is, and where it begins and ends."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from hayrick.judges.coverage.words.denial_words import NEGATIVES
from hayrick.judges.coverage.words.function_words import CLAUSE_MARKS, DETERMINERS, FINITE, NO_VERB_AFTER
from hayrick.judges.coverage.words.lemmas import is_past, root
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.vocabulary import kinds
from hayrick.numerals import listed

LONGEST = 80
"""Tokens that a denial reaches at most."""

STOPS = CLAUSE_MARKS - {","}
BREAKS = frozenset(
    listed(
        "but although though whereas because since while yet until unless due after when before which who whether if"
        " nor despite"
    )
)
_RELATIVES, _NEAR = frozenset(listed("who which")), 4
"""What opens a relative clause, and within how many tokens before a denied verb."""
_NO_VERB_AFTER = NO_VERB_AFTER.union(listed("and or be been have had has"))
_SUBJECTS = frozenset(listed("it they he she we the a an this that"))
_OBJECTS = DETERMINERS | {"it", "them", "him"}
"""What is an object after a verb: "was not convinced and dismissed the protest"."""
_ANEW = NEGATIVES | frozenset(["both", "all", "each", "everybody", "everyone", "instead", "so", "therefore"])
"""After "and", what begins something that a denial does not reach."""

NEGATION = "not"
NEGATING = frozenset([NEGATION, *map(root, ["fail", "refuse", "decline", "impossible", "unable", "incapable"])])
"""Governors of what is plainly negated."""


def kind(governor: str) -> str:
    """A governor; one for all that plainly negate."""
    return NEGATION if governor in NEGATING else governor


class Denial(NamedTuple):
    """A denial of the tokens from `start` to `end` by what stands at `at`.

    `governor` is the stem of a governing word, `NEGATION` for "not", "no" and the like; `compares`: it may only
    compare ("no product sold as well as").
    """

    at: int
    governor: str
    start: int
    end: int
    compares: bool = False


def clause_begin(lower: Sequence[str], at: int, marks: Container[str] = STOPS) -> int:
    """Where the clause of a word begins."""
    first = max(0, at - LONGEST)
    return max((i + 1 for i in range(first, at) if lower[i] in marks), default=first)


def denied_end(lower: Sequence[str], start: int, verbs: int = 0, is_phrase: bool = False) -> int:
    """Where a denial ends: with its clause, which has so many finite verbs without "that", or before one of its own."""
    is_base = start < len(lower) and (not is_past(lower[start]) or lower[start - 1] == "never")
    is_relative = not _RELATIVES.isdisjoint(lower[max(0, start - _NEAR) : start])
    for i in range(start, min(start + LONGEST, len(lower))):
        token, following = lower[i], lower[i + 1] if i + 1 < len(lower) else ""
        if token in STOPS or token == "," or (token == "and" and following in _ANEW):
            return i
        if token in BREAKS and not (token == "while" and lower[i - 1] == "a"):
            return i
        if token == "as" and following in _SUBJECTS:
            return i
        if token == "and" and _is_anew(lower, i + 1, is_base, verbs < len(lower)):
            return i
        if is_relative and i > start and is_past(token) and lower[i - 1] not in _NO_VERB_AFTER:
            return i
        if is_phrase and token in _SUBJECTS and (following in FINITE or is_past(following)):
            return i
        if token == "that":
            verbs = len(lower)
        elif (token in FINITE or token == "cannot") and i > start:
            verbs -= 1
            if verbs < 0:
                return i
    return min(start + LONGEST, len(lower))


def _is_anew(lower: Sequence[str], at: int, is_base: bool, is_one: bool) -> bool:
    """Whether after "and" another verb begins: no base form beside one, or in the present of a clause of its own."""
    token, after = "".join(lower[at : at + 1]), lower[at + 1 : at + 2]
    has_object = not _OBJECTS.isdisjoint(after)
    if token in FINITE or (is_past(token) and (is_base or has_object)):
        return True
    if not is_one or not token.endswith("s"):
        return False
    own = kinds(content_word(token)).lower()
    return "v" in own and ("n" not in own or has_object)
