"""Multiple choice: LongBench v2's reading of replies (pred.py), against `replies.choices`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conforming import Metric
from hayrick.replies.choices import read_choice, released_longbench_choice

LETTERS = "choices: a letter is read from other sentences and forms, too"


def ours(given: Any) -> str | None:
    """A vector has no options' texts."""
    return read_choice(given["response"], dict.fromkeys("ABCD", ""))


METRICS: Mapping[str, Metric] = {
    "longbench_v2_choice": Metric(lambda given: released_longbench_choice(given["response"]), ours, LETTERS),
}
