"""Systems that need no model and make no claim: what any system must beat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import NamedTuple

from hayrick.prompting import wanted_bullets
from hayrick.text import sentences, terms
from hayrick.types import Bullet, Haystack, Subtopic, Summary

BASELINES: Mapping[str, str] = MappingProxyType(
    {
        "lead": "the first sentence of the first documents, each citing its document",
        "random": "random sentences of random documents, each citing its document (seeded)",
        "query": "the sentences that share the rarest words with the query, each citing its document",
        "reference": "the insights themselves, each citing one document that holds it: a reader that cites too little",
    }
)
"""Name of each baseline -> what it does."""

_FEW_WORDS = 6


class _Sentence(NamedTuple):
    document: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """One of `BASELINES`; as many bullets as the subtopic has insights that some document holds."""

    name: str
    seed: int = 0

    @property
    def signature(self) -> str:
        """What the summaries depend on."""
        return f"{self.name}:seed={self.seed}" if self.name == "random" else self.name

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Summary]:
        """One summary a subtopic."""
        found = [
            [_Sentence(number, document.text[span.start : span.end]) for span in sentences(document.text)]
            for number, document in enumerate(haystack.documents)
        ]
        by_document = [[s for s in part if len(s.text.split()) >= _FEW_WORDS] or part[:1] for part in found]
        rarity = _rarity(haystack) if self.name == "query" else {}
        for subtopic in subtopics:
            count = wanted_bullets(haystack, subtopic)
            if self.name == "reference":
                place = {document.id: number for number, document in enumerate(haystack.documents)}
                held = [insight for insight in subtopic.insights if haystack.held_by.get(insight.id)]
                chosen = [_Sentence(place[haystack.held_by[one.id][0]], one.text) for one in held]
            elif self.name == "lead":
                chosen = [part[0] for part in by_document if part][:count]
            elif self.name == "random":
                # Seeded by name so that one subtopic's draw does not depend on which others are asked.
                name = f"{self.seed}/{haystack.id}/{subtopic.id}"
                draw = random.Random(name.encode("utf-8", "surrogatepass"))
                everything = [sentence for part in by_document for sentence in part]
                chosen = draw.sample(everything, min(count, len(everything)))
            else:
                chosen = _nearest(by_document, f"{subtopic.query} {subtopic.title}", rarity, count)
            yield _summary(haystack, subtopic, self.name, chosen)


def _rarity(haystack: Haystack) -> dict[str, float]:
    counts: dict[str, int] = {}
    for document in haystack.documents:
        for term in set(terms(document.text)):
            counts[term] = counts.get(term, 0) + 1
    return {term: log((1 + len(haystack.documents)) / count) for term, count in counts.items()}


def _nearest(
    by_document: Sequence[Sequence[_Sentence]], query: str, rarity: Mapping[str, float], count: int
) -> list[_Sentence]:
    """Best sentence of each of the `count` documents whose best sentence shares most with the query."""
    wanted = set(terms(query))
    best = []
    for part in by_document:
        scored = [(sum(rarity.get(t, 0.0) for t in wanted & set(terms(s.text))), -i) for i, s in enumerate(part)]
        if scored:
            score, index = max(scored)
            best.append((-score, part[-index].document, part[-index]))
    return [sentence for _, _, sentence in sorted(best)[:count]]


def _summary(haystack: Haystack, subtopic: Subtopic, name: str, chosen: Sequence[_Sentence]) -> Summary:
    texts = [" ".join(sentence.text.split()) for sentence in chosen]
    bullets = tuple(
        Bullet(id=number, text=text, cites=frozenset({haystack.documents[sentence.document].id}))
        for number, (sentence, text) in enumerate(zip(chosen, texts, strict=True), start=1)
    )
    reply = "\n".join(f"- {text} [{sentence.document + 1}]" for sentence, text in zip(chosen, texts, strict=True))
    return Summary(
        haystack=haystack.id,
        subtopic=subtopic.id,
        system=name,
        context="full",
        bullets=bullets,
        reply=reply,
        n_lines=len(bullets),
    )
