"""How long the calls of a planned run will take, where something shows it: an earlier run, or limits a minute."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.storage.journal_file import read_calls


class ModelCalls(NamedTuple):
    """Planned calls of one model, and the tokens of their prompts."""

    calls: int
    tokens_in: int


class PlannedTime(NamedTuple):
    """Minutes that the calls of a run take."""

    minutes: float | None
    """Expected, by the seconds of an earlier run's calls; None where it has no calls of some planned model."""

    least: float | None
    """What limits a minute allow at best; None without limits."""

    n: int
    """Calls of the earlier run that `minutes` rests on."""

    at_once: int
    """Calls at once that it assumes."""

    unknown: tuple[str, ...] = ()
    """Planned models of which the earlier run has no call."""


def plan_time(planned: Mapping[str, ModelCalls], models: ModelOptions, pilot: Path | None) -> PlannedTime | None:
    """Minutes of the calls of a run; None where nothing shows them.

    Expected are calls x mean seconds of the same model in the earlier run / calls at once, never less than the limits
    allow. Limits are a sure bound: the calls of the first minute begin at once, and no minute begins more; only
    tokens of prompts are counted.

    Args:
        planned: model -> its calls.
        models: how many calls are made at once, and limits a minute.
        pilot: directory of an earlier run; None for none.

    Raises:
        BadInput: the journal of the earlier run is of a newer schema, or no ordinary file.
    """
    least = max((_least(one, models) for one in planned.values()), default=0.0)
    has_limits = models.requests_per_minute is not None or models.tokens_per_minute is not None
    if not planned or (pilot is None and not has_limits):
        return None
    seconds: dict[str, list[float]] = {}
    for call in read_calls(pilot) if pilot is not None else ():
        if call.seconds > 0:
            seconds.setdefault(call.model, []).append(call.seconds)
    unknown = tuple(name for name in planned if name not in seconds) if pilot is not None else ()
    minutes = None
    if pilot is not None and not unknown:
        total = sum(one.calls * sum(seconds[name]) / len(seconds[name]) for name, one in planned.items())
        minutes = max(least, total / 60 / models.at_once)
    n = sum(len(seconds[name]) for name in planned if name in seconds)
    return PlannedTime(minutes, least if has_limits else None, n, models.at_once, unknown)


def _least(one: ModelCalls, models: ModelOptions) -> float:
    requests, tokens = models.requests_per_minute, models.tokens_per_minute
    by_calls = ceil(one.calls / requests) - 1 if requests else 0
    by_tokens = ceil(one.tokens_in / tokens) - 1 if tokens else 0
    return float(max(0, by_calls, by_tokens))
