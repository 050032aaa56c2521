"""An index of groups of sentences of another index."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from hayrick.lexical.index import Index


class GroupIndex(Index):
    """Index in which each group of sentences of another index is a document; their words are not read again.

    Terms have the numbers of the other index, whose vocabulary it shares. Those in no group match nothing.

    Args:
        index: of the sentences.
        groups: numbers of sentences, in the order in which they stand in the document, with a space between two.
    """

    def __init__(self, index: Index, groups: Sequence[Sequence[int]]) -> None:
        self._index, self._groups = index, groups
        super().__init__([" ".join(map(index.sentence, group)) for group in groups])

    def _read(self) -> tuple[array[int], array[int], array[int], array[int]]:
        self.vocabulary = self._index.vocabulary
        stream, token_start, spans, document_start = array("i"), array("q", [0]), array("i"), array("q", [0])
        for group in self._groups:
            at = 0
            for sentence in group:
                stream.extend(self._index.sentence_terms(sentence).tolist())
                token_start.append(len(stream))
                start, end = self._index.span(sentence)
                spans.extend((at, at + end - start))
                at += end - start + 1
            document_start.append(len(token_start) - 1)
        return stream, token_start, spans, document_start
