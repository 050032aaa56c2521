"""Checks that the ids of a haystack are unique and known, and that documents state its insights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hayrick.types import BadInput, Haystack


def require_valid(haystack: Haystack, where: str, *, allow_unheld: bool, allow_unknown: bool) -> None:
    """Check ids of a haystack, and that every insight is held; see `files.read_haystack`.

    Raises:
        BadInput: an id occurs twice or is unknown, or an insight is held by no document.
    """
    require_unique((d.id for d in haystack.documents), "document", where)
    require_unique((s.id for s in haystack.subtopics), "subtopic", where)
    insights = [insight.id for subtopic in haystack.subtopics for insight in subtopic.insights]
    require_unique(insights, "insight", where)
    known, documents = set(insights), {d.id for d in haystack.documents}
    for insight, holders in () if allow_unknown else haystack.held_by.items():
        if insight not in known:
            at = f"document '{holders[0]}' holds" if holders else "'held_by' names"
            raise BadInput(where, f"{at} unknown insight '{insight}'", "an insight of a subtopic", "Fix its id.")
        for holder in holders:
            if holder not in documents:
                found = f"insight '{insight}' is held by unknown document '{holder}'"
                raise BadInput(where, found, "the id of a document", "Fix its id.")
    if allow_unheld:
        return
    for insight in insights:
        if not haystack.held_by.get(insight):
            cure = "Drop the insight, or accept it by --allow-unheld."
            raise BadInput(where, f"insight '{insight}' is held by no document", "at least one", cure)


def require_unique(ids: Iterable[str], noun: str, where: str) -> None:
    """Check that no id occurs twice.

    Raises:
        BadInput: one does.
    """
    for id, count in Counter(ids).items():
        if count > 1:
            raise BadInput(where, f"{noun} id '{id}' occurs {count} times", "unique ids", "Rename or drop one.")
