"""OpenAI's published GraphWalks: rows with a prompt and the nodes that it asks for.

Source: data card openai/graphwalks: `prompt`, `answer_nodes` (`answer` in the card's table), `problem_type`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.nodes import Gold
from hayrick.prompting.passages import numbered_documents
from hayrick.protocols import Passage
from hayrick.records.parameters import size_name
from hayrick.records.read_files import a_type, fingerprint_file
from hayrick.tasks.helmet.published import Row, by_length, rows_of, text_in
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Message, Prompt

_EDGE = re.compile(r"^(\S{1,200}) -> (\S{1,200})$", re.MULTILINE)


class Asked(NamedTuple):
    """One row of the file."""

    number: int
    """Of the rows of its kind, from 1."""

    prompt: str
    gold: Gold
    added: str
    """Date on which the row was added; "" where the file has none."""

    @property
    def listed(self) -> str:
        """The wanted reply."""
        return f"Final Answer: [{', '.join(sorted(self.gold))}]"


class Rows(NamedTuple):
    """The rows of a file that ask one kind of question, by length, and what identifies the file."""

    by_length: Sequence[tuple[int, Sequence[Asked]]]
    fingerprint: str

    def items(self, task: str) -> list[Item[Gold]]:
        """Items of all rows; a length is a dataset."""
        return [_item(f"{task}@{size_name(length)}", length, row) for length, rows in self.by_length for row in rows]

    def most_tokens(self, encoding: str) -> int:
        """Tokens of the longest wanted reply."""
        count = tokenizer(encoding).count
        return max((count(row.listed) for _, rows in self.by_length for row in rows), default=0)


def shown(passages: Sequence[Passage]) -> Prompt:
    """A row's prompt as it is, in one message."""
    documents = numbered_documents(passages, "", None)
    message = Message(role="user", text=documents.text)
    return Prompt(messages=(message,), signature="as-published.v1", sources=documents.sources)


def read_rows(path: Path, problem: str, lengths: Sequence[int] | None, n: int, encoding: str) -> Rows:
    """Read a file.

    Args:
        path: JSONL or Parquet.
        problem: "bfs" or "parents", the rows' `problem_type`.
        lengths: see `by_length`.
        n: most rows of a length, the first ones.
        encoding: what lengths are counted in.

    Raises:
        BadInput: a row is laid out otherwise, or there is no row of this kind and length.
    """
    return _read(path, fingerprint_file(path), problem, None if lengths is None else tuple(lengths), n, encoding)


@lru_cache(maxsize=4)
def _read(path: Path, fingerprint: str, problem: str, lengths: tuple[int, ...] | None, n: int, encoding: str) -> Rows:
    count = tokenizer(encoding).count
    rows = [(where, row) for where, row in rows_of(path) if text_in(row, "problem_type", where) == problem]
    asked = [_asked(row, where, number) for number, (where, row) in enumerate(rows, start=1)]
    found = by_length(asked, lambda row: count(row.prompt) + count(row.listed), lengths)
    kept = [(length, some[:n]) for length, some in found if some]
    if not kept:
        wanted = "" if lengths is None else f" of {' or '.join(map(size_name, lengths))} tokens"
        raise BadInput(
            str(path), f"no row '{problem}'{wanted}", "at least one", "Give another length, or another file."
        )
    return Rows(kept, fingerprint)


def _asked(row: Row, where: str, number: int) -> Asked:
    given = row.get("answer_nodes", row.get("answer"))
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise BadInput(where, f"answer_nodes is {a_type(given)}", "a list of names")
    return Asked(number, text_in(row, "prompt", where), frozenset(given), str(row.get("date_added") or ""))


def _item(dataset: str, length: int, row: Asked) -> Item[Gold]:
    edges = _EDGE.findall(row.prompt)
    tags: dict[str, str | int | float] = {
        "length": length,
        "nodes": len({node for edge in edges for node in edge} | row.gold),
        "edges": len(edges),
        "answer_nodes": len(row.gold),
    }
    if row.added:
        tags["date_added"] = row.added
    return Item(
        dataset=dataset,
        group=str(row.number),
        id=f"row-{row.number}",
        query="",
        gold=row.gold,
        documents=(Document(id="prompt", text=row.prompt),),
        tags=tags,
    )
