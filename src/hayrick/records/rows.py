"""Converts judgements, scores and estimates to the JSON rows of run directories; `read_rows` reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from hayrick.averages import Averaged
from hayrick.estimates import Estimated
from hayrick.protocols import AnyTask
from hayrick.records.values import json_value
from hayrick.records.write_files import to_json
from hayrick.types import Basis, Estimate, Item, Judgement, Response, Score


def identity(task: AnyTask, response: Response[object]) -> dict[str, object]:
    """Columns that identify the response of a row, with the task's column names."""
    columns, item = task.columns, response.item
    named: dict[str, object] = {columns.dataset: item.dataset, columns.group: item.group}
    if columns.item is not None:
        named[columns.item] = item.id
    return {"task": task.name, **named, "system": response.system, "context": response.context}


def _tags(response: Response[object]) -> dict[str, object]:
    return {"tags": dict(response.all_tags)}


def response_row(task: AnyTask, response: Response[Any], variants: Sequence[Response[Any]] = ()) -> dict[str, object]:
    """JSON row of a response: identity, then the task's own columns or else reply and answer.

    Args:
        task: task of the response.
        response: the response without modification.
        variants: modified versions of it, such as one with repaired citations.
    """
    if task.response_row is not None:
        own = dict(task.response_row(response, variants))
    else:
        own = {"reply": response.reply, "answer": json_value(response.answer), **response.extra}
    return {**identity(task, response), **_tags(response), **own}


def item_row(task: AnyTask, item: Item[Any]) -> dict[str, object]:
    """JSON row of an item of a task that says what these hold; see `Task.item_row`."""
    columns = task.columns
    named = {
        columns.dataset: item.dataset,
        columns.group: item.group,
        **({columns.item: item.id} if columns.item else {}),
    }
    own = task.item_row(item) if task.item_row is not None else {}
    return {"task": task.name, **named, "tags": dict(item.tags), **own}


def judgement_row(task: AnyTask, response: Response[object], judgement: Judgement) -> dict[str, object]:
    """JSON row of a judgement; the link is null if the unit is not covered."""
    return {**_about(task, response), **_judged(task, judgement)}


def judgement_lines(task: AnyTask, given: Iterable[tuple[Response[object], Judgement]]) -> Iterator[str]:
    """Lines of a file of judgement rows."""
    return _lines(task, ((response, _judged(task, one)) for response, one in given))


def score_row(task: AnyTask, score: Score) -> dict[str, object]:
    """JSON row of a score."""
    return {**_about(task, score.response), **_scored(task, score)}


def score_lines(task: AnyTask, scores: Iterable[Score]) -> Iterator[str]:
    """Lines of a file of score rows."""
    return _lines(task, ((one.response, _scored(task, one)) for one in scores))


def _lines(task: AnyTask, rows: Iterable[tuple[Response[object], Mapping[str, object]]]) -> Iterator[str]:
    """Lines of rows about responses; adjacent rows of one response are encoded together."""
    for _, adjacent in groupby(rows, key=lambda row: id(row[0])):
        given = list(adjacent)
        about = to_json(_about(task, given[0][0])).removesuffix("}")
        own = to_json([columns for _, columns in given])[2:-1]
        first = own[: own.index(":") + 1]
        # Quotation marks within strings are escaped, so that no string holds what stands between two rows.
        yield f"{about}, {own}\n".replace(f"}}, {{{first}", f"}}\n{about}, {first}")


def _about(task: AnyTask, response: Response[object]) -> dict[str, object]:
    """Columns of a row about a response that all its rows share."""
    return {**identity(task, response), **_tags(response)}


def _judged(task: AnyTask, judgement: Judgement) -> dict[str, object]:
    """Columns of a judgement's row that are its own."""
    columns = task.columns
    return {
        columns.unit: judgement.unit,
        "judge": judgement.rater,
        "label": judgement.label,
        "value": judgement.value,
        columns.link: None if judgement.label == "none" else judgement.link,
        "unparsed": judgement.unparsed.reason if judgement.unparsed else None,
        "contradicted": judgement.contradicted,
        "reason": judgement.reason,
        **({} if judgement.about is None else {"about": judgement.about}),
        **({"repeats": list(judgement.repeats)} if judgement.repeats else {}),
    }


def _scored(task: AnyTask, score: Score) -> dict[str, object]:
    """Columns of a score's row that are its own."""
    columns, response = task.columns, score.response
    return {
        columns.unit: score.unit,
        **({columns.variant: response.variant} if columns.variant else {}),
        "measure": score.measure,
        "value": score.value,
        "weight": score.weight,
        "failed": score.failed,
        "unjudged": score.unjudged,
        "contradicted": score.contradicted,
        "unread": response.n_unread,
        **({} if response.item.share == 1 else {"share": response.item.share}),
        **({} if score.extremes is None else {"worst": score.extremes[0], "best": score.extremes[1]}),
    }


def estimate_row(task: AnyTask, one: Estimated) -> dict[str, object]:
    """JSON row of an estimate."""
    columns, key, value = task.columns, one.key, one.estimate
    row: dict[str, object] = {
        "task": task.name,
        "system": key.system,
        "context": key.context,
        columns.dataset: key.dataset,
        **({columns.variant: key.variant} if columns.variant else {}),
        "tags": dict(one.tags),
        "measure": key.measure,
        **_counted(value),
    }
    return row if value.bounds is None else {**row, "worst": value.bounds[0], "best": value.bounds[1]}


def average_row(one: Averaged) -> dict[str, object]:
    """JSON row of a mean of several tasks, which stands with the estimates."""
    value = one.estimate
    row: dict[str, object] = {
        "task": one.suite,
        "system": one.system,
        "context": one.context,
        "dataset": one.dataset,
        "tags": dict(one.tags),
        "measure": one.measure,
        **_counted(value),
    }
    return row if value.bounds is None else {**row, "worst": value.bounds[0], "best": value.bounds[1]}


def _counted(value: Estimate) -> dict[str, object]:
    return {
        "value": value.value,
        "low": value.low,
        "high": value.high,
        "n": value.n,
        "n_failed": value.n_failed,
        "n_unjudged": value.n_unjudged,
        "n_contradicted": value.n_contradicted,
        "n_unread": value.n_unread,
        **dict(zip(Basis._fields, value.basis or (None,) * len(Basis._fields), strict=True)),
        "signature": value.signature,
    }
