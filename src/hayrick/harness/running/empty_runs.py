"""Runs that say little: systems that answered nothing, or nothing readable, and answers that nobody judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.harness.running.judged import Judged, PreparedTask
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.unjudged import has_parts, require_verdict
from hayrick.protocols import about_of
from hayrick.types import BadInput
from hayrick.wording import listed

_Results = Mapping[str, Sequence[Judged]]

_MOST = 3
"""Systems that a note names."""


def require_something(request: RunRequest, prepared: Sequence[PreparedTask], results: _Results) -> None:
    """Refuse a run of which nothing can be said.

    Args:
        request: what was asked for.
        prepared: tasks of the run, with their jobs.
        results: of the jobs.

    Raises:
        BadInput: no system has a response to any item, a judge with stored labels alone has none of any answer, or a
            function of the user's that judges raised whenever it was called.
    """
    if not any(results[job.id] for one in prepared for job in one.jobs):
        for spec, which, cure in _silent(request, prepared, results):
            raise BadInput("--system", f"{spec} has no response to any {which}", "at least one", cure)
    for one in prepared:
        if one.judge is None:
            continue
        found = [judged for job in one.jobs for judged in results[job.id]]
        labelled, bare = _by_labels(found)
        if bare and not labelled and about_of(one.judge).stored_only:
            missing = f"no stored label of any answer of {listed(bare, _MOST)}"
            cure = "Take a judge that reads answers: --judge local or a model."
            raise BadInput(f"judge '{one.judge.name}'", missing, "summaries that are labelled: --system recorded", cure)
        asked = [judged for judged in found if has_parts(judged.response)]
        require_verdict(one.judge.name, [row for judged in asked for row in judged.judgements or ()])


def empty_run_notes(request: RunRequest, prepared: Sequence[PreparedTask], results: _Results) -> list[str]:
    """Warnings, to be read before any figure, of systems whose rows say nothing of what they can do."""
    notes = [
        f"WARNING: {spec} has no response to any {which}. {cure}".rstrip()
        for spec, which, cure in _silent(request, prepared, results)
    ]
    for one in prepared:
        found = [judged for job in one.jobs for judged in results[job.id]]
        answering = {_system(judged) for judged in found if judged.response.answer is not None}
        failing = [name for name in dict.fromkeys(map(_system, found)) if name not in answering]
        start = "".join(f"{name}, " for name in one.named)
        if failing:
            said = f"no readable answer to any {one.task.columns.item or one.task.columns.group}"
            notes.append(f"WARNING: {start}{listed(failing, _MOST)}: {said}; all scores are those of failures.")
        _, bare = _by_labels(found)
        if bare and one.judge is not None:
            notes.append(
                f"WARNING: {start}{listed(bare, _MOST)}: no answer has a judgement of judge '{one.judge.name}'."
            )
    return notes


def _silent(request: RunRequest, prepared: Sequence[PreparedTask], results: _Results) -> list[tuple[str, str, str]]:
    """(system without a response to any item of a task, to which items, what to do)."""
    found = []
    for one in prepared:
        answering = {one.specs[job.id][0] for job in one.jobs if results[job.id]}
        which, cure = f"{one.task.columns.item or one.task.columns.group} of this run", ""
        if request.limit is not None:
            which = which.replace("of this run", f"that --limit {request.limit} sampled with --seed {request.seed}")
            cure = "Leave out --limit, or change --seed."
        found += [
            (spec, which, cure) for spec in dict.fromkeys(spec for spec, _ in one.systems) if spec not in answering
        ]
    return found


def _by_labels(found: Sequence[Judged]) -> tuple[list[str], list[str]]:
    """(systems with a judgement of some answer, systems whose answers were to be judged and have none)."""
    asked = [one for one in found if one.judgements is not None and one.response.answer is not None]
    labelled = dict.fromkeys(
        _system(one) for one in asked if any(row.value is not None for row in one.judgements or ())
    )
    return list(labelled), [name for name in dict.fromkeys(map(_system, asked)) if name not in labelled]


def _system(one: Judged) -> str:
    return f"{one.response.system} ({one.response.context})"
