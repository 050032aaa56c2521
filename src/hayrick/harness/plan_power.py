"""How precise a planned run will be, and which differences it can detect: `hayrick plan --power`.

Variances are those of a pilot run, or of released runs on haystacks (`power.json`, made by bench/make_power.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.comparison import sides_of
from hayrick.comparison.groups import ALPHA
from hayrick.comparison.variances import Variances, variances
from hayrick.estimates.tallies import place_of
from hayrick.harness.compare import finished_runs
from hayrick.harness.judged import PreparedTask
from hayrick.protocols import AnyMeasure
from hayrick.records.read_files import read_json
from hayrick.records.reported import recorded
from hayrick.report.power import PlannedPower
from hayrick.reporting import Reporting, reporting_of
from hayrick.stats.paired import least_p, swaps_for
from hayrick.stats.power import detectable, needed, power, reached_level
from hayrick.stats.spread import Member, Spread, half_width
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Item, Response

SHIPPED = Path(__file__).with_name("power.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerRequest:
    """What a plan is asked of precision and power.

    Args:
        effects: name of a main measure -> difference of two systems that is to be found, in the measure's own unit; ""
            for all main measures that are not named.
        pilot: directory of a finished run whose systems show how far scores vary; None for the table that ships.
    """

    effects: Mapping[str, float] = field(default_factory=dict)
    pilot: Path | None = None


class _Known(NamedTuple):
    """Variances of the measures of a task, where they are from, and a note for readers."""

    of: Mapping[str, Variances]
    source: str
    note: str


def plan_power(
    request: PowerRequest, prepared: Sequence[PreparedTask], systems: Mapping[str, int], usd: float | None
) -> tuple[list[PlannedPower], list[str]]:
    """Precision and power of each main measure of a run, and notes for readers.

    Args:
        request: what is asked.
        prepared: tasks of the run.
        systems: task -> number of its systems with their contexts.
        usd: expected cost of the run; None if unknown.

    Raises:
        BadInput: an effect is none of a main measure, the pilot has no scores of a task, or there is no pilot and no
            table for a task.
    """
    _require_effects(request.effects, prepared)

    def wanted(measure: str) -> float | None:
        return request.effects.get(measure, request.effects.get(""))

    found, notes = list[PlannedPower](), list[str]()
    for one in prepared:
        known = _pilot(request.pilot, one) if request.pilot is not None else _shipped(one.task.name)
        told = reporting_of(one.task)
        run = _Run(one.items, told)
        n = systems.get(one.task.name, 1)
        pairs = max(1, n * (n - 1) // 2)
        cost = usd if len(prepared) == 1 else None
        mine = [
            run.row(one.task.name, each, known.of[each.name], pairs, wanted(each.name), cost, known.source)
            for each in told.measures
            if each.main and each.name in known.of
        ]
        found += mine
        lacking = [each.name for each in told.measures if each.main and each.name not in known.of]
        if lacking:
            notes.append(f"{known.source} has no values of {', '.join(lacking)}: nothing is said of them.")
        notes += [known.note, *run.notes(pairs, known.of, mine)]
    return found, list(dict.fromkeys(notes))


def _require_effects(effects: Mapping[str, float], prepared: Sequence[PreparedTask]) -> None:
    main = {each.name: each for one in prepared for each in one.task.measures if each.main}
    for name, effect in effects.items():
        given = f"--effect {name}={effect:g}" if name else f"--effect {effect:g}"
        if name and name not in main:
            raise BadInput(given, "no main measure", " or ".join(main), did_you_mean(name, list(main)))
        most = min(each.bounds[1] - each.bounds[0] for each in ([main[name]] if name else main.values()))
        if not 0 < effect <= most:
            expected = f"a difference above 0 and at most {most:g}"
            raise BadInput(given, f"{effect:g}", expected, "Five points of a fraction are 0.05.")


def _pilot(folder: Path, prepared: PreparedTask) -> _Known:
    name = prepared.task.name
    (run,) = finished_runs([folder], [])
    rows = run.scores.get(name)
    if not rows:
        has = ", ".join(run.scores) or "no task"
        raise BadInput(str(folder), f"scores of {has}", f"scores of {name}", "Give a pilot run of the planned task.")
    told = recorded(name, run.manifest)
    sides = sides_of({run.name: rows}, told)
    wanted = [one.name for one in told.measures if one.main]
    of = {one.measure: one for one in variances(sides, told, wanted, by_unit=_by_unit(prepared.items))}
    if not of:
        found = f"fewer than two {told.columns.group}s that all its systems were asked"
        raise BadInput(str(folder), found, "scores of two or more", "Run the pilot on more of the input.")
    first = next(iter(of.values()))
    note = (
        f"Variances: of {_count(first.n_systems, 'system')} on {first.n_groups} {told.columns.group}s of {folder}; "
        "those of few are themselves uncertain."
    )
    if first.difference is None:
        note += " One system shows no differences: give a pilot of two or more for what can be detected."
    return _Known(of, str(folder), note)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


@cache
def _tables() -> Mapping[str, _Known]:
    """Task -> what ships."""
    value: Any = read_json(SHIPPED)
    rows = sorted(value["rows"], key=lambda row: str(row["task"]))
    return {
        task: _Known({one["measure"]: _variances(one) for one in group}, value["source"], value["note"])
        for task, group in groupby(rows, key=lambda row: str(row["task"]))
    }


def _variances(row: Mapping[str, Any]) -> Variances:
    given = {name: row[name] for name in Variances._fields}
    return Variances(**{**given, "score": Spread(*row["score"]), "difference": Spread(*row["difference"])})


def _shipped(task: str) -> _Known:
    if task not in _tables():
        cure = "Make a pilot, such as 'hayrick run ... --limit 20 --out pilot', and give it as --from pilot."
        raise BadInput("--power", f"no run that shows how far scores of {task} vary", "--from DIR", cure)
    return _tables()[task]


def _by_unit(items: Sequence[Item[Any]]) -> bool:
    return all(hasattr(one.gold, "insights") for one in items)


class _Run:
    """Items of a planned run, as clusters of units."""

    def __init__(self, items: Sequence[Item[Any]], told: Reporting) -> None:
        self.told = told
        self.by_unit = _by_unit(items)
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
            asked = f"{ALPHA:g} is asked" if pairs == 1 else f"{ALPHA / pairs:.2g} is asked of the smallest of {pairs}"
            what = noun if self.is_wide else f"{self.told.columns.group}s"
            least = least_p(n, swaps_for(pairs))
            yield f"With {n} {what} no pair is told apart, whatever the difference: p is at least {least:.2g}, {asked}."
        flat = [name for name, one in known.items() if one.difference and not any(x or 0 for x in one.difference)]
        if flat:
            yield f"Systems do not vary in {', '.join(flat)}, so that nothing can be said of differences."
        datasets = next(iter(known.values())).n_datasets
        open_ = self.is_wide or any(row.power is not None and row.needed is None for row in rows)
        if datasets == 1 and self.least is not None and open_:
            yield (
                f"From {self.least} {noun} on, these are resampled, and one does not show how far they differ: '-' "
                "stands for what would be known from a pilot on several."
            )
        elif self.is_wide or any(row.needed_of == noun for row in rows):
            yield f"How far {noun} differ, from {self.least} of which on these are resampled, is taken from {datasets}."
