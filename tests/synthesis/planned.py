"""Scenarios of numbered insights for tests of their assignment, and what plans hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Literal

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.scenario import (
    DocumentPlan,
    Outdated,
    PlannedInsight,
    PlannedSubtopic,
    Range,
    Scenario,
)

START = date(2031, 3, 1)
ENGLISH = {"en": ("A sentence.",)}
BOTH = {"en": ("A sentence.",), "de": ("Ein Satz.",)}


def insight(id: str, documents: int | Literal["all"] | None = None, **given: Any) -> PlannedInsight:
    return PlannedInsight(id=id, text=f"Fact {id}.", documents=documents, **given)


def scenario(*insights: PlannedInsight, per_subtopic: int = 3, **given: Any) -> Scenario:
    """A scenario of four documents with one or two insights each, unless it says otherwise."""
    parts = [insights[i : i + per_subtopic] for i in range(0, len(insights), per_subtopic)]
    subtopics = tuple(
        PlannedSubtopic(id=f"s{k}", title=f"Part {k}", query="What?", insights=part) for k, part in enumerate(parts)
    )
    plain: dict[str, Any] = {
        "name": "town",
        "topic": "A town",
        "languages": {"en": 1.0},
        "documents": 4,
        "insights_per_document": Range(1, 2),
        "minimum_documents": 1,
        "subtopics": subtopics,
    }
    return Scenario(**{**plain, **given})


def large(documents: int = 100, insights: int = 60, **given: Any) -> Scenario:
    """As the paper has it: 100 documents with 5 to 8 insights each, every insight in 5 documents or more."""
    usual: dict[str, Any] = {"insights_per_document": Range(5, 8), "minimum_documents": 5, "per_subtopic": 6}
    some = [insight(f"i{k}", near_misses=ENGLISH, contradictions=ENGLISH) for k in range(insights)]
    return scenario(*some, documents=documents, **{**usual, **given})


def days(first: int, last: int) -> tuple[date, date]:
    return START + timedelta(first), START + timedelta(last)


def until(day: int, languages: Mapping[str, tuple[str, ...]] = ENGLISH) -> Outdated:
    return Outdated(until=START + timedelta(day), realisations=languages)


def stated(plan: DocumentPlan) -> list[str]:
    return [one.insight for one in plan.planted if one.kind in ("says", "half") and one.insight is not None]


def counts(plans: tuple[DocumentPlan, ...]) -> Counter[str]:
    return Counter(id for plan in plans for id in stated(plan))


def placed(plans: tuple[DocumentPlan, ...], kind: str, id: str) -> list[int]:
    """Positions of the documents with such an entry."""
    return [d for d, plan in enumerate(plans) for one in plan.planted if one.kind == kind and one.insight == id]


def frame_of(seed: int) -> tuple[DocumentPlan, ...]:
    """The documents that a seed gives, whatever they state: each decision has its own stream."""
    return assign(
        scenario(insight("a"), languages={"en": 0.5, "de": 0.5}, insights_per_document=Range(0, 1), seed=seed)
    )


APART = [seed for seed in range(20) if {plan.language for plan in frame_of(seed)[:2]} == {"en", "de"}]
"""Seeds that give the first two of four documents different languages."""
