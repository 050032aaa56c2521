"""Haystacks, and the summaries that are written of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from hayrick.types.mappings import NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document of a haystack."""

    id: str
    text: str
    title: str | None = None
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Unknown fields of the file, kept so that writing it back loses nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """One fact that is repeated across documents."""

    id: str
    text: str
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtopic:
    """A query and the insights that answer it."""

    id: str
    title: str
    query: str
    insights: tuple[Insight, ...]
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Haystack:
    """A set of documents with planted insights whose places are known.

    `id` is the file name without extension. `held_by` maps an insight id to the ids of the documents that state it, in
    stored order; an insight that is absent from the mapping is stated in no document.
    """

    id: str
    topic: str
    documents: tuple[Document, ...]
    subtopics: tuple[Subtopic, ...]
    held_by: Mapping[str, tuple[str, ...]]
    domain: str | None = None
    format: Literal["native", "summhay"] = "native"
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    fingerprint: str | None = field(default=None, init=False, repr=False, compare=False)
    """Of the data that it was read from; None of one that was made, or changed by `dataclasses.replace`.

    So its mappings must not be changed in place.
    """

    source: str | None = field(default=None, init=False, repr=False, compare=False)
    """Where it was read from, an absolute path or `hub:DATASET@REVISION`; None as for `fingerprint`."""

    def __repr__(self) -> str:
        """What it is, without its texts."""
        parts = f"{len(self.documents)} documents, {len(self.subtopics)} subtopics"
        return f"Haystack(id={self.id!r}, topic={self.topic!r}, {parts})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet:
    """One bullet of a summary with the documents that it cites.

    `id` is the 1-based number of its line among the reply's non-empty lines. `unknown` holds citations, as written,
    that match no document of the haystack; they count as wrong. `heading` is the line that heads or introduces it,
    without marks; "" without one.
    """

    id: int
    text: str
    cites: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The answer to a query: bullets with citations.

    `bullets` are those that are judged: all, unless the summary is much longer than asked for; then `whole` has all
    bullets as written.
    """

    bullets: tuple[Bullet, ...]
    n_lines: int
    """Number of non-empty lines of the reply, preambles and headings included; bullet ids are at most this."""

    whole: tuple[Bullet, ...] = ()
    """All bullets as written if not all are judged in full, else empty; see `written`."""

    @property
    def written(self) -> tuple[Bullet, ...]:
        """All bullets as written, judged or not."""
        return self.whole or self.bullets


class WithInsights(Protocol):
    """Gold that consists of insights, each judged on its own."""

    @property
    def insights(self) -> Sequence[Insight]:
        """Insights in the order in which they are judged."""


class Lookalike(NamedTuple):
    """A sentence of a document that resembles an insight and does not state it.

    `contradicts`: it says the opposite; else it tells something else, or what was so once.
    """

    text: str
    contradicts: bool = False


@runtime_checkable
class WithLookalikes(WithInsights, Protocol):
    """Gold that also knows what in the documents could be taken for an insight."""

    @property
    def lookalikes(self) -> Mapping[str, Sequence[Lookalike]]:
        """Insight id -> its lookalikes; an absent insight has none that is known."""


class WithHolders(WithInsights, Protocol):
    """Gold that also states which documents hold each insight."""

    @property
    def held_by(self) -> Mapping[str, Sequence[str]]:
        """Insight id -> ids of the documents that state it; an absent insight is stated in no document."""
