"""Reports that a model writes as whole documents, which are checked together and revised in rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.protocols import Ask
from hayrick.synthesis.author.checkers import Checker, ReadDocument
from hayrick.synthesis.author.claims import Stated, claims, to_state
from hayrick.synthesis.author.faults import FaultKind, Ledger
from hayrick.synthesis.author.report_prompts import (
    KEPT,
    SHORTEST,
    BriefedDocument,
    Draft,
    read_report,
    report_question,
    revision_question,
)
from hayrick.synthesis.likeness import repeats
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.text import words
from hayrick.types import Question, Unparsed

ROUNDS = 5
"""Maximum number of revisions of a document per kind of fault. Source: SummHay, appendix A.1.3."""

DRAFT_TRIES = 3
"""Maximum number of requests for a first version while replies are useless."""


@dataclass(slots=True, eq=False)
class _Paper:
    """A document during writing."""

    plan: DocumentPlan
    stated: tuple[Stated, ...]
    draft: Draft | None = None
    present: Mapping[str, str | None] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    leaked: list[str] = field(default_factory=list)
    is_repeated: bool = False
    rounds: Counter[FaultKind] = field(default_factory=Counter)
    revisions: int = 0

    @property
    def live(self) -> list[FaultKind]:
        """Kinds of faults that it has and may still be revised for."""
        has: dict[FaultKind, bool] = {
            "missing": bool(self.missing),
            "leaked": bool(self.leaked),
            "repeated": self.is_repeated,
        }
        return [kind for kind, is_there in has.items() if is_there and self.rounds[kind] < ROUNDS]


class Reports:
    """All reports of a scenario during writing.

    Args:
        scenario: complete.
        plans: what each report should state.
        ask: answers as "writer".
        checker: decides what a text states.
    """

    def __init__(self, scenario: Scenario, plans: Sequence[DocumentPlan], ask: Ask, checker: Checker) -> None:
        self.scenario, self.ask, self.checker = scenario, ask, checker
        self.papers = [_Paper(plan, to_state(scenario, plan)) for plan in plans]
        self.ledger = Ledger()
        self.drafts = self.revisions = 0

    async def write(self) -> list[BriefedDocument | None]:
        """Write, check and revise all reports; None for a report without a usable version."""
        await self._draft()
        written = [paper for paper in self.papers if paper.draft]
        await self._check(written)
        while faulty := [paper for paper in written if paper.live]:
            changed = await self._revise(faulty)
            await self._check(changed)
        self.ledger.close_refused({(paper.plan.id, None) for paper in written})
        return [BriefedDocument(*paper.draft, paper.present) if paper.draft else None for paper in self.papers]

    async def _draft(self) -> None:
        for attempt in range(DRAFT_TRIES):
            waiting = [paper for paper in self.papers if paper.draft is None]
            asked = [
                report_question(self.scenario, one.plan, [stated.text for stated in one.stated], attempt)
                for one in waiting
            ]
            for paper, reply in zip(waiting, await self._replies(asked), strict=True):
                self.drafts += 1
                paper.draft = self._read(paper, reply, SHORTEST * paper.plan.words)

    async def _revise(self, faulty: Sequence[_Paper]) -> list[_Paper]:
        """Ask for one revision of each report; return those that changed."""
        asked = [self._revision(paper) for paper in faulty]
        changed = []
        for paper, reply in zip(faulty, await self._replies(asked), strict=True):
            paper.rounds.update(paper.live)
            paper.revisions += 1
            self.revisions += 1
            least = KEPT * len(words(paper.draft.text if paper.draft else ""))
            draft = self._read(paper, reply, least)
            if draft is not None:
                paper.draft = draft
                changed.append(paper)
        return changed

    def _revision(self, paper: _Paper) -> Question:
        assert paper.draft is not None
        live = paper.live
        return revision_question(
            self.scenario,
            paper.plan,
            paper.draft,
            add=[one.text for one in paper.stated if one.insight in paper.missing and "missing" in live],
            remove=[
                one.text for one in claims(self.scenario, paper.plan) if one.id in paper.leaked and "leaked" in live
            ],
            is_repeated="repeated" in live,
            repeat=paper.revisions,
        )

    async def _replies(self, asked: Sequence[Question]) -> Sequence[str | None]:
        replies = await self.ask(asked) if asked else ()
        return [None if reply is None else reply.text for reply in replies]

    def _read(self, paper: _Paper, reply: str | None, least_words: float) -> Draft | None:
        """Read the version in a reply; None if it is useless."""
        draft = Unparsed(reason="no reply") if reply is None else read_report(reply, least_words)
        if isinstance(draft, Unparsed):
            self.ledger.open(paper.plan.id, "broken", note=draft.reason)
            return None
        self.ledger.close(paper.plan.id, "broken")
        return draft

    async def _check(self, changed: Sequence[_Paper]) -> None:
        """Check the changed reports, and find those that repeat an earlier one."""
        readings = [ReadDocument(paper.plan, paper.draft.text) for paper in changed if paper.draft]
        found = await self.checker.present(readings) if readings else []
        for paper, present in zip(changed, found, strict=True):
            planned = [one.insight for one in paper.stated]
            paper.present = present
            paper.missing = [insight for insight in planned if insight not in present]
            paper.leaked = [insight for insight in present if insight not in planned]
            self.ledger.settle(paper.plan.id, "missing", dict.fromkeys(paper.missing, ""))
            self.ledger.settle(paper.plan.id, "leaked", dict.fromkeys(paper.leaked, ""))
        alike = repeats([paper.draft.text if paper.draft else None for paper in self.papers])
        for paper, earlier in zip(self.papers, alike, strict=True):
            paper.is_repeated = earlier is not None
            note: dict[str | None, str] = (
                {None: f"repeats document {self.papers[earlier[0]].plan.id}"} if earlier else {}
            )
            self.ledger.settle(paper.plan.id, "repeated", note)
