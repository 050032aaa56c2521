"""The gold data of a synthesised haystack: what is known to be said where, put into the haystack itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hayrick.checking.soundness import MADE
from hayrick.synthesis.grammar import expand
from hayrick.synthesis.scenario import PlannedInsight, Scenario, Statement
from hayrick.types import Document, Haystack, Insight, Subtopic


def haystack_of(
    scenario: Scenario,
    documents: Sequence[Document],
    statements: Sequence[Statement],
    id: str,
    maker: Mapping[str, object],
) -> Haystack:
    """The haystack of written documents.

    An insight that no document states is left out, and a subtopic without insights with it.

    Args:
        scenario: what was planned.
        documents: as written.
        statements: what is planted in them.
        id: of the haystack.
        maker: who made it, from what.
    """
    held: dict[str, list[str]] = {insight.id: [] for insight in scenario.insights}
    for one in statements:
        if one.kind in ("says", "half") and one.insight is not None and one.document not in held[one.insight]:
            held[one.insight].append(one.document)
    return Haystack(
        id=id,
        topic=scenario.topic,
        domain=scenario.domain,
        documents=tuple(documents),
        subtopics=_subtopics(scenario, held),
        held_by={insight: tuple(holders) for insight, holders in held.items() if holders},
        extra={
            "language": scenario.language,
            MADE: dict(maker),
            "statements": [statement_row(one) for one in statements],
        },
    )


def insights_of(scenario: Scenario) -> tuple[Insight, ...]:
    """Insights of a scenario as those of a haystack, with what a checker needs to know of them."""
    return tuple(_insight(one) for one in scenario.insights)


def _subtopics(scenario: Scenario, held: Mapping[str, Sequence[str]]) -> tuple[Subtopic, ...]:
    found = []
    for subtopic in scenario.subtopics:
        insights = tuple(_insight(one) for one in subtopic.insights if held[one.id])
        if insights:
            found.append(Subtopic(id=subtopic.id, title=subtopic.title, query=subtopic.query, insights=insights))
    return tuple(found)


def _insight(insight: PlannedInsight) -> Insight:
    extra: dict[str, object] = {}
    if insight.translations:
        extra["translations"] = dict(insight.translations)
    if insight.halves:
        extra["halves"] = [
            expand(texts[0], Random(0), str) for half in insight.halves for texts in half.values() if texts
        ]
    return Insight(id=insight.id, text=insight.text, extra=extra)


def statement_row(statement: Statement) -> dict[str, object]:
    """JSON row of a statement."""
    row: dict[str, object] = {
        "document": statement.document,
        "insight": statement.insight,
        "kind": statement.kind,
        "text": statement.text,
        "start": statement.start,
        "end": statement.end,
        "language": statement.language,
    }
    if statement.half is not None:
        row["half"] = statement.half
    if statement.to is not None:
        row["to"] = statement.to
    return row
