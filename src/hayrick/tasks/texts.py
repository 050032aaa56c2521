"""Your own questions about your own texts: rows of context, query and answer.

A row of the JSONL file is `{"context": TEXT or [TEXT, ...], "query": TEXT}`, and if known `answer` (a text or a list of
right ones), `id`, `dataset` (or `domain`), `group` (rows that intervals resample together) and `tags`.
Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hayrick.measures.answers import References, answer_measure, references_of
from hayrick.measures.values import only_of
from hayrick.prompting import load, showing
from hayrick.protocols import Measure, Task
from hayrick.records.fields import optional_string, string, tags_of
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file, read_jsonl
from hayrick.replies.answers import read_answer
from hayrick.types import BadInput, Document, Item

NAME = "texts"
REPLY_TOKENS = 1024


def _of_answered(name: str, *, main: bool = True) -> Measure[References, str]:
    return only_of(answer_measure(name, lambda gold: gold, main=main), bool)


MEASURES: tuple[Measure[References, str], ...] = (
    _of_answered("substring_exact_match"),
    _of_answered("exact_match", main=False),
    _of_answered("f1"),
)


def task(parameters: Parameters) -> Task[References, str]:
    """Questions of files; `path`, JSONL files with commas between them. Rows without an answer are not scored.

    Raises:
        BadInput: a row is not what it must be, or two have one id.
    """
    paths = parameters.paths("path")
    template = load("texts")
    found = [item for path in paths for item in _items(path)]
    names = list(dict.fromkeys(item.dataset for item in found))
    found.sort(key=lambda item: names.index(item.dataset))
    seen: set[tuple[str, str]] = set()
    for item in found:
        if (item.dataset, item.id) in seen:
            raise BadInput(parameters.where, f"two rows with the id '{item.id}'", "an id for each row")
        seen.add((item.dataset, item.id))
    prints = "+".join(fingerprint_file(path) for path in paths)
    return Task(
        name=NAME,
        paper="ours",
        items=lambda seed: found,
        prompt=lambda item, passages: showing(template, passages, {"query": item.query}),
        parse=lambda item, reply: read_answer(reply),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        fingerprint=dict.fromkeys(names, prints),
        signature=template.signature,
    )


def _items(path: Path) -> Iterator[Item[References]]:
    contexts: dict[str, str] = {}
    for number, (where, row) in enumerate(read_jsonl(path), start=1):
        documents = _documents(row, where)
        answer = row.get("answer")
        id = optional_string(row, "id", where) or str(number)
        # Rows about one context are alike: they are one group.
        first = contexts.setdefault("\n".join(one.text for one in documents), id)
        yield Item(
            dataset=optional_string(row, "dataset", where) or optional_string(row, "domain", where) or path.stem,
            group=optional_string(row, "group", where) or first,
            id=id,
            query=string(row, "query", where),
            gold=() if answer is None else references_of(answer, where),
            documents=documents,
            tags=tags_of(row, where),
        )


def _documents(row: dict[str, object], where: str) -> tuple[Document, ...]:
    given = row.get("context")
    texts = given if isinstance(given, list) else [given]
    if not texts or not all(isinstance(one, str) and one.strip() for one in texts):
        raise BadInput(where, "no text as 'context'", "a text, or a list of texts, that are not blank")
    return tuple(Document(id=str(number), text=str(one)) for number, one in enumerate(texts, start=1))
