"""Describes tasks: what each says of itself, its instances, their length, and the coverage that was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.records.coverage import FILE, Coverage, read_coverage
from hayrick.records.parameters import require_exact
from hayrick.systems.contexts import Showing
from hayrick.tasks.information.task import sampled
from hayrick.types import BadInput, Item


class Described(NamedTuple):
    """A dataset of a task."""

    task: str
    dataset: str
    about: Mapping[str, str]
    n: int
    """Instances; one that is asked at several depths is one."""

    tokens: float
    """Mean tokens of a prompt."""

    coverage: float | None
    """Information coverage; None where it was not measured."""


def described(
    specs: Sequence[str], measured: Sequence[Path], *, encoding: str, sample: int, seed: int
) -> list[Described]:
    """Describe every dataset of tasks and suites.

    Args:
        specs: names of tasks and suites with parameters, and users' own tasks.
        measured: directories of `hayrick coverage`; tasks and datasets must have the same names there.
        encoding: of all tokens.
        sample: instances of each dataset whose prompts are counted, drawn by seed; 0 for all.
        seed: of the items and the sample.

    Raises:
        BadInput: a task cannot be made, the encoding gives estimates, or a directory has no coverage.
    """
    require_exact(encoding, "--tokenizer")
    known = _known(measured)
    found = []
    for one in load_tasks(specs, TaskOptions(), ModelOptions()):
        datasets: dict[str, list[Item[Any]]] = {}
        for item in one.task.items(seed):
            datasets.setdefault(item.dataset, []).append(item)
        for dataset, items in datasets.items():
            tokens = fmean(_tokens(one.task, item, encoding) for item in sampled(items, sample, seed))
            n = round(sum(item.share for item in items))
            coverage = known.get((one.task.name, dataset))
            found.append(Described(one.task.name, dataset, one.task.about, n, tokens, coverage))
    return found


def _tokens(task: Task[Any, Any], item: Item[Any], encoding: str) -> int:
    passages = Showing(spec="full").passages(item.query, item.documents, None, "")
    return prompt_tokens(task.prompt(item, passages), encoding)


def _known(measured: Sequence[Path]) -> Coverage:
    for folder in measured:
        if not (folder / FILE).is_file():
            raise BadInput(str(folder), f"no {FILE}", "a directory of 'hayrick coverage ... --out'")
    return read_coverage(measured)
