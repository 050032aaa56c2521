"""Who does what to whom: the same verb between the same parties, who have changed places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from hayrick.judges.coverage.guards.exchanges import is_reordered, persons_exchanged, places_exchanged
from hayrick.judges.coverage.texts.acts import (
    BE_OR_GET,
    CLAUSE,
    OBJECTS,
    PARTY,
    Act,
    acts,
    agent_of,
    is_verb,
    names_who,
)
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.words.function_words import CLAUSE_MARKS, ENDS
from hayrick.numerals import listed

_ADVERBIAL = frozenset(listed("in on at by during over within under through with for into near across between"))
_CLAUSE_ENDS = ENDS.union(
    ":", listed("because since which who that so until after before when while if although but where")
)
"""What ends the clause of a verb; commas and "and" do not, since they stand within parties, too."""
_RELATIVES = frozenset(["which", "who", "whose"])


def exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether the parties before and after a verb, or start and goal of a route, have changed places."""
    said = bullet.reading.words
    met = [act for act in insight.acts if act.verb in said]
    if met and bullet.reading.tokens.count("by") == insight.reading.tokens.count("by"):
        met = [act for act in met if _may_turn(act, bullet.first)]
    theirs = acts(bullet.reading.tokens, bullet.reading.lower, bullet.terms, {act.verb for act in met}) if met else []
    for act in met if theirs else ():
        same = [other for other in theirs if other.verb == act.verb and other.before[0] != other.after[0]]
        if same and all(_turned(act, other) for other in same) and not _says(insight.acts, same):
            return True
    if is_reordered(insight, bullet) and (_parties_exchanged(insight, bullet) or places_exchanged(insight, bullet)):
        return True
    if persons_exchanged(insight, bullet):
        return True
    if _voice_exchanged(insight, bullet) or _voice_exchanged(bullet, insight):
        return True
    if not insight.routes:
        return False
    there = bullet.routes
    return any((b, a) in there and (a, b) not in there for a, b in insight.routes if a != b)


def _voice_exchanged(active: Facts, passive: Facts) -> bool:
    """Whether who suffers an act in one text does it in the other: "A overtook B", "A was overtaken by B"."""
    lower, others = passive.reading.lower, active.reading.lower
    if "by" not in passive.spoken:
        return False
    for at, key in passive.terms:
        if key not in active.said or BE_OR_GET.isdisjoint(lower[max(0, at - 2) : at]):
            continue
        clause = list(takewhile(lambda token: token not in CLAUSE_MARKS, lower[at + 1 : at + CLAUSE]))
        by = at + 1 + clause.index("by") if "by" in clause else 0
        if not by or not names_who(passive.reading.tokens, by):
            continue
        agent = _next_terms(passive, by + 1)
        for i, verb in active.terms:
            if (
                verb == key
                and BE_OR_GET.isdisjoint(others[max(0, i - 2) : i])
                and "by" not in others[i + 1 : i + CLAUSE]
            ):
                return bool(agent & _next_terms(active, i + 1)) and agent.isdisjoint(active.line[:i])
    return False


def _next_terms(text: Facts, start: int) -> frozenset[str]:
    return frozenset(islice(filter(None, text.line[start : start + PARTY + 2]), 2))


def _parties_exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether two parties stand on exchanged sides of a verb that is active in both, or passive.

    Where clauses or adverbials are moved, words of one side come to the other, but not one each way.
    """
    if not _is_turned(insight, bullet):
        return False
    ours, theirs = sides(insight), sides(bullet)
    for verb, one in ours.items():
        other = theirs.get(verb)
        if other is None or one.passive != other.passive:
            continue
        if one.before & other.after and one.after & other.before:
            return True
    return False


def _is_turned(insight: Facts, bullet: Facts) -> bool:
    """Whether some three terms of the insight come in the reverse order in the bullet."""
    last = middle = -1
    for key in bullet.keys:
        at = insight.first.get(key, last)
        if at < middle:
            return True
        last, middle = max(last, at), middle if at >= last else max(middle, at)
    return False


class Sides(NamedTuple):
    """The parties before and after a verb that occurs once."""

    before: frozenset[str]
    after: frozenset[str]
    passive: bool


@once
def sides(text: Facts) -> dict[str, Sides]:
    """The parties of each verb that occurs once."""
    tokens, lower, line = text.reading.tokens, text.reading.lower, text.line
    keys = text.keys
    beside = _beside(lower)
    ends = [n for n, token in enumerate(lower) if token in _CLAUSE_ENDS and n not in beside]
    parties = [
        (i, key)
        for i, key in text.terms
        if key[0] != "#" and keys.count(key) == 1 and i not in beside and not _in_adverbial(tokens, lower, line, i)
    ]
    found = {}
    for i, key in text.terms:
        if key[0] == "#" or keys.count(key) > 1 or i == 0 or not is_verb(tokens, lower, i):
            continue
        if i in beside:
            continue
        start = max((n for n in ends if n < i), default=-1)
        end = min((n for n in ends if n > i), default=len(tokens))
        before = frozenset(other for n, other in parties if start < n < i)
        after = frozenset(other for n, other in parties if i < n < end)
        passive = not BE_OR_GET.isdisjoint(lower[max(0, i - 3) : i]) or agent_of(tokens, lower, i) is not None
        found[key] = Sides(before, after, passive)
    return found


def _beside(lower: Sequence[str]) -> frozenset[int]:
    """Places within relative clauses between two commas: "Tarvik, which makes rope, sued Lindholm"."""
    found: set[int] = set()
    for n in range(1, len(lower)):
        if lower[n] in _RELATIVES and lower[n - 1] == "," and "," in lower[n:]:
            found.update(range(n, n + lower[n:].index(",") + 1))
    return frozenset(found)


def _in_adverbial(tokens: Sequence[str], lower: Sequence[str], line: Sequence[str], i: int) -> bool:
    """Whether a word belongs to a phrase of place, time or manner, by the preposition that begins it."""
    n = i - 1
    while n > 0 and (line[n] or lower[n] in OBJECTS) and not is_verb(tokens, lower, n):
        n -= 1
    return n >= 0 and lower[n] in _ADVERBIAL


def _may_turn(act: Act, first: Mapping[str, int]) -> bool:
    """Whether a party that stands before the verb comes after the other one, by their first places."""
    before, after = first.get(act.before[0]), first.get(act.after[0])
    return before is not None and after is not None and after < before


def _says(own: Sequence[Act], others: Sequence[Act]) -> bool:
    """Whether the insight itself also has one of these acts with the parties where they are."""
    return any(
        one.verb == other.verb and one.passive == other.passive and _straight(one, other)
        for one in own
        for other in others
    )


def _straight(one: Act, other: Act) -> bool:
    return other.before[0] in one.before and other.after[0] in one.after


def _turned(one: Act, other: Act) -> bool:
    across = other.before[0] in one.after and other.after[0] in one.before
    straight = _straight(one, other)
    if one.passive == other.passive:
        return across and not straight
    return straight and not across
