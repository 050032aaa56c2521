"""Runs jobs with Inspect: reaches models and writes logs for `inspect view`. The only module that imports inspect_ai.

A sample is one job: an item answered by one system in one context, including its judge calls. Systems and judges define
the questions and read the replies; this module sends a question to a model. Every reply goes through the run's journal,
so that a resumed run repeats no finished call. Published numbers come from `estimates`, never from Inspect's metrics.
"""

from __future__ import annotations

import asyncio
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai import Task, task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import ValidationError

from hayrick.harness import casting, names
from hayrick.harness.asks import LiveAsk
from hayrick.harness.interrupts import Interrupts
from hayrick.harness.jobs import Job, Pooled
from hayrick.harness.journal import Journal, Usage
from hayrick.harness.judged import PreparedTask, add_jobs, limited, pooled
from hayrick.harness.model_calls import PAID, Asker, CallFailed, Completion, Outgoing, Spoiled, without_secrets
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.harness.prices import Budget, read_prices
from hayrick.harness.usage import most
from hayrick.protocols import Ask
from hayrick.types import HayrickError

T = TypeVar("T")

JUDGE_ROLE = "judge"
NO_MODEL = "none/none"
"""Inspect's model name for evaluations without a model under test, in which given summaries are only judged."""

_MESSAGES: Mapping[str, Callable[..., ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
"""Role -> class of its messages."""

_CLIENT_RETRIES = 2
"""Fast retries by the provider's client, which respects Retry-After; Inspect's slower retries come on top."""

_SAMPLES_A_CONNECTION = 10
"""Samples to start per connection: enough to keep the judge busy while systems answer."""

warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
"""Warnings about malformed replies of providers; `send` reports these faults instead."""

_WITH_CLIENT_RETRIES = ("openai/", "openai-api/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Options for reaching models, none of which changes a reply.

    Args:
        connections: maximum number of concurrent calls to one model.
        retries: retries of a call by Inspect, after those of the client.
        seconds: timeout of one attempt.
        batch: use the provider's batch mode if Inspect supports it.
    """

    connections: int = 20
    retries: int = 3
    seconds: int = 600
    batch: bool = False


@dataclass(slots=True)
class Models:
    """Model objects by name; sends questions to them."""

    reach: Reach
    _models: dict[str, Model] = field(default_factory=dict)

    def of(self, name: str) -> Model:
        """Return the model of this name.

        Raises:
            HayrickError: Inspect does not know it, or its package or key is missing.
        """
        if name not in self._models:
            config = GenerateConfig(
                max_connections=self.reach.connections,
                max_retries=self.reach.retries,
                # A batch has no time limit: aborting an attempt would submit and bill it again.
                attempt_timeout=None if self.reach.batch else self.reach.seconds,
                timeout=None if self.reach.batch else self.reach.seconds * (self.reach.retries + 1),
                batch=True if self.reach.batch else None,
            )
            arguments: dict[str, Any] = {}
            if name.startswith(_WITH_CLIENT_RETRIES):
                arguments["max_retries"] = _CLIENT_RETRIES
            try:
                self._models[name] = get_model(name, config=config, memoize=False, **arguments)
            except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
                raise HayrickError(f"model {name}: {_short(problem)}") from None
        return self._models[name]

    async def send(self, question: Outgoing) -> Completion:
        """Send a question to its model; see `model_calls.Send`."""
        return await send(self.of(question.model), question)


async def send(model: Model, question: Outgoing) -> Completion:
    """Send one question to a model.

    Raises:
        CallFailed: no reply in all tries of Inspect and of the provider's client.
        Spoiled: a useless reply that neither of them retries.
    """
    parameters = question.parameters
    config = GenerateConfig(
        temperature=_number(parameters.get("temperature")),
        top_p=_number(parameters.get("top_p")),
        seed=_whole(parameters.get("seed")),
        max_tokens=question.max_tokens,
    )
    messages = [_MESSAGES[role](content=text) for role, text in question.messages]
    try:
        # In its own context, a call adds no event with the whole prompt to the sample's transcript.
        call = asyncio.get_running_loop().create_task(_generate(model, messages, config), context=Context())
        output = await call
    except asyncio.CancelledError:
        raise
    except json.JSONDecodeError:
        raise Spoiled(f"{question.model}: a reply that is no JSON") from None
    except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
        if _is_miscounted(problem):
            # Inspect drops such a reply, but it is billed.
            used, doubt = most(question.messages, question.max_tokens), "the provider's count is no whole number"
            raise Spoiled(f"{question.model}: a reply whose token count is no whole number", used, doubt) from None
        raise CallFailed(f"{question.model}: {_short(problem)}") from None
    reply = _reply(output)
    if reply.stop == "model_length":
        # The text is the provider's error message then.
        raise CallFailed(f"{question.model}: the prompt exceeds the model's window; see --window-tokens")
    if not output.choices:
        raise Spoiled(f"{question.model}: a reply without choices", reply.usage)
    return reply


async def _generate(model: Model, messages: list[ChatMessage], config: GenerateConfig) -> ModelOutput:
    return await model.generate(messages, config=config, cache=False)


def _reply(output: ModelOutput) -> Completion:
    used = output.usage
    usage = Usage(
        tokens_in=(used.input_tokens + (used.input_tokens_cache_write or 0)) if used else 0,
        tokens_cached=(used.input_tokens_cache_read or 0) if used else 0,
        tokens_out=used.output_tokens if used else 0,
    )
    stop = output.stop_reason if output.choices else "unknown"
    return Completion("" if stop == "content_filter" else output.completion, stop, usage)


def _is_miscounted(problem: Exception) -> bool:
    """Whether Inspect failed on a reply's usage: not a whole number (validation error), or null (type error)."""
    return isinstance(problem, TypeError) or (
        isinstance(problem, ValidationError) and problem.title == ModelUsage.__name__
    )


_MARKUP = re.compile(r"\[/?[a-z]{1,20}\]")
"""Colour markup in Inspect's terminal messages."""


def _short(problem: BaseException) -> str:
    """Type and first words of an error; provider messages may contain the whole request, and keys."""
    attempt = getattr(problem, "last_attempt", None)
    inner = attempt.exception() if attempt is not None else problem.__cause__
    shown = inner or problem
    status = getattr(shown, "status_code", None)
    said = str(getattr(shown, "message", "") or shown).partition("Request:")[0]
    words = " ".join(_MARKUP.sub("", without_secrets(said)).split())[:160]
    return f"{type(shown).__name__}{f' {status}' if status else ''}: {words}"


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def run(
    jobs: Sequence[Job[T]], ask: Ask, cast: Cast, models: Models, log_folder: Path | None, pooled: Pooled
) -> dict[str, T]:
    """Run jobs, in one Inspect evaluation for each model under test.

    Args:
        jobs: in starting order, with equal prompt prefixes next to each other.
        ask: answers from the journal first.
        cast: the models that are asked.
        models: the models that the asker sends to.
        log_folder: folder for Inspect's logs; None to discard them.
        pooled: computes measures from the logged rows.

    Returns:
        Result of each job, by id.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model cannot be reached.
    """
    for model in cast.models(PAID):
        models.of(model)  # Report a missing key or package before any cost arises.
    judges = cast.models(["judge"])
    roles = {JUDGE_ROLE: models.of(judges[0])} if judges else {}
    stopped: list[Exception] = []
    results: dict[str, T] = {}
    for name in dict.fromkeys(job.model for job in jobs):
        mine = [job for job in jobs if job.model == name]
        interrupts = Interrupts()
        subject = _task(mine, ask, stopped, results, pooled, interrupts)
        samples = len(mine) if models.reach.batch else _SAMPLES_A_CONNECTION * models.reach.connections
        asked = models.of(name) if name else get_model(NO_MODEL)
        _evaluate(subject, asked, roles, max(4, samples), log_folder, interrupts)
        if stopped:
            raise stopped[0] if isinstance(stopped[0], HayrickError) else _ours(stopped[0])
        lost = sum(job.id not in results for job in mine)
        if lost:
            raise HayrickError(f"{lost} of {len(mine)} responses did not end; give the same command again.")
    return results


def _ours(problem: Exception) -> HayrickError:
    return HayrickError(f"stopped by {_short(problem)}; what was answered is kept. Give the same command again.")


def _evaluate(
    subject: Task,
    model: Model,
    roles: Mapping[str, Model],
    samples: int,
    log_folder: Path | None,
    interrupts: Interrupts,
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as scratch, interrupts:
        logs = inspect_eval(  # Returns no log at all if interrupted.
            subject,
            model=model,
            model_roles=dict(roles),
            display="none",
            log_dir=str(log_folder or scratch),
            log_model_api=False,
            log_realtime=False,
            fail_on_error=False,
            continue_on_fail=True,
            max_samples=samples,
            ctl_server=False,
        )
    if not logs or any(log.status == "cancelled" for log in logs):
        raise KeyboardInterrupt
    for log in logs:
        if log.status == "error" and log.error is not None:
            raise HayrickError(f"Inspect: {' '.join(without_secrets(log.error.message).split())[:300]}")


def _task(
    jobs: Sequence[Job[T]],
    ask: Ask,
    stopped: list[Exception],
    results: dict[str, T],
    pooled: Pooled,
    interrupts: Interrupts,
    name: str = "hayrick",
) -> Task:
    by_id = {job.id: job for job in jobs}
    samples = [Sample(id=job.id, input=job.query or job.id, metadata=dict(job.metadata)) for job in jobs]

    # No parameters: Inspect writes those of solvers, scorers and metrics to the log, including whole haystacks.
    @solver
    def respond() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            interrupts.attach()
            job = by_id[str(state.sample_id)]
            if stopped:
                raise stopped[0]
            try:
                results[job.id] = await job.work(ask)
            except Exception as problem:
                stopped.append(problem)
                raise
            state.output = ModelOutput.from_content(str(state.model), job.log(results[job.id]).text)
            return state

        return solve

    @metric
    def estimates() -> Metric:
        def compute(scores: list[SampleScore]) -> Value:
            return dict(pooled([row for one in scores for row in (one.score.metadata or {}).get("rows", [])]))

        return compute

    @scorer(metrics=[estimates()])
    def rows() -> Scorer:
        async def compute(state: TaskState, target: Target) -> Score:
            job = by_id[str(state.sample_id)]
            found = job.log(results[job.id])
            return Score(value=found.value, metadata={"rows": list(found.rows)})

        return compute

    return Task(
        name=name,
        dataset=MemoryDataset(samples, name=name),
        solver=respond(),
        scorer=rows(),
        version="2",
    )


@task
def summhay(
    haystack: str,
    context: str = "full",
    variant: str = "single",
    domain: str | None = None,
    out: str | None = None,
    limit: int | None = None,
    max_tokens: int = 1024,
) -> Task:
    """SummHay on one haystack, for `inspect eval hayrick/summhay -T haystack=topic.json` with a model and a judge role.

    Args:
        haystack: path of a haystack file.
        context: `full`, `sentences`, a retriever, or `all`.
        variant: variant of the judge's prompt, as `--judge-variant`.
        domain: domain for the prompt; the haystack's by default.
        out: folder whose journal stores finished calls.
        limit: maximum number of subtopics, sampled with seed 0.
        max_tokens: token limit of a summary.
    """
    model, judging = get_model(), get_model(role=JUDGE_ROLE, required=True)
    options = ModelOptions(domain=domain, judge_variant=variant, max_tokens=max_tokens)
    loaded = names.load_tasks([haystack], names.TaskOptions(), options)[0]
    cast, journal = Cast(), Journal(Path(out) if out else None)
    items = limited(loaded.task.items(0), limit, 0)
    system, judge = f"{model}+{context}", str(judging)
    systems = [(system, one) for one in casting.systems(system, loaded.task, items, 0, 1, options, cast)]
    rater = casting.judge(judge, loaded.task, options, cast)
    prepared = PreparedTask(loaded=loaded, task=loaded.task, items=items, systems=systems, judge=rater)
    add_jobs(prepared)
    by_purpose = {"system": model, "judge": judging}

    async def to_active(outgoing: Outgoing) -> Completion:
        return await send(by_purpose[outgoing.purpose], outgoing)

    asker = Asker(journal, to_active, read_prices(), Budget(limit=None))
    ask = LiveAsk(cast=cast, asker=asker)
    return _task(prepared.jobs, ask, [], {}, pooled([loaded.task]), Interrupts(), name="summhay")
