"""Connections of calls in flight: one each, used again, made anew where a server closed it; and what is sent there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.types import Message, Prompt

pytest.importorskip("inspect_ai", reason="language models need the extra llm")
pytest.importorskip("openai", reason="pip install openai")

CHOICE = {"index": 0, "message": {"role": "assistant", "content": "yes"}, "finish_reason": "stop"}
REPLY = {"id": "r", "object": "chat.completion", "created": 0, "model": "m", "choices": [CHOICE]}
WINDOWS_LINE, ACCENTS = 'A line.\r\nAnother "one".', "Ünïcode – 100 %"


@dataclass
class Server:
    """Answers every request while it is open, and notes connections and bodies."""

    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    connections: list[asyncio.StreamWriter] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                (length,) = (line for line in head.split(b"\r\n") if line.startswith(b"content-length:"))
                self.bodies.append(await reader.readexactly(int(length.partition(b":")[2])))
                await self.is_open.wait()
                body = json.dumps(REPLY).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
        writer.close()

    async def asked(self, n: int) -> None:
        """Wait for the whole request number n."""
        await until(lambda: len(self.bodies) == n)


@asynccontextmanager
async def serving(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Server, Any]]:
    """A server, and models that ask there."""
    from hayrick.harness.models import providers

    server = Server()
    async with await asyncio.start_server(server.connection, "127.0.0.1", 0) as listening:
        monkeypatch.setenv("BOUND_BASE_URL", f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
        monkeypatch.setenv("BOUND_API_KEY", "unused")
        monkeypatch.setenv("NO_PROXY", "*")
        models = providers.Models(providers.Reach(connections=5))
        try:
            yield server, models
        finally:
            await models.close()
            await until(lambda: all(one.is_closing() for one in server.connections))


def question(system: str = "Be brief.", user: str = "Say it.") -> Outgoing:
    prompt = Prompt(messages=(Message(role="system", text=system), Message(role="user", text=user)), signature="s")
    return Outgoing(model="openai-api/bound/m", purpose="system", prompt=prompt, parameters={}, max_tokens=10)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.01)


def test_each_call_in_flight_has_a_connection_that_later_calls_use(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[int]:
        found = []
        async with serving(monkeypatch) as (server, models):
            for n in (2, 5, 5, 1):
                server.is_open.clear()
                asking = [asyncio.create_task(models.send(question())) for _ in range(n)]
                await server.asked(len(server.bodies) + n)
                server.is_open.set()
                assert [one.text for one in await asyncio.gather(*asking)] == ["yes"] * n
                found.append(len(server.connections))
        return found

    assert asyncio.run(work()) == [2, 5, 5, 5]


def test_a_connection_that_its_server_closed_or_whose_call_ended_early_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        async with serving(monkeypatch) as (server, models):
            server.is_open.set()
            await models.send(question())
            server.connections[0].close()
            await server.connections[0].wait_closed()
            assert (await models.send(question())).text == "yes"
            assert len(server.connections) == 2

            server.is_open.clear()
            asking = asyncio.create_task(models.send(question()))
            await server.asked(3)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            server.is_open.set()
            assert (await models.send(question())).text == "yes"
            assert len(server.connections) == 3

    asyncio.run(work())


def test_what_is_sent_is_what_the_client_sends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from hayrick.harness.models import providers

    async def bodies() -> list[bytes]:
        async with serving(monkeypatch) as (server, models):
            server.is_open.set()
            await models.send(question(WINDOWS_LINE, ACCENTS))
            return server.bodies

    ours = asyncio.run(bodies())
    monkeypatch.setattr(providers, "as_they_are", lambda client: None)
    assert asyncio.run(bodies()) == ours


def test_a_server_that_is_gone_is_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> tuple[str, str]:
        async with serving(monkeypatch) as (_, models):
            monkeypatch.setenv("BOUND_BASE_URL", "http://127.0.0.1:9")
            with pytest.raises(CallFailed) as caught:
                await models.send(question())
            return type(caught.value).__name__, str(caught.value)

    from hayrick.harness.models import providers

    ours = asyncio.run(work())
    monkeypatch.setattr(providers, "one_a_call", lambda client: None)
    assert asyncio.run(work()) == ours
    assert ours[0] == "Busy"
