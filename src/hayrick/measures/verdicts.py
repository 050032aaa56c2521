"""Coverage: how much of what should be said is said.

Source: SummHay, section 4.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.types import Citations, Judgement, Score, Summary

COVERAGE = "coverage"
WORDS_PER_BULLET = "words_per_bullet"


def coverage(summary: Summary, judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an insight: the judge's value; 0 and failed where the summary has no bullet; unjudged where it has none.

    Args:
        summary: what the system said.
        judgements: one for every insight of the subtopic.
    """
    for judgement in judgements:
        failed = not summary.bullets
        value = 0.0 if failed else judgement.value
        yield row(summary, judgement.insight, COVERAGE, value, failed=failed, unjudged=value is None)


def words_per_bullet(summary: Summary) -> Iterator[Score]:
    """One row a summary: mean words of its bullets, weighted by their number; none where it has no bullet.

    Words are what white space separates; citation and list marks are none.

    Source: SummHay, table 2 (words per bullet).
    """
    if summary.bullets:
        words = sum(len(bullet.text.split()) for bullet in summary.bullets)
        count = len(summary.bullets)
        yield row(summary, None, WORDS_PER_BULLET, words / count, weight=float(count))


def row(
    summary: Summary,
    insight: str | None,
    measure: str,
    value: float | None,
    *,
    citations: Citations = "own",
    weight: float = 1.0,
    failed: bool = False,
    unjudged: bool = False,
) -> Score:
    """A score of one summary, with the summary's identity filled in."""
    return Score(
        haystack=summary.haystack,
        subtopic=summary.subtopic,
        insight=insight,
        system=summary.system,
        context=summary.context,
        citations=citations,
        measure=measure,
        value=value,
        weight=weight,
        failed=failed,
        unjudged=unjudged,
    )
