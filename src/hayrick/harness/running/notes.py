"""Notes printed with a run's numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hayrick import stats
from hayrick.averages import Averaged
from hayrick.estimates import Estimated
from hayrick.harness.running.unjudged import why
from hayrick.judges.combined import Stability, stability
from hayrick.protocols import Resample, Task
from hayrick.report.tables import NO_SPREAD
from hayrick.reporting import reporting_of
from hayrick.types import Item, Judgement, Score

if TYPE_CHECKING:
    from hayrick.harness.running.judged import AnyResponse, Judged


def notes(
    task: Task[Any, Any],
    items: Sequence[Item[Any]],
    judged: Sequence[Judged],
    variants: Sequence[AnyResponse],
    scores: Sequence[Score],
    estimates: Sequence[Estimated],
) -> list[str]:
    """Notes on the numbers of a task, one line each.

    Args:
        task: of which the numbers are.
        items: all that systems were asked.
        judged: every response with its judgements.
        variants: responses with other citations, which have scores of their own; may be empty.
        scores: all of the task; empty without a judge.
        estimates: made of these.
    """
    found = []
    responses = [one.response for one in judged]
    judgements = [row for one in judged for row in one.judgements or ()]
    first = next((one for one in task.measures if one.judged), task.measures[0])
    units = first.counts
    if scores:
        found.append(resample_note(task.resample, [(item.dataset, item.group) for item in items]))
    found.extend(_flat_notes(task, estimates))
    found.extend(_spread_notes(task, estimates))
    if task.notes is not None:
        found.extend(task.notes([*responses, *variants], judgements))
    found.extend(repeat_notes(judgements))
    failed = sum(1 for one in responses if one.answer is None)
    if failed:
        least = f"{first.bounds[0]:g}"
        which = (
            "response is missing or unreadable; its" if failed == 1 else "responses are missing or unreadable; their"
        )
        found.append(f"{failed} {which} {units} score {least} and count as failed.")
    # Units of failed responses have the least score even if they are not judged.
    unjudged = sum(1 for score in scores if score.measure == first.name and score.unjudged)
    if unjudged:
        reason = why(row for one in judged if one.response.answer is not None for row in one.judgements or ())
        said = f"{unjudged} {units} have no judgement; they enter no mean. Rows give the worst and best case."
        found.append(f"{said} Why: {reason}." if reason else said)
    spread: dict[tuple[str, str], set[str]] = {}
    for one in responses:
        spread.setdefault((one.system, one.context), set()).add(one.item.dataset)
    n_datasets = len({item.dataset for item in items})
    partial = [name for name, where in spread.items() if len(where) < n_datasets]
    if partial:
        system, context = partial[0]
        more = f" and {len(partial) - 1} more" if len(partial) > 1 else ""
        noun = f"{task.columns.dataset}s"
        found.append(f"{system} ({context}){more} answers only some {noun}; rows over all {noun} cover only those.")
    return found


def repeat_notes(judgements: Sequence[Judgement]) -> list[str]:
    """Note on how stable the answers of each judge are that was asked several times."""
    found = []
    for rater in dict.fromkeys(one.rater for one in judgements):
        found += stability_notes(rater, stability(one for one in judgements if one.rater == rater))
    return found


def stability_notes(rater: str, given: Stability) -> list[str]:
    """Note on how stable a judge's answers are; none where nothing was asked twice."""
    if given.share is None:
        return []
    figure = f"{100 * given.share:.1f} % of {given.n} repeated answers"
    return [f"{rater}: {figure} are the most frequent one to their question."]


def by_task(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Notes on several tasks: each once, after the names of its tasks where it is not on all of them."""
    tasks: dict[str, list[str]] = {}
    for task, lines in found.items():
        for line in lines:
            tasks.setdefault(line, []).append(task)
    return [line if len(names) == len(found) else f"{', '.join(names)}: {line}" for line, names in tasks.items()]


def without_interval(found: Sequence[Averaged]) -> list[str]:
    """Note on means of several tasks that have a value and no interval, if any."""
    if any(one.estimate.value is not None and one.estimate.low is None for one in found):
        return ["A mean of tasks has no interval where one of them has a single group at a length: ask more items."]
    return []


def _flat_notes(task: Task[Any, Any], estimates: Sequence[Estimated]) -> list[str]:
    """Note on main figures with an interval whose groups all have the same value, or nearly, if any.

    Such groups show no variance, so that their intervals rest on an assumption (docs/evidence/intervals.md).
    """
    reporting = reporting_of(task)
    main = {one.name for one in task.measures if one.main and one.is_bounded}
    flat = [
        f"{key.measure} of {key.system} ({key.context})"
        for key, one, _ in estimates
        if one.alike and reporting.plain(key.measure) in main
    ]
    flat = list(dict.fromkeys(flat))
    if not flat:
        return []
    more = f" and {len(flat) - 1} more figures" if len(flat) > 2 else f" and {flat[1]}" if len(flat) > 1 else ""
    group, unit = task.columns.group, task.columns.unit
    return [
        f"{flat[0]}{more}: The {group}s have nearly the same value, so it is not known how much others vary. The "
        f"interval takes each {unit} for independent, and may be too narrow."
    ]


def _spread_notes(task: Task[Any, Any], estimates: Sequence[Estimated]) -> list[str]:
    """Note on shown figures whose interval has no width, if any: their measures have no bounds to fall back on."""
    reporting = reporting_of(task)
    names = dict.fromkeys(
        key.measure
        for key, one, _ in estimates
        if one.low is not None and one.low == one.high and reporting.measure(key.measure).shown
    )
    if not names:
        return []
    return [f"{NO_SPREAD} at {', '.join(names)}: one value in every {task.columns.group} says nothing of new ones."]


def resample_note(resample: Resample, groups: Sequence[tuple[str, str]]) -> str:
    """Note on what intervals over these (dataset, group) describe."""
    design = stats.design(groups, resample.datasets_from)
    if design.resamples_datasets:
        return resample.datasets_note
    shared = resample.across_datasets and len({group for _, group in groups}) < len(set(groups))
    return resample.groups_note + (" A group that occurs in several datasets is resampled as one." if shared else "")
