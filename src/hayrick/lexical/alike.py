"""Similarity of sentences: compares every sentence of an index with all others, one row at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import Floats
from hayrick.lexical.index import Index


def sentence_f1(index: Index, wanted: NDArray[np.bool_]) -> Iterator[tuple[int, Floats]]:
    """Yield each wanted sentence that has words, with its idf-weighted F1 with every sentence of the index.

    The time is linear in the postings of the sentence's words; nothing is kept between sentences.

    Args:
        index: index of the documents.
        wanted: [sentences] mask of the sentences to compare.
    """
    terms = np.repeat(np.arange(index.n_terms), np.diff(index.posting_start))
    held = terms[np.argsort(index.posting_sentence, kind="stable")]
    ends = np.cumsum(np.bincount(index.posting_sentence, minlength=index.n_sentences))
    for sentence in np.flatnonzero(wanted).tolist():
        own = held[ends[sentence - 1] if sentence else 0 : ends[sentence]]
        if not len(own):
            continue
        first, last = index.posting_start[own], index.posting_start[own + 1]
        at = np.concatenate([index.posting_sentence[a:b] for a, b in zip(first, last, strict=True)])
        shared = np.bincount(at, np.repeat(index.idf[own], last - first), minlength=index.n_sentences)
        both = (index.sentence_weight[sentence] + index.sentence_weight).clip(1e-9)
        yield sentence, 2 * shared / both
