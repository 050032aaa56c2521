"""What `hayrick list` lists: names of each kind with what they are.

Each kind loads what it names; the rules of judges are loaded for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

from hayrick.harness.naming.shipped import INFORMATION, SCENARIOS, SUITES, TASKS
from hayrick.harness.naming.sources import described
from hayrick.protocols import Measure


def _systems() -> Mapping[str, str]:
    from hayrick.harness.naming.system_names import SYSTEMS

    return {**_brought("systems"), **SYSTEMS}


def _judges() -> Mapping[str, str]:
    from hayrick.harness.naming.judge_names import JUDGES

    return {**_brought("judges"), **JUDGES}


def _retrievers() -> Mapping[str, str]:
    from hayrick.retrieval.catalogue import RETRIEVERS

    return {
        **{entry.name: entry.description + _needed(entry.needs) for entry in RETRIEVERS},
        "sentences": "a context of sentences instead of documents",
        "full": "all documents as stored",
    }


def _extractors() -> Mapping[str, str]:
    from hayrick.retrieval.extraction import EXTRACTORS, PREFIX

    return {f"{PREFIX}{entry.name}@TOKENS": entry.description + _needed(entry.needs) for entry in EXTRACTORS}


def _measures() -> Mapping[str, str]:
    from hayrick.tasks import summhay

    return {
        **{one.name: one.description for one in summhay.MEASURES},
        f"...@{summhay.REPORTING.per_item}": "the same as a mean of means per summary",
        **{one.name: one.description for one in _measures_of_tasks()},
    }


def _measures_of_tasks() -> Iterator[Measure[Any, Any]]:
    for module in (*(module for module, _ in TASKS.values()), INFORMATION):
        yield from import_module(module).MEASURES


def _metrics() -> Mapping[str, str]:
    from hayrick.judges.metrics.catalogue import JUDGES

    return {name: maker.description for name, maker in JUDGES.items()}


def _tasks() -> Mapping[str, str]:
    from hayrick.tasks.summhay import NAME

    return {
        NAME: "SummHay: a haystack file as INPUT; summaries that cover insights and cite their documents",
        **{name: described(name, what) for name, (_, what) in (*SUITES.items(), *TASKS.items())},
        "python:FILE.py:NAME": "a task of your own (docs/guide/own_task.md)",
    }


def _probes() -> Mapping[str, str]:
    from hayrick.probes import KINDS, PROBES

    return {one.name: f"{one.says} ({KINDS[one.kind]}; a right value is {one.bounds})" for one in PROBES}


LISTS: Mapping[str, Callable[[], Mapping[str, str]]] = MappingProxyType(
    {
        "systems": _systems,
        "judges": _judges,
        "retrievers": _retrievers,
        "extractors": _extractors,
        "measures": _measures,
        "metrics": _metrics,
        "tasks": _tasks,
        "scenarios": lambda: SCENARIOS,
        "probes": _probes,
    }
)
"""Noun -> its names, each with a description, of a line for each thing that has this name."""


def _needed(needs: str) -> str:
    return "" if needs == "nothing" else f" (needs {needs})"


def _brought(noun: str) -> dict[str, str]:
    """Name -> a line for each thing of this name that tasks bring along: what it is, and of which tasks."""
    from hayrick.harness.naming.unknown_names import brought

    found: dict[str, dict[str, list[str]]] = {}
    for one in brought(noun):
        for name, maker in one.makers.items():
            found.setdefault(name, {}).setdefault(maker.description, []).append(one.task)
    return {
        name: "\n".join(f"{what}; for {_folded(tasks)}" for what, tasks in things.items())
        for name, things in found.items()
    }


def _folded(tasks: Sequence[str]) -> str:
    """Names of tasks; where all that begin alike are among them, STEM_* stands for these."""
    stems = {name: f"{name.rpartition('_')[0]}_" for name in tasks if "_" in name}
    alike = {stem: [name for name in TASKS if name.startswith(stem)] for stem in stems.values()}
    whole = {stem for stem, names in alike.items() if len(names) > 1 and set(names) <= set(tasks)}
    return ", ".join(dict.fromkeys(f"{stems[name]}*" if stems.get(name) in whole else name for name in tasks))
