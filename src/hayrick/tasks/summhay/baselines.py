"""Baselines without a model, which any system should beat."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import fsum, log
from types import MappingProxyType
from typing import NamedTuple

from hayrick.lexical import Index, index_of
from hayrick.protocols import Ask
from hayrick.tasks.summhay.answers import readable
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import Bullet, Document, Item, Response, Summary

BASELINES: Mapping[str, str] = MappingProxyType(
    {
        "lead": "the first sentence of the first documents, each citing its document",
        "random": "random sentences of random documents, each citing its document (seeded)",
        "query": "the sentences that share the rarest words with the query, each citing its document",
        "reference": "the insights themselves, each citing one document that holds it: a reader that cites too little",
    }
)
"""Name of each baseline -> what it does."""

_MIN_WORDS = 6


class _Sentence(NamedTuple):
    document: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """One of `BASELINES`. It writes one bullet for each insight of the subtopic that some document states."""

    name: str
    seed: int = 0
    asks: bool = False

    @property
    def signature(self) -> str:
        """Everything that the summaries depend on."""
        return f"{self.name}:seed={self.seed}" if self.name == "random" else self.name

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        """Write one summary for each subtopic; the items share one haystack."""
        sentences = _Sentences(items[0].documents if items else ())
        return [_response(item, self.name, self._chosen(item, sentences)) for item in items]

    def _chosen(self, item: Item[SubtopicGold], sentences: _Sentences) -> list[_Sentence]:
        count = item.gold.wanted_bullets
        if self.name == "reference":
            place = {document.id: number for number, document in enumerate(item.documents)}
            held = [insight for insight in item.gold.insights if item.gold.held_by.get(insight.id)]
            return [_Sentence(place[item.gold.held_by[one.id][0]], one.text) for one in held]
        if self.name == "lead":
            return [sentences.of(part[0]) for part in sentences.by_document if part][:count]
        if self.name == "random":
            # Seed by name: one subtopic's sample does not depend on which other subtopics are asked.
            name = f"{self.seed}/{item.dataset}/{item.group}"
            draw = random.Random(name.encode("utf-8", "surrogatepass"))
            everything = [number for part in sentences.by_document for number in part]
            return list(map(sentences.of, draw.sample(everything, min(count, len(everything)))))
        return sentences.nearest(item.query, count)


class _Sentences:
    """The sentences of documents that a baseline may quote, by their numbers in the index of the documents."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents

    @cached_property
    def _index(self) -> Index:
        return index_of(tuple(document.text for document in self._documents))

    def of(self, number: int) -> _Sentence:
        """The sentence of a number."""
        return _Sentence(int(self._index.sentence_document[number]), self._index.sentence(number))

    @cached_property
    def by_document(self) -> list[list[int]]:
        """Sentences of each document with at least `_MIN_WORDS` words, or its first sentence if it has none."""
        starts = self._index.document_start.tolist()
        every = [range(start, end) for start, end in pairwise(starts)]
        return [
            [one for one in part if len(self._index.sentence(one).split()) >= _MIN_WORDS] or [*part[:1]]
            for part in every
        ]

    def nearest(self, query: str, count: int) -> list[_Sentence]:
        """Best sentence of each of the `count` documents whose best sentence shares the rarest words with a query."""
        index = self._index
        shared: dict[int, list[float]] = {}
        for term in index.query(query).terms.tolist():
            rarity = log((1 + index.n_documents) / int(index.document_frequency[term]))
            for number in index.posting_sentence[index.posting_start[term] : index.posting_start[term + 1]].tolist():
                shared.setdefault(number, []).append(rarity)
        scores = {number: fsum(rarities) for number, rarities in shared.items()}
        best = [max(part, key=lambda one: (scores.get(one, 0.0), -one)) for part in self.by_document if part]
        return list(map(self.of, sorted(best, key=lambda one: (-scores.get(one, 0.0), one))[:count]))


def _response(item: Item[SubtopicGold], name: str, chosen: Sequence[_Sentence]) -> Response[Summary]:
    texts = [" ".join(sentence.text.split()) for sentence in chosen]
    bullets = tuple(
        Bullet(id=number, text=text, cites=frozenset({item.documents[sentence.document].id}))
        for number, (sentence, text) in enumerate(zip(chosen, texts, strict=True), start=1)
    )
    reply = "\n".join(f"- {text} [{sentence.document + 1}]" for sentence, text in zip(chosen, texts, strict=True))
    answer = readable(Summary(bullets=bullets, n_lines=len(bullets)))
    return Response(item=item, system=name, context="full", answer=answer, reply=reply)
