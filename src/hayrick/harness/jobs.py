"""Units of a run: one summary each, with its judgements; what the journal lacks of them is asked here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import Asker, CallFailed
from hayrick.harness.models import Job, ModelJudge, summary_of
from hayrick.measures import summary_scores
from hayrick.types import Case, Haystack, Judge, Score, Subtopic, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One summary that is to be there and judged: asked for by a job, or given.

    `model` names whom Inspect is told to evaluate: None where no model answers.
    """

    haystack: Haystack
    subtopic: Subtopic
    source: Job | Summary

    @property
    def model(self) -> str | None:
        """Model of the system, None for given summaries and systems of the user's own."""
        is_model = isinstance(self.source, Job) and self.source.ask.purpose == "system"
        return self.source.ask.model if isinstance(self.source, Job) and is_model else None

    @property
    def id(self) -> str:
        """Readable and unique within a run."""
        if isinstance(self.source, Job):
            return self.source.id
        return f"{self.haystack.id}/{self.subtopic.id}/{self.source.system}+{self.source.context}"

    async def answer(self, asker: Asker) -> Summary:
        """The summary; without bullets where the call failed.

        Raises:
            OverBudget: the call could exceed the budget.
        """
        if isinstance(self.source, Summary):
            return self.source
        try:
            return summary_of(self.source, await asker.ask(self.source.ask))
        except CallFailed:
            return summary_of(self.source, None)


def is_done(unit: Unit, judges: Iterable[ModelJudge], journal: Journal) -> bool:
    """Whether the journal holds every call of a unit, so that nothing is left to ask."""
    if isinstance(unit.source, Summary):
        summary = unit.source
    else:
        call = journal.find(unit.source.ask.key)
        if call is None:
            return False
        summary = summary_of(unit.source, call)
    return all(
        judge.is_done(case, repeat)
        for judge in judges
        for case in judge.logic.cases(unit.subtopic, summary)
        for repeat in range(judge.repeats)
    )


async def work(unit: Unit, judges: Iterable[ModelJudge], asker: Asker) -> Summary:
    """Ask for one summary and for its judgements: all that the journal lacks.

    A failed call is left out: its rows are failures of the system or of the judge.

    Raises:
        OverBudget: the next call could exceed the budget.
    """
    summary = await unit.answer(asker)
    await judge_summary(unit.subtopic, summary, judges, asker)
    return summary


async def judge_summary(subtopic: Subtopic, summary: Summary, judges: Iterable[ModelJudge], asker: Asker) -> None:
    """Ask every judge about one summary: all that the journal lacks, side by side.

    Raises:
        OverBudget: the next call could exceed the budget.
    """
    questions = [
        _case(judge, case, repeat, asker)
        for judge in judges
        for case in judge.logic.cases(subtopic, summary)
        for repeat in range(judge.repeats)
    ]
    results = await asyncio.gather(*questions, return_exceptions=True)
    for problem in results:
        if isinstance(problem, BaseException) and not isinstance(problem, CallFailed):
            raise problem


async def _case(judge: ModelJudge, case: Case, repeat: int, asker: Asker) -> None:
    while (question := judge.next_ask(case, repeat)) is not None:
        await asker.ask(question)


def score_rows(subtopic: Subtopic, haystack: Haystack, summary: Summary, judge: Judge) -> list[Score]:
    """All score rows of one summary with its own citations."""
    return list(summary_scores(summary, judge.judge(subtopic, summary), haystack.held_by))
