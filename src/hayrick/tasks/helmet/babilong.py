"""BABILong: a question about a few facts that are scattered in a long text of other sentences.

`path` is a JSONL file or JSON list, or several, with `input`, `question` and `target` a row, as the hub's data set and
the authors' repository have them. Files are named after task and length (`qa1/4k.json`), or `split` names the task.

Source: Kuratov et al. (2024), BABILong.
Differs: our own prompt, without the original's instructions and examples for each task; the released rule's accuracy
    stands beside ours (`measures.babilong`). Texts are shown as they are: cutting one could cut its facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hayrick.measures.babilong import BABILONG, LABELS, RELEASED_BABILONG, Target
from hayrick.prompting import load, one_line, showing, tidy
from hayrick.protocols import Measure, Resample, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.tasks.helmet.long_document import ID
from hayrick.tasks.helmet.long_questions import whole_reply
from hayrick.tasks.helmet.long_rows import Row, rows_of
from hayrick.tokens import token_counts
from hayrick.types import BadInput, Document, Item

NAME = "helmet/babilong"
MEASURES: tuple[Measure[Target, str], ...] = (BABILONG, RELEASED_BABILONG)
REPLY_TOKENS = 64
RESAMPLE = Resample(groups_note="Intervals resample questions; each has a text of its own.")
_TASK = re.compile(r"(?<![A-Za-z0-9])qa(?:[1-9]|1[0-9]|20)(?![0-9])")


def task(parameters: Parameters) -> Task[Target, str]:
    """BABILong; `path`, `split` (qa1 to qa20; by default from the files' names) and `n` questions of each file (all).

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    paths = parameters.paths("data", optional=True) or parameters.paths("path")
    split, n, encoding = parameters.text("split", ""), parameters.whole("n", 100_000, least=1), parameters.encoding()
    if split and not _TASK.fullmatch(split):
        raise BadInput(parameters.where, f"split '{split}'", "qa1 to qa20")
    names = [_dataset(path) for path in paths]
    if len(set(names)) < len(names):
        raise BadInput(parameters.where, "two files of one name", "files named after task and length")
    template = load("babilong")
    found = [
        item for path, name in zip(paths, names, strict=True) for item in [*_items(path, name, split, encoding)][:n]
    ]
    return Task(
        name=NAME,
        paper="Kuratov et al. (2024), BABILong",
        items=lambda seed: found,
        prompt=lambda item, passages: showing(template, passages, {"question": item.query}),
        parse=whole_reply,
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=5,
        resample=RESAMPLE,
        fingerprint={name: fingerprint_file(path) for path, name in zip(paths, names, strict=True)},
        signature=f"split:{split or 'named'},n:{n},{template.signature}",
        right=lambda item: item.gold.labels,
    )


def _dataset(path: Path) -> str:
    """Task and length as the file and its folder name them, else the file's name."""
    parts = (path.parent.name, path.stem) if _TASK.search(path.parent.name) or _TASK.search(path.stem) else (path.stem,)
    return "babilong@" + "-".join(part for part in parts if part)


def _items(path: Path, name: str, split: str, encoding: str) -> Iterator[Item[Target]]:
    rows = list(rows_of(path))
    if not rows:
        raise BadInput(str(path), "no question", "at least one")
    named = _TASK.search(path.stem) or _TASK.search(path.parent.name)
    kind = split or (named[0] if named else "")
    known = tuple(LABELS.get(kind, ())) or tuple(sorted({_target(row) for row in rows}))
    for number, row in enumerate(rows, start=1):
        text, question = tidy(row.text("input")).strip(), one_line(row.text("question"))
        target = _target(row)
        labels = (target,) if target in known else tuple(part.strip() for part in target.split(","))
        if not set(labels) <= set(known):
            raise BadInput(row.where, f"target '{target}'"[:80], f"of {kind}: {', '.join(known)}", "Give split=TASK.")
        yield Item(
            dataset=name,
            group=str(number),
            id=f"{name.partition('@')[2]}-{number}",
            query=question,
            gold=Target(labels=labels, known=known, question=question),
            documents=(Document(id=ID, text=text),),
            tags={"split": kind, "document_tokens": token_counts((text,), encoding)[0]},
        )


def _target(row: Row) -> str:
    return one_line(row.text("target")).lower()
