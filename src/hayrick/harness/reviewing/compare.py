"""Compares the systems of finished runs: `hayrick compare`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain
from pathlib import Path

from hayrick.averages import FRACTIONS, Suite
from hayrick.comparison import Side, compare, compare_suite, sides_of
from hayrick.harness.naming.names import specs_of, suite_names, suites
from hayrick.harness.reviewing.comparable import FinishedRun, require_comparable
from hayrick.harness.reviewing.compared import CompareRequest, Comparison, TaskComparison, compare_value
from hayrick.harness.reviewing.gate import fits, require_some
from hayrick.harness.running.notes import resample_note
from hayrick.protocols import Progress, Resample, silent
from hayrick.records.fields import ROWS
from hayrick.records.manifest import read_manifest, require_results
from hayrick.records.outputs import files_of, require_made, require_no_input
from hayrick.records.parameters import cut
from hayrick.records.read_rows import read_scores
from hayrick.records.reported import recorded
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
        BadInput: a folder is no finished run, two runs of a task cannot be compared, a task, a measure or a system is
            unknown, or there are no two systems with items in common.
    """
    runs = finished_runs(request.runs, request.names)
    if out is not None:
        require_no_input([out / FILE], [place for one in runs for place in files_of(one.folder, one.manifest)])
        require_made(out / FILE, ROWS, "compare")
    asked = _asked(runs, request)
    told = {task: recorded(task, one.manifest) for one in reversed(runs) for task in one.scores}
    tasks = list(dict.fromkeys(task for one in runs for task in one.scores))
    chosen = [one for one in tasks if fits([one], request.tasks)]
    suited = {suite: names for suite, names in asked.items() if fits([suite], request.tasks)}
    require_some("--task", request.tasks, "task", [*tasks, *asked], [*chosen, *suited])
    measures, notes = _measures({one: told[one] for one in chosen}, request)
    found = list[TaskComparison]()
    for task in tasks if suited else measures:
        having = [one for one in runs if one.scores.get(task)]
        one = _task(task, told[task], having, measures.get(task, ()), request, progress)
        if one is not None:
            found.append(one)
        elif task in measures:
            notes.append(f"{task}: only one system, which is compared with none.")
    means, left_out = _suites(suited, found, request, progress)
    found, notes = [*means, *(one for one in found if one.task in measures)], [*notes, *left_out]
    _require_pairs(found, request)
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
                for task, rows in read_scores(folder / SCORES, manifest).items()
                if task in specs_of(manifest)
            },
        )
        for folder, name in different.values()
    ]


def _task(
    task: str,
    told: Reporting,
    runs: Sequence[FinishedRun],
    measures: Sequence[str],
    request: CompareRequest,
    progress: Progress,
) -> TaskComparison | None:
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


def _asked(runs: Sequence[FinishedRun], request: CompareRequest) -> dict[str, tuple[Suite, list[str]]]:
    """Name -> each suite, and names of the runs that were asked for it; none where measures are chosen."""
    given: dict[str, list[str]] = {}
    for one in runs if not request.measures else ():
        parameters = one.manifest.get("parameters")
        named = parameters.get("suites") if isinstance(parameters, dict) else None
        for spec in suite_names(named if isinstance(named, list) else ()):
            given.setdefault(spec, []).append(one.name)
    return {suite.name: (suite, having) for suite, having in zip(suites(list(given)), given.values(), strict=True)}


def _suites(
    asked: Mapping[str, tuple[Suite, list[str]]],
    tasks: Sequence[TaskComparison],
    request: CompareRequest,
    progress: Progress,
) -> tuple[list[TaskComparison], list[str]]:
    """Comparisons of the means of suites, of the runs that were asked for them, and notes on those left out."""
    found, notes = list[TaskComparison](), list[str]()
    resamples = {one.task: one.resample for one in tasks}
    for suite, having in asked.values():
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


def _measures(told: Mapping[str, Reporting], request: CompareRequest) -> tuple[dict[str, list[str]], list[str]]:
    """Measures that are compared in each task that has any, and notes on tasks that lack some of those chosen.

    Raises:
        BadInput: a chosen measure is of no task.
    """
    if not request.measures:
        return {task: [one.name for one in own.measures if one.main] for task, own in told.items()}, []
    found: dict[str, list[str]] = {}
    notes = []
    for name in dict.fromkeys(request.measures):
        having = [task for task, own in told.items() if any(own.plain(name) == one.name for one in own.measures)]
        if not having:
            known = list(dict.fromkeys(one.name for own in told.values() for one in own.measures))
            of = f"no measure of {cut(', '.join(told))}"
            raise BadInput(f"--measure {name}", of, ", ".join(known), did_you_mean(name, known))
        for task in having:
            found.setdefault(task, []).append(name)
        if lacking := [task for task in told if task not in having]:
            notes.append(f"{name}: compared in {', '.join(having)} alone; no such measure in {', '.join(lacking)}.")
    return {task: found[task] for task in told if task in found}, notes


def _against(sides: Sequence[Side], patterns: Sequence[str], task: str) -> list[str]:
    """Names of the systems that the others are compared with.

    Raises:
        BadInput: patterns are given, and no system or every system fits one.
    """
    found = [one.name for one in sides if _fits(one, patterns)]
    if patterns and len(found) in (0, len(sides)):
        which = "no system" if not found else "every system"
        names = ", ".join(one.name for one in sides)
        where, cure = f"--against {' '.join(patterns)}", "Choose tasks with --task, or another pattern."
        raise BadInput(where, f"{which} of {task}", f"some of {cut(names)}", cure)
    return found


def _fits(side: Side, patterns: Sequence[str]) -> bool:
    names = (side.name, side.system, f"{side.system}+{side.context}")
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
