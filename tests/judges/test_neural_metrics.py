"""Metrics by networks: given vectors and probabilities, and tiny random networks where there is torch."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from hayrick.encoders import Inference
from hayrick.judges.metrics.catalogue import JUDGES
from hayrick.judges.metrics.judge import MetricJudge, Texts
from hayrick.judges.metrics.neural import best_token_f1, mean_of_best
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput

SOURCE = "Rain falls. The ferry sails. Goats eat grass. The ferry is slow."
SUMMARY = "A slow ferry sails. Goats swim."
KINDS = ("bertscore", "bartscore", "factcc", "summac")


def test_tokens_are_matched_with_the_best_reference_and_marks_left_out() -> None:
    """Precision (1 + 0) / 2, recall 1 of the first reference; the second is orthogonal."""
    mark = [5.0, 5.0]
    known = {"said": [mark, [1, 0], [0, -1], mark], "one": [mark, [2, 0], mark], "other": [mark, [0, 1], mark]}
    texts = Texts("said", ("other", "one"))
    assert best_token_f1(lambda some: [np.array(known[text]) for text in some], texts) == pytest.approx(2 / 3)
    nothing = {**known, "said": [mark, mark]}
    assert best_token_f1(lambda some: [np.array(nothing[text]) for text in some], texts) == 0.0
    with pytest.raises(BadInput, match="finite vectors"):
        best_token_f1(lambda some: [np.full((3, 2), np.nan) for _ in some], texts)


def test_claims_count_equally_and_one_without_premises_is_not_supported() -> None:
    def probabilities(pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        return [[0.1, 0.9] if premise == "good" else [0.8, 0.2] for premise, _ in pairs]

    model = Inference(probabilities, {0: "no", 1: "yes"}, "given")
    claims = [[("bad", "a"), ("good", "a")], [("bad", "b")], []]
    assert mean_of_best(model, 1, claims) == pytest.approx((0.9 + 0.2 + 0) / 3)
    assert mean_of_best(model, 1, []) == 0.0
    with pytest.raises(BadInput, match="1 rows of 2 finite numbers"):
        mean_of_best(Inference(lambda pairs: [[0.5]], model.labels, "given"), 1, [[("a", "b")]])


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_that_is_missing_is_an_error(tmp_path: Path, kind: str) -> None:
    with pytest.raises(BadInput, match=r"package \w+|not loaded"):
        JUDGES[f"{kind}:NAME_OR_PATH"].make(JudgeOptions(name=f"{kind}:{tmp_path / 'none'}"))


@pytest.mark.skipif(not importlib.util.find_spec("sentence_transformers"), reason="needs the extra dense")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_a_tiny_random_network_gives_values_within_bounds(tmp_path: Path, kind: str) -> None:
    save(tmp_path, kind)
    judge = JUDGES[f"{kind}:NAME_OR_PATH"].make(JudgeOptions(name=f"{kind}:{tmp_path}"))
    assert isinstance(judge, MetricJudge)
    (metric,) = judge.metrics
    assert metric.references == (kind == "bertscore")
    same, other = (metric.compute(Texts(SUMMARY, (text,))) for text in (SUMMARY, SOURCE))
    assert all(metric.bounds[0] <= value <= metric.bounds[1] + 1e-6 for value in (same, other))
    assert metric.compute(Texts(SUMMARY, (SOURCE,))) == other
    assert metric.compute(Texts(SUMMARY, (SOURCE * 300,))) is not None
    if kind == "bertscore":
        assert same == pytest.approx(1.0, abs=1e-6)


def save(folder: Path, kind: str) -> None:
    transformers = importlib.import_module("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(re.findall(r"\w+", SOURCE.lower())))]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    transformers.set_seed(0)
    if kind == "bartscore":
        sizes = {"d_model": 16, "encoder_ffn_dim": 16, "decoder_ffn_dim": 16, "max_position_embeddings": 64}
        layers = {f"{part}_{what}": 1 for part in ("encoder", "decoder") for what in ("layers", "attention_heads")}
        marks = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "decoder_start_token_id": 2}
        config = transformers.BartConfig(vocab_size=len(words), **sizes, **layers, **marks)
        transformers.BartForConditionalGeneration(config).save_pretrained(folder)
    else:
        names = ["correct", "incorrect"] if kind == "factcc" else ["contradiction", "entailment", "neutral"]
        sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
        labels = {"id2label": dict(enumerate(names)), "label2id": {name: n for n, name in enumerate(names)}}
        config = transformers.BertConfig(vocab_size=len(words), **sizes, **labels)
        network = "BertModel" if kind == "bertscore" else "BertForSequenceClassification"
        getattr(transformers, network)(config).save_pretrained(folder)
    transformers.BertTokenizer(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
