"""Completes a scenario with a model that plans subtopics, insights and queries.

Given parts are shown to the model as taken and are neither changed nor dropped. Proposals are filtered without a model,
checked by further questions, and replaced in a few rounds. Source: SummHay, section 3.2 and appendices A.1.1 and A.1.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hayrick.asking import Reader, drawn
from hayrick.protocols import Ask
from hayrick.synthesis.planning import questions
from hayrick.synthesis.planning.proposals import (
    Planned,
    PlanReport,
    Sieve,
    read_groups,
    read_number,
    read_queries,
    read_texts,
)
from hayrick.synthesis.planning.topics import Topic, completed, short
from hayrick.synthesis.scenario import Scenario

ROUNDS = 3
"""Maximum number of rounds of asking for subtopics, insights and queries that are missing or were dropped."""

_Pair = tuple[Topic, str]
"""An insight and the subtopic that it was proposed for."""


async def plan(scenario: Scenario, ask: Ask) -> Planned:
    """Complete a scenario.

    Args:
        scenario: with any subtopics, insights and queries given.
        ask: answers as "planner" and "checker".

    Returns:
        The scenario with all given parts, unchanged, and added ones; and a report.

    Raises:
        BadInput: fewer than two subtopics result, or a given one has no insight.
    """
    work = _Planning(scenario, Reader(ask))
    await work.find_subtopics()
    await work.find_insights()
    await work.write_queries()
    return work.result()


class _Planning:
    """State of the planning."""

    def __init__(self, scenario: Scenario, read: Reader) -> None:
        self.scenario = scenario
        self.read = read
        self.topics: list[Topic] = []
        for one in scenario.subtopics:
            self.topics.append(Topic(one.title, self._wanted(len(self.topics)), one, query=one.query))
        self.titles = Sieve("subtopic", [one.title for one in scenario.subtopics])
        self.insights = Sieve("insight", [one.text for one in scenario.insights])
        self.remarks: list[str] = []
        self.subtopic_rounds = self.insight_rounds = 0

    def _wanted(self, place: int) -> int:
        """Number of insights of a subtopic, drawn from the wanted range."""
        low, high = self.scenario.wanted_insights
        return low + drawn(high - low + 1, self.scenario.seed, "wanted", place)

    async def find_subtopics(self) -> None:
        """Ask for subtopics, and drop overlapping ones, until there are as many as wanted."""
        for round_ in range(ROUNDS):
            lacking = self.scenario.wanted_subtopics - len(self.topics)
            if lacking <= 0:
                return
            self.subtopic_rounds += 1
            asked = questions.for_subtopics(self.scenario, self.topics, self.titles.dropped, round_)
            (titles,) = await self.read([asked], [partial(read_texts, key="subtopics")])
            fresh = self.titles.sift(titles or [], lacking)
            self.topics += [Topic(title, self._wanted(len(self.topics) + n)) for n, title in enumerate(fresh)]
            if fresh and len(self.topics) > 1:
                await self._drop_overlaps(round_)

    async def _drop_overlaps(self, round_: int) -> None:
        """Ask which subtopics overlap; of each group keep the given one, else the first."""
        asked = questions.for_overlaps(self.scenario, self.topics, round_)
        (groups,) = await self.read([asked], [partial(read_groups, key="overlaps", n=len(self.topics))])
        gone: set[int] = set()
        for group in groups or []:
            # Given subtopics come first in the list.
            left = [place for place in group if place not in gone]
            for place in left[1:]:
                reason = f"overlaps with '{self.topics[left[0]].title}'"
                if self.topics[place].given:
                    self.remarks.append(f"subtopic '{self.topics[place].title}' {reason}")
                else:
                    gone.add(place)
                    self.titles.drop(self.topics[place].title, reason)
        self.topics = [one for place, one in enumerate(self.topics) if place not in gone]

    async def find_insights(self) -> None:
        """Ask for insights, and drop duplicates and misplaced ones, until every subtopic has enough.

        For conversations, subtopics are asked about one after the other, so that each question shows all earlier
        insights; otherwise all at once. A proposed subtopic left without insights is dropped.
        """
        await self._sort([(one, text) for one in self.topics for text in one.fixed])
        for round_ in range(ROUNDS):
            lacking = [one for one in self.topics if one.lacking > 0]
            if not lacking:
                break
            self.insight_rounds += 1
            if self.scenario.domain == "conversation":
                fresh = [pair for one in lacking for pair in await self._propose([one], round_)]
            else:
                fresh = await self._propose(lacking, round_)
            if fresh:
                await self._sort(await self._drop_duplicates(fresh, round_))
        for one in self.topics:
            if not one.insights and one.given is None:
                self.titles.drop(one.title, "no insight of it was left")
        self.topics = [one for one in self.topics if one.insights or one.given]

    async def _propose(self, topics: Sequence[Topic], round_: int) -> list[_Pair]:
        """Ask for the insights that these subtopics lack, all at once."""
        dropped = self.insights.dropped
        asked = [questions.for_insights(self.scenario, self.topics, one, dropped, round_) for one in topics]
        replies = await self.read(asked, [partial(read_texts, key="insights")] * len(asked))
        fresh: list[_Pair] = []
        for one, texts in zip(topics, replies, strict=True):
            found = self.insights.sift(texts or [], one.lacking, one.title)
            one.added.extend(found)
            fresh.extend((one, text) for text in found)
        return fresh

    async def _drop_duplicates(self, fresh: list[_Pair], round_: int) -> list[_Pair]:
        """Ask which insights state the same; keep the given one, else the first; return the remaining new ones."""
        everything = [(one, text) for one in self.topics for text in one.insights]
        asked = questions.for_duplicates(self.scenario, [text for _, text in everything], round_)
        (groups,) = await self.read([asked], [partial(read_groups, key="duplicates", n=len(everything))])
        gone: set[str] = set()
        for group in groups or []:
            pairs = [everything[place] for place in group if everything[place][1] not in gone]
            pairs.sort(key=lambda pair: pair[1] not in pair[0].fixed)
            for topic, text in pairs[1:]:
                gone |= self._drop(topic, text, f"says the same as '{pairs[0][1]}'")
        return [pair for pair in fresh if pair[1] not in gone]

    async def _sort(self, pairs: Sequence[_Pair]) -> None:
        """Ask which subtopic each insight belongs to, without naming its own; drop those assigned elsewhere."""
        asked = [questions.for_subtopic_of(self.scenario, self.topics, text) for _, text in pairs]
        found = await self.read(asked, [partial(read_number, key="subtopic", n=len(self.topics))] * len(asked))
        for (topic, text), number in zip(pairs, found, strict=True):
            if number is None:
                self.remarks.append(f"insight '{text}' could not be sorted, and stays")
            elif number == 0:
                self._drop(topic, text, "belongs to no subtopic")
            elif self.topics[number - 1] is not topic:
                self._drop(topic, text, f"belongs to subtopic '{self.topics[number - 1].title}'")

    def _drop(self, topic: Topic, text: str, reason: str) -> set[str]:
        """Drop an insight and return it as a set; a given one only gets a remark."""
        if text in topic.fixed:
            self.remarks.append(f"insight '{text}' {reason}")
            return set()
        topic.added.remove(text)
        self.insights.drop(text, reason, topic.title)
        return {text}

    async def write_queries(self) -> None:
        """Ask for missing queries; a query that never comes is replaced by its subtopic's title."""
        for round_ in range(ROUNDS):
            missing = [one for one in self.topics if not one.query]
            if not missing:
                return
            asked = questions.for_queries(self.scenario, missing, round_)
            (queries,) = await self.read([asked], [partial(read_queries, n=len(missing))])
            for place, query in (queries or {}).items():
                missing[place].query = query
        for one in self.topics:
            if not one.query:
                one.query = f"{one.title}?"
                self.remarks.append(f"no query came for subtopic '{one.title}': its title stands for it")

    def result(self) -> Planned:
        """Return the complete scenario and the report; raises as `plan`."""
        report = PlanReport(
            proposed_subtopics=self.titles.proposed,
            kept_subtopics=sum(one.given is None for one in self.topics),
            proposed_insights=self.insights.proposed,
            kept_insights=sum(len(one.added) for one in self.topics),
            dropped=(*self.titles.dropped, *self.insights.dropped),
            remarks=tuple(dict.fromkeys(self.remarks)),
            short=short(self.scenario, self.topics),
            subtopic_rounds=self.subtopic_rounds,
            insight_rounds=self.insight_rounds,
            tally=self.read.tally,
        )
        return Planned(scenario=completed(self.scenario, self.topics), report=report)
