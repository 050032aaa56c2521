"""Checks that a haystack is consistent: its records refer to known ids and to text that is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.planted import HOLDING, KINDS, planted_pairs
from hayrick.types import Haystack

MADE = "synthesis"
"""Field of a haystack that describes how it was synthesised."""


def faults(haystack: Haystack) -> list[str]:
    """List the structural faults of a haystack, one line each.

    Checks `held_by` and, if recorded, the planted sentences: ids must be known, every insight must be stated somewhere,
    and each planted sentence must be at its recorded place. If planted sentences that state insights are recorded, they
    must agree with `held_by`.

    Args:
        haystack: read without rejecting unknown ids and insights that no document states.

    Returns:
        Descriptions; empty if there is no fault.
    """
    return [*_faults_of_holding(haystack), *_faults_of_statements(haystack)]


def _kind(row: Mapping[str, object]) -> str:
    kind = row.get("kind")
    return kind if isinstance(kind, str) else ""


def _faults_of_holding(haystack: Haystack) -> Iterator[str]:
    insights, documents = _insights(haystack), {document.id for document in haystack.documents}
    for insight in insights:
        if not haystack.held_by.get(insight):
            yield f"insight '{insight}' is held by no document"
    for insight, holders in haystack.held_by.items():
        if insight not in insights:
            yield f"the unknown insight '{insight}' is recorded" + (f" in document '{holders[0]}'" if holders else "")
        for holder in holders:
            if holder not in documents:
                yield f"insight '{insight}' is recorded in the unknown document '{holder}'"


def _faults_of_statements(haystack: Haystack) -> Iterator[str]:
    listed = haystack.extra.get("statements")
    if listed is not None and not isinstance(listed, list):
        yield "'statements' is no list"
    texts = {document.id: document.text for document in haystack.documents}
    insights = _insights(haystack)
    for number, row in _statements(haystack):
        fault = _fault(row, texts, insights)
        if fault:
            yield f"statement {number} {fault}"
    stated = planted_pairs(haystack, HOLDING)
    if MADE in haystack.extra:
        yield from _faults_of_making(haystack, bool(stated))
    if not stated:
        return
    held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
    for insight, document in sorted(held - stated):
        yield f"insight '{insight}' is recorded in document '{document}', but no planted sentence states it there"
    for insight, document in sorted(stated - held):
        yield f"a planted sentence states insight '{insight}' in document '{document}', but this is not recorded"


def _faults_of_making(haystack: Haystack, states_insights: bool) -> Iterator[str]:
    """Faults of a synthesised haystack that other haystacks may have."""
    if not states_insights:
        yield "no planted sentence states an insight, but the haystack was synthesised"
    first: dict[str, str] = {}
    for document in haystack.documents:
        other = first.setdefault(document.text, document.id)
        if other != document.id:
            yield f"document '{document.id}' has the same text as document '{other}'"
    seen: set[tuple[str, ...]] = set()
    for number, row in _statements(haystack):
        place = tuple(str(row.get(name)) for name in ("document", "insight", "kind", "start", "end"))
        if place in seen:
            yield f"statement {number} is there twice"
        seen.add(place)


def _fault(row: Mapping[str, object], texts: Mapping[str, str], insights: Sequence[str]) -> str | None:
    document, insight, kind = row.get("document"), row.get("insight"), _kind(row)
    if not isinstance(document, str) or document not in texts:
        return f"names the unknown document '{document}'"
    if not (isinstance(insight, str) and insight in insights) and not (insight is None and kind not in HOLDING):
        return f"names the unknown insight '{insight}'"
    if kind not in KINDS:
        return f"has the unknown kind '{row.get('kind')}'"
    half, to = row.get("half"), row.get("to")
    if half is not None and half not in (1, 2):
        return f"is half {half} of an insight, not 1 or 2"
    if to is not None and not (isinstance(to, str) and to in texts):
        return f"refers to the unknown document '{to}'"
    start, end, text = row.get("start"), row.get("end"), texts[document]
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end and text[start:end] == row.get("text"):
        return None
    return f"does not stand at characters {start} to {end} of document '{document}'"


def _statements(haystack: Haystack) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Number, from 1, and row of each planted sentence; a row that is not an object counts as empty."""
    listed = haystack.extra.get("statements")
    for number, row in enumerate(listed if isinstance(listed, list) else (), start=1):
        yield number, row if isinstance(row, dict) else {}


def _insights(haystack: Haystack) -> list[str]:
    return [insight.id for subtopic in haystack.subtopics for insight in subtopic.insights]
