"""Who says what a written document states: the local checker, or a model, behind one protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

from hayrick.asking import READ_TRIES, Reader, Tally, question
from hayrick.checking.local import LocalChecker, Presence
from hayrick.checking.presence import presence_prompt, read_presence
from hayrick.protocols import Ask
from hayrick.replies.json import excerpt, read_object
from hayrick.synthesis.author.claims import claims, is_readable, no_document, own_words, wordings
from hayrick.synthesis.planning.proposals import number_of
from hayrick.synthesis.scenario import DocumentPlan, Planted, Scenario
from hayrick.types import Insight, Question, Unparsed

UNLIKELY = 0.05
"""Probability by the local checker under which an unplanned insight is not asked about."""

CLASS_TOKENS = 512


@dataclass(frozen=True, slots=True)
class Reading:
    """One text of a document and its plan, to be read."""

    plan: DocumentPlan
    text: str


class Heard(NamedTuple):
    """The insight that a chapter is found to state, and which half of it; None for none."""

    insight: str | None
    half: int | None = None


class Checker(Protocol):
    """Whoever reads documents and chapters of one scenario."""

    @property
    def is_model(self) -> bool:
        """Whether a leak that it finds is taken for certain, not for a suspicion."""

    @property
    def tally(self) -> Tally:
        """Of its questions; all zero where it asks none."""

    async def present(self, readings: Sequence[Reading]) -> list[Mapping[str, str | None]]:
        """For each text: insight that it states -> evidence, a part of the text, or None."""

    async def classify(self, chapters: Sequence[Reading]) -> list[Heard | None]:
        """For each chapter the insight that it states; None where that could not be found out."""


class LocalChecking:
    """Reads without a model.

    Args:
        scenario: whose insights are looked for.
    """

    is_model = False

    def __init__(self, scenario: Scenario) -> None:
        self._local = LocalChecker(wordings(scenario))
        self._halves = {one.id for one in scenario.insights if one.halves}
        self.tally = Tally()

    async def present(self, readings: Sequence[Reading]) -> list[Mapping[str, str | None]]:
        """See `Checker`."""
        return [
            {one.insight: one.evidence for one in self._local.check(reading.text) if one.found} for reading in readings
        ]

    async def classify(self, chapters: Sequence[Reading]) -> list[Heard | None]:
        """See `Checker`. Of an insight in two halves every half counts: they are not told apart."""
        found: list[Heard | None] = []
        for chapter in chapters:
            best = self._local.ranked(chapter.text)[0]
            found.append(Heard(best.insight) if best.found else Heard(None))
        return found


@dataclass(slots=True)
class ModelChecking:
    """Reads with a model, and asks only where the words leave it open.

    A model is asked about every insight that a document is to state, and of the others about those that the local
    checker does not rule out. Where no reply can be read, the local checker decides. Equal texts are asked about
    once.

    Args:
        scenario: whose insights are looked for.
        ask: answers as "checker".
    """

    scenario: Scenario
    ask: Ask
    is_model: bool = field(default=True, init=False)
    _read: Reader = field(init=False)
    _local: LocalChecker = field(init=False)
    _known: dict[Reading, Mapping[str, str | None]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._read = Reader(self.ask)
        self._local = LocalChecker(wordings(self.scenario))

    @property
    def tally(self) -> Tally:
        """See `Checker`."""
        return self._read.tally

    async def present(self, readings: Sequence[Reading]) -> list[Mapping[str, str | None]]:
        """See `Checker`."""
        new = [one for one in dict.fromkeys(readings) if one not in self._known]
        wanted = {one: self._asked(one) for one in new}
        answers: dict[Reading, dict[str, Presence]] = {one: {} for one in new}
        for repeat in (0, READ_TRIES):
            # A reply may leave some insights open: these alone are asked about once more.
            open_ = {
                one: left
                for one in new
                if (left := [each for each in wanted[one] if each.id not in answers[one]])
                and (answers[one] or not repeat)
            }
            questions = [_presence_question(one.text, left, repeat) for one, left in open_.items()]
            readers = [partial(read_presence, insights=left, text=one.text) for one, left in open_.items()]
            for one, answer in zip(open_, await self._read(questions, readers), strict=True):
                answers[one].update(answer or {})
        for one in new:
            local = {said.insight: said for said in self._local.check(one.text)}
            said = [answers[one].get(each.id) or local[each.id] for each in wanted[one]]
            self._known[one] = {each.insight: each.evidence for each in said if each.found}
        return [self._known[one] for one in readings]

    def _asked(self, reading: Reading) -> list[Insight]:
        """The insights that the model is asked about in one text."""
        everything = claims(self.scenario, reading.plan)
        if not is_readable(self.scenario, reading.plan):
            return list(everything)
        planned = {planted.insight for planted in reading.plan.planted if planted.kind in ("says", "half")}
        likely = {one.insight for one in self._local.check(reading.text) if one.probability >= UNLIKELY}
        return [one for one in everything if one.id in planned or one.id in likely]

    async def classify(self, chapters: Sequence[Reading]) -> list[Heard | None]:
        """See `Checker`."""
        lists = {language: _entries(self.scenario, language) for language in {one.plan.language for one in chapters}}
        questions = []
        readers = []
        for one in chapters:
            entries = lists[one.plan.language]
            values = {"insights": _listed(self.scenario, entries), "chapter": one.text}
            questions.append(
                question("classify-chapter", "checker", values, shared=("insights",), max_tokens=CLASS_TOKENS)
            )
            readers.append(partial(_read_class, entries=entries))
        return await self._read(questions, readers)


class _Entry(NamedTuple):
    """A line of the list that chapters are sorted into."""

    subtopic: int
    insight: str
    half: int | None
    text: str


def _presence_question(text: str, insights: Sequence[Insight], repeat: int) -> Question:
    # Every half is a statement of its own.
    n = len(insights) + sum(2 for one in insights if one.extra.get("halves"))
    return Question(role="checker", prompt=presence_prompt(text, insights), max_tokens=100 + 100 * n, repeat=repeat)


def _entries(scenario: Scenario, language: str) -> list[_Entry]:
    """Every insight, or its two halves, in a language: the same list for every document, so that it can be cached."""
    any_plan = no_document(language)
    found = []
    for number, subtopic in enumerate(scenario.subtopics, start=1):
        for one in subtopic.insights:
            if one.halves and all(texts.get(language) for texts in one.halves):
                first = own_words(scenario, any_plan, Planted("half", one.id, 1), dated="that day")
                second = own_words(scenario, any_plan, Planted("half", one.id, 2), dated="that day")
                found += [_Entry(number, one.id, 1, first), _Entry(number, one.id, 2, second)]
            else:
                found.append(_Entry(number, one.id, None, one.translations.get(language, one.text)))
    return found


def _listed(scenario: Scenario, entries: Sequence[_Entry]) -> str:
    lines = []
    for number, subtopic in enumerate(scenario.subtopics, start=1):
        lines.append(f"Subtopic {number}: {' '.join(subtopic.title.split())}")
        lines += [
            f"Insight {place}: {' '.join(one.text.split())}"
            for place, one in enumerate(entries, start=1)
            if one.subtopic == number
        ]
    return "\n".join(lines)


def _read_class(reply: str, entries: Sequence[_Entry]) -> Heard | Unparsed:
    """The insight named in a reply; none where the subtopic named is not the insight's own."""
    answer = read_object(reply, ("subtopic", "insight"))
    if isinstance(answer, Unparsed):
        return answer
    number = number_of(answer["insight"], len(entries))
    subtopic = number_of(answer["subtopic"], max((one.subtopic for one in entries), default=0))
    if number is None or subtopic is None:
        return Unparsed(reason="no number of an insight and of a subtopic", reply=excerpt(reply))
    if number == 0 or entries[number - 1].subtopic != subtopic:
        return Heard(None)
    return Heard(entries[number - 1].insight, entries[number - 1].half)
