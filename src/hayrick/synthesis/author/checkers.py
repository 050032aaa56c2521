"""Checkers that decide what a written document states: the local checker or a model, behind one protocol."""

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
"""Unplanned insights below this local probability are not asked about."""

CLASS_TOKENS = 512


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A text of a document, and the document's plan, to be checked."""

    plan: DocumentPlan
    text: str


class Heard(NamedTuple):
    """The insight that a chapter states, and which half of it; None for no insight."""

    insight: str | None
    half: int | None = None


class Checker(Protocol):
    """Decides which insights documents and chapters of one scenario state."""

    @property
    def is_model(self) -> bool:
        """Whether leaks that it finds count as certain, not as suspicions."""

    @property
    def tally(self) -> Tally:
        """Counts of its questions; all zero if it asks none."""

    async def present(self, readings: Sequence[ReadDocument]) -> list[Mapping[str, str | None]]:
        """Return for each text: insight that it states -> evidence, a part of the text, or None."""

    async def classify(self, chapters: Sequence[ReadDocument]) -> list[Heard | None]:
        """Return for each chapter the insight that it states; None if that could not be determined."""


class LocalChecking:
    """Checks without a model.

    Args:
        scenario: supplies the insights to look for.
    """

    is_model = False

    def __init__(self, scenario: Scenario) -> None:
        self._local = LocalChecker(wordings(scenario))
        self._halves = {one.id for one in scenario.insights if one.halves}
        self.tally = Tally()

    async def present(self, readings: Sequence[ReadDocument]) -> list[Mapping[str, str | None]]:
        """See `Checker`."""
        return [
            {one.insight: one.evidence for one in self._local.check(reading.text) if one.found} for reading in readings
        ]

    async def classify(self, chapters: Sequence[ReadDocument]) -> list[Heard | None]:
        """See `Checker`. For an insight in two halves, either half counts: they are not distinguished."""
        found: list[Heard | None] = []
        for chapter in chapters:
            best = self._local.ranked(chapter.text)[0]
            found.append(Heard(best.insight) if best.found else Heard(None))
        return found


@dataclass(slots=True)
class ModelChecking:
    """Checks with a model, which is asked only if the local checker leaves doubt.

    The model is asked about every insight that a document should state, and about other insights that the local checker
    does not rule out. If no reply can be read, the local checker decides. Equal texts are asked about once.

    Args:
        scenario: supplies the insights to look for.
        ask: answers as "checker".
    """

    scenario: Scenario
    ask: Ask
    is_model: bool = field(default=True, init=False)
    _read: Reader = field(init=False)
    _local: LocalChecker = field(init=False)
    _known: dict[ReadDocument, Mapping[str, str | None]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._read = Reader(self.ask)
        self._local = LocalChecker(wordings(self.scenario))

    @property
    def tally(self) -> Tally:
        """See `Checker`."""
        return self._read.tally

    async def present(self, readings: Sequence[ReadDocument]) -> list[Mapping[str, str | None]]:
        """See `Checker`."""
        new = [one for one in dict.fromkeys(readings) if one not in self._known]
        wanted = {one: self._asked(one) for one in new}
        answers: dict[ReadDocument, dict[str, Presence]] = {one: {} for one in new}
        for repeat in (0, READ_TRIES):
            # Ask once more about insights that a reply left open.
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

    def _asked(self, reading: ReadDocument) -> list[Insight]:
        """The insights to ask the model about for one text."""
        everything = claims(self.scenario, reading.plan)
        if not is_readable(self.scenario, reading.plan):
            return list(everything)
        planned = {planted.insight for planted in reading.plan.planted if planted.kind in ("says", "half")}
        likely = {one.insight for one in self._local.check(reading.text) if one.probability >= UNLIKELY}
        return [one for one in everything if one.id in planned or one.id in likely]

    async def classify(self, chapters: Sequence[ReadDocument]) -> list[Heard | None]:
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
    """One entry of the list that chapters are classified by."""

    subtopic: int
    insight: str
    half: int | None
    text: str


def _presence_question(text: str, insights: Sequence[Insight], repeat: int) -> Question:
    # Each half is asked about separately.
    n = len(insights) + sum(2 for one in insights if one.extra.get("halves"))
    return Question(role="checker", prompt=presence_prompt(text, insights), max_tokens=100 + 100 * n, repeat=repeat)


def _entries(scenario: Scenario, language: str) -> list[_Entry]:
    """All insights, or their two halves, in a language; the same list for every document, so that it can be cached."""
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
    """Read the insight named in a reply; none if it is not of the named subtopic."""
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
