"""Calls within limits of requests and tokens a minute, on a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.prices import Budget, read_prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.pace import MINUTE, Pace, Paces, settle
from hayrick.harness.transport.places import Place
from hayrick.types import Message, Prompt


@dataclass
class Clock:
    """Time that passes only where somebody sleeps."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


def starts(pace: Pace, tokens: Sequence[int], used: Sequence[int] | None = None) -> list[float]:
    """When calls of so many tokens begin that come together; each ends at once with its real usage."""
    found = [0.0] * len(tokens)

    async def one(number: int) -> None:
        begun = await pace.begin(tokens[number], Place(None).take)
        found[number] = begun.at
        if used is not None:
            settle(begun, Usage(tokens_in=used[number]))

    async def together() -> None:
        await asyncio.gather(*map(one, range(len(tokens))))

    asyncio.run(together())
    return found


def test_requests_of_a_minute() -> None:
    clock = Clock()
    assert starts(Pace(requests=2, clock=clock, sleep=clock.sleep), [1] * 5) == [0, 0, 60, 60, 120]


def test_tokens_of_a_minute_and_a_call_that_alone_has_more() -> None:
    clock = Clock()
    pace = Pace(tokens=100, clock=clock, sleep=clock.sleep)
    assert starts(pace, [60, 40, 30, 500, 10]) == [0, 0, 60, 120, 180]


def test_real_usage_makes_room() -> None:
    clock = Clock()
    assert starts(Pace(tokens=100, clock=clock, sleep=clock.sleep), [90, 90, 90], [10, 10, 10]) == [0, 0, 60]


@given(st.lists(st.integers(1, 50), min_size=1, max_size=20), st.integers(1, 5), st.integers(50, 120))
def test_no_minute_holds_more(tokens: list[int], requests: int, limit: int) -> None:
    clock = Clock()
    found = starts(Pace(requests=requests, tokens=limit, clock=clock, sleep=clock.sleep), tokens)
    assert found == sorted(found), "in the order in which they came"
    for start in found:
        inside = [n for n, at in zip(tokens, found, strict=True) if start - MINUTE < at <= start]
        assert len(inside) <= requests
        assert sum(inside) <= limit


def test_a_run_waits_for_each_model_by_itself_and_says_what_waits() -> None:
    notes: list[str] = []
    clock = Clock()
    paces = Paces(requests=1, clock=clock, sleep=clock.sleep)
    paces.told = lambda: notes.append(paces.note)

    async def send(question: Outgoing) -> Completion:
        return Completion("yes", "stop", Usage(tokens_in=3, tokens_out=1))

    asker = Asker(Journal(None), send, read_prices(), Budget(limit=None), paces=paces)

    async def ask() -> None:
        await asyncio.gather(*(asker.ask(_question(model, n)) for model in ("lab/a", "lab/b") for n in range(2)))

    asyncio.run(ask())
    assert MINUTE <= clock.now < 2 * MINUTE, "the second call of either waits, and not the one for the other"
    assert "; 2 wait for --requests-per-minute" in notes
    assert notes[-1] == ""


def _question(model: str, number: int) -> Outgoing:
    prompt = Prompt(messages=(Message(role="user", text=f"Number {number}?"),), signature="test")
    return Outgoing(model=model, purpose="system", prompt=prompt, parameters={"at": "here"}, max_tokens=5)
