"""Metrics by networks that the user names: BERTScore, BARTScore, FactCC, and SummaC's way with a model of inference.

They need the extra dense and weights by name or folder. No weights of the papers were at hand: what is here was tried
with given values and tiny random networks, and no figure of the papers was made again.

Source: Zhang et al. (2020), section 3; Yuan, Neubig and Liu (2021), section 3; Kryscinski et al. (2020), section 3;
    Laban et al. (2022), section 3.1.
Differs: BERTScore takes the last layer where the original has a layer for each model, without idf and rescaling.
    FactCC is asked about each sentence and averaged. SummaC's zero-shot score takes entailment alone, and reads the
    closest sentences of the source, found by their words, so that long sources take no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf, isfinite
from typing import Any

import numpy as np

from hayrick.encoders import (
    ENTAILMENT,
    EncodeTokens,
    Inference,
    inference_model,
    package_of,
    token_encoder,
    token_units,
    unknown_model,
)
from hayrick.judges.metrics.judge import Metric, Texts
from hayrick.judges.metrics.source import CLOSEST, parts, source_of
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput

Likelihood = Callable[[str, str], float]
"""Source and summary -> mean natural logarithm of the probability of the summary's tokens."""

LONGEST = 1024
"""Tokens of source and of summary that BARTScore reads, as the original does; fewer if the model reads fewer."""


def bertscore(options: JudgeOptions) -> Metric:
    """F1 of tokens matched greedily by the cosine of their vectors, with the best reference; about 0 to 1.

    The encoder cuts what is longer than its window.
    """
    encode = token_encoder(_model(options))
    return Metric(
        name=options.name,
        description="F1 of embedded tokens",
        source="Zhang et al. (2020), section 3",
        compute=lambda texts: best_token_f1(encode, texts),
        signature=f"{options.name},last-layer,best",
        references=True,
        bounds=(-1.0, 1.0),
    )


def best_token_f1(encode: EncodeTokens, texts: Texts) -> float:
    """F1 of the reference that has the greatest; marks of beginning and end are left out."""
    said, *others = (token_units(rows, marks=False) for rows in encode([texts.summary, *texts.others]))
    return max(_f1(said, other) for other in others)


def _f1(said: Any, other: Any) -> float:
    if not len(said) or not len(other):
        return 0.0
    cosines = said @ other.T
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def bartscore(options: JudgeOptions) -> Metric:
    """Mean log-probability of the summary's tokens given the source, by a sequence-to-sequence model; at most 0.

    A source beyond the model's window is cut at its end.
    """
    likelihood = sequence_model(_model(options))
    return Metric(
        name=options.name,
        description="log-probability of the summary given the source",
        source="Yuan, Neubig and Liu (2021), section 3",
        compute=lambda texts: _finite(likelihood("\n".join(texts.others), texts.summary), options.name),
        signature=f"{options.name},source-to-summary,longest={LONGEST}",
        bounds=(-inf, 0.0),
    )


def factcc(options: JudgeOptions) -> Metric:
    """Mean over the summary's sentences of the probability of the label "correct"; 0 to 1.

    The model cuts what of the source is beyond its window (512 tokens for BERT): it reads the beginning of a long one.
    """
    model = inference_model(_model(options))
    correct = model.label("correct")

    def pairs(texts: Texts) -> list[list[tuple[str, str]]]:
        source = "\n".join(texts.others)
        return [[(source, claim)] for claim in dict.fromkeys(parts(texts.summary))]

    return Metric(
        name=options.name,
        description="probability that a sentence is correct",
        source="Kryscinski et al. (2020), section 3",
        compute=lambda texts: mean_of_best(model, correct, pairs(texts)),
        signature=f"{options.name},sentences",
    )


def summac(options: JudgeOptions) -> Metric:
    """Mean over the summary's sentences of the greatest probability that one follows from the source; 0 to 1.

    Premises are the `CLOSEST` sentences of the source, alone and with a neighbour.
    """
    model = inference_model(_model(options))
    entailed = model.label(*ENTAILMENT)

    def pairs(texts: Texts) -> list[list[tuple[str, str]]]:
        source = source_of(texts.others)
        claims = dict.fromkeys(parts(texts.summary))
        return [[(premise, claim) for premise in source.closest(source.match(claim))] for claim in claims]

    return Metric(
        name=options.name,
        description="entailment of sentences by the closest sentences of the source",
        source="Laban et al. (2022), section 3.1",
        compute=lambda texts: mean_of_best(model, entailed, pairs(texts)),
        signature=f"{options.name},entailment,closest={CLOSEST}",
    )


def mean_of_best(model: Inference, column: int, claims: Sequence[Sequence[tuple[str, str]]]) -> float:
    """Mean over claims of the greatest probability of a label among the claim's pairs; 0 for a claim without pairs.

    Raises:
        BadInput: the model gives no probabilities.
    """
    every = [pair for one in claims for pair in one]
    found = np.asarray(model.probabilities(every) if every else np.zeros((0, len(model.labels))), dtype=np.float64)
    if found.shape != (len(every), len(model.labels)) or not np.isfinite(found).all():
        expected = f"{len(every)} rows of {len(model.labels)} finite numbers"
        raise BadInput(f"model '{model.model}'", f"an array of shape {found.shape}", expected)
    best, at = 0.0, 0
    for one in claims:
        best += float(found[at : at + len(one), column].max()) if one else 0.0
        at += len(one)
    return best / len(claims) if claims else 0.0


@lru_cache(maxsize=1)
def sequence_model(model: str) -> Likelihood:
    """Load a sequence-to-sequence model with the package transformers.

    Args:
        model: name or folder.

    Raises:
        BadInput: a package is missing, or the model cannot be loaded.
    """
    torch, package = package_of("torch", "dense"), package_of("transformers", "dense")
    try:
        tokenizer = package.AutoTokenizer.from_pretrained(model)
        network = package.AutoModelForSeq2SeqLM.from_pretrained(model).eval()
    except (OSError, ValueError) as problem:
        raise unknown_model(model, problem) from problem
    window = min(LONGEST, getattr(network.config, "max_position_embeddings", None) or LONGEST)

    def likelihood(source: str, summary: str) -> float:
        given, wanted = (
            tokenizer(text, truncation=True, max_length=window, return_tensors="pt") for text in (source, summary)
        )
        with torch.no_grad():
            found = network(
                input_ids=given["input_ids"], attention_mask=given["attention_mask"], labels=wanted["input_ids"]
            )
        return -float(found.loss)

    return likelihood


def _finite(value: float, name: str) -> float:
    if not isfinite(value):
        raise BadInput(f"metric '{name}'", f"the value {value}", "a finite number", "Use another model.")
    return value


def _model(options: JudgeOptions) -> str:
    return options.name.partition(":")[2]
