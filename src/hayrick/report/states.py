"""What became of each insight, or of an item as a whole, in each response."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from hayrick.estimates import mean_of
from hayrick.protocols import AnyMeasure, AnyTask
from hayrick.types import DOCUMENTS_SHOWN, Insight, Item, Judgement, Response, Score, Subtopic

Judged = tuple[Item[Any], Response[Any], Sequence[Judgement] | None]
"""An item, a response to it, and its judgements; None without a judge."""

NONE = "none"


@dataclass(frozen=True, slots=True)
class Place:
    """A document and its stored position, from 1, which is the number that citations use."""

    document: str
    position: int


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
