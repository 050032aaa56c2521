"""The template writer: makes documents from the scenario's own texts, offline and deterministically.

`synthesis.assignment` plans what a document states; this module draws the wording and the surrounding text. The place
of every planted sentence is recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import NamedTuple

from hayrick.synthesis.grammar import Pattern, drawn_number, expand
from hayrick.synthesis.scenario import (
    DocumentPlan,
    PlannedSubtopic,
    Planted,
    PlantedSentence,
    Scenario,
    Texts,
    statement_of,
)
from hayrick.synthesis.template.pages import Page, pair
from hayrick.synthesis.template.realisations import PLAIN, Ways, frames, require_material
from hayrick.synthesis.template.text_pool import Deck, Wordings
from hayrick.types import BadInput, Document

PAIRED = 0.6
"""Share of planted sentences that stand within or next to another text on their subtopic, while there is room."""

OWN, FOREIGN = 0.15, 0.1
"""Shares of filler texts about the document's own subtopics and about other subtopics; the rest is about the topic in
general. Documents that only seem to be about a subtopic make retrieval hard."""

PLANTED_WORDS = 45
"""Words to reserve for each sentence still to be planted, with its frame."""

TITLE_TRIES = 20
WRITE_TRIES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """Documents and their planted sentences, in order of documents and places."""

    documents: tuple[Document, ...]
    statements: tuple[PlantedSentence, ...]


class Draft(NamedTuple):
    """A document and its planted sentences, in order of their places."""

    document: Document
    statements: list[PlantedSentence]


def compose(scenario: Scenario, plans: Sequence[DocumentPlan]) -> Composed:
    """Write every planned document; see `drafts`."""
    return composed(list(drafts(scenario, plans)))


def composed(written: Sequence[Draft]) -> Composed:
    """Documents put together."""
    return Composed(
        documents=tuple(one.document for one in written),
        statements=tuple(statement for one in written for statement in one.statements),
    )


def drafts(scenario: Scenario, plans: Sequence[DocumentPlan]) -> Iterator[Draft]:
    """Write one planned document after the other.

    Args:
        scenario: with texts and realisations for everything that is planned.
        plans: what each document should state.

    Raises:
        BadInput: required material is missing, or does not suffice for distinct documents.
    """
    require_material(scenario)
    writer = TemplateWriter(scenario=scenario, plans=plans)
    for number in range(len(plans)):
        yield writer.write(number)


@dataclass(slots=True, kw_only=True)
class TemplateWriter:
    """Writes one document after the other; texts used least are used next."""

    scenario: Scenario
    plans: Sequence[DocumentPlan]
    titles: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)
    _standing: Counter[str] = field(default_factory=Counter)
    _decks: dict[tuple[str, ...], Deck] = field(default_factory=dict)
    _wordings: dict[tuple[str, ...], Wordings] = field(default_factory=dict)
    _ways: Ways = field(init=False)
    _frames: Texts = field(init=False)
    _subtopic_of: dict[str, PlannedSubtopic] = field(init=False)

    def __post_init__(self) -> None:
        self._ways = Ways(self.scenario)
        self._frames = frames(self.scenario)
        self._subtopic_of = {i.id: s for s in self.scenario.subtopics for i in s.insights}
        self.titles = [self._title(number) for number in range(len(self.plans))]

    def write(self, number: int) -> Draft:
        """Write the document at a position.

        Raises:
            BadInput: no text could be made that differs from all other documents.
        """
        plan = self.plans[number]
        for attempt in range(WRITE_TRIES):
            page = self._page(number, Random(f"{self.scenario.seed}/write/{plan.id}/{attempt}"))
            text, places = page.render()
            if text not in self._seen:
                break
        else:
            where = f"scenario {self.scenario.name}"
            raise BadInput(where, f"document {plan.id} cannot differ from all others", "more texts with more choices")
        self._seen.add(text)
        self._standing.update(page.sentences)
        statements = [
            statement_of(plan, planted, text[start:end], start, self._target(planted)) for planted, start, end in places
        ]
        extra = {
            **({"date": plan.date.isoformat()} if plan.date else {}),
            **({"language": plan.language} if len(self.scenario.languages) > 1 else {}),
        }
        return Draft(Document(id=plan.id, text=text, title=self.titles[number] or None, extra=extra), statements)

    def _target(self, planted: Planted) -> str | None:
        return None if planted.to is None else self.plans[planted.to].id

    def _page(self, number: int, draw: Random) -> Page:
        plan = self.plans[number]
        material = self.scenario.material
        page = Page(self.scenario, draw, lambda slot: self._slot(slot, plan, draw), self._standing)
        used: set[str] = set()

        def drawn(name: str, texts: Texts, *, again: bool = False) -> str:
            return page.expand(self._draw(name, texts, plan, used, again=again) or "")

        day = spoken_date(plan.date, plan.language) if plan.date else ""
        page.head(", ".join(part for part in (self.titles[number], day) if part))
        page.open(drawn("openings", material.openings))
        page.close(drawn("closings", material.closings))
        own: list[PlannedSubtopic] = []
        for n_left, planted in zip(range(len(plan.planted), 0, -1), plan.planted, strict=True):
            subtopic = self._subtopic_of[planted.insight] if planted.insight is not None else None
            beside = ""
            if subtopic is not None:
                own = own if subtopic in own else [*own, subtopic]
                if draw.random() < PAIRED and page.n_words + n_left * PLANTED_WORDS < plan.words:
                    beside = drawn(f"background/{subtopic.id}", subtopic.background)
            # A reference needs no frame: it is not quoted by a speaker.
            frame = PLAIN if planted.kind == "refers" else self._draw("frames", self._frames, plan, used, again=True)
            page.plant(planted, self._say(planted, page, plan, draw), page.expand(frame or PLAIN), beside)
        while (wanted := plan.words - page.n_words) > 0:
            text = page.expand(self._filling(own, plan, draw, used) or "")
            if not text or page.size(text) > 2 * wanted:
                break
            page.fill(text)
        return page

    def _say(self, planted: Planted, page: Page, plan: DocumentPlan, draw: Random) -> str:
        name = (f"say/{planted.kind}/{planted.insight}/{planted.half}", plan.language)
        if name not in self._wordings:
            self._wordings[name] = Wordings(self._ways.texts(planted, plan.language), self._stream(name))
        wording = self._wordings[name].next()
        return page.expand(wording) if planted.to is None else self._told(wording, plan, draw, planted.to)

    def _told(self, text: str | Pattern, plan: DocumentPlan, draw: Random, to: int | None = None) -> str:
        """Expand a text outside of dialogue; `{person}` and `{other}` differ."""
        people = pair(self.scenario.participants, draw)

        def fill(name: str) -> str:
            if name in ("person", "other") and len(people) > 1:
                return people[name == "other"]
            return self._slot(name, plan, draw, to)

        return expand(text, draw, fill)

    def _filling(self, own: Sequence[PlannedSubtopic], plan: DocumentPlan, draw: Random, used: set[str]) -> str | None:
        """A filler text of the drawn kind, or of any kind that is left."""
        others = [one for one in self.scenario.subtopics if one not in own]
        kinds = [("background", self.scenario.material.background)]
        which = draw.random()
        if own and which < OWN:
            kinds.insert(0, _background(own[int(draw.random() * len(own))]))
        elif others and OWN <= which < OWN + FOREIGN:
            kinds.insert(0, _background(others[int(draw.random() * len(others))]))
        kinds.extend(_background(one) for one in (*own, *others))
        found = (self._draw(name, texts, plan, used) for name, texts in kinds)
        return next((text for text in found if text is not None), None)

    def _draw(self, name: str, texts: Texts, plan: DocumentPlan, used: set[str], *, again: bool = False) -> str | None:
        """The next text of a deck that this document has not used; None if there is none."""
        choices = texts.get(plan.language, ())
        found = self._deck((name, plan.language), choices).next(used, again=again) if choices else None
        if found is not None:
            used.add(found)
        return found

    def _deck(self, name: tuple[str, ...], texts: Sequence[str]) -> Deck:
        if name not in self._decks:
            self._decks[name] = Deck(texts, self._stream(name))
        return self._decks[name]

    def _stream(self, name: tuple[str, ...]) -> Random:
        return Random(f"{self.scenario.seed}/deck/{'/'.join(name)}")

    def _slot(self, name: str, plan: DocumentPlan, draw: Random, to: int | None = None) -> str:
        if name == "title" and to is not None:
            return self.titles[to]
        if name == "date":
            return self._date(plan if to is None else self.plans[to], plan.language)
        return filled(name, self.scenario, draw)

    def _date(self, plan: DocumentPlan, language: str) -> str:
        if plan.date is None:
            raise BadInput(
                f"scenario {self.scenario.name}", "the slot {date} without 'dates'", "dates of the documents"
            )
        return spoken_date(plan.date, language)

    def _title(self, number: int) -> str:
        plan = self.plans[number]
        texts = self.scenario.material.titles.get(plan.language, ())
        if not texts:
            return ""
        draw = Random(f"{self.scenario.seed}/title/{plan.id}")
        deck = self._deck(("titles", plan.language), texts)
        title = ""
        for _ in range(TITLE_TRIES):
            title = self._told(deck.next(set(), again=True) or "", plan, draw)
            if title not in self._seen:
                break
        else:
            title = f"{title} ({number + 1})"
        self._seen.add(title)
        return title


def _background(subtopic: PlannedSubtopic) -> tuple[str, Texts]:
    return f"background/{subtopic.id}", subtopic.background


def filled(name: str, scenario: Scenario, draw: Random) -> str:
    """Content of a slot outside of dialogue.

    Raises:
        BadInput: the scenario has no content for it.
    """
    number = drawn_number(name, draw)
    if number is not None:
        return number
    entries = scenario.participants if name in ("person", "other") else scenario.material.lists.get(name, ())
    if not entries:
        cure = "Add them, or take the slot out."
        raise BadInput(f"scenario {scenario.name}", f"the slot {{{name}}} without 'participants'", "some", cure)
    return entries[int(draw.random() * len(entries))]


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)


def spoken_date(day: date, language: str) -> str:
    """A date as written in texts: "28 May 2031" in English, else 2031-05-28."""
    if language == "en" or language.startswith("en-"):
        return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
    return day.isoformat()
