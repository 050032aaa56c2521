"""What people reach among themselves, and what a judge reaches on the same labels.

Each annotator is compared with the mean of the others. A judge that is compared with the mean of all has the easier
task, since that mean has less chance in it. So a judge is also compared with the means that the annotators met: those
of all but one, for each that can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hayrick.agreement import Pair, coverage_correlation, kappa_linear, linked, weighted
from hayrick.stats import Interval, jackknifed

PEOPLE = "people among themselves"
"""Name of people where that of a judge stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """Agreement of people among themselves, with 95 % intervals for new clusters."""

    correlation: Interval
    """Of each annotator's values with the mean of the others; mean over annotators, weighted by their labels."""

    linking: Interval
    """Share of equal bullets over all pairs of annotators who both gave one."""

    linking_n: int
    kappa: Interval
    """Mean over pairs of annotators, weighted by the insights that both labelled."""

    n: int
    """Insights in summaries with at least two labels."""


class Beside(NamedTuple):
    """A judge on the labels on which people are compared among themselves."""

    correlation: Interval
    """As that of `Ceiling`, with the judge in the place of each annotator that is left out."""

    difference: Interval
    """This correlation minus people's, on the same insights."""

    n: int
    """Insights that the judge judged and that have at least two labels."""


class _Left(NamedTuple):
    """A pair with the label of another than the annotator who is left out."""

    out: str
    pair: Pair


def ceiling(pairs: Sequence[Pair]) -> Ceiling | None:
    """Measure the agreement of people among themselves; None where no insight has two labels.

    Args:
        pairs: of any judge, with all of people's labels; the judge's side is not used.

    Source: leaving one annotator out, as `meta_evaluation.people` does for scores of summaries.
    """
    rows = [_Left(one.out, _swapped(by, one.pair)) for one, by in _left_out(pairs)]
    if not rows:
        return None
    # Each pair of annotators once: kappa and equality are the same both ways.
    once = [one for some in _by_unit(pairs) for one in _once(some)]
    linking, linking_n = linked([one.pair for one in once])
    return Ceiling(
        correlation=_interval(rows, _over(coverage_correlation)),
        linking=linking,
        linking_n=linking_n,
        kappa=_interval(once, _over(kappa_linear, pairs_count=True)),
        n=len({one.pair.unit for one in rows}),
    )


def beside(pairs: Sequence[Pair]) -> Beside | None:
    """Compare a judge with the same means as the annotators; None where it judged no insight that has two labels."""
    found = [(one, by) for one, by in _left_out(pairs) if one.pair.judge_value is not None]
    if not found:
        return None
    judge = [one for one, _ in found]
    people = [_Left(one.out, _swapped(by, one.pair)) for one, by in found]
    both = list(zip(judge, people, strict=True))

    def difference(rows: Sequence[tuple[_Left, _Left]]) -> float | None:
        ours, theirs = (_each([row[side] for row in rows], coverage_correlation) for side in (0, 1))
        return weighted(
            (None if a is None or b is None else a - b, n)
            for (a, n), (b, _) in ((ours[name], theirs[name]) for name in ours)
        )

    return Beside(
        correlation=_interval(judge, _over(coverage_correlation)),
        difference=jackknifed(both, lambda row: row[0].pair.cluster, difference, (-2.0, 2.0)),
        n=len({one.pair.unit for one in judge}),
    )


def _by_unit(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Pairs of each insight that at least two annotators labelled."""
    found: dict[Hashable, list[Pair]] = {}
    for pair in pairs:
        if pair.unit is not None:
            found.setdefault(pair.unit, []).append(pair)
    return [some for some in found.values() if len(some) > 1]


def _left_out(pairs: Sequence[Pair]) -> Iterator[tuple[_Left, Pair]]:
    """For each annotator of an insight: the pairs of the others, each with the pair of the one who is left out."""
    for some in _by_unit(pairs):
        for by in some:
            yield from ((_Left(by.annotator, other), by) for other in some if other is not by)


def _once(some: Sequence[Pair]) -> Iterator[_Left]:
    """Pairs of two annotators of an insight, each two once and always in the same order."""
    named = sorted(some, key=lambda pair: pair.annotator)
    for number, by in enumerate(named):
        yield from (_Left(by.annotator, _swapped(by, other)) for other in named[number + 1 :])


def _swapped(by: Pair, pair: Pair) -> Pair:
    """A pair with an annotator in the judge's place."""
    return replace(pair, judge_value=by.human_value, judge_label=by.human_label, judge_bullet=by.human_bullet)


def _each(
    rows: Sequence[_Left], figure: Callable[[Sequence[Pair]], float | None], *, pairs_count: bool = False
) -> dict[str, tuple[float | None, int]]:
    """Annotator who is left out -> the figure, and its weight: insights, or pairs."""
    found: dict[str, list[Pair]] = {}
    for one in rows:
        found.setdefault(one.out, []).append(one.pair)
    return {
        name: (figure(some), len(some) if pairs_count else len({pair.unit for pair in some}))
        for name, some in found.items()
    }


def _over(
    figure: Callable[[Sequence[Pair]], float | None], *, pairs_count: bool = False
) -> Callable[[Sequence[_Left]], float | None]:
    return lambda rows: weighted(_each(rows, figure, pairs_count=pairs_count).values())


def _interval(rows: Sequence[_Left], figure: Callable[[Sequence[_Left]], float | None]) -> Interval:
    return jackknifed(rows, lambda one: one.pair.cluster, figure)
