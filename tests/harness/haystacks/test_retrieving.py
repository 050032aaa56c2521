"""The command retrieve on a small haystack: figures by hand, files, and how often a retriever is asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from conftest import Command
from hayrick.harness.haystacks.retrieving import RetrievalRequest, Retrieved, retrieve
from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.relevance import stored_scores
from hayrick.tokens import token_counts
from loopback import loopback

LOGGED = """
from pathlib import Path

def score(query, documents):
    with Path(__file__).with_name("asked.txt").open("a") as log:
        log.write(query + "\\n")
    return {document.id: -number for number, document in enumerate(documents)}
"""


def measured(source: Path, names: Sequence[str], budgets: Sequence[int], out: Path | None = None) -> Retrieved:
    """Retrievers on one haystack; with a folder, their scores are stored, too."""
    request = RetrievalRequest(inputs=[str(source)], retrievers=names, budgets=budgets, store=out is not None)
    return retrieve(request, out)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine.py").write_text(LOGGED)
    return f"python:{tmp_path / 'mine.py'}:score"


def test_a_retriever_scores_each_query_once_whatever_the_budgets(native: Path, mine: str, tmp_path: Path) -> None:
    rows = measured(native, [mine, "first"], [20, 50, 1000], tmp_path / "out").rows
    asked = (tmp_path / "asked.txt").read_text().splitlines()
    assert len(asked) == len(set(asked)) == len(read_haystack(native).subtopics)
    # It ranks as `first` does, so that every figure is the same.
    figures: dict[str, list[object]] = {}
    for row in rows:
        figures.setdefault(row.retriever, []).append(row[1:-1])
    assert figures[mine] == figures["first"]


def test_out_of_retrieve_holds_figures_rankings_and_relevance(hayrick: Command, native: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = (
        "retrieve",
        native,
        "--retriever",
        "bm25",
        "--retriever",
        "oracle",
        "--budget-tokens",
        "20,1000",
        "--out",
        out,
    )
    done = hayrick(*words)
    assert (done.status, done.err) == (0, "")
    assert f"Written to {out}/." in done.out
    names = {path.name for path in out.iterdir()}
    stem = native.stem
    assert names == {"manifest.json", "retrieval.json", f"{stem}.qrels", f"{stem}.bm25.run", f"{stem}.oracle.run"}
    assert json.loads((out / "manifest.json").read_text())["finished"] is True
    rows = json.loads((out / "retrieval.json").read_text())["rows"]
    shown = {(row["retriever"], row["budget_tokens"], row["measure"]) for row in rows}
    assert {("bm25", 20, "evidence_shown"), ("oracle", 1000, "documents_shown")} <= shown
    haystack = read_haystack(native)
    ranked = [line.split() for line in (out / f"{stem}.oracle.run").read_text().splitlines()]
    assert len(ranked) == len(haystack.subtopics) * len(haystack.documents)
    relevant = {tuple(line.split()[i] for i in (0, 2)) for line in (out / f"{stem}.qrels").read_text().splitlines()}
    first = {(query, document) for query, _, document, rank, *_ in ranked if rank == "1"}
    assert first <= relevant, "the oracle's best is relevant"
    before = {path: path.read_bytes() for path in out.iterdir()}
    assert hayrick(*words).status == 0
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_the_oracle_under_a_wide_budget_shows_everything(native: Path) -> None:
    rows = {(row.haystack, row.measure): row for row in measured(native, ["oracle"], [100_000]).rows}
    insights = sum(len(subtopic.insights) for subtopic in read_haystack(native).subtopics)
    for measure in ("ndcg@10", "relevant_recall", "documents_shown", "evidence_shown"):
        assert rows[None, measure].interval.value == 1, measure
    assert rows[None, "documents_shown"].n == insights == 4


def test_a_context_that_holds_all_documents_is_told(native: Path) -> None:
    size = sum(token_counts(tuple(one.text for one in read_haystack(native).documents)))
    assert measured(native, ["bm25"], [size - 1]).notes == []
    (wide,) = measured(native, ["bm25"], [size - 1, size]).notes
    assert wide.startswith(f"{size:,} tokens hold all documents of 1 of 1 haystack (the smallest has {size:,})")


def test_full_has_no_limit_and_says_so(native: Path) -> None:
    found = measured(native, ["full"], [1])
    assert {row.interval.value for row in found.rows if row.measure == "relevant_recall"} == {1.0}
    assert found.notes == ["full shows all documents, whatever the size of the context."]


def test_scores_of_the_input_are_kept_beside_new_ones_of_that_name(native: Path, tmp_path: Path) -> None:
    def stored(folder: str, source: Path, *names: str) -> Path:
        measured(source, names, [100], tmp_path / folder)
        return tmp_path / folder / native.name

    first = stored("a", native, "first")
    (first.parent / "b.json").write_text(first.read_text().replace('"first"', '"last"'))
    found = read_haystack(stored("c", first.parent / "b.json", "last", "released:last").with_name("b.json"))
    scores = stored_scores(found.subtopics[0])
    before = stored_scores(read_haystack(first).subtopics[0])
    assert scores["released:last"] == before["first"] != scores["last"]


def test_stored_scores_rank_alike(hayrick: Command, native: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    assert hayrick("retrieve", native, "--retriever", "bm25", "--store", "--out", out).status == 0
    stored = out / native.name
    assert hayrick("retrieve", stored, "--retriever", "released:bm25", "--out", again).status == 0
    ranks = [
        [line.split()[:4] for line in (folder / f"{native.stem}.{name}.run").read_text().splitlines()]
        for folder, name in ((out, "bm25"), (again, "released%3Abm25"))
    ]
    assert ranks[0] == ranks[1]
    values = [
        [row["value"] for row in json.loads((folder / "retrieval.json").read_text())["rows"]] for folder in (out, again)
    ]
    assert values[0] == values[1]


def test_scores_of_a_reranker_behind_an_endpoint_are_stored_for_a_model(
    hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path
) -> None:
    model = ("--judge", "none")
    with loopback({}) as server:
        name = f"rerank:{server.url.removesuffix('/v1')}/rerank#small"
        line = refused("plan", native, "--system", f"openai-api/any/model+{name}", *model)
        assert f"hayrick retrieve FILE --retriever {name} --store --out DIR" in line
        words = ("retrieve", native, "--retriever", name, "--budget-tokens", 100, "--store", "--out", tmp_path / "kept")
        assert hayrick(*words).status == 0
    stored = tmp_path / "kept" / native.name
    done = hayrick("plan", stored, "--system", f"openai-api/any/model+released:{name}", *model)
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (
            "http://127.0.0.1:9/x?api_key=sesame#m",
            "an address with a query ('?'), which rows and files would name; expected one without",
        ),
        ("http://ada:sesame@127.0.0.1:9/x", "Set HAYRICK_RERANK_KEY."),
        ("http://a..b/x#m", "no web address"),
        ("http://[::1/#m", "no web address"),
    ],
)
@pytest.mark.parametrize("of", ["{}", "rrf:bm25,{}"])
def test_an_address_of_a_reranker_that_is_odd_or_secret_is_refused(
    refused: Callable[..., str], native: Path, tmp_path: Path, address: str, found: str, of: str
) -> None:
    line = refused("retrieve", native, "--retriever", of.format(f"rerank:{address}"), "--out", tmp_path / "out")
    assert found in line
    assert "sesame" not in line
    assert not (tmp_path / "out").exists()


def test_every_retriever_is_compared_with_the_first(hayrick: Command, native: Path) -> None:
    found = measured(native, ["last", "oracle", "sentences"], [20, 1000])
    rows = {(r.retriever, r.budget_tokens, r.measure): r.interval.value for r in found.rows if r.haystack is None}
    seen = set()
    for one in found.differences:
        assert one.baseline == "last"
        ours, theirs = (rows[name, one.budget_tokens, one.measure] for name in (one.retriever, "last"))
        assert ours is not None
        assert theirs is not None
        assert one.paired.difference == pytest.approx(ours - theirs, abs=1e-12)
        seen.add((one.retriever, one.budget_tokens, one.measure))
    # A context ranks no documents, so that it has no nDCG.
    assert seen == {key for key in rows if key[0] != "last"}
    words = ("retrieve", native, "--retriever", "last", "--retriever", "oracle", "--budget-tokens", "20")
    shown, told = hayrick(*words), json.loads(hayrick(*words, "--json").out)
    assert "less last: paired differences in percentage points" in shown.out
    assert [one["retriever"] for one in told["differences"]] == ["oracle"] * 4
    assert all(one["p"] <= one["p_adjusted"] for one in told["differences"])


def test_one_retriever_has_no_differences(hayrick: Command, native: Path) -> None:
    done = hayrick("retrieve", native, "--retriever", "bm25")
    assert (done.status, "paired differences" in done.out) == (0, False)


def test_equal_retrievers_differ_by_nothing(native: Path, mine: str) -> None:
    for one in measured(native, ["first", mine], [20]).differences:
        assert (one.paired.difference, one.paired.low, one.paired.high, one.paired.p) == (0, 0, 0, 1), one.measure


def test_differences_whose_interval_has_no_width_are_explained(hayrick: Command, native: Path) -> None:
    words = ("retrieve", native, "--budget-tokens", "20", "--retriever", "random", "--retriever")
    note = (
        "nDCG@10; relevant documents; citation F1, documents shown; citation F1, evidence shown: 4 differences are the "
        "same for every unit, so the interval has no width"
    )
    equal = hayrick(*words, "random?seed=0")
    assert note in equal.out
    assert "does not mean that two retrievers are equal" in equal.out
    assert any(note in one for one in json.loads(hayrick(*words, "random?seed=0", "--json").out)["notes"])
    assert "no width" not in hayrick(*words, "last").out
