"""The questions to the planning model; the prompts define their wording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hayrick.asking import READ_TRIES, numbered, question, shown
from hayrick.synthesis.planning.proposals import Dropped
from hayrick.synthesis.planning.topics import Topic
from hayrick.synthesis.scenario import Scenario
from hayrick.types import Question

REPLY_TOKENS = 4096
"""Token limit of a planner's reply."""

CLASS_TOKENS = 512

KINDS: Mapping[str, str] = MappingProxyType({"news": "news articles", "conversation": "conversations"})
"""Word for documents in prompts, by domain; "documents" for other domains."""


def kind_of(scenario: Scenario) -> str:
    """Word for a scenario's documents in prompts."""
    return KINDS.get(scenario.domain, "documents")


def for_subtopics(scenario: Scenario, topics: Sequence[Topic], dropped: Sequence[Dropped], round_: int) -> Question:
    """Ask for the missing subtopics."""
    values = {
        **_setting(scenario),
        "taken": numbered("Subtopic", [one.title for one in topics]),
        "dropped": _dropped(dropped),
        "n_wanted": str(scenario.wanted_subtopics - len(topics)),
    }
    return _planner("plan-subtopics", values, round_)


def for_overlaps(scenario: Scenario, topics: Sequence[Topic], round_: int) -> Question:
    """Ask which subtopics overlap."""
    return _planner("plan-overlaps", {"topic": scenario.topic, "subtopics": _titles(topics)}, round_)


def for_insights(
    scenario: Scenario, topics: Sequence[Topic], topic: Topic, dropped: Sequence[Dropped], round_: int
) -> Question:
    """Ask for the insights that one subtopic lacks, showing all other insights."""
    others = [
        line
        for one in topics
        if one is not topic
        for line in (f"Subtopic: {one.title}", *(f"- {text}" for text in one.insights))
    ]
    values = {
        **_setting(scenario),
        "subtopic": topic.title,
        "taken": numbered("Insight", topic.insights),
        "others": "\n".join(others) or "(none)",
        "dropped": _dropped([one for one in dropped if one.subtopic == topic.title]),
        "n_wanted": str(topic.lacking),
    }
    return _planner("plan-insights", values, round_)


def for_duplicates(scenario: Scenario, insights: Sequence[str], round_: int) -> Question:
    """Ask which insights state the same."""
    values = {"topic": scenario.topic, "insights": numbered("Insight", insights)}
    return _planner("plan-duplicates", values, round_)


def for_subtopic_of(scenario: Scenario, topics: Sequence[Topic], insight: str) -> Question:
    """Ask which subtopic an insight belongs to, without naming its own."""
    values = {"topic": scenario.topic, "subtopics": _titles(topics), "insight": insight}
    return question("classify-insight", "checker", values, shared=("topic", "subtopics"), max_tokens=CLASS_TOKENS)


def for_queries(scenario: Scenario, topics: Sequence[Topic], round_: int) -> Question:
    """Ask for the queries of these subtopics."""
    return _planner("plan-queries", {"topic": scenario.topic, "subtopics": _titles(topics)}, round_)


def _setting(scenario: Scenario) -> dict[str, str]:
    seeds = "\n\n".join(f"Document {name}:\n{text}" for name, text in scenario.seed_documents)
    return {
        "kind": kind_of(scenario),
        "topic": scenario.topic,
        "wishes": shown(scenario.guidance),
        "seeds": shown(seeds),
    }


def _titles(topics: Sequence[Topic]) -> str:
    return numbered("Subtopic", [one.title for one in topics])


def _dropped(dropped: Sequence[Dropped]) -> str:
    return numbered("Dropped", [f"{one.text} ({one.reason})" for one in dropped])


def _planner(template: str, values: Mapping[str, str], round_: int) -> Question:
    shared = ("topic", "wishes", "seeds") if "seeds" in values else ()
    return question(template, "planner", values, shared=shared, max_tokens=REPLY_TOKENS, repeat=round_ * READ_TRIES)
