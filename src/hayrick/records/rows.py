"""Converts judgements, scores and estimates to and from the JSON rows of run directories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple, overload

from hayrick.averages import Averaged
from hayrick.estimates import Estimated
from hayrick.protocols import Task
from hayrick.records.fields import link, number, optional_string, string, tags_of
from hayrick.records.files import read_jsonl, to_json
from hayrick.records.values import json_value
from hayrick.types import LABEL_VALUES, BadInput, Estimate, Item, Judgement, Response, Score, Unparsed

AnyTask = Task[Any, Any]


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
        "signature": value.signature,
    }


def read_scores(path: Path) -> dict[str, list[Score]]:
    """Read the scores of a run directory's `scores.jsonl`, by task.

    Raises:
        BadInput: a row is not a score.
    """
    found: dict[str, list[Score]] = {}
    responses = _Responses()
    for where, row in read_jsonl(path):
        task = optional_string(row, "task", where) or SUMMHAY
        found.setdefault(task, []).append(_score(row, where, responses))
    return found


def score_of(row: Mapping[str, object], where: str) -> Score:
    """Read the score of one row.

    Raises:
        BadInput: the row is not a score.
    """
    return _score(row, where, _Responses())


def _score(row: Mapping[str, object], where: str, responses: _Responses) -> Score:
    weight = number(row, "weight", where)
    worst, best = number(row, "worst", where), number(row, "best", where)
    return Score(
        response=responses.of(row, where),
        measure=string(row, "measure", where),
        unit=_first(row, ("insight", "unit"), where),
        value=number(row, "value", where),
        weight=1.0 if weight is None else weight,
        failed=row.get("failed") is True,
        unjudged=row.get("unjudged") is True,
        contradicted=row.get("contradicted") is True,
        extremes=None if worst is None or best is None else (worst, best),
    )


SUMMHAY = "summhay"
"""Task of rows without a task."""


class JudgementRow(NamedTuple):
    """A judgement and its response."""

    response: Response[None]
    judgement: Judgement


def read_judgements(path: Path) -> list[JudgementRow]:
    """Read the judgements of a run directory's `judgements.jsonl`, of all its tasks."""
    return [row for rows in judgements_by_task(path).values() for row in rows]


def judgements_by_task(path: Path) -> dict[str, list[JudgementRow]]:
    """Read the judgements of a run directory's `judgements.jsonl`, by task.

    A link that is not a positive integer is dropped. A label of an insight other than none, partial or full is
    rejected.

    Raises:
        BadInput: a row is not a judgement.
    """
    found: dict[str, list[JudgementRow]] = {}
    responses = _Responses()
    for where, row in read_jsonl(path):
        task = optional_string(row, "task", where) or SUMMHAY
        label = optional_string(row, "label", where)
        if label is not None and "insight" in row and label not in LABEL_VALUES:
            raise BadInput(where, f"label '{label}'", "none, partial or full")
        reason = optional_string(row, "unparsed", where)
        judgement = Judgement(
            unit=_first(row, ("insight", "unit"), where, needed=True),
            rater=string(row, "judge", where),
            label=label,
            value=number(row, "value", where),
            link=link(row.get("bullet", row.get("link"))),
            unparsed=Unparsed(reason=reason) if reason is not None else None,
            contradicted=row.get("contradicted") is True,
            reason=optional_string(row, "reason", where),
            about=optional_string(row, "about", where),
        )
        found.setdefault(task, []).append(JudgementRow(responses.of(row, where), judgement))
    return found


_ABOUT = (
    *("haystack", "dataset", "subtopic", "group", "item", "citations", "variant"),
    *("system", "context", "tags", "unread", "share"),
)
"""Columns of a row that say which response it is about."""


class _Responses:
    """Responses of rows, with identity only; consecutive rows of one response share one value."""

    def __init__(self) -> None:
        self._last: tuple[object, Response[None]] | None = None

    def of(self, row: Mapping[str, object], where: str) -> Response[None]:
        """Return the response of a row, with SummHay's or other tasks' columns.

        Raises:
            BadInput: a column is missing.
        """
        about = list(map(row.get, _ABOUT))
        if self._last is None or self._last[0] != about:
            self._last = about, _response(row, where)
        return self._last[1]


def _response(row: Mapping[str, object], where: str) -> Response[None]:
    dataset = _first(row, ("haystack", "dataset"), where, needed=True)
    group = _first(row, ("subtopic", "group"), where, needed=True)
    id = optional_string(row, "item", where) or group
    share = number(row, "share", where) if "share" in row else None
    item = Item(dataset=dataset, group=group, id=id, query="", gold=None, share=share or 1.0)
    unread = row.get("unread")
    return Response(
        item=item,
        system=string(row, "system", where),
        context=string(row, "context", where),
        tags=tags_of(row, where),
        variant=_first(row, ("citations", "variant"), where) or "own",
        answer=None,
        n_unread=unread if isinstance(unread, int) else 0,
    )


@overload
def _first(row: Mapping[str, object], names: Sequence[str], where: str, *, needed: Literal[True]) -> str: ...
@overload
def _first(row: Mapping[str, object], names: Sequence[str], where: str) -> str | None: ...
def _first(row: Mapping[str, object], names: Sequence[str], where: str, *, needed: bool = False) -> str | None:
    """String in the first of these columns that the row has."""
    name = next((name for name in names if name in row), names[0])
    return string(row, name, where) if needed else optional_string(row, name, where)
