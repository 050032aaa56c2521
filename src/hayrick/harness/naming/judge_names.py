"""Names of judges -> the judges; the models that they ask join the run's cast."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.naming.ensembles import Ensemble
from hayrick.harness.naming.unknown_names import key_of, unknown
from hayrick.judges.coverage.own import FunctionJudge
from hayrick.judges.own import OwnJudge
from hayrick.prompting import load
from hayrick.protocols import AnyJudge, AnySystem, AnyTask, JudgeMaker, JudgeOptions, about_of
from hayrick.records.object_prints import fingerprint_of_object
from hayrick.records.parameters import Parameters, require_utf8
from hayrick.records.signatures import takes
from hayrick.records.user_code import load_instance
from hayrick.records.user_values import called, require_attributes, require_method, require_plain
from hayrick.systems.model import ModelSystem
from hayrick.systems.user import UserSystem
from hayrick.types import BadInput, Item

AnyJudgeMaker = JudgeMaker[Any, Any]

NONE = "none"
JUDGES: Mapping[str, str] = MappingProxyType(
    {
        "ensemble:JUDGE+JUDGE": "the mean of two judges, e.g. ensemble:openai/gpt-4o+local",
        "python:MODULE:NAME": "your judge, or python:FILE.py:NAME; ?model=MODEL gives it a model to ask",
        NONE: "no judge: only measures that need none are scored",
    }
)
"""Judges that every task with judges has, beside its own in `Task.judges`."""

LOCAL = "local"
"""The judge of a task that has it, where none is named."""

_MODEL = "MODEL"
_PROVIDER = re.compile(r"[\w.-]+/.")
"""Beginning of a model's name: `faithfulness:openai/gpt-4o` is no model, but a judge that the task may not have."""


def judge(spec: str | None, task: AnyTask, models: ModelOptions, cast: Cast, without: str = "") -> AnyJudge | None:
    """Judge of a name; None for "none", and where the task needs no judge.

    Args:
        spec: a name of `_judges_of` the task; None is the local judge where the task has judges.
        task: whose responses are judged.
        models: how models are asked.
        cast: gets the models that are to be asked.
        without: input that leaves out tasks which need a judge, for the error; "" where there is none.

    Raises:
        BadInput: there is none of that name, the task needs no judge, or it has no local one and none is named.
    """
    if spec == NONE or (spec is None and not task.judges):
        return None
    require_utf8(spec or "", f"--judge {spec}")
    if not task.judges:
        raise BadInput(f"--judge {spec}", f"{task.name} needs no judge", "'none', or no --judge")
    if spec is None and LOCAL not in task.judges:
        cure = "With --judge none its answers are asked for all the same, and not judged."
        cure += f" '{without}' leaves it out, and nothing of it is asked." if without else ""
        expected = ", ".join([*task.judges, NONE])
        raise BadInput("--judge", f"none given, and {task.name} has no local judge", expected, cure)
    return _judge(LOCAL if spec is None else spec, task, models, cast, _judges_of(task))


def needed_judge(spec: str, task: AnyTask, models: ModelOptions, cast: Cast) -> AnyJudge:
    """Judge of a name, for what cannot be done without one: "none" is no name then.

    Raises:
        BadInput: there is none of that name.
    """
    require_utf8(spec, f"--judge {spec}")
    return _judge(spec, task, models, cast, [one for one in _judges_of(task) if one != NONE])


def _judges_of(task: AnyTask) -> list[str]:
    """Names of the judges that a task can have."""
    return [*task.judges, *JUDGES]


def _judge(spec: str, task: AnyTask, models: ModelOptions, cast: Cast, known: Sequence[str]) -> AnyJudge:
    if spec.startswith("ensemble:"):
        first, plus, second = spec.removeprefix("ensemble:").rpartition("+")
        if not plus or not first or not second or NONE in (first, second):
            raise BadInput(f"--judge {spec}", "not two judges", "ensemble:JUDGE+JUDGE")
        known = [one for one in known if one != NONE]
        a, b = (_judge(one, task, models, cast, known) for one in (first, second))
        return Ensemble(a=a, b=b)
    judge = _single_judge(spec, task, models, cast, known)
    if models.judge_context is None:
        return judge
    from hayrick.judges.in_extract import in_extract

    return in_extract(judge, models.judge_context, task.judges)


def _single_judge(spec: str, task: AnyTask, models: ModelOptions, cast: Cast, known: Sequence[str]) -> AnyJudge:
    if spec.startswith("python:"):
        return _user_judge(spec, models, cast)
    name, rest = key_of(spec, task.judges)
    if name is None and _MODEL in task.judges and _PROVIDER.match(spec):
        name, rest = _MODEL, spec
    if name is None or spec == _MODEL:
        raise unknown("judge", spec, known, task.name)
    maker = task.judges[name]
    if name != _MODEL and not name.endswith(f":{_MODEL}"):
        return maker.make(_judge_options(spec, "", models, maker.placeholders))
    return _model_judge(maker, spec, rest, models, cast)


def _model_judge(maker: AnyJudgeMaker, spec: str, model: str, models: ModelOptions, cast: Cast) -> AnyJudge:
    made = maker.make(_judge_options(spec, f"judge:{spec}", models, maker.placeholders))
    cast.add(f"judge:{spec}", Player.of_model(model, "judge", models.judging, about_of(made).expected_tokens))
    return made


def _judge_options(
    name: str, role: str, models: ModelOptions, placeholders: Mapping[str, str] | None = None
) -> JudgeOptions:
    return JudgeOptions(
        name=name,
        role=role,
        variant=models.judge_variant,
        template=load(models.judge_prompt, known=placeholders) if models.judge_prompt is not None else None,
        repeats=models.judge_repeats,
        max_tokens=models.judge_tokens,
    )


def _user_judge(spec: str, models: ModelOptions, cast: Cast) -> AnyJudge:
    """An object that follows `protocols.Judge`, a maker of one, or a function (insight, bullet), see `FunctionJudge`.

    A function that can be called with one argument, and not with two, is a maker: it gets `JudgeOptions`.
    """
    where = f"--judge {spec}"
    name, parameters = Parameters.of(spec, "judge")
    found = load_instance(name, where)
    model = parameters.text("model", "")
    parameters.require_used()
    is_function = callable(found) and not isinstance(found, type) and not hasattr(found, "judge")
    if callable(found) and is_function and (takes(found, 2) or not takes(found, 1)):
        return _function_judge(found, spec, model)
    if model:
        cast.add(f"judge:{spec}", Player.of_model(model, "judge", models.judging))
    if callable(found) and (is_function or isinstance(found, type)):
        found = called(found, where, _judge_options(spec, f"judge:{spec}", models))
    if not hasattr(found, "judge"):
        expected = "an object with 'judge', its maker, or a function of two arguments (insight, bullet)"
        raise BadInput(where, f"a {type(found).__name__}", expected)
    require_attributes(found, where, ("name", "signature", "asks"))
    require_method(found, where, "judge", ("item", "response", "ask"))
    return OwnJudge(found, where)


def _function_judge(function: Callable[..., object], spec: str, model: str) -> AnyJudge:
    where = f"--judge {spec}"
    if model:
        found = "a model for a function of an insight and a bullet"
        raise BadInput(where, found, "no ?model", "Make an object with 'judge', which may ask one.")
    if not takes(function, 2):
        raise BadInput(where, "a function that needs other arguments", "a function of two: the insight and the bullet")
    require_plain(function, where)
    return FunctionJudge(function=function, name=spec, code=fingerprint_of_object(function))


def require_insights(judge: AnyJudge | None, items: Sequence[Item[Any]]) -> None:
    """Raise BadInput if a judge is a function of an insight and a bullet, and items have no insights."""
    if isinstance(judge, FunctionJudge) and not all(hasattr(one.gold, "insights") for one in items):
        found = "a function of two arguments, where there are no insights"
        raise BadInput(f"--judge {judge.name}", found, "an object with 'judge', or its maker")


def require_labels(judge: AnyJudge | None, systems: Iterable[tuple[str, AnySystem]]) -> None:
    """Raise BadInput if a judge with stored labels alone would get answers that nobody has labelled."""
    if judge is None or not about_of(judge).stored_only:
        return
    for spec, system in systems:
        if isinstance(system, ModelSystem | UserSystem):
            found = f"only labels of stored summaries, none of what {spec} will answer"
            raise BadInput(f"judge '{judge.name}'", found, "a judge that reads answers", "Take 'local' or a model.")
