"""Brings a haystack into the native layout or SummHay's, and says what does not come along.

Both layouts keep fields that they do not know under their names, so little is lost: a further field that has the name
of one of the layout's own, and the order in which `held_by` lists the documents of an insight, which SummHay's layout
cannot say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from hayrick.haystacks.files import HELD, haystack_of, haystack_value, insights_held, stored_order
from hayrick.types import Document, Haystack

Layout = Literal["native", "summhay"]


class _Names(NamedTuple):
    """Names of the fields that a layout has a place for, at each level."""

    haystack: frozenset[str]
    document: frozenset[str]
    subtopic: frozenset[str]
    insight: frozenset[str]


def _names(haystack: str, document: str, subtopic: str, insight: str) -> _Names:
    return _Names(*(frozenset(names.split()) for names in (haystack, document, subtopic, insight)))


_OWN: Mapping[Layout, _Names] = {
    "native": _names("schema topic documents subtopics held_by", "id text", "id title query insights", "id text"),
    "summhay": _names(
        "schema held_by topic documents subtopics",
        "document_id document_text",
        "subtopic_id subtopic query insights",
        "insight_id insight",
    ),
}
_RELEASED = _names(
    "topic_id topic_metadata",
    f"document_metadata idx {HELD}",
    "subtopic_name retriever summaries eval_summaries",
    "insight_name",
)
"""Further fields of SummHay's released files."""


def in_layout(haystack: Haystack, layout: Layout) -> Haystack:
    """The haystack as one of this layout, as it is read again; `not_kept` compares the two.

    Raises:
        BadInput: it holds something that the layout's reader rejects.
    """
    if haystack.format == layout:
        return haystack
    if layout == "native":
        # In the order of the subtopics, so that most documents need no order of their own.
        ids = [part.id for one in haystack.subtopics for part in one.insights]
        haystack = replace(haystack, held_by={id: haystack.held_by[id] for id in ids if id in haystack.held_by})
    own, holds = _OWN[layout], insights_held(haystack)
    changed = replace(
        haystack,
        format=layout,
        extra=_others(haystack.extra, own.haystack),
        documents=tuple(_document(one, holds.get(one.id, []), own.document) for one in haystack.documents),
        subtopics=tuple(
            replace(
                one,
                extra=_others(one.extra, own.subtopic),
                insights=tuple(replace(part, extra=_others(part.extra, own.insight)) for part in one.insights),
            )
            for one in haystack.subtopics
        ),
    )
    return haystack_of(haystack_value(changed), id=haystack.id, where=haystack.id, allow_unheld=True)


def _document(document: Document, insights: list[str], own: frozenset[str]) -> Document:
    """The document without fields of the layout's own, and without an order of insights that says nothing new."""
    extra = dict(_others(document.extra, own))
    stored = extra.get(HELD)
    if HELD in extra and (stored == insights or not _is_order(stored)):
        del extra[HELD]
    return replace(document, extra=extra)


def _is_order(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _others(extra: Mapping[str, object], own: frozenset[str]) -> dict[str, object]:
    return {name: value for name, value in extra.items() if name not in own}


def not_kept(before: Haystack, after: Haystack) -> list[str]:
    """What differs between a haystack and the same one in another layout, one line each: "'id' of 3 documents"."""
    then, now = dict(_parts(before)), dict(_parts(after))
    counts: dict[tuple[str, str], int] = {}
    for (noun, id, name), value in then.items():
        if (noun, id, name) not in now or now[noun, id, name] != value:
            counts[noun, name] = counts.get((noun, name), 0) + 1
    return [_of(noun, name, n) for (noun, name), n in counts.items()]


def _parts(haystack: Haystack) -> Iterator[tuple[tuple[str, int, str], object]]:
    """Everything that a haystack says: noun, number and name of a field -> value.

    Documents, subtopics and insights keep their order in every layout. They are told apart, and refer to each other, by
    their numbers, since an id may change.
    """
    holds = insights_held(haystack)
    insights = _numbers(part.id for one in haystack.subtopics for part in one.insights)
    documents = _numbers(one.id for one in haystack.documents)
    own = {"topic": haystack.topic, "domain": haystack.domain, **haystack.extra}
    yield from ((("haystack", 0, name), value) for name, value in own.items())
    for number, document in enumerate(haystack.documents):
        fields = {"id": document.id, "text": document.text, "title": document.title, **document.extra}
        stored = stored_order(document, holds.get(document.id, [])) if _is_order(document.extra.get(HELD)) else None
        held = holds.get(document.id, []) if stored is None else stored
        fields[HELD] = [insights.get(str(one), one) for one in held]
        yield from ((("document", number, name), value) for name, value in fields.items())
    for number, subtopic in enumerate(haystack.subtopics):
        fields = {"id": subtopic.id, "title": subtopic.title, "query": subtopic.query, **subtopic.extra}
        yield from ((("subtopic", number, name), value) for name, value in fields.items())
        for insight in subtopic.insights:
            holders = [documents.get(one, one) for one in haystack.held_by.get(insight.id, ())]
            fields = {"id": insight.id, "text": insight.text, "order in held_by": holders, **insight.extra}
            yield from ((("insight", insights[insight.id], name), value) for name, value in fields.items())


def _numbers(ids: Iterable[str]) -> dict[str, int]:
    return {id: number for number, id in enumerate(ids)}


def _of(noun: str, name: str, n: int) -> str:
    if noun == "haystack":
        return f"'{name}'"
    return f"'{name}' of {n} {noun}{'' if n == 1 else 's'}"


def further_fields(haystack: Haystack) -> list[str]:
    """Fields that SummHay's layout keeps although its released files have none of the kind: 'domain', ..."""
    found = dict.fromkeys(["domain"] if haystack.domain is not None else [])
    found |= dict.fromkeys(name for name in haystack.extra if name not in _RELEASED.haystack)
    if any(one.title is not None for one in haystack.documents):
        found["title of documents"] = None
    for noun, parts, released in (
        ("documents", haystack.documents, _RELEASED.document),
        ("subtopics", haystack.subtopics, _RELEASED.subtopic),
        ("insights", [part for one in haystack.subtopics for part in one.insights], _RELEASED.insight),
    ):
        names = dict.fromkeys(name for one in parts for name in one.extra if name not in released)
        found |= dict.fromkeys(f"{name} of {noun}" for name in names if not name.startswith("label_"))
    return list(found)
