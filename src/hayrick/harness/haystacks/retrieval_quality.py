"""Measures retrievers for one subtopic at a time, divided among processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hayrick.harness.work.processes import Processes
from hayrick.harness.work.workers import can_leave
from hayrick.haystacks.relevance import insights_of, known_of, query_of
from hayrick.protocols import Progress, Retriever
from hayrick.retrieval.catalogue import context_of
from hayrick.retrieval.context import pack
from hayrick.retrieval.haystacks import scores_of
from hayrick.retrieval.quality import documents_shown, evidence_shown, ndcg, relevant_recall
from hayrick.types import BadInput, Haystack

CONTEXTS = ("full", "sentences")
"""Contexts that can be measured besides retrievers; they do not rank documents."""

NDCG, RECALL, SHOWN, EVIDENCE = "ndcg@10", "relevant_recall", "documents_shown", "evidence_shown"
MEASURES = (NDCG, RECALL, SHOWN, EVIDENCE)


class Cell(NamedTuple):
    """Values of one measure for a subtopic: one, or one an insight; `budget_tokens` None if it needs no budget."""

    budget_tokens: int | None
    measure: str
    values: list[float]


class Measured(NamedTuple):
    """A retriever or context measured for one subtopic."""

    cells: list[Cell]
    scores: tuple[float, ...] | None
    """One a document; None of a context."""


class Quality(NamedTuple):
    """What is measured on what.

    `retrievers` has None for names of contexts.
    """

    haystacks: Sequence[Haystack]
    retrievers: Mapping[str, Retriever | None]
    budgets: Sequence[int]


Found = Mapping[str, Measured]
"""Retriever or context -> what was measured for one subtopic."""


def measure(quality: Quality, processes: Processes, progress: Progress) -> list[list[Found]]:
    """Measure every retriever and context for every subtopic of every haystack.

    Code of the user, and what cannot leave this process (a model, a connection), is asked in this one.

    Raises:
        BadInput: several processes are to do what only this one can, or a retriever gives no valid scores.
    """
    places = [(h, s) for h, haystack in enumerate(quality.haystacks) for s in range(len(haystack.subtopics))]
    shared = {name: one for name, one in quality.retrievers.items() if processes.n == 1 or can_leave(name, one)}
    if not shared:
        raise BadInput("--processes", "no retriever that other processes can ask", "one of Hayrick's without a model")
    own = {name: one for name, one in quality.retrievers.items() if name not in shared}
    parts = [partial(_measured, haystack, subtopic) for haystack, subtopic in places]
    found: Iterator[Found] = iter(
        processes.map(quality._replace(retrievers=shared), parts, partial(progress, "measuring"))
    )
    rest = quality._replace(retrievers=own)
    return [
        [{**next(found), **_measured(h, s, rest)} for s in range(len(haystack.subtopics))]
        for h, haystack in enumerate(quality.haystacks)
    ]


def _measured(haystack: int, subtopic: int, quality: Quality) -> Found:
    whole = quality.haystacks[haystack]
    return {
        name: Measured(list(_cells(whole, subtopic, name, scores, quality.budgets)), scores)
        for name, retriever in quality.retrievers.items()
        for scores in [scores_of(whole, whole.subtopics[subtopic], retriever) if retriever is not None else None]
    }


def _cells(
    haystack: Haystack, number: int, name: str, scores: Sequence[float] | None, budgets: Sequence[int]
) -> Iterator[Cell]:
    subtopic, documents, held_by = haystack.subtopics[number], haystack.documents, haystack.held_by
    query, known, insights = query_of(subtopic), known_of(haystack, subtopic), insights_of(subtopic)
    if scores is not None:
        yield _cell(None, NDCG, [ndcg(known.grades, scores)])
    for budget in budgets:
        if scores is not None:
            context = pack(documents, scores, budget)
        else:
            context = context_of(name, query, documents, known, budget)
        yield _cell(budget, RECALL, [relevant_recall(known.grades, context)])
        yield _cell(budget, SHOWN, documents_shown(insights, held_by, context).values())
        yield _cell(budget, EVIDENCE, evidence_shown(documents, insights, held_by, context).values())


def _cell(budget: int | None, measure: str, found: Iterable[float | None]) -> Cell:
    return Cell(budget, measure, [value for value in found if value is not None])
