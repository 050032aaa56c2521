"""A planned run as clusters of units: what it can show, measure by measure, given variances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hayrick.comparison.groups import ALPHA
from hayrick.comparison.variances import Variances
from hayrick.estimates.tallies import place_of
from hayrick.protocols import AnyMeasure
from hayrick.report.power import PlannedPower
from hayrick.reporting import Reporting
from hayrick.stats.paired import least_p, swaps_for
from hayrick.stats.power import detectable, needed, power, reached_level
from hayrick.stats.spread import Member, Spread, half_width
from hayrick.types import Item, Response


def by_unit(items: Sequence[Item[Any]]) -> bool:
    """Whether the units of items are known before a run: their insights; else each item counts as one."""
    return all(hasattr(one.gold, "insights") for one in items)


class PlannedRun:
    """Items of a planned run, as clusters of units."""

    def __init__(self, items: Sequence[Item[Any]], told: Reporting) -> None:
        self.told = told
        self.by_unit = by_unit(items)
        counts = [len(one.gold.insights) if self.by_unit else 1 for one in items]
        responses: list[Response[object]] = [Response(item=one, system="", context="", answer=None) for one in items]
        places = [place_of(one, told) for one in responses]
        self.n = sum(counts)
        total: dict[object, float] = {}
        for item, place, n in zip(items, places, counts, strict=True):
            total[place.part] = total.get(place.part, 0.0) + item.share * n
        groups: dict[tuple[str, str], list[float]] = {}
        for item, place, n in zip(items, places, counts, strict=True):
            weight = item.share / (len(total) * total[place.part]) if n else 0.0
            sums = groups.setdefault(told.resample.cluster(place.dataset, place.group), [0.0, 0.0])
            sums[0] += n * weight
            sums[1] += n * weight**2
        self.groups = {name: sums for name, sums in groups.items() if sums[0] > 0}
        self.datasets = {name: number for number, name in enumerate(dict.fromkeys(name for name, _ in self.groups))}
        self.least = told.resample.datasets_from
        self.is_wide = self.least is not None and len(self.datasets) >= self.least
        self.members = self.of_datasets if self.is_wide else self.of_groups

    @property
    def of_groups(self) -> list[Member]:
        """Groups as clusters, datasets as strata."""
        return [
            Member(self.datasets[dataset], share, 0.0, share**2, squares)
            for (dataset, _), (share, squares) in self.groups.items()
        ]

    @property
    def of_datasets(self) -> list[Member]:
        """Datasets as clusters."""
        found = []
        for dataset in self.datasets:
            mine = [sums for (of, _), sums in self.groups.items() if of == dataset]
            share = sum(one[0] for one in mine)
            inside = sum(one[0] ** 2 for one in mine), sum(one[1] for one in mine)
            found.append(Member(0, share, share**2, *inside))
        return found

    def row(
        self,
        task: str,
        measure: AnyMeasure,
        known: Variances,
        pairs: int,
        effect: float | None,
        usd: float | None,
        source: str,
    ) -> PlannedPower:
        """The row of a measure."""
        low, high = measure.bounds
        bounds, most = (measure.bounds, high - low) if low > -float("inf") else (None, high - low)
        apart, members = self._shown(known.difference), self.members
        is_known = not (self.is_wide and known.score.datasets is None)
        found = PlannedPower(
            task=task,
            measure=measure.name,
            n=self.n,
            clusters=len(members),
            resampled=self.told.noun if self.is_wide else f"{self.told.columns.group}s",
            fraction=measure.is_fraction,
            value=known.value,
            half_width=half_width(known.value, known.score, members, bounds) if is_known else None,
            pairs=pairs,
            detectable=None if apart is None else detectable(apart, members, most=most, alpha=ALPHA, pairs=pairs),
            effect=effect,
            variances=source,
        )
        if effect is None or apart is None:
            return found
        chance = power(effect, apart, members, clusters=len(members), alpha=ALPHA, pairs=pairs)
        wanted, of, times = self._needed(effect, apart, pairs)
        cost = None if usd is None or times is None else usd * times
        return found._replace(power=chance, needed=wanted, needed_of=of, usd_needed=cost)

    def _shown(self, spread: Spread | None) -> Spread | None:
        """The spread of a difference, where it is known for what is resampled and not zero."""
        if spread is None or not any(one.variance(spread) for one in self.members):
            return None
        return None if self.is_wide and spread.datasets is None else spread

    def _needed(self, effect: float, spread: Spread, pairs: int) -> tuple[int | None, str, float | None]:
        """Clusters that are needed, what they are, and how many times these inputs that is."""
        if not self.is_wide:
            n = needed(effect, spread, self.members, alpha=ALPHA, pairs=pairs)
            times = None if n is None else n / len(self.members)
            if n is None or times is None or self.least is None or times * len(self.datasets) <= self.least - 1:
                return n, f"{self.told.columns.group}s", times
            if spread.datasets is None:
                return None, self.told.noun, None
        n = needed(effect, spread, self.of_datasets, alpha=ALPHA, pairs=pairs, least=max(2, self.least or 2))
        return n, self.told.noun, None if n is None else n / len(self.datasets)

    def notes(self, pairs: int, known: Mapping[str, Variances], rows: Sequence[PlannedPower]) -> Iterator[str]:
        """What keeps this run from showing differences, and what its figures rest on."""
        n, noun = len(self.members), self.told.noun
        if not reached_level(n, ALPHA, pairs):
            of = f" of the smallest of {pairs:,}" if pairs > 1 else ""
            what = noun if self.is_wide else f"{self.told.columns.group}s"
            what = what if n != 1 else what.removesuffix("s")
            least = least_p(n, swaps_for(pairs))
            yield (
                f"With {n} {what} no pair is told apart, whatever the difference: p is at least {least:.2g}, and at "
                f"most {ALPHA / pairs:.2g} is asked{of}."
            )
        flat = [name for name, one in known.items() if one.difference and not any(x or 0 for x in one.difference)]
        if flat:
            yield f"Systems do not vary in {', '.join(flat)}, so that nothing can be said of differences."
        first = next(iter(known.values()))
        open_ = self.is_wide or any(row.power is not None and row.needed is None for row in rows)
        if first.score.datasets is None and self.least is not None and open_:
            yield (
                f"'-' under 'needed': fewer than {self.least} {noun} of this kind are not enough. From {self.least} "
                f"on, {noun} are resampled, and how far they differ this pilot does not show: make one on several."
            )
        elif self.is_wide or any(row.needed_of == noun for row in rows):
            n_known = first.n_datasets
            yield f"How far {noun} differ, from {self.least} of which on these are resampled, is taken from {n_known}."
