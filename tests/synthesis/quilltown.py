"""Scenarios of the careless author's world, and asks that are scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from hayrick.synthesis.scenario import DocumentPlan, PlannedInsight, PlannedSubtopic, Range, Scenario
from hayrick.types import Question, Reply
from loopback.careless import TITLES, insight

T = TypeVar("T")


def wanting(subtopics: int = 5, insights: int = 6, **changes: Any) -> Scenario:
    """A scenario of which everything is to be planned."""
    given: dict[str, Any] = {
        "name": "quill",
        "topic": "The town of Quill",
        "languages": {"en": 1.0},
        "documents": 12,
        "words": Range(500, 500),
        "insights_per_document": Range(3, 5),
        "minimum_documents": 1,
        "wanted_subtopics": subtopics,
        "wanted_insights": Range(insights, insights),
        "seed": 3,
    }
    return Scenario(**{**given, **changes})


def complete(subtopics: int = 5, insights: int = 6, **changes: Any) -> Scenario:
    """A scenario with everything in it, without any model."""
    parts = tuple(
        PlannedSubtopic(
            id=f"s{s + 1}",
            title=TITLES[s],
            query=f"What is said about {TITLES[s]}?",
            insights=tuple(PlannedInsight(id=f"s{s + 1}i{n + 1}", text=insight(s, n)) for n in range(insights)),
        )
        for s in range(subtopics)
    )
    return replace(wanting(subtopics, insights, **changes), subtopics=parts)


def unplanned(scenario: Scenario, plan: DocumentPlan) -> str:
    """The text of an insight that a document is not to state."""
    planned = {one.insight for one in plan.planted}
    return next(one.text for one in scenario.insights if one.id not in planned)


def text_of(question: Question) -> str:
    """A question's whole prompt."""
    return "\n\n".join(message.text for message in question.prompt.messages)


class Scripted:
    """Answers by a function of the question, and keeps every question asked."""

    def __init__(self, answer: Callable[[Question], str | None]) -> None:
        self.answer = answer
        self.rounds: list[list[Question]] = []

    @property
    def asked(self) -> list[Question]:
        return [question for round_ in self.rounds for question in round_]

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        self.rounds.append(list(questions))
        texts = [self.answer(question) for question in questions]
        return [None if text is None else Reply(text) for text in texts]


def answered_by(author: Callable[[str], str]) -> Scripted:
    """The careless author as an `Ask`."""
    return Scripted(lambda question: author(text_of(question)))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do some asynchronous work to its end."""
    return asyncio.run(work)
