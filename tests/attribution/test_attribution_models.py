"""Models of attribution: the untrained rule, several in turn, their names and files, and what repair gains."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from farm import BURNED, FARM, OTHERS, PARAPHRASED

from conftest import SHARED
from hayrick.attribution import DEFAULT, Attributor, InTurn, Model, load_model, parts
from hayrick.attribution.features import FEATURES
from hayrick.attribution.model import MODEL_FILE, Found, Threshold, load_word_model
from hayrick.attribution.needed import Weights
from hayrick.lexical import Index
from hayrick.types import BadInput


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
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
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
    documented = (Path(__file__).resolve().parents[2] / "docs" / "evidence" / "attribution.md").read_text(
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
