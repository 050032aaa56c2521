"""Sheets on which people list what a section holds, and how far a run's lists agree with theirs.

Source: ETHIC, section 3.3 and appendix E: 100 sections of each domain, F1 of GPT-4o's labels and people's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.harness.naming import names
from hayrick.harness.reviewing.sheet_keys import Row, item_of, key_of
from hayrick.measures.sets import f1
from hayrick.protocols import Task
from hayrick.records.read_files import read_jsonl
from hayrick.stats import Interval, mean_of_rows
from hayrick.text import seeded
from hayrick.types import BadInput, Item

LISTED = 100
"""Sampled responses of a task."""

KIND = "list"


class ListAgreement(NamedTuple):
    """Mean F1 of a run's lists and people's, over sections."""

    task: str
    system: str
    context: str
    f1: Interval
    n: int
    n_unanswered: int
    published: str


def list_rows(folder: Path, manifest: Mapping[str, object], seed: int) -> Iterator[tuple[Row, Row]]:
    """(the response's row, a sheet's cells) for sampled responses of tasks that people can be asked to list for.

    The system's list is not shown.
    """
    by_task: dict[str, list[Row]] = {}
    for _, row in responses_of(folder):
        by_task.setdefault(str(row.get("task")), []).append(row)
    for name, rows in by_task.items():
        task = names.task_of(name, manifest) if name != names.SUMMHAY else None
        if task is None or task.sheet is None or not task.sheet.lists:
            continue
        items = _items(task, manifest)
        answered = [one for one in rows if isinstance(one.get("answer"), list) and item_of(one) in items]
        for one in seeded(f"{name}/{seed}").sample(answered, min(LISTED, len(answered))):
            text = "\n\n".join(document.text for document in items[item_of(one)].documents)
            yield one, {"question": task.sheet.lists, "text": text, "kind": KIND, "unit": KIND}


def list_agreements(
    folder: Path, manifest: Mapping[str, object], rows: Sequence[tuple[str, Row]]
) -> Iterator[ListAgreement]:
    """Compare people's lists on a sheet with a run's; one result a task, system and context.

    Args:
        folder: of the run.
        manifest: of the run.
        rows: (where, row) of the sheet's questions of this kind.

    Raises:
        BadInput: an answer is no list, or the run has no such response.
    """
    known = {key_of(row): row for _, row in responses_of(folder)}
    groups: dict[tuple[str, str, str], list[tuple[str, Row]]] = {}
    for where, row in rows:
        whose = known.get(key_of(row), row)
        key = str(whose.get("task")), str(whose.get("system")), str(whose.get("context", ""))
        groups.setdefault(key, []).append((where, row))
    for (name, system, context), several in groups.items():
        task = names.task_of(name, manifest)
        items = _items(task, manifest)
        values: dict[tuple[str, str, str], list[float]] = {}
        for where, row in several:
            if not str(row["answer"]).strip():
                continue
            response = known.get(key_of(row))
            item = items.get(item_of(response)) if response else None
            if response is None or item is None:
                raise BadInput(where, f"item '{row['item']}'", "a response of the run", "Give the run of the sheet.")
            said = task.parse(item, str(row["answer"]))
            if said is None:
                raise BadInput(where, f"answer '{str(row['answer'])[:40]}'", "a list, or None where there is nothing")
            answer = response.get("answer")
            value = f1(said, frozenset(map(str, answer if isinstance(answer, list) else ())))
            values.setdefault(item.key, []).append(value)
        published = task.sheet.published.get(KIND, "") if task.sheet else ""
        n = sum(map(len, values.values()))
        yield ListAgreement(name, system, context, _mean([*values.values()]), n, len(several) - n, published)


def agreement_row(one: ListAgreement) -> dict[str, object]:
    """Row of `agreement.json`."""
    named = {"task": one.task, "judge": one.system, "context": one.context, "kind": KIND}
    counts = {"n": one.n, "n_unanswered": one.n_unanswered, "published": one.published or None}
    return {**named, **one.f1.columns("f1"), **counts}


def responses_of(folder: Path) -> Iterator[tuple[str, Row]]:
    """(where, row) of a run's responses; none where the run has no file of them."""
    path = folder / "responses.jsonl"
    if path.is_file():
        yield from read_jsonl(path)


def _items(task: Task[Any, Any], manifest: Mapping[str, object]) -> dict[tuple[str, str, str], Item[Any]]:
    parameters = manifest.get("parameters")
    seed = parameters.get("seed", 0) if isinstance(parameters, dict) else 0
    return {one.key: one for one in task.items(int(seed))}


def _mean(values: Sequence[Sequence[float]]) -> Interval:
    """Mean over lists; those of one section are resampled together. Undefined without any."""
    sections = [number for number, section in enumerate(values) for _ in section]
    return mean_of_rows([one for section in values for one in section], sections)
