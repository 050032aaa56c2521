"""Data types of scenarios: subtopics, insights, material of the writer, and plans of documents.

docs/guide/scenarios.md describes the file format; `synthesis.reading` makes these values from a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Literal, NamedTuple

Texts = Mapping[str, tuple[str, ...]]
"""Language -> texts of the template writer, with choices and slots."""

ALL: Literal["all"] = "all"
"""Number of documents of an insight that every document should state where possible."""


def no_texts() -> Texts:
    """An empty mapping of texts."""
    return MappingProxyType({})


class Range(NamedTuple):
    """Range from `low` to `high`, both included."""

    low: int
    high: int


WORDS = Range(750, 750)
INSIGHTS_PER_DOCUMENT = Range(5, 8)
SUBTOPICS_PER_DOCUMENT = Range(2, 2)
WANTED_INSIGHTS = Range(5, 10)
SPEAKERS = Range(2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """What documents stated about an insight before it became true; these documents are dated before `until`."""

    until: date
    realisations: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedInsight:
    """One insight with texts that state it, nearly state it, contradict it, or state its outdated version."""

    id: str
    text: str
    documents: int | Literal["all"] | None = None
    """Number of documents that state it; None to draw it."""

    realisations: Texts = field(default_factory=no_texts)
    near_misses: Texts = field(default_factory=no_texts)
    contradictions: Texts = field(default_factory=no_texts)
    outdated: Outdated | None = None
    halves: tuple[Texts, Texts] | None = None
    translations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    where: str = ""
    """Place in the scenario's file, for error messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSubtopic:
    """One subtopic with its query, its insights, and texts about it that state none of them."""

    id: str
    title: str
    query: str
    insights: tuple[PlannedInsight, ...]
    background: Texts = field(default_factory=no_texts)
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extensions:
    """Extensions of the paper's method, all off by default."""

    near_misses: float = 0.0
    """Near-misses per document."""

    contradictions: int = 0
    """Number of documents that contradict each insight with contradictions."""

    outdated: int = 0
    """Number of documents that state the outdated fact of each insight with one."""

    references: float = 0.0
    """Share of documents that refer to another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Texts of the template writer."""

    titles: Texts = field(default_factory=no_texts)
    openings: Texts = field(default_factory=no_texts)
    closings: Texts = field(default_factory=no_texts)
    frames: Texts = field(default_factory=no_texts)
    background: Texts = field(default_factory=no_texts)
    references: Texts = field(default_factory=no_texts)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """All input of `hayrick synth`; equal scenarios give equal haystacks, byte for byte."""

    name: str
    """Stem of the scenario's file, used in errors."""

    topic: str
    domain: str = "news"
    layout: Literal["report", "dialogue"] = "report"
    language: str = "en"
    languages: Mapping[str, float]
    """Language -> share of the documents; the shares add up to 1."""

    documents: int = 100
    words: Range = WORDS
    insights_per_document: Range = INSIGHTS_PER_DOCUMENT
    subtopics_per_document: Range = SUBTOPICS_PER_DOCUMENT
    """Number of subtopics that the insights of one document belong to, 2 as in SummHay's released haystacks. The bounds
    may require more, and insights with their own number of documents are exempt."""

    minimum_documents: int = 5
    dates: tuple[date, date] | None = None
    seed: int = 0
    participants: tuple[str, ...] = ()
    speakers: Range = SPEAKERS
    subtopics: tuple[PlannedSubtopic, ...] = ()
    wanted_subtopics: int = 10
    wanted_insights: Range = WANTED_INSIGHTS
    seed_documents: tuple[tuple[str, str], ...] = ()
    """(name, text) of each document."""

    guidance: str = ""
    extensions: Extensions = field(default_factory=Extensions)
    material: Material = field(default_factory=Material)

    @property
    def insights(self) -> tuple[PlannedInsight, ...]:
        """Insights of all subtopics, in order."""
        return tuple(insight for subtopic in self.subtopics for insight in subtopic.insights)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedSentence:
    """One sentence planted in a document: gold data of a synthesised haystack.

    `text` is at characters `start` to `end` of the document's text.
    """

    document: str
    insight: str | None
    kind: Literal["says", "half", "near_miss", "contradicts", "outdated", "refers"]
    text: str
    start: int
    end: int
    language: str
    half: Literal[1, 2] | None = None
    to: str | None = None


class Planted(NamedTuple):
    """One thing that a document should state."""

    kind: Literal["says", "half", "near_miss", "contradicts", "outdated", "refers"]
    insight: str | None
    half: Literal[1, 2] | None = None
    to: int | None = None
    """Position of the document referred to, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPlan:
    """Plan of one document: language, date, length, and what it states in which order."""

    id: str
    language: str
    date: date | None
    words: int
    planted: tuple[Planted, ...]


def statement_of(plan: DocumentPlan, planted: Planted, text: str, start: int, to: str | None) -> PlantedSentence:
    """Make the record of a planted sentence.

    Args:
        plan: plan of the document.
        planted: what was to be stated.
        text: the sentence.
        start: first character of the sentence in the document's text.
        to: id of the document that is referred to, if any.
    """
    return PlantedSentence(
        document=plan.id,
        insight=planted.insight,
        kind=planted.kind,
        text=text,
        start=start,
        end=start + len(text),
        language=plan.language,
        half=planted.half,
        to=to,
    )
