"""Metrics of shared words: ROUGE against references, and the share of a summary's n-grams that its source has.

Source: Lin (2004), sections 2 and 3, for ROUGE; Grusky, Naaman and Artzi (2018), section 4.1, for density.
Differs: of several references the best counts, and ROUGE's tokens are rouge-score's (stemmed). Coverage counts every
    n-gram of the summary, so that what is repeated counts again; n-grams do not depend on order or on sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from hayrick.judges.metrics.judge import Metric, Texts
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.measures.rouge import Tokens, rouge_l, rouge_n, rouge_tokens
from hayrick.text import words


def best_rouge_n(texts: Texts, n: int, tokens: Tokens = rouge_tokens) -> float:
    """Greatest F1 of ROUGE-n over the references, in [0, 1]."""
    return max(rouge_n(reference, texts.summary, n, tokens).f1 for reference in texts.others)


def best_rouge_l(texts: Texts) -> float:
    """Greatest F1 of ROUGE-L over the references, in [0, 1]."""
    return max(rouge_l(reference, texts.summary).f1 for reference in texts.others)


def source_coverage(texts: Texts, n: int) -> float:
    """Share of the summary's n-grams that stand in the source, in [0, 1]; 0 for a summary of fewer than n words."""
    said = list(ngrams(words(texts.summary), n))
    held = source_ngrams(texts.others, n)
    return sum(map(held.__contains__, said)) / len(said) if said else 0.0


@lru_cache(maxsize=4)
def source_ngrams(documents: tuple[str, ...], n: int) -> frozenset[tuple[str, ...]]:
    """All n-grams of the documents' words; none runs over the end of a document."""
    return frozenset(found for text in documents for found in ngrams(words(text), n))


def ngrams(tokens: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Every n tokens in a row."""
    return zip(*(tokens[start:] for start in range(n)), strict=False)


ROUGE_1 = Metric(
    name="rouge1",
    description="ROUGE-1 F1 with the best reference (extra rouge)",
    source="Lin (2004), section 2",
    compute=partial(best_rouge_n, n=1),
    signature="rouge1.f1.stemmed.best",
    references=True,
    module="rouge_score",
    extra="rouge",
)
ROUGE_2 = Metric(
    name="rouge2",
    description="ROUGE-2 F1 with the best reference (extra rouge)",
    source="Lin (2004), section 2",
    compute=partial(best_rouge_n, n=2),
    signature="rouge2.f1.stemmed.best",
    references=True,
    module="rouge_score",
    extra="rouge",
)
ROUGE_L = Metric(
    name="rougeL",
    description="ROUGE-L F1 with the best reference (extra rouge)",
    source="Lin (2004), section 3",
    compute=best_rouge_l,
    signature="rougeL.f1.stemmed.best",
    references=True,
    module="rouge_score",
    extra="rouge",
)


def rouge_of_llm_longeval() -> Metric:
    """ROUGE-1 as llm-longeval 65bc6be has it: F1 by py-rouge's words, with WordNet's exceptions if they are there."""
    return Metric(
        name="rouge1:llm-longeval",
        description="ROUGE-1 F1 by py-rouge's words, for published figures (extra rouge, py-rouge)",
        source="Wu et al. (2024), section 3.3",
        compute=partial(best_rouge_n, n=1, tokens=py_rouge_tokens),
        signature=f"rouge1.f1.best,{py_rouge_signature()}",
        references=True,
        module="nltk",
        extra="rouge",
    )


SOURCE_WORDS = Metric(
    name="source_words",
    description="share of the summary's words that stand in the source",
    source="ours",
    compute=partial(source_coverage, n=1),
    signature="source_words.v1",
)
SOURCE_BIGRAMS = Metric(
    name="source_bigrams",
    description="share of the summary's bigrams that stand in the source",
    source="ours",
    compute=partial(source_coverage, n=2),
    signature="source_bigrams.v1",
)
