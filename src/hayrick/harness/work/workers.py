"""Worker processes: how they are started, talked to and ended, and what they do.

A worker is this Python with the same `sys.path` and nothing else of the process that starts it: no main module, no open
files, no threads. It refuses to open connections, and ends when that process does. Values travel through its standard
input and output.
"""

from __future__ import annotations

import copyreg
import io
import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from hayrick.records.user_code import PREFIX
from hayrick.types import BadInput, Bullet, Item, Judgement, Response, Score, Summary

_LENGTH = struct.Struct(">Q")
_START = "import sys; sys.path[:] = {path!r}; from hayrick.harness.work.workers import serve; serve()"


class Message(NamedTuple):
    """What a worker is sent: a shared value, or a part, which is called with it."""

    shared: object = None
    part: Callable[[Any], object] | None = None


class Answer(NamedTuple):
    """What a worker answers: whether it did what it was sent, and the result of a part."""

    is_done: bool
    result: Any = None


class Worker:
    """A process that does parts, one after the other, seen from the process that started it."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", _START.format(path=sys.path)]
        try:
            # In a group of its own: Ctrl-C reaches this process, which ends its workers.
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
        except OSError as problem:
            raise BadInput("--processes", f"a process that cannot be started ({problem})", "fewer") from problem
        self.turn = Lock()
        """Held by who talks to it."""

        self.is_ended = False
        self.is_lost = False
        """Whether it ended before it was told to."""

    def send(self, message: bytes) -> None:
        """Send a pickled message.

        Raises:
            OSError: it has ended.
        """
        _write(_stream(self._process.stdin), message)

    def answer(self) -> Answer:
        """Wait for the answer to the first message that it has not answered.

        Raises:
            EOFError: it has ended.
        """
        found = pickle.loads(_read(_stream(self._process.stdout)))
        assert isinstance(found, Answer)
        return found

    def end(self) -> None:
        """End the process, whatever it does."""
        self.is_ended = True
        self._process.kill()
        self._process.wait()
        with self.turn:
            for stream in (self._process.stdin, self._process.stdout):
                with suppress(OSError):  # What was not sent is sent to nobody.
                    _stream(stream).close()


def pickled(value: object, items: Mapping[int, int] = MappingProxyType({})) -> bytes:
    """A value as bytes, read-only mappings too.

    Args:
        value: the value.
        items: `id` of items that the other process has as well -> their number, which is sent in their place.

    Raises:
        pickle.PicklingError, TypeError, AttributeError: it cannot leave this process.
    """

    def reduced(item: Item[object]) -> Any:
        return (_item, (items[id(item)],)) if id(item) in items else item.__reduce_ex__(pickle.HIGHEST_PROTOCOL)

    into = io.BytesIO()
    pickler = pickle.Pickler(into, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {**_REDUCED, Item: reduced}
    pickler.dump(value)
    return into.getvalue()


def unpickled(content: bytes, items: Sequence[Item[object]]) -> Any:
    """The value that was pickled with the numbers of these items."""
    return _Unpickler(io.BytesIO(content), items).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, content: io.BytesIO, items: Sequence[Item[object]]) -> None:
        super().__init__(content)
        self._items = items

    def find_class(self, module: str, name: str) -> Any:
        return self._items.__getitem__ if name == _item.__name__ else super().find_class(module, name)


def _item(number: int) -> Item[object]:
    """The item of a number, where values are read that were sent without their items."""
    raise NotImplementedError


def can_leave(name: str, value: object) -> bool:
    """Whether other processes can use a value: it is not the user's own code, and holds no model and no connection.

    Args:
        name: by which the user asked for it.
        value: to be sent.
    """
    if PREFIX in name:
        return False
    try:
        return bool(pickled(value))
    except (pickle.PicklingError, TypeError, AttributeError):
        return False


def _reducer(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """A reducer of frozen values, which takes half the time of the one that dataclasses have."""
    values = attrgetter(*(one.name for one in fields(kind)))
    return lambda value: (_made, (kind, values(value)))


def _made(kind: type[Any], values: Sequence[object]) -> object:
    made = object.__new__(kind)
    for enter, value in zip(_ENTER[kind], values, strict=True):
        enter(made, value)
    return made


_VALUES = (Bullet, Judgement, Response, Score, Summary)
_ENTER = {kind: [getattr(kind, one.name).__set__ for one in fields(kind)] for kind in _VALUES}
_REDUCED: dict[type[Any], Callable[[Any], Any]] = {
    **copyreg.dispatch_table,
    **{kind: _reducer(kind) for kind in _VALUES},
}


def _stream(given: IO[bytes] | None) -> IO[bytes]:
    assert given is not None
    return given


def _write(target: IO[bytes], content: bytes) -> None:
    target.write(_LENGTH.pack(len(content)))
    target.write(content)
    target.flush()


def _read(source: IO[bytes]) -> bytes:
    """The next content that was written.

    Raises:
        EOFError: the other side has ended.
    """
    head = source.read(_LENGTH.size)
    length = _LENGTH.unpack(head)[0] if len(head) == _LENGTH.size else -1
    content = source.read(length) if length >= 0 else b""
    if len(content) != length:
        raise EOFError
    return content


def serve() -> None:
    """Be a worker until standard input ends; what is printed goes to standard error, and who reads finds nothing."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.addaudithook(_refuse_connections)
    inbox: SimpleQueue[bytes] = SimpleQueue()
    outbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_fill, args=(source, inbox), daemon=True).start()
    Thread(target=_empty, args=(outbox, target), daemon=True).start()
    shared: object = None
    while True:
        content = inbox.get()
        try:
            message = pickle.loads(content)
            if message.part is None:
                shared, answer = message.shared, Answer(True)
            else:
                answer = Answer(True, message.part(shared))
            reply = pickled(answer)
        except Exception:  # noqa: BLE001 - the main process does it again, and raises what it raises
            reply = pickled(Answer(False))
        outbox.put(reply)


def _fill(source: IO[bytes], inbox: SimpleQueue[bytes]) -> None:
    """Read what is sent, also while a part is done, and end this process with the other one."""
    with suppress(EOFError):
        while True:
            inbox.put(_read(source))
    os._exit(0)


def _empty(outbox: SimpleQueue[bytes], target: IO[bytes]) -> None:
    """Write what is answered, while parts are done: the other process reads when it comes to it."""
    with suppress(BrokenPipeError):
        while True:
            _write(target, outbox.get())


def _refuse_connections(event: str, given: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo"):
        raise PermissionError("a worker process opens no connection")
