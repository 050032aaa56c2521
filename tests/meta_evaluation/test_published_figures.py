"""Published figures of Extract-then-Evaluate on PubMed: ROUGE-1 with people, tokens, and the whole document's cost."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

import pytest

from conftest import ROOT
from hayrick.human_scores import read_human_scores
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.meta_evaluation.levels import correlations


def test_rouge_agrees_with_people_as_published(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nltk", exc_type=ImportError)
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.published.extract_then_evaluate import f1, paired

    corpus = read_human_scores(shared / "data" / "longeval_pubmed")
    rows = paired(corpus, lambda summary, document, given: max(f1(py_rouge_tokens, one, summary) for one in given))
    found = correlations(rows)[0]
    # Without py-rouge's list of exceptions other words are equal.
    expected = (0.3223, 0.2982) if "without" in py_rouge_signature() else (0.3195, 0.3003)
    assert (found.n, found.pearson.value, found.spearman.value) == (40, *(pytest.approx(e, abs=5e-5) for e in expected))


def test_the_whole_document_costs_as_published_only_if_cut_by_characters(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.published.extract_then_evaluate import cost, count

    folder = shared / "data" / "longeval_pubmed"
    texts = json.loads((folder / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    scores = json.loads((folder / "pubmed_fine_scores.json").read_text(encoding="utf-8"))
    rows = [(texts[row["story"]]["source_doc"], texts[row["story"]]["summary"]) for row in scores]
    assert (fmean(count(one) for one, _ in rows), fmean(count(one) for _, one in rows)) == (4331.75, 236.5)
    paper = shared / "papers" / "extract_then_evaluate_paper.txt"
    usd = {cut: round(cost(paper, rows, cut).usd, 2) for cut in ("characters", "tokens", "")}
    assert usd == {"characters": 0.11, "tokens": 0.14, "": 0.15}
