"""Ledger and report of writing: every fault is counted once, as repaired or as remaining."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from hayrick.asking import Tally

FaultKind = Literal["missing", "leaked", "repeated", "broken", "wrong_chapter"]
"""Kinds of faults: an insight is missing or leaked (stated but not planned), a document repeats an earlier one, a reply
is useless, or a chapter states something other than planned."""

FAULT_KINDS: tuple[FaultKind, ...] = ("missing", "leaked", "repeated", "broken", "wrong_chapter")
REFUSED: frozenset[FaultKind] = frozenset(("broken", "wrong_chapter"))
"""Faults of a rejected reply, which leave the previous text in place."""

_NO_COUNTS: Mapping[FaultKind, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of one document; `insight` is None if it concerns the whole document."""

    kind: FaultKind
    document: str
    insight: str | None = None
    note: str = ""


@dataclass(slots=True)
class Ledger:
    """Faults found and repaired.

    A fault is found if a check sees it and the previous check did not, and repaired if a later check no longer sees it.
    A fault that returns is found again.
    """

    found: Counter[FaultKind] = field(default_factory=Counter)
    repaired: Counter[FaultKind] = field(default_factory=Counter)
    _open: dict[tuple[str, FaultKind, str | None], Fault] = field(default_factory=dict)

    def settle(self, document: str, kind: FaultKind, now: Mapping[str | None, str]) -> None:
        """Record the result of a check.

        Args:
            document: the checked document.
            kind: kind of faults checked for.
            now: all faults of this kind in the document: insight, or None for the whole document -> note.
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
        """Record one fault as repaired, if it is open."""
        if self._open.pop((document, kind, insight), None) is not None:
            self.repaired[kind] += 1

    def open(self, document: str, kind: FaultKind, insight: str | None = None, note: str = "") -> None:
        """Record one fault; others of its kind are unchanged."""
        others = {key[2]: fault.note for key, fault in self._open.items() if key[:2] == (document, kind)}
        self.settle(document, kind, {**others, insight: note})

    def close_refused(self, standing: Collection[tuple[str, str | None]]) -> None:
        """At the end, close faults of rejected replies for which an accepted text exists.

        Args:
            standing: (document, insight of a chapter or None) of accepted texts.
        """
        for document, kind, insight in [key for key in self._open if key[1] in REFUSED]:
            if (document, insight) in standing:
                self.close(document, kind, insight)

    @property
    def remaining(self) -> tuple[Fault, ...]:
        """Open faults, sorted by document."""
        return tuple(sorted(self._open.values(), key=lambda one: (one.document, one.kind, one.insight or "")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Few:
    """An insight that fewer documents state than wanted."""

    insight: str
    documents: int
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """Report on writing.

    For each kind of fault, `found` is the sum of `repaired` and those in `remaining`. A rejected reply counts as
    repaired if an accepted text replaces it.
    """

    drafts: int
    """Number of first versions requested: documents, or chapters with all their tries."""

    revisions: int
    """Number of replies requested to repair a checked document."""

    found: Mapping[FaultKind, int] = field(default_factory=lambda: _NO_COUNTS)
    repaired: Mapping[FaultKind, int] = field(default_factory=lambda: _NO_COUNTS)
    remaining: tuple[Fault, ...] = ()
    tries: tuple[int, ...] = ()
    """Number of chapters that needed one try, two tries, and so on; empty for reports."""

    never: int = 0
    """Number of chapters that never passed and are left out."""

    missing: tuple[tuple[str, str], ...] = ()
    """(insight, document) pairs that were planned but are missing."""

    suspected: tuple[tuple[str, str], ...] = ()
    """(insight, document) pairs that the local checker found although unplanned; not recorded as stated."""

    unwritten: tuple[str, ...] = ()
    """Documents that are missing because no reply was usable."""

    few: tuple[Few, ...] = ()
    dropped: tuple[str, ...] = ()
    """Insights that no document states; they are not in the haystack."""

    unplaced: tuple[str, ...] = ()
    """Planned sentences with the scenario's own text that could not be placed, one line each."""

    tally: Tally = field(default_factory=Tally)
    """Counts of the questions to the checker."""
