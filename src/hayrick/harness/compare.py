"""Compares the systems of finished runs: `hayrick compare`."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from hayrick.comparison import Compared, Pair, Side, compare, sides_of
from hayrick.comparison.pairs import Progress
from hayrick.harness.comparable import FinishedRun, require_comparable
from hayrick.harness.names import reporting, specs_of
from hayrick.protocols import Measure
from hayrick.records.fields import table
from hayrick.records.files import write_json
from hayrick.records.manifest import files_of, read_manifest
from hayrick.records.outputs import require_made, require_no_input
from hayrick.records.rows import read_scores
from hayrick.reporting import Reporting
from hayrick.stats.paired import SWAPS
from hayrick.types import BadInput, Score

FILE = "compare.json"
KEY = "rows"
Row = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest:
    """Parameters of `hayrick compare`.

    Args:
        runs: directories of finished runs.
        names: of the runs in tables, where their folders' names say nothing; one for each, or none.
        measures: whose differences are wanted; the main measures of each task by default.
        systems: patterns of the systems that are compared, of their names or of `SYSTEM+CONTEXT`; all by default.
        swaps: number of random swaps of each test, > 0.
        seed: of the random swaps.
    """

    runs: Sequence[Path]
    names: Sequence[str] = ()
    measures: Sequence[str] = ()
    systems: Sequence[str] = ()
    swaps: int = SWAPS
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskComparison:
    """The comparisons of one task, a measure each."""

    task: str
    reporting: Reporting
    sides: Sequence[Side]
    measures: Sequence[Compared]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Everything that `hayrick compare` found.

    Args:
        request: what was compared.
        tasks: comparisons of each task with at least two systems.
        notes: remarks for the reader, one line each.
    """

    request: CompareRequest
    tasks: Sequence[TaskComparison]
    notes: Sequence[str] = ()

    @property
    def rows(self) -> list[Row]:
        """Rows of `compare.json`: one for each pair of systems and measure of a task."""
        return [_pair_row(one.task, pair) for one in self.tasks for each in one.measures for pair in each.pairs]

    @property
    def systems(self) -> list[Row]:
        """A row for each system and measure of a task, best first, with the groups that it is in."""
        return [row for one in self.tasks for each in one.measures for row in _system_rows(one, each)]

    @property
    def fractions(self) -> dict[tuple[str, str], bool]:
        """(task, measure) -> whether its values are fractions."""
        return {
            (one.task, each.measure): one.reporting.measure(each.measure).is_fraction
            for one in self.tasks
            for each in one.measures
        }


def compare_runs(
    request: CompareRequest, out: Path | None = None, progress: Progress = lambda what, done, total: None
) -> Comparison:
    """Compare all systems of the runs, task by task.

    Args:
        request: what to compare.
        out: folder for `compare.json`; None to write nothing.
        progress: called with (what, done, total).

    Raises:
        BadInput: a folder is no finished run, two runs of a task cannot be compared, a measure or a system is unknown,
            or there are no two systems with items in common.
    """
    runs = _runs(request.runs, request.names)
    if out is not None:
        require_no_input([out / FILE], [place for one in runs for place in files_of(one.folder, one.manifest)])
        require_made(out / FILE, KEY, "compare")
    found, notes = [], []
    for task in dict.fromkeys(task for one in runs for task in one.scores):
        one = _task(task, [one for one in runs if one.scores.get(task)], request, progress)
        if one is None:
            notes.append(f"{task}: only one system, which is compared with none.")
        else:
            found.append(one)
    _require_pairs(found, request)
    comparison = Comparison(request=request, tasks=found, notes=notes)
    if out is not None:
        write_json(out / FILE, compare_value(comparison))
    return comparison


def _require_pairs(found: Sequence[TaskComparison], request: CompareRequest) -> None:
    where = ", ".join(map(str, request.runs))
    if not found:
        expected, cure = "at least two systems of one task", "Name a second run, or other --system patterns."
        raise BadInput(where, "no two systems to compare", expected, cure)
    pairs = [pair for one in found for each in one.measures for pair in each.pairs]
    if not pairs:
        named = f"no two systems with scores of {', '.join(request.measures) or 'a main measure'}"
        raise BadInput(where, named, "scores of the same measure", "Run both with a judge.")
    if not any(pair.n_items for pair in pairs):
        expected, cure = "items in common", "Run the systems on the same items."
        raise BadInput(where, "no item that two of the systems were asked", expected, cure)


def _runs(folders: Sequence[Path], names: Sequence[str]) -> list[FinishedRun]:
    given = names or [one.resolve().name for one in folders]
    different = {one.resolve(): (one, name) for one, name in zip(folders, given, strict=True)}
    short = [name for _, name in different.values()]
    return [
        FinishedRun(
            name=str(folder) if short.count(name) > 1 else name,
            folder=folder,
            manifest=(manifest := read_manifest(folder)),
            scores={
                task: rows for task, rows in read_scores(folder / "scores.jsonl").items() if task in specs_of(manifest)
            },
        )
        for folder, name in different.values()
    ]


def _task(task: str, runs: Sequence[FinishedRun], request: CompareRequest, progress: Progress) -> TaskComparison | None:
    told = _with_own(reporting(task, runs[0].manifest), task, runs[0].manifest)
    measures = _measures(told, request, task)
    for other in runs[1:]:
        require_comparable(runs[0], other, task, dict.fromkeys(map(told.plain, measures)))
    given: Mapping[str, Sequence[Score]] = {one.name: one.scores[task] for one in runs}
    sides = [one for one in sides_of(given, told) if _is_wanted(one, request.systems)]
    if len(sides) < 2:
        return None
    found = [compare(sides, told, name, swaps=request.swaps, seed=request.seed, progress=progress) for name in measures]
    return TaskComparison(task=task, reporting=told, sides=sides, measures=[one for one in found if one.pairs])


def _with_own(told: Reporting, task: str, manifest: Mapping[str, object]) -> Reporting:
    """With measures of the user's own, whose names and bounds are those of the manifest."""
    parameters = manifest.get("parameters")
    tasks = parameters.get("tasks") if isinstance(parameters, dict) else None
    given = next((one for one in tasks or () if isinstance(one, dict) and one.get("task") == task), {})
    known = {one.name for one in told.measures}
    own = [_measure(str(one)) for one in given.get("measures") or ()]
    return replace(told, measures=[*told.measures, *(one for one in own if one.name not in known)])


def _measure(signature: str) -> Measure[object, object]:
    """A measure of which its signature alone is known."""
    name, _, rest = signature.partition("[")
    low, _, high = rest.removesuffix("]").partition(",")
    bounds = (float(low), float(high)) if high else (0.0, 1.0)
    return Measure(
        name=name, description="", source="ours", score=lambda item, response, said: (), bounds=bounds, main=False
    )


def _measures(told: Reporting, request: CompareRequest, task: str) -> list[str]:
    known = [one.name for one in told.measures]
    if not request.measures:
        return [one.name for one in told.measures if one.main]
    for name in request.measures:
        if told.plain(name) not in known:
            near = difflib.get_close_matches(name, known, n=1)
            cure = f"Did you mean '{near[0]}'?" if near else ""
            raise BadInput(f"--measure {name}", f"no measure of {task}", ", ".join(known), cure)
    return list(dict.fromkeys(request.measures))


def _is_wanted(side: Side, patterns: Sequence[str]) -> bool:
    names = (side.name, side.system, f"{side.system}+{side.context}")
    return not patterns or any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def compare_value(found: Comparison) -> dict[str, object]:
    """JSON value of `compare.json`: `rows` of pairs, and beside them the systems with their groups."""
    return {
        **table(found.rows),
        "systems": found.systems,
        "groups": [
            {"task": one.task, "measure": each.measure, "letter": group.letter, "systems": list(group.systems)}
            for one in found.tasks
            for each in one.measures
            for group in each.groups or ()
        ],
        "runs": [str(one) for one in found.request.runs],
        "swaps": found.request.swaps,
        "seed": found.request.seed,
    }


def _pair_row(task: str, pair: Pair) -> Row:
    both = {
        f"{name}_{side}": getattr(pair, name)[i]
        for name in ("n_failed", "n_unjudged", "n_missing")
        for i, side in enumerate("ab")
    }
    bounds = {} if pair.worst is None else {"worst": pair.worst, "best": pair.best}
    return {
        "task": task,
        "measure": pair.measure,
        "a": pair.a,
        "b": pair.b,
        **pair.paired._asdict(),
        "p_adjusted": pair.p_adjusted,
        "apart": pair.is_apart,
        "n": pair.n,
        "n_a": pair.n_a,
        "n_b": pair.n_b,
        "n_items": pair.n_items,
        "n_clusters": pair.n_clusters,
        **both,
        **bounds,
    }


def _system_rows(one: TaskComparison, compared: Compared) -> Iterator[Row]:
    sides = {side.name: side for side in one.sides}
    letters: dict[str, str] = {}
    for group in compared.groups or ():
        for name in group.systems:
            letters[name] = letters.get(name, "") + group.letter
    for name, estimate in compared.estimates.items():
        values = {key: value for key, value in asdict(estimate).items() if key in _KEPT}
        side = sides[name]
        named = {"name": name, "system": side.system, "context": side.context, "variant": side.variant, "run": side.run}
        yield {
            "task": one.task,
            "measure": compared.measure,
            **named,
            **values,
            "groups": None if compared.groups is None else letters.get(name, ""),
        }


_KEPT = ("value", "low", "high", "n", "n_failed", "n_unjudged")
