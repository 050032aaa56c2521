"""Conversations that a model writes chapter by chapter, one insight per chapter, each retried until it passes.

Source: SummHay, appendix A.1.3: a chapter is accepted if it is classified to its subtopic and insight, with at most ten
tries. Checking the whole conversation at the end for missing and leaked insights is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from hayrick.protocols import Ask
from hayrick.synthesis.author.chapter_prompts import chapter_question, read_chapter
from hayrick.synthesis.author.checkers import Checker, Heard, ReadDocument
from hayrick.synthesis.author.claims import Stated, claims, drawn_title, to_state
from hayrick.synthesis.author.faults import Ledger
from hayrick.synthesis.author.report_prompts import BriefedDocument
from hayrick.synthesis.likeness import repeats, runs_of
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.text import terms
from hayrick.types import Question, Unparsed

TRIES = 10
"""Maximum number of tries of a chapter. Source: SummHay, appendix A.1.3."""


@dataclass(slots=True, eq=False)
class _Chapter:
    """One part of a conversation; `stated` is None if it states nothing in particular."""

    stated: Stated | None
    tries: int = 0
    passed_at: int = 0
    """Number of the last try that passed, 0 if none has."""

    text: str = ""
    avoid: list[str] = field(default_factory=list)
    fault: str = ""
    """What was wrong with the last try, as told to the writer."""

    @property
    def name(self) -> str | None:
        """Its name in the ledger."""
        return self.stated.insight if self.stated else None

    @property
    def expected(self) -> Heard:
        return Heard(self.stated.insight, self.stated.half) if self.stated else Heard(None)


@dataclass(slots=True, eq=False)
class _Talk:
    """A conversation during writing."""

    plan: DocumentPlan
    speakers: tuple[str, ...]
    chapters: list[_Chapter]
    present: Mapping[str, str | None] = field(default_factory=dict)
    repeated: _Talk | None = None
    """The earlier conversation that this one repeats."""

    @property
    def missing(self) -> list[str]:
        """Insights of accepted chapters that the whole conversation does not state, as of the last check."""
        return [one.name for one in self.chapters if one.text and one.name and one.name not in self.present]

    @property
    def leaked(self) -> list[str]:
        planned = {one.name for one in self.chapters}
        return [insight for insight in self.present if insight not in planned]

    @property
    def text(self) -> str:
        return "\n".join(chapter.text for chapter in self.chapters if chapter.text)

    @property
    def next(self) -> _Chapter | None:
        """The first chapter that has no text and has tries left."""
        return next((one for one in self.chapters if not one.text and one.tries < TRIES), None)

    def before(self, chapter: _Chapter) -> str:
        parts = self.chapters[: self.chapters.index(chapter)]
        return "\n".join(one.text for one in parts if one.text)

    def around(self, evidence: str | None, claim: str) -> _Chapter | None:
        """The chapter that contains the evidence, or that has most of a claim's words."""
        parts = [one for one in self.chapters if one.text]
        quoted = (evidence or "").strip()
        holding = [one for one in parts if quoted and quoted in one.text]
        wanted = set(terms(claim))
        return max(holding or parts, key=lambda one: len(wanted & set(terms(one.text))), default=None)

    def likest(self, other: _Talk) -> _Chapter | None:
        """The chapter with tries left that repeats most of another conversation."""
        runs = runs_of(other.text)
        parts = [one for one in self.chapters if one.text and one.tries < TRIES]
        return max(parts, key=lambda one: len(runs_of(one.text) & runs), default=None)


class Conversations:
    """All conversations of a scenario during writing.

    Args:
        scenario: complete.
        plans: what each conversation should state.
        ask: answers as "writer".
        checker: decides what chapters and conversations state.
    """

    def __init__(self, scenario: Scenario, plans: Sequence[DocumentPlan], ask: Ask, checker: Checker) -> None:
        self.scenario, self.ask, self.checker = scenario, ask, checker
        self.talks = [_talk(scenario, plan) for plan in plans]
        self.ledger = Ledger()
        self.drafts = self.revisions = 0

    async def write(self) -> list[BriefedDocument | None]:
        """Write all chapters, then repair whole conversations; None for a conversation without accepted chapters."""
        while waiting := [(talk, chapter) for talk in self.talks if (chapter := talk.next) is not None]:
            self.drafts += len(waiting)
            await self._try(waiting)
        await self._check([talk for talk in self.talks if talk.text])
        while faulty := self._faulty():
            self.revisions += len(faulty)
            changed = await self._try(faulty)
            await self._check(changed)
        standing = {(talk.plan.id, one.name) for talk in self.talks for one in talk.chapters if one.text}
        self.ledger.close_refused(standing)
        return [self._made(talk) if talk.text else None for talk in self.talks]

    def _made(self, talk: _Talk) -> BriefedDocument:
        return BriefedDocument(drawn_title(self.scenario, talk.plan), talk.text, talk.present)

    @property
    def tries(self) -> tuple[int, ...]:
        """Number of chapters that needed one try, two tries, and so on."""
        counts = Counter(one.passed_at for talk in self.talks for one in talk.chapters)
        return tuple(counts[number] for number in range(1, TRIES + 1))

    @property
    def never(self) -> int:
        """Number of chapters that never passed."""
        return sum(not one.passed_at for talk in self.talks for one in talk.chapters)

    async def _try(self, pairs: Sequence[tuple[_Talk, _Chapter]]) -> list[_Talk]:
        """Ask once for each of these chapters; return the conversations that changed."""
        replies = await self.ask([self._question(talk, chapter) for talk, chapter in pairs])
        readable = []
        for (talk, chapter), reply in zip(pairs, replies, strict=True):
            chapter.tries += 1
            text = Unparsed(reason="no reply") if reply is None else read_chapter(reply.text, talk.speakers)
            if isinstance(text, Unparsed):
                self.ledger.open(talk.plan.id, "broken", chapter.name, text.reason)
                chapter.fault = "it was not made of turns by the given speakers"
            else:
                self.ledger.close(talk.plan.id, "broken", chapter.name)
                readable.append((talk, chapter, text))
        heard = (
            await self.checker.classify([ReadDocument(talk.plan, text) for talk, _, text in readable])
            if readable
            else []
        )
        changed = []
        for (talk, chapter, text), said in zip(readable, heard, strict=True):
            if _is_right(chapter.expected, said):
                chapter.text, chapter.passed_at, chapter.fault = text, chapter.tries, ""
                self.ledger.close(talk.plan.id, "wrong_chapter", chapter.name)
                changed.append(talk)
            else:
                chapter.fault = _told(said)
                self.ledger.open(talk.plan.id, "wrong_chapter", chapter.name, chapter.fault)
        return list(dict.fromkeys(changed))

    def _question(self, talk: _Talk, chapter: _Chapter) -> Question:
        number = talk.chapters.index(chapter) + 1
        return chapter_question(
            self.scenario,
            talk.plan,
            talk.speakers,
            so_far=talk.before(chapter),
            insight=chapter.stated.text if chapter.stated else "",
            avoid=chapter.avoid,
            place=(number, len(talk.chapters)),
            tries=chapter.tries,
            fault=chapter.fault,
        )

    async def _check(self, changed: Sequence[_Talk]) -> None:
        """Check the changed conversations, and find those that repeat an earlier one."""
        found = await self.checker.present([ReadDocument(talk.plan, talk.text) for talk in changed]) if changed else []
        for talk, present in zip(changed, found, strict=True):
            talk.present = present
            self.ledger.settle(talk.plan.id, "missing", dict.fromkeys(talk.missing, ""))
            self.ledger.settle(talk.plan.id, "leaked", dict.fromkeys(talk.leaked, ""))
        for talk, earlier in zip(self.talks, repeats([talk.text or None for talk in self.talks]), strict=True):
            talk.repeated = None if earlier is None else self.talks[earlier[0]]
            note: dict[str | None, str] = {None: f"repeats document {talk.repeated.plan.id}"} if talk.repeated else {}
            self.ledger.settle(talk.plan.id, "repeated", note)

    def _faulty(self) -> list[tuple[_Talk, _Chapter]]:
        """Chapters to rewrite, each with its fault; only those with tries left."""
        found: dict[tuple[_Talk, _Chapter], None] = {}
        for talk in self.talks:
            texts = {one.id: one.text for one in claims(self.scenario, talk.plan)} if talk.leaked else {}
            for insight in talk.leaked:
                chapter = talk.around(talk.present[insight], texts[insight])
                if chapter is not None and chapter.tries < TRIES:
                    chapter.fault = "it said what is not to be said"
                    chapter.avoid = list(dict.fromkeys([*chapter.avoid, texts[insight]]))
                    found[talk, chapter] = None
            for chapter in talk.chapters:
                if chapter.name in talk.missing and chapter.tries < TRIES:
                    chapter.fault = "a reader of the whole conversation did not find the insight in it"
                    found[talk, chapter] = None
            if talk.repeated is not None and (likest := talk.likest(talk.repeated)) is not None:
                likest.fault = "it repeats another conversation; use other words, another mood, another small story"
                found[talk, likest] = None
        return list(found)


def _told(said: Heard | None) -> str:
    """Description, for the writer, of why a chapter did not pass."""
    if said is None:
        return "it could not be read"
    return "it states another insight" if said.insight else "it does not state the insight completely"


def _is_right(expected: Heard, said: Heard | None) -> bool:
    return said is not None and said.insight == expected.insight and said.half in (None, expected.half)


def _talk(scenario: Scenario, plan: DocumentPlan) -> _Talk:
    """A conversation with speakers drawn by seed, and one chapter per insight, at least one."""
    draw = Random(f"{scenario.seed}/speakers/{plan.id}")
    low, high = scenario.speakers
    wanted = max(2, low + int(draw.random() * (high - low + 1)))
    names = sorted(scenario.participants, key=lambda name: draw.random())
    chapters = [_Chapter(stated) for stated in to_state(scenario, plan)] or [_Chapter(None)]
    return _Talk(plan, tuple(names[:wanted]), chapters)
