"""OpenAI's published MRCR: rows with a conversation and the reply that is wanted.

Source: data card openai/mrcr: `prompt` (a JSON text of messages), `answer` (begins with the string),
    `random_string_to_prepend`, `n_needles`. Numbers of the 2025-04 data are of other items than those since 2025-12-05:
    about 10 % had too many needles and 5 % a wrong answer. Such rows are refused, or read with `flawed=keep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.copying import Copied
from hayrick.records.parameters import size_name
from hayrick.records.read_files import a_type, fingerprint_file, parse_json
from hayrick.tasks.helmet.conversations import Turn, require_sound
from hayrick.tasks.helmet.published import Row, by_length, rows_of, text_in
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item

FLAWED = ("refuse", "keep")


class Asked(NamedTuple):
    """One row of the file."""

    number: int
    """Of the rows with as many needles, from 1."""

    turns: tuple[Turn, ...]
    query: str
    gold: Copied
    added: str
    """Date on which the row was added; "" where the file has none."""


class Rows(NamedTuple):
    """The rows of a file with so many needles, by length, and what identifies the file."""

    by_length: Sequence[tuple[int, Sequence[Asked]]]
    fingerprint: str

    def items(self, task: str, n: int) -> list[Item[Copied]]:
        """Items of all rows; a length is a dataset."""
        return [_item(f"{task}@{size_name(length)}", length, n, row) for length, rows in self.by_length for row in rows]

    def most_tokens(self, encoding: str) -> int:
        """Tokens of the longest wanted reply."""
        return max(tokenizer(encoding).count(row.gold.wanted) for _, rows in self.by_length for row in rows)


def read_rows(path: Path, needles: int, lengths: Sequence[int] | None, n: int, encoding: str, flawed: str) -> Rows:
    """Read a file.

    Args:
        path: JSONL or Parquet.
        needles: the rows' `n_needles`.
        lengths: see `by_length`.
        n: most rows of a length, the first ones.
        encoding: what lengths are counted in: of all contents and the wanted reply.
        flawed: "refuse", or "keep" for rows that `require_sound` rejects.

    Raises:
        BadInput: a row is laid out otherwise or flawed, or there is no row with so many needles and of such a length.
    """
    chosen = None if lengths is None else tuple(lengths)
    return _read(path, fingerprint_file(path), needles, chosen, n, encoding, flawed)


@lru_cache(maxsize=4)
def _read(
    path: Path, fingerprint: str, needles: int, lengths: tuple[int, ...] | None, n: int, encoding: str, flawed: str
) -> Rows:
    count = tokenizer(encoding).count
    rows = [(where, row) for where, row in rows_of(path) if row.get("n_needles") == needles]
    asked = [_asked(row, where, number, flawed) for number, (where, row) in enumerate(rows, start=1)]

    def tokens(row: Asked) -> int:
        texts = [text for turn in row.turns for text in turn]
        return sum(map(count, texts)) + count(row.query) + count(row.gold.wanted)

    found = by_length(asked, tokens, lengths)
    kept = [(length, some[:n]) for length, some in found if some]
    if not kept:
        wanted = "" if lengths is None else f" and {' or '.join(map(size_name, lengths))} tokens"
        what = f"no row with n_needles {needles}{wanted}"
        raise BadInput(str(path), what, "at least one", "Give another length, or another file.")
    return Rows(kept, fingerprint)


def _asked(row: Row, where: str, number: int, flawed: str) -> Asked:
    string, answer = text_in(row, "random_string_to_prepend", where), text_in(row, "answer", where)
    if not answer.startswith(string):
        raise BadInput(where, "an answer that does not begin with the string", "random_string_to_prepend before it")
    turns, query = _turns(parse_json(text_in(row, "prompt", where), f"{where}: prompt"), f"{where}: prompt")
    text = answer.removeprefix(string)
    rivals = tuple(turn.reply for turn in turns if turn.asked in {one.asked for one in turns if one.reply == text})
    gold = Copied(string, text, rivals)
    needles = row["n_needles"]
    if flawed == FLAWED[0] and isinstance(needles, int):
        require_sound(where, turns, query, gold, needles)
    return Asked(number, tuple(turns), query, gold, str(row.get("date_added") or ""))


def _turns(given: object, where: str) -> tuple[list[Turn], str]:
    """Turns, and the last request."""
    if not isinstance(given, list) or not given:
        raise BadInput(where, a_type(given), "a list of messages")
    texts: list[str] = []
    for number, message in enumerate(given):
        role = ("user", "assistant")[number % 2]
        content = message.get("content") if isinstance(message, dict) and message.get("role") == role else None
        if not isinstance(content, str) or not content.strip():
            raise BadInput(f"{where}[{number}]", "another message", f"a text by the {role}: user and assistant in turn")
        texts.append(content)
    if len(texts) % 2 == 0 or len(texts) < 3:
        raise BadInput(where, f"{len(texts)} messages", "turns, and a last message by the user")
    return [Turn(*pair) for pair in zip(texts[:-1:2], texts[1::2], strict=True)], texts[-1]


def _item(dataset: str, length: int, n: int, row: Asked) -> Item[Copied]:
    tags: dict[str, str | int | float] = {"length": length, "needles": n, "turns": len(row.turns)}
    if row.gold.text in row.gold.rivals:
        tags["ordinal"] = row.gold.rivals.index(row.gold.text) + 1
    if row.added:
        tags["date_added"] = row.added
    return Item(
        dataset=dataset,
        group=str(row.number),
        id=f"row-{row.number}",
        query=row.query,
        gold=row.gold,
        documents=tuple(
            Document(id=f"turn-{number}", title=turn.asked, text=turn.reply)
            for number, turn in enumerate(row.turns, start=1)
        ),
        tags=tags,
    )
