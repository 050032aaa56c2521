"""Contexts of sentences instead of documents, which fit the evidence of many documents into few tokens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from hayrick.lexical import Index, index_of
from hayrick.protocols import Passage
from hayrick.retrieval.context import check_budget, cut, passage_of
from hayrick.retrieval.filling import fill
from hayrick.retrieval.votes import Votes
from hayrick.text import words
from hayrick.tokens import CL100K, tokenizer
from hayrick.types import Document

_OPENERS = """
    it its this that these those they them their theirs he him his she her hers we our such both neither either
    another others but however nevertheless nonetheless instead otherwise therefore thus hence consequently so then
    similarly likewise conversely furthermore moreover yet still
"""
OPENERS = frozenset(_OPENERS.split())
"""First words that refer back to earlier text."""

MEETING_TOKENS = 8
"""Tokens that the neighbours of a sentence may change by where it is left out; most words have one or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Parameters for selecting sentences.

    Args:
        votes: scores the sentences.
        neighbours: whether a sentence that starts with one of `OPENERS` is shown with the sentence before it.
    """

    votes: Votes = field(default_factory=Votes)
    neighbours: bool = True

    @property
    def signature(self) -> str:
        """Everything that the selection depends on, except the budget."""
        # Headings of passages cost nothing.
        return f"sentences|({self.votes.signature})|neighbours:{self.neighbours}|heading:0|{CL100K}"


def extract(
    query: str, documents: Sequence[Document], budget_tokens: int, how: Extraction | None = None
) -> tuple[Passage, ...]:
    """Select sentences by descending score while they fit the budget.

    Documents are shown in stored order, their sentences in text order. A sentence that does not fit is skipped, at most
    `filling.MISFITS` times. If not even one fits, the best is cut to fit. Ties keep text order.

    Args:
        query: any text.
        documents: in stored order.
        budget_tokens: >= 0; 0 gives no passage.
        how: parameters; defaults if None.

    Returns:
        Passages whose tokens never exceed the budget, at most one a document.

    Raises:
        BadInput: the budget is negative.
    """
    how = how or Extraction()
    check_budget(budget_tokens)
    found = how.votes.sentences(query, documents)
    index, pool = found.index, found.documents.tolist()
    order = np.argsort(-found.scores, kind="stable").tolist()
    units = list(_chosen(index, order, budget_tokens, how))
    passages = _passages(documents, index, pool, units)
    while passages and (excess := sum(passage.tokens for passage in passages) - budget_tokens) > 0:
        while units and excess > 0:
            excess -= _most_saved(index, units.pop())
        passages = _passages(documents, index, pool, units)
    if not passages and order and budget_tokens:
        number = pool[index.sentence_document[order[0]]]
        document = documents[number]
        whole = passage_of(document, number + 1, [index.span(order[0])])
        passages = [cut(whole, document, budget_tokens)]
    return tuple(passage for passage in passages if passage.text.strip())


def _chosen(index: Index, order: Iterable[int], budget_tokens: int, how: Extraction) -> Iterator[list[int]]:
    """Selected sentences, best first, each with the preceding one if it depends on it."""
    costs = _costs(index.texts)
    taken: set[int] = set()

    def cost(unit: Sequence[int]) -> int:
        return sum(costs[part] for part in unit)

    for unit in fill(_units(index, order, taken, how), cost, budget_tokens):
        taken.update(unit)
        yield unit


def _units(index: Index, order: Iterable[int], taken: Container[int], how: Extraction) -> Iterator[list[int]]:
    for sentence in order:
        if sentence in taken:
            continue
        before = sentence - 1
        follows = before >= index.document_start[index.sentence_document[sentence]] and before not in taken
        yield [before, sentence] if how.neighbours and follows and _leans(index, sentence) else [sentence]


def _leans(index: Index, sentence: int) -> bool:
    opening = words(index.sentence(sentence)[:40])
    return bool(opening) and opening[0] in OPENERS


@lru_cache(maxsize=4)
def _costs(texts: tuple[str, ...]) -> tuple[int, ...]:
    """Number of tokens of every sentence, counted with a leading space as in running text."""
    count = tokenizer().count
    index = index_of(texts)
    return tuple(count(" " + index.sentence(number)) for number in range(index.n_sentences))


def _most_saved(index: Index, unit: Iterable[int]) -> int:
    """More tokens than a context loses with these sentences, so that several can be left out before the next count.

    The white space around a sentence goes with it; its neighbours' tokens may change where they now meet.
    """
    count = tokenizer().count
    return sum(count(_with_space(index, part)) + MEETING_TOKENS for part in unit)


def _with_space(index: Index, sentence: int) -> str:
    """A sentence with the text that is between it and the sentences beside it."""
    document = int(index.sentence_document[sentence])
    first, after = int(index.document_start[document]), int(index.document_start[document + 1])
    text = index.texts[document]
    start = index.span(sentence - 1).end if sentence > first else 0
    end = index.span(sentence + 1).start if sentence + 1 < after else len(text)
    return text[start:end]


def _passages(
    documents: Sequence[Document], index: Index, pool: Sequence[int], units: Iterable[Sequence[int]]
) -> list[Passage]:
    chosen: dict[int, list[int]] = {}
    for sentence in sorted(part for unit in units for part in unit):
        chosen.setdefault(pool[index.sentence_document[sentence]], []).append(sentence)
    return [
        passage_of(documents[number], number + 1, [index.span(part) for part in parts])
        for number, parts in sorted(chosen.items())
    ]
