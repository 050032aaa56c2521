"""What a language model is shown for a query, in which order, and what that context is called in rows.

Source: SummHay, sections 5.1 and 5.4 (contexts of 15,000 tokens; documents sorted by relevance).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from hayrick.haystacks.trec import qrels
from hayrick.retrieval.catalogue import context_of
from hayrick.retrieval.context import Passage
from hayrick.types import BadInput, Haystack, Subtopic

Order = Literal["stored", "top", "bottom", "middle", "random"]
ORDERS: tuple[Order, ...] = get_args(Order)
DEFAULT_BUDGET_TOKENS = 15_000
"""Source: SummHay, section 5.1."""

FULL = "full"
ALL = "all"
EVERY_CONTEXT = (FULL, "keywords", "bm25", "bm25rm3", "sentences", "oracle", "random")
"""What `MODEL+all` stands for, besides the retrievers whose scores a haystack stores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """One way of showing a haystack to a model.

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

    def passages(self, haystack: Haystack, subtopic: Subtopic) -> tuple[Passage, ...]:
        """Passages in displayed order.

        Raises:
            BadInput: the retriever is unknown, or nothing fits the budget.
        """
        budget = DEFAULT_BUDGET_TOKENS if self.budget_tokens is None else self.budget_tokens
        if self.spec == FULL and self.budget_tokens is not None:
            # The documents as stored until the budget is full, for length curves.
            context = context_of("first", haystack, subtopic, budget)
        else:
            context = context_of(self.spec, haystack, subtopic, budget)
        if not context.passages:
            found = f"a budget of {budget} tokens shows nothing of '{subtopic.id}'"
            raise BadInput(f"context {self.name}", found, "room for a passage", "Raise --budget-tokens.")
        return ordered(context.passages, self.order, haystack, subtopic, self.seed)


def ordered(
    passages: Sequence[Passage], order: Order | None, haystack: Haystack, subtopic: Subtopic, seed: int = 0
) -> tuple[Passage, ...]:
    """Passages in an order.

    "stored" is the haystack's; "top" has the documents that hold most of the subtopic's insights first, "bottom" last;
    "middle" has them in the middle, the rest around them; "random" is reshuffled from the seed. Within equal relevance
    the stored order stays.

    Source: SummHay, section 5.4, for top and bottom; its repository for middle.
    """
    if order is None:
        return tuple(passages)
    stored = sorted(passages, key=lambda passage: passage.position)
    if order == "stored":
        return tuple(stored)
    if order == "random":
        random.Random(f"{seed}/{haystack.id}").shuffle(stored)
        return tuple(stored)
    relevance = qrels(haystack)[subtopic.id]
    rising = sorted(stored, key=lambda passage: relevance[passage.document])
    if order == "bottom":
        return tuple(rising)
    if order == "top":
        return tuple(sorted(stored, key=lambda passage: -relevance[passage.document]))
    # Dealt to both sides from the least relevant on, the most relevant meet in the middle.
    return (*rising[::2], *reversed(rising[1::2]))


def showings(
    spec: str,
    haystack: Haystack,
    budgets: Sequence[int] = (),
    orders: Sequence[Order] = (),
    seeds: int = 1,
) -> list[Showing]:
    """Every way that a context specification asks for: `all` for each context, each budget, each order and seed.

    Args:
        spec: context of `MODEL+CONTEXT`.
        haystack: for the retrievers whose scores it stores.
        budgets: cl100k tokens; empty for each context's own.
        orders: empty for each context's own.
        seeds: how many reshuffles "random" stands for, >= 1.
    """
    names = [spec]
    if spec == ALL:
        stored = haystack.subtopics[0].extra.get("retriever")
        released = sorted(stored) if isinstance(stored, dict) else []
        names = [*EVERY_CONTEXT, *(f"released:{name}" for name in released if name not in EVERY_CONTEXT)]
    found: list[Showing] = []
    for name in names:
        for budget in budgets or (None,):
            for order in orders or (None,):
                draws = range(seeds) if order == "random" else range(1)
                found.extend(Showing(spec=name, budget_tokens=budget, order=order, seed=seed) for seed in draws)
    return found
