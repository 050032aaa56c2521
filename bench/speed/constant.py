"""A model server that reads each request and always says the same: no parsing, so that clients are what is measured.

`python -m bench.speed.constant LATENCY` prints its port, and ends when its input does, with a line of what it saw.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from bench.places import ROOT
from bench.speed.llm import SUMMARY, VERDICT


@dataclass(slots=True)
class Seen:
    """What a server saw, known when it has ended."""

    url: str = ""
    calls: int = 0
    most: int = 0
    """Most calls in flight."""

    first: float = 0.0
    """When the first request arrived, by `time.monotonic`."""

    last: float = 0.0
    """When the last reply was sent."""

    @property
    def seconds(self) -> float:
        """From the arrival of the first request to the last reply."""
        return self.last - self.first


@contextmanager
def constant(latency: float) -> Iterator[Seen]:
    """A server in a process of its own, whose replies take `latency` seconds."""
    command, root = [sys.executable, "-m", "bench.speed.constant", str(latency)], ROOT
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = Seen(url=f"http://127.0.0.1:{int(process.stdout.readline())}/v1")
        try:
            yield seen
        finally:
            process.stdin.close()
            calls, most, first, last = process.stdout.readline().split()
            seen.calls, seen.most, seen.first, seen.last = int(calls), int(most), float(first), float(last)


@dataclass(slots=True)
class _Serving:
    latency: float
    times: list[float] = field(default_factory=list)
    calls: int = 0
    flying: int = 0
    most: int = 0

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after another."""
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                arrived = time.monotonic()
                body = await reader.readexactly(int(length.partition(b":")[2]))
                self.times.append(arrived)
                self.calls, self.flying = self.calls + 1, self.flying + 1
                self.most = max(self.most, self.flying)
                await asyncio.sleep(self.latency)
                self.flying -= 1
                is_judge = b'"model":"judge"' in body or b'"model": "judge"' in body
                writer.write(
                    _answer(VERDICT, "judge", len(body)) if is_judge else _answer(SUMMARY, "writer", len(body))
                )
                await writer.drain()
                self.times.append(time.monotonic())
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve(self) -> None:
        """Serve until the input ends."""
        server = await asyncio.start_server(self.connection, "127.0.0.1", 0, limit=2**20, backlog=512)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)
        print(self.calls, self.most, min(self.times, default=0.0), max(self.times, default=0.0), flush=True)


@lru_cache(maxsize=1024)
def _answer(text: str, model: str, size: int) -> bytes:
    """A reply to a request of so many bytes; its count of tokens is plausible, so that nobody counts again."""
    tokens = size // 5
    value = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": tokens, "completion_tokens": 20, "total_tokens": tokens + 20},
    }
    body = json.dumps(value).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)


if __name__ == "__main__":
    asyncio.run(_Serving(float(sys.argv[1])).serve())
