"""The local checker: decides without a model which insights a text states, from its words and quantities.

The result depends only on the text and the insights, not on other texts: a chapter, a single document and one of ten
thousand documents are checked alike. docs/evidence/verification.md reports its agreement with what haystacks record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from hayrick.checking.claim_scores import Claims, Ints, Margins
from hayrick.checking.other_values import ClaimedValues
from hayrick.checking.statements import READING, Objection, StatementReader
from hayrick.checking.wording import Wording, read
from hayrick.text import Span, sentences
from hayrick.types import BadInput, Haystack, Insight

FOUND = 0.5
"""Least probability at which an insight counts as found: more likely stated than not."""

DOUBT = 0.25
"""Factor on the probability if a quantity of the insight occurs with another value. Chosen, not fitted: small enough
that the insight is not found, and large enough that a recorded insight does not count as missing."""


LONGEST = 1000
"""Longest sentence, in characters, that is used whole; of a longer one only the part within the window is."""


class Weights(NamedTuple):
    """Coefficients of the log odds that an insight is stated: intercept + near x narrow margin + wide x wide margin."""

    intercept: float
    near: float
    wide: float


FITTED = Weights(intercept=-8.5, near=9.4, wide=11.8)
"""Fitted by bench/haystacks/verification_fit.py; docs/evidence/verification.md describes the data and the
validation."""


class Presence(NamedTuple):
    """The probability that a text states one insight.

    `evidence` is the closest sentence, also if the insight is not found, or None. `contradicted` means that a quantity
    of the insight occurs there with another value.
    """

    insight: str
    probability: float
    evidence: str | None
    contradicted: bool = False

    @property
    def found(self) -> bool:
        """Whether the insight counts as stated."""
        return self.probability >= FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One insight and one document: what the haystack records (`gold`), and what a checker decides (`found`).

    `objection` is what speaks against the sentence that tells the insight. Where that contradicts the insight it is not
    found, whatever its probability, and `evidence` is that sentence.
    """

    insight: str
    document: str
    gold: bool
    found: bool
    probability: float
    evidence: str | None
    objection: Objection | None = None

    @property
    def contradicted(self) -> bool:
        """Whether the document says something that the insight excludes, and nowhere the insight."""
        return self.objection is not None and self.objection.contradicts


class InsightChecker(Protocol):
    """Decides which insights a text states."""

    @property
    def signature(self) -> str:
        """Everything that its results depend on, on one line."""

    def check(self, text: str) -> Sequence[Presence]:
        """Return one presence for every insight, in the order of the insights."""


class LocalChecker:
    """Finds which insights a text states, also in other words, and where.

    A claim's score is the share of its term weight in a passage that no competing insight accounts for. An insight is
    as probable as its most probable claim: its text, a translation or, if it is split over two documents, a half.

    Args:
        insights: all insights that the text may state; they compete with each other.
        weights: coefficients of the margins.

    Raises:
        BadInput: there is no insight, or an id occurs twice.
    """

    def __init__(self, insights: Sequence[Insight], weights: Weights = FITTED) -> None:
        counts = Counter(insight.id for insight in insights)
        if not counts:
            raise BadInput("insights", "none", "at least one")
        if len(counts) < len(insights):
            raise BadInput("insights", f"the id {counts.most_common(1)[0][0]!r} twice", "different ids", "Rename one.")
        self.insights: tuple[Insight, ...] = tuple(insights)
        self.claims: Claims = Claims(insights)
        self._weights = weights
        self._values = ClaimedValues([claim.wording.quantities for claim in self.claims.all])

    @property
    def signature(self) -> str:
        """Everything that its results depend on, besides insights and text."""
        return signature(self._weights)

    def check(self, text: str) -> list[Presence]:
        """Compute how probable it is that a text states each insight, in the order of the insights.

        Args:
            text: of any length, in any script; a text without content words states nothing.
        """
        wording = read(text)
        margins = self.claims.margins(wording)
        odds = self._weights.intercept + self._weights.near * margins.near + self._weights.wide * margins.wide
        likely = 1 / (1 + np.exp(-odds.astype(np.float64)))
        start, end = self._nearest(text, wording, margins)
        is_near = end > start
        places = [quantity.start for quantity in wording.quantities]
        first = np.searchsorted(places, np.where(is_near, np.minimum(start, margins.start), margins.start))
        last = np.searchsorted(places, np.maximum(end, margins.end))
        wrong = self._values.contradicted(wording.quantities, first, last)
        likely[wrong] *= DOUBT
        best = [int(rows[likely[rows].argmax()]) for rows in self.claims.of_insight]
        told = zip(self.insights, *(column[best].tolist() for column in (likely, start, end, wrong)), strict=True)
        return [
            Presence(insight.id, probability, text[start:end] or None, contradicted)
            for insight, probability, start, end, contradicted in told
        ]

    def ranked(self, text: str) -> list[Presence]:
        """As `check`, most probable first; for short texts such as one chapter of a conversation."""
        return sorted(self.check(text), key=lambda presence: -presence.probability)

    def _nearest(self, text: str, wording: Wording, margins: Margins) -> tuple[Ints, Ints]:
        """For each claim, the sentence of its wide window with the largest share of its weight; 0 to 0 for none.

        Returns:
            First character of each, and the one after the last.
        """
        starts, ends = np.array(sentences(text) or [Span(0, 0)], dtype=np.int64).T
        sentence = np.searchsorted(starts, wording.starts, side="right") - 1
        shares = self.claims.told(margins.columns, np.maximum(sentence, 0))
        first = np.searchsorted(ends, margins.start, side="right")
        last = np.searchsorted(starts, margins.end, side="left")
        at = np.arange(len(shares))[:, None]
        shares[(at < first) | (at >= last)] = 0
        best = shares.argmax(axis=0)
        is_near = shares.max(axis=0) > 0
        start, end = starts[best] * is_near, ends[best] * is_near
        is_long = end - start > LONGEST
        start[is_long] = np.maximum(start, margins.start)[is_long]
        end[is_long] = np.minimum(end, margins.end)[is_long]
        return start, end


class Kept(NamedTuple):
    """What the checker found in a text."""

    presences: list[Presence]
    """One for every insight."""

    objections: dict[str, Objection | None]
    """Of the insights of which the sentences were read."""


class StatingChecker:
    """The local checker, for which an insight that a text contradicts has the probability 0.

    With it a writer finds what `hayrick verify` would call missing or contradicted. What is found of a text is kept
    until `findings` has read it, so that a document that was checked when it was written is not checked again.

    Args:
        insights: as for `LocalChecker`.
        weights: as for `LocalChecker`.
    """

    def __init__(self, insights: Sequence[Insight], weights: Weights = FITTED) -> None:
        self._local, self._reader = LocalChecker(insights, weights), StatementReader(insights)
        self._kept: dict[str, Kept] = {}

    @property
    def insights(self) -> tuple[Insight, ...]:
        """The insights that it looks for."""
        return self._local.insights

    @property
    def signature(self) -> str:
        """As that of the local checker."""
        return self._local.signature

    def check(self, text: str) -> list[Presence]:
        """As `LocalChecker.check`; of insights that may be found the sentences are read as well."""
        found = self.presences(text)
        objections = self.objections(text, [one.insight for one in found if one.probability >= _READ_FROM])
        wrong = {insight for insight, objection in objections.items() if objection.contradicts}
        return [one._replace(probability=0.0) if one.insight in wrong else one for one in found]

    def presences(self, text: str) -> list[Presence]:
        """As `LocalChecker.check`."""
        if text not in self._kept:
            self._kept[text] = Kept(self._local.check(text), {})
        return self._kept[text].presences

    def objections(self, text: str, wanted: Collection[str]) -> dict[str, Objection]:
        """As `StatementReader.objections`, of a text whose presences were found."""
        known = self._kept[text].objections
        if new := [one for one in wanted if one not in known]:
            known.update({**dict.fromkeys(new), **self._reader.objections(text, new)})
        return {one: objection for one in wanted if (objection := known[one]) is not None}

    def kept(self, text: str) -> Kept:
        """What `check` finds of a text, for a checker of the same insights in another process to `keep`."""
        self.check(text)
        return self._kept[text]

    def keep(self, text: str, found: Kept) -> None:
        """Keep what an equal checker found of a text."""
        self._kept[text] = found

    def forget(self, text: str) -> None:
        """Keep nothing more of a text."""
        self._kept.pop(text, None)


_READ_FROM = 0.05
"""A recorded insight below this probability counts as missing anyway."""


def signature(weights: Weights = FITTED) -> str:
    """Everything that a local checker's results depend on, besides insights and text, on one line."""
    named = ",".join(f"{name}={value:g}" for name, value in weights._asdict().items())
    return f"local.v2:{named},found={FOUND:g},doubt={DOUBT:g},{READING}"


def findings(haystack: Haystack, checker: StatingChecker, least: float = 0.0) -> Iterator[Finding]:
    """Check every insight in every document, document by document.

    Of pairs that are recorded or found the sentences are read as well (`checking.statements`).

    Args:
        haystack: its documents are checked one at a time.
        checker: made for this haystack's insights.
        least: pairs that are neither recorded nor found are left out below this probability.
    """
    held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
    for document in haystack.documents:
        found = checker.presences(document.text)
        wanted = [one.insight for one in found if one.found or (one.insight, document.id) in held]
        objections = checker.objections(document.text, wanted)
        checker.forget(document.text)
        for presence in found:
            objection = objections.get(presence.insight)
            contradicts = objection is not None and objection.contradicts
            is_found, gold = presence.found and not contradicts, (presence.insight, document.id) in held
            if not (gold or is_found or presence.probability >= least):
                continue
            yield Finding(
                insight=presence.insight,
                document=document.id,
                gold=gold,
                found=is_found,
                probability=presence.probability,
                evidence=objection.sentence if objection is not None and contradicts else presence.evidence,
                objection=objection,
            )
