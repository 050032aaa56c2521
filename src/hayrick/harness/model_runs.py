"""Runs that ask: whom, in what order, within what budget; the journal is filled before any row is read from it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hayrick.harness import user_systems
from hayrick.harness.http import address_of
from hayrick.harness.jobs import Unit, is_done, work
from hayrick.harness.journal import Journal
from hayrick.harness.model_calls import Ask, Asker, CallFailed, Reply, Send
from hayrick.harness.models import JUDGE_TOKENS, Decoding, ModelJudge, ModelSystem, Window
from hayrick.harness.prices import Budget, priced, read_prices
from hayrick.harness.user_systems import YourSystem
from hayrick.judges.combined import ensemble
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.prompting import Template, load
from hayrick.systems.contexts import Order
from hayrick.types import BadInput, HayrickError, Haystack, Judge, Judgement, Subtopic, Summary, System
from hayrick.types import Score as Row

if TYPE_CHECKING:
    from hayrick.harness.inspect import Reach

INSTALL = "Language models need Inspect: pip install 'hayrick[llm]'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
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
        decoding: of the systems; the judge's temperature and top_p are the same.
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
        """Whoever answers from a journal, else by sending, within the budget that earlier calls have left.

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


@dataclass(slots=True, kw_only=True)
class Ensemble:
    """Two judges as one: values averaged; see `judges.combined.ensemble`."""

    a: Judge
    b: Judge

    @property
    def name(self) -> str:
        """The judge's name in rows."""
        return f"ensemble:{self.a.name}+{self.b.name}"

    @property
    def signature(self) -> str:
        """What its answers depend on."""
        return f"ensemble({self.a.signature} + {self.b.signature})"

    def judge(self, subtopic: Subtopic, summary: Summary) -> Sequence[Judgement]:
        """Both judges' judgements as one each."""
        return ensemble(self.a.judge(subtopic, summary), self.b.judge(subtopic, summary))


def model_system(spec: str, asking: Asking, journal: Journal) -> ModelSystem | YourSystem | None:
    """System of `MODEL+CONTEXT`, `python:...` or a web address; None for another name.

    Raises:
        BadInput: the function or the prompt file is not what it must be.
    """
    if spec.startswith(("python:", "http://", "https://")):
        return user_systems.your_system(spec, journal, free=asking.free)
    model, plus, context = spec.rpartition("+")
    if not plus or not model or not context:
        return None
    return ModelSystem(
        model=model,
        context=context,
        journal=journal,
        budgets=asking.budgets,
        orders=asking.orders,
        seeds=asking.seeds,
        free=asking.free,
        domain=asking.domain,
        template=_template(asking.prompt),
        decoding=asking.decoding,
        window=asking.window or _known_window(model, asking),
        address=address_of(model),
    )


def _known_window(model: str, asking: Asking) -> Window | None:
    """Window of a model that the price file knows."""
    price = read_prices(asking.prices).of(model)
    return Window(tokens=price.window, cut=asking.cut) if price and price.window else None


def model_judge(spec: str, asking: Asking, journal: Journal) -> ModelJudge | None:
    """Judge of a model's name; None for another name.

    Raises:
        BadInput: the prompt file is not what it must be.
    """
    if "/" not in spec or spec.startswith(("recorded", "ensemble:")):
        return None
    logic = CoverageJudge(spec, asking.judge_variant, _template(asking.judge_prompt))
    decoding = Decoding(
        temperature=asking.decoding.temperature,
        top_p=asking.decoding.top_p,
        max_tokens=asking.judge_tokens,
        seed=asking.decoding.seed,
    )
    return ModelJudge(
        name=spec,
        model=spec,
        logic=logic,
        journal=journal,
        decoding=decoding,
        repeats=asking.judge_repeats,
        address=address_of(spec),
    )


def _template(path: Path | None) -> Template | None:
    return load(path) if path is not None else None


def asking_judges(judge: Judge | None) -> list[ModelJudge]:
    """The models among a judge's parts."""
    if isinstance(judge, Ensemble):
        return [*asking_judges(judge.a), *asking_judges(judge.b)]
    return [judge] if isinstance(judge, ModelJudge) else []


def units_of(
    systems: Iterable[System], haystacks: Sequence[tuple[Haystack, Sequence[Subtopic]]], judge: Judge | None
) -> list[Unit]:
    """Everything that is to be asked, haystack by haystack, so that equal prompt beginnings follow each other.

    Summaries that are given need asking only for the sake of a judge that is a model.
    """
    judged = bool(asking_judges(judge))
    made = list(systems)
    found: list[Unit] = []
    for haystack, subtopics in haystacks:
        by_id = {subtopic.id: subtopic for subtopic in subtopics}
        for system in made:
            if isinstance(system, ModelSystem | YourSystem):
                jobs = system.jobs(haystack, subtopics)
                found.extend(Unit(haystack=haystack, subtopic=job.subtopic, source=job) for job in jobs)
            elif judged:
                given = system.summaries(haystack, subtopics)
                found.extend(Unit(haystack=haystack, subtopic=by_id[one.subtopic], source=one) for one in given)
    return found


def fill(
    units: Sequence[Unit],
    judge: Judge | None,
    journal: Journal,
    asking: Asking,
    out: Path | None,
    score: Callable[[Unit, Summary], Sequence[Row]],
    progress: Callable[[str, int, int], None],
) -> dict[str, str]:
    """Ask everything that the journal lacks.

    Args:
        units: what is to be there.
        judge: of the run; its models are asked, too.
        journal: of the run.
        asking: how.
        out: the run directory, for Inspect's logs.
        score: rows of a summary, for the logs.
        progress: told (what, done, total).

    Returns:
        Key of each call that failed -> why.

    Raises:
        OverBudget: the budget stopped the run; the journal keeps all that is done.
        HayrickError: a model cannot be reached at all, or Inspect is not installed.
    """
    twice = [name for name, n in Counter(unit.id for unit in units).items() if n > 1]
    if twice:
        raise BadInput("--system", f"'{twice[0]}' asked for more than once", "each system and context once")
    judges = asking_judges(judge)
    left = [unit for unit in units if not is_done(unit, judges, journal)]
    models_asked = (*(unit.model for unit in left), *(one.model for one in judges)) if left else ()
    asker = asking.asker(journal, _nobody, models_asked)
    done = [0]

    def told() -> None:
        done[0] += 1
        progress("asking (calls)", done[0], max(done[0], len(left)))

    asker.told = told
    mine = [unit for unit in left if unit.model is None]
    theirs = [unit for unit in left if unit.model is not None]
    if judges:
        # A judge's calls need Inspect whoever made the summaries.
        mine, theirs = [], left
    own = user_systems.Sender(asking.connections, asking.seconds, asking.retries)
    if mine:
        asker.send = own.send
        asyncio.run(_alone(mine, asker, asking.connections))
    if theirs:
        reach = asking.reach()
        from hayrick.harness import inspect

        models = inspect.Models(reach)

        async def send(question: Ask) -> Reply:
            return await (own.send(question) if question.purpose == user_systems.PURPOSE else models.send(question))

        asker.send = send
        logs = out / "logs" if out is not None else None
        inspect.fill(theirs, judges, asker, models, logs, score)
    _require_some(asker.failures, units, judges, journal)
    return asker.failures


def _require_some(
    failures: dict[str, str], units: Sequence[Unit], judges: Sequence[ModelJudge], journal: Journal
) -> None:
    """Refuse to report a run in which somebody never answered: a dead address or a wrong key is no failure of a system.

    Raises:
        HayrickError: somebody's every call failed.
    """
    if not failures:
        return
    answered = {(call.model, call.purpose) for call in journal.calls.values()}
    asked = [unit.source.ask for unit in units if not isinstance(unit.source, Summary)]
    silent = sorted({ask.model for ask in asked if (ask.model, ask.purpose) not in answered})
    if not silent:
        silent = sorted(judge.model for judge in judges if (judge.model, "judge") not in answered)
    if silent:
        first = next(iter(failures.values()))
        raise HayrickError(f"{silent[0]} answered no call ({first}). Mend it and give the same command again.")


async def _nobody(question: Ask) -> Reply:
    raise CallFailed(f"{question.model}: nobody to ask")


async def _alone(units: Sequence[Unit], asker: Asker, connections: int) -> None:
    """Ask without Inspect, so many at a time."""
    gate = asyncio.Semaphore(connections)

    async def one(unit: Unit) -> None:
        async with gate:
            await work(unit, (), asker)

    results = await asyncio.gather(*(one(unit) for unit in units), return_exceptions=True)
    for problem in results:
        if isinstance(problem, BaseException):
            raise problem
