"""What systems missed: insights that a summary does not cover, and in other tasks answers that are not wholly right.

Functions of items, responses, judgements and scores, which a run has in memory and `harness.reviewing.finished` reads
from files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from hayrick.protocols import AnyTask
from hayrick.replies.classes import CLASS
from hayrick.report.nearest import Nearest, Said, answer_of
from hayrick.report.states import (
    Judged,
    Place,
    State,
    all_states,
    holders,
    insights_of,
    places_of,
    question_of,
    shown_of,
)
from hayrick.reporting import answers_of
from hayrick.types import DOCUMENTS_SHOWN, Item, Response, Score, Tags


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """One insight that one system missed, or one item that it did not answer wholly right."""

    task: str
    dataset: str
    group: str
    item: str
    about: Tags
    """Tags of the item, such as its length and the depth at which the answer stands."""

    query: str
    """What the system was asked."""

    unit: str | None
    """Id of the insight; None for a whole item."""

    wanted: str
    """Text of the insight, or the right answers."""

    system: str
    context: str
    tags: Tags
    value: float | None
    """The judge's value of the insight, or the item's mean of the task's main measure; None if the system failed and
    the measure has no floor."""

    measure: str | None
    """Name of that measure; None for an insight."""

    label: str | None
    why: str
    """`no answer`, `contradicted`, `not covered`, `wrong`, or `partly right`."""

    outcome: str | None
    """Class of the response (`replies.classes`); None if it has none, as a system without a model."""

    reason: str | None
    """The judge's."""

    held_by: tuple[Place, ...]
    """Documents that state the insight, in stored order; the documents of another item are not listed."""

    shown: tuple[Place, ...] | None
    """Those of them that the system was shown; None where it was shown all documents, or does not say."""

    n_documents: int
    said: Said | None
    """None if the system failed, or no bullet shares a content word with the insight."""

    missed_by: int
    """Responses of the run that miss it, of `answered_by` that were judged."""

    answered_by: int


class Counts(NamedTuple):
    """Insights or items that a system covered wholly, in part and not at all, and those that were not judged.

    `not_shown` counts the missed insights of which the system was shown no document that states them; None where it was
    shown all documents, or does not say.
    """

    system: str
    context: str
    tags: Tags
    whole: int
    partly: int
    missed: int
    unjudged: int
    not_shown: int | None = None


def missed(task: AnyTask, judged: Iterable[Judged], scores: Iterable[Score] = ()) -> list[Missed]:
    """All that was missed in a task: first what most systems miss, then what most documents state, then the worst.

    An insight is missed where the system gave no answer, or the judge says that it is not covered or contradicted; an
    unjudged one is in `counts`. In tasks without insights an item is missed whose mean of the last main measure that
    has rows is below the greatest possible value; where that is infinite, only an item without answer.

    Args:
        task: of the run.
        judged: items, responses and judgements.
        scores: rows of the run; needed by tasks without insights.
    """
    found: list[Missed] = []
    answered: Counter[tuple[object, ...]] = Counter()
    for item, response, states in all_states(task, judged, scores):
        answered.update((*item.key, one.unit) for one in states if one.kind != "unjudged")
        found += _of_response(task, item, response, [one for one in states if one.why])
    missing = Counter(map(_unit, found))
    values: dict[tuple[object, ...], list[float]] = {}
    for one in found:
        values.setdefault(_unit(one), []).append(one.value or 0.0)
    means = {unit: (fmean(of), number) for number, (unit, of) in enumerate(values.items())}
    found = [replace(one, missed_by=missing[_unit(one)], answered_by=answered[_unit(one)]) for one in found]
    return sorted(found, key=lambda one: (-one.missed_by, -len(one.held_by), means[_unit(one)], one.value or 0.0))


def counts(task: AnyTask, judged: Iterable[Judged], scores: Iterable[Score] = ()) -> list[Counts]:
    """Counts of each system, context and tags, in the order of the responses; for the arguments see `missed`."""
    found: dict[tuple[object, ...], tuple[Response[Any], Counter[str]]] = {}
    for item, response, states in all_states(task, judged, scores):
        name = (response.system, response.context, *sorted(response.tags.items()))
        tally = found.setdefault(name, (response, Counter()))[1]
        tally.update(one.kind for one in states)
        missing = [shown_of(item, response, one.insight) for one in states if one.insight and one.kind == "missed"]
        tally["not_shown"] += missing.count(())
        tally["told"] += DOCUMENTS_SHOWN in response.extra
    return [
        Counts(
            system=one.system,
            context=one.context,
            tags=one.tags,
            whole=of["whole"],
            partly=of["partly"],
            missed=of["missed"],
            unjudged=of["unjudged"],
            not_shown=of["not_shown"] if of["told"] else None,
        )
        for one, of in found.values()
    ]


def _of_response(task: AnyTask, item: Item[Any], response: Response[Any], states: Sequence[State]) -> Iterator[Missed]:
    nearest = Nearest(response) if insights_of(item) is not None else None
    outcome = response.extra.get(CLASS)
    for one in states:
        judgement, insight = one.judgement, one.insight
        yield Missed(
            task=task.name,
            dataset=item.dataset,
            group=item.group,
            item=item.id,
            about=item.tags,
            query=question_of(item),
            unit=one.unit,
            wanted=insight.text if insight else "; ".join(answers_of(task, item)),
            system=response.system,
            context=response.context,
            tags=response.tags,
            value=one.value,
            measure=one.measure,
            label=judgement.label if judgement else None,
            why=one.why,
            outcome=outcome if isinstance(outcome, str) else None,
            reason=judgement.reason if judgement else None,
            held_by=places_of(item, holders(item, insight)) if insight else (),
            shown=shown_of(item, response, insight) if insight else None,
            n_documents=len(item.documents),
            said=nearest.to(insight.text) if nearest and insight else answer_of(response),
            missed_by=0,
            answered_by=0,
        )


def _unit(one: Missed) -> tuple[object, ...]:
    return one.dataset, one.group, one.item, one.unit


_PLAIN = (
    *("task", "dataset", "group", "item", "unit", "wanted", "system", "context", "tags", "value", "label", "why"),
    *("reason", "missed_by", "answered_by"),
)
COLUMNS = [name for name in (*_PLAIN, "held_by", "said", "bullet") if name != "tags"]
"""Columns of what was missed, where nothing was."""


def row_of(one: Missed) -> dict[str, Any]:
    """A missed insight or item as a flat row: ids of the documents that state it, and the text that is nearest."""
    return {
        **{name: getattr(one, name) for name in _PLAIN},
        "held_by": [place.document for place in one.held_by],
        "said": one.said.text if one.said else None,
        "bullet": one.said.bullet if one.said else None,
    }
