"""Which documents a claim is attributed to, how many are cited, and what happens at the edges."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.attribution import DEFAULT, Attributor, InTurn, Model, choose, claim_text, load_model, parts, repair
from hayrick.attribution.dense import Dense, load_dense
from hayrick.attribution.features import FEATURES, POOL, absent, fit
from hayrick.attribution.model import MODEL_FILE, Found, Threshold, load_word_model
from hayrick.attribution.needed import Weights
from hayrick.lexical import Index
from hayrick.types import BadInput, Bullet, Document, Summary

FARM = [
    "The farm is old. Its red barn burned down in 1987 after a storm. Nobody was hurt.",
    "Mowing starts in June. The tractor needs 40 litres of diesel a day.",
    "Visitors like the pond. A storm burned the red barn down in 1987.",
    "The barn stands empty. Red paint is cheap this year.",
    "",
]
BURNED = "A storm in 1987 burned down the red barn."


def test_the_documents_that_say_it_are_cited_with_their_sentences() -> None:
    (found,) = Attributor.of_texts(FARM, ids=["a", "b", "c", "d", "e"]).attribute([BURNED])
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
    shuffled = Attributor.of_texts([FARM[n] for n in order], ids=[str(n + 1) for n in order])
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


def test_the_threshold_rule_cites_what_stands_out() -> None:
    texts = [*FARM, "Geese fly.", "Ducks swim.", "Rain fell.", "Wheat grew.", "Frost came."]
    attributor = Attributor.of_texts(texts, model="threshold")
    assert set(attributor.cited(BURNED)) == {"1", "3"}
    # recall 1, 0 of ten documents: mean 0.1, deviation 0.3, z = 3 and -1/3
    features = np.zeros((2, len(FEATURES)))
    features[0, 0] = 1.0
    assert Threshold(z=3.0).probabilities(features, 10) == pytest.approx([0.5, 1 / (1 + np.exp(1.702 * 10 / 3))])
    assert Threshold(z=2.9).chosen(Threshold(z=2.9).probabilities(features, 10)).tolist() == [0]
    assert Threshold(z=3.1).chosen(Threshold(z=3.1).probabilities(features, 10)).tolist() == []


def test_among_few_documents_the_threshold_rule_cites_those_that_hold_half_best_first() -> None:
    features = np.zeros((3, len(FEATURES)))
    features[:, 0] = 0.5, 0.4, 0.6
    scores = Threshold().probabilities(features, 4)
    # One tenth from a half: 1 / (1 + exp(+-1.702)).
    assert scores == pytest.approx([0.5, 1 / (1 + np.exp(1.702)), 1 / (1 + np.exp(-1.702))])
    assert Threshold().chosen(scores).tolist() == [2, 0]


def test_needed_documents_have_the_probabilities_of_a_logistic_regression() -> None:
    weights = Weights(slice(1, 3), -1.0, (2.0, 3.0))
    # -1 + 2 * 1/2 + 3 * 1 = 3, and -1.
    found = weights.probabilities(np.array([[9.0, 0.5, 1.0], [9.0, 0.0, 0.0]]))
    assert found == pytest.approx([1 / (1 + np.exp(-3)), 1 / (1 + np.exp(1))])


def test_the_threshold_rule_cites_nothing_where_no_document_holds_a_fifth() -> None:
    # recall r, 0 of ten documents: mean r / 10, deviation 3 r / 10, so z = 3 for every r
    for recall, cited in ((0.19, []), (0.2, [0])):
        features = np.zeros((2, len(FEATURES)))
        features[0, 0] = recall
        scores = Threshold().probabilities(features, 10)
        assert Threshold().chosen(scores).tolist() == cited
    assert Threshold().probabilities(np.zeros((0, len(FEATURES))), 10).tolist() == []


class Fixed:
    """Finds the same for every claim: the second document with this probability, chosen or not."""

    def __init__(self, name: str, probability: float, cites: bool) -> None:
        self.name, self.title, self.probability, self.cites = name, f"model {name}", probability, cites

    def find(self, index: Index, claim: str) -> Found:
        return Found(
            documents=np.array([1]),
            probabilities=np.array([self.probability]),
            elsewhere=lambda: 0.25,
            chosen=np.arange(int(self.cites)),
            by=self.name,
            sentence=lambda row: int(index.document_start[1]),
        )


@pytest.mark.parametrize(
    ("models", "by", "probability"),
    [
        ([("a", 0.9, True), ("b", 0.8, True)], "a", 0.9),
        ([("a", 0.1, False), ("b", 0.8, True)], "b", 0.8),
        ([("a", 0.1, False), ("b", 0.2, False), ("c", 0.7, True)], "c", 0.7),
        ([("a", 0.1, False), ("b", 0.2, False)], None, 0.1),
        ([("a", 0.1, False)], None, 0.1),
    ],
)
def test_the_first_model_that_cites_anything_decides(
    models: list[tuple[str, float, bool]], by: str | None, probability: float
) -> None:
    asked: Model = InTurn(models=tuple(Fixed(*one) for one in models))
    assert asked.name == ",".join(name for name, _, _ in models)
    attributor = Attributor.of_texts(FARM, model=asked)
    (found,) = attributor.attribute([BURNED])
    assert found.by == by
    assert found.cited == attributor.cited(BURNED) == (("2",) if by else ())
    assert [(one.document_id, one.probability, one.sentence) for one in found.supports] == [
        ("2", probability, "Mowing starts in June.")
    ]
    assert attributor.probabilities(BURNED).tolist() == [0.25, probability, 0.25, 0.25, 0.25]


def test_no_model_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one"):
        InTurn(models=())


OTHERS = ["Geese fly.", "Ducks swim.", "Rain fell.", "Wheat grew.", "Frost came."]
PARAPHRASED = "In 1987 fire took the barn of its owner."


def test_the_rule_is_asked_for_what_the_trained_model_does_not_know() -> None:
    texts = [*FARM, *OTHERS]
    assert Attributor.of_texts(texts, model="trained").cited(PARAPHRASED) == ()
    attributor = Attributor.of_texts(texts)
    said, paraphrased, unrelated = attributor.attribute([BURNED, PARAPHRASED, "The choir sings in the chapel."])
    assert (set(said.cited), said.by) == ({"1", "3"}, "attribution.v1")
    assert (set(paraphrased.cited), paraphrased.by) == ({"1", "3"}, "threshold.v2")
    assert (unrelated.cited, unrelated.by) == ((), None)


def test_names_of_models(tmp_path: Path) -> None:
    assert load_model().name == load_model(DEFAULT).name == "attribution.v1,threshold.v2"
    assert [one.title for one in parts(load_model())] == ["trained model", "untrained rule"]
    assert [one.name for one in parts(load_model("threshold"))] == ["threshold.v2"]
    path = tmp_path / "mine.json"
    path.write_text(MODEL_FILE.read_text(encoding="utf-8").replace('"attribution"', '"mine"', 1), encoding="utf-8")
    assert load_model(path).name == "mine.v1"
    assert load_model(f"threshold,{path}").name == "threshold.v2,mine.v1"
    with pytest.raises(BadInput, match="an empty name"):
        load_model("trained,")


class Letters:
    """Embeds a text as its numbers of f and g."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        return [[text.count("f"), text.count("g")] for text in texts]


def test_embeddings_cite_what_is_closest() -> None:
    encode = Letters()
    model = Dense(encode=encode, encoder="letters", claim_prefix="c: ", sentence_prefix="s: ")
    assert model.name == "dense.v1:letters?least=0.5&query='c: '&passage='s: '"
    attributor = Attributor.of_texts(["fff", "g\nff", "fg", "", "gg"], model=model)
    # Cosines with f: 1, 1, 1 / sqrt(2), none, 0; the bar is half-way from their mean (.677) to 1.
    for _ in range(2):
        (found,) = attributor.attribute(["f [2]"])
        assert (found.cited, found.by) == (("1", "2"), model.name)
        assert [one.sentence for one in found.supports] == ["fff", "ff", "fg"]
        assert [one.probability for one in found.supports] == pytest.approx([1, 1, 0.5**0.5])
    assert encode.calls == [["c: f"], ["s: fff", "s: g", "s: ff", "s: fg", "s: gg"], ["c: f"]]


def test_embeddings_cite_nothing_below_the_least_cosine() -> None:
    # Cosines of "f" with "fggg" and "gg": 1 / sqrt(10) = .316 and 0.
    for least, cited in ((0.32, ()), (0.31, ("1",))):
        attributor = Attributor.of_texts(["fggg", "gg"], model=Dense(encode=Letters(), encoder="m", least=least))
        assert attributor.cited("f") == cited


@pytest.mark.parametrize("texts", [[], [""], ["", " "], ["f"]])
@pytest.mark.parametrize("claim", ["", "[3]", "nothing"])
def test_embeddings_of_hard_texts(texts: list[str], claim: str) -> None:
    attributor = Attributor.of_texts(texts, model=Dense(encode=Letters(), encoder="m"))
    (found,) = attributor.attribute([claim])
    assert (found.cited, found.by) == ((), None)
    assert attributor.probabilities(claim).shape == (len(texts),)


def test_what_is_no_vector_is_refused() -> None:
    model = Dense(encode=lambda texts: [[float("nan")]] * len(texts), encoder="m")
    with pytest.raises(BadInput, match="finite vectors"):
        Attributor.of_texts(FARM, model=model).cited(BURNED)


def test_an_encoder_is_named_as_for_retrieval(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def encoder(model: str) -> Letters:
        loaded.append(model)
        return Letters()

    monkeypatch.setattr("hayrick.attribution.dense.sentence_encoder", encoder)
    load_dense.cache_clear()
    first, second = (load_model("trained,dense:some/model?least=0.4&query=q: ") for _ in range(2))
    assert first.name == "attribution.v1,dense.v1:some/model?least=0.4&query='q: '"
    assert parts(first)[1] is parts(second)[1]
    assert loaded == ["some/model"]
    load_dense.cache_clear()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("dense:m?least=2", "least 2"),
        ("dense:m?least=0", "least 0"),
        ("dense:m?least=x", "a number"),
        ("dense:m?mode=sentence", "mode"),
        ("dense:", "no encoder"),
    ],
)
def test_wrong_parameters_of_an_encoder(spec: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        load_model(spec)


def test_a_missing_extra_names_its_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    load_dense.cache_clear()
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[dense\]'"):
        load_model("trained,dense:m")


def test_an_index_may_be_shared() -> None:
    documents = [Document(id=str(number), text=text) for number, text in enumerate(FARM)]
    index = Index(FARM)
    assert Attributor(documents, index=index).index is index
    with pytest.raises(BadInput, match="other texts"):
        Attributor(documents[1:], index=index)


def test_bad_documents_and_ids() -> None:
    with pytest.raises(BadInput, match="'x' twice"):
        Attributor.of_texts(["a", "b", "c"], ids=["x", "y", "x"])
    with pytest.raises(BadInput, match="2 ids for 1 texts"):
        Attributor.of_texts(["a"], ids=["x", "y"])


def test_the_shipped_model_says_what_it_is() -> None:
    stored = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    assert [feature["name"] for feature in stored["features"]] == list(FEATURES)
    assert len(stored["training"]["haystacks"]) == 3
    assert load_model("trained").name == f"attribution.v{stored['version']}"


BROKEN = [
    ("no json", "is not JSON"),
    ("", "an empty file"),
    (100_000 * "[", "nested too deeply"),
    ("[]", "schema"),
    ('{"schema": 99}', "schema"),
    ('{"schema": 1, "features": [{"name": "other"}]}', "other features"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_broken_model_files_are_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=message) as error:
        load_model(path)
    assert "model.json" in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intercept": None}, "no intercept"),
        ({"floor": "high"}, "no floor"),
        ({"weight": "x"}, "without a number as 'weight'"),
        ({"weight": float("nan")}, "holds NaN"),
        ({"intercept": float("inf")}, "holds Infinity"),
        ({"weight": 10**400}, "holds 1000"),
        ({"weight": 1e308}, "without a number as 'weight'; expected a number from -1e\\+100 to 1e\\+100"),
        ({"scale": 0}, "a scale of 0; expected scales of at least 1e-100"),
        ({"scale": 1e-300}, "a scale of 1e-300"),
    ],
)
def test_a_model_file_with_a_wrong_field_is_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    stored = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    (field,) = change
    target = stored if field in stored else stored["features"][0]
    target.update(change)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        load_model(path)


def test_a_model_of_large_numbers_and_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    stored = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    stored["features"][0] |= {"weight": -1e100, "scale": 1e-100, "mean": -1e100}
    (tmp_path / "model.json").write_text(json.dumps(stored), encoding="utf-8-sig")
    model = load_word_model(tmp_path / "model.json")
    assert model.probabilities(np.ones((1, len(FEATURES))), 9).tolist() == [0.0], "without a warning"


def test_a_device_is_no_model() -> None:
    with pytest.raises(BadInput, match="a device or a socket"):
        load_model(Path("/dev/zero"))


def test_unknown_model_lists_the_choices() -> None:
    with pytest.raises(BadInput, match='"trained", "threshold"'):
        Attributor.of_texts(FARM, model="best")


@pytest.mark.skipif(not (SHARED / "data" / "summhay").is_dir(), reason="HAYRICK_SHARED with data/summhay is absent")
def test_repaired_citations_of_recorded_systems_on_haystacks_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[1]))
    from bench.attribution.held_out import (
        FULL_CONTEXT,
        JOINT,
        REPAIRS,
        Sums,
        by_haystack,
        choose_in_turn,
        interval,
        joint,
    )
    from bench.attribution.train import read, train
    from bench.places import HAYSTACKS

    haystacks = [read(name) for name in HAYSTACKS]
    own = [Sums(haystack, lambda claim, own: own) for haystack in haystacks]
    new = []
    for haystack in haystacks:
        model = train([other for other in haystacks if other is not haystack])
        cited = choose_in_turn(haystack, model)
        new.append(Sums(haystack, lambda claim, own, cited=cited: cited[claim]))  # type: ignore[misc]
    assert sum(sums.table[0, :, 3].sum() for sums in new) == 65 + 72 + 66
    assert len(new[0].systems) == 78
    assert by_haystack([sums.of(FULL_CONTEXT) for sums in new], joint) >= 0.68
    documented = (Path(__file__).resolve().parents[1] / "docs" / "evidence" / "attribution.md").read_text(
        encoding="utf-8"
    )
    for system in FULL_CONTEXT:
        before, after = (interval([sums.of([system]) for sums in found], JOINT) for found in (own, new))
        assert f"| {before} | {after} |\n" in documented, system
    four = interval([sums.of(FULL_CONTEXT) for sums in new], JOINT, alike=True)
    assert f"| {REPAIRS[0]} | {four} |" in documented
    assert f"| {interval([sums.table for sums in new], JOINT)} |\n" in documented
    for one, other in zip(own, new, strict=True):
        assert (joint(other.table) > joint(one.table)).all()
    probe = haystacks[0].features[:20].reshape(-1, len(FEATURES))
    assert load_word_model().probabilities(probe, 100) == pytest.approx(
        train(haystacks).probabilities(probe, 100), rel=1e-3
    )
