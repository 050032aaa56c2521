"""Ranges of whole numbers that a user gives, each declared once: for commands, for Python and for scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

MOST = 10**12
"""No whole number is greater: a slip of the keyboard is none that a run should begin with."""


class Range(NamedTuple):
    """The least and the greatest number."""

    least: int
    most: int = MOST


_ONE, _NONE = Range(1), Range(0)

WHOLE: Mapping[str, Range] = MappingProxyType(
    {
        "limit": _ONE,
        "seed": _NONE,
        "repeats": Range(1, 10_000),  # Each repeat of an item is a job, and all are listed before the first begins.
        "processes": Range(1, 64),
        "budgets": Range(1, 999_999_999),
        "seeds": _ONE,
        "tokens": _ONE,
        "max_tokens": _ONE,
        "reasoning_tokens": _NONE,
        "judge_repeats": Range(1, 50),
        "judge_tokens": _ONE,
        "judge_reasoning_tokens": _NONE,
        "connections": _ONE,
        "seconds": _ONE,
        "retries": _NONE,
        "requests_per_minute": _ONE,
        "tokens_per_minute": _ONE,
        "documents": Range(1, 1_000_000),
        "words": Range(20, 1_000_000),
        "swaps": Range(100, 1_000_000),
    }
)
"""Name of an argument in Python -> its range; `tokens` are those of a window."""
