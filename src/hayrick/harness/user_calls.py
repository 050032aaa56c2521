"""Calls users' own systems: a Python function, or an HTTP endpoint."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import TYPE_CHECKING, cast

from hayrick.harness.calls import Usage
from hayrick.harness.failures import CallFailed
from hayrick.harness.outgoing import Completion, Outgoing
from hayrick.harness.secrets import without_secrets
from hayrick.records.user_code import PREFIX, load_instance, place_of
from hayrick.replies.classes import OVERLONG
from hayrick.systems.own import LONGEST

if TYPE_CHECKING:
    from hayrick.harness.http import Poster

KEY_ENV = "HAYRICK_ENDPOINT_KEY"
"""Environment variable with the bearer token of an endpoint."""

PURPOSE = "own"
"""Purpose of these calls in the ledger."""


def is_asking(spec: str) -> bool:
    """Whether a name is that of a system of the user's own with a model to ask."""
    return spec.startswith("python:") and "?" in spec


async def _awaited(found: Awaitable[object]) -> object:
    """What an `async` function of the user's returns."""
    return await found


async def _in_thread(work: Callable[[], object]) -> object:
    """What work returns or raises, in a thread that the program does not wait for when it ends."""
    done: Future[object] = Future()

    def run() -> None:
        with suppress(InvalidStateError):  # The call was cancelled, and nobody waits.
            try:
                done.set_result(work())
            except BaseException as problem:  # noqa: BLE001 - raised again where it is awaited
                done.set_exception(problem)

    threading.Thread(target=run, daemon=True, name="user's system").start()
    return await asyncio.wrap_future(done)


@dataclass(slots=True)
class Sender:
    """Calls users' own systems, each call in a thread of its own, which ends with the program if it never returns.

    Nothing can end a function of Python from outside: one that takes too long is left alone, and its answer is lost.

    Args:
        connections: maximum number of concurrent calls.
        seconds: most seconds of a call of a function, or of one attempt at an endpoint, to the last byte of its answer.
        retries: retries of a failing call to an endpoint.
    """

    connections: int
    seconds: float
    retries: int
    _free: asyncio.Semaphore | None = field(default=None, init=False)
    _poster: Poster | None = field(default=None, init=False)
    _functions: dict[str, Callable[..., object]] = field(default_factory=dict, init=False)
    """Loaded functions, by specification; changes to their code apply from the next run on."""

    async def send(self, question: Outgoing) -> Completion:
        """Send one question; see `outgoing.Send`.

        Raises:
            CallFailed: the function raised or did not end, the endpoint gave no usable answer, or it is too long.
        """
        if self._free is None:
            self._free = asyncio.Semaphore(self.connections)
        request = json.loads(question.messages[-1][1])
        spec = question.model
        if spec.startswith(PREFIX) and spec not in self._functions:
            self._functions[spec] = cast(Callable[..., object], load_instance(spec, f"--system {spec}"))
        async with self._free:
            answer = await self._answered(spec, request)
        text = answer.get("reply", answer.get("summary")) if isinstance(answer, dict) else answer
        if not isinstance(text, str):
            raise CallFailed(f"{spec}: no text; expected a string, or an object with 'reply' or 'summary'")
        text = str.__str__(text)  # A subclass may have a length of its own.
        if len(text) > LONGEST:
            raise CallFailed(f"{spec}: an answer of {len(text):,} characters; expected at most {LONGEST:,}", OVERLONG)
        return Completion(text, "stop", Usage())

    async def _answered(self, spec: str, request: object) -> object:
        """What a system answers; of a function no more is awaited after its seconds, an endpoint has those of a try."""
        try:
            async with asyncio.timeout(self.seconds if spec.startswith(PREFIX) else None):
                return await _in_thread(lambda: self._answer(spec, request))
        except TimeoutError:
            raise CallFailed(f"{spec}: no answer within {self.seconds:g} s", "TimeoutError") from None

    def _answer(self, spec: str, request: object) -> object:
        if not spec.startswith(PREFIX):
            if not isinstance(request, dict):
                raise CallFailed(f"{spec}: no request")
            return self._posted(spec, request)
        try:
            found = self._functions[spec](request)
            return asyncio.run(_awaited(found)) if isawaitable(found) else found
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # noqa: BLE001 - the user's own code may raise anything, also SystemExit
            words = " ".join(without_secrets(str(problem)).split())[:200] + place_of(problem)
            raise CallFailed(f"{spec}: {type(problem).__name__}: {words}", type(problem).__name__) from None

    def _posted(self, address: str, request: dict[str, object]) -> object:
        from hayrick.harness.http import NoReply, Poster

        if self._poster is None:
            self._poster = Poster(key_env=KEY_ENV, seconds=self.seconds, tries=self.retries + 1)
        try:
            return self._poster(address, request)
        except NoReply as problem:
            raise CallFailed(str(problem), problem.status) from None
