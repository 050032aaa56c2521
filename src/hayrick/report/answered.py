"""One item in a run: what was asked and right, and what each system answered, scored and was judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from hayrick.protocols import Task
from hayrick.replies.classes import CLASS
from hayrick.report.nearest import Said, answer_of
from hayrick.report.states import Judged, question_of, response_key
from hayrick.reporting import answers_of
from hayrick.types import OWN, Response, Score, Tags


@dataclass(frozen=True, slots=True)
class Unit:
    """A judged unit of an answer."""

    unit: str
    text: str | None
    """What the unit is, where its judgement says so."""

    label: str | None
    value: float | None
    reason: str | None
    """The judge's reason, or why there is no judgement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One system's answer to an item."""

    system: str
    context: str
    tags: Tags
    said: Said | None
    outcome: str | None
    """Class of the response (`replies.classes`); None for a system without a model."""

    failed: bool
    """Whether the system gave no readable answer."""

    values: dict[str, float | None]
    """Measure -> mean of its rows; None where all are unjudged."""

    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReport:
    """An item, its right answers, and what each system answered."""

    task: str
    dataset: str
    group: str
    item: str
    about: Tags
    """Tags of the item, such as its length and the depth at which the answer stands."""

    query: str
    right: tuple[str, ...]
    n_documents: int
    systems: tuple[Answered, ...]


def item_reports(
    task: Task[Any, Any], judged: Iterable[Judged], scores: Iterable[Score], item: str
) -> list[ItemReport]:
    """Reports on every item with this id; several datasets or groups may have one.

    Args:
        task: of the run.
        judged: items, responses and judgements.
        scores: rows of the run.
        item: id of the item.
    """
    rows: dict[tuple[object, ...], list[Score]] = {}
    for one in scores:
        if one.item.id == item:
            rows.setdefault(response_key(one.response), []).append(one)
    found: dict[tuple[str, str, str], tuple[Judged, list[Answered]]] = {}
    for given in judged:
        if given[0].id == item:
            answered = _answered(given, rows.get(response_key(given[1]), []))
            found.setdefault(given[0].key, (given, []))[1].append(answered)
    return [
        ItemReport(
            task=task.name,
            dataset=one.dataset,
            group=one.group,
            item=one.id,
            about=one.tags,
            query=question_of(one),
            right=answers_of(task, one),
            n_documents=len(one.documents),
            systems=tuple(answers),
        )
        for (one, _, _), answers in found.values()
    ]


def _answered(given: Judged, rows: list[Score]) -> Answered:
    _, response, judgements = given
    by_measure: dict[str, list[float]] = {}
    for row in rows:
        if row.response.variant == OWN:
            by_measure.setdefault(row.measure, []).extend([] if row.value is None else [row.value])
    return Answered(
        system=response.system,
        context=response.context,
        tags=response.tags,
        said=answer_of(response),
        outcome=_outcome(response),
        failed=any(row.failed for row in rows) if rows else response.answer is None,
        values={name: fmean(values) if values else None for name, values in by_measure.items()},
        units=tuple(
            Unit(
                one.unit,
                one.about,
                one.label,
                one.value,
                one.reason or (one.unparsed.reason if one.unparsed else None),
            )
            for one in judgements or ()
        ),
    )


def _outcome(response: Response[Any]) -> str | None:
    found = response.extra.get(CLASS)
    return found if isinstance(found, str) else None
