"""Attribution by embeddings of claims and documents."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest
from farm import BURNED, FARM

from hayrick.attribution import Attributor, load_model, parts
from hayrick.attribution.dense import Dense, load_dense
from hayrick.types import BadInput


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
