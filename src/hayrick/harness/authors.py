"""Models as authors of haystacks: the questions of synthesis, asked through the run's journal.

What is asked, and what becomes of the replies, is in `hayrick.synthesis`; here is only how a round of questions reaches
the models, within the budget, and without asking again what the journal holds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hayrick.harness.http import address_of
from hayrick.harness.journal import Call, Journal
from hayrick.harness.model_calls import Ask, Asker, CallFailed
from hayrick.harness.model_runs import Asking
from hayrick.harness.models import REFUSED, Decoding
from hayrick.harness.prices import Prices, read_prices
from hayrick.prompting import guard
from hayrick.synthesis import Scenario, plan, write
from hayrick.synthesis import asking as rounds
from hayrick.synthesis.asking import Question, Role
from hayrick.synthesis.author.checkers import LocalChecking, ModelChecking
from hayrick.synthesis.author.write import Written
from hayrick.synthesis.planning.proposals import Planned
from hayrick.synthesis.scenario import DocumentPlan
from hayrick.types import HayrickError

LOCAL = "local"
"""Name of the checker that is no model."""

TEMPERATURE = 1.0
"""Of planners and writers, unless asked otherwise: documents should differ. Checkers are asked greedily."""

CUT_OFF = "max_tokens"
_DOING: Mapping[Role, str] = {"planner": "planning (calls)", "writer": "writing (calls)", "checker": "checking (calls)"}

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Authors:
    """Who plans, writes and checks, and how they are asked.

    Args:
        planner: model that plans; None where nothing is planned.
        writer: model that writes; None where nothing is written by one.
        checker: model that checks, or "local". Insights are sorted into subtopics by a model in any case: with "local"
            by the planner.
        asking: how models are asked; of its decoding only `top_p` and `seed` are used.
        journal: where finished calls are.
        temperature: of planner and writer.
        progress: told (what, done, total).
    """

    planner: str | None = None
    writer: str | None = None
    checker: str = LOCAL
    asking: Asking = field(default_factory=Asking)
    journal: Journal = field(default_factory=lambda: Journal(None))
    temperature: float = TEMPERATURE
    progress: Callable[[str, int, int], None] = lambda what, done, total: None
    failures: dict[str, str] = field(default_factory=dict)
    """Key of each call that failed in this run -> why."""

    cut_off: set[str] = field(default_factory=set)
    """Keys of the writer's calls whose replies were cut off at the longest that was allowed."""

    _prices: Prices | None = None
    _asked: Counter[Role] = field(default_factory=Counter)
    _done: Counter[Role] = field(default_factory=Counter)

    @property
    def signature(self) -> str:
        """Everything that their answers depend on besides the prompts, in one line."""
        parts = []
        for role in _DOING:
            name = self.model(role)
            at = f",at={address_of(name)}" if name and address_of(name) else ""
            parts.append(f"{role}={name};{_shown(self._parameters(role))}{at}" if name else f"{role}=none")
        return "|".join([*parts, f"checks={self.checker}"])

    def model(self, role: Role) -> str | None:
        """Model that plays a role."""
        if role == "checker":
            return self.planner if self.checker == LOCAL else self.checker
        return self.planner if role == "planner" else self.writer

    def question(self, asked: Question) -> Ask:
        """The call of a question.

        Raises:
            HayrickError: no model plays the role.
            BadInput: the prompt exceeds the model's window.
        """
        name = self.model(asked.role)
        if name is None:
            raise HayrickError(f"A model is needed as {asked.role}: name one by --{asked.role}.")
        window = self._window(name)
        prompt = guard(asked.prompt, window, asked.max_tokens) if window else asked.prompt
        return Ask(
            model=name,
            purpose=asked.role,
            prompt=prompt,
            parameters={**self._parameters(asked.role), "at": address_of(name)},
            max_tokens=asked.max_tokens,
            repeat=asked.repeat,
        )

    def _window(self, name: str) -> int | None:
        if self.asking.window is not None:
            return self.asking.window.tokens
        if self._prices is None:
            self._prices = read_prices(self.asking.prices)
        price = self._prices.of(name)
        return price.window if price else None

    def _parameters(self, role: Role) -> dict[str, object]:
        given = self.asking.decoding
        temperature = 0.0 if role == "checker" else self.temperature
        return Decoding(temperature=temperature, top_p=given.top_p, seed=given.seed).parameters

    def run(self, work: Callable[[rounds.Ask], Awaitable[T]]) -> T:
        """Do some work that asks, from beginning to end.

        Raises:
            OverBudget: the budget stopped it; the journal keeps all that is done.
            HayrickError: a model cannot be reached at all, or Inspect is not installed.
        """
        reach = self.asking.reach()
        from hayrick.harness import inspect

        async def begin() -> T:
            # Clients belong to the event loop that they were made in.
            models = inspect.Models(reach)
            names = list(dict.fromkeys(filter(None, map(self.model, _DOING))))
            for name in names:
                models.of(name)  # A missing key or package shows before anything is paid.
            asker = self.asking.asker(self.journal, models.send, names)
            asker.failures = self.failures
            return await work(self.ask_by(asker))

        return asyncio.run(begin())

    def ask_by(self, asker: Asker) -> rounds.Ask:
        """Ask rounds of questions; see `synthesis.asking.Ask`."""

        async def ask(questions: Sequence[Question]) -> Sequence[str | None]:
            self._asked.update(one.role for one in questions)
            results = await asyncio.gather(*(self._one(one, asker) for one in questions), return_exceptions=True)
            for result in results:
                if isinstance(result, BaseException):
                    raise result
            self._require_some(questions)
            return [None if isinstance(result, BaseException) else result for result in results]

        return ask

    async def _one(self, asked: Question, asker: Asker) -> str | None:
        try:
            call = await asker.ask(self.question(asked))
        except CallFailed:
            return None
        finally:
            self._done[asked.role] += 1
            self.progress(_DOING[asked.role], self._done[asked.role], self._asked[asked.role])
        return self._text(asked, call)

    def _text(self, asked: Question, call: Call) -> str | None:
        """What a finished call says: nothing where the model refused, or a text was cut off."""
        if call.stop == REFUSED:
            return None
        if asked.role == "writer" and call.stop == CUT_OFF:
            self.cut_off.add(call.key)
            return ""
        return call.reply

    def _require_some(self, questions: Sequence[Question]) -> None:
        """Refuse to go on with a model that has never answered: a dead address or a wrong key is no careless author."""
        if not self.failures:
            return
        answered = {(call.model, call.purpose) for call in self.journal.calls.values()}
        for role in dict.fromkeys(one.role for one in questions):
            if (self.model(role), role) not in answered:
                first = next(iter(self.failures.values()))
                raise HayrickError(
                    f"{self.model(role)} answered no call ({first}). Mend it and give the same command again."
                )


def plan_with_models(scenario: Scenario, authors: Authors) -> Planned:
    """Complete a scenario by asking the planner, and the checker where each insight belongs.

    Args:
        scenario: as it was given.
        authors: with a planner.

    Raises:
        BadInput: see `synthesis.plan`.
        OverBudget: the budget stopped it; the journal keeps all that is done.
        HayrickError: a model never answered, or cannot be reached.
    """
    return authors.run(lambda ask: plan(scenario, ask))


def write_with_models(scenario: Scenario, plans: Sequence[DocumentPlan], authors: Authors) -> Written:
    """Write the documents of a complete scenario by asking the writer, and check them as the authors say.

    Args:
        scenario: complete.
        plans: what each document is to state.
        authors: with a writer.

    Raises:
        BadInput: see `synthesis.write`.
        OverBudget: the budget stopped it; the journal keeps all that is done.
        HayrickError: a model never answered, or cannot be reached.
    """

    def work(ask: rounds.Ask) -> Awaitable[Written]:
        checker = LocalChecking(scenario) if authors.checker == LOCAL else ModelChecking(scenario, ask)
        return write(scenario, plans, ask, checker)

    return authors.run(work)


def author_notes(authors: Authors) -> list[str]:
    """What a reader must know about the calls, one line each."""
    found = []
    if authors.failures:
        first = next(iter(authors.failures.values()))
        n = len(authors.failures)
        found.append(f"{n} calls failed ({first}); give the same command again to try them again.")
    if authors.cut_off:
        found.append(f"{len(authors.cut_off)} texts were cut off at their longest, and asked for again.")
    return found


def _shown(parameters: Mapping[str, object]) -> str:
    return ",".join(f"{name}={value}" for name, value in parameters.items() if value is not None)
