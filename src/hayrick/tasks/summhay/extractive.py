"""Runs the extractive system on SummHay: extracted sentences become the bullets of a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.attribution import Model, load_model
from hayrick.protocols import Ask
from hayrick.systems.extractive import POOL, RELEVANCE, Extractor
from hayrick.systems.ranked import Ranking
from hayrick.tasks.summhay.answers import readable
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import Item, Response, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractive:
    """Extracts at most one bullet for each insight of the subtopic that some document states.

    Args:
        ranking: parameters for grouping and ranking sentences.
        model: attribution model that decides which documents a bullet cites.
    """

    ranking: Ranking = field(default_factory=Ranking)
    model: str | Path | Model = "trained"
    asks: bool = False

    @property
    def signature(self) -> str:
        """Everything that the summaries depend on."""
        model = load_model(self.model) if isinstance(self.model, str | Path) else self.model
        return f"extractive.v1|{self.ranking.signature}|({RELEVANCE.signature})|pool:{POOL}|attribution:{model.name}"

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        """Write one summary for each subtopic; the items share one haystack, which is indexed once."""
        if not items:
            return []
        extractor = Extractor(items[0].documents, ranking=self.ranking, model=self.model)
        return [extracted(item, extractor) for item in items]


def extracted(item: Item[SubtopicGold], extractor: Extractor) -> Response[Summary]:
    """Summarise one subtopic with an extractor that was made for its haystack's documents."""
    number = {document.id: place for place, document in enumerate(item.documents, start=1)}
    bullets = extractor.bullets(item.query, item.gold.wanted_bullets)
    lines = [
        f"- {bullet.text} {''.join(f'[{place}]' for place in sorted(number[id] for id in bullet.cites))}"
        for bullet in bullets
    ]
    answer = readable(Summary(bullets=bullets, n_lines=len(lines)))
    return Response(item=item, system="extractive", context="full", answer=answer, reply="\n".join(lines))
