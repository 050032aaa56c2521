"""Scores of every retriever, worked out by hand, and on hard texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.haystacks.files import read_haystack
from hayrick.retrieval.baselines import Oracle, Position, Random, Released
from hayrick.retrieval.bm25 import BM25, Feedback, expanded
from hayrick.retrieval.catalogue import retriever
from hayrick.retrieval.fusion import RRF
from hayrick.retrieval.keywords import Keywords
from hayrick.retrieval.protocol import checked, index_of, query_text, ranking, trec_run, with_scores
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


def stack(texts: Sequence[str], held_by: dict[str, tuple[str, ...]] | None = None) -> Haystack:
    return Haystack(
        id="stack",
        topic="t",
        documents=tuple(Document(id=f"d{n}", text=text) for n, text in enumerate(texts)),
        subtopics=(asked("ferry times"),),
        held_by=held_by or {},
    )


def asked(query: str, title: str = "") -> Subtopic:
    return Subtopic(id="s", title=title, query=query, insights=(Insight(id="i", text="x"), Insight(id="j", text="y")))


@pytest.mark.parametrize("name", OFFLINE)
@pytest.mark.parametrize("texts", HARD.values(), ids=HARD.keys())
def test_hard_texts_have_one_finite_score_each(name: str, texts: list[str]) -> None:
    haystack = stack(texts)
    for query in QUERIES:
        scores = retriever(name).scores(haystack, asked(query))
        assert len(checked(scores, haystack, name)) == len(texts)


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
def test_identical_documents_score_the_same(name: str) -> None:
    scores = retriever(name).scores(stack(HARD["identical documents"]), asked("ferry times"))
    assert scores[0] == pytest.approx(scores[1]) == pytest.approx(scores[2])


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
def test_a_query_of_function_words_prefers_nothing(name: str) -> None:
    scores = retriever(name).scores(stack(["The ferry sails.", "Goats eat grass."]), asked("what is it"))
    assert scores[0] == scores[1]


@pytest.mark.parametrize("name", ["keywords", "bm25", "bm25rm3", "votes"])
@given(order=st.permutations(range(4)))
def test_scores_follow_the_documents_when_they_are_permuted(name: str, order: list[int]) -> None:
    texts = ["The ferry sails at nine.", "Goats eat grass.", "The ferry is slow. Goats swim.", "Nine goats."]
    found = retriever(name)
    before = found.scores(stack(texts), asked("ferry at nine"))
    after = found.scores(stack([texts[place] for place in order]), asked("ferry at nine"))
    assert after == pytest.approx([before[place] for place in order])


def test_query_is_joined_with_the_title() -> None:
    assert query_text(asked("When?", "Ferry times")) == "When? Ferry times"
    assert query_text(asked("When?")) == "When?"


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
    assert Keywords().scores(stack([text]), asked("the ferry times?", "ferry fares")) == (score,), why


def test_keywords_agree_with_released_scores(summhay: Path) -> None:
    equal = n = 0
    for name in ("topic_news1", "topic_news2", "topic_news4"):
        haystack = read_haystack(summhay / f"{name}.json")
        for subtopic in haystack.subtopics:
            pairs = zip(
                Keywords().scores(haystack, subtopic), Released("keywords").scores(haystack, subtopic), strict=True
            )
            found = [abs(ours - theirs) < 1e-9 for ours, theirs in pairs]
            equal, n = equal + sum(found), n + len(found)
    assert n == 2600
    assert equal == 2594


def test_bm25_by_hand() -> None:
    # Three documents of two content words each, so length normalisation is 1. "ferry" is in two, "goat" in one.
    scores = BM25(k1=1.0, b=0.75).scores(stack(["Ferry sails.", "Ferry ferry.", "Goats eat."]), asked("ferry"))
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
    plain = BM25().scores(stack(texts), asked("ferry"))
    more = BM25(feedback=Feedback()).scores(stack(texts), asked("ferry"))
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
    haystack = stack(texts)
    found = Votes().sentences(haystack, asked("ferry"))
    by_text = {found.index.sentence(n): float(found.scores[n]) for n in range(found.index.n_sentences)}
    assert by_text[fact] > by_text[other]
    assert min(Votes().scores(haystack, asked("ferry"))[:3]) > max(Votes().scores(haystack, asked("ferry"))[3:])


@pytest.mark.parametrize("limit", ["POOL", "POOL_SENTENCES"])
def test_votes_look_at_the_most_relevant_documents_only(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"hayrick.retrieval.votes.{limit}", 2)
    haystack = stack(["Goats eat grass.", "The ferry sails.", "A bell.", "Ferry fares."])
    found = Votes().sentences(haystack, asked("ferry"))
    assert found.documents.tolist() == [1, 3]
    scores = Votes().scores(haystack, asked("ferry"))
    assert ranking(scores)[2:] == [0, 2]


def test_standardised_values() -> None:
    import numpy as np

    assert standardised(np.array([1.0, 3.0])).tolist() == [-1.0, 1.0]
    assert standardised(np.array([2.0, 2.0])).tolist() == [0.0, 0.0]
    assert standardised(np.zeros(0)).tolist() == []


def test_oracle_counts_the_subtopics_insights() -> None:
    held = {"i": ("d0", "d2"), "j": ("d2",), "of another subtopic": ("d1",)}
    assert Oracle().scores(stack(["a", "b", "c"], held), asked("q")) == (1.0, 0.0, 2.0)


def test_position() -> None:
    haystack = stack(["a", "b", "c"])
    assert ranking(Position().scores(haystack, asked("q"))) == [0, 1, 2]
    assert ranking(Position(last=True).scores(haystack, asked("q"))) == [2, 1, 0]


def test_random_depends_on_seed_and_names_only() -> None:
    haystack = stack(["a", "b", "c"])
    scores = Random(seed=1).scores(haystack, asked("q"))
    assert scores == Random(seed=1).scores(haystack, asked("another query"))
    assert scores != Random(seed=2).scores(haystack, asked("q"))
    turned = replace(haystack, documents=haystack.documents[::-1])
    assert Random(seed=1).scores(turned, asked("q")) == scores[::-1]
    assert all(0 <= score < 1 for score in scores)


def test_fusion_by_hand() -> None:
    haystack = stack(["a", "b", "c"], {"i": ("d1",)})
    # The oracle puts b first; a and c share ranks 2 and 3. `first` has ranks 1, 2, 3.
    fused = RRF(parts=(Oracle(), Position()), k=1.0).scores(haystack, asked("q"))
    assert fused == pytest.approx((1 / 3.5 + 1 / 2, 1 / 2 + 1 / 3, 1 / 3.5 + 1 / 4))


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ([1.0], "1 scores; expected 2"),
        ({"d0": 1.0}, "no score for document 'd1'"),
        ([1.0, float("nan")], "score nan of document 'd1'"),
        ([1.0, float("inf")], "score inf"),
        ([True, 1.0], "score True"),
        (["1", 2.0], "score '1'"),
        ("ab", "2 scores"),
        (None, "a NoneType"),
    ],
)
def test_scores_from_outside_are_checked(scores: object, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        checked(scores, stack(["a", "b"]), "mine")


def test_stored_scores_come_back_and_rank_alike() -> None:
    haystack = stack(["The ferry sails.", "Goats.", "Ferry ferry."])
    stored = with_scores(haystack, BM25(), name="mine")
    assert haystack.subtopics[0].extra == {}
    subtopic = stored.subtopics[0]
    assert Released("mine").scores(stored, subtopic) == BM25().scores(haystack, subtopic)
    both = with_scores(stored, Oracle())
    assert set(both.subtopics[0].extra["retriever"]) == {"mine", "oracle"}  # type: ignore[call-overload]


def test_missing_stored_scores_list_what_is_stored() -> None:
    stored = with_scores(stack(["a"]), Oracle())
    with pytest.raises(BadInput, match="retriever 'bm26'; expected 'oracle'"):
        Released("bm26").scores(stored, stored.subtopics[0])
    with pytest.raises(BadInput, match="expected a file that stores"):
        Released("bm26").scores(stack(["a"]), asked("q"))


def test_trec_run_lines() -> None:
    haystack = stack(["a", "b"], {"i": ("d1",)})
    assert list(trec_run(haystack, Oracle())) == ["s Q0 d1 1 1 oracle\n", "s Q0 d0 2 0 oracle\n"]
