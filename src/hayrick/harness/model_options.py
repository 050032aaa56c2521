"""How a run asks models: everything that the options of the command line say about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.asking import Decoding, Window
from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import Asker, Send
from hayrick.harness.prices import Budget, priced, read_prices
from hayrick.systems.contexts import Order
from hayrick.types import HayrickError

if TYPE_CHECKING:
    from hayrick.harness.inspect import Reach

INSTALL = "Language models need Inspect: pip install 'hayrick[llm]'"
JUDGE_TOKENS = 512
"""Longest reply of a judge, unless asked otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a run asks models; everything that changes an answer is in its signature or in a call's key.

    Args:
        budgets: cl100k tokens of context, one run each; empty for each context's own.
        orders: of the documents, one run each; empty for each context's own.
        seeds: reshuffles of the order "random".
        free: leave the number of bullets open.
        domain: "news", "conversation", or another word; None is the haystack's.
        prompt: file with a summary prompt of one's own.
        judge_prompt: file with a judge's prompt of one's own.
        judge_variant: "single", "nine" or "together".
        judge_repeats: how often each question is put to the judge.
        decoding: of systems and judges, but for the lengths.
        max_tokens: longest reply of a system; None is the task's own.
        judge_tokens: longest reply of the judge.
        window: model window to guard against; None is what the price file says of the model, if anything.
        cut: with a window from the price file: cut longer prompts instead of refusing them.
        budget_usd: stop before the call that could exceed it.
        prices: price file; None is the shipped one.
        connections: calls in flight to one model.
        seconds: longest wait for one attempt.
        retries: of a call.
        batch: the provider's batch mode.
    """

    budgets: Sequence[int] = ()
    orders: Sequence[Order] = ()
    seeds: int = 1
    free: bool = False
    domain: str | None = None
    prompt: Path | None = None
    judge_prompt: Path | None = None
    judge_variant: str = "single"
    judge_repeats: int = 1
    decoding: Decoding = field(default_factory=Decoding)
    max_tokens: int | None = None
    judge_tokens: int = JUDGE_TOKENS
    window: Window | None = None
    cut: bool = False
    budget_usd: float | None = None
    prices: Path | None = None
    connections: int = 20
    seconds: int = 600
    retries: int = 3
    batch: bool = False

    @property
    def files(self) -> tuple[Path | None, ...]:
        """What is read besides the inputs, None where nothing is given."""
        return self.prompt, self.judge_prompt, self.prices

    def asker(self, journal: Journal, send: Send, models: Iterable[str | None] = ()) -> Asker:
        """Answers from a journal, else by sending, within the budget that earlier calls have left.

        Args:
            journal: of the run.
            send: asks a model.
            models: that will be asked: with a budget, an unknown price shows before anything is paid.

        Raises:
            BadInput: the price file is not what it must be.
            OverBudget: there is a budget, and one of the models has no price.
        """
        prices = read_prices(self.prices)
        # What was asked before the price was known is counted as soon as it is.
        journal.calls.update({key: priced(call, prices) for key, call in journal.calls.items()})
        budget = Budget(limit=self.budget_usd, spent=sum(call.usd or 0.0 for call in journal.calls.values()))
        for model in models:
            if budget.limit is not None and model is not None and prices.of(model) is None:
                budget.reserve(None, model)
        return Asker(journal, send, prices, budget, batch=self.batch)

    def reach(self) -> Reach:
        """How models are reached.

        Raises:
            HayrickError: Inspect is not installed.
        """
        try:
            from hayrick.harness.inspect import Reach
        except ImportError:
            raise HayrickError(INSTALL) from None
        return Reach(connections=self.connections, retries=self.retries, seconds=self.seconds, batch=self.batch)

    def window_of(self, model: str) -> Window | None:
        """Window to guard against: the one that was given, or the one that the price file knows for a model."""
        if self.window is not None:
            return self.window
        price = read_prices(self.prices).of(model)
        return Window(tokens=price.window, cut=self.cut) if price and price.window else None
