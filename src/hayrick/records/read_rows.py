"""Reads judgements and scores from the JSON rows of run directories; `rows` writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from hayrick.protocols import Columns
from hayrick.records.columns import SUMMHAY, columns_of
from hayrick.records.fields import link, number, optional_string, string, tags_of
from hayrick.records.outputs import MANIFEST
from hayrick.records.parameters import cut
from hayrick.records.read_files import read_jsonl
from hayrick.records.reported import all_recorded
from hayrick.types import LABEL_VALUES, OWN, BadInput, Item, Judgement, Response, Score, Unparsed

T = TypeVar("T")


def read_scores(path: Path, manifest: Mapping[str, object]) -> dict[str, list[Score]]:
    """Read the scores of a run directory's `scores.jsonl`, by task.

    Args:
        path: the file.
        manifest: of the run, with what it recorded of its tasks.

    Raises:
        BadInput: a row is not a score, or is one of a task or measure that the run's manifest does not name.
    """
    told = all_recorded(manifest)
    measures = {name: [one.name for one in reporting.measures] for name, reporting in told.items()}

    def read(row: Mapping[str, object], where: str, responses: _Responses) -> Score:
        score = _score(row, where, responses)
        known = measures[str(row.get("task") or SUMMHAY)]
        if score.measure not in known:
            expected = f"a measure that {MANIFEST} names ({cut(', '.join(known), 120)})"
            raise BadInput(where, f"measure '{cut(score.measure)}'", expected, "Make the run again.")
        return score

    return _by_task(path, {name: reporting.columns for name, reporting in told.items()}, read)


def score_of(row: Mapping[str, object], columns: Columns, where: str) -> Score:
    """Read the score of one row of a task with these columns.

    Raises:
        BadInput: the row is not a score.
    """
    return _score(row, where, _Responses(columns))


def _score(row: Mapping[str, object], where: str, responses: _Responses) -> Score:
    weight = number(row, "weight", where)
    worst, best = number(row, "worst", where), number(row, "best", where)
    return Score(
        response=responses.of(row, where),
        measure=string(row, "measure", where),
        unit=optional_string(row, responses.columns.unit, where),
        value=number(row, "value", where),
        weight=1.0 if weight is None else weight,
        failed=row.get("failed") is True,
        unjudged=row.get("unjudged") is True,
        contradicted=row.get("contradicted") is True,
        extremes=None if worst is None or best is None else (worst, best),
    )


class JudgementRow(NamedTuple):
    """A judgement and its response."""

    response: Response[None]
    judgement: Judgement


def read_judgements(path: Path, columns: Mapping[str, Columns]) -> dict[str, list[JudgementRow]]:
    """Read the judgements of a run directory's `judgements.jsonl`, by task.

    A link that is not a positive integer is dropped. A label of an insight other than none, partial or full is
    rejected.

    Args:
        path: the file.
        columns: of each task, as the run recorded them (`reported.columns_in`).

    Raises:
        BadInput: a row is not a judgement, or is one of a task without columns.
    """
    return _by_task(path, columns, _judgement)


def _judgement(row: Mapping[str, object], where: str, responses: _Responses) -> JudgementRow:
    label = optional_string(row, "label", where)
    columns = responses.columns
    if label is not None and columns.unit == "insight" and label not in LABEL_VALUES:
        raise BadInput(where, f"label '{label}'", "none, partial or full")
    reason = optional_string(row, "unparsed", where)
    judgement = Judgement(
        unit=string(row, columns.unit, where),
        rater=string(row, "judge", where),
        label=label,
        value=number(row, "value", where),
        link=link(row.get(columns.link)),
        unparsed=Unparsed(reason=reason) if reason is not None else None,
        contradicted=row.get("contradicted") is True,
        reason=optional_string(row, "reason", where),
        about=optional_string(row, "about", where),
    )
    return JudgementRow(responses.of(row, where), judgement)


def _by_task(
    path: Path, columns: Mapping[str, Columns], read: Callable[[Mapping[str, object], str, _Responses], T]
) -> dict[str, list[T]]:
    """What is read of each row of a file, by task; all rows of a task have the columns of its first."""
    found: dict[str, list[T]] = {}
    responses: dict[str, _Responses] = {}
    for where, row in read_jsonl(path):
        task = optional_string(row, "task", where) or SUMMHAY
        if task not in found:
            found[task], responses[task] = [], _Responses(columns_of(row, columns))
        found[task].append(read(row, where, responses[task]))
    return found


class _Responses:
    """Responses of the rows of a task, with identity only; consecutive rows of one response share one value."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        named = (columns.dataset, columns.group, columns.item or columns.group, columns.variant or "variant")
        self._about = (*named, "system", "context", "tags", "unread", "share")
        self._last: tuple[object, Response[None]] | None = None

    def of(self, row: Mapping[str, object], where: str) -> Response[None]:
        """Return the response of a row.

        Raises:
            BadInput: a column is missing.
        """
        about = list(map(row.get, self._about))
        if self._last is None or self._last[0] != about:
            self._last = about, _response(row, self.columns, where)
        return self._last[1]


def _response(row: Mapping[str, object], columns: Columns, where: str) -> Response[None]:
    dataset, group = string(row, columns.dataset, where), string(row, columns.group, where)
    id = optional_string(row, columns.item or columns.group, where) or group
    share = number(row, "share", where) if "share" in row else None
    item = Item(dataset=dataset, group=group, id=id, query="", gold=None, share=share or 1.0)
    unread = row.get("unread")
    return Response(
        item=item,
        system=string(row, "system", where),
        context=string(row, "context", where),
        tags=tags_of(row, where),
        variant=(optional_string(row, columns.variant, where) if columns.variant else None) or OWN,
        answer=None,
        n_unread=unread if isinstance(unread, int) else 0,
    )
