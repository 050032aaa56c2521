"""Haystacks as rows of one schema, which several share: for Parquet files and for the datasets library.

A row is a haystack of the native layout: columns for what every haystack has, and the further fields of each part as
one JSON text, `fields`. So haystacks with different fields stand in one table, nothing becomes null that was absent,
and a number stays a number beside a text of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from hayrick.extras import install
from hayrick.records.fields import string
from hayrick.records.read_files import SCHEMA, a_type, parse_json
from hayrick.records.write_files import to_json
from hayrick.types import BadInput, HayrickError, Haystack

Row = Mapping[str, object]
NAME = "haystack"
"""Column of the haystack's name."""

_FIELDS = "fields"


def haystack_row(haystack: Haystack) -> dict[str, object]:
    """Row of a haystack of the native layout."""
    return {
        NAME: haystack.id,
        "schema": SCHEMA,
        "topic": haystack.topic,
        "domain": haystack.domain,
        "documents": [
            {"id": one.id, "title": one.title, "text": one.text, _FIELDS: _json(one.extra)}
            for one in haystack.documents
        ],
        "subtopics": [
            {
                "id": one.id,
                "title": one.title,
                "query": one.query,
                "insights": [{"id": part.id, "text": part.text, _FIELDS: _json(part.extra)} for part in one.insights],
                _FIELDS: _json(one.extra),
            }
            for one in haystack.subtopics
        ],
        "held_by": [{"insight": insight, "documents": list(ids)} for insight, ids in haystack.held_by.items()],
        _FIELDS: _json(haystack.extra),
    }


def document_rows(haystack: Haystack) -> Iterator[Row]:
    """A row for each document, in stored order; `position` is the number that citations use."""
    for position, one in enumerate(haystack.documents, start=1):
        yield {NAME: haystack.id, "id": one.id, "position": position, "title": one.title, "text": one.text}


def insight_rows(haystack: Haystack) -> Iterator[Row]:
    """A row for each insight, with its subtopic and the documents that hold it."""
    for one in haystack.subtopics:
        for part in one.insights:
            yield {
                NAME: haystack.id,
                "subtopic": one.id,
                "subtopic_title": one.title,
                "query": one.query,
                "id": part.id,
                "text": part.text,
                "documents": list(haystack.held_by.get(part.id, ())),
            }


def is_row(row: Row) -> bool:
    """Whether a row was made by `haystack_row`; rows of other tables have `held_by` by insight, or none."""
    return isinstance(row.get("held_by"), list)


def native_value(row: Row, where: str) -> tuple[str, dict[str, object]]:
    """Name and native JSON value of the haystack of a row; `files.haystack_of` checks the value.

    Raises:
        BadInput: further fields are no JSON object or have names of others, or an insight stands in `held_by` twice.
    """
    name = row.get(NAME)
    if not isinstance(name, str) or not name.strip():
        raise BadInput(where, f"'{NAME}' is missing or empty", "the name of the haystack")
    value = _whole({column: one for column, one in row.items() if column != NAME}, where)
    value["documents"] = [_whole(one, where) for one in _rows(row, "documents", where)]
    value["subtopics"] = [
        {**_whole(one, where), "insights": [_whole(part, where) for part in _rows(one, "insights", where)]}
        for one in _rows(row, "subtopics", where)
    ]
    held: dict[str, object] = {}
    for one in _rows(row, "held_by", where):
        insight = string(one, "insight", f"{where}: held_by")
        if insight in held:
            raise BadInput(where, f"'held_by' has '{insight}' twice", "every insight once")
        held[insight] = one.get("documents")
    value["held_by"] = held
    return name, value


def _rows(row: Row, name: str, where: str) -> list[Row]:
    values = row.get(name)
    if not isinstance(values, list) or not all(isinstance(one, Mapping) for one in values):
        raise BadInput(where, f"'{name}' is {a_type(values)}", "a list of objects")
    return values


def _whole(row: Row, where: str) -> dict[str, object]:
    """The fields of a row, its further fields among them; what is null is absent, unless further fields say null."""
    found = {name: value for name, value in row.items() if name != _FIELDS and value is not None}
    text = row.get(_FIELDS)
    if text is None:
        return found
    more = parse_json(text, f"{where}: '{_FIELDS}'") if isinstance(text, str) else text
    if not isinstance(more, dict) or more.keys() & found.keys():
        raise BadInput(f"{where}: '{_FIELDS}'", str(text)[:60], "a JSON object of further fields")
    return {**found, **more}


def _json(extra: Row) -> str | None:
    return to_json(dict(extra)) if extra else None


def parquet_bytes(rows: Iterable[Row], kind: str) -> Iterator[bytes]:
    """A Parquet file of rows of one kind: haystacks (a row group each), documents or insights.

    Lone surrogates, which Parquet cannot hold, are written as their escapes.

    Raises:
        HayrickError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise HayrickError(f"Parquet needs pyarrow: {install('parquet')}") from None
    schema = _schemas(pa)[kind]
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, schema) as writer:
        for group in _groups(rows, 1 if kind == "haystacks" else 1000):
            writer.write_table(pa.Table.from_pylist(cast("list[dict[str, object]]", utf8(group)), schema=schema))
    yield sink.getvalue().to_pybytes()


def _groups(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    group: list[Row] = []
    for row in rows:
        group.append(row)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _schemas(pa: Any) -> Mapping[str, Any]:
    """Columns of each kind of table."""
    text = pa.string()

    def columns(*names: str, **others: Any) -> list[Any]:
        return [*((name, text) for name in names), *others.items()]

    insight = pa.struct(columns("id", "text", _FIELDS))
    subtopic = pa.struct([*columns("id", "title", "query", insights=pa.list_(insight)), (_FIELDS, text)])
    held = pa.struct(columns("insight", documents=pa.list_(text)))
    lists = {"documents": pa.list_(pa.struct(columns("id", "title", "text", _FIELDS)))}
    lists |= {"subtopics": pa.list_(subtopic), "held_by": pa.list_(held)}
    of_insight = columns("haystack", "subtopic", "subtopic_title", "query", "id", "text", documents=pa.list_(text))
    return {
        "haystacks": pa.schema(
            [(NAME, text), ("schema", pa.int64()), *columns("topic", "domain", **lists, fields=text)]
        ),
        "documents": pa.schema([*columns("haystack", "id", position=pa.int64()), *columns("title", "text")]),
        "insights": pa.schema(of_insight),
    }


def utf8(value: object) -> object:
    """A JSON value with lone surrogates escaped in all its texts."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, Mapping):
        return {utf8(name): utf8(one) for name, one in value.items()}
    return [utf8(one) for one in value] if isinstance(value, list) else value
