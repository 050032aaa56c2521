"""Baselines without a model, which any system should beat."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from types import MappingProxyType
from typing import NamedTuple

from hayrick.protocols import Ask
from hayrick.tasks.summhay.answers import readable
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.text import sentences, terms
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


_Weighed = tuple[_Sentence, Mapping[str, float]]
"""A sentence, and how rare each of its terms is."""


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
        documents = items[0].documents if items else ()
        by_document = [] if self.name == "reference" else _sentences(documents)
        weighed = _weighed(by_document, documents) if self.name == "query" else []
        return [_response(item, self.name, self._chosen(item, by_document, weighed)) for item in items]

    def _chosen(
        self,
        item: Item[SubtopicGold],
        by_document: Sequence[Sequence[_Sentence]],
        weighed: Sequence[Sequence[_Weighed]],
    ) -> list[_Sentence]:
        count = item.gold.wanted_bullets
        if self.name == "reference":
            place = {document.id: number for number, document in enumerate(item.documents)}
            held = [insight for insight in item.gold.insights if item.gold.held_by.get(insight.id)]
            return [_Sentence(place[item.gold.held_by[one.id][0]], one.text) for one in held]
        if self.name == "lead":
            return [part[0] for part in by_document if part][:count]
        if self.name == "random":
            # Seed by name: one subtopic's sample does not depend on which other subtopics are asked.
            name = f"{self.seed}/{item.dataset}/{item.group}"
            draw = random.Random(name.encode("utf-8", "surrogatepass"))
            everything = [sentence for part in by_document for sentence in part]
            return draw.sample(everything, min(count, len(everything)))
        return _nearest(weighed, item.query, count)


def _sentences(documents: Sequence[Document]) -> list[list[_Sentence]]:
    """Sentences of each document with at least `_MIN_WORDS` words, or its first sentence if it has none."""
    found = [
        [_Sentence(number, document.text[span.start : span.end]) for span in sentences(document.text)]
        for number, document in enumerate(documents)
    ]
    return [[s for s in part if len(s.text.split()) >= _MIN_WORDS] or part[:1] for part in found]


def _rarity(documents: Sequence[Document]) -> dict[str, float]:
    counts: dict[str, int] = {}
    for document in documents:
        for term in set(terms(document.text)):
            counts[term] = counts.get(term, 0) + 1
    return {term: log((1 + len(documents)) / count) for term, count in counts.items()}


def _weighed(by_document: Sequence[Sequence[_Sentence]], documents: Sequence[Document]) -> list[list[_Weighed]]:
    rarity = _rarity(documents)
    return [[(one, {term: rarity[term] for term in terms(one.text)}) for one in part] for part in by_document]


def _nearest(by_document: Sequence[Sequence[_Weighed]], query: str, count: int) -> list[_Sentence]:
    """Best sentence of each of the `count` documents whose best sentence shares the rarest words with the query."""
    wanted = set(terms(query))
    best = []
    for part in by_document:
        scored = [(fsum(known[t] for t in wanted & known.keys()), -i) for i, (_, known) in enumerate(part)]
        if scored:
            score, index = max(scored)
            sentence = part[-index][0]
            best.append((-score, sentence.document, sentence))
    return [sentence for _, _, sentence in sorted(best)[:count]]


def _response(item: Item[SubtopicGold], name: str, chosen: Sequence[_Sentence]) -> Response[Summary]:
    texts = [" ".join(sentence.text.split()) for sentence in chosen]
    bullets = tuple(
        Bullet(id=number, text=text, cites=frozenset({item.documents[sentence.document].id}))
        for number, (sentence, text) in enumerate(zip(chosen, texts, strict=True), start=1)
    )
    reply = "\n".join(f"- {text} [{sentence.document + 1}]" for sentence, text in zip(chosen, texts, strict=True))
    answer = readable(Summary(bullets=bullets, n_lines=len(bullets)))
    return Response(item=item, system=name, context="full", answer=answer, reply=reply)
