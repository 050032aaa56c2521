"""Names of systems and judges among those of a task; of one that it lacks: which task has it, or what was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from hayrick.harness.models.prices import listed_models
from hayrick.harness.naming.shipped import INFORMATION, TASKS
from hayrick.records.user_code import PREFIX
from hayrick.suggestions import did_you_mean
from hayrick.tasks import summhay
from hayrick.types import BadInput


class Brought(NamedTuple):
    """A task that ships, and the systems or judges that it brings along: name -> maker."""

    task: str
    makers: Mapping[str, Any]


def brought(noun: str) -> Iterator[Brought]:
    """What each task that ships brings along, "systems" or "judges"."""
    yield Brought(summhay.NAME, getattr(summhay.task([]), noun))
    for name, module in (
        *((name, module) for name, (module, _) in TASKS.items()),
        ("information coverage", INFORMATION),
    ):
        # What a task brings along depends on nothing that it must be told, so that it can be listed.
        yield Brought(name, getattr(import_module(module), noun.upper(), {}))


def key_of(spec: str, makers: Mapping[str, object]) -> tuple[str | None, str]:
    """Name of the maker for what a user gave, and what follows its ":"; None where there is none."""
    if spec in makers:
        return spec, ""
    kind, _, rest = spec.partition(":")
    found = next((name for name in makers if name.startswith(f"{kind}:")), None) if rest else None
    return found, rest


def unknown(noun: str, given: str, names: Iterable[str], task: str) -> BadInput:
    """The error for a name that is not in a list of names.

    Args:
        noun: "system" or "judge".
        given: the name.
        names: those that the task has.
        task: name of the task.
    """
    has = list(names)
    known = [name for name in has if name != given]
    bare, plus, context = given.partition("+")
    models = [f"{one}{plus}{context}" for one in listed_models() if one.partition("/")[2] == bare]
    usual = f"'hayrick list {noun}s' explains them."
    if models:
        usual = f"Did you mean {' or '.join(map(repr, models[:3]))}?"
    if ".py:" in given:
        usual = f"Did you mean '{PREFIX}{given}'?"
    owner = _owner(noun, given, task)
    if owner and given.partition(":")[0] not in {name.partition(":")[0] for name in has}:
        found = f"'{given}' is a {noun} of {owner}, not of {task}"
        return BadInput(f"--{noun}", found, ", ".join(known), usual)
    return BadInput(f"--{noun}", f"unknown {noun} '{given}'", ", ".join(known), did_you_mean(given, known, usual))


def _owner(noun: str, given: str, task: str) -> str:
    """The first task that ships and has a system or judge of this name; "" if none has."""
    kind = given.partition(":")[0]
    for one in brought(f"{noun}s"):
        if one.task != task and any(name in (given, kind) or name.startswith(f"{kind}:") for name in one.makers):
            return one.task
    return ""
