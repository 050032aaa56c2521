"""Extracts of sentences: llm-longeval 65bc6be, against our extractors under compat and by default.

Sentences are those that a vector gives. The models of NLI and BERTScore are given as their outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from conforming import AtLeast, Metric
from hayrick.encoders import Inference
from hayrick.retrieval.extraction import Extractor, Ordered, extractor, original
from hayrick.retrieval.extraction.models import Similarities, Split, inference_rank, similarity_rank
from hayrick.text import Span, sentences

EXTRACTS = "extracts: none exceeds its budget, what does not fit is skipped, and a line break shows a gap"

Make = Callable[[Any, Split], Extractor]


def split_as(given: Any) -> Split:
    """Sentences as the vector has them; our own for a text that it does not split."""

    def split(text: str) -> Sequence[Span]:
        known = given["premises"] if text == given.get("summary") and "premises" in given else given.get("sentences")
        if known is None or not (spans := placed(text, known)):
            return sentences(text)
        return spans

    return split


def placed(text: str, parts: Sequence[str]) -> list[Span]:
    spans, at = list[Span](), 0
    for part in parts:
        start = text.find(part, at)
        if start < 0:
            return []
        at = start + len(part)
        spans.append(Span(start, at))
    return spans


def extracts(make: Make, given: Any) -> object:
    found = make(given, split_as(given)).extracts(given.get("summary", ""), given["source"], given["budgets"])
    texts = {str(one.budget): one.text for one in found}
    return AtLeast(text=texts, index={str(one.budget): list(one.sentences) for one in found})


def model_of(given: Any) -> Inference:
    known = {(premise, text): row for premise, text, row in given["pairs_probs"]}
    labels = {0: "contradiction", 1: "entailment", 2: "neutral"}
    return Inference(lambda pairs: [known[pair] for pair in pairs], labels, "given")


def similarities_of(given: Any) -> Similarities:
    found = np.array([np.max(rows, axis=0) for rows in given["sim"]])
    return lambda summary, texts: found


def rouge(name: str, sizes: Sequence[int]) -> Metric:
    def compat(given: Any, split: Split) -> Extractor:
        return original.rouge(name, sizes, split)

    return metric(compat, lambda given, split: extractor(name))


def metric(compat: Make, ours: Make) -> Metric:
    return Metric(partial(extracts, compat), partial(extracts, ours), EXTRACTS)


METRICS: Mapping[str, Metric] = {
    "extract_lead": metric(lambda given, split: original.lead(split), lambda given, split: extractor("lead")),
    "extract_rouge-1": rouge("rouge1", (1,)),
    "extract_rouge-2": rouge("rouge2", (2,)),
    "extract_rouge-1+2": rouge("rouge1+2", (1, 2)),
    "extract_nli": metric(
        lambda given, split: original.inference("nli", model_of(given), split),
        lambda given, split: Ordered("nli", inference_rank(model_of(given), split)),
    ),
    "extract_bertscore": metric(
        lambda given, split: original.bertscore("bertscore", similarities_of(given), split),
        lambda given, split: Ordered("bertscore", similarity_rank(similarities_of(given))),
    ),
}
