"""The verdict on a haystack: whether it is sound, for which reasons, and which pairs look wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.local import Finding
from hayrick.checking.soundness import MISLEADING, faults, planted
from hayrick.stats import Interval
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
    """Recorded pairs that count as missing, least probable first."""

    misled: int
    """Number of pairs found because of a planted near-miss, contradiction or outdated statement."""

    asked: frozenset[tuple[str, str]] = frozenset()
    """(insight, document) of the pairs that a model decided."""

    unread: int = 0
    """Number of pairs for which a model gave no readable answer; the local checker's result is kept."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken and no recorded insight is missing."""
        return not self.faults and not self.missing

    @property
    def reasons(self) -> list[str]:
        """Reasons why it is unsound, one line each."""
        missing = [
            f"insight '{one.insight}' is recorded in document '{one.document}' and has a probability of "
            f"{one.probability:.4f} there"
            for one in self.missing
        ]
        return [*self.faults, *missing]

    @property
    def suspicious(self) -> list[Finding]:
        """Pairs on which checker and haystack disagree, largest difference first."""
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
    """Combine the findings and structural faults of a haystack into a verdict.

    Args:
        haystack: the checked haystack.
        found: at least all findings that are recorded, found, or have a probability of `LISTED` or more.
        unsound_below: a recorded insight below this probability counts as missing, in [0, 1].
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
    """JSON row of agreement figures."""
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
