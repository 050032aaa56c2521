"""The query baseline: what is equally near is taken in order, whatever order words stand in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.baselines import Baseline
from hayrick.types import Document, Haystack, Insight, Question, Reply, Subtopic

WORDS = tuple(f"lantern{number} harbour{number}" for number in range(8))


async def nobody(questions: Sequence[Question]) -> Sequence[Reply | None]:
    raise AssertionError("a model is asked")


@pytest.mark.parametrize("seed", range(12))
def test_sentences_of_the_same_words_are_equally_near_in_whatever_order(seed: int) -> None:
    draw = Random(seed)
    # Words of different rarity, whose sum depends on the order of addition in its last digits.
    rare = [" ".join(WORDS[: draw.randrange(1, len(WORDS))]) for _ in range(20)]
    shuffled = [" ".join(draw.sample(WORDS, len(WORDS))) for _ in range(40)]
    documents = tuple(Document(id=f"d{n:02}", text=f"{text}.") for n, text in enumerate([*shuffled, *rare]))
    insights = tuple(Insight(id=f"i{n}", text="x") for n in range(10))
    subtopic = Subtopic(id="s", title="", query=" ".join(WORDS), insights=insights)
    haystack = Haystack(
        id="h", topic="t", documents=documents, subtopics=(subtopic,), held_by={one.id: ("d00",) for one in insights}
    )
    (response,) = asyncio.run(Baseline(name="query").respond(items_of([haystack]), nobody))
    assert response.answer is not None
    cited = [document for bullet in response.answer.bullets for document in bullet.cites]
    assert cited == [f"d{n:02}" for n in range(10)]
