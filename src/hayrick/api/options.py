"""Arguments by their names, checked as the command line checks its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, get_args

from hayrick.api.names import place_of, told
from hayrick.asking import Decoding, Window
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.run_request import RunRequest
from hayrick.ranges import MOST, WHOLE
from hayrick.records.costs import MOST_USD
from hayrick.records.fields import is_number
from hayrick.suggestions import did_you_mean
from hayrick.systems.contexts import Order
from hayrick.types import BadInput

_PATHS = ("prompt", "judge_prompt", "prices", "arguments_file")
_SEVERAL = ("budgets", "orders")
_OF_RUN = ("limit", "seed", "repeats", "processes")
_OPTIONAL = {
    one.name for kind in (RunRequest, TaskOptions, ModelOptions) for one in fields(kind) if one.default is None
}


class _Kind(NamedTuple):
    """What an argument can be."""

    fits: Callable[[Any], bool]
    expected: str


def _one_of(*known: str | None) -> _Kind:
    return _Kind(lambda value: value in known, " or ".join(map(repr, known)))


def _a(kind: type, expected: str) -> _Kind:
    return _Kind(lambda value: isinstance(value, kind), expected)


def _number(most: float, expected: str) -> _Kind:
    return _Kind(lambda value: is_number(value) and 0 <= value <= most, expected)


_TEXTS = (
    *("domain", "judge_variant", "judge_context", "answer_prefix", "attribution", "reasoning_rule"),
    *("name", "title", "checker", "writer", "planner", "model", "measure", "system", "subtopic", "context"),
)
_KINDS: Mapping[str, _Kind] = {
    **dict.fromkeys(_TEXTS, _a(str, "a text")),
    **dict.fromkeys(("free", "cut", "batch", "allow_unheld", "overwrite"), _a(bool, "True or False")),
    **dict.fromkeys(("arguments", "judge_arguments"), _a(Mapping, "a dict name -> value")),
    "compat": _one_of(None, "paper"),
    "citations": _one_of("own", "repaired", "both"),
    "orders": _one_of(*get_args(Order)),
    "decoding": _a(Decoding, "a Decoding, such as hayrick.asking.Decoding(temperature=1)"),
    "window": _a(Window, "a Window, such as hayrick.asking.Window(tokens=8192)"),
    "budget_usd": _number(MOST_USD, f"dollars from 0 to {MOST_USD:,.0f}"),
    "unsound_below": _number(1, "a probability from 0 to 1"),
    "progress": _Kind(callable, "a function (what, done, total, failed, usd)"),
}
"""Arguments that are neither paths nor whole numbers, whose ranges are in `hayrick.ranges`."""


def run_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a `RunRequest` from options by their names.

    Raises:
        BadInput: there is no such option, or it cannot have this value.
    """
    task, models = ({one.name for one in fields(kind)} for kind in (TaskOptions, ModelOptions))
    known = {*_OF_RUN, *task, *models}
    for name in given:
        if name not in known:
            cure = did_you_mean(name, known, "See docs/reference/api.md.")
            raise BadInput("options", f"unknown option '{name}'", "an option of hayrick.run", cure)
    values = {name: _checked(name, value) for name, value in given.items()}
    return {
        **{name: value for name, value in values.items() if name in _OF_RUN},
        "task": TaskOptions(**{name: value for name, value in values.items() if name in task}),
        "models": models_of({name: value for name, value in values.items() if name in models}),
    }


def models_of(given: Mapping[str, Any]) -> ModelOptions:
    """Options of models by their names.

    Raises:
        BadInput: see `run_options`.
    """
    known = [one.name for one in fields(ModelOptions)]
    for name in given:
        if name not in known:
            inner = name in {one.name for one in fields(Decoding)}
            cure = f"Give decoding=hayrick.asking.Decoding({name}=...)." if inner else "See docs/reference/api.md."
            cure = did_you_mean(name, known, cure)
            raise BadInput("options", f"unknown option '{name}'", f"one of {', '.join(sorted(known))}", cure)
    return ModelOptions(**{name: _checked(name, value) for name, value in given.items()})


def require(**given: object) -> None:
    """Refuse arguments that cannot have these values.

    Raises:
        BadInput: one of them cannot.
    """
    for name, value in given.items():
        _require_one(name, value)


def require_if_given(**given: object) -> None:
    """Refuse arguments that can neither have these values nor be None.

    Raises:
        BadInput: see `require`.
    """
    require(**{name: value for name, value in given.items() if value is not None})


def texts(name: str, given: object) -> list[str]:
    """One or several texts.

    Raises:
        BadInput: they are something else.
    """
    found = _several(given)
    for one in found:
        if not isinstance(one, str):
            raise BadInput(name, told(one), "a text, or a list of texts")
    return found


def _several(given: object) -> list[Any]:
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]


def _checked(name: str, value: Any) -> Any:
    """The value of an option, if it can have this one."""
    if value is None and name in _OPTIONAL:
        return None
    if name in _PATHS:
        return place_of(value, name)
    if name in _SEVERAL:
        value = _several(value)
        for one in value:
            _require_one(name, one)
        return value
    _require_one(name, value)
    return value


def _require_one(name: str, value: object) -> None:
    if name in WHOLE:
        _require_whole(name, value)
    elif not _KINDS[name].fits(value):
        raise BadInput(name, told(value), _KINDS[name].expected)


def _require_whole(name: str, value: object) -> None:
    least, most = WHOLE[name]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        is_open = most == MOST and not (isinstance(value, int) and value > most)
        expected = f"of at least {least}" if is_open else f"from {least:,} to {most:,}"
        raise BadInput(name, told(value), f"a whole number {expected}")
