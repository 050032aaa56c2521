"""Guards against the label "full": detect bullets that use an insight's words to state something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import pairwise
from types import MappingProxyType

from hayrick.judges.coverage.facts import Facts, Slot
from hayrick.judges.coverage.opposites import OPPOSITES, TURNS
from hayrick.quantities import DATES, PLAIN, restates

_ALIKE = 1.0
"""Least overlap at which two contexts count as the same: one shared stem on the same side, or two on opposite sides."""

_LEAST_GLUE, _LOST_GLUE = 0.10, 0.11
"""A bullet is a word list if its share of function words is below the first, and by the second below the insight's."""

_LEAST_BOUND = 0.5
"""Adjacent terms joined by a function word in the insight: least share that the bullet must also join so."""

_LEAST_ORDER, _LEAST_BROKEN_ORDER = 0.25, 0.5
"""Least share of the insight's adjacent terms that a bullet must keep close, in order; the second if ungrammatical."""

_OPPOSABLE, _TURNABLE = frozenset(OPPOSITES), frozenset(TURNS)

Guard = Callable[[Facts, Facts, Set[str]], bool]


def objection(insight: Facts, bullet: Facts, known: Set[str], asked: Sequence[str]) -> str | None:
    """Return the name of the first guard that objects to "full", or None.

    A guard objects to contradicting content, not to missing content.

    Args:
        insight: facts of the insight.
        bullet: facts of the bullet that may cover it.
        known: all content stems of the subtopic's insights; a name without any of them counts as foreign.
        asked: names of the guards to apply, from `GUARDS`.
    """
    return next((name for name in asked if GUARDS[name](insight, bullet, known)), None)


def other_quantity(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether the bullet replaces a quantity of the insight by a comparable one in the same context."""
    theirs, ours = bullet.reading.quantities, insight.reading.quantities
    if not theirs or not ours:
        return False
    if all(any(restates(b, a) for b in theirs) for a in ours):
        return len(ours) > 1 and _exchanged(insight, bullet)
    missing = [a for a in insight.quantities if not any(_restates(b, a) for b in bullet.quantities)]
    rivals = [b for b in bullet.quantities if not any(_restates(b, a) for a in insight.quantities)]
    return any(_rival(a, b) for a in missing for b in rivals)


def _exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet puts another quantity of the same kind between the neighbours of an insight's quantity."""
    for a in insight.quantities:
        here = [b for b in bullet.quantities if (b.before[0], b.after[0]) == (a.before[0], a.after[0])]
        alike = [b for b in here if a.quantity and b.quantity and a.quantity.kind == b.quantity.kind]
        if alike and "^" not in a.before and "$" not in a.after and not any(_restates(b, a) for b in alike):
            return True
    return False


def _restates(stated: Slot, exact: Slot) -> bool:
    return stated.quantity is not None and exact.quantity is not None and restates(stated.quantity, exact.quantity)


def _rival(a: Slot, b: Slot) -> bool:
    if a.quantity is None or b.quantity is None:
        return False
    one, other = a.quantity.kind, b.quantity.kind
    if one == other and one not in PLAIN - DATES:
        return a.overlap(b) >= _ALIKE
    if one in PLAIN and other in PLAIN:
        if "model" in (one, other):
            return a.before[0] == b.before[0] != "^"
        return (a.after[0] == b.after[0] and a.after[0] != "$") or a.overlap(b) >= _ALIKE
    return False


def other_name(insight: Facts, bullet: Facts, known: Set[str]) -> bool:
    """Whether the bullet replaces a name of the insight, or part of it, by a foreign name in the same context."""
    missing = [a for a in insight.names if not a.terms <= bullet.reading.words]
    if not missing:
        return False
    strangers = [b for b in bullet.names if known.isdisjoint(b.terms)]
    return any(a.overlap(b) >= _ALIKE and not _akin(a, b) for b in strangers for a in missing)


def _akin(a: Slot, b: Slot) -> bool:
    """Whether two names may be variants: they share a beginning, or one abbreviates the other."""
    if any(x[:3] == y[:3] for x in a.terms for y in b.terms):
        return True
    return _abbreviates(a, b) or _abbreviates(b, a)


def _abbreviates(short: Slot, long: Slot) -> bool:
    initials = sorted(term[0] for term in long.terms)
    return len(initials) > 1 and any(sorted(term) == initials for term in short.terms)


def negation(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether one of the two negates a statement of the other."""
    return _denies(insight, bullet) or _denies(bullet, insight)


def _denies(one: Facts, other: Facts) -> bool:
    scopes = one.negated
    if not scopes:
        return False
    both = {stem for scope in other.negated for stem in scope}
    return any(both.isdisjoint(scope) and _conflict(scope, one, other) for scope in scopes)


def _conflict(scope: tuple[str, ...], one: Facts, other: Facts) -> bool:
    """Whether the other text states what is in the scope, in the same context or with the same neighbours."""
    excused = {stem for softened in other.softened for stem in softened}
    said = [stem for stem in scope if stem in other.reading.words and stem not in excused]
    if not said:
        return False
    weighty = scope[0] == said[0] or 2 * len(said) >= len(scope)
    if weighty and any(one.word(stem).overlap(other.word(stem)) >= _ALIKE for stem in said):
        return True
    return any((a, b) in other.near or (b, a) in other.near for a, b in pairwise(said))


def opposite(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether the bullet replaces a word of the insight by its opposite in the same context."""
    ours, theirs = insight.reading.words, bullet.reading.words
    for word in _OPPOSABLE & ours - theirs:
        for other in OPPOSITES[word] & (theirs - ours):
            if insight.word(word).overlap(bullet.word(other)) >= _ALIKE:
                return True
    ours, theirs = insight.spoken, bullet.spoken
    for word in _TURNABLE & ours - theirs:
        for other in TURNS[word] & (theirs - ours):
            if insight.token(word).overlap(bullet.token(other)) >= _ALIKE:
                return True
    return False


def stuffing(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether the bullet is a list of words that lacks the function words of a sentence."""
    if bullet.glue < _LEAST_GLUE and insight.glue > bullet.glue + _LOST_GLUE and len(bullet.keys) >= 5:
        return True
    if bullet.glue > insight.glue - _LOST_GLUE / 2:
        return False
    ours = insight.bound
    kept = [bound for pair, bound in bullet.bound.items() if ours.get(pair)]
    return len(kept) >= 3 and sum(kept) < _LEAST_BOUND * len(kept)


def disorder(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether few adjacent terms of the insight are close and in order in the bullet."""
    first = bullet.first
    matched = [key for key in insight.keys if key in first]
    if len(matched) < 6:
        return False
    pairs = len(matched) - 1
    # Checking first occurrences is fast and usually enough; otherwise check all occurrences.
    if sum(0 < first[b] - first[a] <= 3 for a, b in pairwise(matched)) >= _LEAST_BROKEN_ORDER * pairs:
        return False
    kept = sum(map(bullet.near.__contains__, pairwise(matched)))
    return kept < pairs * (_LEAST_BROKEN_ORDER if bullet.broken else _LEAST_ORDER)


GUARDS: Mapping[str, Guard] = MappingProxyType(
    {
        "quantity": other_quantity,
        "name": other_name,
        "negation": negation,
        "opposite": opposite,
        "stuffing": stuffing,
        "order": disorder,
    }
)
"""Guard by name, in the order in which they are applied."""
