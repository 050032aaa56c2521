"""Runs jobs as evaluations of Inspect, which writes logs for `inspect view`; `providers` sends questions to models.

A sample is one job: an item answered by one system in one context, including its judge calls. Systems and judges define
the questions and read the replies. Every reply goes through the run's journal, so that a resumed run repeats no
finished call. Each measure is a scorer, whose metrics are our estimates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.model import Model, get_model

from hayrick.harness.asks import LiveAsk
from hayrick.harness.finish import beside_loops
from hayrick.harness.inspect_samples import Subject
from hayrick.harness.interrupts import Interrupts
from hayrick.harness.jobs import Job
from hayrick.harness.logged import Pooled
from hayrick.harness.model_calls import PAID
from hayrick.harness.players import Cast
from hayrick.harness.providers import Models
from hayrick.harness.refusals import short
from hayrick.harness.secrets import without_secrets
from hayrick.types import HayrickError

T = TypeVar("T")

JUDGE_ROLE = "judge"
NO_MODEL = "none/none"
"""Inspect's model name for evaluations without a model under test, in which given summaries are only judged."""

_SAMPLES_A_CONNECTION = 10
"""Samples to start per connection: enough to keep the judge busy while systems answer."""


def run(
    jobs: Sequence[Job[T]], ask: LiveAsk, cast: Cast, models: Models, log_folder: Path | None, pooled: Pooled
) -> dict[str, T]:
    """Run jobs, in one Inspect evaluation for each model under test.

    Args:
        jobs: in starting order, with equal prompt prefixes next to each other.
        ask: answers from the journal first.
        cast: the models that are asked.
        models: the models that the asker sends to.
        log_folder: folder for Inspect's logs; None to discard them.
        pooled: the measures to log, and their estimates.

    Returns:
        Result of each job, by id.

    Raises:
        OverBudget: the budget was reached; finished calls are kept in the journal.
        HayrickError: a model cannot be reached.
    """
    # Report a missing key or package before any cost arises.
    made = [(one, models.of(one.model, one.arguments)) for one in cast.playing(PAID)]
    under_test = {one.model: model for one, model in made if one.purpose == "system"}
    judges = cast.playing(["judge"])
    roles = {JUDGE_ROLE: models.of(judges[0].model, judges[0].arguments)} if judges else {}
    stopped: list[Exception] = []
    results: dict[str, T] = {}
    for name in dict.fromkeys(job.model for job in jobs):
        mine = [job for job in jobs if job.model == name]
        interrupts = Interrupts()
        subject = Subject(mine, ask, pooled, interrupts, stopped, results, close=models.close).task("hayrick")
        samples = len(mine) if models.reach.batch else _SAMPLES_A_CONNECTION * models.reach.connections
        asked = under_test[name] if name else get_model(NO_MODEL)
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
            score_display=False,
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
