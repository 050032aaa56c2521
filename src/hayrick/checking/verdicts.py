"""The verdict on a haystack: whether it is sound, for which reasons, and which pairs look wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.duplicates import Duplicate, duplicates
from hayrick.checking.languages import unworded
from hayrick.checking.local import Finding
from hayrick.checking.second import Pairs
from hayrick.checking.soundness import faults
from hayrick.judges.coverage.phrases import phrase
from hayrick.planted import MISLEADING, planted_pairs
from hayrick.types import Haystack

LISTED = 0.05
"""Least probability at which a pair is listed although it is neither recorded nor found."""

UNSOUND_BELOW = 0.05
"""A recorded insight below this probability counts as missing and makes its haystack unsound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of checking one haystack."""

    haystack: Haystack
    findings: tuple[Finding, ...]
    """Pairs that are recorded, found, or probable enough to be listed, document by document."""

    figures: Figures
    faults: tuple[str, ...]
    """Structural faults, one line each."""

    missing: tuple[Finding, ...]
    """Recorded pairs that count as missing, least probable first; without contradicted ones."""

    contradicted: tuple[Finding, ...]
    """Recorded pairs whose document says something that the insight excludes, in the order of the documents."""

    duplicates: tuple[Duplicate, ...]
    """Documents that repeat another one."""

    unworded: Mapping[tuple[str, str], str]
    """(insight, document) of recorded pairs that are not found -> language in which the insight has no wording."""

    misled: int
    """Number of pairs found because of a planted near-miss, contradiction or outdated statement."""

    asked: frozenset[tuple[str, str]] = frozenset()
    """(insight, document) of the pairs that a model decided."""

    unread: int = 0
    """Number of pairs for which a model gave no readable answer; the local checker's result is kept."""

    attributed: Pairs | None = None
    """(insight, document) of the pairs found by the second check; None if it was not made."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken, and no recorded insight is missing or contradicted."""
        return not self.faults and not self.missing and not self.contradicted

    @property
    def differing(self) -> list[tuple[str, str, bool]]:
        """(insight, document, whether this check finds it) of the pairs that only one of the two checks finds."""
        found = {(one.insight, one.document) for one in self.findings if one.found}
        other = found if self.attributed is None else self.attributed
        return sorted((*pair, pair in found) for pair in found ^ other)

    @property
    def reasons(self) -> list[str]:
        """Reasons why it is unsound, one line each."""
        texts = {one.id: one.text for subtopic in self.haystack.subtopics for one in subtopic.insights}
        missing = [
            f"insight '{one.insight}' is recorded in document '{one.document}' and {self._of_missing(one)}"
            for one in self.missing
        ]
        contradicted = [
            f"insight '{one.insight}' is contradicted in document '{one.document}' ({one.objection.reason}): the "
            f'insight says "{_line(texts[one.insight])}", the document "{_line(one.objection.sentence)}"'
            for one in self.contradicted
            if one.objection is not None
        ]
        return [*self.faults, *contradicted, *missing]

    def _of_missing(self, one: Finding) -> str:
        language = self.unworded.get((one.insight, one.document))
        if language is not None:
            return f"has no wording in its language ({language})"
        return f"has a probability of {one.probability:.4f} there"

    @property
    def doubted(self) -> list[Finding]:
        """Pairs that are recorded and found, and to which a rule objects."""
        return [one for one in self.findings if one.gold and one.found and one.objection is not None]

    @property
    def suspicious(self) -> list[Finding]:
        """Pairs on which checker and haystack disagree, largest difference first; then those with an objection."""
        apart = [one for one in self.findings if one.gold != one.found]
        apart.sort(key=lambda one: (not one.contradicted, -abs(one.gold - one.probability)))
        return [*apart, *self.doubted]

    def what(self, found: Finding) -> str:
        """What is wrong with a suspicious pair, in a few words."""
        if not found.gold:
            return "unrecorded?"
        if found.contradicted and found.objection is not None:
            return f"contradicted: {phrase(found.objection.reason)}"
        if (found.insight, found.document) in self.unworded:
            return f"no wording: {self.unworded[found.insight, found.document]}"
        if found.found and found.objection is not None:
            return f"{phrase(found.objection.reason)}?"
        return "missing" if found in self.missing else "not found"


def _line(text: str) -> str:
    return " ".join(text.split())


def verdict(
    haystack: Haystack,
    found: Sequence[Finding],
    *,
    unsound_below: float = UNSOUND_BELOW,
    asked: frozenset[tuple[str, str]] = frozenset(),
    unread: int = 0,
    attributed: Pairs | None = None,
    copies: Sequence[Duplicate] | None = None,
) -> Verdict:
    """Combine the findings and structural faults of a haystack into a verdict.

    Args:
        haystack: the checked haystack.
        found: at least all findings that are recorded, found, or have a probability of `LISTED` or more.
        unsound_below: a recorded insight below this probability counts as missing, in [0, 1].
        asked: see `Verdict`.
        unread: see `Verdict`.
        attributed: see `Verdict`.
        copies: documents that repeat another one; looked for if None.
    """
    listed = tuple(one for one in found if one.gold or one.found or one.probability >= LISTED)
    misleading = planted_pairs(haystack, MISLEADING)
    contradicted = tuple(one for one in listed if one.gold and one.contradicted)
    missing = [one for one in listed if one.gold and one.probability < unsound_below and not one.contradicted]
    documents = {one.id: one for one in haystack.documents}
    insights = {one.id: one for subtopic in haystack.subtopics for one in subtopic.insights}
    pairs = [(one.insight, one.document) for one in listed if one.gold and not one.found and not one.contradicted]
    languages = {pair: unworded(haystack, documents[pair[1]], insights[pair[0]]) for pair in pairs}
    return Verdict(
        haystack=haystack,
        findings=listed,
        figures=figures([(haystack, listed)]),
        faults=tuple(faults(haystack)),
        missing=tuple(sorted(missing, key=lambda one: one.probability)),
        contradicted=contradicted,
        duplicates=tuple(duplicates(haystack.documents) if copies is None else copies),
        unworded={pair: language for pair, language in languages.items() if language is not None},
        misled=sum(one.found and not one.gold and (one.insight, one.document) in misleading for one in listed),
        asked=asked,
        unread=unread,
        attributed=attributed,
    )


def finding_row(verdict: Verdict, found: Finding, checker: str) -> dict[str, object]:
    """JSON row of a pair.

    Args:
        verdict: verdict on the pair's haystack.
        found: the pair.
        checker: name of the model that was asked, if any.
    """
    return {
        "haystack": verdict.haystack.id,
        "insight": found.insight,
        "document": found.document,
        "gold": found.gold,
        "found": found.found,
        "probability": round(found.probability, 6),
        "evidence": found.evidence,
        "contradicted": found.contradicted,
        "reason": found.objection.reason if found.objection is not None else None,
        "checker": checker if (found.insight, found.document) in verdict.asked else "local",
    }


def verdict_row(verdict: Verdict) -> dict[str, object]:
    """JSON row of a haystack."""
    return {
        "haystack": verdict.haystack.id,
        "sound": verdict.is_sound,
        "reasons": verdict.reasons,
        **figures_row(verdict.figures),
        "contradicted": len(verdict.contradicted),
        "near_misses_found": verdict.misled,
        "duplicates": duplicate_rows(verdict),
        "differing": [list(one) for one in verdict.differing],
        "asked": len(verdict.asked),
        "unread": verdict.unread,
    }


def duplicate_rows(verdict: Verdict) -> list[list[object]]:
    """JSON rows of documents that repeat another one: both ids and the similarity."""
    return [[one.first, one.second, round(one.similarity, 4)] for one in verdict.duplicates]


def figures_row(found: Figures) -> dict[str, object]:
    """JSON row of agreement figures."""
    return {
        "pairs": found.pairs,
        "held": found.held,
        "found": found.found,
        "present": found.present,
        "missing": found.missing,
        "leaked": found.leaked,
        **found.precision.columns("precision"),
        **found.recall.columns("recall"),
        **found.f1.columns("f1"),
    }
