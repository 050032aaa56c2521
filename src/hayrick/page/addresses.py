"""Where items stand on the page: those of one dataset have a block, which all runs on the same content share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from hayrick.page.views import Source, SourceTask
from hayrick.records.write_files import to_json
from hayrick.reporting import by_dataset
from hayrick.types import Item


def addresses(sources: Sequence[Source]) -> dict[tuple[int, str, tuple[str, str, str]], tuple[int, int]]:
    """Number of a source, task, and key of an item -> number of its block, and of the item in it."""
    sets: dict[tuple[str, str, str], dict[tuple[str, str, str], int]] = {}
    found: dict[tuple[int, str, tuple[str, str, str]], tuple[int, int]] = {}
    for number, source in enumerate(sources):
        for task in source.tasks:
            for dataset, items in asked(task).items():
                known = sets.setdefault((task.name, dataset, content_of(items)), {})
                place = list(sets).index((task.name, dataset, content_of(items)))
                found |= {
                    (number, task.name, item.key): (place, known.setdefault(item.key, len(known))) for item in items
                }
    return found


def asked(task: SourceTask) -> dict[str, list[Item[Any]]]:
    """Items of each dataset of a task that has answers."""
    return by_dataset(task.items if task.task is not None and task.judged else ())


def content_of(items: Sequence[Item[Any]]) -> str:
    """Fingerprint of what is asked, and of the documents."""
    found, seen = hashlib.sha256(), set()
    for item in items:
        found.update(to_json([*item.key, item.query]).encode("utf-8"))
        if id(item.documents) not in seen:
            seen.add(id(item.documents))
            for one in item.documents:
                found.update(f"{one.id}\0{one.text}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()
