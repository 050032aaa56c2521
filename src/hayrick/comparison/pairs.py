"""All pairs of systems in one measure: their differences with Holm's adjustment, and groups of systems."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

from hayrick.comparison.groups import Group, groups
from hayrick.comparison.pair import Pair, pair_of
from hayrick.comparison.sides import Side
from hayrick.estimates import estimate, held, limit_of
from hayrick.protocols import Progress, silent
from hayrick.reporting import Reporting
from hayrick.stats.dependent import holm
from hayrick.stats.paired import swaps_for
from hayrick.types import OWN, Estimate

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Pairs of systems in one measure, best system first.

    `groups` are of the systems that have a value; None where there are too many, or where systems were compared with
    some only.
    """

    measure: str
    dataset: str | None
    """Of means of suites: category and length, such as `recall@32768`; None over all."""

    estimates: Mapping[str, Estimate]
    """System -> its mean over all its own items, best first."""

    pairs: Sequence[Pair]
    groups: Sequence[Group] | None

    def apart(self, name: str) -> tuple[int, int]:
        """How many systems a system is told apart from: those that are worse, and those that are better."""
        signs = [
            (one.paired.difference or 0.0) * (1 if one.a == name else -1)
            for one in self.pairs
            if one.is_apart and name in (one.a, one.b)
        ]
        return sum(sign > 0 for sign in signs), sum(sign < 0 for sign in signs)


def compare(
    sides: Sequence[Side],
    reporting: Reporting,
    measure: str,
    *,
    swaps: int | None = None,
    seed: int = 0,
    against: Collection[str] = (),
    progress: Progress = silent,
) -> Compared:
    """Compare the sides that have the measure: all pairs, or each with some.

    Args:
        sides: systems of one task.
        reporting: properties of the task that estimates need.
        measure: its name, with or without the per-item suffix.
        swaps: number of random swaps of each test, > 0; None for 10,000, or more for many pairs (`swaps_for`).
        seed: of the random swaps.
        against: names of the sides that every other one is compared with, as `b`; all pairs if empty.
        progress: told how far it is.
    """
    plain = reporting.plain(measure)
    have = [one for one in sides if plain in one.cells]
    every = pairs_against(have, [one.name in against for one in have] if against else ())
    found = []
    for number, (a, b) in enumerate(every):
        progress(measure, number, len(every))
        found.append(pair_of(a, b, reporting, measure, swaps or swaps_for(len(every)), seed))
    given = {(one.run, one.system, one.context): one for one in sides if one.variant == OWN}
    estimates = {
        one.name: _estimate(one, given.get((one.run, one.system, one.context)), reporting, measure) for one in have
    }
    return compared_of(measure, None, estimates, found, grouped=not against)


def pairs_against(systems: Sequence[T], are_baselines: Sequence[bool]) -> list[tuple[T, T]]:
    """All pairs in order; where there are baselines, each other system with each of them, the baseline second."""
    if not are_baselines:
        return list(combinations(systems, 2))
    given = list(zip(systems, are_baselines, strict=True))
    return [(a, b) for a, is_one in given if not is_one for b, is_other in given if is_other]


def compared_of(
    measure: str, dataset: str | None, estimates: Mapping[str, Estimate], pairs: Sequence[Pair], *, grouped: bool
) -> Compared:
    """Adjust the tests of the pairs for their number, and group the systems.

    Args:
        measure: what is compared.
        dataset: of which category and length, for means of suites; None for all.
        estimates: system -> its mean.
        pairs: of these systems.
        grouped: whether these are all pairs, so that systems can be grouped.
    """
    tested = [replace(one, p_adjusted=p) for one, p in zip(pairs, adjusted(pairs), strict=True)]
    ordered = dict(sorted(estimates.items(), key=lambda item: (item[1].value is None, -(item[1].value or 0.0))))
    told = [(one.a, one.b) for one in tested if one.is_apart]
    valued = [name for name, one in ordered.items() if one.value is not None]
    lettered = groups(valued, told) if grouped else None
    return Compared(measure=measure, dataset=dataset, estimates=ordered, pairs=tested, groups=lettered)


def adjusted(pairs: Sequence[Pair]) -> list[float | None]:
    """Holm's p-values of the pairs of a measure.

    Pairs that no test can tell apart do not count for the others, as in Tarone (1990, Biometrics 46): which these are
    depends on clusters alone. Their own p-values are adjusted for all pairs.
    """
    every = holm([one.paired.p for one in pairs])
    counted = holm([one.paired.p if one.can_be_apart else None for one in pairs])
    return [among if one.can_be_apart else p for one, p, among in zip(pairs, every, counted, strict=True)]


def _estimate(side: Side, given: Side | None, reporting: Reporting, measure: str) -> Estimate:
    """A side's mean, as in the table of its run; `given` is the side of its responses as they were given."""
    one = _mean(side, reporting, measure)
    limit = limit_of(one, measure, reporting)
    having = [of for of in (side, given) if of is not None and limit and reporting.plain(limit) in of.scores]
    return held(one, _mean(having[0], reporting, limit)) if having else one


def _mean(side: Side, reporting: Reporting, measure: str) -> Estimate:
    found = estimate(side.scores[reporting.plain(measure)], reporting)
    return next(one.estimate for one in found if one.key.dataset is None and one.key.measure == measure)
