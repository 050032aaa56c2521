"""Compares the systems of finished runs: `hayrick compare`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain
from pathlib import Path

from hayrick.averages import FRACTIONS
from hayrick.comparison import Side, compare, compare_suite, sides_of
from hayrick.harness.comparable import FinishedRun, require_comparable
from hayrick.harness.compared import CompareRequest, Comparison, TaskComparison, compare_value
from hayrick.harness.names import specs_of, suite_names, suites
from hayrick.harness.notes import resample_note
from hayrick.protocols import Progress, Resample, silent
from hayrick.records.fields import ROWS
from hayrick.records.manifest import read_manifest, require_results
from hayrick.records.outputs import files_of, require_made, require_no_input
from hayrick.records.parameters import cut
from hayrick.records.read_rows import read_scores
from hayrick.records.reported import columns_in, recorded
from hayrick.records.write_files import write_json
from hayrick.reporting import Reporting
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Score

FILE, SCORES = "compare.json", "scores.jsonl"

__all__ = ["FILE", "CompareRequest", "Comparison", "compare_runs", "compare_value"]


def compare_runs(request: CompareRequest, out: Path | None = None, progress: Progress = silent) -> Comparison:
    """Compare all systems of the runs, task by task.

    Args:
        request: what to compare.
        out: folder for `compare.json`; None to write nothing.
        progress: told how far it is.

    Raises:
        BadInput: a folder is no finished run, two runs of a task cannot be compared, a measure or a system is unknown,
            or there are no two systems with items in common.
    """
    runs = finished_runs(request.runs, request.names)
    if out is not None:
        require_no_input([out / FILE], [place for one in runs for place in files_of(one.folder, one.manifest)])
        require_made(out / FILE, ROWS, "compare")
    found, notes = [], []
    for task in dict.fromkeys(task for one in runs for task in one.scores):
        one = _task(task, [one for one in runs if one.scores.get(task)], request, progress)
        if one is None:
            notes.append(f"{task}: only one system, which is compared with none.")
        else:
            found.append(one)
    _require_pairs(found, request)
    means, left_out = _suites(runs, found, request, progress)
    found, notes = [*means, *found], [*notes, *left_out]
    notes += _baseline_notes(found, request.against)
    notes += dict.fromkeys(resample_note(one.resample, _groups(one.sides)) for one in found)
    comparison = Comparison(request=request, tasks=found, notes=notes)
    if out is not None:
        write_json(out / FILE, compare_value(comparison))
    return comparison


def _baseline_notes(found: Sequence[TaskComparison], patterns: Sequence[str]) -> Iterator[str]:
    """Which systems the others are compared with, where they are chosen: a line for all tasks with the same ones."""
    tasks: dict[tuple[str, ...], list[str]] = {}
    for one in found if patterns else ():
        names = dict.fromkeys(side.name for side in one.sides if _fits(side, patterns))
        tasks.setdefault(tuple(names), []).append(one.task)
    for baselines, of in tasks.items():
        where = f"{', '.join(of)}: every" if len(tasks) > 1 else "Every"
        yield f"{where} other system is compared with {cut(', '.join(baselines))}, and with no other (--against)."


def _groups(sides: Sequence[Side]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((place.dataset, place.group) for side in sides for place in side.asked.values()))


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


def finished_runs(folders: Sequence[Path], names: Sequence[str]) -> list[FinishedRun]:
    """Read runs that were scored, each once; `names` in tables are those of their folders if there are none.

    Raises:
        BadInput: a folder is no finished run, or has no scores.
    """
    given = names or [one.resolve().name for one in folders]
    different = {one.resolve(): (one, name) for one, name in zip(folders, given, strict=True)}
    short = [name for _, name in different.values()]
    for folder, _ in different.values():
        require_results(folder, read_manifest(folder), SCORES)
        if not (folder / SCORES).exists():
            found, cure = "a run without scores", "Run it with a judge, as of 'hayrick run'."
            raise BadInput(str(folder), found, "a run that was scored", cure)
    return [
        FinishedRun(
            name=str(folder) if short.count(name) > 1 else name,
            folder=folder,
            manifest=(manifest := read_manifest(folder)),
            scores={
                task: rows
                for task, rows in read_scores(folder / SCORES, columns_in(manifest)).items()
                if task in specs_of(manifest)
            },
        )
        for folder, name in different.values()
    ]


def _task(task: str, runs: Sequence[FinishedRun], request: CompareRequest, progress: Progress) -> TaskComparison | None:
    told = recorded(task, runs[0].manifest)
    measures = _measures(told, request, task)
    for other in runs[1:]:
        require_comparable(runs[0], other, task, dict.fromkeys(map(told.plain, measures)))
    given: Mapping[str, Sequence[Score]] = {one.name: one.scores[task] for one in runs}
    every = sides_of(given, told)
    against = _against(every, request.against, task)
    sides = [one for one in every if one.name in against or _fits(one, request.systems or "*")]
    if len(sides) < 2:
        return None
    tested = partial(compare, swaps=request.swaps, seed=request.seed, against=against, progress=progress)
    found = [tested(sides, told, name) for name in measures]
    return TaskComparison(
        task=task,
        sides=sides,
        measures=[one for one in found if one.pairs],
        fractions={name for name in measures if told.measure(name).is_fraction},
        resample=told.resample,
    )


def _suites(
    runs: Sequence[FinishedRun], tasks: Sequence[TaskComparison], request: CompareRequest, progress: Progress
) -> tuple[list[TaskComparison], list[str]]:
    """Comparisons of the means of suites, of the runs that were asked for them, and notes on those that are left out.

    There are none where measures are chosen.
    """
    found, notes = list[TaskComparison](), list[str]()
    given: dict[str, list[str]] = {}
    for one in runs if not request.measures else ():
        parameters = one.manifest.get("parameters")
        named = parameters.get("suites") if isinstance(parameters, dict) else None
        for spec in suite_names(named if isinstance(named, list) else ()):
            given.setdefault(spec, []).append(one.name)
    resamples = {one.task: one.resample for one in tasks}
    for suite, having in zip(suites(list(given)), given.values(), strict=True):
        sides = {one.task: [side for side in one.sides if side.run in having] for one in tasks}
        every = list(chain(*sides.values()))
        against = {one.name for one in every if request.against and _fits(one, request.against)}
        which = f"--against {' '.join(request.against)}"
        if request.against and not against:
            notes.append(f"{suite.name}: left out, as no run that was asked for it has a system that fits {which}.")
            continue
        if against and all(one.name in against for one in every):
            notes.append(f"{suite.name}: left out, as every system of the runs that were asked for it fits {which}.")
            continue
        tested = partial(compare_suite, swaps=request.swaps, seed=request.seed, against=against, progress=progress)
        compared = tested(suite, sides, resamples)
        bounds = {part.bounds for parts in suite.categories.values() for part in parts}
        measures = [one for one in compared if one.pairs]
        if not measures:
            notes.append(f"{suite.name}: left out, as no two systems have means to compare.")
            continue
        found.append(
            TaskComparison(
                task=suite.name,
                sides=every,
                measures=measures,
                fractions={one.measure for one in measures} if bounds == {FRACTIONS} else (),
                resample=Resample(),
            )
        )
    return found, notes


def _measures(told: Reporting, request: CompareRequest, task: str) -> list[str]:
    known = [one.name for one in told.measures]
    if not request.measures:
        return [one.name for one in told.measures if one.main]
    for name in request.measures:
        if told.plain(name) not in known:
            raise BadInput(f"--measure {name}", f"no measure of {task}", ", ".join(known), did_you_mean(name, known))
    return list(dict.fromkeys(request.measures))


def _against(sides: Sequence[Side], patterns: Sequence[str], task: str) -> list[str]:
    """Names of the systems that the others are compared with.

    Raises:
        BadInput: patterns are given, and no system or every system fits one.
    """
    found = [one.name for one in sides if _fits(one, patterns)]
    if patterns and len(found) in (0, len(sides)):
        which = "no system" if not found else "every system"
        names = ", ".join(one.name for one in sides)
        raise BadInput(f"--against {' '.join(patterns)}", f"{which} of {task}", f"some of {cut(names)}")
    return found


def _fits(side: Side, patterns: Sequence[str]) -> bool:
    names = (side.name, side.system, f"{side.system}+{side.context}")
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
