"""Contexts of a language model: which documents it is shown for a query, in which order, and how rows name them.

Source: SummHay, sections 5.1 and 5.4 (contexts of 15,000 tokens; documents sorted by relevance).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hayrick.protocols import Known, Passage
from hayrick.retrieval.catalogue import context_of
from hayrick.text import Span, seeded
from hayrick.types import BadInput, Document, Tag, Tags

Order = Literal["stored", "top", "bottom", "middle", "random"]
DEFAULT_BUDGET_TOKENS = 15_000
"""Source: SummHay, section 5.1."""

FULL, SENTENCES, ORACLE = "full", "sentences", "oracle"
ALL = "all"
STORED_ORDER, BEST_FIRST = "stored", "best first"
"""Default orders: stored order for `full` and `sentences`, best first for a retriever."""

EVERY_CONTEXT = (FULL, "keywords", "bm25", "bm25rm3", SENTENCES, ORACLE, "random")
"""The contexts in `MODEL+all`, besides the retrievers whose scores are stored with the data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """A context: which documents a model is shown, how many tokens of them, and in which order.

    Args:
        spec: `full`, `sentences`, or a retriever's name.
        budget_tokens: cl100k tokens of the passages; with `full`, None means all documents.
        order: None for the default: stored order for `full` and `sentences`, best first for a retriever.
        seed: seed of the order "random".
    """

    spec: str
    budget_tokens: int | None = None
    order: Order | None = None
    seed: int = 0

    @property
    def name(self) -> str:
        """Name in rows: the spec, then `@budget` if a budget was given, then `/order` if an order was given."""
        budget = f"@{self.budget_tokens}" if self.budget_tokens is not None else ""
        order = "" if self.order is None else f"/{self.order}"
        return f"{self.spec}{budget}{order}{self.seed if self.order == 'random' else ''}"

    @property
    def shows_all(self) -> bool:
        """Whether all documents are shown in stored order, whatever the query."""
        return self.spec == FULL and self.budget_tokens is None and self.order is None

    @property
    def tags(self) -> Tags:
        """Documents shown, token budget and order; experiments group responses by these tags."""
        own = STORED_ORDER if self.spec in (FULL, SENTENCES) else BEST_FIRST
        tags: dict[str, Tag] = {"shown": self.spec, "order": self.order or own}
        if self.budget_tokens is not None:
            tags["budget_tokens"] = self.budget_tokens
        if self.order == "random":
            tags["seed"] = self.seed
        return tags

    def passages(
        self, query: str, documents: Sequence[Document], known: Known | None, shuffle_key: str
    ) -> tuple[Passage, ...]:
        """Passages in displayed order; none for `full` where there is no document.

        Args:
            query: any text.
            documents: in stored order; none where all that is asked stands in the item's query or gold.
            known: for the oracle, stored scores and the orders by relevance.
            shuffle_key: see `ordered`.

        Returns:
            At least one passage.

        Raises:
            BadInput: the retriever is unknown, no passage fits the budget, or the relevance is needed but unknown.
        """
        if not documents and self.spec == FULL:
            return ()
        budget = DEFAULT_BUDGET_TOKENS if self.budget_tokens is None else self.budget_tokens
        if self.spec == FULL and self.budget_tokens is None:
            passages = everything(documents)
        else:
            # With a budget, show documents in stored order until it is full, for length curves.
            spec = "first" if self.spec == FULL else self.spec
            passages = context_of(spec, query, documents, known, budget)
        if not passages:
            found = f"a budget of {budget} tokens shows nothing for the query '{query[:80]}'"
            raise BadInput(f"context {self.name}", found, "room for a passage", "Raise --budget-tokens.")
        return ordered(passages, self.order, known, shuffle_key, self.seed)


def everything(documents: Sequence[Document]) -> tuple[Passage, ...]:
    """All documents with a text, whole, in stored order; their tokens are not counted."""
    return tuple(
        Passage(document=one.id, position=place, text=one.text, spans=(Span(0, len(one.text)),))
        for place, one in enumerate(documents, start=1)
        if one.text.strip()
    )


def ordered(
    passages: Sequence[Passage], order: Order | None, known: Known | None, shuffle_key: str, seed: int = 0
) -> tuple[Passage, ...]:
    """Sort passages.

    "stored" is the order of the documents. "top" puts the most relevant documents first, "bottom" last, and "middle" in
    the middle with the rest around them. "random" shuffles by seed. Ties keep the stored order.

    Args:
        passages: in the context's default order.
        order: None to keep the default order.
        known: relevance, needed for "top", "bottom" and "middle".
        shuffle_key: contexts with the same key and seed get the same "random" order, for example a dataset's name.
        seed: seed of "random".

    Raises:
        BadInput: an order by relevance was given, but the relevance is unknown.

    Source: SummHay, section 5.4, for top and bottom; its repository for middle.
    """
    if order is None:
        return tuple(passages)
    stored = sorted(passages, key=lambda passage: passage.position)
    if order == "stored":
        return tuple(stored)
    if order == "random":
        seeded(f"{seed}/{shuffle_key}").shuffle(stored)
        return tuple(stored)
    if known is None:
        raise BadInput(f"order '{order}'", "no known relevance of the documents", "grades, one a document")
    grades = known.grades
    rising = sorted(stored, key=lambda passage: grades[passage.position - 1])
    if order == "bottom":
        return tuple(rising)
    if order == "top":
        return tuple(sorted(stored, key=lambda passage: -grades[passage.position - 1]))
    # Deal documents alternately to both ends, least relevant first, so that the most relevant end in the middle.
    return (*rising[::2], *reversed(rising[1::2]))


def showings(
    spec: str,
    stored_names: Sequence[str] = (),
    budgets: Sequence[int] = (),
    orders: Sequence[Order] = (),
    seeds: int = 1,
    *,
    is_known: bool = True,
) -> list[Showing]:
    """List all contexts of a specification: each context (several for `all`) with each budget, order and seed.

    Args:
        spec: context of `MODEL+CONTEXT`.
        stored_names: retrievers whose scores are stored with the data; `all` includes them.
        budgets: cl100k tokens; empty for the default of each context.
        orders: empty for the default of each context.
        seeds: number of shuffles for "random", >= 1.
        is_known: whether the data say which documents are relevant; without that `all` has no oracle.
    """
    names = [spec]
    if spec == ALL:
        every = EVERY_CONTEXT if is_known else [name for name in EVERY_CONTEXT if name != ORACLE]
        names = [*every, *(f"released:{name}" for name in stored_names if name not in EVERY_CONTEXT)]
    found: list[Showing] = []
    for name in names:
        for budget in budgets or (None,):
            for order in orders or (None,):
                draws = range(seeds) if order == "random" else range(1)
                found.extend(Showing(spec=name, budget_tokens=budget, order=order, seed=seed) for seed in draws)
    return found
