"""Hayrick's tasks as tasks of Inspect: `inspect eval hayrick/summhay -T haystack=topic.json --model MODEL`.

Inspect evaluates the model; everything else is as in `hayrick run`. Each measure is a score of its own, whose metrics
are our estimates. Found by Inspect through the entry point of the package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import Model, get_model

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.prices import Budget, read_prices
from hayrick.harness.models.providers import Models, Reach
from hayrick.harness.naming import judge_names, names, system_names
from hayrick.harness.naming.shipped import SUITES, TASKS
from hayrick.harness.running.inspect_samples import VERSION, Subject
from hayrick.harness.running.judged import PreparedTask, add_jobs
from hayrick.harness.running.run_request import limited
from hayrick.harness.scheduling.asks import LiveAsk
from hayrick.harness.scheduling.logged import pooled
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.sending import keeping_text, send
from hayrick.harness.work.interrupts import Interrupts
from hayrick.reporting import answers_of
from hayrick.types import BadInput, HayrickError

JUDGE_ROLE = "judge"
OWN = "task"
"""The Inspect task of a user's own task: `hayrick/task -T spec=python:FILE.py:NAME`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """Parameters that every task has.

    Args:
        context: `full`, `sentences`, a retriever, or `all`.
        judge: name of a judge, as `--judge`; None for the model that is bound to the role `judge`.
        out: folder whose journal stores finished calls.
        limit: maximum number of groups of each dataset, sampled with seed 0.
        log_prompts: whether prompts and replies of all calls are in the log.
        models: how models are asked.
    """

    context: str
    judge: str | None
    out: str | None
    limit: int | None
    log_prompts: bool
    models: ModelOptions


@task
def summhay(
    haystack: str | list[str] = "",
    context: str = "full",
    variant: str = "single",
    domain: str | None = None,
    out: str | None = None,
    limit: int | None = None,
    max_tokens: int = 1024,
    judge: str | None = None,
    log_prompts: bool = False,
) -> Task:
    """SummHay on haystacks, for `inspect eval hayrick/summhay -T haystack=topic.json -T judge=local`.

    Args:
        haystack: path of a haystack file; several with commas between them.
        context: `full`, `sentences`, a retriever, or `all`.
        variant: variant of the judge's prompt, as `--judge-variant`.
        domain: domain for the prompt; the haystack's by default.
        out: folder whose journal stores finished calls.
        limit: maximum number of subtopics of each haystack, sampled with seed 0.
        max_tokens: token limit of a summary.
        judge: name of a judge, as `--judge`; by default the model that is bound to the role `judge`.
        log_prompts: whether prompts and replies of all calls are in the log.
    """
    models = ModelOptions(domain=domain, judge_variant=variant, max_tokens=max_tokens)
    given = [haystack] if isinstance(haystack, str) else list(map(str, haystack))
    options = _Options(context=context, judge=judge, out=out, limit=limit, log_prompts=log_prompts, models=models)
    if not all(given):
        raise PrerequisiteError("hayrick/summhay: no haystack. Give one with -T haystack=FILE.")
    return _made("summhay", given, options)


def _task_of(name: str) -> None:
    """Register the Inspect task of a name that `hayrick list tasks` lists."""

    @task(name=name)
    def named(
        context: str = "full",
        judge: str | None = None,
        out: str | None = None,
        limit: int | None = None,
        max_tokens: int | None = None,
        log_prompts: bool = False,
        **parameters: Any,
    ) -> Task:
        options = _Options(
            context=context,
            judge=judge,
            out=out,
            limit=limit,
            log_prompts=log_prompts,
            models=ModelOptions(max_tokens=max_tokens),
        )
        return _made(name, [_spec(name, parameters)], options)


def _spec(name: str, parameters: Mapping[str, object]) -> str:
    """Name of a task with its parameters, as in `hayrick run`; Inspect makes lists where there are commas.

    Raises:
        PrerequisiteError: a task of the user's own is not named.
    """

    def text(value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        return ",".join(map(text, value)) if isinstance(value, list | tuple) else str(value)

    left = dict(parameters)
    spec = text(left.pop("spec", "")) if name == OWN else name
    if not spec:
        raise PrerequisiteError(f"hayrick/{OWN}: no task. Give one with -T spec=python:FILE.py:NAME.")
    given = "&".join(f"{key}={quote(text(value), safe='/:,')}" for key, value in left.items())
    return f"{spec}{'&' if '?' in spec else '?'}{given}" if given else spec


for _name in (*SUITES, *TASKS, OWN):
    _task_of(_name)


def _made(name: str, inputs: list[str], options: _Options) -> Task:
    try:
        return _subject(name, inputs, options)
    except HayrickError as problem:
        raise PrerequisiteError(f"hayrick/{name}: {problem}") from None


def _subject(name: str, inputs: list[str], options: _Options) -> Task:
    model, judging = keeping_text(get_model()), _bound_judge()
    cast, journal = Cast(), Journal(Path(options.out) if options.out else None)
    every = names.load_tasks(inputs, names.TaskOptions(), options.models)
    prepared = [_prepared(one, f"{model}+{options.context}", judging, options, cast, len(every) > 1) for one in every]
    for one in prepared:
        add_jobs(one)
    others = Models(Reach())

    async def to_active(outgoing: Outgoing) -> Completion:
        if outgoing.purpose == "system":
            return await send(model, outgoing)
        if judging is not None and outgoing.model == str(judging):
            return await send(judging, outgoing)
        return await others.send(outgoing)

    ask = LiveAsk(cast=cast, asker=Asker(journal, to_active, read_prices(), Budget(limit=None)))
    # Samples of different models have the same ids, by which Inspect's users compare them.
    jobs = [replace(job, id=job.id.replace(f"/{model}+", "/")) for one in prepared for job in one.jobs]
    subject = Subject(jobs, ask, pooled(prepared), Interrupts(), prompts=options.log_prompts)
    return subject.task(name, version=f"{VERSION}.{_digest(prepared)}")


def _bound_judge() -> Model | None:
    """The model that is bound to the role; None if none is: no model judges itself by accident."""
    try:
        return keeping_text(get_model(role=JUDGE_ROLE, required=True))
    except PrerequisiteError:
        return None


def _prepared(
    loaded: names.Loaded, system: str, judging: Model | None, options: _Options, cast: Cast, several: bool
) -> PreparedTask:
    task = loaded.task
    items = limited(task.items(0), options.limit, 0, task.resample)
    if not items:
        raise BadInput(loaded.places[0] if loaded.places else task.name, "no item", "at least one")
    if task.judges and options.judge is None and judging is None:
        cure = "Give -T judge=local, -T judge=NAME, or --model-role judge=MODEL."
        raise BadInput("judge", "none", "a judge, which is never the model itself by accident", cure)
    bound = str(judging) if task.judges and judging is not None else None
    # Of several tasks, those that need no judge have none.
    spec = (options.judge or bound) if task.judges or not several else None
    rater = judge_names.judge(spec, task, options.models, cast)
    systems = [(system, one) for one in system_names.systems(system, task, items, 0, 1, options.models, cast)]
    judge_names.require_labels(rater, systems)
    judge_names.require_insights(rater, items)
    named = [task.name] if several else []
    return PreparedTask(loaded=loaded, task=task, items=items, systems=systems, judge=rater, named=named)


def _digest(prepared: list[PreparedTask]) -> str:
    """Of data, prompts, judges and measures: Inspect takes tasks of one name, arguments and version for the same."""
    found = hashlib.sha256()
    for one in prepared:
        made = [one.task.name, one.task.signature, *(system.signature for _, system in one.systems)]
        made += [
            one.judge.signature if one.judge else "",
            *(f"{measure.signature}{measure.rules}" for measure in one.task.measures),
        ]
        for item in one.items:
            made += [*item.key, item.query, *answers_of(one.task, item), *(part.text for part in item.documents)]
        for text in made:
            found.update(f"{len(text)}:{text}".encode("utf-8", "surrogatepass"))
    return found.hexdigest()[:12]
