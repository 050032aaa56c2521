"""Extraction by models: given similarities and probabilities, and tiny random networks where there is torch."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from hayrick.encoders import Inference
from hayrick.retrieval.extraction import Ordered, extractor
from hayrick.retrieval.extraction.models import inference_rank, similarity_rank, token_similarities
from hayrick.types import BadInput

DOCUMENT = "Rain falls. The ferry sails. Goats eat grass. The ferry is slow."
SUMMARY = "A slow ferry sails. Goats swim."
LABELS = {0: "contradiction", 1: "entailment", 2: "neutral"}


def chosen(found: Ordered, budget: int) -> tuple[int, ...]:
    return found.extracts(SUMMARY, DOCUMENT, [budget])[0].sentences


def test_similarities_are_covered_one_after_the_other() -> None:
    # Sentences 1 and 3 both have .9 in all; after 1, sentence 2 adds .5, then none adds anything.
    rows = np.array([[0.0, 0.0], [0.9, 0.0], [0.0, 0.5], [0.8, 0.1]])
    found = Ordered("given", similarity_rank(lambda summary, texts: rows))
    assert [chosen(found, budget) for budget in (6, 12, 16)] == [(1,), (1, 2), (0, 1, 2)]


def test_of_tokens_the_most_similar_counts() -> None:
    known = {"ab": [[1, 0], [0, 2]], "a": [[3, 0]], "b": [[0, 1], [0, 0]], "c": [[-1, 0]]}
    found = token_similarities(lambda texts: [np.array(known[text]) for text in texts])("ab", ["a", "b", "c"])
    assert found.tolist() == [[1, 0], [0, 1], [-1, 0]]


def test_what_follows_or_contradicts_comes_first() -> None:
    def probabilities(pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        assert {premise for premise, _ in pairs} == {"A slow ferry sails.", "Goats swim."}
        known = {"The ferry sails.": [0.0, 0.6, 0.4], "Goats eat grass.": [0.7, 0.1, 0.2]}
        return [known.get(text, [0.1, 0.1, 0.8]) for _, text in pairs]

    found = Ordered("given", inference_rank(Inference(probabilities, LABELS, "given")))
    assert [chosen(found, budget) for budget in (6, 12, 16)] == [(2,), (1, 2), (0, 1, 2)]


def test_a_model_that_gives_no_numbers_is_refused() -> None:
    found = Ordered("given", inference_rank(Inference(lambda pairs: [[0.5]], LABELS, "given")))
    with pytest.raises(BadInput, match="8 rows of 3 finite numbers"):
        chosen(found, 9)
    with pytest.raises(BadInput, match="one label 'entailment'"):
        inference_rank(Inference(lambda pairs: [], {0: "yes", 1: "no"}, "given"))


@pytest.mark.parametrize("name", ["nli", "bertscore"])
def test_a_model_that_is_missing_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"package sentence_transformers|not loaded"):
        extractor(f"{name}:{tmp_path / 'none'}")


@pytest.mark.skipif(not importlib.util.find_spec("sentence_transformers"), reason="needs the extra dense")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "kind"), [("nli", "BertForSequenceClassification"), ("bertscore", "BertModel")])
def test_a_tiny_random_network_orders_sentences(tmp_path: Path, name: str, kind: str) -> None:
    transformers = importlib.import_module("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(re.findall(r"\w+", DOCUMENT.lower())))]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    numbers = {label: number for number, label in LABELS.items()}
    config = transformers.BertConfig(vocab_size=len(words), id2label=LABELS, label2id=numbers, **sizes)
    transformers.set_seed(0)
    getattr(transformers, kind)(config).save_pretrained(tmp_path)
    transformers.BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    found = extractor(f"{name}:{tmp_path}").extracts(SUMMARY, DOCUMENT, [12, 100, 5])
    assert [len(one.sentences) for one in found] in ([2, 4, 0], [2, 4, 1])
    assert found == extractor(f"{name}:{tmp_path}").extracts(SUMMARY, DOCUMENT, [12, 100, 5])
