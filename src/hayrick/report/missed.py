"""What systems missed: insights that a summary does not cover, and in other tasks answers that are not wholly right.

Functions of items, responses, judgements and scores, which a run has in memory and `harness.finished` reads from files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from statistics import fmean
from typing import Any, NamedTuple

from hayrick.estimates import mean_of
from hayrick.protocols import AnyMeasure, AnyTask
from hayrick.replies.classes import CLASS
from hayrick.report.nearest import Nearest, Said, answer_of
from hayrick.reporting import answers_of
from hayrick.types import DOCUMENTS_SHOWN, Insight, Item, Judgement, Response, Score, Subtopic, Tags

Judged = tuple[Item[Any], Response[Any], Sequence[Judgement] | None]
"""An item, a response to it, and its judgements; None without a judge."""

NONE = "none"


@dataclass(frozen=True, slots=True)
class Place:
    """A document and its stored position, from 1, which is the number that citations use."""

    document: str
    position: int


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


NO_ANSWER, CONTRADICTED, NOT_COVERED = "no answer", "contradicted", "not covered"
WRONG, PARTLY = "wrong", "partly right"


def question_of(item: Item[Any]) -> str:
    """What an item asks, for people: a subtopic's title, with which its query is searched for, stands in brackets."""
    subtopic = getattr(item.gold, "subtopic", None)
    if not isinstance(subtopic, Subtopic) or not (subtopic.query and subtopic.title):
        return item.query
    return f"{subtopic.query} ({subtopic.title})"


def insights_of(item: Item[Any]) -> tuple[Insight, ...] | None:
    """Insights of an item whose gold has them and says which documents state them; None for any other."""
    gold = item.gold
    return tuple(gold.insights) if hasattr(gold, "insights") and hasattr(gold, "held_by") else None


def places_of(item: Item[Any], documents: Collection[str]) -> tuple[Place, ...]:
    """Places of documents of an item, in stored order; documents that it does not have are left out."""
    return tuple(Place(one.id, at) for at, one in enumerate(item.documents, start=1) if one.id in documents)


def holders(item: Item[Any], insight: Insight) -> frozenset[str]:
    """Ids of the documents that state an insight of an item."""
    return frozenset(item.gold.held_by.get(insight.id, ()))


def shown_of(item: Item[Any], response: Response[Any], insight: Insight) -> tuple[Place, ...] | None:
    """Documents that state an insight and that the system was shown; None where it was shown all, or does not say."""
    given = response.extra.get(DOCUMENTS_SHOWN)
    if not isinstance(given, list | tuple):
        return None
    return places_of(item, holders(item, insight) & {one for one in given if isinstance(one, str)})


def response_key(response: Response[Any]) -> tuple[object, ...]:
    """Identifies a response, also one read from a row, whose tags are those of the item and its own together."""
    return (*response.item.key, response.system, response.context, *sorted(response.all_tags.items()))


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


class State(NamedTuple):
    """What became of an insight or item in one response."""

    unit: str | None
    value: float | None
    kind: str
    """The field of `Counts` that counts it."""

    why: str = ""
    insight: Insight | None = None
    judgement: Judgement | None = None
    measure: str | None = None
    """Whose value it is; None for a judge's."""


def all_states(
    task: AnyTask, judged: Iterable[Judged], scores: Iterable[Score]
) -> Iterator[tuple[Item[Any], Response[Any], list[State]]]:
    """What became of each insight of each response, or of its item as a whole, in the order of `judged`."""
    given = list(scores)
    named = {one.measure for one in given}
    main = [one for one in task.measures if one.main]
    # Without a judge, measures that need one have no rows.
    measure = next((one for one in reversed(main) if one.name in named), main[-1])
    rows: dict[tuple[object, ...], list[Score]] = {}
    for one in given:
        if one.measure == measure.name:
            rows.setdefault(response_key(one.response), []).append(one)
    for item, response, judgements in judged:
        insights = insights_of(item)
        if insights is None:
            state = _state_of_item(response, rows.get(response_key(response), ()), measure)
            yield item, response, [state._replace(measure=measure.name)]
        else:
            by_unit = {one.unit: one for one in judgements or ()}
            yield item, response, [state_of_insight(one, response, by_unit.get(one.id)) for one in insights]


def state_of_insight(insight: Insight, response: Response[Any], judgement: Judgement | None) -> State:
    """What became of an insight in a response that was judged so."""
    if response.answer is None:
        return State(insight.id, 0.0, "missed", NO_ANSWER, insight)
    if judgement is None or judgement.value is None:
        return State(insight.id, None, "unjudged", insight=insight, judgement=judgement)
    kind = "partly" if judgement.label == "partial" else "whole"
    why = ""
    if judgement.contradicted:
        kind, why = "missed", CONTRADICTED
    elif judgement.label == NONE or (judgement.label is None and judgement.value <= 0):
        kind, why = "missed", NOT_COVERED
    return State(insight.id, judgement.value, kind, why, insight, judgement)


def _state_of_item(response: Response[Any], rows: Sequence[Score], measure: AnyMeasure) -> State:
    value = mean_of(rows)
    # An answer that was not made from a reply cannot be read again: its rows know whether there was one.
    if any(row.failed for row in rows) if rows else response.answer is None:
        return State(None, value, "missed", NO_ANSWER)
    if value is None:
        return State(None, None, "unjudged")
    least, most = measure.bounds
    if not isfinite(most) or value >= most:
        return State(None, value, "whole")
    return State(None, value, "missed", WRONG) if value <= least else State(None, value, "partly", PARTLY)


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
