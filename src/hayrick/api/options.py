"""Options of a run by their names, checked as the command line checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from hayrick.api.names import told
from hayrick.asking import Decoding
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.names import TaskOptions
from hayrick.ranges import MOST, WHOLE
from hayrick.suggestions import did_you_mean
from hayrick.systems.contexts import Order
from hayrick.types import BadInput

_PATHS = ("prompt", "judge_prompt", "prices", "arguments_file")
_CHOICES: Mapping[str, Sequence[str | None]] = {
    "compat": (None, "paper"),
    "citations": ("own", "repaired", "both"),
    "orders": get_args(Order),
}
_OPTIONAL = frozenset(("limit", "max_tokens", "connections", "requests_per_minute", "tokens_per_minute"))
_SEVERAL = ("budgets", "orders")
_OF_RUN = ("limit", "seed", "repeats", "processes")


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


def require_whole(**given: int | None) -> None:
    """Refuse values that are no whole numbers, or outside their ranges.

    Raises:
        BadInput: one is neither None nor such a number.
    """
    for name, value in given.items():
        if value is not None:
            _checked_one(name, value)


def _checked(name: str, value: Any) -> Any:
    """The value of an option, if it can have this one."""
    if name in _PATHS and value is not None:
        return Path(value)
    if name in _SEVERAL:
        several = [value] if isinstance(value, int | str) else list(value)
        return [_checked_one(name, one) for one in several]
    return _checked_one(name, value)


def _checked_one(name: str, value: Any) -> Any:
    if name in _CHOICES and value not in _CHOICES[name]:
        raise BadInput(name, f"{value!r}"[:80], " or ".join(map(repr, _CHOICES[name])))
    if name == "decoding" and not isinstance(value, Decoding):
        raise BadInput(name, f"{value!r}"[:80], "a Decoding", "Give decoding=hayrick.asking.Decoding(temperature=1).")
    absent = value is None and name in _OPTIONAL
    if name in WHOLE and not absent:
        _require_whole(name, value)
    return value


def _require_whole(name: str, value: object) -> None:
    least, most = WHOLE[name]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        is_open = most == MOST and not (isinstance(value, int) and value > most)
        expected = f"of at least {least}" if is_open else f"from {least:,} to {most:,}"
        raise BadInput(name, told(value), f"a whole number {expected}")
