"""Bounds what a provider's HTTP client reads: nothing from another host, and no more than a reply's tokens permit."""

from __future__ import annotations

import asyncio
import importlib
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from typing import Any

import httpx

LIMIT: ContextVar[int] = ContextVar("limit")
"""Most bytes of the reply to the call that is being made, decoded."""

STATUSES: ContextVar[list[int]] = ContextVar("statuses")
"""Statuses of the answers that came to the call that is being made."""

HEAD: ContextVar[list[bytes]] = ContextVar("head")
"""The beginning of the bodies that came in answer to the call that is being made, decoded, in parts."""

WHOLE = 200
"""Status of an answer for which providers bill."""

_ERROR = 2**16
"""Bytes of `HEAD`, and of the body of another status than `WHOLE`, about: errors are shorter."""

ERROR_SECONDS = 2.0
"""Seconds in which the body of another status than `WHOLE` is read: the status alone says what became of the call."""

_COUNTING = ("count_tokens", ":countTokens")
"""How the paths end at which Anthropic and Google count tokens, for which nobody is billed."""

_COMPRESSED = frozenset({"gzip", "x-gzip", "deflate"})
_ANY_FORMAT = 47
"""Argument of zlib for both formats that HTTP knows."""


class Repeated(Exception):
    """A provider's package asks a model again that has answered: what is billed once more is the asker's business."""


class TooLong(Exception):
    """A reply exceeds what its tokens permit, or comes in an encoding that was not asked for."""


def bound(client: Any) -> None:
    """Let a client of httpx follow no redirect, ask for plain bytes, and read at most `LIMIT`; twice is once."""
    hooks = client.event_hooks
    if _limited not in hooks["response"]:
        client.follow_redirects = False
        hooks["request"].append(_plain)
        hooks["response"].append(_limited)


def lend(api: Any) -> None:
    """Let a provider that makes a client for every call read by one bound client; `api.aclose` closes that, too.

    So does Google's. Its own client follows redirects, and sends again by itself what was cut.
    """
    if not hasattr(api, "model_client"):
        return
    reader = httpx.AsyncClient(timeout=None, limits=httpx.Limits(max_connections=None))
    bound(reader)
    before, close = api.model_client, api.aclose

    def model_client(http_options: Any = None) -> Any:
        if http_options is not None:
            http_options.httpx_async_client = reader
        return before(http_options)

    async def aclose() -> None:
        await reader.aclose()
        await close()

    api.model_client, api.aclose = model_client, aclose


def excess_of(problem: BaseException) -> str:
    """What was too long about the reply behind an error; "" for other errors."""
    return _told_behind(problem, TooLong)


def repetition_of(problem: BaseException) -> str:
    """Why a model was to be asked again, where an error is due to that; "" for other errors."""
    return _told_behind(problem, Repeated)


def _told_behind(problem: BaseException | None, kind: type[Exception]) -> str:
    while problem is not None and not isinstance(problem, kind):
        problem = problem.__cause__
    return str(problem or "")


async def _plain(request: Any) -> None:
    request.headers["Accept-Encoding"] = "identity"
    if WHOLE in STATUSES.get([]) and request.method == "POST" and not request.url.path.endswith(_COUNTING):
        raise Repeated("a reply that is to be asked for once more")


async def _limited(response: Any) -> None:
    if (statuses := STATUSES.get(None)) is not None:
        statuses.append(response.status_code)
    limit = LIMIT.get(None)
    if limit is None:
        return
    encoding = response.headers.pop("Content-Encoding", "identity").strip().lower()
    is_whole = response.status_code == WHOLE
    if is_whole and encoding not in _COMPRESSED | {"", "identity"}:
        raise TooLong(f"a reply in the encoding '{encoding[:20]}'")
    decoder = zlib.decompressobj(_ANY_FORMAT) if encoding in _COMPRESSED else None
    # The class is that of the client's own package, httpx or its like: it reads from no other.
    response.stream = _limited_stream(type(response).__module__.partition(".")[0])(
        response.stream, limit, decoder, is_whole
    )


async def _soon(stream: Any) -> AsyncIterator[bytes]:
    """What comes of a stream within `ERROR_SECONDS`."""
    parts, until = aiter(stream), asyncio.get_running_loop().time() + ERROR_SECONDS
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout_at(until):
                part = await anext(parts, None)
            if part is None:
                return
            yield part


@cache
def _limited_stream(package: str) -> Any:
    """A stream of a package that reads another one, at most `limit` bytes; of a refusal its beginning.

    Made once: a class is a cycle of references, and one for each reply would hold its request until it is collected.
    """

    class Limited(importlib.import_module(package).AsyncByteStream):  # type: ignore[misc]
        def __init__(self, before: Any, limit: int, decoder: Any, is_whole: bool) -> None:
            self.before, self.limit, self.decoder, self.is_whole = before, limit, decoder, is_whole

        async def __aiter__(self) -> AsyncIterator[bytes]:
            most, head = self.limit if self.is_whole else min(self.limit, _ERROR), HEAD.get([])
            left = most
            async for part in self.before if self.is_whole else _soon(self.before):
                found = self.decoder.decompress(part, left + 1) if self.decoder is not None else part
                left -= len(found)
                if left < 0 and self.is_whole:
                    raise TooLong(f"a reply of more than {most:,} bytes")
                if most - left <= _ERROR:
                    head.append(found)
                yield found
                if left < 0:
                    return

        async def aclose(self) -> None:
            await self.before.aclose()

    return Limited
