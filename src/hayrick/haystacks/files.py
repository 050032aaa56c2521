"""Reads and writes haystack files without loss: our own JSON format and SummHay's release format.

Source: SummHay, repository readme (schema of a released haystack) and section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from hayrick.haystacks.sniff import require_haystack
from hayrick.haystacks.validity import require_unique, require_valid
from hayrick.records.fields import filled, optional_string, string
from hayrick.records.read_files import SCHEMA, a_type, read_json, type_name
from hayrick.records.write_files import write_json
from hayrick.types import BadInput, Document, Haystack, Insight, Subtopic

_CURE = "See 'hayrick describe --help' for the formats that are read."
_NATIVE_TOP = {"schema", "topic", "domain", "documents", "subtopics", "held_by"}
_NATIVE_DOCUMENT = {"id", "text", "title"}
_NATIVE_SUBTOPIC = {"id", "title", "query", "insights"}
_OPTIONAL = {"title", "domain"}
_NATIVE_INSIGHT = {"id", "text"}
_SUMMHAY_TOP = {"topic", "domain", "documents", "subtopics"}
_SUMMHAY_DOCUMENT = {"document_id", "document_text", "title"}
_SUMMHAY_SUBTOPIC = {"subtopic_id", "subtopic", "query", "insights"}
_SUMMHAY_INSIGHT = {"insight_id", "insight"}
HELD = "insights_included"


def read_haystack(path: Path, *, allow_unheld: bool = False, allow_unknown: bool = False) -> Haystack:
    """Read a haystack from a native or SummHay file; its id is the file name without extension.

    Args:
        path: the file.
        allow_unheld: accept insights that no document states.
        allow_unknown: accept unknown ids of insights and documents in the record of which documents state what.

    Raises:
        BadInput: the file is not a valid haystack; the message names the place.
    """
    require_haystack(path)
    value = read_json(path)
    return haystack_of(value, id=path.stem, where=str(path), allow_unheld=allow_unheld, allow_unknown=allow_unknown)


def haystack_of(
    value: object, *, id: str, where: str, allow_unheld: bool = False, allow_unknown: bool = False
) -> Haystack:
    """Make a haystack from a parsed JSON value; see `read_haystack`.

    Raises:
        BadInput: the value is not a valid haystack.
    """
    if not isinstance(value, dict):
        raise BadInput(where, f"a JSON {type_name(value)}", "a haystack, which is a JSON object", _CURE)
    if "schema" in value and (value["schema"] != SCHEMA or isinstance(value["schema"], bool)):
        raise BadInput(where, f"schema {value['schema']!r}", f"schema {SCHEMA}", "Update hayrick, or convert the file.")
    native = "held_by" in value or "schema" in value
    for name in ("documents", "subtopics"):
        if name not in value:
            raise BadInput(where, f"'{name}' is missing", "a haystack with 'documents' and 'subtopics'", _CURE)
    haystack = (_native if native else _summhay)(value, id, where)
    require_valid(haystack, where, allow_unheld=allow_unheld, allow_unknown=allow_unknown)
    return haystack


def _native(value: dict[str, object], id: str, where: str) -> Haystack:
    documents = tuple(
        Document(
            id=filled(row, "id", place, _CURE),
            text=string(row, "text", place, _CURE),
            title=optional_string(row, "title", place, _CURE),
            extra=_rest(row, _NATIVE_DOCUMENT),
        )
        for row, place in _objects(value, "documents", where)
    )
    subtopics = tuple(
        Subtopic(
            id=filled(row, "id", place, _CURE),
            title=string(row, "title", place, _CURE),
            query=string(row, "query", place, _CURE),
            insights=tuple(
                Insight(
                    id=filled(part, "id", spot, _CURE),
                    text=filled(part, "text", spot, _CURE),
                    extra=_rest(part, _NATIVE_INSIGHT),
                )
                for part, spot in _objects(row, "insights", place)
            ),
            extra=_rest(row, _NATIVE_SUBTOPIC),
        )
        for row, place in _objects(value, "subtopics", where)
    )
    held = value.get("held_by")
    if not isinstance(held, dict):
        raise BadInput(where, f"'held_by' is {_a(held)}", "an object from insight id to list of document ids", _CURE)
    held_by = {key: tuple(_strings(ids, f"{where}: held_by of '{key}'")) for key, ids in held.items()}
    for key, holders in held_by.items():
        require_unique(holders, "document", f"{where}: held_by of '{key}'")
    return Haystack(
        id=id,
        topic=string(value, "topic", where, _CURE),
        domain=optional_string(value, "domain", where, _CURE),
        documents=documents,
        subtopics=subtopics,
        held_by=held_by,
        extra=_rest(value, _NATIVE_TOP),
    )


def _summhay(value: dict[str, object], id: str, where: str) -> Haystack:
    documents: list[Document] = []
    held_by: dict[str, list[str]] = {}
    for row, place in _objects(value, "documents", where):
        document = Document(
            id=filled(row, "document_id", place, _CURE),
            text=string(row, "document_text", place, _CURE),
            title=optional_string(row, "title", place, _CURE),
            extra=_rest(row, _SUMMHAY_DOCUMENT),
        )
        documents.append(document)
        for insight in dict.fromkeys(_strings(row.get(HELD), f"{place}: '{HELD}'")):
            held_by.setdefault(insight, []).append(document.id)
    subtopics = tuple(
        Subtopic(
            id=filled(row, "subtopic_id", place, _CURE),
            title=string(row, "subtopic", place, _CURE),
            query=string(row, "query", place, _CURE),
            insights=tuple(
                Insight(
                    id=filled(part, "insight_id", spot, _CURE),
                    text=filled(part, "insight", spot, _CURE),
                    extra=_rest(part, _SUMMHAY_INSIGHT),
                )
                for part, spot in _objects(row, "insights", place)
            ),
            extra=_rest(row, _SUMMHAY_SUBTOPIC),
        )
        for row, place in _objects(value, "subtopics", where)
    )
    return Haystack(
        id=id,
        topic=string(value, "topic", where, _CURE),
        domain=optional_string(value, "domain", where, _CURE),
        documents=tuple(documents),
        subtopics=subtopics,
        held_by={key: tuple(ids) for key, ids in held_by.items()},
        format="summhay",
        extra=_rest(value, _SUMMHAY_TOP),
    )


def _objects(row: Mapping[str, object], name: str, where: str) -> list[tuple[dict[str, object], str]]:
    values = row.get(name)
    if not isinstance(values, list):
        raise BadInput(where, f"'{name}' is {_a(values)}", "a list of objects", _CURE)
    if not values:
        raise BadInput(where, f"'{name}' is an empty list", "at least one", _CURE)
    found = []
    for number, value in enumerate(values, start=1):
        place = f"{where}: {name} {number}"
        if not isinstance(value, dict):
            raise BadInput(place, _a(value), "an object", _CURE)
        found.append((value, place))
    return found


def _strings(values: object, where: str) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadInput(where, f"is {_a(values)}", "a list of strings", _CURE)
    return cast(list[str], values)


def _a(value: object) -> str:
    return "missing or null" if value is None else a_type(value)


def _rest(row: Mapping[str, object], known: set[str]) -> dict[str, object]:
    # An optional field that is null reads as absent; keep it so that the file is written back unchanged.
    return {key: value for key, value in row.items() if key not in known or (value is None and key in _OPTIONAL)}


def write_haystack(path: Path, haystack: Haystack, *, is_new: bool = False) -> None:
    """Write a haystack in its own format, without loss.

    Raises:
        BadInput: the place is not writable, or see `write_bytes`.
    """
    write_json(path, haystack_value(haystack), is_new=is_new)


def haystack_value(haystack: Haystack) -> dict[str, object]:
    """JSON value of a haystack in its own format."""
    build: Callable[[Haystack], dict[str, object]]
    build = _native_value if haystack.format == "native" else _summhay_value
    return build(haystack)


def _native_value(haystack: Haystack) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "topic": haystack.topic,
        **({"domain": haystack.domain} if haystack.domain is not None else {}),
        **haystack.extra,
        "documents": [
            {"id": d.id, **({"title": d.title} if d.title is not None else {}), "text": d.text, **d.extra}
            for d in haystack.documents
        ],
        "subtopics": [
            {
                "id": s.id,
                "title": s.title,
                "query": s.query,
                "insights": [{"id": i.id, "text": i.text, **i.extra} for i in s.insights],
                **s.extra,
            }
            for s in haystack.subtopics
        ],
        "held_by": {insight: list(ids) for insight, ids in haystack.held_by.items()},
    }


def _summhay_value(haystack: Haystack) -> dict[str, object]:
    holds = insights_held(haystack)
    return {
        **haystack.extra,
        "topic": haystack.topic,
        **({"domain": haystack.domain} if haystack.domain is not None else {}),
        "subtopics": [
            {
                "subtopic_id": s.id,
                "subtopic": s.title,
                "query": s.query,
                "insights": [{"insight_id": i.id, "insight": i.text, **i.extra} for i in s.insights],
                **s.extra,
            }
            for s in haystack.subtopics
        ],
        "documents": [
            {
                "document_id": d.id,
                **({"title": d.title} if d.title is not None else {}),
                "document_text": d.text,
                **d.extra,
                HELD: stored_order(d, holds.get(d.id, [])),
            }
            for d in haystack.documents
        ],
    }


def insights_held(haystack: Haystack) -> dict[str, list[str]]:
    """Document id -> ids of the insights that it holds, in the order of `held_by`."""
    holds: dict[str, list[str]] = {}
    for insight, ids in haystack.held_by.items():
        for id in ids:
            holds.setdefault(id, []).append(insight)
    return holds


def stored_order(document: Document, insights: Sequence[str]) -> Sequence[object]:
    """The document's insights in stored order, if they are still the same."""
    stored = document.extra.get(HELD)
    return stored if isinstance(stored, list) and set(stored) == set(insights) else insights
