"""Orders of sentences by models: similarity of embedded tokens (BERTScore), inference (NLI), attribution.

No weights of the papers' models were at hand: the encoders were tried with given similarities, a tiny random model, and
MiniLM. Any function of the same kind takes a model's place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hayrick.attribution import Attributor
from hayrick.encoders import CONTRADICTION, ENTAILMENT, EncodeTokens, Inference, token_units
from hayrick.retrieval.extraction.base import Order, Rank, Source
from hayrick.retrieval.extraction.coverage import Similarity, greedy
from hayrick.retrieval.extraction.orders import by_score
from hayrick.text import Span, sentences
from hayrick.types import BadInput

Floats = NDArray[np.float64]

Similarities = Callable[[str, Sequence[str]], Floats]
"""Summary and sentences of a source -> [sentences, parts of the summary]: how similar each is to each, -1 to 1."""

Split = Callable[[str], Sequence[Span]]
"""Sentences of a text."""


def similarity_rank(similarities: Similarities) -> Rank:
    """Order by what each sentence adds to the mean, over the summary's parts, of the greatest similarity.

    With tokens as parts this is BERTScore's recall, without idf and without rescaling.

    Source: Wu et al. (2023), section 2, as llm-longeval 65bc6be has it.
    Differs: its mistakes (see `original.skipping_order`).
    """

    def rank(summary: str, source: Source) -> Order:
        found = similarities(summary, source.sentences)
        return greedy(len(source.spans), lambda: Similarity(found, least=-1.0))

    return rank


def token_similarities(encode: EncodeTokens) -> Similarities:
    """Make the similarities of BERTScore: of a sentence and a token of the summary, the greatest cosine of its tokens.

    Each sentence is embedded on its own, the summary as a whole; marks of beginning and end count as tokens.
    """

    def similarities(summary: str, texts: Sequence[str]) -> Floats:
        if not texts:
            return np.zeros((0, 0))
        whole, *parts = [token_units(rows) for rows in encode([summary, *texts])]
        return np.stack([(part @ whole.T).max(axis=0) for part in parts])

    return similarities


def inference_rank(model: Inference, split: Split = sentences, scores: Callable[[Floats], Order] = by_score) -> Rank:
    """Order by the greatest probability that a sentence follows from a sentence of the summary, or contradicts one.

    Args:
        model: its premise is a sentence of the summary, its hypothesis one of the source.
        split: sentences of the summary.
        scores: order by these scores.

    Raises:
        BadInput: the model does not say which of its labels are entailment and contradiction, or gives no numbers.

    Source: Wu et al. (2023), section 2.
    """
    columns = [model.label(*ENTAILMENT), model.label(*CONTRADICTION)]

    def rank(summary: str, source: Source) -> Order:
        premises = [summary[start:end] for start, end in split(summary)]
        pairs = [(premise, text) for premise in premises for text in source.sentences]
        if not pairs:
            return by_score(np.zeros(len(source.spans)))
        found = np.asarray(model.probabilities(pairs), dtype=np.float64)
        if found.shape != (len(pairs), len(model.labels)) or not np.isfinite(found).all():
            expected = f"{len(pairs)} rows of {len(model.labels)} finite numbers"
            raise BadInput(f"model '{model.model}'", f"an array of shape {found.shape}", expected)
        return scores(found[:, columns].max(axis=1).reshape(len(premises), -1).max(axis=0))

    return rank


def attribution_order(summary: str, source: Source) -> Order:
    """Order by attribution: the likeliest support of each sentence of the summary, then the second of each, and so on.

    Sentences of the source take the place of documents. Among equal places the more probable come first.
    """
    claims = [summary[start:end] for start, end in sentences(summary)]
    attributor = Attributor.of_texts(source.sentences)
    if not claims or not source.spans:
        return by_score(np.zeros(len(source.spans)))
    found = np.stack([attributor.probabilities(claim) for claim in claims])
    places = np.argsort(np.argsort(-found, axis=1, kind="stable"), axis=1, kind="stable").min(axis=0)
    # Probabilities are at most 1, so that half of one never outweighs a place.
    return by_score(found.max(axis=0) / 2 - places)
