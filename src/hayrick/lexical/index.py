"""Inverted index over the sentences and documents of a list of texts: idf, BM25, and windows of two sentences."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from hayrick.lexical.arrays import Floats, Ids, Ints, as_array, distinct, idf, largest, new_pairs, ranges, sums
from hayrick.lexical.match import Query, QueryMatch
from hayrick.lexical.whole import Whole, WholeMatch
from hayrick.text import ByChunk, Span, fold, sentences, terms
from hayrick.types import BadInput

CANDIDATES = 1000
"""Largest number of documents that `Index.match` scores; up to this many, all that share a term are scored."""

RARE_POSTINGS = 100_000
"""Number of postings, rarest terms first, from which those documents are selected."""


_COMMON = 4
"""Sentences an occurrence of a query's terms, at most, where each sentence is given a row."""


class Index:
    """Inverted index of the terms in the sentences and documents of `texts`.

    Documents are numbered as given, sentences consecutively over all documents, terms in order of first occurrence.
    Terms are those of `hayrick.text.terms`. The texts are referenced, not copied. An index of no text, or of empty
    texts, is valid and matches nothing. Building takes linear time; no array has documents x terms elements.

    Args:
        texts: the documents' texts.

    Raises:
        BadInput: `texts` is one string instead of a sequence of them.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        if isinstance(texts, str):
            raise BadInput("texts", "one string", "a sequence of strings", "Put the text into a list.")
        self.texts: tuple[str, ...] = tuple(texts)
        self.vocabulary: dict[str, int] = {}
        """Term -> term id."""
        stream, token_start, spans, document_start = self._read()
        self.tokens: Ids = as_array(stream, np.int32)
        """Term ids of all content words, in text order."""
        self.token_start: Ints = as_array(token_start, np.int64)
        """Sentence s has the terms `tokens[token_start[s]:token_start[s + 1]]`."""
        self._spans = as_array(spans, np.int32).reshape(-1, 2)
        self.document_start: Ints = as_array(document_start, np.int64)
        """Document d has the sentences from `document_start[d]` to `document_start[d + 1]`, exclusive."""
        self.sentence_document: Ids = np.repeat(
            np.arange(self.n_documents, dtype=np.int32), np.diff(self.document_start)
        )
        """Document of each sentence."""
        self._invert()
        self._asked: tuple[str, Query] | None = None
        """The text of the last query and the query: several questions about one text follow each other."""

    def _read(self) -> tuple[array[int], array[int], array[int], array[int]]:
        ids = self.vocabulary
        known = ByChunk(lambda chunk: [ids.setdefault(one, len(ids)) for one in terms(chunk)])
        stream, token_start, spans, document_start = array("i"), array("q", [0]), array("i"), array("q", [0])
        for text in self.texts:
            folded = fold(text)
            for start, end in sentences(text):
                stream.extend(known.of(folded[start:end]))
                token_start.append(len(stream))
                spans.extend((start, end))
            document_start.append(len(token_start) - 1)
        return stream, token_start, spans, document_start

    def _invert(self) -> None:
        lengths = np.diff(self.token_start)
        sentence = np.repeat(np.arange(self.n_sentences, dtype=np.int32), lengths)
        order = np.argsort(self.tokens, kind="stable")
        token, sentence = self.tokens[order], sentence[order]
        del order
        at = np.flatnonzero(new_pairs(token, sentence))
        self.posting_sentence: Ids = sentence[at]
        """Sentences of each term, ascending; those of term t are in `posting_start[t]:posting_start[t + 1]`."""
        self.posting_count: NDArray[np.uint16] = np.minimum(np.diff(at, append=len(token)), 65535).astype(np.uint16)
        """Number of occurrences of the term in that sentence, at most 65535."""
        posting_term = token[at]
        del token, sentence, at
        self.sentence_frequency: Ints = np.bincount(posting_term, minlength=self.n_terms)
        """Number of sentences with each term."""
        self.posting_start: Ints = np.concatenate(([0], np.cumsum(self.sentence_frequency)))
        document = self.sentence_document[self.posting_sentence]
        new = new_pairs(document, posting_term)
        self.document_frequency: Ints = np.bincount(posting_term[new], minlength=self.n_terms)
        """Number of documents with each term."""
        self.idf: Floats = idf(self.sentence_frequency, self.n_sentences)
        """Inverse sentence frequency of each term."""
        self.document_idf: Floats = idf(self.document_frequency, self.n_documents)
        """Inverse document frequency of each term."""
        self.sentence_weight: Floats = sums(self.posting_sentence, self.idf[posting_term], self.n_sentences)
        """Sum of `idf` over the distinct terms of each sentence."""
        self.sentence_length: Ints = lengths
        """Number of content words in each sentence."""
        self.document_length: Ints = np.diff(self.token_start[self.document_start])
        """Number of content words in each document."""

    @property
    def n_documents(self) -> int:
        """Number of texts."""
        return len(self.texts)

    @property
    def n_sentences(self) -> int:
        """Number of sentences of all texts."""
        return len(self._spans)

    @property
    def n_terms(self) -> int:
        """Number of distinct terms."""
        return len(self.vocabulary)

    @cached_property
    def term_names(self) -> tuple[str, ...]:
        """The term of each term id."""
        return tuple(self.vocabulary)

    @cached_property
    def is_number(self) -> NDArray[np.bool_]:
        """Whether the term of each term id begins with a digit."""
        return np.array([name[0].isdigit() for name in self.vocabulary], dtype=bool)

    @cached_property
    def unknown_idf(self) -> float:
        """Inverse sentence frequency of a term that is in no text."""
        return float(idf(np.zeros(1, dtype=np.int64), self.n_sentences)[0])

    @cached_property
    def unknown_document_idf(self) -> float:
        """Inverse document frequency of a term that is in no text."""
        return float(idf(np.zeros(1, dtype=np.int64), self.n_documents)[0])

    def span(self, sentence: int) -> Span:
        """Where a sentence is in its document's text."""
        start, end = self._spans[sentence]
        return Span(int(start), int(end))

    def sentence(self, sentence: int) -> str:
        """Text of a sentence."""
        start, end = self._spans[sentence]
        text: str = self.texts[int(self.sentence_document[sentence])]
        return text[start:end]

    def sentence_terms(self, sentence: int) -> Ids:
        """Term ids of a sentence's content words in order, with repetitions."""
        return self.tokens[self.token_start[sentence] : self.token_start[sentence + 1]]

    @cached_property
    def distinct_terms(self) -> tuple[Ids, Ints]:
        """Distinct term ids of all sentences, ascending in each; sentence s has those in `[start[s]:start[s + 1]]`."""
        posting_term = np.repeat(np.arange(self.n_terms, dtype=np.int32), self.sentence_frequency)
        each = np.bincount(self.posting_sentence, minlength=self.n_sentences)
        in_order = np.argsort(self.posting_sentence, kind="stable")
        return posting_term[in_order], np.concatenate(([0], np.cumsum(each)))

    @cached_property
    def document_postings(self) -> tuple[Ints, Ints, Floats]:
        """Documents and counts of each term; those of term t are in `[start[t]:start[t + 1]]`, documents ascending."""
        document = self.sentence_document[self.posting_sentence]
        posting_term = np.repeat(np.arange(self.n_terms), self.sentence_frequency)
        at = np.flatnonzero(new_pairs(document, posting_term))
        count = self.posting_count.astype(np.float64)
        start = np.concatenate(([0], np.cumsum(self.document_frequency)))
        return start, document[at].astype(np.int64), np.add.reduceat(count, at) if len(at) else np.zeros(0)

    def document_terms(self, document: int) -> tuple[Ids, Ints]:
        """Distinct term ids of a document, ascending, and the count of each."""
        first, last = self.document_start[document], self.document_start[document + 1]
        return np.unique(self.tokens[self.token_start[first] : self.token_start[last]], return_counts=True)

    def query(self, text: str | Mapping[str, float]) -> Query:
        """Make a query from the terms of a text with their counts, or from given terms and weights.

        Args:
            text: any text; or a mapping from term (as in `hayrick.text.terms`) to weight. Weights that are not
                positive are dropped.

        Returns:
            The query; empty if no term is indexed.
        """
        if not isinstance(text, str):
            return self._query({name: float(weight) for name, weight in text.items() if weight > 0})
        asked = self._asked
        if asked is None or asked[0] != text:
            asked = self._asked = text, self._query(Counter(terms(text)))
        return asked[1]

    def _query(self, weights: Mapping[str, float]) -> Query:
        known = sorted((self.vocabulary[name], weight) for name, weight in weights.items() if name in self.vocabulary)
        return Query(
            terms=np.array([number for number, _ in known], dtype=np.int64),
            weights=np.array([weight for _, weight in known], dtype=np.float64),
            unknown=tuple(name for name in weights if name not in self.vocabulary),
        )

    def bm25_documents(self, query: Query, *, k1: float = 1.2, b: float = 0.75) -> Floats:
        """BM25 of every document; 0 for a document that shares no term with the query.

        Args:
            query: terms and weights; a term's weight multiplies its score.
            k1: how slowly repeated occurrences saturate, >= 0.
            b: strength of length normalisation, in [0, 1].

        Returns:
            A score >= 0 for each document.

        Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), section 3.
        Differs: idf is `log(1 + (N - n + 0.5) / (n + 0.5))`, which is never negative.
        """
        match = self.match(query, candidates=self.n_documents)
        scores = np.zeros(self.n_documents)
        scores[match.documents] = match.bm25(k1=k1, b=b)
        return scores

    def bm25_sentences(self, query: Query) -> Floats:
        """BM25 of every sentence, with k1 1.2 and b .75; see `bm25_documents`."""
        k1, b = 1.2, 0.75
        which, at = self._postings(query)
        sentence, count = self.posting_sentence[at], self.posting_count[at].astype(np.float64)
        mean = max(len(self.tokens) / max(self.n_sentences, 1), 1e-9)
        norm = k1 * (1 - b + b * self.sentence_length[sentence] / mean)
        weight = (query.weights * self.idf[query.terms])[which]
        return sums(sentence, weight * count * (k1 + 1) / (count + norm), self.n_sentences)

    def match(self, query: Query, *, candidates: int = CANDIDATES) -> QueryMatch:
        """Find the occurrences of a query's terms, from which sentences, windows and documents are scored.

        If there are more than `candidates` documents, only those with the largest idf-weighted recall of the query's
        rarest terms are scored, so that time grows with their postings instead of the texts. Their scores are exact.
        """
        if self.n_documents <= candidates:
            which, at = self._postings(query)
        else:
            which, at = self._postings_in(query, self._candidates(query, candidates))
        return QueryMatch(self, query, which, at)

    def match_whole(self, query: Query) -> QueryMatch:
        """As `match` of all documents; sentences without a term may have rows too, whose scores are 0."""
        if self.n_sentences <= _COMMON * int(self.sentence_frequency[query.terms].sum()):
            return WholeMatch(self, query, self._whole)
        return self.match(query, candidates=self.n_documents)

    @cached_property
    def _whole(self) -> Whole:
        return Whole(self)

    def _postings(self, query: Query) -> tuple[Ints, Ints]:
        """Position in the query, and posting number, of each of the query's postings."""
        return ranges(self.posting_start[query.terms], self.posting_start[query.terms + 1])

    def _candidates(self, query: Query, limit: int) -> Ints:
        order = np.argsort(self.sentence_frequency[query.terms], kind="stable")
        n_rare = int(np.searchsorted(np.cumsum(self.sentence_frequency[query.terms][order]), RARE_POSTINGS, "right"))
        rare = query.terms[order][: max(n_rare, 1)]
        start, documents, _ = self.document_postings
        which, at = ranges(start[rare], start[rare + 1])
        found, row = distinct(documents[at], self.n_documents)
        recall = sums(row, self.idf[rare][which], len(found))
        return found[largest(recall, limit)].astype(np.int64)

    def _postings_in(self, query: Query, documents: Ints) -> tuple[Ints, Ints]:
        """As `_postings`, for the given documents (ascending) only."""
        low, high = self.document_start[documents], self.document_start[documents + 1]
        starts, ends = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for number in query.terms:
            first, last = self.posting_start[number], self.posting_start[number + 1]
            held = self.posting_sentence[first:last]
            starts.append(first + np.searchsorted(held, low.astype(np.int32)))
            ends.append(first + np.searchsorted(held, high.astype(np.int32)))
        which, at = ranges(np.concatenate(starts), np.concatenate(ends))
        return which // max(len(documents), 1), at


@lru_cache(maxsize=4)
def index_of(texts: tuple[str, ...]) -> Index:
    """Index of documents' texts; the most recent ones are kept, since systems, measures and judges share them."""
    return Index(texts)
