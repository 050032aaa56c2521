"""Jobs begin when there is room for what they will ask."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Sequence

import pytest

from hayrick.harness.work.turns import Turns
from hayrick.types import Message, Prompt, Question, Reply


class Slow:
    """Answers a round after several turns of the loop; notes the most prompts that were there at a time."""

    def __init__(self) -> None:
        self.built = self.most = 0

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        for _ in range(3):
            await asyncio.sleep(0)
        return [Reply("yes")] * len(questions)


def most_built(turns: Turns, *, length: int, jobs: int = 30, rounds: int = 1) -> int:
    """The most prompts of that many characters that jobs hold at a time; each asks so many rounds."""
    slow = Slow()

    async def job(number: int) -> None:
        async with turns.turn(slow) as ask:
            for _ in range(rounds):
                slow.built += 1
                slow.most = max(slow.most, slow.built)
                prompt = Prompt(messages=(Message(role="user", text="x" * length),), signature="s")
                assert await ask([Question(role="r", prompt=prompt, max_tokens=1)]) == [Reply("yes")]
                slow.built -= 1

    async def all_jobs() -> None:
        await asyncio.wait_for(asyncio.gather(*map(job, range(jobs))), 60)

    asyncio.run(all_jobs())
    assert slow.built == 0
    return slow.most


@pytest.mark.parametrize(
    ("length", "most"),
    [
        (1000, 4),  # None fits into 999 characters: as many as calls in flight.
        (100, 9),  # Nine have 900; with a tenth expected there would be 1,000.
        (10, 30),  # All have 300.
    ],
)
def test_as_many_jobs_begin_as_calls_fly_or_as_their_prompts_fit(length: int, most: int) -> None:
    assert most_built(Turns(4, 999), length=length) == most


def test_later_rounds_never_wait_and_keep_further_jobs_back() -> None:
    # A second job begins between two rounds of the first, and no third one while either asks.
    assert most_built(Turns(1, 0), length=10, rounds=3) == 2


def test_jobs_that_ask_nothing_fail_or_are_cancelled_hold_nobody_up() -> None:
    turns, slow, done = Turns(1, 0), Slow(), []

    async def job(number: int) -> None:
        async with turns.turn(slow):
            await asyncio.sleep(0)
            if number % 2:
                raise ValueError
        done.append(number)

    async def all_jobs() -> None:
        tasks = [asyncio.ensure_future(job(number)) for number in range(8)]
        await asyncio.sleep(0)
        tasks[3].cancel()
        tasks[4].cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)

    asyncio.run(all_jobs())
    assert done == [0, 2, 6]


class Cyclic:
    """Answers, and leaves behind a cycle that holds the questions."""

    def __init__(self) -> None:
        self.kept: list[weakref.ref[object]] = []

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        held = Held(questions)
        held.itself = held
        self.kept.append(weakref.ref(held))
        return [Reply("yes")] * len(questions)


class Held:
    """Holds questions."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = questions
        self.itself: Held | None = None


def test_cycles_that_hold_answered_prompts_are_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hayrick.harness.work.turns.COLLECTED", 250)
    cyclic, turns = Cyclic(), Turns(1)
    gc.disable()
    try:

        async def job() -> None:
            async with turns.turn(cyclic) as ask:
                prompt = Prompt(messages=(Message(role="user", text="x" * 100),), signature="s")
                await ask([Question(role="r", prompt=prompt, max_tokens=1)])

        for _ in range(4):
            asyncio.run(job())
    finally:
        gc.enable()
    assert [one() is None for one in cyclic.kept] == [True, True, True, False]
