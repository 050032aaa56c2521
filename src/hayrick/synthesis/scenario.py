"""What a haystack is to be: the scenario, its subtopics and insights, and the material that documents are written from.

The file format is explained in docs/scenarios.md; `synthesis.reading` makes these values from a parsed file.
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
"""An insight that every document states that may."""


def no_texts() -> Texts:
    """Nothing in any language."""
    return MappingProxyType({})


class Range(NamedTuple):
    """From `low` to `high`, both included."""

    low: int
    high: int


WORDS = Range(750, 750)
INSIGHTS_PER_DOCUMENT = Range(5, 8)
SUBTOPICS_PER_DOCUMENT = Range(2, 2)
WANTED_INSIGHTS = Range(5, 10)
SPEAKERS = Range(2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """What documents said about an insight before it became true: they are dated before `until`."""

    until: date
    realisations: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedInsight:
    """One insight, and every way in which documents may state, miss, deny or have stated it."""

    id: str
    text: str
    documents: int | Literal["all"] | None = None
    """How many documents state it; None where the assignment draws it."""

    realisations: Texts = field(default_factory=no_texts)
    near_misses: Texts = field(default_factory=no_texts)
    contradictions: Texts = field(default_factory=no_texts)
    outdated: Outdated | None = None
    halves: tuple[Texts, Texts] | None = None
    translations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    where: str = ""
    """Place in the scenario's file, for errors."""


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
    """What goes beyond the paper: all off by default."""

    near_misses: float = 0.0
    """Near-misses per document."""

    contradictions: int = 0
    """Documents that contradict each insight that has contradictions."""

    outdated: int = 0
    """Documents that state the outdated fact of each insight that has one."""

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
    """Everything that `hayrick synth` needs to know; equal scenarios give equal haystacks, to the byte."""

    name: str
    """Of the file, without extension: where errors and the haystack are."""

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
    """Subtopics that the insights of one document belong to, as on every document of SummHay's released haystacks;
    more where the bounds leave no other way, and insights with a number of documents of their own go anywhere."""

    minimum_documents: int = 5
    dates: tuple[date, date] | None = None
    seed: int = 0
    participants: tuple[str, ...] = ()
    speakers: Range = SPEAKERS
    subtopics: tuple[PlannedSubtopic, ...] = ()
    wanted_subtopics: int = 10
    wanted_insights: Range = WANTED_INSIGHTS
    seed_documents: tuple[tuple[str, str], ...] = ()
    """(name, text) of each."""

    guidance: str = ""
    extensions: Extensions = field(default_factory=Extensions)
    material: Material = field(default_factory=Material)

    @property
    def insights(self) -> tuple[PlannedInsight, ...]:
        """Insights of all subtopics, in order."""
        return tuple(insight for subtopic in self.subtopics for insight in subtopic.insights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence planted in one document: the gold data of a synthesised haystack.

    `text` stands at characters `start` to `end` of the document's text.
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
    """What a document is to state: one entry of its assignment."""

    kind: Literal["says", "half", "near_miss", "contradicts", "outdated", "refers"]
    insight: str | None
    half: Literal[1, 2] | None = None
    to: int | None = None
    """Position of the document referred to, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPlan:
    """What one document is to be: its language, date, length, and what it states in which order."""

    id: str
    language: str
    date: date | None
    words: int
    planted: tuple[Planted, ...]


def statement_of(plan: DocumentPlan, planted: Planted, text: str, start: int, to: str | None) -> Statement:
    """The statement that something planted has become.

    Args:
        plan: of the document.
        planted: what was to be stated.
        text: the words that state it.
        start: where they begin in the document's text.
        to: id of the document that is referred to, if one is.
    """
    return Statement(
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
