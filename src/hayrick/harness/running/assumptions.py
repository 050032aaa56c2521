"""What a run takes for granted where a name was left out, or was "none", in notes for readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.harness.naming.system_names import bare_models
from hayrick.harness.running.judged import PreparedTask
from hayrick.systems.contexts import ALL, DEFAULT_BUDGET_TOKENS, FULL, ORACLE, SENTENCES
from hayrick.systems.model import ModelSystem
from hayrick.systems.user import UserSystem
from hayrick.text import sentences

_BEGINNING = 20_000
"""Characters of a document in which sentences are looked for."""


def assumption_notes(judge: str | None, prepared: Sequence[PreparedTask]) -> Iterator[str]:
    """Say what a run takes for granted: contexts, judges, and what none is asked about.

    Args:
        judge: as the user named it; None if no judge was named.
        prepared: the tasks of the run with their systems and judges.
    """
    for model in dict.fromkeys(model for one in prepared for model in bare_models(one.systems)):
        yield f"{model} has no context in its name and was taken as {model}+{FULL}: it is shown all documents."
    for one in prepared:
        yield from _without_oracle(one)
        yield from _without_choice(one)
    judges = dict.fromkeys(one.judge.name for one in prepared if one.judge is not None) if judge is None else {}
    for name in judges:
        yield f"No --judge was given: judged by {name}."
    for one in prepared if judge == "none" else ():
        asking = sum(
            system.repeats if isinstance(system, ModelSystem | UserSystem) else 1
            for _, system in one.systems
            if system.asks
        )
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


def _without_choice(prepared: PreparedTask) -> Iterator[str]:
    """Say which contexts are to choose among the documents of items that are single documents."""
    contexts = [one.showing for _, one in prepared.systems if isinstance(one, ModelSystem)]
    choosing = [one for one in contexts if one.spec not in (FULL, SENTENCES)]
    if not choosing or any(len(item.documents) != 1 for item in prepared.items):
        return
    names = ", ".join(dict.fromkeys(one.spec for one in choosing))
    budgets = dict.fromkeys(one.budget_tokens or DEFAULT_BUDGET_TOKENS for one in choosing)
    most = " or ".join(f"{one:,}" for one in budgets)
    document = prepared.items[0].documents[0].text[:_BEGINNING]
    cure = f" The context '{SENTENCES}' chooses among its sentences." if len(sentences(document)) > 1 else ""
    task = prepared.task.name
    yield (
        f"{names} cannot choose on {task}: every item is a single document, of which the first {most} tokens "
        f"are shown.{cure}"
    )
