"""Contexts of sentences instead of documents, which fit the evidence of many documents into few tokens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from hayrick.lexical import Index, index_of
from hayrick.protocols import Passage
from hayrick.retrieval.context import Context, check_budget, context, cut, passage_of
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
        heading_tokens: tokens that a document's heading costs, >= 0.
        encoding: tokeniser for counting.
    """

    votes: Votes = field(default_factory=Votes)
    neighbours: bool = True
    heading_tokens: int = 0
    encoding: str = CL100K

    @property
    def signature(self) -> str:
        """Everything that the selection depends on, except the budget."""
        return (
            f"sentences|({self.votes.signature})|neighbours:{self.neighbours}|heading:{self.heading_tokens}"
            f"|{tokenizer(self.encoding).name}"
        )


def extract(query: str, documents: Sequence[Document], budget_tokens: int, how: Extraction | None = None) -> Context:
    """Select sentences by descending score while they fit the budget.

    Documents are shown in stored order, their sentences in text order. A sentence that does not fit is skipped, at most
    `filling.MISFITS` times. If not even one fits, the best is cut to fit. Ties keep text order.

    Args:
        query: any text.
        documents: in stored order.
        budget_tokens: >= 0; 0 gives no passage.
        how: parameters; defaults if None.

    Returns:
        Passages whose tokens, including headings, never exceed the budget.

    Raises:
        BadInput: a number is negative.
    """
    how = how or Extraction()
    check_budget(budget_tokens, how.heading_tokens)
    found = how.votes.sentences(query, documents)
    index, pool = found.index, found.documents.tolist()
    order = np.argsort(-found.scores, kind="stable").tolist()
    units = list(_chosen(index, order, budget_tokens, how))
    passages = _passages(documents, index, pool, units, how.encoding)
    while passages and (excess := _size(passages, how.heading_tokens) - budget_tokens) > 0:
        while units and excess > 0:
            excess -= _most_saved(index, units.pop(), how)
        passages = _passages(documents, index, pool, units, how.encoding)
    if not passages and order and budget_tokens > how.heading_tokens:
        number = pool[index.sentence_document[order[0]]]
        document = documents[number]
        whole = passage_of(document, number + 1, [index.span(order[0])], how.encoding)
        passages = [cut(whole, document, budget_tokens - how.heading_tokens, how.encoding)]
    shown = [passage for passage in passages if passage.text.strip()]
    return context(shown, budget_tokens, how.encoding, how.heading_tokens)


def _chosen(index: Index, order: Iterable[int], budget_tokens: int, how: Extraction) -> Iterator[list[int]]:
    """Selected sentences, best first, each with the preceding one if it depends on it."""
    costs = _costs(index.texts, how.encoding)
    taken: set[int] = set()
    introduced: set[int] = set()

    def cost(unit: Sequence[int]) -> int:
        new = int(index.sentence_document[unit[-1]]) not in introduced
        return sum(costs[part] for part in unit) + (how.heading_tokens if new else 0)

    for unit in fill(_units(index, order, taken, how), cost, budget_tokens):
        taken.update(unit)
        introduced.add(int(index.sentence_document[unit[-1]]))
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
def _costs(texts: tuple[str, ...], encoding: str) -> tuple[int, ...]:
    """Number of tokens of every sentence, counted with a leading space as in running text."""
    count = tokenizer(encoding).count
    index = index_of(texts)
    return tuple(count(" " + index.sentence(number)) for number in range(index.n_sentences))


def _size(passages: Iterable[Passage], heading_tokens: int) -> int:
    return sum(passage.tokens + heading_tokens for passage in passages)


def _most_saved(index: Index, unit: Iterable[int], how: Extraction) -> int:
    """More tokens than a context loses with these sentences, so that several can be left out before the next count.

    The white space around a sentence goes with it; its neighbours' tokens may change where they now meet.
    """
    count = tokenizer(how.encoding).count
    return how.heading_tokens + sum(count(_with_space(index, part)) + MEETING_TOKENS for part in unit)


def _with_space(index: Index, sentence: int) -> str:
    """A sentence with the text that is between it and the sentences beside it."""
    document = int(index.sentence_document[sentence])
    first, after = int(index.document_start[document]), int(index.document_start[document + 1])
    text = index.texts[document]
    start = index.span(sentence - 1).end if sentence > first else 0
    end = index.span(sentence + 1).start if sentence + 1 < after else len(text)
    return text[start:end]


def _passages(
    documents: Sequence[Document], index: Index, pool: Sequence[int], units: Iterable[Sequence[int]], encoding: str
) -> list[Passage]:
    chosen: dict[int, list[int]] = {}
    for sentence in sorted(part for unit in units for part in unit):
        chosen.setdefault(pool[index.sentence_document[sentence]], []).append(sentence)
    return [
        passage_of(documents[number], number + 1, [index.span(part) for part in parts], encoding)
        for number, parts in sorted(chosen.items())
    ]
