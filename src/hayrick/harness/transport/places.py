"""Keeps the calls in flight to one address within a number, whatever models they ask there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_PORTS: Mapping[str, int] = {"https": 443, "http": 80}


@dataclass(slots=True)
class Place:
    """One address, which calls take in the order in which they come; at most `most` at a time, None for no limit."""

    most: int | None
    _taken: int = 0
    _waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def take(self) -> None:
        """Wait for room and take it, until `leave`."""
        if self.most is None or self._taken < self.most:
            self._taken += 1
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Give room back, to the call that has waited longest."""
        while self._waiting:
            following = self._waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        self._taken -= 1


@dataclass(slots=True)
class Places:
    """The addresses of a run.

    Args:
        most: calls at a time for each address; None for no limit.
        is_in_turn: whether a model is called one call after the other, and all of these together, whatever `most` is.
    """

    most: int | None = None
    is_in_turn: Callable[[str], bool] = lambda model: False
    _places: dict[str, Place] = field(default_factory=dict)

    def of(self, model: str, address: str) -> Place:
        """Where a model is asked: at the host and port of its address, else with its provider or in its own code."""
        if self.is_in_turn(model):
            return self._places.setdefault("", Place(1))
        name = host_and_port(address or model) or (model if ":" in model.partition("/")[0] else model.partition("/")[0])
        return self._places.setdefault(name, Place(self.most))


def host_and_port(url: str) -> str:
    """`host:port` of a web address; "" for anything else."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return ""
    return f"{parts.hostname}:{port}" if parts.hostname and port else ""
