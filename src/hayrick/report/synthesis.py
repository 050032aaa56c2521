"""Describes a synthesised haystack: a table of documents, insights and planted sentences by kind; its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import fmean

from hayrick.checking.verdicts import Verdict
from hayrick.planted import statements
from hayrick.report.tables import Table
from hayrick.report.verification import differing_line
from hayrick.types import Haystack
from hayrick.wording import counted

_KINDS: Mapping[str, str] = {
    "says": "insights stated",
    "half": "insights stated by half",
    "near_miss": "near-misses",
    "contradicts": "contradictions",
    "outdated": "outdated facts",
    "refers": "references to other documents",
}


def synthesis_table(haystack: Haystack) -> Table:
    """Table of the parts of a synthesised haystack, and of how they are spread over documents."""
    words = [len(document.text.split()) for document in haystack.documents]
    holders = [len(documents) for documents in haystack.held_by.values()]
    held = Counter(document for documents in haystack.held_by.values() for document in documents)
    per_document = [held[document.id] for document in haystack.documents]
    insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
    rows = [
        ["documents", str(len(words)), f"{fmean(words):.0f} words ({min(words)} to {max(words)})"],
        ["subtopics", str(len(haystack.subtopics)), ""],
        ["insights", str(len(insights)), f"in {fmean(holders):.1f} documents ({min(holders)} to {max(holders)})"],
        ["insights per document", f"{fmean(per_document):.1f}", f"{min(per_document)} to {max(per_document)}"],
    ]
    planted = list(statements(haystack))
    kinds = Counter(one.kind for one in planted)
    places: dict[str, set[str]] = {}
    for one in planted:
        places.setdefault(one.kind, set()).add(one.document)
    rows.extend(
        [name, str(kinds[kind]), f"in {len(places[kind])} documents"] for kind, name in _KINDS.items() if kinds[kind]
    )
    return Table(f"{haystack.id}: {haystack.topic}", ("part", "count", "spread"), rows, (1,))


def verdict_line(found: Verdict) -> str:
    """The local checker's verdict on a haystack, and how far the second check differs from it, in one line."""
    figures = found.figures
    sound = "sound" if found.is_sound else f"unsound ({counted(len(found.reasons), 'reason')}: see 'hayrick verify')"
    line = (
        f"Local check, {figures.pairs:,} pairs of insight and document: {sound}; of {figures.held:,} that are recorded "
        f"it finds {figures.present:,}"
    )
    others = f"{figures.leaked} others" if figures.leaked else "no others"
    misled = f" ({found.misled} of them planted to mislead)" if found.misled else ""
    second = (
        f" A second check, attribution, had no part in the writing: {differing_line(found)}"
        if found.attributed is not None
        else ""
    )
    return f"{line}, and {others}{misled}.{second}"
