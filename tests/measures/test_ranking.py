"""nDCG with linear gains: by hand, against trec_eval, and on published runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import log2
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.measures.ranking import NDCG_10, RELEASED_NDCG_10, normalised_gain, ranking_gain
from hayrick.replies.rankings import read_ranking, released_ranking
from hayrick.types import Item, Response

VECTORS = SHARED / "vectors" / "helmet_metrics.json"
BUILDERS = SHARED / "vectors" / "helmet_builders.json"
TREC = SHARED / "data" / "trec_dl_qrels"
GRADES = {"1": 3.0, "2": 0.0, "3": 2.0, "4": 1.0}
BEST = 3 + 2 / log2(3) + 1 / 2
"""Relevance 3, 2, 1 at ranks 1, 2, 3."""


@pytest.mark.parametrize(
    ("ranking", "value"),
    [
        ("1 3 4 2", 1.0),
        ("1", 3 / BEST),
        ("2 1", (3 / log2(3)) / BEST),
        ("1 1 1 3", (3 + 2 / log2(3)) / BEST),  # a repetition takes no rank
        ("9 1", (3 / log2(3)) / BEST),  # an unknown id takes one
        ("2", 0.0),
        ("", 0.0),
        ("5 6 7 8 9 10 11 12 13 14 1", 0.0),  # the eleventh rank
    ],
)
def test_gains_by_hand(ranking: str, value: float) -> None:
    assert ranking_gain(GRADES, ranking.split()) == pytest.approx(value, abs=1e-12)


def test_nothing_relevant_is_undefined_and_no_gain() -> None:
    assert normalised_gain([0.0], [0.0, 0.0]) is None
    assert normalised_gain([], []) is None
    assert ranking_gain({"1": 0.0}, ["1"]) == 0.0


@pytest.mark.parametrize(
    ("reply", "value", "released", "failed"),
    [
        ("1 > 3 > 4", 1.0, 1.0, False),
        ("Sure! The best are 1, 3, 4.", 1.0, 3 / BEST, False),
        ("I cannot tell.", 0.0, 0.0, True),
        ("", 0.0, 0.0, True),
    ],
)
def test_a_failed_response_is_counted(reply: str, value: float, released: float, failed: bool) -> None:
    item: Item[Mapping[str, float]] = Item(dataset="d", group="g", id="i", query="q", gold=GRADES)
    response = Response(item=item, system="s", context="full", reply=reply, answer=read_ranking(reply))
    for measure, expected in ((NDCG_10, value), (RELEASED_NDCG_10, released)):
        (row,) = measure.score(item, response, ())
        assert row.value == pytest.approx(expected)
        assert row.failed == failed


@given(st.dictionaries(st.integers(1, 30).map(str), st.integers(0, 3), min_size=1), st.permutations(range(1, 31)))
def test_as_trec_eval(grades: dict[str, int], order: list[int]) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    ranking = [str(id) for id in order][:15]
    run = {"q": {id: float(len(ranking) - place) for place, id in enumerate(ranking)}}
    (expected,) = ir_measures.iter_calc([ir_measures.nDCG @ 10], {"q": grades}, run)
    assert ranking_gain({id: float(grade) for id, grade in grades.items()}, ranking) == pytest.approx(expected.value)


def cases(path: Path, *metrics: str) -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))
    return [case for case in found if case["metric"] in metrics]


@pytest.mark.skipif(not VECTORS.is_file(), reason="no vectors: set HAYRICK_SHARED to their folder")
def test_gains_of_the_released_scorer() -> None:
    """`rerank_metrics_from_scores` is left out: it ties scores, and replies have an order without scores."""
    for case in cases(VECTORS, "rerank_metrics"):
        grades, ranking = case["input"]["qrels"], released_ranking(case["input"]["output"])
        for k in case["input"]["k"]:
            found = [grades.get(id, 0) for id in dict.fromkeys(ranking)]
            assert round(normalised_gain(found, grades.values(), k) or 0.0, 5) == case["expected"][f"NDCG@{k}"]
        assert ranking_gain(grades, read_ranking(case["input"]["output"]) or ()) == ranking_gain(grades, ranking)
    for case in cases(BUILDERS, "rerank_post_process"):
        grades = {id: float(grade) for id, grade in case["input"]["qrel"]}
        found = [grades.get(id, 0.0) for id in dict.fromkeys(released_ranking(case["input"]["output"]))]
        for k in case["input"]["k_values"]:
            assert round(normalised_gain(found, grades.values(), k) or 0.0, 5) == case["expected"][f"NDCG@{k}"]


@pytest.mark.parametrize(("name", "published"), [("bm25", 0.5058), ("splade", 0.7308)])
def test_published_runs_of_trec_dl_2019(name: str, published: float) -> None:
    if not TREC.is_dir():
        pytest.skip(f"no data at {TREC}: set HAYRICK_SHARED to its folder")
    judged: dict[str, dict[str, float]] = {}
    for query, _, passage, grade in map(str.split, lines(TREC / "qrels.dl19-passage.txt")):
        judged.setdefault(query, {})[passage] = float(grade)
    runs: dict[str, list[tuple[float, str]]] = {}
    for query, _, passage, _, score, _ in map(str.split, lines(TREC / f"{name}_dl19.trec_results.txt")):
        runs.setdefault(query, []).append((float(score), passage))
    values = [ranking_gain(judged[query], [id for _, id in sorted(run, reverse=True)]) for query, run in runs.items()]
    expected = json.loads((TREC / "expected.json").read_text(encoding="utf-8"))[f"dl19/{name}"]
    mean = sum(values) / len(values)
    assert (len(values), round(mean, 4)) == (expected["n"], published)
    assert mean == pytest.approx(expected["ndcg@10"], abs=1e-9)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
