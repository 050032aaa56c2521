"""Known answers of the originals: all files agree under `--compat paper`, and by default but for named differences."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy import stats

import conforming
from conformance import CRASHES, agree, report
from conforming import AtLeast, Metric
from conforming.longeval import correlation
from conforming.rankings import figures
from conftest import ROOT
from hayrick.types import Unparsed

FILES = ("helmet_metrics", "helmet_builders", "helmet_later", "alce_metrics", "ethic_metrics")


@pytest.mark.parametrize("compat", [True, False])
def test_known_answers(shared: Path, *, compat: bool) -> None:
    pytest.importorskip("rouge_score", exc_type=ImportError)
    lines, status = report([shared / "vectors" / f"{name}.json" for name in FILES], compat=compat, strict=True)
    assert status == 0, "\n".join(lines)
    if compat:
        assert [line for line in lines if line.startswith("  by intent") and CRASHES not in line] == []


def vectors(folder: Path, *found: tuple[str, Any, Any]) -> Path:
    path = folder / "vectors.json"
    rows = [{"metric": metric, "input": given, "expected": expected} for metric, given, expected in found]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def said(output: str) -> dict[str, str]:
    return {"ground_truth": "art", "prediction": output}


@pytest.mark.parametrize(
    ("vector", "compat", "status", "line"),
    [
        (("exact_match", said("art"), True), False, 0, "1 vectors: 1 agree, 0 differ, 0 by intent, 0 unknown"),
        (("exact_match", said("Art."), 1.0000000001), False, 0, "1 agree"),
        (("exact_match", said("art"), False), False, 1, "vectors.json:1: exact_match: expected False, found True"),
        (("substring_exact_match", said("heart"), True), False, 0, "0 differ, 1 by intent"),
        (("substring_exact_match", said("heart"), True), True, 0, "1 agree"),
        (("substring_exact_match", said("heart"), False), True, 1, "1 differ"),
        (("exact_match", {"prediction": "art"}, True), True, 1, "found KeyError"),
        (("exact_match", said("art"), "art"), True, 1, "1 differ"),
        (("ruler_recall", {"output": "x", "answers": []}, {"error": "ZeroDivisionError"}), True, 0, CRASHES),
        (("invented", {}, 1), False, 1, "1 unknown"),
    ],
)
def test_what_is_printed(tmp_path: Path, vector: tuple[str, Any, Any], status: int, line: str, *, compat: bool) -> None:
    lines, found = report([vectors(tmp_path, vector)], compat=compat)
    assert (found, line in "\n".join(lines)) == (status, True), lines


def test_unknown_names_fail_where_that_is_asked_for(tmp_path: Path) -> None:
    path = vectors(tmp_path, ("exact_match", said("art"), True), ("invented", {}, 1))
    assert [report([path], compat=True, strict=strict)[1] for strict in (False, True)] == [0, 1]


def test_a_vector_that_takes_too_long_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(given: object) -> object:
        while True:
            pass

    monkeypatch.setattr("conformance.metrics", lambda: {"slow": Metric(endless)})
    monkeypatch.setattr("conformance.MOST_SECONDS", 1)
    lines, status = report([vectors(tmp_path, ("slow", {}, 1))], compat=True)
    assert (status, "TimeoutError" in lines[0]) == (1, True)


def test_of_some_values_only_what_is_expected_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"some": Metric(lambda given: AtLeast(a=1, b=2)), "all": Metric(lambda given: {"a": 1, "b": 2})}
    monkeypatch.setattr("conformance.metrics", lambda: table)
    found: list[tuple[str, Any, Any]] = [
        ("some", {}, {"a": 1}),
        ("some", {}, {"c": 1}),
        ("all", {}, {"a": 1}),
        ("all", {}, {"a": 1, "b": 2}),
    ]
    assert "2 agree, 2 differ" in report([vectors(tmp_path, *found)], compat=True)[0][-1]


def test_figures_of_rankings_are_trec_evals() -> None:
    """On drawn rankings with equal scores, unknown ids, and nothing relevant."""
    package = pytest.importorskip("pytrec_eval")
    names = {"NDCG": "ndcg_cut", "MAP": "map_cut", "Recall": "recall", "P": "P"}
    draw, cuts = Random(0), (1, 3, 10)
    measured = {f"{name}.{','.join(map(str, cuts))}" for name in names.values()} | {"recip_rank"}
    for _ in range(200):
        grades = {str(number): draw.choice((0, 0, 1, 3)) for number in range(draw.randrange(1, 15))}
        run = {str(draw.randrange(18)): draw.choice((1.0, 2.0, 1 + 1e-9)) for _ in range(draw.randrange(1, 15))}
        known = package.RelevanceEvaluator({"q": grades}, measured).evaluate({"q": run})["q"]
        expected = {f"{ours}@{k}": round(known[f"{theirs}_{k}"], 5) for ours, theirs in names.items() for k in cuts}
        assert figures(run, grades, cuts) == expected | {"MRR": round(known["recip_rank"], 5)}


def test_correlations_are_scipys() -> None:
    """On drawn series with ties, constants, two values, undefined and infinite ones; fewer than two are refused."""
    draw = Random(0)
    odd = [([1, 1, 1], [1, 2, 3]), ([1, 2], [5, 5]), ([0.1 + 0.2, 0.3, 1], [1, 2, 3]), ([1, math.nan, 2], [1, 2, 3])]
    for n in [2, 2, 3, *range(2, 60)]:
        odd.append(([draw.choice((0, 1, 2.5, draw.random())) for _ in range(n)], [draw.randrange(4) for _ in range(n)]))
    for pred, human in odd:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            functions: tuple[Any, ...] = (stats.pearsonr, stats.spearmanr, stats.kendalltau)
            known = [of(pred, human)[0] for of in functions]
        expected = dict(
            zip(("pearson", "spearman", "kendalltau"), (round(float(one), 4) for one in known), strict=True)
        )
        assert agree(expected, correlation({"pred": pred, "human": human})), (pred, human, expected)
    assert agree({"pearson": None}, {"pearson": math.nan})
    assert not agree(None, 0.0)
    for pred, human in (([1], [1]), ([], []), ([1, 2], [1, 2, 3])):
        with pytest.raises(ValueError, match="two or more"):
            correlation({"pred": pred, "human": human})


@pytest.mark.parametrize(
    ("output", "expected", "default"),
    [
        ("-3", 0.0, 0.0),
        ("\u0664", 4.0, 4.0),
        (" 4", 4.0, 4.0),
        ("4.5", 4.0, 4.5),
        ("0", 0.0, 0.0),
        ("**4**", 0.0, 4.0),
        ("\t4", 0.0, 4.0),
        ("\xb2", 0.0, 0.0),
    ],
)
def test_ratings_as_the_original_reads_them(output: str, expected: float, default: float) -> None:
    ratings = conforming.metrics()["parse_score"]
    assert ratings.paper({"output": output}) == expected
    assert ratings.ours is not None
    found = ratings.ours({"output": output})
    assert found == default or (isinstance(found, Unparsed) and default == 0)


def test_every_reason_is_explained() -> None:
    explained = (ROOT / "docs" / "reference" / "compat.md").read_text(encoding="utf-8")
    assert [one.why for one in conforming.metrics().values() if f"| {one.why} |" not in explained and one.why] == []


def test_no_two_families_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(conforming.metrics()) > 20
    monkeypatch.setattr(conforming, "FAMILIES", ("needles", "needles"))
    with pytest.raises(ValueError, match="ruler_recall"):
        conforming.metrics()


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"metric": "exact_match"}]'])
def test_a_file_that_holds_no_vectors_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "conformance.py"), str(path)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "a.json" in done.stderr
