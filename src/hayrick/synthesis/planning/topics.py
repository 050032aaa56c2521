"""Subtopics during planning, with given and added parts, and the completed scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hayrick.synthesis.scenario import PlannedInsight, PlannedSubtopic, Scenario
from hayrick.types import BadInput

LEAST_SUBTOPICS = 2


@dataclass(slots=True, eq=False)
class Topic:
    """A subtopic during planning: the given one, if any, and the insights added so far."""

    title: str
    wanted: int
    given: PlannedSubtopic | None = None
    added: list[str] = field(default_factory=list)
    query: str = ""

    @property
    def fixed(self) -> list[str]:
        """Texts of the given insights."""
        return [one.text for one in self.given.insights] if self.given else []

    @property
    def insights(self) -> list[str]:
        """Texts of all insights so far."""
        return [*self.fixed, *self.added]

    @property
    def lacking(self) -> int:
        """Number of insights still wanted."""
        return self.wanted - len(self.insights)


def completed(scenario: Scenario, topics: Sequence[Topic]) -> Scenario:
    """Make the scenario with all given parts, unchanged, and added ones.

    Raises:
        BadInput: there are fewer than two subtopics, or one has no insights.
    """
    where = f"scenario {scenario.name}"
    if len(topics) < LEAST_SUBTOPICS:
        cure = "Give some in the scenario, or ask another planner."
        raise BadInput(where, f"{len(topics)} subtopics after planning", f"at least {LEAST_SUBTOPICS}", cure)
    for one in topics:
        if not one.insights:
            place = one.given.where if one.given and one.given.where else where
            cure = "Give some in the scenario, or ask another planner."
            raise BadInput(place, f"subtopic '{one.title}' without insights after planning", "at least one", cure)
    taken = {one.id for one in scenario.subtopics} | {one.id for one in scenario.insights}
    return replace(scenario, subtopics=tuple(_subtopic(one, place, taken) for place, one in enumerate(topics, start=1)))


def short(scenario: Scenario, topics: Sequence[Topic]) -> tuple[str, ...]:
    """What was wanted but not reached, one line each."""
    lines = [
        f"subtopic '{one.title}': {len(one.insights)} of {one.wanted} insights" for one in topics if one.lacking > 0
    ]
    wanted = scenario.wanted_subtopics
    return ((f"{len(topics)} of {wanted} subtopics",) if len(topics) < wanted else ()) + tuple(lines)


def _subtopic(topic: Topic, place: int, taken: set[str]) -> PlannedSubtopic:
    base = topic.given or PlannedSubtopic(id=_new_id("s", place, taken), title=topic.title, query="", insights=())
    if topic.query == base.query and not topic.added:
        return base
    first = len(base.insights) + 1
    added = [
        PlannedInsight(id=_new_id(f"{base.id}i", number, taken), text=text)
        for number, text in enumerate(topic.added, start=first)
    ]
    return replace(base, query=topic.query, insights=(*base.insights, *added))


def _new_id(beginning: str, number: int, taken: set[str]) -> str:
    """Make and reserve an id with this number, or with the next free one."""
    while f"{beginning}{number}" in taken:
        number += 1
    taken.add(f"{beginning}{number}")
    return f"{beginning}{number}"
