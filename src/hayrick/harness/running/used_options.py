"""Options of models that a run or its judge uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import is_asking
from hayrick.harness.naming import judge_names
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.naming.unused_options import ANY_CALL, ANY_MODEL, HAYSTACK, OPTIONS, require_used, value_of
from hayrick.harness.running.judged import PreparedTask
from hayrick.protocols import Judge, Task
from hayrick.records.user_code import PREFIX
from hayrick.systems.model import ModelSystem
from hayrick.systems.user import UserSystem
from hayrick.tasks.summhay import NAME as SUMMHAY
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.running.run_request import RunRequest

_ANSWERING = {"max_tokens", "reasoning_tokens", "reasoning_rule", "arguments"}
_SHOWN = {"budgets", "orders", "window", "answer_prefix"}
_OF_JUDGES = [name for name in OPTIONS if name.startswith("judge_")]


def used_by_judge(spec: str, judge: Judge[Any, Any] | None, task: Task[Any, Any], models: ModelOptions) -> set[str]:
    """Options of models that a judge uses: with another value, its judgements could be others.

    What a judge depends on stands in its signature and in those of its models, so it is made again without an option.
    A judge of the user's own that asks a model may use all.

    Args:
        spec: the name by which the judge was made.
        judge: made of it; None if there is none.
        task: whose responses are judged.
        models: with the options.
    """
    if judge is None:
        return set()
    found = set(ANY_MODEL) if judge.asks else set()
    if PREFIX in spec:
        return found | set(_OF_JUDGES if judge.asks else ["judge_context"])
    usual = ModelOptions()
    for name in _OF_JUDGES:
        if value_of(models, name) != value_of(usual, name):
            without = replace(models, **{name: value_of(usual, name)})
            if _signatures(spec, task, without) != _signatures(spec, task, models):
                found.add(name)
    return found


def require_used_in_run(request: RunRequest, prepared: Sequence[PreparedTask]) -> None:
    """Reject options that this run would silently ignore.

    Args:
        request: with its options.
        prepared: the tasks of the run with their systems and judges.

    Raises:
        BadInput: an option is given, but nothing in the run uses it.
    """
    used: set[str] = set()
    for one in prepared:
        used |= _used_by_systems(one, request.models)
        used |= used_by_judge(request.judge or judge_names.LOCAL, one.judge, one.task, request.models)
    require_used(request.models, used)
    task, standard = request.task, TaskOptions()
    answering = any(system.asks for one in prepared for _, system in one.systems)
    summhay = any(one.task.name == SUMMHAY for one in prepared)
    repaired = summhay and task.citations != "own"
    checks = (
        ("--repeat", request.repeats, 1, answering, "a system that is asked"),
        ("--compat", task.compat, standard.compat, summhay, HAYSTACK),
        ("--citations", task.citations, standard.citations, summhay, HAYSTACK),
        ("--allow-unheld", task.allow_unheld, standard.allow_unheld, summhay, HAYSTACK),
        ("--attribution", task.attribution, standard.attribution, repaired, "--citations repaired or both"),
    )
    for option, given, default, is_used, expected in checks:
        if given != default and not is_used:
            raise BadInput(option, "an option that is not used here", expected, "Leave it out.")


def _used_by_systems(prepared: PreparedTask, models: ModelOptions) -> set[str]:
    summhay = prepared.task.name == SUMMHAY
    found = {"free"} if summhay else set()
    for spec, system in prepared.systems:
        if isinstance(system, ModelSystem):
            found |= {*ANY_MODEL, *_ANSWERING, *_SHOWN, *(("domain", "prompt") if summhay else ())}
            found |= {"cut"} if system.window is not None else set()
            found |= {"seeds"} if "random" in models.orders else set()
        elif is_asking(spec):
            # A system of the user's own asks a model if the name says which ("?model=").
            found |= {*ANY_MODEL, *_ANSWERING}
        elif system.asks:
            found |= ANY_CALL
            if isinstance(system, UserSystem):
                found |= {"budgets", "orders"} | ({"seeds"} if "random" in models.orders else set())
    return found


def _signatures(spec: str, task: Task[Any, Any], models: ModelOptions) -> list[str]:
    cast = Cast()
    judge = judge_names.judge(spec, task, models, cast)
    return [judge.signature if judge is not None else "", *(one.signature for one in cast.players.values())]
