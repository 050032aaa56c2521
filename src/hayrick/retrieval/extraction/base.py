"""Extracts: the sentences of a document that fit a summary, within token budgets.

A judge that reads an extract instead of the document costs less, and may judge better (Extract-then-Evaluate, Wu et
al., 2023). An extractor orders sentences; `Ordered` fills each budget with them. Selected sentences stand in source
order, as in the document, with a line break where text is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from hayrick.retrieval.context import passage_of
from hayrick.retrieval.filling import MISFITS, fill
from hayrick.text import Span
from hayrick.tokens import CL100K, tokenizer
from hayrick.types import BadInput, Document
from hayrick.wrapped import whole_sentences

_LONGEST_TOKEN = 128
"""Characters of the longest tokens, runs of spaces."""


class Extract(NamedTuple):
    """What of a document fits one budget."""

    budget: int
    """Tokens that were allowed."""

    sentences: tuple[int, ...]
    """Numbers of the selected sentences from 0, ascending; one whose beginning is shown counts."""

    text: str
    tokens: int
    """Tokens of `text`, at most `budget`."""


class Extractor(Protocol):
    """Selects sentences of a document for a summary."""

    @property
    def signature(self) -> str:
        """Everything that the extracts depend on, except the budgets."""

    def extracts(self, summary: str, document: str, budgets: Sequence[int]) -> list[Extract]:
        """Extract sentences for each budget, in the order of the budgets; one pass for all of them.

        Args:
            summary: what the extract is to support or refute; where it is empty, the beginning is extracted.
            document: source text; an empty one has empty extracts.
            budgets: numbers of tokens >= 0, in any order; 0 gives an empty extract.

        Raises:
            BadInput: a budget is negative.
        """


class Source:
    """A document, and where its sentences are.

    Args:
        text: the document.
        spans: its sentences, ascending; those of `whole_sentences` if None.
    """

    def __init__(self, text: str, spans: Sequence[Span] | None = None) -> None:
        self.text = text
        self.spans: Sequence[Span] = whole_sentences(text) if spans is None else spans
        self._costs: dict[int, int] = {}

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Texts of all sentences."""
        return tuple(self.text[start:end] for start, end in self.spans)

    def cost(self, sentence: int) -> int:
        """Tokens of a sentence with a line break before it, which no joint in an extract exceeds."""
        if sentence not in self._costs:
            self._costs[sentence] = tokenizer().count(f"\n{self.sentences[sentence]}")
        return self._costs[sentence]

    def fits(self, budget: int) -> bool:
        """Whether the whole document has at most so many tokens; costs of single sentences add up to more."""
        return len(self.text) <= budget * _LONGEST_TOKEN and self._tokens <= budget

    @cached_property
    def _tokens(self) -> int:
        return tokenizer().count(self.text)

    def extract(self, taken: Iterable[int], budget: int) -> Extract:
        """Make an extract of sentences in source order."""
        chosen = sorted(taken)
        passage = passage_of(self._document, 1, [self.spans[number] for number in chosen])
        return Extract(budget, tuple(chosen), passage.text, passage.tokens)

    @cached_property
    def _document(self) -> Document:
        return Document(id="", text=self.text)


Order = Callable[[Sequence[int]], Iterator[int]]
"""Of the sentences taken so far, a list that grows while the order is read: sentences, best first, each once.

The caller appends a sentence to that list, or leaves it out, before it reads the next one.
"""

Rank = Callable[[str, Source], Order]
"""Of a summary and a source: an order, which may be read several times."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Fills each budget with sentences in an order.

    A sentence that does not fit is skipped, at most `misfits` times. If not even one fits, the best is cut.

    Args:
        name: name and parameters of the order, for the signature.
        rank: makes the order.
        misfits: 0 to stop at the first sentence that does not fit.
    """

    name: str
    rank: Rank
    misfits: int = MISFITS

    @property
    def signature(self) -> str:
        """See `Extractor`."""
        return f"{self.name}|misfits:{self.misfits}|{CL100K}"

    def extracts(self, summary: str, document: str, budgets: Sequence[int]) -> list[Extract]:
        """See `Extractor`."""
        return self.of(summary, Source(document), budgets)

    def of(self, summary: str, source: Source, budgets: Sequence[int]) -> list[Extract]:
        """Extract sentences of a source that is read already; see `Extractor`."""
        require_budgets(budgets)
        order = self.rank(summary, source)
        found = {budget: self._extract(source, order, budget) for budget in set(budgets)}
        return [found[budget] for budget in budgets]

    def _extract(self, source: Source, order: Order, budget: int) -> Extract:
        if source.fits(budget):
            return source.extract(range(len(source.spans)), budget)
        taken: list[int] = []
        for sentence in fill(order(taken), source.cost, budget, self.misfits):
            taken.append(sentence)
        found = source.extract(taken, budget)
        while found.tokens > budget:
            taken.pop()
            found = source.extract(taken, budget)
        return found if taken else self._cut(source, order, budget)

    def _cut(self, source: Source, order: Order, budget: int) -> Extract:
        best = next(order([]), None)
        text = "" if best is None else tokenizer().cut(source.sentences[best], budget).rstrip()
        shown = () if best is None or not text else (best,)
        return Extract(budget, shown, text, tokenizer().count(text))


def require_budgets(budgets: Sequence[int]) -> None:
    """Reject negative budgets.

    Raises:
        BadInput: one is negative.
    """
    if budgets and min(budgets) < 0:
        raise BadInput("extracts", f"a budget of {min(budgets)} tokens", "0 or more")
