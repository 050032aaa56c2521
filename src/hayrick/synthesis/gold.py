"""Makes a synthesised haystack with its gold data: which document states what, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hayrick.checking.soundness import MADE
from hayrick.synthesis.grammar import expand
from hayrick.synthesis.scenario import PlannedInsight, PlantedSentence, Scenario
from hayrick.types import Document, Haystack, Insight, Subtopic


def haystack_of(
    scenario: Scenario,
    documents: Sequence[Document],
    statements: Sequence[PlantedSentence],
    id: str,
    maker: Mapping[str, object],
) -> Haystack:
    """Make the haystack of written documents.

    Insights that no document states are left out, and so are subtopics without insights.

    Args:
        scenario: the plan.
        documents: the written documents.
        statements: planted sentences, with their places.
        id: id of the haystack.
        maker: record of how it was made.
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
            "statements": [_statement_row(one) for one in statements],
        },
    )


def insights_of(scenario: Scenario) -> tuple[Insight, ...]:
    """Insights of a scenario as haystack insights, with translations and halves for a checker."""
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


def _statement_row(statement: PlantedSentence) -> dict[str, object]:
    """JSON row of a planted sentence."""
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
