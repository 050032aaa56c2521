"""What is asked of a haystack, and what is known about it: an item for every subtopic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hayrick.haystacks.relevance import query_of
from hayrick.types import Haystack, Insight, Item, Subtopic


@dataclass(frozen=True, slots=True, kw_only=True)
class SubtopicGold:
    """What is known of one subtopic of a haystack."""

    haystack: Haystack
    subtopic: Subtopic

    @property
    def insights(self) -> tuple[Insight, ...]:
        """Insights that a summary should cover."""
        return self.subtopic.insights

    @property
    def held_by(self) -> Mapping[str, tuple[str, ...]]:
        """Insight id -> ids of the documents that hold it."""
        return self.haystack.held_by

    @property
    def wanted_bullets(self) -> int:
        """Number of bullets to ask for: insights of the subtopic that some document holds.

        Source: SummHay, section 3.3; the released code leaves unheld insights out for news.
        Differs: also for conversations, where no released haystack has any.
        """
        return sum(bool(self.held_by.get(insight.id)) for insight in self.insights)


def item_of(haystack: Haystack, subtopic: Subtopic) -> Item[SubtopicGold]:
    """The item of one subtopic: its dataset is the haystack, its group and id the subtopic."""
    return Item(
        dataset=haystack.id,
        group=subtopic.id,
        id=subtopic.id,
        query=query_of(subtopic),
        gold=SubtopicGold(haystack=haystack, subtopic=subtopic),
        documents=haystack.documents,
    )


def items_of(haystacks: Iterable[Haystack]) -> list[Item[SubtopicGold]]:
    """Items of haystacks, in stored order."""
    return [item_of(haystack, subtopic) for haystack in haystacks for subtopic in haystack.subtopics]
