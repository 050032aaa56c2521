"""A small task that is not SummHay: capitals of countries, with two measures, of which one is no fraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from hayrick.protocols import Ask, Measure, Passage, Task
from hayrick.types import Document, Item, Judgement, Message, Prompt, Response, Score

CAPITALS = {"Norway": "Oslo", "Peru": "Lima", "Ghana": "Accra", "Fiji": "Suva"}


def items(seed: int) -> list[Item[str]]:
    """Two datasets (north and south) with two countries each; each country is a group and a category of its own."""
    return [
        Item(
            dataset="north" if number < 2 else "south",
            group=country,
            id="capital",
            query=f"What is the capital of {country}?",
            gold=capital,
            documents=(Document(id="d1", text=f"{capital} is the capital of {country}."),),
            tags={"category": "even" if number % 2 else "odd"},
        )
        for number, (country, capital) in enumerate(CAPITALS.items(), start=1)
    ]


def prompt(item: Item[str], passages: Sequence[Passage]) -> Prompt:
    """The passages and the question."""
    text = "\n".join([*(passage.text for passage in passages), item.query])
    return Prompt(messages=(Message(role="user", text=text),), signature="toy.v1")


def parse(item: Item[str], reply: str) -> str | None:
    """What stands after the last colon; nothing is no answer."""
    return reply.rpartition(":")[2].strip() or None


def exact(item: Item[str], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """Whether the answer is the gold."""
    failed = response.answer is None
    value = float(response.answer == item.gold)
    yield Score(response=response, measure="exact", unit=None, value=value, failed=failed)


def length(item: Item[str], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """Characters of the answer."""
    if response.answer is not None:
        yield Score(response=response, measure="length", unit=None, value=float(len(response.answer)))


EXACT = Measure(name="exact", description="share that is right", source="ours", score=exact, judged=False)
LENGTH = Measure(
    name="length", description="characters", source="ours", score=length, bounds=(0.0, inf), judged=False, main=False
)
TASK: Task[str, str] = Task(
    name="toy", paper="none", items=items, prompt=prompt, parse=parse, measures=(EXACT, LENGTH), max_tokens=8
)


class Knows:
    """A system that gives the gold."""

    asks = False
    signature = "knows"

    async def respond(self, items: Sequence[Item[str]], ask: Ask) -> list[Response[str]]:
        """One response an item."""
        return [Response(item=item, system="knows", context="full", answer=item.gold) for item in items]


def task(**changes: Any) -> Task[str, str]:
    """The task with some fields changed."""
    return replace(TASK, **changes)
