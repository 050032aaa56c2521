"""What readers of correlations with people are told about the data."""

from __future__ import annotations

from hayrick.harness.validating.judging import Cost
from hayrick.harness.validating.meta_contexts import Context
from hayrick.harness.validating.meta_rows import notes
from hayrick.harness.validating.metrics import Values
from hayrick.human_scores.corpus import HumanScores, ScoredSummary


def scores(*given: tuple[str, float, float]) -> HumanScores:
    """A summary for each system with its scores of faithfulness and style, in a document of its own."""
    summaries = [
        ScoredSummary(
            where=f"line {n}",
            document_id=f"d{n}",
            document="Rain fell.",
            system=system,
            summary="Rain.",
            scores={"faithfulness": (first,), "style": (second,)},
        )
        for n, (system, first, second) in enumerate(given)
    ]
    return HumanScores(name="mine", layout="own", summaries=tuple(summaries))


def values(*given: float | None) -> Values:
    return Values("rouge1", Context("full"), given, Cost(None, 0, 0), (0.0, 1.0), "v1")


def test_what_cannot_be_correlated_is_told() -> None:
    found = notes(
        scores(("a", 1, 5), ("b", 2, 5), ("b", 3, 5)), [values(0.5, 0.5, None)._replace(why="no reference summary")]
    )[1:]
    assert found == [
        "All human scores of style are equal: correlations are undefined.",
        "rouge1 has the same value everywhere: correlations are undefined.",
        "rouge1: 1 summary without a value is left out and counted as unjudged (no reference summary).",
        "There are 2 systems: a correlation over them is 1 or -1 whatever is measured.",
    ]


def test_nothing_is_told_of_data_that_vary() -> None:
    assert notes(scores(("a", 1, 5), ("b", 2, 4), ("c", 3, 5)), [values(0.5, 0.25, 0.0)])[1:] == []
