"""Several judgements of the same insights as one: repeats of one judge, and two judges together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum
from typing import Generic

from hayrick.protocols import A_contra, Ask, G_contra, Judge
from hayrick.types import BadInput, Item, Judgement, Label, Response, Unparsed

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
        BadInput: none, or of different units or raters.
    """
    asked = {(one.unit, one.rater) for one in repeats}
    if len(asked) != 1:
        raise BadInput("combine", f"judgements of {len(asked)} questions", "several of one, by one judge")
    readable = [(one.label, one.value, one.link) for one in repeats if one.label is not None]
    values = [value for _, value, _ in readable if value is not None]
    if not values:
        return repeats[0]
    mean = fsum(values) / len(values)
    votes = Counter(label for label, _, _ in readable if label is not None)
    most = [label for label, n in votes.items() if n == max(votes.values())]
    links = Counter(bullet for label, _, bullet in readable if bullet is not None and label != "none")
    linked = min(links, key=lambda id: (-links[id], id)) if links else None
    return _judged(repeats[0], repeats[0].rater, most[0] if len(most) == 1 else label_of(mean), mean, linked)


def ensemble(a: Sequence[Judgement], b: Sequence[Judgement]) -> list[Judgement]:
    """Judgements of two judges of the same units of one response as those of one judge, named "ensemble:A+B".

    The value is the mean of the two values, and the label is `label_of` it: full and none make partial, full and
    partial make partial, partial and none make none. The bullet is the one that the judge with the higher value names,
    of equal values A's; the other judge's where that one names none. Where one of the two could not be read, neither
    can the result: one judge's opinion alone is not that of both.

    Args:
        a: one judge's.
        b: another's, of the same units, in any order.

    Returns:
        One for each, in A's order.

    Raises:
        BadInput: a unit that one has judged twice or the other one not at all.
    """
    theirs = {one.unit: one for one in b}
    if len(theirs) < len(b) or len({one.unit for one in a}) < len(a):
        raise BadInput("ensemble", "a unit judged twice by one judge", "once", "Combine the repeats first.")
    for unit in sorted(theirs.keys() ^ {one.unit for one in a}):
        raise BadInput("ensemble", f"'{unit}' judged by one judge only", "both")
    return [_both(one, theirs[one.unit]) for one in a]


@dataclass(slots=True, kw_only=True)
class Ensemble(Generic[G_contra, A_contra]):
    """Two judges as one: values averaged; see `ensemble`."""

    a: Judge[G_contra, A_contra]
    b: Judge[G_contra, A_contra]

    @property
    def name(self) -> str:
        """The judge's name in rows."""
        return f"ensemble:{self.a.name}+{self.b.name}"

    @property
    def signature(self) -> str:
        """What its judgements depend on."""
        return f"ensemble({self.a.signature} + {self.b.signature})"

    @property
    def asks(self) -> bool:
        """Whether one of the two does."""
        return self.a.asks or self.b.asks

    async def judge(self, item: Item[G_contra], response: Response[A_contra], ask: Ask) -> list[Judgement]:
        """Both judges' judgements as one each."""
        return ensemble(await self.a.judge(item, response, ask), await self.b.judge(item, response, ask))


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
            if one.link is not None and other.link is not None:
                n_linked_pairs += 1
                n_same_bullet += one.link == other.link
    return RepeatCounts(
        n_insights=n_insights,
        n_pairs=n_pairs,
        n_same_label=n_same_label,
        n_linked_pairs=n_linked_pairs,
        n_same_bullet=n_same_bullet,
        n_unparsed=n_unparsed,
    )


def _both(a: Judgement, b: Judgement) -> Judgement:
    name = f"ensemble:{a.rater}+{b.rater}"
    if a.value is None or b.value is None:
        unparsed = a.unparsed or b.unparsed or Unparsed(reason="no judgement")
        return replace(a, rater=name, label=None, value=None, link=None, unparsed=unparsed)
    mean = (a.value + b.value) / 2
    higher, lower = (b, a) if b.value > a.value else (a, b)
    return _judged(a, name, label_of(mean), mean, higher.link if higher.link is not None else lower.link)


def _judged(about: Judgement, name: str, label: str, value: float, link: int | None) -> Judgement:
    linked = None if label == "none" else link
    return replace(about, rater=name, label=label, value=value, link=linked, unparsed=None)
