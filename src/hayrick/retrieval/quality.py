"""Quality of rankings and contexts, computed from the known relevance of documents; no model is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from hayrick.lexical import Index, index_of
from hayrick.measures.ranking import normalised_gain
from hayrick.protocols import Passage
from hayrick.retrieval.scoring import ranking, texts_of
from hayrick.text import Span, terms
from hayrick.types import Document


def ndcg(gains: Sequence[float], scores: Sequence[float], k: int = 10) -> float | None:
    """Normalised discounted cumulative gain of the first `k` documents, with linear gains.

    Args:
        gains: relevance of every document, >= 0.
        scores: score of every document; ties are broken by position.
        k: rank cut-off, >= 1.

    Returns:
        A value in [0, 1]; None if no document is relevant.

    Source: Jarvelin and Kekalainen (2002); as `nDCG@k` of trec_eval, which breaks ties by document id.
    """
    return normalised_gain([gains[place] for place in ranking(scores)], gains, k)


def relevant_recall(grades: Sequence[float], context: Sequence[Passage]) -> float | None:
    """Share of the relevant documents of which the context shows at least a part.

    Args:
        grades: relevance of every document in stored order; above 0 means relevant.
        context: the passages that are shown, of these documents.

    Returns:
        A value in [0, 1]; None if no document is relevant.
    """
    relevant = {position for position, grade in enumerate(grades, start=1) if grade > 0}
    shown = {passage.position for passage in context}
    return len(relevant & shown) / len(relevant) if relevant else None


def documents_shown(
    insights: Iterable[str], held_by: Mapping[str, Sequence[str]], context: Sequence[Passage]
) -> dict[str, float]:
    """Best citation F1 possible for each insight: that of citing all shown documents that state it, and no others.

    A document counts if the context shows any part of it. Insights that no document states are left out.

    Args:
        insights: ids of insights.
        held_by: insight id -> ids of the documents that state it.
        context: the passages that are shown.

    Returns:
        Insight id -> F1 in [0, 1].

    Source: SummHay, section 6 (citation F1 of the oracle setting).
    """
    shown = {passage.document for passage in context}
    return {id: _f1([document in shown for document in holders]) for id, holders in _held(insights, held_by)}


def evidence_shown(
    documents: Sequence[Document],
    insights: Mapping[str, str],
    held_by: Mapping[str, Sequence[str]],
    context: Sequence[Passage],
) -> dict[str, float]:
    """As `documents_shown`, but a document counts only if the context contains its evidence.

    Evidence is the document's sentence with the highest idf-weighted F1 with the insight, or its best two adjacent
    sentences if their F1 is higher; the context must contain every word of it.

    Args:
        documents: in stored order.
        insights: id -> text.
        held_by: insight id -> ids of the documents that state it.
        context: the passages that are shown.

    Returns:
        Insight id -> F1 in [0, 1].
    """
    shown = {passage.document: passage.spans for passage in context}
    texts = texts_of(documents)
    places = {document.id: number for number, document in enumerate(documents)}
    return {
        id: _f1(
            [_within(evidence(texts, places[document], insights[id]), shown.get(document, ())) for document in holders]
        )
        for id, holders in _held(insights, held_by)
    }


@lru_cache(maxsize=10_000)
def evidence(texts: tuple[str, ...], document: int, claim: str) -> tuple[Span, ...]:
    """The one or two sentences of a document that match a claim best, trimmed to words; empty for an empty document.

    Args:
        texts: texts of all documents, for the idf weights.
        document: position of the document, from 0.
        claim: the claim to look for.
    """
    index = index_of(texts)
    weights = {name: _weight(index, name) for name in set(terms(claim))}
    first, last = int(index.document_start[document]), int(index.document_start[document + 1])
    best: tuple[int, ...] = ()
    highest = -1.0
    for size in (1, 2):
        for start in range(first, last - size + 1):
            window = tuple(range(start, start + size))
            f1 = _window_f1(index, window, weights)
            if f1 > highest + 1e-12:
                best, highest = window, f1
    return tuple(_trimmed(index, sentence) for sentence in best)


def _window_f1(index: Index, window: Sequence[int], weights: Mapping[str, float]) -> float:
    held = np.unique(np.concatenate([index.sentence_terms(sentence) for sentence in window])).tolist()
    own = float(index.idf[held].sum())
    shared = sum(weights.get(index.term_names[number], 0.0) for number in held)
    total = own + sum(weights.values())
    return 2 * shared / total if total > 0 else 0.0


def _weight(index: Index, name: str) -> float:
    number = index.vocabulary.get(name)
    return index.unknown_idf if number is None else float(index.idf[number])


def _trimmed(index: Index, sentence: int) -> Span:
    span, text = index.span(sentence), index.sentence(sentence)
    inside = [place for place, character in enumerate(text) if character.isalnum()]
    return Span(span.start + inside[0], span.start + inside[-1] + 1) if inside else span


def _within(parts: Sequence[Span], shown: Sequence[Span]) -> bool:
    return bool(parts) and all(
        any(span.start <= part.start and part.end <= span.end for span in shown) for part in parts
    )


def _held(insights: Iterable[str], held_by: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    return ((id, held_by[id]) for id in insights if held_by.get(id))


def _f1(found: Sequence[bool]) -> float:
    recall = sum(found) / len(found)
    return 2 * recall / (1 + recall)
