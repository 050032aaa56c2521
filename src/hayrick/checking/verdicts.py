"""What checking a haystack came to: sound or not, why, and which pairs look wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.local import Finding
from hayrick.checking.soundness import MISLEADING, faults, planted
from hayrick.stats import Interval
from hayrick.types import Haystack

LISTED = 0.05
"""Least probability of a pair that is listed although it is neither recorded nor found."""

UNSOUND_BELOW = 0.05
"""Probability under which a recorded insight counts as missing, so that its haystack is unsound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What checking one haystack came to."""

    haystack: Haystack
    findings: tuple[Finding, ...]
    """The pairs that are recorded, found, or likely enough to be listed; document by document."""

    figures: Figures
    faults: tuple[str, ...]
    """What is broken in its structure."""

    missing: tuple[Finding, ...]
    """Recorded insights that are too unlikely, most unlikely first."""

    misled: int
    """Pairs that are found where a near-miss, a contradiction or something outdated was planted."""

    asked: frozenset[tuple[str, str]] = frozenset()
    """(insight, document) of the pairs that a model decided."""

    unread: int = 0
    """Pairs that a model was asked about without a readable answer: the local checker's stand."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken and no recorded insight is missing."""
        return not self.faults and not self.missing

    @property
    def reasons(self) -> list[str]:
        """Why it is unsound, one line each."""
        missing = [
            f"insight '{one.insight}' is recorded in document '{one.document}' and has a probability of "
            f"{one.probability:.4f} there"
            for one in self.missing
        ]
        return [*self.faults, *missing]

    @property
    def suspicious(self) -> list[Finding]:
        """Pairs on which checker and record do not agree, the most surprising first."""
        apart = [one for one in self.findings if one.gold != one.found]
        return sorted(apart, key=lambda one: -abs(one.gold - one.probability))


def verdict(
    haystack: Haystack,
    found: Sequence[Finding],
    *,
    unsound_below: float = UNSOUND_BELOW,
    asked: frozenset[tuple[str, str]] = frozenset(),
    unread: int = 0,
) -> Verdict:
    """What the findings of a haystack come to.

    Args:
        haystack: the findings' own.
        found: at least all that are gold, found, or of a probability from `LISTED` on.
        unsound_below: probability under which a recorded insight counts as missing.
        asked: see `Verdict`.
        unread: see `Verdict`.
    """
    listed = tuple(one for one in found if one.gold or one.found or one.probability >= LISTED)
    misleading = planted(haystack, MISLEADING)
    missing = [one for one in listed if one.gold and one.probability < unsound_below]
    return Verdict(
        haystack=haystack,
        findings=listed,
        figures=figures([(haystack, listed)]),
        faults=tuple(faults(haystack)),
        missing=tuple(sorted(missing, key=lambda one: one.probability)),
        misled=sum(one.found and not one.gold and (one.insight, one.document) in misleading for one in listed),
        asked=asked,
        unread=unread,
    )


def finding_row(verdict: Verdict, found: Finding, checker: str) -> dict[str, object]:
    """JSON row of a pair.

    Args:
        verdict: of the pair's haystack.
        found: the pair.
        checker: name of the model that was asked, if any was.
    """
    return {
        "haystack": verdict.haystack.id,
        "insight": found.insight,
        "document": found.document,
        "gold": found.gold,
        "found": found.found,
        "probability": round(found.probability, 6),
        "evidence": found.evidence,
        "checker": checker if (found.insight, found.document) in verdict.asked else "local",
    }


def verdict_row(verdict: Verdict) -> dict[str, object]:
    """JSON row of a haystack."""
    return {
        "haystack": verdict.haystack.id,
        "sound": verdict.is_sound,
        "reasons": verdict.reasons,
        **figures_row(verdict.figures),
        "near_misses_found": verdict.misled,
        "asked": len(verdict.asked),
        "unread": verdict.unread,
    }


def figures_row(found: Figures) -> dict[str, object]:
    """JSON row of figures."""
    return {
        "pairs": found.pairs,
        "held": found.held,
        "found": found.found,
        "present": found.present,
        "missing": found.missing,
        "leaked": found.leaked,
        **_interval("precision", found.precision),
        **_interval("recall", found.recall),
        **_interval("f1", found.f1),
    }


def _interval(name: str, found: Interval) -> dict[str, object]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}
