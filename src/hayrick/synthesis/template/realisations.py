"""Realisations of planned sentences, and a check that a scenario has all texts that the template writer needs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.synthesis.scenario import PlannedInsight, Planted, Scenario, Texts
from hayrick.types import BadInput

_CURE = "Write some, or let a model write: --writer MODEL."
PLAIN = "{said}"
"""Frame for scenarios without frames."""


class Ways:
    """Realisations of what is planned.

    Args:
        scenario: supplies the texts.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._insights: Mapping[str, PlannedInsight] = {one.id: one for one in scenario.insights}

    def texts(self, planted: Planted, language: str) -> tuple[str, ...]:
        """Texts, with choices and slots, that state what is planned.

        Raises:
            BadInput: there is none in that language.
        """
        if planted.insight is None:
            where, texts = f"scenario {self._scenario.name}", self._scenario.material.references
            found = f"no 'texts: references' in language '{language}'"
        else:
            insight = self._insights[planted.insight]
            where, texts = insight.where or f"scenario {self._scenario.name}", _of(insight, planted)
            found = f"insight '{insight.id}' has nothing for '{planted.kind}' in language '{language}'"
        if not texts.get(language):
            raise BadInput(where, found, "at least one text", _CURE)
        return texts[language]


def _of(insight: PlannedInsight, planted: Planted) -> Texts:
    if planted.kind == "half" and insight.halves and planted.half:
        return insight.halves[planted.half - 1]
    if planted.kind == "outdated" and insight.outdated:
        return insight.outdated.realisations
    others = {"near_miss": insight.near_misses, "contradicts": insight.contradictions}
    return others.get(planted.kind, insight.realisations)


def require_material(scenario: Scenario) -> None:
    """Reject a scenario that lacks material for the template writer: background, realisations or speakers.

    Raises:
        BadInput: the message names what is missing, and where.
    """
    where = f"scenario {scenario.name}"
    if not scenario.subtopics:
        raise BadInput(where, "no subtopics", "subtopics, or a model that plans them", "Name one: --planner MODEL.")
    languages = [code for code, share in scenario.languages.items() if share > 0]
    for language in languages:
        if not scenario.material.background.get(language):
            raise BadInput(where, f"no 'texts: background' in language '{language}'", "at least one text", _CURE)
        if scenario.extensions.references and not scenario.material.titles.get(language):
            found = f"'references' without 'texts: titles' in language '{language}'"
            raise BadInput(where, found, "titles to refer to", "Write some, or leave 'references' out.")
    if scenario.layout == "dialogue" and len(scenario.participants) < max(2, scenario.speakers.low):
        found = f"{len(scenario.participants)} participants"
        raise BadInput(where, found, f"at least {max(2, scenario.speakers.low)} for a dialogue")
    for subtopic in scenario.subtopics:
        if not subtopic.insights:
            cure = "Write some, or name a model: --planner MODEL."
            raise BadInput(subtopic.where or where, f"subtopic '{subtopic.title}' has no insights", "insights", cure)
        if not subtopic.query:
            cure = "Write it, or name a model: --planner MODEL."
            raise BadInput(subtopic.where or where, f"subtopic '{subtopic.title}' has no query", "a query", cure)
        for insight in subtopic.insights:
            both = insight.halves or (insight.realisations,)
            if not all(any(texts.get(language) for language in languages) for texts in both):
                found = f"insight '{insight.id}' has no realisations in {' or '.join(languages)}"
                raise BadInput(insight.where or where, found, "at least one", _CURE)


def frames(scenario: Scenario) -> Texts:
    """Frames for planted sentences, by language."""
    plain = dict.fromkeys(scenario.languages, (PLAIN,))
    return MappingProxyType({**plain, **scenario.material.frames})
