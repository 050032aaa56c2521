"""The index against plain Python: postings, idf, BM25, recall, F1, windows, and collections looked at in part."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.lexical import GroupIndex, Index
from hayrick.lexical import index as index_module
from hayrick.lexical.arrays import largest
from hayrick.lexical.whole import Whole, WholeMatch
from hayrick.text import sentences, terms
from hayrick.types import BadInput

BARN = [
    "Red hens lay eggs. Hens sleep in barns.",
    "Cows eat hay. Hay is dry grass. Red barns hold hay.",
    "",
    "Nothing here fits.",
]
TEXT = st.lists(
    st.lists(st.sampled_from(["hen", "cow", "hay", "barn", "egg", "dry", "the", "7"]), max_size=7).map(" ".join),
    max_size=4,
).map("\n".join)


def split(text: str) -> list[list[str]]:
    """Terms of each sentence."""
    return [terms(text[start:end]) for start, end in sentences(text)]


def test_idf_counts_sentences_and_documents() -> None:
    index = Index(BARN)
    assert (index.n_documents, index.n_sentences) == (4, 6)
    hay, red = index.vocabulary["hay"], index.vocabulary["red"]
    assert index.sentence_frequency[hay] == 3
    assert index.document_frequency[hay] == 1
    # N = 6 sentences, 3 hold "hay": log(1 + 3.5 / 3.5); N = 4 documents, 2 hold "red": log(1 + 2.5 / 2.5)
    assert index.idf[hay] == pytest.approx(math.log(2))
    assert index.document_idf[red] == pytest.approx(math.log(2))
    # in no sentence: log(1 + 6.5 / 0.5)
    assert index.unknown_idf == pytest.approx(math.log(14))


def test_sentences_keep_their_characters() -> None:
    index = Index(BARN)
    assert [index.sentence(number) for number in range(3)] == [
        "Red hens lay eggs.",
        "Hens sleep in barns.",
        "Cows eat hay.",
    ]
    assert index.span(3) == (14, 31)
    assert index.sentence_document.tolist() == [0, 0, 1, 1, 1, 3]
    assert index.document_start.tolist() == [0, 2, 5, 5, 6]


def test_document_terms_count_occurrences() -> None:
    index = Index(BARN)
    numbers, counts = index.document_terms(1)
    named = {index.term_names[number]: int(count) for number, count in zip(numbers, counts, strict=True)}
    assert named == dict(Counter(terms(BARN[1])))
    assert [index.term_names[number] for number in index.sentence_terms(2)] == terms("Cows eat hay.")
    assert index.document_terms(2)[0].tolist() == []


def test_query_of_text_and_of_weights() -> None:
    index = Index(BARN)
    query = index.query("hay, hay and zebras; more zebras")
    assert [index.term_names[number] for number in query.terms] == ["hay"]
    assert query.weights.tolist() == [2.0]
    assert query.unknown == ("zebra",)
    weighted = index.query({"hay": 0.25, "egg": 0.0, "zebra": 1.0, "cow": -1.0})
    assert [index.term_names[number] for number in weighted.terms] == ["hay"]
    assert weighted.weights.tolist() == [0.25]


def test_a_window_counts_a_repeated_term_once_and_stays_inside_its_document() -> None:
    index = Index(["Cow hay. Hay egg. Dry.", "cow"])
    query = index.query("cow hay egg")
    match = index.match(query)
    ones = np.ones(3)
    # sentences: cow hay | hay egg | (dry has no row) | cow of the second document
    assert match.sentences.tolist() == [0, 1, 3]
    assert match.recall(ones).tolist() == [2, 2, 1]
    assert match.windows(ones).tolist() == [3, 2, 1]
    assert match.best(match.windows(ones)).tolist() == [3, 1]
    assert match.held(ones).tolist() == [3, 1]


def plain_bm25(query: Mapping[str, float], units: list[list[str]], k1: float, b: float) -> list[float]:
    mean = sum(map(len, units)) / max(len(units), 1)
    scores = []
    for unit in units:
        score, counts = 0.0, Counter(unit)
        for name, weight in query.items():
            n = sum(name in other for other in units)
            if counts[name]:
                inverse = math.log(1 + (len(units) - n + 0.5) / (n + 0.5))
                norm = k1 * (1 - b + b * len(unit) / mean)
                score += weight * inverse * counts[name] * (k1 + 1) / (counts[name] + norm)
        scores.append(score)
    return scores


@settings(deadline=None)
@given(st.lists(TEXT, max_size=6), TEXT)
def test_scores_equal_those_of_plain_python(texts: list[str], asked: str) -> None:
    index = Index(texts)
    query = index.query(asked)
    weights = dict(Counter(terms(asked)))
    by_sentence = [sentence for text in texts for sentence in split(text)]
    by_document = [terms(text) for text in texts]
    assert index.bm25_documents(query, k1=1.5, b=0.6) == pytest.approx(plain_bm25(weights, by_document, 1.5, 0.6))
    assert index.bm25_sentences(query) == pytest.approx(plain_bm25(weights, by_sentence, 1.2, 0.75))

    def inverse(name: str) -> float:
        n = sum(name in sentence for sentence in by_sentence)
        return math.log(1 + (len(by_sentence) - n + 0.5) / (n + 0.5))

    match = index.match(query)
    total = sum(map(inverse, weights))
    assert match.total == pytest.approx(total)
    for row, number in enumerate(match.sentences):
        own = set(by_sentence[number])
        shared = sum(inverse(name) for name in own & set(weights))
        assert match.recall()[row] == pytest.approx(shared)
        assert match.f1()[row] == pytest.approx(2 * shared / (total + sum(map(inverse, own))))
        inside = (
            number + 1 < len(by_sentence) and index.sentence_document[number] == index.sentence_document[number + 1]
        )
        following = set(by_sentence[number + 1]) if inside else set()
        assert match.windows()[row] == pytest.approx(sum(inverse(name) for name in (own | following) & set(weights)))
    for row, number in enumerate(match.documents):
        assert match.held()[row] == pytest.approx(
            sum(inverse(name) for name in set(by_document[number]) & set(weights))
        )
    assert [d for d, text in enumerate(by_document) if set(text) & set(weights)] == match.documents.tolist()


@settings(deadline=None)
@given(st.lists(TEXT, min_size=3, max_size=8), TEXT, st.integers(1, 3))
def test_candidates_are_the_documents_with_the_largest_recall_and_their_scores_are_exact(
    texts: list[str], asked: str, candidates: int
) -> None:
    index = Index(texts)
    query = index.query(asked)
    whole, part = index.match(query), index.match(query, candidates=candidates)
    assert len(part.documents) == min(candidates, len(whole.documents))
    held = dict(zip(whole.documents.tolist(), whole.held(), strict=True))
    assert sorted(held[number] for number in part.documents.tolist()) == pytest.approx(
        sorted(held.values())[len(held) - len(part.documents) :]
    )
    rows = np.searchsorted(whole.documents, part.documents)
    assert part.bm25() == pytest.approx(whole.bm25()[rows])
    assert part.best(part.windows()) == pytest.approx(whole.best(whole.windows())[rows])


def test_rare_terms_choose_the_candidates_where_postings_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "RARE_POSTINGS", 2)
    index = Index(["hay hen", "hay cow", "hay", "hay", "hay egg"])
    part = index.match(index.query("hay egg cow"), candidates=2)
    # "hay" has 5 postings and is not asked; "egg" and "cow" have one each
    assert part.documents.tolist() == [1, 4]
    assert part.held(np.ones(3)).tolist() == [2, 2]


@settings(deadline=None)
@given(st.lists(TEXT, min_size=1, max_size=6), TEXT)
def test_a_match_among_some_documents_is_that_of_an_index_of_these(texts: list[str], asked: str) -> None:
    index = Index(texts)
    whole = index.match(index.query(asked))
    kept = np.arange(0, len(whole.documents), 2)
    part = whole.among(kept, len(kept))
    alone = Index([texts[number] for number in whole.documents[kept]])
    expected = alone.match(alone.query(asked))
    # Terms only dropped documents hold are unknown to the small index and known, in no sentence, here.
    assert part.total == pytest.approx(expected.total)
    assert part.recall() == pytest.approx(expected.recall())
    assert part.f1() == pytest.approx(expected.f1())
    assert part.windows() == pytest.approx(expected.windows())
    assert part.bm25() == pytest.approx(expected.bm25())


def test_documents_that_are_wanting_count_as_ones_without_the_terms() -> None:
    index = Index(["hay", "cow", "cow"])
    part = index.match(index.query("hay")).among(np.array([0]), 10)
    # 1 of 10 sentences, 1 of 10 documents: log(1 + 9.5 / 1.5)
    assert part.weights.idf.tolist() == [pytest.approx(math.log(1 + 9.5 / 1.5))]
    assert part.weights.document_idf.tolist() == part.weights.idf.tolist()


@pytest.mark.parametrize("texts", [[], [""], ["", " \n"], ["the of and"], ["🐄"], ["!!!"]])
def test_texts_without_terms_match_nothing(texts: list[str]) -> None:
    index = Index(texts)
    match = index.match(index.query("hay in barns"))
    assert len(match.sentences) == len(match.documents) == len(match.bm25()) == len(match.best(match.windows())) == 0
    assert index.bm25_documents(index.query("hay")).tolist() == [0.0] * len(texts)
    assert len(index.bm25_sentences(index.query("hay"))) == index.n_sentences


def test_one_string_is_refused() -> None:
    with pytest.raises(BadInput, match="one string"):
        Index("hay")


@given(st.lists(st.text(max_size=40), max_size=4), st.text(max_size=40))
@settings(deadline=None)
def test_any_text_is_indexed_and_asked(texts: list[str], asked: str) -> None:
    index = Index(texts)
    assert len(index.tokens) == sum(len(sentence) for text in texts for sentence in split(text))
    match = index.match(index.query(asked))
    assert (match.recall() <= match.total + 1e-9).all()
    assert (match.f1() <= 1 + 1e-9).all()


@settings(max_examples=80, deadline=None)
@given(texts=st.lists(TEXT, max_size=4), asked=TEXT, kept=st.sampled_from(["hay", "7", "cow"]))
def test_a_match_with_a_row_for_every_sentence_is_the_same_to_the_last_digit(
    texts: list[str], asked: str, kept: str
) -> None:
    index = Index(texts)
    query = index.query(asked)
    few, whole = index.match(query), WholeMatch(index, query, Whole(index))
    assert few.documents.tolist() == whole.documents.tolist()
    some = np.array([float(index.term_names[term] == kept) for term in query.terms])
    for name in ("recall", "windows"):
        for weights in (None, some):
            by_few, by_whole = getattr(few, name)(weights), getattr(whole, name)(weights)
            assert by_few.tolist() == by_whole[few.sentences].tolist()
            assert few.best(by_few).tolist() == whole.best(by_whole).tolist()
    assert not np.delete(whole.recall(), few.sentences).any()
    assert few.best(few.f1()).tolist() == whole.best(whole.f1()).tolist()
    assert few.bm25().tolist() == whole.bm25().tolist()
    assert few.held().tolist() == whole.held().tolist()


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5]), max_size=30), st.integers(1, 12))
def test_largest_are_those_of_a_stable_sort(values: list[float], n: int) -> None:
    given_values = np.array(values, dtype=np.float64)
    expected = sorted(sorted(range(len(values)), key=lambda place: -values[place])[:n])
    assert largest(given_values, n).tolist() == expected


def test_an_index_of_groups_is_that_of_their_texts() -> None:
    whole = Index(BARN)
    groups = [(1, 4), (0,), (), (3, 2)]
    found = GroupIndex(whole, groups)
    made = Index([" ".join(map(whole.sentence, group)) for group in groups])
    assert found.texts == made.texts
    assert found.texts[0] == "Hens sleep in barns. Red barns hold hay."
    assert [found.sentence(one) for one in range(5)] == [made.sentence(one) for one in range(5)]
    for query in ("hay in red barns", "grass", "nothing", ""):
        assert found.bm25_documents(found.query(query)).tolist() == pytest.approx(
            made.bm25_documents(made.query(query)).tolist(), rel=1e-12
        )


def test_questions_about_one_text_share_its_query() -> None:
    index = Index(["hay in the barn", "straw"])
    first = index.query("hay hay")
    assert index.query("hay hay") is first
    assert index.query("straw").terms.tolist() == [index.vocabulary["straw"]]
    assert index.query("hay hay").weights.tolist() == [2.0]
