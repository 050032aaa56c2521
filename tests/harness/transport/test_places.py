"""Calls in flight: so many an address, in their order, and none lost where one is cancelled."""

from __future__ import annotations

import asyncio
from collections import Counter

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.prices import Budget, read_prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.places import Place, Places
from hayrick.types import Message, Prompt

HERE, SAME, THERE = "http://one.example/v1", "http://one.example:80/other", "http://one.example:81/v1"


def test_systems_and_judges_at_one_address_share_its_calls() -> None:
    flying, most = Counter[str](), Counter[str]()

    async def send(question: Outgoing) -> Completion:
        at = str(question.parameters["at"])
        shared = "one" if at in (HERE, SAME) else "other"
        flying[shared] += 1
        most[shared] = max(most[shared], flying[shared])
        await asyncio.sleep(0.001)
        flying[shared] -= 1
        return Completion("x", "stop", Usage())

    asker = Asker(Journal(None), send, read_prices(), Budget(limit=None), places=Places(3))

    def outgoing(purpose: str, at: str, number: int) -> Outgoing:
        prompt = Prompt(messages=(Message(role="user", text=f"{number}"),), signature="s")
        return Outgoing(model=purpose, purpose=purpose, prompt=prompt, parameters={"at": at}, max_tokens=9)

    async def go() -> None:
        pairs = [("system", HERE), ("judge", SAME), ("system", THERE)]
        await asyncio.gather(*(asker.ask(outgoing(who, at, n)) for n in range(9) for who, at in pairs))

    asyncio.run(go())
    assert most == {"one": 3, "other": 3}


def test_a_call_that_is_cancelled_leaves_its_room_to_the_next() -> None:
    async def go() -> None:
        place = Place(1)
        await place.take()
        first, second = (asyncio.create_task(place.take()) for _ in range(2))
        await asyncio.sleep(0)
        place.leave()
        first.cancel()  # It has the room already, and has not noticed.
        await asyncio.wait_for(second, 10)
        place.leave()
        await asyncio.wait_for(place.take(), 10)

    asyncio.run(go())


def test_without_an_address_a_provider_is_one() -> None:
    places = Places(1)
    assert places.of("openai/a", "") is places.of("openai/b", "")
    assert places.of("https://one.example/answer", "") is places.of("openai/a", "https://one.example:443/v1")
    assert places.of("python:mine.py:a", "") is not places.of("python:mine.py:b", "")
