"""ETHIC's tasks of low coverage: questions about one drawn section of a text, or about sections of several documents.

Source: ETHIC, section 5.1 (single- and multi-document QA on the benchmark's own contexts).
Differs: see `asking`; answers are scored by F1 of words and by containment, since the paper names no measure; our own
    prompts.

Cognitive process: remember. Single: one section. Multi: sections of different documents (medicine, law).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hayrick.measures.answers import answer_measure
from hayrick.protocols import Measure, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.answers import read_answer
from hayrick.tasks.ethic.asking import NONE, REPLY_TOKENS, WRITING, Asking, Kind, writing_task
from hayrick.tasks.ethic.by_rule import BETWEEN, Question, gaps
from hayrick.tasks.ethic.contexts import TEXTS
from hayrick.tasks.ethic.domains import told
from hayrick.tasks.ethic.drawing import Drawn, row_of
from hayrick.types import Item


class Gold(NamedTuple):
    """The right answer, and where it stands.

    Args:
        answers: the right one.
        chunks: numbers of the drawn sections.
        evidence: the sentences, or for a model's question the sections, that hold it.
    """

    answers: tuple[str, ...]
    chunks: tuple[int, ...]
    evidence: tuple[str, ...]


def _answers(gold: Gold) -> Sequence[str]:
    return gold.answers


ANSWERED: tuple[Measure[Gold, str], ...] = (
    answer_measure("substring_exact_match", _answers),
    answer_measure("f1", _answers),
)
MEASURES: tuple[Measure[Any, Any], ...] = (*ANSWERED, *WRITING)
PROCESS = "remember"
_WANTED = "with an answer of a few words that stand there."
KINDS = {
    "single_qa": Kind(
        "ask-text",
        1,
        False,
        gaps,
        f"Write one question about what this says, {_WANTED}",
        "a word left out of a sentence",
    ),
    "multi_qa": Kind(
        "ask-text",
        2,
        True,
        gaps,
        f"These are of different documents. Write one question that nobody can answer who has not read all of them,"
        f" {_WANTED}",
        "words left out of sentences of different documents",
    ),
}
"""Name without its domain -> kind."""


def task(parameters: Parameters) -> Task[Any, Any]:
    """Questions; the name says of what kind and on what. `data`, `questions`, `asked`, `chunks`, those of `Limits`.

    `questions` is `rule`, a run that writes them, or `none`, for such a run.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    name = parameters.spec.partition("?")[0]
    asking = Asking.of(parameters, KINDS[name.rpartition("/")[2].rpartition("_")[0]])
    return writing_task(asking, PROCESS, held=True) if asking.source == NONE else _answering_task(asking)


def _answering_task(asking: Asking) -> Task[Gold, str]:
    """The task of answering the questions."""

    def items(seed: int) -> list[Item[Gold]]:
        return [_item(drawn, question) for drawn, question in asking.drawn(seed)]

    return Task(
        name=f"ethic/{asking.name}",
        paper="Lee et al. (2025), ETHIC, section 5.1",
        items=items,
        prompt=lambda item, passages: asking.prompt(item.query, passages),
        parse=lambda item, reply: read_answer(reply),
        measures=ANSWERED,
        max_tokens=REPLY_TOKENS,
        expected_tokens=20,
        item_row=lambda item: row_of(item, item.gold.answers, item.gold.evidence),
        notes=lambda responses, judgements: asking.notes,
        resample=TEXTS,
        fingerprint=asking.fingerprint,
        signature=asking.signature,
        right=lambda item: [part for answer in item.gold.answers for part in answer.split(BETWEEN)],
        about=told(asking.domain, PROCESS),
    )


def _item(drawn: Drawn, question: Question) -> Item[Gold]:
    gold = Gold((question.answer,), drawn.places, question.evidence)
    return drawn.item(question.query, gold, drawn.shown.documents)
