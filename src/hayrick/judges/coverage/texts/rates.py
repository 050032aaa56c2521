"""How often, which part and how long ago in words: "monthly", "four of the five", "next year"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.coverage.words.function_words import DETERMINERS
from hayrick.numerals import LARGE, ONES, SPANS, TENS, listed
from hayrick.quantities.values import Quantity

_ADVERBS = MappingProxyType(
    {
        adverb: period
        for period, adverbs in {
            "hour": "hourly",
            "day": "daily nightly",
            "week": "weekly",
            "fortnight": "fortnightly biweekly",
            "month": "monthly",
            "quarter": "quarterly",
            "year": "yearly annual annually",
        }.items()
        for adverb in listed(adverbs)
    }
)
_PERIODS = MappingProxyType({**{period: period for period in _ADVERBS.values()}, "night": "day"})
_EACH = frozenset(listed("per each every"))
_TIMES = frozenset(listed("once twice thrice times"))
_NOT_OFTEN = frozenset(listed("ago later after before earlier old of long from when since"))
"""After "a year": no rate."""
_AFTER_AMOUNT = 3
"""Within how many tokens after a quantity "a year" makes a rate of it."""

_AHEAD, _BEHIND = frozenset(listed("next coming upcoming following")), frozenset(listed("last past previous"))
_SECOND: Mapping[tuple[str, ...], int] = MappingProxyType({("after", "next"): 2, ("before", "last"): -2})
_TIMES_OF = frozenset(
    listed(
        "day week month year spring summer autumn fall winter weekend night morning evening afternoon monday tuesday"
        " wednesday thursday friday saturday sunday january february march april may june july august september"
        " october november december quarter decade century season term semester"
    )
)
_EVERY = frozenset(listed("all every both"))
_DETERMINERS = (DETERMINERS - {"a", "an", "this"}) | {"all", "our"}
_BEFORE_ALL = _DETERMINERS | {"of", "one"}
_CUES = frozenset([*_PERIODS, *_ADVERBS]) | _AHEAD | _BEHIND | _EVERY


class Told(NamedTuple):
    """What a text tells in words.

    `rates`: the periods in each of which something is; `times`: how many of which period from now, below 0 before it
    ("next week" 1, "the week before last" -2); `parts`: few and many of "four of the five"; `wholes`: the numbers of
    "all five".
    """

    rates: frozenset[str]
    times: frozenset[tuple[str, int]]
    parts: frozenset[tuple[float, float]]
    wholes: frozenset[float]


_NOTHING = Told(frozenset(), frozenset(), frozenset(), frozenset())


def told(lower: Sequence[str], spoken: Set[str], quantities: Sequence[Quantity]) -> Told:
    """What a text tells so, given its tokens in lower case, in order and as a set, and its quantities."""
    parts = frozenset(_parts(lower)) if quantities and "of" in spoken else _NOTHING.parts
    if _CUES.isdisjoint(spoken):
        return _NOTHING._replace(parts=parts)
    return Told(frozenset(_rates(lower, quantities)), frozenset(_times(lower)), parts, frozenset(_wholes(lower)))


def is_other(ours: Told, theirs: Told) -> bool:
    """Whether two texts tell another rate, where each has one, another side of now, or a part and the whole."""
    if not (any(ours) and any(theirs)):
        return False
    if len(ours.rates) == len(theirs.rates) == 1 and ours.rates != theirs.rates:
        return True
    if any(one not in theirs.times and any(one[0] == noun for noun, _ in theirs.times) for one in ours.times):
        return True
    if len(ours.wholes) == len(theirs.wholes) == 1 and ours.wholes != theirs.wholes:
        return True
    return _is_part(ours, theirs) or _is_part(theirs, ours)


def _is_part(some: Told, every: Told) -> bool:
    """Whether a text says of some of so many what the other says of all."""
    return any(many in every.wholes and (few, many) not in every.parts for few, many in some.parts)


def _rates(lower: Sequence[str], quantities: Sequence[Quantity]) -> Iterator[str]:
    """The periods of which a text says how often something is in each."""
    ends = {q.end for q in quantities}
    for at, token in enumerate(lower):
        if token in _ADVERBS:
            yield _ADVERBS[token]
        elif token in _PERIODS and at:
            is_each = lower[at - 1] in _EACH
            is_rate = (
                lower[at - 1] in ("a", "an")
                and (not _TIMES.isdisjoint(lower[max(0, at - 2) : at - 1]) or _ends_near(ends, at))
                and _NOT_OFTEN.isdisjoint(lower[at + 1 : at + 2])
            )
            if is_each or is_rate:
                yield _PERIODS[token]


def _ends_near(ends: set[int], at: int) -> bool:
    return any(end in ends for end in range(at - _AFTER_AMOUNT, at))


def _times(lower: Sequence[str]) -> Iterator[tuple[str, int]]:
    """How far from now a period is said to be."""
    for at, token in enumerate(lower):
        if token in _TIMES_OF:
            after, before = tuple(lower[at + 1 : at + 3]), "".join(lower[max(0, at - 1) : at])
            if after in _SECOND:
                yield token, _SECOND[after]
            elif before in _AHEAD or before in _BEHIND:
                yield token, 1 if before in _AHEAD else -1


def _number(token: str) -> float:
    """A number in digits, or in one word below a hundred, 0 for other tokens."""
    return float(token) if token.isdecimal() else ONES.get(token, 0) or TENS.get(token, 0)


def _number_in(tokens: Sequence[str], skipped: Set[str]) -> float:
    """The first token but for some, as a number of things: neither part of a larger number nor of times."""
    at = next((i for i, one in enumerate(tokens) if one not in skipped), len(tokens))
    following = "".join(tokens[at + 1 : at + 2])
    return 0 if following in LARGE or following in SPANS else _number("".join(tokens[at : at + 1]))


def _parts(lower: Sequence[str]) -> Iterator[tuple[float, float]]:
    """Numbers of which a text says that something holds for so many of so many: "four of the five"."""
    for at, token in enumerate(lower):
        if token != "of" or not at or lower[max(0, at - 2)] == "every":
            continue
        some, many = _number(lower[at - 1]), _number_in(lower[at + 1 : at + 4], _DETERMINERS)
        if 0 < some < many:
            yield some, many


def few_of_many(lower: Sequence[str], at: int) -> float:
    """The one of "one in ten" before a number at a position, 0 where no such stands there."""
    for words in (("in",), ("in", "every"), ("out", "of"), ("out", "of", "every")):
        start = at - len(words)
        if start > 0 and tuple(lower[start:at]) == words:
            return _number(lower[start - 1])
    return 0


def _wholes(lower: Sequence[str]) -> Iterator[float]:
    """Numbers of which a text says that something holds for all: "all five"."""
    for at, token in enumerate(lower):
        if token == "both":
            yield 2
        elif token in _EVERY and (many := _number_in(lower[at + 1 : at + 5], _BEFORE_ALL)):
            yield many
