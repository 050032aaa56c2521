"""Queries with graded passages, from the user's file: `rerank` says how it is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.prompting import one_line
from hayrick.records.fields import identifier, is_number
from hayrick.records.read_files import a_type, read_jsonl
from hayrick.types import BadInput

MOST_RELEVANT = 1_000_000
"""Greatest relevance of a passage: beside far greater gains all others would be lost in rounding, or they overflow."""

_QUERY = {"query": "query", "id": "id", "qid": "id", "passages": "passages", "ctxs": "passages"}
_PASSAGE = {"id": "id", "text": "text", "relevance": "relevance", "label": "relevance"}
"""Columns of the file -> what they hold; the second name is that of the original's files."""


class Graded(NamedTuple):
    """A passage and its relevance to the query, >= 0."""

    id: str
    text: str
    relevance: float


class Query(NamedTuple):
    """A query, its passages, and the line of the file that it stands on."""

    where: str
    id: str
    text: str
    passages: list[Graded]


def read_queries(path: Path) -> list[Query]:
    """Read queries with graded passages.

    Raises:
        BadInput: a line is laid out otherwise, an id occurs twice, a relevance is negative or huge, or a query has no
            relevant passage or none that is less relevant than others.
    """
    found: dict[str, Query] = {}
    for number, (where, row) in enumerate(read_jsonl(path), start=1):
        cells = _cells(row, _QUERY, ("query", "passages"), where)
        id = identifier(cells, "id", where) or str(number)
        if id in found:
            raise BadInput(where, f"query '{id}' again, after {found[id].where}", "every id once")
        text = _text(cells["query"], "query", where)
        found[id] = Query(where, id, text, _passages(cells["passages"], where))
    return list(found.values())


def _passages(given: object, where: str) -> list[Graded]:
    if not isinstance(given, list) or not given:
        raise BadInput(where, "no passages", "a list of passages")
    found: dict[str, Graded] = {}
    for number, row in enumerate(given, start=1):
        place = f"{where}: passages[{number}]"
        if not isinstance(row, dict):
            raise BadInput(place, a_type(row), "an object with id, text and relevance")
        cells = _cells(row, _PASSAGE, ("id", "text", "relevance"), place)
        id = identifier(cells, "id", place) or str(number)
        if id in found:
            raise BadInput(place, f"passage '{id}' again", "every id once a query", "Leave one of them out.")
        found[id] = Graded(id, _text(cells["text"], "text", place), _relevance(cells["relevance"], place))
    if len({one.relevance for one in found.values()}) < 2:
        cure = "Leave the query out: every ranking of it has the same value."
        raise BadInput(where, "passages of one relevance", "two relevances or more", cure)
    return list(found.values())


def _cells(row: Mapping[str, object], names: Mapping[str, str], needed: Sequence[str], where: str) -> dict[str, object]:
    """Cells of a row by what they hold."""
    found: dict[str, object] = {}
    for name, value in row.items():
        if names.get(name, name) in found or name not in names:
            raise BadInput(where, f"unknown column '{name}'", f"{', '.join(names)}", "Leave it out, or rename it.")
        found[names[name]] = value
    for name in needed:
        if name not in found:
            raise BadInput(where, f"no column '{name}'", f"{', '.join(needed)}")
    return found


def _relevance(value: object, where: str) -> float:
    if not is_number(value) or not 0 <= value <= MOST_RELEVANT:
        cure = "Write judgements below 0 as 0."
        raise BadInput(where, f"relevance {value!r}"[:60], f"a number from 0 to {MOST_RELEVANT:,}", cure)
    return float(value)


def _text(value: object, name: str, where: str) -> str:
    if not isinstance(value, str) or not (shown := one_line(value)):
        raise BadInput(where, f"{name} {value!r}"[:60], "a text that is not empty")
    return shown
