"""A language model that is asked which insights a document states, through the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hayrick.checking.local import Presence
from hayrick.checking.presence import presence_prompt, read_presence
from hayrick.harness.http import address_of
from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import Ask, Asker, CallFailed, Send
from hayrick.harness.model_runs import Asking
from hayrick.harness.models import REFUSED, Decoding
from hayrick.prompting import Template, load
from hayrick.types import HayrickError, Insight, Unparsed

TRIES = 3
"""How often a model is asked at most about an insight of which no answer can be read."""

AT_A_TIME = 20
"""Insights of one doubt, which is one question, at most."""

TOKENS, TOKENS_EACH = 100, 100
"""Longest reply: so many tokens, and so many for each insight that is asked about, or as many as the user allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A document, and some insights of which it is not clear without a model whether it states them."""

    document: str
    """Id of the document."""

    text: str
    insights: tuple[Insight, ...]


@dataclass(slots=True, kw_only=True)
class ModelChecker:
    """Answers doubts from the journal.

    Args:
        model: an Inspect model name.
        journal: where the answers are.
        asking: how it is asked.
    """

    model: str
    journal: Journal
    asking: Asking
    _template: Template = field(init=False)
    _decoding: Decoding = field(init=False)
    _address: str = field(init=False)

    def __post_init__(self) -> None:
        self._template = load(self.asking.judge_prompt or "check-presence")
        given = self.asking.decoding
        self._decoding = Decoding(temperature=given.temperature, top_p=given.top_p, seed=given.seed)
        self._address = address_of(self.model)

    @property
    def signature(self) -> str:
        """Everything that its answers depend on."""
        at = f",at={self._address}" if self._address else ""
        decoding = f"temperature={self._decoding.temperature:g},top_p={self._decoding.top_p:g}"
        return f"{self.model};{self._template.signature};{decoding},tokens={self.asking.judge_tokens}{at}"

    def answer(self, doubt: Doubt) -> dict[str, Presence]:
        """Insight id -> presence, as the journal has it; without insights of which no answer could be read."""
        return self._standing(doubt)[0]

    def next_ask(self, doubt: Doubt) -> Ask | None:
        """The question that a doubt still needs, None where it needs none."""
        return self._standing(doubt)[1]

    def _standing(self, doubt: Doubt) -> tuple[dict[str, Presence], Ask | None]:
        found: dict[str, Presence] = {}
        left = doubt.insights
        for attempt in range(TRIES):
            question = self._ask(doubt.text, left, attempt)
            call = self.journal.find(question.key)
            if call is None:
                return found, question
            if call.stop == REFUSED:
                break
            read = read_presence(call.reply, left, doubt.text)
            found |= {} if isinstance(read, Unparsed) else read
            left = tuple(insight for insight in left if insight.id not in found)
            if not left:
                break
        return found, None

    def _ask(self, text: str, insights: Sequence[Insight], attempt: int) -> Ask:
        return Ask(
            model=self.model,
            purpose="judge",
            prompt=presence_prompt(text, insights, self._template),
            parameters={**self._decoding.parameters, "at": self._address},
            max_tokens=max(self.asking.judge_tokens, TOKENS + TOKENS_EACH * len(insights)),
            repeat=attempt,
        )


def settle(
    doubts: Sequence[Doubt], checker: ModelChecker, progress: Callable[[str, int, int], None]
) -> Mapping[str, str]:
    """Ask whatever the journal lacks about some doubts.

    Args:
        doubts: what is to be there.
        checker: builds the questions and reads the answers.
        progress: told (what, done, total).

    Returns:
        Key of each call that failed -> why.

    Raises:
        OverBudget: the budget stopped the run; the journal keeps all that is done.
        HayrickError: the model cannot be reached at all, or Inspect is not installed.
    """
    asking, journal = checker.asking, checker.journal
    left = [doubt for doubt in doubts if checker.next_ask(doubt) is not None]
    if not left:
        return {}
    asker = asking.asker(journal, _sender(checker.model, asking), [checker.model])
    done = 0

    def told() -> None:
        nonlocal done
        done += 1
        progress("asking (calls)", done, max(done, len(left)))

    asker.told = told
    asyncio.run(_ask_all(left, checker, asker))
    if asker.failures and not any(call.model == checker.model for call in journal.calls.values()):
        first = next(iter(asker.failures.values()))
        raise HayrickError(f"{checker.model} answered no call ({first}). Mend it and give the same command again.")
    return asker.failures


def _sender(model: str, asking: Asking) -> Send:
    reach = asking.reach()
    from hayrick.harness import inspect

    models = inspect.Models(reach)
    models.of(model)  # A missing key or package shows before anything is paid.
    return models.send


async def _ask_all(doubts: Sequence[Doubt], checker: ModelChecker, asker: Asker) -> None:
    gate = asyncio.Semaphore(checker.asking.connections)

    async def one(doubt: Doubt) -> None:
        async with gate:
            while (question := checker.next_ask(doubt)) is not None:
                await asker.ask(question)

    results = await asyncio.gather(*(one(doubt) for doubt in doubts), return_exceptions=True)
    for problem in results:
        if isinstance(problem, BaseException) and not isinstance(problem, CallFailed):
            raise problem
