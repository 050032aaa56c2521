"""Runs jobs as evaluations of Inspect, which writes logs for `inspect view`; `providers` sends questions to models.

A sample is one job: an item answered by one system in one context, including its judge calls. Systems and judges define
the questions and read the replies. Every reply goes through the run's journal, so that a resumed run repeats no
finished call. Published numbers come from `estimates`, never from Inspect's metrics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from inspect_ai import Task, task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from hayrick.harness import casting, names
from hayrick.harness.asks import LiveAsk
from hayrick.harness.finish import beside_loops
from hayrick.harness.interrupts import Interrupts
from hayrick.harness.jobs import Job, Pooled
from hayrick.harness.journal import Journal
from hayrick.harness.judged import PreparedTask, add_jobs, limited, pooled
from hayrick.harness.model_calls import PAID, Asker, Completion, Outgoing, without_secrets
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.harness.prices import Budget, read_prices
from hayrick.harness.providers import Models, keeping_text, send, short
from hayrick.protocols import Ask
from hayrick.types import HayrickError

T = TypeVar("T")

JUDGE_ROLE = "judge"
NO_MODEL = "none/none"
"""Inspect's model name for evaluations without a model under test, in which given summaries are only judged."""

_SAMPLES_A_CONNECTION = 10
"""Samples to start per connection: enough to keep the judge busy while systems answer."""


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
    return HayrickError(f"stopped by {short(problem)}; what was answered is kept. Give the same command again.")


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
        evaluation = partial(
            inspect_eval,
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
        logs = beside_loops(evaluation, interrupts)  # No log at all if interrupted.
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
    model, judging = map(keeping_text, (get_model(), get_model(role=JUDGE_ROLE, required=True)))
    options = ModelOptions(domain=domain, judge_variant=variant, max_tokens=max_tokens)
    loaded = names.load_tasks([haystack], names.TaskOptions(), options)[0]
    cast, journal = Cast(), Journal(Path(out) if out else None)
    items = limited(loaded.task.items(0), limit, 0, loaded.task.resample)
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
