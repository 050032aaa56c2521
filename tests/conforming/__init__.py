"""Metric name of a vector -> the project's functions that it is checked with; one module a family.

A vector is {"metric", "input", "expected"}. `Metric.ours` is what the project does by default, `Metric.paper` what it
does under `--compat paper`; where both are the same, `ours` is left out. `why` names the difference; without it, a
default that differs is a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

Value = Callable[[Any], object]
"""Of a vector's input: the value to compare with what is expected."""

FAMILIES = (
    *("answers", "rankings", "needles", "icl", "prompts", "alce", "graphs", "choices", "conversations"),
    *("summaries", "long_questions", "reasoning", "ethic", "longeval", "extraction"),
)
"""Modules of this folder; each has a table `METRICS`."""


class Metric(NamedTuple):
    """How the vectors of one name are checked."""

    paper: Value
    ours: Value | None = None
    why: str = ""


class AtLeast(dict[str, Any]):
    """A value of which a vector may name some keys only."""


class Unlike(Exception):
    """An input of a shape that no function of the project takes; its message says which."""


def metrics() -> dict[str, Metric]:
    """All tables together.

    Raises:
        ValueError: two families have the same name.
    """
    found: dict[str, Metric] = {}
    for family in FAMILIES:
        table: Mapping[str, Metric] = import_module(f"conforming.{family}").METRICS
        if twice := found.keys() & table.keys():
            raise ValueError(f"{family}: {', '.join(sorted(twice))} are in another family too")
        found |= table
    return found
