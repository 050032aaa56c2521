"""Reads judgements and scores from the JSON rows of run directories; `rows` writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar, overload

from hayrick.records.fields import link, number, optional_string, string, tags_of
from hayrick.records.read_files import read_jsonl
from hayrick.types import LABEL_VALUES, OWN, BadInput, Item, Judgement, Response, Score, Unparsed

T = TypeVar("T")


def read_scores(path: Path) -> dict[str, list[Score]]:
    """Read the scores of a run directory's `scores.jsonl`, by task.

    Raises:
        BadInput: a row is not a score.
    """
    return _by_task(path, _score)


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
    return _by_task(path, _judgement)


def _judgement(row: Mapping[str, object], where: str, responses: _Responses) -> JudgementRow:
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
    return JudgementRow(responses.of(row, where), judgement)


def _by_task(path: Path, read: Callable[[Mapping[str, object], str, _Responses], T]) -> dict[str, list[T]]:
    """What is read of each row of a file, by task."""
    found: dict[str, list[T]] = {}
    responses = _Responses()
    for where, row in read_jsonl(path):
        task = optional_string(row, "task", where) or SUMMHAY
        found.setdefault(task, []).append(read(row, where, responses))
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
        variant=_first(row, ("citations", "variant"), where) or OWN,
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
