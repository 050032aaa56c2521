"""Which documents a claim is attributed to, how many are cited, and what happens at the edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from farm import BURNED, FARM
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.attribution import Attributor, choose, claim_text, repair
from hayrick.attribution.features import POOL, absent, fit
from hayrick.lexical import Index
from hayrick.types import BadInput, Bullet, Document, Summary


def named(texts: Sequence[str], ids: Sequence[str]) -> list[Document]:
    return [Document(id=id, text=text) for id, text in zip(ids, texts, strict=True)]


def test_the_documents_that_say_it_are_cited_with_their_sentences() -> None:
    (found,) = Attributor(named(FARM, "abcde")).attribute([BURNED])
    assert set(found.cited) == {"a", "c"}
    assert found.claim == BURNED
    evidence = {support.document_id: support for support in found.supports}
    assert evidence["c"].sentence == "A storm burned the red barn down in 1987."
    assert evidence["a"].sentence == "Its red barn burned down in 1987 after a storm."
    text = FARM[0]
    assert text[evidence["a"].span.start : evidence["a"].span.end] == evidence["a"].sentence
    ranked = [support.probability for support in found.supports]
    assert ranked == sorted(ranked, reverse=True)
    assert [support.document_id for support in found.supports][: len(found.cited)] == list(found.cited)


def test_attribute_cited_and_probabilities_agree() -> None:
    attributor = Attributor.of_texts(FARM)
    claims = [BURNED, "The tractor uses 40 litres a day.", "the of and"]
    for claim, found in zip(claims, attributor.attribute(claims), strict=True):
        assert attributor.cited(claim) == found.cited
        everywhere = attributor.probabilities(claim)
        assert everywhere.shape == (len(FARM),)
        for support in found.supports:
            assert everywhere[int(support.document_id) - 1] == pytest.approx(support.probability)


def test_a_number_that_differs_lowers_the_probability() -> None:
    attributor = Attributor.of_texts(FARM)
    right = attributor.probabilities("The tractor needs 40 litres of diesel a day.")[1]
    wrong = attributor.probabilities("The tractor needs 70 litres of diesel a day.")[1]
    assert wrong < right


def test_features_of_one_document_by_hand() -> None:
    # One document of two sentences; claim terms: hay (in sentence 1 only), cow (in 2 only), zebra (nowhere), 7 (1).
    index = Index(["Hay 7. Cow."])
    found = fit(index, "hay cow zebra 7")
    # idf of a term in 1 of 2 sentences: log(1 + 1.5 / 1.5) = log 2; in none: log(1 + 2.5 / 0.5) = log 6
    known, unknown = np.log(2), np.log(6)
    # BM25, one document of mean length, each term once: idf * 2.2 / 2.2; document idf in 1 of 1: log(4/3); in 0: log 4
    bm25, bound = 3 * np.log(4 / 3), 2.2 * (3 * np.log(4 / 3) + np.log(4))
    total = 3 * known + unknown
    expected = [3 * known / total, 2 * 2 * known / (total + 2 * known), bm25 / bound, 1.0]
    assert found.features.tolist() == [pytest.approx(expected)]
    assert absent(index, index.query("hay")).tolist() == [0, 0, 0, 0.5]
    assert absent(index, index.query("zebra 8")).tolist() == [0, 0, 0, 0]


CHOICES = [
    ([], 0.0, [], "nothing to choose from"),
    ([0.0, 0.009], 0.0, [], "all are negligible"),
    ([0.9], 0.0, [0], "one sure document: 1.8 / 1.9 > 1 - 0.9"),
    ([0.4], 0.0, [], "0.8 / 1.4 = 0.571 < 1 - 0.4: nothing is likelier right"),
    ([0.42], 0.0, [0], "0.84 / 1.42 = 0.592 > 1 - 0.42"),
    ([0.9, 0.9, 0.1], 0.0, [0, 1], "3.6 / 3.9 for two; 3.8 / 4.9 for three, 1.8 / 2.9 for one"),
    ([0.5, 0.5, 0.5], 0.0, [0, 1, 2], "3 / 4.5 for all three"),
    ([0.1, 0.8], 0.0, [1], "1.6 / 1.9 for one; 1.8 / 2.9 for both"),
    ([0.5, 0.5], 0.7, [], "2 / 3 for both, under the floor"),
    ([0.9] + [0.009] * 10_000, 0.0, [0], "a negligible tail adds up to nothing"),
    ([0.2] * 20, 0.0, list(range(20)), "8 / 24 for all against 0.8 ** 20 = 0.012 for none"),
]


@pytest.mark.parametrize(("probabilities", "floor", "expected", "why"), CHOICES)
def test_choose(probabilities: list[float], floor: float, expected: list[int], why: str) -> None:
    assert choose(np.array(probabilities), floor=floor).tolist() == expected, why


@given(st.lists(st.floats(0.02, 1), min_size=1, max_size=7))
def test_choose_is_the_best_of_all_sets(probabilities: list[float]) -> None:
    p = np.array(probabilities)
    chosen = choose(p)
    expected = [2 * np.sort(p)[::-1][:k].sum() / (k + p.sum()) for k in range(1, len(p) + 1)]
    reached = 2 * p[chosen].sum() / (len(chosen) + p.sum()) if len(chosen) else float(np.prod(1 - p))
    assert reached == pytest.approx(max([*expected, float(np.prod(1 - p))]))


CLAIMS = [
    ("- The barn burned [3][17].", "The barn burned  .", "markers and dash"),
    ("2. Cows [1, 2] eat", "Cows   eat", "a list number"),
    ("12) Hay", "Hay", "a list number with a parenthesis"),
    ("• Hay [Article 4]", "Hay", "any bracket with a digit"),
    ("Hay [sic] is dry", "Hay [sic] is dry", "a bracket without one stays"),
    ("1.5 litres", "1.5 litres", "a number that starts the claim stays"),
    ("-5 degrees", "-5 degrees", "so does a sign"),
    ("[3]", "", "nothing else"),
]


@pytest.mark.parametrize(("text", "expected", "why"), CLAIMS)
def test_claim_text(text: str, expected: str, why: str) -> None:
    assert claim_text(text).split() == expected.split(), why


def test_markers_do_not_change_the_attribution() -> None:
    attributor = Attributor.of_texts(FARM)
    assert attributor.cited(f"- {BURNED} [2][40]") == attributor.cited(BURNED)


def test_repair_replaces_citations_and_nothing_else() -> None:
    bullets = (
        Bullet(id=2, text=BURNED, cites=frozenset({"2"}), unknown=frozenset({"99"})),
        Bullet(id=3, text="Penguins vote in spring.", cites=frozenset({"1"})),
    )
    summary = Summary(bullets=bullets, n_lines=3)
    repaired = repair(summary, Attributor.of_texts(FARM))
    assert repaired.bullets == (
        replace(bullets[0], cites=frozenset({"1", "3"}), unknown=frozenset()),
        replace(bullets[1], cites=frozenset()),
    )
    assert replace(repaired, bullets=bullets) == summary


@settings(deadline=None, max_examples=25)
@given(st.permutations(range(len(FARM))))
def test_the_order_of_documents_changes_nothing(order: list[int]) -> None:
    plain = Attributor.of_texts(FARM)
    shuffled = Attributor(named([FARM[n] for n in order], [str(n + 1) for n in order]))
    assert set(shuffled.cited(BURNED)) == set(plain.cited(BURNED))
    assert shuffled.probabilities(BURNED) == pytest.approx(plain.probabilities(BURNED)[list(order)])


def test_identical_documents_are_cited_together_or_not_at_all() -> None:
    attributor = Attributor.of_texts([FARM[0]] * 6)
    assert set(attributor.cited(BURNED)) == {"1", "2", "3", "4", "5", "6"}
    assert attributor.cited("Penguins vote in spring.") == ()
    assert len(set(attributor.probabilities(BURNED).tolist())) == 1


def test_one_document_is_cited_for_what_it_says_only() -> None:
    attributor = Attributor.of_texts([FARM[0]])
    assert attributor.cited(BURNED) == ("1",)
    assert attributor.cited("The tractor needs 40 litres of diesel a day.") == ()


@pytest.mark.parametrize("model", ["trained", "threshold"])
@pytest.mark.parametrize("texts", [[], [""], ["", " "], ["the of"], FARM])
@pytest.mark.parametrize("claim", ["", "the of and", "[3]", "🐄🐄", "zebra", "\n\t", "  - [12]"])
def test_without_shared_words_nothing_is_cited(texts: list[str], claim: str, model: str) -> None:
    attributor = Attributor.of_texts(texts, model=model)
    (found,) = attributor.attribute([claim])
    assert (found.cited, found.supports) == ((), ())
    probabilities = attributor.probabilities(claim)
    assert probabilities.shape == (len(texts),)
    assert ((probabilities >= 0) & (probabilities < 0.5)).all()


def test_a_claim_of_a_megabyte() -> None:
    found = Attributor.of_texts(FARM).attribute(["haystack needle 7 " * 60_000, f"{BURNED} " * 25_000])
    assert found[0].cited == ()
    assert set(found[1].cited) == {"1", "3"}


SCRIPTS = [
    (["大象在1987年离开了农场。天气很热。", "今天下雨。农民种水稻。"], "大象1987年离开农场", "Chinese"),
    (["ช้างออกจากฟาร์มในปี 1987", "วันนี้ฝนตกหนักมากที่เชียงใหม่"], "ช้างออกจากฟาร์ม ปี 1987", "Thai"),
    (
        ["غادر الفيل المزرعة عام ١٩٨٧.", "هطل المطر اليوم."],
        "غادر الفيل المزرعة عام 1987",
        "Arabic, digits of two scripts",
    ),
    (["הפיל עזב את החווה ב-1987.", "היום יורד גשם."], "הפיל עזב את החווה ב 1987", "Hebrew"),
    (["हाथी ने 1987 में खेत छोड़ा।", "आज बारिश हुई।"], "हाथी ने 1987 में खेत छोड़ा", "Hindi"),
    (["The elephant 🐘 left the farm in 1987 🎉.", "🐄🐄🐄"], "Elephant 🐘 left farm 1987", "emoji between words"),
]


@pytest.mark.parametrize(("texts", "claim", "why"), SCRIPTS)
def test_scripts(texts: list[str], claim: str, why: str) -> None:
    assert Attributor.of_texts(texts).cited(claim) == ("1",), why


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=60), st.sampled_from(["trained", "threshold"]))
def test_any_text_has_an_attribution(texts: list[str], claim: str, model: str) -> None:
    attributor = Attributor.of_texts(texts, model=model)
    (found,) = attributor.attribute([claim])
    assert set(found.cited) <= {support.document_id for support in found.supports}
    assert all(0 <= support.probability <= 1 for support in found.supports)


def test_a_large_collection_is_weighed_by_its_best_documents() -> None:
    rng = np.random.default_rng(3)
    stock = [f"word{letter}{number}" for letter in "abcdefgh" for number in range(100)]
    others = [" ".join(rng.choice(stock, 30)) + "." for _ in range(3 * POOL)]
    attributor = Attributor.of_texts([*others, *FARM])
    first = len(others) + 1
    assert set(attributor.cited(BURNED)) == {str(first), str(first + 2)}
    small = Attributor.of_texts([*others[: POOL - len(FARM)], *FARM])
    near = attributor.probabilities(BURNED)[-len(FARM) :]
    assert near == pytest.approx(small.probabilities(BURNED)[-len(FARM) :], abs=0.05)


def test_no_claim_has_more_supports_than_the_pool() -> None:
    attributor = Attributor.of_texts([FARM[0]] * (POOL + 30))
    assert len(attributor.cited(BURNED)) == POOL


def test_an_index_may_be_shared() -> None:
    documents = [Document(id=str(number), text=text) for number, text in enumerate(FARM)]
    index = Index(FARM)
    assert Attributor(documents, index=index).index is index
    with pytest.raises(BadInput, match="other texts"):
        Attributor(documents[1:], index=index)


def test_an_id_that_occurs_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="'x' twice"):
        Attributor(named("abc", "xyx"))
