"""Quality of rankings: normalised discounted cumulative gain with linear gains, as trec_eval has it.

Source: Jarvelin and Kekalainen (2002); HELMET, appendix B.3 (nDCG@10).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2

from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import Measure
from hayrick.replies.rankings import released_ranking

Grades = Mapping[str, float]
"""Id -> relevance, >= 0, of everything that can be ranked."""

Ranking = tuple[str, ...]
"""Ids, best first, as a reply has them: unknown ones and repetitions included."""


def normalised_gain(found: Sequence[float], gains: Iterable[float], k: int = 10) -> float | None:
    """nDCG@k: sum of relevance / log2(rank + 1) over the first `k` ranks, over that of the best ranking.

    Args:
        found: relevance of what is ranked, best first.
        gains: relevance of everything that could be ranked, in any order, >= 0.
        k: rank cut-off, >= 1.

    Returns:
        A value in [0, 1]; None if nothing is relevant.

    Source: Jarvelin and Kekalainen (2002), with linear gains; `ndcg_cut` of trec_eval.
    """
    best = _discounted(sorted(gains, reverse=True)[:k])
    return _discounted(found[:k]) / best if best > 0 else None


def ranking_gain(grades: Grades, ranking: Sequence[str]) -> float:
    """nDCG@10 of a ranking of ids; 0 where nothing is relevant.

    An id that is repeated counts where it stands first and takes no further rank; an unknown id takes a rank and gains
    nothing; what is not ranked gains nothing.

    Source: HELMET, appendix B.3, and its released scorer at commit 4526dfb.
    """
    found = [grades.get(id, 0.0) for id in dict.fromkeys(ranking)]
    return normalised_gain(found, grades.values()) or 0.0


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


NDCG_10: Measure[Grades, Ranking] = measure_of_answers(
    name="ndcg@10",
    description="gain of the first ten ranks over that of the best ranking, gains linear",
    source="HELMET, appendix B.3",
    value=ranking_gain,
)


RELEASED_NDCG_10: Measure[Grades, Ranking] = measure_of_replies(
    name="ndcg@10.helmet",
    description="ndcg@10 of the reply as HELMET's scorer reads it: the longest chain of numbers with > between them",
    source="HELMET, appendix B.3, and its released scorer",
    value=lambda gold, reply: ranking_gain(gold, released_ranking(reply)),
)
