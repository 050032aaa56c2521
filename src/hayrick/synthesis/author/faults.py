"""What went wrong while a model wrote, what was mended, and what is left: every fault is counted once and adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from hayrick.asking import Tally

FaultKind = Literal["missing", "leaked", "repeated", "broken", "wrong_chapter"]
"""An insight that is not there, or is there unasked; a document like an earlier one; a reply of no use; a chapter that
says something else than it should."""

FAULT_KINDS: tuple[FaultKind, ...] = ("missing", "leaked", "repeated", "broken", "wrong_chapter")
REFUSED: frozenset[FaultKind] = frozenset(("broken", "wrong_chapter"))
"""Faults of a reply that was refused: the text that it should replace stands as it was."""

_NO_COUNTS: Mapping[FaultKind, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of one document; `insight` None where it is about the whole document."""

    kind: FaultKind
    document: str
    insight: str | None = None
    note: str = ""


@dataclass(slots=True)
class Ledger:
    """Faults as they are found and mended.

    A fault is found when a check sees it that the check before did not see, and repaired when a later one sees it no
    more. One that comes back is found again.
    """

    found: Counter[FaultKind] = field(default_factory=Counter)
    repaired: Counter[FaultKind] = field(default_factory=Counter)
    _open: dict[tuple[str, FaultKind, str | None], Fault] = field(default_factory=dict)

    def settle(self, document: str, kind: FaultKind, now: Mapping[str | None, str]) -> None:
        """Note what a check saw.

        Args:
            document: that was checked.
            kind: of fault that was looked for.
            now: insight, or None for the whole document -> note; every fault of this kind that the document has.
        """
        for insight, note in now.items():
            if (document, kind, insight) not in self._open:
                self.found[kind] += 1
            fault = Fault(kind=kind, document=document, insight=insight, note=note)
            self._open[document, kind, insight] = fault
        for key in [key for key in self._open if key[:2] == (document, kind) and key[2] not in now]:
            del self._open[key]
            self.repaired[kind] += 1

    def close(self, document: str, kind: FaultKind, insight: str | None = None) -> None:
        """Note that one fault is no more, if it was there."""
        if self._open.pop((document, kind, insight), None) is not None:
            self.repaired[kind] += 1

    def open(self, document: str, kind: FaultKind, insight: str | None = None, note: str = "") -> None:
        """Note one fault, and leave the others of its kind as they are."""
        others = {key[2]: fault.note for key, fault in self._open.items() if key[:2] == (document, kind)}
        self.settle(document, kind, {**others, insight: note})

    def close_refused(self, standing: Collection[tuple[str, str | None]]) -> None:
        """Note at the end that a refused reply did no harm where a sound text stands.

        Args:
            standing: (document, insight of a chapter or None) of the texts that stand.
        """
        for document, kind, insight in [key for key in self._open if key[1] in REFUSED]:
            if (document, insight) in standing:
                self.close(document, kind, insight)

    @property
    def remaining(self) -> tuple[Fault, ...]:
        """Faults that are left, by document."""
        return tuple(sorted(self._open.values(), key=lambda one: (one.document, one.kind, one.insight or "")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Few:
    """An insight that fewer documents hold than were wanted."""

    insight: str
    documents: int
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """How the documents came about.

    For each kind of fault, `found` is `repaired` and those `remaining` together. A reply that was refused counts as
    repaired where a sound text stands in its place.
    """

    drafts: int
    """Replies of the writer that were asked for as first versions: documents, or chapters with all their tries."""

    revisions: int
    """Replies of the writer that were asked for to mend a checked document."""

    found: Mapping[FaultKind, int] = field(default_factory=lambda: _NO_COUNTS)
    repaired: Mapping[FaultKind, int] = field(default_factory=lambda: _NO_COUNTS)
    remaining: tuple[Fault, ...] = ()
    tries: tuple[int, ...] = ()
    """How many chapters needed one try, two, and so on; empty for reports."""

    never: int = 0
    """Chapters of which no try passed: they are left out."""

    missing: tuple[tuple[str, str], ...] = ()
    """(insight, document) that was planned and is not there."""

    suspected: tuple[tuple[str, str], ...] = ()
    """(insight, document) that the local checker takes for unplanned, and that is not recorded as held."""

    unwritten: tuple[str, ...] = ()
    """Documents that are not there because no reply was of use."""

    few: tuple[Few, ...] = ()
    dropped: tuple[str, ...] = ()
    """Insights that no document holds: not in the haystack."""

    unplaced: tuple[str, ...] = ()
    """Planned sentences of the scenario's own that could not be placed, one line each."""

    tally: Tally = field(default_factory=Tally)
    """Of the questions to the checker."""
