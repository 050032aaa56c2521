"""Uses models as authors of haystacks: sends the questions of synthesis through the run's journal.

`hayrick.synthesis` defines the questions and handles the replies; this module assigns models to roles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from hayrick.asking import CUT_OFF, REFUSED, Decoding
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.storage.journal import Journal
from hayrick.prompting import guard
from hayrick.protocols import Ask, Progress, silent
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.types import HayrickError, Question, Reply
from hayrick.wording import counted

if TYPE_CHECKING:
    from hayrick.synthesis.author.write import Written
    from hayrick.synthesis.planning.proposals import Planned

LOCAL = "local"
"""Name of the local checker."""

TEMPERATURE = 1.0
"""Default temperature of planners and writers, so that documents differ. Checkers decode greedily."""

Role = Literal["planner", "writer", "checker"]
_DOING: Mapping[Role, str] = {"planner": "planning (calls)", "writer": "writing (calls)", "checker": "checking (calls)"}

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Authors:
    """The models that plan, write and check, and how they are asked.

    Args:
        planner: model that plans; None if nothing is planned.
        writer: model that writes; None if no model writes.
        checker: model that checks, or "local". Assigning insights to subtopics always needs a model: with "local" the
            planner does it.
        models: options of models; only `top_p` and `seed` of its decoding are used, and the arguments.
        journal: stores finished calls.
        temperature: temperature of planner and writer.
        progress: told how far it is.
    """

    planner: str | None = None
    writer: str | None = None
    checker: str = LOCAL
    models: ModelOptions = field(default_factory=ModelOptions)
    journal: Journal = field(default_factory=lambda: Journal(None))
    temperature: float = TEMPERATURE
    progress: Progress = silent
    failures: dict[str, str] = field(default_factory=dict)
    """Key of each call that failed in this run -> reason."""

    n_cut_off: int = 0
    """Number of the writer's texts that were truncated at the token limit."""

    @property
    def cast(self) -> Cast:
        """The model of each role.

        A role without a model is never asked.
        """
        cast, given = Cast(), self.models.decoding
        for role in _DOING:
            name = self.model(role)
            if name is not None:
                temperature = 0.0 if role == "checker" else self.temperature
                decoding = Decoding(
                    temperature=temperature, top_p=given.top_p, seed=given.seed, arguments=self.models.arguments
                )
                cast.add(role, Player.of_model(name, role, decoding))
        return cast

    @property
    def asks(self) -> bool:
        """Whether any model is asked."""
        return self.planner is not None or self.writer is not None

    @property
    def signature(self) -> str:
        """Everything that their replies depend on besides the prompts, on one line."""
        players = self.cast.players
        parts = [f"{role}={players[role].signature if role in players else 'none'}" for role in _DOING]
        return "|".join([*parts, f"checks={self.checker}"])

    def model(self, role: Role) -> str | None:
        """The model of a role, or None."""
        if role == "checker":
            return self.planner if self.checker == LOCAL else self.checker
        return self.planner if role == "planner" else self.writer

    def run(self, work: Callable[[Ask], Awaitable[T]]) -> T:
        """Run some work that asks models, from start to end.

        Raises:
            OverBudget: the budget was reached; finished calls are kept in the journal.
            HayrickError: a model never answered or cannot be reached, or Inspect is not installed.
        """
        from hayrick.harness.scheduling.jobs import live

        cast = self.cast
        asked: Counter[str] = Counter()
        done: Counter[str] = Counter()

        def begun(questions: Sequence[Question]) -> None:
            asked.update(one.role for one in questions)

        def told(question: Question, failed: int, usd: float | None) -> None:
            done[question.role] += 1
            doing = next(text for role, text in _DOING.items() if role == question.role)
            self.progress(doing, done[question.role], asked[question.role], failed, usd)

        return live(
            lambda ask: work(self.within_limits(ask, cast)),
            cast,
            self.journal,
            self.models,
            begun=begun,
            told=told,
            failures=self.failures,
        )

    def within_limits(self, ask: Ask, cast: Cast) -> Ask:
        """Wrap an `Ask`: check prompts against context windows; treat refusals as failed, truncated texts as empty.

        Raises:
            HayrickError: a role has no model.
            BadInput: a prompt exceeds the model's context window.
        """

        def guarded(question: Question) -> Question:
            if question.role not in cast.players:
                raise HayrickError(f"A model is needed as {question.role}: name one by --{question.role}.")
            window = self.models.window_of(cast.players[question.role].model)
            if window is None:
                return question
            return replace(question, prompt=guard(question.prompt, window.tokens, question.max_tokens))

        async def limited(questions: Sequence[Question]) -> Sequence[Reply | None]:
            replies = list(await ask([guarded(one) for one in questions]))
            for number, (question, reply) in enumerate(zip(questions, replies, strict=True)):
                if reply is not None and reply.stop == REFUSED:
                    replies[number] = None
                elif reply is not None and question.role == "writer" and reply.stop == CUT_OFF:
                    self.n_cut_off += 1
                    replies[number] = Reply("", CUT_OFF)
            return replies

        return limited


def plan_with_models(scenario: Scenario, authors: Authors) -> Planned:
    """Complete a scenario by asking the planner, and the checker for the subtopic of each insight.

    Args:
        scenario: the scenario as given.
        authors: with a planner.

    Raises:
        BadInput: as `synthesis.plan`.
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered, or cannot be reached.
    """
    from hayrick.synthesis.planning.plan import plan

    return authors.run(lambda ask: plan(scenario, ask))


def write_with_models(scenario: Scenario, plans: Sequence[DocumentPlan], authors: Authors) -> Written:
    """Write the documents of a complete scenario with the writer, and check them with the checker.

    Args:
        scenario: complete.
        plans: what each document should state.
        authors: with a writer.

    Raises:
        BadInput: as `synthesis.write`.
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model never answered, or cannot be reached.
    """
    from hayrick.synthesis.author.checkers import LocalChecking, ModelChecking
    from hayrick.synthesis.author.write import write

    def work(ask: Ask) -> Awaitable[Written]:
        checker = LocalChecking(scenario) if authors.checker == LOCAL else ModelChecking(scenario, ask)
        return write(scenario, plans, ask, checker)

    return authors.run(work)


def author_notes(authors: Authors) -> list[str]:
    """Notes on the calls, one line each."""
    found = []
    if authors.failures:
        first = next(iter(authors.failures.values()))
        n = len(authors.failures)
        found.append(f"{counted(n, 'call')} failed ({first}); give the same command again to try them again.")
    if authors.n_cut_off:
        found.append(
            f"{counted(authors.n_cut_off, 'text was', 'texts were')} cut off at the limit, and asked for again."
        )
    return found
