"""Calls users' own systems: a Python function, or an HTTP endpoint."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import TYPE_CHECKING, cast

from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.secrets import without_secrets
from hayrick.harness.work.user_thread import UserThread, user_thread
from hayrick.records.user_arguments import with_arguments
from hayrick.records.user_code import PREFIX, code_of
from hayrick.records.user_errors import place_of
from hayrick.records.user_values import is_async
from hayrick.replies.classes import OVERLONG
from hayrick.systems.own import LONGEST
from hayrick.types import DOCUMENTS_SHOWN

if TYPE_CHECKING:
    from hayrick.harness.transport.http import Poster

KEY_ENV = "HAYRICK_ENDPOINT_KEY"
"""Environment variable with the bearer token of an endpoint."""

PURPOSE = "own"
"""Purpose of these calls in the ledger."""

READ = ("reply", "summary", DOCUMENTS_SHOWN)
"""Keys of an answer that are read."""

_MOST = 5
"""Keys that a note or an error names."""

LONG = 60.0
"""Seconds of calls, one after the other, from which a note says how they are made at the same time."""


def is_asking(spec: str) -> bool:
    """Whether a name is that of a system of the user's own with a model to ask."""
    return spec.startswith(PREFIX) and any(one.startswith("model=") for one in spec.partition("?")[2].split("&"))


def _shown(spec: str, found: object, request: object) -> tuple[str, ...] | None:
    """Ids of the documents that a system says it was shown, in the order of its request; None if it says nothing.

    Raises:
        CallFailed: they are no ids of documents of the request.
    """
    if found is None:
        return None
    documents = request.get("documents", ()) if isinstance(request, dict) else ()
    known = dict.fromkeys(str(one["id"]) for one in documents)
    given = found if isinstance(found, list | tuple) else [found]
    wrong = [one for one in given if not isinstance(one, str) or one not in known]
    if wrong or given is not found:
        some = " or ".join(f"'{id}'" for id in list(known)[:2])
        expected = f"a list of ids of the request's documents, such as {some}"
        raise CallFailed(f"{spec}: '{DOCUMENTS_SHOWN}' has {(wrong or given)[0]!r}"[:200] + f"; expected {expected}")
    return tuple(id for id in known if id in given)


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
    """Calls users' own systems: plain functions one call after the other, in one thread; all others concurrently.

    A plain function may keep what it works with in variables of its module, which calls from several threads would
    mix up. `async` functions and endpoints, and plain functions where a number of connections was asked for, are called
    in a thread for each call. Nothing can end a function of Python from outside: one that takes too long is left alone,
    its answer is lost, and its thread ends with the program.

    Args:
        specs: the systems.
        connections: whether and how many concurrent calls were asked for; None if not.
        seconds: most seconds of a call of a function, or of one attempt at an endpoint, to the last byte of its answer.
        retries: retries of a failing call to an endpoint.

    Raises:
        BadInput: a function cannot be loaded.
    """

    specs: Sequence[str]
    connections: int | None
    seconds: float
    retries: int
    _poster: Poster | None = field(default=None, init=False)
    _thread: UserThread = field(default_factory=user_thread, init=False)
    _functions: dict[str, Callable[..., object]] = field(default_factory=dict, init=False)
    """Loaded functions, by specification; changes to their code apply from the next run on."""

    _unread: dict[str, dict[str, None]] = field(default_factory=dict, init=False)
    """Keys that systems returned and that nothing reads, by specification."""

    _seconds: dict[str, float] = field(default_factory=dict, init=False)
    """How long each function was busy that is called one call after the other."""

    def __post_init__(self) -> None:
        for spec in self.specs:
            if spec.startswith(PREFIX):
                found = cast(Callable[..., object], self._thread.load(code_of(spec), f"--system {spec}"))
                self._functions[spec] = with_arguments(found, spec, f"--system {spec}")

    def is_in_turn(self, spec: str) -> bool:
        """Whether a system is called one call after the other."""
        one_at_a_time = self.connections in (None, 1)
        return one_at_a_time and spec in self._functions and not is_async(self._functions[spec])

    async def send(self, question: Outgoing) -> Completion:
        """Send one question; see `outgoing.Send`.

        Raises:
            CallFailed: the function raised or did not end, the endpoint gave no usable answer, or it is too long.
        """
        request = json.loads(question.messages[-1][1])
        spec = question.model
        answer = await self._answered(spec, request)
        text = _lines_as_text(answer.get("reply", answer.get("summary")) if isinstance(answer, dict) else answer)
        if not isinstance(text, str):
            raise CallFailed(
                f"{spec}: {_told(answer, text)}; expected text, or an object with text as 'reply' or 'summary'"
            )
        text = str.__str__(text)  # A subclass may have a length of its own.
        if len(text) > LONGEST:
            raise CallFailed(f"{spec}: an answer of {len(text):,} characters; expected at most {LONGEST:,}", OVERLONG)
        if not isinstance(answer, dict):
            return Completion(text, "stop", Usage())
        self._unread.setdefault(spec, {}).update({str(name): None for name in answer if name not in READ})
        return Completion(text, "stop", Usage(), documents_shown=_shown(spec, answer.get(DOCUMENTS_SHOWN), request))

    async def _answered(self, spec: str, request: object) -> object:
        """What a system answers; of a function no more is awaited after its seconds, an endpoint has those of a try."""
        try:
            async with asyncio.timeout(self.seconds if spec.startswith(PREFIX) else None):
                if self.is_in_turn(spec):
                    return await self._in_turn(spec, lambda: self._answer(spec, request))
                return await _in_thread(lambda: self._answer(spec, request))
        except TimeoutError:
            raise CallFailed(f"{spec}: no answer within {self.seconds:g} s", "TimeoutError") from None

    async def _in_turn(self, spec: str, work: Callable[[], object]) -> object:
        """What work returns or raises in the one thread; the thread is left to work that takes too long."""
        begun = time.monotonic()
        try:
            return await asyncio.wrap_future(self._thread.submit(work))
        except asyncio.CancelledError:
            self._thread.renew()
            raise
        finally:
            self._seconds[spec] = self._seconds.get(spec, 0.0) + time.monotonic() - begun

    @property
    def notes(self) -> list[str]:
        """What systems returned that nothing reads, and what can be done about those that took turns and took long."""
        unread = {spec: _some(names) for spec, names in self._unread.items()}
        return [
            f"{spec} returned {names}, which is not read; expected 'reply' or 'summary', and '{DOCUMENTS_SHOWN}'."
            for spec, names in unread.items()
            if names
        ] + [
            f"{spec} was called one call at a time, which took {seconds:,.0f} s; --jobs N calls it from N threads, if "
            "it can be called so."
            for spec, seconds in self._seconds.items()
            if seconds >= LONG
        ]

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
        from hayrick.harness.transport.http import NoReply, Poster

        if self._poster is None:
            self._poster = Poster(key_env=KEY_ENV, seconds=self.seconds, tries=self.retries + 1)
        try:
            return self._poster(address, request)
        except NoReply as problem:
            raise CallFailed(str(problem), problem.status) from None


def _some(names: Iterable[object]) -> str:
    """The first keys of an answer."""
    return ", ".join(f"'{str(name)[:40]}'" for name in list(names)[:_MOST])


def _told(answer: object, text: object) -> str:
    """An answer without text, as errors show it: the keys of an object that has neither that is read."""
    if isinstance(answer, dict) and answer and not answer.keys() & {*READ[:2]}:
        return f"an object with {_some(answer)}"
    return f"a value of type {type(text).__name__}"


def _lines_as_text(value: object) -> object:
    """A list of lines as one text, as summaries are in files; anything else as it is."""
    if isinstance(value, list) and value and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    return value
