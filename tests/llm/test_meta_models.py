"""Metrics that ask a model against people's scores: cost, extracts, unreadable ratings, and nothing asked twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from equipment import JUDGE, playing, rows

from conftest import GOLDEN

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

ANSWERS = [
    {"make": "fixed", "text": "I would rather not say.", "when": {"contains": "The bakery bakes rye"}},
    {"make": "fixed", "text": "1", "when": {"contains": "fifty cars"}},
    {"make": "fixed", "text": "2", "when": {"contains": "plum jam"}},
    {"make": "fixed", "text": "5", "when": {}},
]


def test_a_model_is_asked_once_and_less_with_an_extract(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"schema": 1, "date": "d", "models": {"*": {"in": 1.0, "out": 1.0}}}))
    words = ("meta", GOLDEN / "scored.jsonl", "--metric", f"consistency:{JUDGE}", "--prices", prices, "--out")
    with playing(tmp_path, {"answers": ANSWERS}) as (server, run):
        done = run(*words, tmp_path / "full")
        assert done.status == 0, done.err
        assert re.search(r" calls, [\d,]+ tokens in.*, [\d,]+ out: \$", " ".join(done.out.split()))
        n_asked, before = len(server.log()), (tmp_path / "full" / "meta.json").read_bytes()
        assert run(*words, tmp_path / "full").status == 0
        assert len(server.log()) == n_asked, "everything is in the journal"
        assert (tmp_path / "full" / "meta.json").read_bytes() == before
        done = run(*words, tmp_path / "short", "--judge-context", "extract:rouge1@16")
        assert done.status == 0, done.err
    full, short = (rows(tmp_path / name / "meta.json")[0] for name in ("full", "short"))
    assert (full["n"], full["n_unjudged"]) == (5, 1)
    assert full["pearson"] > 0.9
    assert full["worst"] < full["pearson"]
    assert 0 < short["usd"] < full["usd"]
    assert short["tokens_in"] < full["tokens_in"]
    assert full["usd_total"] == pytest.approx(6 * full["usd"])
