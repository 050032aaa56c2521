"""Makes calls cheap for clients of httpx and of the package openai, which do needless work for each.

A pool of httpx looks at all of its connections twice a call, and asks the socket of each idle one. Openai compares each
message of a prompt with every type that a message may have. With 200 calls in flight each takes an eighth of the time.
"""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from functools import cache
from typing import Any


def one_a_call(client: Any) -> None:
    """Let a client of httpx have a pool of one connection for each call in flight; twice is once.

    Connections are made with what Inspect made the client's own with, so that options of sockets and certificates are
    as before; limits of time are the client's, and so is what goes through a proxy. Does nothing to a client that
    Inspect did not make.
    """
    before = getattr(client, "_transport", None)
    given = getattr(before, "_kwargs", None)
    if isinstance(given, dict):
        client._transport = _OneACall(importlib.import_module(_package(client)), before, given)


class _OneACall:
    """A transport of httpx whose pools have one connection each, and serve one call after another.

    Args:
        package: httpx or its like, whose classes the client's are.
        before: the client's own transport, which is closed with this one.
        given: arguments of its pools.
    """

    def __init__(self, package: Any, before: Any, given: dict[str, Any]) -> None:
        # To read the system's certificates takes 25 milliseconds, so that all pools share what is read once.
        self._given = given if "verify" in given else {**given, "verify": package.create_ssl_context()}
        self._package, self._before = package, before
        self._pools: list[Any] = []
        self._free: list[Any] = []
        """Pools that no call uses, the last one used at the end."""

    async def handle_async_request(self, request: Any) -> Any:
        """Send a request by the connection that was used last of those that are free, or by a new one."""
        if self._free:
            pool = self._free.pop()
        else:
            pool = self._package.AsyncHTTPTransport(**self._given)
            self._pools.append(pool)
        try:
            response = await pool.handle_async_request(request)
        except BaseException:
            self._free.append(pool)
            raise
        response.stream = _taken(self._package)(response.stream, pool, self._free)
        return response

    async def __aenter__(self) -> _OneACall:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections, as a client does that has one pool."""
        for one in (*self._pools, self._before):
            await one.aclose()


@cache
def _taken(package: Any) -> Any:
    """A stream of a package that hands its pool back when it is closed; made once, see `reply_limits`."""

    class Taken(package.AsyncByteStream):  # type: ignore[misc]
        def __init__(self, before: Any, pool: Any, free: list[Any]) -> None:
            self._before, self._pool, self._free = before, pool, free

        def __aiter__(self) -> AsyncIterator[bytes]:
            found: AsyncIterator[bytes] = self._before.__aiter__()
            return found

        async def aclose(self) -> None:
            try:
                await self._before.aclose()
            finally:
                self._free.append(self._pool)

    return Taken


def as_they_are(client: Any) -> None:
    """Let a client of openai send messages as they are given; twice is once.

    It would look in each for dates and files, to make texts of them, and here all are texts. What is sent is equal.
    """
    completions: Any = getattr(getattr(client, "chat", None), "completions", None)
    if not type(completions).__module__.startswith("openai.") or "create" in vars(completions):
        return
    before = completions.create

    async def create(*, messages: Any, extra_body: Any = None, **given: Any) -> Any:
        return await before(messages=[], extra_body={"messages": messages, **(extra_body or {})}, **given)

    completions.create = create


def _package(client: Any) -> str:
    """Package of a client's class or of one that it is derived from: httpx or its like."""
    return next(name for one in type(client).__mro__ if (name := one.__module__.partition(".")[0]).startswith("httpx"))
