"""Several judgements of the same insights as one: repeats of one judge, and two judges together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum

from hayrick.types import BadInput, Judgement, Label, Unparsed

PARTIAL_ABOVE, FULL_ABOVE = 0.25, 0.75
"""Where a mean value begins to be "partial" and "full": half-way between the labels' values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatCounts:
    """How often repeats of one judge agree with one another, as plain counts."""

    n_insights: int
    """Insights with at least two readable judgements."""

    n_pairs: int
    """Pairs of readable judgements of the same insight."""

    n_same_label: int
    n_linked_pairs: int
    """Of these pairs, those in which both name a bullet."""

    n_same_bullet: int
    n_unparsed: int
    """Judgements that could not be read, of all insights."""


def label_of(value: float) -> Label:
    """Label whose value is nearest; half-way the lower one."""
    if value <= PARTIAL_ABOVE:
        return "none"
    return "partial" if value <= FULL_ABOVE else "full"


def combine(repeats: Sequence[Judgement]) -> Judgement:
    """One judgement of several by the same judge of the same insight.

    The value is the mean. The label is the most frequent one; where several are, `label_of` the mean value. The bullet
    is the one that most of those name that call the insight covered, on a tie the one with the smallest id. What could
    not be read is left out; if nothing could, neither can the result. The order of readable repeats changes nothing.

    Args:
        repeats: at least one.

    Raises:
        BadInput: none, or of different insights, summaries or judges.
    """
    asked = {(*_identity(one), one.judge) for one in repeats}
    if len(asked) != 1:
        raise BadInput("combine", f"judgements of {len(asked)} questions", "several of one, by one judge")
    readable = [(one.label, one.value, one.bullet) for one in repeats if one.label is not None]
    values = [value for _, value, _ in readable if value is not None]
    if not values:
        return repeats[0]
    mean = fsum(values) / len(values)
    votes = Counter(label for label, _, _ in readable if label is not None)
    most = [label for label, n in votes.items() if n == max(votes.values())]
    links = Counter(bullet for label, _, bullet in readable if bullet is not None and label != "none")
    linked = min(links, key=lambda id: (-links[id], id)) if links else None
    return _judged(repeats[0], repeats[0].judge, most[0] if len(most) == 1 else label_of(mean), mean, linked)


def ensemble(a: Sequence[Judgement], b: Sequence[Judgement]) -> list[Judgement]:
    """Judgements of two judges of the same insights as those of one, named "ensemble:A+B".

    The value is the mean of the two values, and the label is `label_of` it: full and none make partial, full and
    partial make partial, partial and none make none. The bullet is the one that the judge with the higher value names,
    of equal values A's; the other judge's where that one names none. Where one of the two could not be read, neither
    can the result: one judge's opinion alone is not that of both.

    Args:
        a: one judge's.
        b: another's, of the same insights of the same summaries, in any order.

    Returns:
        One for each, in A's order.

    Raises:
        BadInput: an insight that one has judged twice or the other one not at all.
    """
    theirs = {_identity(one): one for one in b}
    if len(theirs) < len(b) or len({_identity(one) for one in a}) < len(a):
        raise BadInput("ensemble", "an insight judged twice by one judge", "once", "Combine the repeats first.")
    for identity in theirs.keys() ^ {_identity(one) for one in a}:
        raise BadInput("ensemble", f"{' / '.join(identity)} judged by one judge only", "both")
    return [_both(one, theirs[_identity(one)]) for one in a]


def repeat_counts(repeats: Iterable[Sequence[Judgement]]) -> RepeatCounts:
    """Count how often repeats agree.

    Args:
        repeats: for each insight its judgements by one judge.
    """
    n_insights = n_pairs = n_same_label = n_linked_pairs = n_same_bullet = n_unparsed = 0
    for judgements in repeats:
        readable = [one for one in judgements if one.label is not None]
        n_unparsed += len(judgements) - len(readable)
        n_insights += len(readable) > 1
        for one, other in combinations(readable, 2):
            n_pairs += 1
            n_same_label += one.label == other.label
            if one.bullet is not None and other.bullet is not None:
                n_linked_pairs += 1
                n_same_bullet += one.bullet == other.bullet
    return RepeatCounts(
        n_insights=n_insights,
        n_pairs=n_pairs,
        n_same_label=n_same_label,
        n_linked_pairs=n_linked_pairs,
        n_same_bullet=n_same_bullet,
        n_unparsed=n_unparsed,
    )


def _both(a: Judgement, b: Judgement) -> Judgement:
    name = f"ensemble:{a.judge}+{b.judge}"
    if a.value is None or b.value is None:
        unparsed = a.unparsed or b.unparsed or Unparsed(reason="no judgement")
        return replace(a, judge=name, label=None, value=None, bullet=None, unparsed=unparsed)
    mean = (a.value + b.value) / 2
    higher, lower = (b, a) if b.value > a.value else (a, b)
    return _judged(a, name, label_of(mean), mean, higher.bullet if higher.bullet is not None else lower.bullet)


def _judged(about: Judgement, name: str, label: Label, value: float, bullet: int | None) -> Judgement:
    linked = None if label == "none" else bullet
    return replace(about, judge=name, label=label, value=value, bullet=linked, unparsed=None)


def _identity(one: Judgement) -> tuple[str, str, str, str, str]:
    return one.haystack, one.subtopic, one.system, one.context, one.insight
