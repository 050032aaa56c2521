"""Scores of every retriever, worked out by hand, and on hard texts."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.relevance import known_of, query_of, stored_scores
from hayrick.lexical import index_of
from hayrick.protocols import Known
from hayrick.retrieval.baselines import ByPosition, Oracle, Random, Released
from hayrick.retrieval.bm25 import BM25, Feedback, expanded
from hayrick.retrieval.catalogue import retriever
from hayrick.retrieval.fusion import RRF
from hayrick.retrieval.haystacks import scores_of, trec_run, with_scores
from hayrick.retrieval.keywords import Keywords
from hayrick.retrieval.scoring import checked, ranking
from hayrick.retrieval.votes import Votes, standardised
from hayrick.types import BadInput, Document, Haystack, Insight, Subtopic

HARD = {
    "no documents": [],
    "one empty document": [""],
    "only empty documents": ["", " \n ", ""],
    "one document": ["The ferry sails at nine."],
    "identical documents": ["The ferry sails at nine. It is slow."] * 3,
    "Han and Thai": ["渡し船は九時に出ます。遅いです。", "เรือเฟอร์รี่ออกเก้าโมง"],
    "emoji and right to left": ["⛴️⛴️", "המעבורת יוצאת בתשע.", "العبارة تغادر في التاسعة."],
    "empty between": ["The ferry sails.", "", "Nothing here."],
    "function words only": ["It is what it is.", "And so was that."],
}
QUERIES = ("ferry times", "", "what is it", "渡し船", "העבורת ⛴️")
OFFLINE = ("keywords", "bm25", "bm25rm3", "votes", "oracle", "random", "first", "last", "rrf:bm25,keywords")


def stack(texts: Sequence[str]) -> tuple[Document, ...]:
    return tuple(Document(id=f"d{n}", text=text) for n, text in enumerate(texts))


def haystack_of(texts: Sequence[str], held_by: dict[str, tuple[str, ...]] | None = None) -> Haystack:
    subtopics = (asked("ferry times"),)
    return Haystack(id="stack", topic="t", documents=stack(texts), subtopics=subtopics, held_by=held_by or {})


def asked(query: str, title: str = "") -> Subtopic:
    return Subtopic(id="s", title=title, query=query, insights=(Insight(id="i", text="x"), Insight(id="j", text="y")))


@pytest.mark.parametrize("name", OFFLINE)
@pytest.mark.parametrize("texts", HARD.values(), ids=HARD.keys())
def test_hard_texts_have_one_finite_score_each(name: str, texts: list[str]) -> None:
    documents = stack(texts)
    for query in QUERIES:
        scores = retriever(name).scores(query, documents, Known(grades=range(len(texts))))
        assert len(checked(scores, documents, name)) == len(texts)


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
def test_identical_documents_score_the_same(name: str) -> None:
    scores = retriever(name).scores("ferry times", stack(HARD["identical documents"]))
    assert scores[0] == pytest.approx(scores[1]) == pytest.approx(scores[2])


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
def test_a_query_of_function_words_prefers_nothing(name: str) -> None:
    scores = retriever(name).scores("what is it", stack(["The ferry sails.", "Goats eat grass."]))
    assert scores[0] == scores[1]


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
@given(order=st.permutations(range(4)))
def test_scores_follow_the_documents_when_they_are_permuted(name: str, order: list[int]) -> None:
    texts = ["The ferry sails at nine.", "Goats eat grass.", "The ferry is slow. Goats swim.", "Nine goats."]
    found = retriever(name)
    before = found.scores("ferry at nine", stack(texts))
    after = found.scores("ferry at nine", stack([texts[place] for place in order]))
    assert after == pytest.approx([before[place] for place in order])


def test_query_is_joined_with_the_title() -> None:
    assert query_of(asked("When?", "Ferry times")) == "When? Ferry times"
    assert query_of(asked("When?")) == "When?"


def test_ranking_breaks_ties_by_stored_position() -> None:
    assert ranking([1.0, 3.0, 1.0, 3.0]) == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("text", "score", "why"),
    [
        ("The ferry sails.", 2 / 5, "ferry is asked twice, of five words: ferry, times, ?, ferry, fares"),
        ("FERRY fares? Ferry times!", 5 / 5, "every word, without regard to case, and the question mark"),
        ("ferrying", 0.0, "whole words only"),
        ("", 0.0, "nothing is held"),
    ],
)
def test_keywords(text: str, score: float, why: str) -> None:
    assert Keywords().scores("the ferry times? ferry fares", stack([text])) == (score,), why


def test_keywords_agree_with_released_scores(summhay: Path) -> None:
    equal = n = 0
    for name in ("topic_news1", "topic_news2", "topic_news4"):
        haystack = read_haystack(summhay / f"{name}.json")
        for subtopic in haystack.subtopics:
            both = (scores_of(haystack, subtopic, one) for one in (Keywords(), Released("keywords")))
            found = [abs(ours - theirs) < 1e-9 for ours, theirs in zip(*both, strict=True)]
            equal, n = equal + sum(found), n + len(found)
    assert n == 2600
    assert equal == 2594


def test_bm25_by_hand() -> None:
    # Three documents of two content words each, so length normalisation is 1. "ferry" is in two, "goat" in one.
    scores = BM25(k1=1.0, b=0.75).scores("ferry", stack(["Ferry sails.", "Ferry ferry.", "Goats eat."]))
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    assert scores == pytest.approx((idf * 1 * 2 / (1 + 1), idf * 2 * 2 / (2 + 1), 0.0))


def test_feedback_by_hand() -> None:
    index = index_of(("hen fox", "cat dog"))
    scores = index.bm25_documents(index.query("hen"))
    found = expanded(index, "hen", scores, Feedback(documents=2, terms=2, query_weight=0.6))
    # Only the first document has a score: its two terms share the feedback's 0.4 equally.
    assert found == pytest.approx({"hen": 0.6 + 0.4 / 2, "fox": 0.4 / 2})


def test_feedback_finds_what_the_query_does_not_name() -> None:
    texts = ["Ferry catamaran harbour.", "Catamaran harbour pier.", "Goats eat grass."]
    plain = BM25().scores("ferry", stack(texts))
    more = BM25(feedback=Feedback()).scores("ferry", stack(texts))
    assert plain[1] == plain[2] == 0
    assert more[1] > more[2] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: BM25(k1=-1.0),
        lambda: BM25(b=1.5),
        lambda: BM25(feedback=Feedback(documents=0)),
        lambda: BM25(feedback=Feedback(query_weight=2.0)),
        lambda: Votes(threshold=0.0),
        lambda: Votes(sentence_weight=-1.0),
        lambda: RRF(parts=()),
        lambda: RRF(parts=(Oracle(),), k=-1.0),
    ],
)
def test_parameters_out_of_range_are_refused(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match="expected"):
        wrong()


def test_votes_prefer_the_sentence_that_relevant_documents_repeat() -> None:
    # Both last sentences share no word with the query; one is repeated in the three documents about the ferry.
    fact, other = "Captain Orla paints seagulls.", "Captain Bram whittles spoons."
    texts = [f"The ferry sails at {hour}. {fact}" for hour in ("nine", "ten", "noon")]
    texts += [f"Goats eat {what}. {other}" for what in ("grass", "hay", "twigs")]
    documents = stack(texts)
    found = Votes().sentences("ferry", documents)
    by_text = {found.index.sentence(n): float(found.scores[n]) for n in range(found.index.n_sentences)}
    assert by_text[fact] > by_text[other]
    assert min(Votes().scores("ferry", documents)[:3]) > max(Votes().scores("ferry", documents)[3:])


@pytest.mark.parametrize("limit", ["POOL", "POOL_SENTENCES"])
def test_votes_look_at_the_most_relevant_documents_only(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"hayrick.retrieval.votes.{limit}", 2)
    documents = stack(["Goats eat grass.", "The ferry sails.", "A bell.", "Ferry fares."])
    found = Votes().sentences("ferry", documents)
    assert found.documents.tolist() == [1, 3]
    scores = Votes().scores("ferry", documents)
    assert ranking(scores)[2:] == [0, 2]


def test_standardised_values() -> None:
    assert standardised(np.array([1.0, 3.0])).tolist() == [-1.0, 1.0]
    assert standardised(np.array([2.0, 2.0])).tolist() == [0.0, 0.0]
    assert standardised(np.zeros(0)).tolist() == []


def test_grades_count_the_subtopics_insights() -> None:
    held = {"i": ("d0", "d2"), "j": ("d2", "d2"), "of another subtopic": ("d1",), "k": ("d9",)}
    haystack = haystack_of(["a", "b", "c"], held)
    grades = known_of(haystack, asked("q")).grades
    # d2 holds i and j; that j names it twice makes no difference.
    assert grades == (1.0, 0.0, 2.0)


def test_oracle_gives_what_is_known() -> None:
    assert Oracle().scores("q", stack(["a", "b"]), Known(grades=[0, 2])) == (0.0, 2.0)
    with pytest.raises(BadInput, match="retriever 'oracle': no known relevance"):
        Oracle().scores("q", stack(["a", "b"]))
    with pytest.raises(BadInput, match="retriever 'oracle': 1 scores; expected 2"):
        Oracle().scores("q", stack(["a", "b"]), Known(grades=[1]))


def test_position() -> None:
    documents = stack(["a", "b", "c"])
    assert ranking(ByPosition().scores("q", documents)) == [0, 1, 2]
    assert ranking(ByPosition(last=True).scores("q", documents)) == [2, 1, 0]


def test_random_depends_on_seed_query_and_ids_only() -> None:
    documents = stack(["a", "b", "c"])
    scores = Random(seed=1).scores("q", documents)
    assert scores == Random(seed=1).scores("q", stack(["other", "texts", "here"]), Known(grades=[1, 2, 3]))
    assert scores[::-1] == Random(seed=1).scores("q", documents[::-1])
    assert len({*scores, *Random(seed=2).scores("q", documents), *Random(seed=1).scores("r", documents)}) == 9
    assert all(0 <= score < 1 for score in scores)


def test_fusion_by_hand() -> None:
    # The oracle puts b first; a and c share ranks 2 and 3. `first` has ranks 1, 2, 3.
    fused = RRF(parts=(Oracle(), ByPosition()), k=1.0).scores("q", stack(["a", "b", "c"]), Known(grades=[0, 1, 0]))
    assert fused == pytest.approx((1 / 3.5 + 1 / 2, 1 / 2 + 1 / 3, 1 / 3.5 + 1 / 4))


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ([1.0], "1 scores; expected 2"),
        ({"d0": 1.0}, "no score for document 'd1'"),
        ([1.0, float("nan")], "score nan of document 'd1'"),
        ([1.0, float("inf")], "score inf"),
        ([1.0, 10**400], "score 1000"),
        ([True, 1.0], "score True"),
        ([np.bool_(True), 1.0], "score True"),
        (["1", 2.0], "score '1'"),
        ("ab", "2 scores"),
        (None, "a NoneType"),
    ],
)
def test_scores_from_outside_are_checked(scores: object, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        checked(scores, stack(["a", "b"]), "mine")


@pytest.mark.parametrize(
    "scores", [np.array([1, 0.5], np.float32), [np.float32(1), np.int64(2)], {"d0": np.float32(1), "d1": 0}]
)
def test_scores_of_numpy_are_numbers(scores: object) -> None:
    assert [type(one) for one in checked(scores, stack(["a", "b"]), "mine")] == [float, float]


def test_stored_scores_come_back_and_rank_alike() -> None:
    haystack = haystack_of(["The ferry sails.", "Goats.", "Ferry ferry."])
    scores = BM25().scores("ferry times", haystack.documents)
    stored = with_scores(haystack, "mine", [scores])
    assert haystack.subtopics[0].extra == {}
    subtopic = stored.subtopics[0]
    assert scores_of(stored, subtopic, Released("mine")) == scores
    assert stored_scores(with_scores(stored, "oracle", [[1, 0, 0]]).subtopics[0]).keys() == {"mine", "oracle"}
    assert stored_scores(haystack.subtopics[0]) == {}


def test_missing_stored_scores_list_what_is_stored() -> None:
    documents, known = stack(["a"]), Known(grades=[0], stored={"oracle": {"d0": 1.0}, "mine": [2.0], "short": []})
    with pytest.raises(BadInput, match="query 'q': no scores of a retriever 'bm26'; expected 'mine' or 'oracle'"):
        Released("bm26").scores("q", documents, known)
    for nothing in (None, Known(grades=[0])):
        with pytest.raises(BadInput, match="expected a file that stores"):
            Released("bm26").scores("q", documents, nothing)
    assert Released("oracle").scores("q", documents, known) == (1.0,)
    assert Released("mine").scores("q", documents, known) == (2.0,)
    with pytest.raises(BadInput, match="scores of 'short' for the query 'q': 0 scores; expected 1"):
        Released("short").scores("q", documents, known)


def test_trec_run_lines() -> None:
    haystack = haystack_of(["a", "b"], {"i": ("d1",)})
    assert list(trec_run(haystack, "oracle", [[0, 1]])) == ["s Q0 d1 1 1 oracle\n", "s Q0 d0 2 0 oracle\n"]
