"""What a language model is shown for a query, in which order, and what that context is called in rows.

Source: SummHay, sections 5.1 and 5.4 (contexts of 15,000 tokens; documents sorted by relevance).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from hayrick.protocols import Known, Passage
from hayrick.retrieval.catalogue import context_of
from hayrick.types import BadInput, Document, Tag, Tags

Order = Literal["stored", "top", "bottom", "middle", "random"]
ORDERS: tuple[Order, ...] = get_args(Order)
DEFAULT_BUDGET_TOKENS = 15_000
"""Source: SummHay, section 5.1."""

FULL, SENTENCES = "full", "sentences"
ALL = "all"
STORED_ORDER, BEST_FIRST = "stored", "best first"
"""Orders of contexts of which none was asked for: of the whole or of sentences, and of a retriever."""

EVERY_CONTEXT = (FULL, "keywords", "bm25", "bm25rm3", "sentences", "oracle", "random")
"""What `MODEL+all` stands for, besides the retrievers whose scores are stored with the data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """One way of showing documents to a model.

    Args:
        spec: `full`, `sentences`, or a retriever's name.
        budget_tokens: cl100k tokens of the passages; for `full` None shows everything.
        order: None is the context's own: as stored for `full` and `sentences`, best first for a retriever.
        seed: of the order "random".
    """

    spec: str
    budget_tokens: int | None = None
    order: Order | None = None
    seed: int = 0

    @property
    def name(self) -> str:
        """Name in rows: the spec, `@budget` where one was asked for, `/order` where it is not its own."""
        budget = f"@{self.budget_tokens}" if self.budget_tokens is not None else ""
        order = "" if self.order is None else f"/{self.order}"
        return f"{self.spec}{budget}{order}{self.seed if self.order == 'random' else ''}"

    @property
    def tags(self) -> Tags:
        """What is shown, under which budget, in which order: what experiments group by."""
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

        Raises:
            BadInput: the retriever is unknown, nothing fits the budget, or relevance is needed and not known.
        """
        if not documents and self.spec == FULL:
            return ()
        budget = DEFAULT_BUDGET_TOKENS if self.budget_tokens is None else self.budget_tokens
        if self.spec == FULL and self.budget_tokens is not None:
            # The documents as stored until the budget is full, for length curves.
            context = context_of("first", query, documents, known, budget)
        else:
            context = context_of(self.spec, query, documents, known, budget)
        if not context.passages:
            found = f"a budget of {budget} tokens shows nothing for the query '{query[:80]}'"
            raise BadInput(f"context {self.name}", found, "room for a passage", "Raise --budget-tokens.")
        return ordered(context.passages, self.order, known, shuffle_key, self.seed)


def ordered(
    passages: Sequence[Passage], order: Order | None, known: Known | None, shuffle_key: str, seed: int = 0
) -> tuple[Passage, ...]:
    """Passages in an order.

    "stored" is that of the documents; "top" has the most relevant documents first, "bottom" last; "middle" has them in
    the middle, the rest around them; "random" is reshuffled from the seed. Within equal relevance the stored order
    stays.

    Args:
        passages: in the context's own order.
        order: None leaves them as they are.
        known: relevance for "top", "bottom" and "middle".
        shuffle_key: what shares one "random" order besides the seed, such as the id of the set of documents.
        seed: of "random".

    Raises:
        BadInput: an order by relevance, and none is known.

    Source: SummHay, section 5.4, for top and bottom; its repository for middle.
    """
    if order is None:
        return tuple(passages)
    stored = sorted(passages, key=lambda passage: passage.position)
    if order == "stored":
        return tuple(stored)
    if order == "random":
        random.Random(f"{seed}/{shuffle_key}").shuffle(stored)
        return tuple(stored)
    if known is None:
        raise BadInput(f"order '{order}'", "no known relevance of the documents", "grades, one a document")
    grades = known.grades
    rising = sorted(stored, key=lambda passage: grades[passage.position - 1])
    if order == "bottom":
        return tuple(rising)
    if order == "top":
        return tuple(sorted(stored, key=lambda passage: -grades[passage.position - 1]))
    # Dealt to both sides from the least relevant on, the most relevant meet in the middle.
    return (*rising[::2], *reversed(rising[1::2]))


def showings(
    spec: str,
    stored_names: Sequence[str] = (),
    budgets: Sequence[int] = (),
    orders: Sequence[Order] = (),
    seeds: int = 1,
) -> list[Showing]:
    """Every way that a context specification asks for: `all` for each context, each budget, each order and seed.

    Args:
        spec: context of `MODEL+CONTEXT`.
        stored_names: retrievers whose scores are stored with the data, which `all` takes in.
        budgets: cl100k tokens; empty for each context's own.
        orders: empty for each context's own.
        seeds: how many reshuffles "random" stands for, >= 1.
    """
    names = [spec]
    if spec == ALL:
        names = [*EVERY_CONTEXT, *(f"released:{name}" for name in stored_names if name not in EVERY_CONTEXT)]
    found: list[Showing] = []
    for name in names:
        for budget in budgets or (None,):
            for order in orders or (None,):
                draws = range(seeds) if order == "random" else range(1)
                found.extend(Showing(spec=name, budget_tokens=budget, order=order, seed=seed) for seed in draws)
    return found
