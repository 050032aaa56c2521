"""Options of models: how a run asks them, as set on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.asking import Decoding, Window
from hayrick.extras import install
from hayrick.harness.models.first_answers import FirstAnswers
from hayrick.harness.models.model_calls import RETRIES, Asker
from hayrick.harness.models.prices import Budget, Prices, priced, read_prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.model_arguments import Arguments, described
from hayrick.harness.transport.outgoing import Send
from hayrick.harness.transport.pace import Paces
from hayrick.harness.transport.places import Places
from hayrick.harness.work.garbage import loading
from hayrick.records.costs import MOST_USD
from hayrick.replies.reasoning import FIRST
from hayrick.systems.contexts import Order
from hayrick.types import NOTHING, BadInput, HayrickError

if TYPE_CHECKING:
    from hayrick.harness.models.providers import Reach

INSTALL = f"Language models need Inspect: {install('llm')}"
JUDGE_TOKENS = 512
"""Default token limit of a judge's reply."""

CONNECTIONS = 20
"""Default of the maximum number of concurrent calls to one address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Options of models; everything that changes a reply is in their signature or in a call's key.

    Args:
        budgets: context sizes in cl100k tokens, each run; empty for each context's default.
        orders: document orders, each run; empty for each context's default.
        seeds: number of shuffles for the order "random".
        free: do not ask for a number of bullets, and judge all that are written.
        domain: "news", "conversation", or another word; None for the haystack's.
        prompt: file with the user's own summary prompt.
        judge_prompt: file with the user's own judge prompt.
        judge_variant: "single", "nine" or "together", or one with an earlier version of the prompt: "single.v1".
        judge_context: what the judge reads in the place of a source, a reference or cited documents, such as
            "extract:rouge1+2@1024"; None for all of it.
        judge_repeats: number of times the judge is asked each question.
        decoding: decoding options of systems and judges, except token limits.
        max_tokens: token limit of a system's reply; None for the task's.
        judge_tokens: token limit of the judge's reply.
        reasoning_tokens: tokens that a system may reason with before its answer, beyond `max_tokens`.
        reasoning_rule: how a system's reasoning is told from its answer, see `replies.reasoning.RULES`.
        judge_reasoning_tokens: tokens that the judge may reason with, beyond `judge_tokens`.
        answer_prefix: beginning of a system's reply, sent as the assistant's last message; "" for none.
        arguments: further arguments of the models of systems, authors and checkers, see `model_arguments`.
        arguments_file: file that some of these were read from; it is only kept from being written over.
        judge_arguments: further arguments of the judge's model.
        window: context window to check prompts against; None for the one in the price file, if any.
        cut: with a window from the price file: cut longer prompts instead of rejecting them.
        budget_usd: stop before a call that could exceed this cost.
        prices: price file; None for the bundled one.
        connections: maximum number of concurrent calls to one address (host and port), also of plain functions of the
            user's; None for `CONNECTIONS`, and one call at a time of such functions.
        seconds: most seconds of one attempt, to the last byte of its answer.
        retries: further attempts of a failing call.
        batch: use the provider's batch mode.
        requests_per_minute: most calls to one model that begin in a minute; None for no limit.
        tokens_per_minute: most tokens of such calls, in and out.
    """

    budgets: Sequence[int] = ()
    orders: Sequence[Order] = ()
    seeds: int = 1
    free: bool = False
    domain: str | None = None
    prompt: Path | None = None
    judge_prompt: Path | None = None
    judge_variant: str = "single"
    judge_context: str | None = None
    judge_repeats: int = 1
    decoding: Decoding = field(default_factory=Decoding)
    max_tokens: int | None = None
    judge_tokens: int = JUDGE_TOKENS
    reasoning_tokens: int = 0
    reasoning_rule: str = FIRST
    judge_reasoning_tokens: int = 0
    answer_prefix: str = ""
    arguments: Arguments = field(default_factory=lambda: NOTHING)
    arguments_file: Path | None = None
    judge_arguments: Arguments = field(default_factory=lambda: NOTHING)
    window: Window | None = None
    cut: bool = False
    budget_usd: float | None = None
    prices: Path | None = None
    connections: int | None = None
    seconds: int = 600
    retries: int = RETRIES
    batch: bool = False
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None

    def __post_init__(self) -> None:
        if self.budget_usd is not None and not 0 <= self.budget_usd <= MOST_USD:
            cure = "Leave it out for no limit."
            raise BadInput("--budget-usd", f"{self.budget_usd:g}", f"dollars from 0 to {MOST_USD:,.0f}", cure)

    @property
    def at_once(self) -> int:
        """Maximum number of concurrent calls to one address."""
        return self.connections or CONNECTIONS

    @property
    def files(self) -> tuple[Path | None, ...]:
        """Files that are read besides the inputs; None for those not given."""
        return self.prompt, self.judge_prompt, self.prices, self.arguments_file

    def price(self, journal: Journal) -> Prices:
        """Give the calls of a journal their cost by the prices of today, see `prices.priced`; return these.

        What a budget counts as spent never falls by it: higher prices raise it for good.

        Raises:
            BadInput: the price file is invalid, or the journal cannot be written.
        """
        prices = read_prices(self.prices)
        journal.calls.update({key: priced(call, prices) for key, call in journal.calls.items()})
        journal.past = [priced(call, prices) for call in journal.past]
        journal.raise_paid(sum(call.usd or 0.0 for call in journal.all_calls))
        return prices

    def asker(self, journal: Journal, send: Send, models: Iterable[str | None] = ()) -> Asker:
        """Make an asker that answers from a journal, else by sending, within what earlier calls left of the budget.

        Args:
            journal: journal of the run.
            send: asks a model.
            models: models to be asked; with a budget, an unknown price is reported before any cost arises.

        Raises:
            BadInput: the price file is invalid.
            OverBudget: there is a budget, and a model has no price.
        """
        prices = self.price(journal)
        budget = Budget(limit=self.budget_usd, spent=journal.paid)
        for model in models:
            if budget.limit is not None and model is not None and prices.of(model) is None:
                budget.reserve(None, model)
        paces = Paces(requests=self.requests_per_minute, tokens=self.tokens_per_minute)
        return Asker(
            journal,
            send,
            prices,
            budget,
            batch=self.batch,
            paces=paces,
            places=Places(None if self.batch else self.at_once),
            retries=self.retries,
            # A batch is sent whole: its first answers come with its last.
            first=FirstAnswers(journal=journal, holds=not self.batch),
        )

    def reach(self) -> Reach:
        """Options for reaching models.

        Raises:
            HayrickError: Inspect is not installed.
        """
        try:
            with loading():
                from hayrick.harness.models.providers import Reach
        except ImportError:
            raise HayrickError(INSTALL) from None
        return Reach(connections=self.at_once, retries=self.retries, seconds=self.seconds, batch=self.batch)

    def answering(self, max_tokens: int) -> Decoding:
        """How systems decode; `max_tokens` is the task's limit of a reply, where none was given."""
        return replace(
            self.decoding,
            max_tokens=self.max_tokens or max_tokens,
            reasoning_tokens=self.reasoning_tokens,
            prefix=self.answer_prefix,
            rule=self.reasoning_rule,
            arguments=self.arguments,
        )

    @property
    def arguments_shown(self) -> list[str]:
        """Further arguments of models for readers, one line for systems and one for judges, where there are any."""
        given = {"systems": self.arguments, "judges": self.judge_arguments}
        return [f"Arguments of {who}: {described(found)}." for who, found in given.items() if found]

    @property
    def checking(self) -> Decoding:
        """Decoding options of checkers."""
        return replace(self.decoding, arguments=self.arguments)

    @property
    def judging(self) -> Decoding:
        """Decoding options of judges."""
        return replace(
            self.decoding,
            max_tokens=self.judge_tokens,
            reasoning_tokens=self.judge_reasoning_tokens,
            arguments=self.judge_arguments,
        )

    def window_of(self, model: str) -> Window | None:
        """Context window to check prompts against: the given one, or the model's in the price file, or None."""
        if self.window is not None:
            return self.window
        tokens = read_prices(self.prices).window(model)
        return Window(tokens=tokens, cut=self.cut) if tokens else None
