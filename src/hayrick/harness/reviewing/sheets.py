"""Writes sheets on which people check a run's verdicts.

A sheet is a CSV file with a row for each text to read and each question. It shows no verdict of the judge.
Source: HELMET, appendix B.6, for the sample: 10 summaries a data set and 5 key points of each.
"""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from hayrick.harness.naming import names
from hayrick.harness.reviewing.list_sheets import list_rows, responses_of
from hayrick.harness.reviewing.sheet_keys import Key, Row, cell, item_of, key_of
from hayrick.protocols import Sheet
from hayrick.records.fields import optional_string, string
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import files_of, require_new
from hayrick.records.read_files import read_jsonl
from hayrick.records.write_files import write_text
from hayrick.text import seeded
from hayrick.types import BadInput, Item

RESPONSES, UNITS = 10, 5
"""Sampled responses of a task, and sampled units of each kind of a response."""

COLUMNS = (
    *("question", "text", "answer", "kind"),
    *("task", "dataset", "group", "item", "system", "context", "tags", "unit"),
)
MARK = "\ufeff"
"""Beginning of a sheet, by which spreadsheets know UTF-8."""

READ = "read"
"""Kind of a row that is there to be read."""


class Verdict(NamedTuple):
    """A judge's verdict on one unit of a response, as a run's rows have it."""

    unit: str
    judge: str
    value: float | None
    about: str

    @property
    def kind(self) -> str:
        """What the unit is: its name before "/"."""
        return self.unit.partition("/")[0]


def write_sheet(folder: Path, path: Path, seed: int = 0) -> int:
    """Sample a run's responses and write what people are asked about them; return the number of questions.

    Responses are drawn from all systems alike, and from different items as far as there are.

    Raises:
        BadInput: the run has no verdicts of a task that people can be asked about, or the file exists.
    """
    manifest = read_manifest(folder)
    require_new([path], files_of(folder, manifest), overwrite=True)
    if os.path.lexists(path):
        raise BadInput(str(path), "a file that exists already", "a new file", "It may hold answers: choose another.")
    rows: list[Row] = [_cells(response, cells) for response, cells in list_rows(folder, manifest, seed)]
    verdicts = verdicts_of(folder) if not rows else {}
    for task, responses in _responses(folder).items() if not rows else ():
        made = names.task_of(task, manifest) if task != names.SUMMHAY else None
        if made is None or made.sheet is None:
            continue
        parameters = manifest.get("parameters")
        first_seed = parameters.get("seed", 0) if isinstance(parameters, dict) else 0
        items = {one.key: one for one in made.items(int(first_seed))}
        judged = [one for one in responses if key_of(one) in verdicts and isinstance(one.get("answer"), str)]
        for one in _sampled(judged, seeded(f"{task}/{seed}")):
            item = items.get(item_of(one))
            if item is None:
                raise BadInput(
                    str(folder), f"item '{one.get('item')}'", "an item of its data", "The data have changed."
                )
            rows += _asked(made.sheet, item, one, verdicts[key_of(one)], seeded(f"{task}/{seed}/{key_of(one)}"))
    if not rows:
        found = "no verdicts of a task that people can be asked about"
        raise BadInput(str(folder), found, "a run of a task such as helmet/multi_lexsum with a judge")
    write_text(path, _csv(rows), is_new=True)
    return sum(1 for row in rows if row["kind"] != READ)


def _responses(folder: Path) -> dict[str, list[Row]]:
    """Task -> rows of its responses."""
    found: dict[str, list[Row]] = {}
    for where, row in responses_of(folder):
        found.setdefault(string(row, "task", where), []).append(row)
    return found


def verdicts_of(folder: Path) -> dict[Key, list[Verdict]]:
    """Response -> verdicts on it."""
    path = folder / "judgements.jsonl"
    if not path.is_file():
        raise BadInput(str(folder), "no judgements.jsonl", "a run with a judge")
    found: dict[Key, list[Verdict]] = {}
    for where, row in read_jsonl(path):
        if "unit" not in row:
            continue
        value = row.get("value")
        one = Verdict(
            unit=string(row, "unit", where),
            judge=string(row, "judge", where),
            value=float(value) if isinstance(value, int | float) else None,
            about=optional_string(row, "about", where) or "",
        )
        found.setdefault(key_of(row), []).append(one)
    return found


def _sampled(responses: Sequence[Row], draw: Random) -> list[Row]:
    """At most `RESPONSES`, of the systems in turn, of items that are not yet there as long as there are any.

    Of these, one of the group that is there least.
    """
    by_system: dict[tuple[str, str], list[Row]] = {}
    for one in draw.sample(list(responses), len(responses)):
        by_system.setdefault((str(one.get("system")), str(one.get("context"))), []).append(one)
    chosen: list[Row] = []
    items, groups = Counter[tuple[str, str, str]](), Counter[str]()
    while len(chosen) < RESPONSES and any(by_system.values()):
        for left in by_system.values():
            if left and len(chosen) < RESPONSES:
                one = min(left, key=lambda row: (items[item_of(row)], groups[str(row.get("group"))]))
                left.remove(one)
                items[item_of(one)] += 1
                groups[str(one.get("group"))] += 1
                chosen.append(one)
    return chosen


def _asked(
    sheet: Sheet[object], item: Item[object], response: Row, verdicts: Sequence[Verdict], draw: Random
) -> Iterator[Row]:
    """Rows about one response: what to read, then the questions."""

    def row(question: str, text: str, kind: str, unit: str = "") -> Row:
        return _cells(response, {"question": question, "text": text, "kind": kind, "unit": unit})

    for heading, text in {"Read the summary": str(response.get("answer")), **sheet.reads(item)}.items():
        yield row(heading, text, READ)
    for kind, question in sheet.asks.items():
        of_kind = [one for one in verdicts if one.kind == kind]
        sampled = sorted(draw.sample(range(len(of_kind)), min(UNITS, len(of_kind))))
        for one in (of_kind[at] for at in sampled):
            yield row(question, one.about, kind, one.unit)
            for name, further in sheet.about.items():
                if further.kind == kind and further.each:
                    yield row(further.question, one.about, name, one.unit)
    for name, further in sheet.about.items():
        if not further.each:
            texts = [one.about for one in verdicts if one.kind == further.kind]
            every = "\n".join(f"{number}. {text}" for number, text in enumerate(texts, start=1))
            yield row(further.question, every, name)


def _cells(response: Row, cells: Row) -> Row:
    """A row about a response, without an answer."""
    whose = {name: response.get(name, "") for name in COLUMNS[4:10]} | {"tags": key_of(response)[-1]}
    return {**whose, **cells, "answer": ""}


def _csv(rows: Sequence[Row]) -> str:
    """A CSV file that spreadsheets open."""
    made = io.StringIO()
    made.write(MARK)
    writer = csv.writer(made)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([cell(row[name]) for name in COLUMNS])
    return made.getvalue()
