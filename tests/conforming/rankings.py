"""Re-ranking: HELMET's reading of rankings and trec_eval's figures of them.

Gains are `measures.ranking.normalised_gain`. Average precision, recall, precision and reciprocal rank stand here and
not in the package: no task reports them, only vectors do. trec_eval compares scores as 32-bit numbers, orders equal
ones by id from the last to the first, and counts as relevant what has a relevance of 1 or more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from conforming import AtLeast, Metric
from hayrick.measures.ranking import normalised_gain
from hayrick.replies.rankings import read_ranking, released_ranking

READING = "rankings: lists and other separators are read, too; text without a number is no ranking"


def scored(ids: Sequence[str]) -> dict[str, int]:
    """Id -> score by its first place, from the length of the list downwards."""
    return {id: len(ids) - ids.index(id) for id in dict.fromkeys(ids)}


def grades_of(given: Any) -> dict[str, float]:
    found = given["qrels"] if "qrels" in given else given["qrel"]
    pairs = found.items() if isinstance(found, dict) else found
    return {str(id): float(grade) for id, grade in pairs}


def cuts_of(given: Any) -> list[int]:
    return list(given["k"] if "k" in given else given["k_values"])


def figures(run: Mapping[str, float], grades: Mapping[str, float], cuts: Sequence[int]) -> dict[str, float]:
    """All figures, to five decimals."""
    order = sorted(run, key=lambda id: (np.float32(run[id]), id), reverse=True)
    gains = [max(0.0, grades.get(id, 0.0)) for id in order]
    hits = [grades.get(id, 0.0) >= 1 for id in order]
    n_relevant = sum(grade >= 1 for grade in grades.values())
    found: dict[str, float] = {}
    for k in cuts:
        precisions = [sum(hits[: rank + 1]) / (rank + 1) for rank in range(min(k, len(hits))) if hits[rank]]
        found[f"NDCG@{k}"] = normalised_gain(gains, [max(0.0, grade) for grade in grades.values()], k) or 0.0
        found[f"MAP@{k}"] = sum(precisions) / n_relevant if n_relevant else 0.0
        found[f"Recall@{k}"] = sum(hits[:k]) / n_relevant if n_relevant else 0.0
        found[f"P@{k}"] = sum(hits[:k]) / k
    found["MRR"] = next((1 / rank for rank, hit in enumerate(hits, start=1) if hit), 0.0)
    return {name: round(value, 5) for name, value in found.items()}


def metrics(given: Any, ids: Sequence[str]) -> object:
    return figures(scored(ids), grades_of(given), cuts_of(given))


def post_processed(given: Any, ids: Sequence[str]) -> object:
    run = scored(ids)
    return AtLeast(figures(run, grades_of(given), cuts_of(given)), num_preds=len(run), parsed=run)


def ours(given: Any) -> Sequence[str]:
    return read_ranking(given["output"]) or ()


def theirs(given: Any) -> Sequence[str]:
    return released_ranking(given["output"])


METRICS: Mapping[str, Metric] = {
    "parse_rankings": Metric(lambda given: scored(theirs(given)), lambda given: scored(ours(given)), READING),
    "rerank_metrics": Metric(
        lambda given: metrics(given, theirs(given)), lambda given: metrics(given, ours(given)), READING
    ),
    "rerank_metrics_from_scores": Metric(lambda given: figures(given["run"], grades_of(given), cuts_of(given))),
    "rerank_post_process": Metric(
        lambda given: post_processed(given, theirs(given)),
        lambda given: post_processed(given, ours(given)),
        READING,
    ),
}
