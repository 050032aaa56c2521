"""Writes a scenario back to a file, including what planning added, so that a person can edit it."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.synthesis.scenario import PlannedInsight, PlannedSubtopic, Range, Scenario, Texts


def scenario_value(scenario: Scenario) -> dict[str, object]:
    """Plain value of a scenario, in the order of docs/guide/scenarios.md; reading it back gives an equal scenario.

    Seed documents are omitted: they serve planning, which is done, and their paths are relative to another file.
    """
    value: dict[str, object] = {
        "schema": 1,
        "topic": scenario.topic,
        "domain": scenario.domain,
        "layout": scenario.layout,
        "language": scenario.language,
        "languages": dict(scenario.languages),
        "documents": scenario.documents,
        "words": _range(scenario.words),
        "insights_per_document": _range(scenario.insights_per_document),
        "subtopics_per_document": _range(scenario.subtopics_per_document),
        "minimum_documents": scenario.minimum_documents,
        "dates": list(scenario.dates or ()),
        "seed": scenario.seed,
        "participants": list(scenario.participants),
        "speakers": _range(scenario.speakers),
        "wanted_subtopics": scenario.wanted_subtopics,
        "wanted_insights": _range(scenario.wanted_insights),
        "guidance": scenario.guidance,
        "extensions": {
            "near_misses": scenario.extensions.near_misses,
            "contradictions": scenario.extensions.contradictions,
            "outdated": scenario.extensions.outdated,
            "references": scenario.extensions.references,
        },
        "subtopics": [_subtopic(one) for one in scenario.subtopics],
        "texts": _filled(
            {
                "titles": _texts(scenario.material.titles),
                "openings": _texts(scenario.material.openings),
                "closings": _texts(scenario.material.closings),
                "frames": _texts(scenario.material.frames),
                "background": _texts(scenario.material.background),
                "references": _texts(scenario.material.references),
            }
        ),
        "lists": {name: list(entries) for name, entries in scenario.material.lists.items()},
    }
    return _filled(value)


def _subtopic(subtopic: PlannedSubtopic) -> dict[str, object]:
    insights = [_insight(one) for one in subtopic.insights]
    return _filled(
        {
            "id": subtopic.id,
            "title": subtopic.title,
            "query": subtopic.query,
            "insights": insights,
            "background": _texts(subtopic.background),
        }
    )


def _insight(insight: PlannedInsight) -> dict[str, object]:
    outdated = insight.outdated
    return _filled(
        {
            "id": insight.id,
            "text": insight.text,
            "documents": insight.documents,
            "realisations": _texts(insight.realisations),
            "near_misses": _texts(insight.near_misses),
            "contradictions": _texts(insight.contradictions),
            "outdated": {"until": outdated.until, "realisations": _texts(outdated.realisations)} if outdated else None,
            "halves": [_texts(half) for half in insight.halves or ()],
            "translations": dict(insight.translations),
        }
    )


def _texts(texts: Texts) -> dict[str, list[str]]:
    return {language: list(entries) for language, entries in texts.items()}


def _range(wanted: Range) -> int | list[int]:
    return wanted.low if wanted.low == wanted.high else [wanted.low, wanted.high]


def _filled(value: Mapping[str, object]) -> dict[str, object]:
    """Drop empty entries, which are omitted from the file."""
    return {key: part for key, part in value.items() if part not in (None, "", [], {})}
