"""What a run takes for granted where a name was left out, or was "none", in notes for readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.harness.judged import PreparedTask
from hayrick.harness.system_names import bare_models
from hayrick.systems.contexts import ALL, FULL, ORACLE
from hayrick.systems.model import ModelSystem


def assumed(judge: str | None, prepared: Sequence[PreparedTask]) -> Iterator[str]:
    """Say what a run takes for granted: contexts, judges, and what none is asked about.

    Args:
        judge: as the user named it; None if no judge was named.
        prepared: the tasks of the run with their systems and judges.
    """
    for model in dict.fromkeys(model for one in prepared for model in bare_models(one.systems)):
        yield f"{model} has no context in its name and was taken as {model}+{FULL}: it is shown all documents."
    for one in prepared:
        yield from _without_oracle(one)
    judges = dict.fromkeys(one.judge.name for one in prepared if one.judge is not None) if judge is None else {}
    for name in judges:
        yield f"No --judge was given: judged by {name}."
    for one in prepared if judge == "none" else ():
        asking = sum(getattr(system, "repeats", 1) for _, system in one.systems if system.asks)
        if one.task.judges and asking:
            some = any(not measure.judged for measure in one.task.measures)
            lost = "measures that need a judge have no value" if some else "none of them is scored"
            n = asking * len(one.items)
            yield f"--judge none: answers of {one.task.name} that are asked for and not judged: {n:,}; {lost}."


def _without_oracle(prepared: PreparedTask) -> Iterator[str]:
    """Say of which systems `all` has no oracle."""
    found: dict[str, set[str]] = {}
    for spec, system in prepared.systems:
        if isinstance(system, ModelSystem) and spec == f"{system.model}+{ALL}":
            found.setdefault(spec, set()).add(system.showing.spec)
    for spec in (spec for spec, shown in found.items() if ORACLE not in shown):
        which = "no document of its data is known to be relevant"
        yield f"{spec} on {prepared.task.name} is without {ORACLE}: {which}."
