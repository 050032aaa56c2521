"""Rows about the extract that was chosen among several."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hayrick.harness.validating.judging import Cost
from hayrick.harness.validating.meta_contexts import Context
from hayrick.harness.validating.meta_grid import grid_of
from hayrick.harness.validating.metrics import Values
from hayrick.human_scores.corpus import HumanScores, ScoredSummary
from hayrick.retrieval.extraction import Extract
from hayrick.stats import pearson

HUMAN = [1.0, 4.0, 2.0, 5.0, 3.0, 3.0, 4.0, 1.0, 5.0, 2.0]
NEAR = [1.0, 2.0, 2.0, 5.0, 4.0, 3.0, 1.0, 1.0, 4.0, 2.0]
EXTRACT = Extract(512, (0,), "Hay.", 2)


def scored(number: int, score: float) -> ScoredSummary:
    document, system = f"d{number // 2}", f"s{number % 2}"
    return ScoredSummary(
        where="", document_id=document, document="Hay.", system=system, summary="Dry.", scores={"f": (score,)}
    )


def test_what_is_held_out_is_of_the_summaries_that_all_extracts_have_a_verdict_on() -> None:
    scores = HumanScores(name="mine", layout="rows", summaries=tuple(scored(n, one) for n, one in enumerate(HUMAN)))
    # The second extract has no verdict on the summary that the first rates worst (1 for 4).
    missing = [None if n == 6 else -one for n, one in enumerate(HUMAN)]
    shown = [Context("full"), *(Context(f"{name}@512", name, 512, "", [EXTRACT] * 10) for name in "ab")]
    values: list[Sequence[float | None]] = [[one + n % 3 for n, one in enumerate(HUMAN)], NEAR, missing]
    cost = Cost(None, 0, 0)
    measured = [Values("rating", where, some, cost, None, "v1") for where, some in zip(shown, values, strict=True)]
    row = grid_of(scores, measured, shown, 0).choices[0]
    assert (row["context"], row["n"], row["held_out_n"]) == ("a@512", 10, 9)
    r = pearson(NEAR[:6] + NEAR[7:], HUMAN[:6] + HUMAN[7:])
    assert row["pearson"] == pytest.approx(pearson(NEAR, HUMAN))
    assert r is not None
    assert row["optimism"] == pytest.approx(r - float(str(row["held_out_pearson"])))
    assert r - float(str(row["pearson"])) > 0.1, "r of all ten is another number"
