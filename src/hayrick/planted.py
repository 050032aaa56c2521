"""Sentences that a synthesised haystack records: what was planted where, and what only resembles an insight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hayrick.types import Haystack, Lookalike

HOLDING = frozenset(("says", "half"))
"""Kinds of planted sentences with which a document states an insight."""

MISLEADING = frozenset(("near_miss", "contradicts", "outdated"))
"""Kinds of planted sentences that resemble an insight without stating it."""

KINDS = HOLDING | MISLEADING | {"refers"}
"""All kinds of planted sentences."""

_OPPOSITE = "contradicts"


class Planted(NamedTuple):
    """A planted sentence: its document, its kind, of `KINDS`, and the insight that it is about.

    `insight` is empty where it is about none; `language` where none is recorded.
    """

    document: str
    insight: str
    kind: str
    text: str
    language: str


def statements(haystack: Haystack) -> Iterator[Planted]:
    """The planted sentences that a haystack records, in stored order.

    Rows that are not as Hayrick writes them are left out; `checking.soundness` names them.
    """
    listed = haystack.extra.get("statements")
    for row in listed if isinstance(listed, list | tuple) else ():
        if isinstance(row, Mapping):
            found = Planted(*(one if isinstance(one := row.get(name), str) else "" for name in Planted._fields))
            if found.kind in KINDS and found.text:
                yield found


def planted_pairs(haystack: Haystack, kinds: frozenset[str]) -> frozenset[tuple[str, str]]:
    """(insight, document) of every planted sentence of these kinds that is about an insight."""
    return frozenset((one.insight, one.document) for one in statements(haystack) if one.insight and one.kind in kinds)


def lookalikes(haystack: Haystack) -> dict[str, tuple[Lookalike, ...]]:
    """Insight id -> sentences of the documents that resemble it and do not state it, each once, in stored order.

    Sentences in another language than the haystack's are left out: their words are no insight's.
    """
    language = haystack.extra.get("language")
    found = defaultdict[str, list[Lookalike]](list)
    for one in statements(haystack):
        if one.kind in MISLEADING and one.language in ("", language):
            found[one.insight].append(Lookalike(one.text, one.kind == _OPPOSITE))
    return {insight: tuple(dict.fromkeys(texts)) for insight, texts in found.items()}
