"""Labels in JSON, tables and tags: '{"names": ["Alice"]}', "| 1 | Alice |", "<name>Alice</name>"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hayrick.replies.json import read_array, read_objects
from hayrick.types import Unparsed

_IS_OBJECT = re.compile(r"[^{\[]{0,2000}\{\s*[\"'\u201c]")
_OF_MANY = re.compile(r"\s{0,9}(?:```\w{0,10}\s{0,9})?\[\s{0,99}[{\[]")
_CLOSED = re.compile(r"</([A-Za-z][\w-]{0,30})>")
_TAG = re.compile(r"</?([A-Za-z][\w-]{0,30})>")
_ROW = re.compile(r"\s{0,20}\|(.{0,2000})\|\s{0,20}")
_RULE = re.compile(r"[\s|:-]{1,300}")
_NAMING = re.compile(r"(?:full[ _-]?)?(?:names?|labels?|numbers?|values?|citations?|characters?|person|people)", re.I)


def labels_of_json(text: str) -> list[str] | None:
    """Labels of a text that is JSON: the scalars of its lists; None where it is something else.

    Of records in a list, and of several records, the value that names them counts ("name", "label"), else the first;
    of an object without lists its keys, or the parts of its value if it has one key.
    """
    if _IS_OBJECT.match(text):
        objects = read_objects(text)
        return None if isinstance(objects, Unparsed) else _of_objects(objects)
    if text.count("[") != 1 and not _OF_MANY.match(text):
        return None
    found = read_array(text)
    return None if isinstance(found, Unparsed) else list(_scalars(found))


def without_tags(text: str) -> str:
    """A text with line breaks in the place of tags that it also closes, and of "<answer>"."""
    closed = {*_CLOSED.findall(text), "answer"}
    return _TAG.sub(lambda tag: "\n" if tag[1] in closed else tag[0], text)


def without_tables(text: str) -> str:
    """A text with the labels of its tables, a line each, in the place of their rows.

    They stand in the column whose heading says so, else in the first one that does not number the rows.
    """
    lines: list[str] = []
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if row := _ROW.fullmatch(line):
            table.append([cell.strip(" \t*_`") for cell in row[1].split("|")])
        else:
            lines += [*_column(table), line]
            table = []
    return "\n".join(lines)


def _of_objects(objects: Sequence[Mapping[str, object]]) -> list[str]:
    last = objects[-1]
    lists = list(_lists(last))
    if lists:
        return [label for one in lists for label in _scalars(one)]
    if len(objects) > 1:
        return list(_scalars(objects))
    if len(last) == 1:
        return [part.strip() for value in last.values() for part in re.split(r"[;,]\s|\n", _shown(value) or "")]
    return list(last)


def _lists(value: object) -> Iterator[Sequence[object]]:
    """The lists of an object, at any depth but inside other lists."""
    if isinstance(value, list):
        yield value
    for part in value.values() if isinstance(value, Mapping) else ():
        yield from _lists(part)


def _scalars(values: Sequence[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, Mapping):
            named = [part for key, part in value.items() if _NAMING.fullmatch(key)]
            value = next((one for one in [*named, *value.values()] if _shown(one)), None)
        if isinstance(value, list):
            yield from _scalars(value)
        elif shown := _shown(value):
            yield shown


def _shown(value: object) -> str | None:
    """A text or number as it is written, whole numbers without a point; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _column(table: Sequence[Sequence[str]]) -> list[str]:
    """Labels of a table; its first row is a heading if the second one is a rule."""
    has_heading = len(table) > 1 and _is_rule(table[1])
    heading, rows = (table[0], table[2:]) if has_heading else ((), table)
    width = max(map(len, rows), default=0)
    named = [at for at in range(width) if at < len(heading) and _NAMING.fullmatch(heading[at])]
    numbers = [row[0].rstrip(".)") for row in rows if row]
    counts = width > 1 and numbers == [str(at) for at in range(1, len(numbers) + 1)]
    at = next((at for at in named if at or not counts), int(counts))
    return [row[at] for row in rows if at < len(row) and not _is_rule(row)]


def _is_rule(row: Sequence[str]) -> bool:
    return any("-" in cell for cell in row) and all(_RULE.fullmatch(cell or " ") for cell in row)
