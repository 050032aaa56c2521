"""Requests to models as text, and replies from text, through Inspect's providers, without a connection.

The provider's own code makes each request and reads each reply; only what carries them is ours. So a batch line has the
body that a run would send, and a reply from a batch is read as a run would read it.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inspect_ai.model import GenerateConfig, Model, get_model
from openai import DefaultAsyncHttpxClient

from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.model_arguments import arguments_among, at_making
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.refusals import short
from hayrick.harness.transport.sending import keeping_text, send
from hayrick.types import HayrickError

NOWHERE = "http://batch.invalid/v1"
"""Stands for the address of the provider; nothing is sent there."""

_NO_KEY = "none"


class Request(NamedTuple):
    """What would be sent: the path of the address, and the JSON body."""

    path: str
    body: Mapping[str, object]


class _Held(ConnectionError):
    """The request is taken down, and there is no reply."""


@dataclass(slots=True)
class BatchModels:
    """Makes requests and reads replies; belongs to one event loop."""

    _models: dict[tuple[str, str], Model] = field(default_factory=dict)
    _taken: list[Request] = field(default_factory=list)
    _reply: tuple[int, Mapping[str, object]] | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def request(self, question: Outgoing) -> Request:
        """The request of a question.

        Raises:
            HayrickError: the provider cannot make it.
        """
        async with self._lock:
            self._taken.clear()
            self._reply = None
            try:
                await send(self._of(question), question)
            except CallFailed as problem:
                if not self._taken:
                    raise HayrickError(f"model {question.model}: no request is made ({problem})") from None
            return self._taken[0]

    async def read(self, question: Outgoing, status: int, body: Mapping[str, object]) -> Completion:
        """The reply to a question that came with a status and a body.

        Raises:
            CallFailed: it is an error.
            Spoiled: it is no usable reply.
        """
        async with self._lock:
            self._reply = (status, body)
            return await send(self._of(question), question)

    def _of(self, question: Outgoing) -> Model:
        given = at_making(arguments_among(question.parameters))
        key = question.model, json.dumps(given, sort_keys=True)
        if key not in self._models:
            client: Any = DefaultAsyncHttpxClient(transport=_transport(self))
            making = {**given, "base_url": NOWHERE, "api_key": _NO_KEY, "http_client": client, "max_retries": 0}
            try:
                model = get_model(question.model, config=GenerateConfig(max_retries=0), memoize=False, **making)
            except Exception as problem:  # noqa: BLE001 - providers raise whatever they like
                raise HayrickError(f"model {question.model}: {short(problem)}") from None
            self._models[key] = keeping_text(model)
        return self._models[key]

    def answer(self, path: str, content: bytes) -> tuple[int, bytes]:
        """Status and body in answer to a request.

        Raises:
            ConnectionError: there is no reply to it.
        """
        self._taken.append(Request(path, json.loads(content)))
        if self._reply is None:
            raise _Held("taken down")
        status, body = self._reply
        return status, json.dumps(body).encode()


def _transport(models: BatchModels) -> Any:
    """What the client sends through; of the package, httpx or its successor, that the client itself is of."""
    origin = DefaultAsyncHttpxClient.__mro__[1].__module__.partition(".")[0]
    httpx: Any = importlib.import_module(origin)

    async def handle(request: Any) -> Any:
        status, body = models.answer(request.url.path, request.content)
        return httpx.Response(status, content=body, headers={"Content-Type": "application/json"})

    return httpx.MockTransport(handle)
