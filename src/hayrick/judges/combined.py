"""Combines several judgements of the same insights: repeats of one judge, or two judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum
from typing import NamedTuple

from hayrick.types import BadInput, Judgement, Label, Unparsed

PARTIAL_ABOVE, FULL_ABOVE = 0.25, 0.75
"""A mean value above the first is "partial", above the second "full": half-way between the labels' values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatCounts:
    """Counts of how often repeats of one judge agree with one another."""

    n_insights: int
    """Insights with at least two readable judgements."""

    n_pairs: int
    """Pairs of readable judgements of the same insight."""

    n_same_label: int
    n_linked_pairs: int
    """Those of these pairs in which both judgements link to a bullet."""

    n_same_bullet: int
    n_unparsed: int
    """Unreadable judgements, over all insights."""


class Stability(NamedTuple):
    """How often repeats of a judge give the same answer.

    Source: Less is More (Wu et al., 2024), appendix F: 97 % where of 10 questions, each asked 10 times, one was
    answered 5 seven times and 4 three times, and the others always alike.
    """

    n_equal: int
    """Answers that are the most frequent one to their question."""

    n: int
    """Readable answers to questions that have at least two."""

    @property
    def share(self) -> float | None:
        """Share of these answers, above 0; None where nothing was asked twice."""
        return self.n_equal / self.n if self.n else None


def stability(judgements: Iterable[Judgement]) -> Stability:
    """Count the repeats that give the most frequent answer to their question, over all questions."""
    asked = [one.repeats for one in judgements if len(one.repeats) > 1]
    return Stability(sum(max(Counter(one).values()) for one in asked), sum(map(len, asked)))


def label_of(value: float) -> Label:
    """Label whose value is nearest to `value`, in [0, 1]; half-way, the lower one."""
    if value <= PARTIAL_ABOVE:
        return "none"
    return "partial" if value <= FULL_ABOVE else "full"


def combine(repeats: Sequence[Judgement]) -> Judgement:
    """Combine repeated judgements of one insight by one judge.

    The value is the mean. The label is the most frequent one; on a tie it is `label_of` the mean. The bullet is the one
    linked most often by judgements other than "none"; on a tie the smallest id. The insight is contradicted if the
    label is "none" and more than half of the readable judgements call it contradicted. The reason is the one given most
    often by judgements with the result's label and `contradicted`; on a tie the first in alphabetical order. Unreadable
    judgements are ignored; if all are unreadable, so is the result. The order of readable repeats does not matter.

    Args:
        repeats: at least one.

    Raises:
        BadInput: no judgement, or judgements of different units or raters.
    """
    asked = {(one.unit, one.rater) for one in repeats}
    if len(asked) != 1:
        raise BadInput("combine", f"judgements of {len(asked)} questions", "several of one, by one judge")
    readable = [one for one in repeats if one.label is not None]
    values = [one.value for one in readable if one.value is not None]
    if not values:
        return repeats[0]
    mean = fsum(values) / len(values)
    votes = Counter(one.label for one in readable if one.label is not None)
    most = [label for label, n in votes.items() if n == max(votes.values())]
    label = most[0] if len(most) == 1 else label_of(mean)
    links = Counter(one.link for one in readable if one.link is not None and one.label != "none")
    linked = min(links, key=lambda id: (-links[id], id)) if links else None
    denied = label == "none" and 2 * sum(one.contradicted for one in readable) > len(readable)
    alike = [one.reason for one in readable if (one.label, one.contradicted) == (label, denied)]
    reasons = Counter(reason for reason in alike if reason is not None)
    reason = min(reasons, key=lambda text: (-reasons[text], text)) if reasons else None
    found = _judged(repeats[0], repeats[0].rater, label, mean, linked)
    labels = tuple(sorted(one.label for one in readable if one.label is not None)) if len(repeats) > 1 else ()
    return replace(found, contradicted=denied, reason=reason, repeats=labels)


def ensemble(a: Sequence[Judgement], b: Sequence[Judgement]) -> list[Judgement]:
    """Combine the judgements of two judges into those of one judge named "ensemble:A+B".

    The value is the mean of both values, the label is `label_of` the mean: full and none give partial, full and partial
    give partial, partial and none give none. The bullet is that of the judge with the higher value (A's if equal), or
    the other judge's if that one links to none. The insight is contradicted if both labels are "none" and at least one
    judge calls it contradicted: a judge whose prompt does not ask for that has no say in it. The reason is then that of
    a judge that calls it so, otherwise that of the judge with the lower value, or the other judge's if that one gives
    none (A's first if equal). If either judgement is unreadable, so is the result.

    Args:
        a: one judge's judgements of the units of one response.
        b: another judge's, of the same units, in any order.

    Returns:
        One judgement for each unit, in A's order.

    Raises:
        BadInput: a judge judged a unit twice, or a unit that the other did not judge.
    """
    theirs = {one.unit: one for one in b}
    if len(theirs) < len(b) or len({one.unit for one in a}) < len(a):
        raise BadInput("ensemble", "a unit judged twice by one judge", "once", "Combine the repeats first.")
    for unit in sorted(theirs.keys() ^ {one.unit for one in a}):
        raise BadInput("ensemble", f"'{unit}' judged by one judge only", "both")
    return [_both(one, theirs[one.unit]) for one in a]


def repeat_counts(repeats: Iterable[Sequence[Judgement]]) -> RepeatCounts:
    """Count how often repeats agree with one another.

    Args:
        repeats: for each insight, its judgements by one judge.
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
        unread = replace(a, rater=name, label=None, value=None, link=None, unparsed=unparsed, repeats=())
        return replace(unread, contradicted=False, reason=None)
    mean = (a.value + b.value) / 2
    higher, lower = (b, a) if b.value > a.value else (a, b)
    found = _judged(a, name, label_of(mean), mean, higher.link if higher.link is not None else lower.link)
    denied = a.label == b.label == "none" and (a.contradicted or b.contradicted)
    objecting = (b, a) if b.value < a.value else (a, b)
    reasons = (one.reason for one in objecting if one.reason is not None and (one.contradicted or not denied))
    return replace(found, contradicted=denied, reason=next(reasons, None))


def _judged(about: Judgement, name: str, label: str, value: float, link: int | None) -> Judgement:
    linked = None if label == "none" else link
    return replace(about, rater=name, label=label, value=value, link=linked, unparsed=None, repeats=())
