"""Items of SummHay: one for every subtopic of a haystack, with its insights as gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hayrick.haystacks.relevance import query_of
from hayrick.planted import lookalikes
from hayrick.types import Haystack, Insight, Item, Lookalike, Subtopic


@dataclass(frozen=True, slots=True, kw_only=True)
class SubtopicGold:
    """Gold data of one subtopic of a haystack."""

    haystack: Haystack
    subtopic: Subtopic
    lookalikes: Mapping[str, Sequence[Lookalike]]
    """Insight id -> sentences of the documents that resemble it and do not state it, where such are recorded."""

    @property
    def insights(self) -> tuple[Insight, ...]:
        """The insights that a summary should cover."""
        return self.subtopic.insights

    @property
    def held_by(self) -> Mapping[str, tuple[str, ...]]:
        """Insight id -> ids of the documents that state it."""
        return self.haystack.held_by

    @property
    def wanted_bullets(self) -> int:
        """Number of bullets to ask for: the subtopic's insights that at least one document states.

        Source: SummHay, section 3.3; the released code leaves out unstated insights for news.
        Differs: here also for conversations, where no released haystack has any.
        """
        return sum(bool(self.held_by.get(insight.id)) for insight in self.insights)

    @property
    def asked_bullets(self) -> int:
        """Number of bullets that prompts ask for and that limits what is judged: `wanted_bullets`, at least 1."""
        return max(1, self.wanted_bullets)


def items_of(haystacks: Iterable[Haystack]) -> list[Item[SubtopicGold]]:
    """Items, one for each subtopic, in stored order: its dataset is the haystack, its group and id are the subtopic."""
    found = ((haystack, lookalikes(haystack)) for haystack in haystacks)
    return [_item(haystack, subtopic, known) for haystack, known in found for subtopic in haystack.subtopics]


def _item(haystack: Haystack, subtopic: Subtopic, known: Mapping[str, Sequence[Lookalike]]) -> Item[SubtopicGold]:
    own = {one.id: known[one.id] for one in subtopic.insights if one.id in known}
    return Item(
        dataset=haystack.id,
        group=subtopic.id,
        id=subtopic.id,
        query=query_of(subtopic),
        gold=SubtopicGold(haystack=haystack, subtopic=subtopic, lookalikes=own),
        documents=haystack.documents,
    )
