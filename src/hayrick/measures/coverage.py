"""Coverage: how far the insights are covered by a summary. Source: SummHay, section 4.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score, Summary, WithInsights


def coverage(item: Item[WithInsights], response: Response[Summary], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """Yield one row per insight: the judge's value, 0 if the system failed, no value if it is unjudged."""
    failed = response.answer is None
    for one in judgements:
        value = 0.0 if failed else one.value
        yield Score(
            response=response,
            measure=COVERAGE.name,
            unit=one.unit,
            value=value,
            weight=one.weight,
            failed=failed,
            unjudged=value is None,
            contradicted=one.contradicted,
        )


COVERAGE: Measure[WithInsights, Summary] = Measure(
    name="coverage",
    description="mean of the judge's value over insights",
    source="SummHay, section 4.1",
    score=coverage,
    counts="insights",
    companions=("words_per_bullet",),
)
