"""The journal of model calls: stores each call as it finishes, so that no call is repeated or lost in a crash.

The file `calls.jsonl` is both the journal (replies) and the ledger (tokens and cost). A line is written and synced when
a reply is complete; a line that a crash truncated is dropped when the file is opened again. A run locks the file: two
runs in one directory would make every call twice.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from hayrick.records.files import make_folder, parse_json, to_json
from hayrick.types import Alternative, BadInput

FILE = "calls.jsonl"
_BEYOND = 2**40
"""Byte to lock on systems whose locks prevent reading: beyond the end of any file."""

_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})


MOST = 10**9
"""Largest plausible number of tokens of one call."""


def is_count(value: object) -> bool:
    """Whether a value is a plausible number of tokens: whole, not negative, and at most `MOST`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def is_amount(value: object) -> bool:
    """Whether a value is a plausible cost: a finite number >= 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= sys.float_info.max


def is_logprob(value: object) -> bool:
    """Whether a value is the logarithm of a probability: finite, and at most a rounding error over 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -sys.float_info.max <= value <= 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call as counted by the provider; cached reads are not included in `tokens_in`."""

    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One finished call: its key, model, purpose, reply, tokens and cost.

    `reply` is the text as it came, `reasoning` what the server sent apart from it. `stop` is why the model stopped
    ("stop", "max_tokens", "content_filter", ...). `usd` is None if the price is unknown. `doubt` names a count or cost,
    by the provider or in a damaged line, that was implausible and replaced; "" for none. `told_in` is the provider's
    own count of the prompt, cached reads included, plausible or not; None if it gave none. `alternatives` are those of
    the reply's first token, where they were wanted and given.
    """

    key: str
    model: str
    purpose: str
    reply: str
    stop: str
    usage: Usage
    usd: float | None
    seconds: float
    doubt: str = ""
    reasoning: str = ""
    reasoning_tokens: int = 0
    told_in: int | None = None
    alternatives: tuple[Alternative, ...] = ()


def call_key(model: str, messages: Sequence[tuple[str, str]], parameters: Mapping[str, object], repeat: int = 0) -> str:
    """Key of a call, a hash of its content: any change of model, message or parameter gives another key.

    Args:
        model: name as given.
        messages: (role, text) in order.
        parameters: everything else that the reply depends on: decoding, base address, model arguments.
        repeat: number of the repetition of an otherwise equal call.
    """
    content = {"model": model, "messages": messages, "parameters": dict(parameters), "repeat": repeat}
    return sha256(json.dumps(content, sort_keys=True, allow_nan=False).encode("ascii")).hexdigest()[:32]


class Journal:
    """The finished calls of one run directory; open for writing until closed.

    Args:
        folder: the run directory; None to keep calls in memory only.

    Raises:
        BadInput: the file is damaged elsewhere than at its end, is not writable, or belongs to a run in progress.
    """

    def __init__(self, folder: Path | None) -> None:
        self.calls: dict[str, Call] = {}
        self._stream: IO[bytes] | None = None
        if folder is not None:
            self.open_in(folder)

    def open_in(self, folder: Path) -> None:
        """Read the calls in a folder, and store calls there from now on.

        Raises:
            BadInput: as the class.
        """
        make_folder(folder)
        path = folder / FILE
        try:
            # Open for appending, so that a file just created by another run is not emptied.
            self._stream = path.open("a+b")
            _lock(self._stream, folder)
            kept = 0
            for call, end in _read(path):
                self.calls[call.key] = call
                kept = end
            self._stream.truncate(kept)
        except OSError as problem:
            self.close()
            raise BadInput(str(path), f"cannot be written ({problem.strerror})", "a writable file") from None
        except BadInput:
            self.close()
            raise

    def find(self, key: str) -> Call | None:
        """The finished call with this key, or None."""
        return self.calls.get(key)

    def add(self, call: Call) -> None:
        """Store a finished call; it is on disk when this returns.

        Raises:
            BadInput: the disk is full, or the file is gone.
        """
        self.calls[call.key] = call
        if self._stream is None:
            return
        try:
            self._stream.write((to_json(asdict(call)) + "\n").encode("utf-8"))
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as problem:
            where = str(getattr(self._stream, "name", FILE))
            raise BadInput(where, f"cannot be written ({problem.strerror})", "a disk with room") from None

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def _lock(stream: IO[bytes], folder: Path) -> None:
    """Lock a file for this process until it is closed; does nothing if the file system has no locks."""
    try:
        try:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            windows: Any = importlib.import_module("msvcrt")
            stream.seek(_BEYOND)
            windows.locking(stream.fileno(), windows.LK_NBLCK, 1)
    except OSError as problem:
        if problem.errno in _TAKEN:
            cure = "Wait until it has ended, or choose another --out."
            raise BadInput(str(folder), "another run is writing there", "one run at a time", cure) from None


def read_calls(folder: Path) -> list[Call]:
    """Read the finished calls of a run directory, in the order in which they finished.

    Raises:
        BadInput: the file is damaged elsewhere than at its end.
    """
    path = folder / FILE
    return [call for call, _ in _read(path)] if path.exists() else []


def _read(path: Path) -> Iterator[tuple[Call, int]]:
    """Yield each call with the position after its line; an incomplete last line was truncated by a crash."""
    end = 0
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            end += len(line)
            where = f"{path}:{number}"
            value = parse_json(line.decode("utf-8", "replace"), where, finite=False)
            try:
                yield _call(value), end
            except (KeyError, TypeError, AttributeError):
                raise BadInput(where, "not a finished call", "a line of ours", "Remove the run directory.") from None


def _call(value: object) -> Call:
    """Parse the call of a line; implausible counts become 0, an implausible cost None; both are recorded in `doubt`."""
    if not isinstance(value, dict):
        raise TypeError
    counts, usd = value["usage"], value["usd"]
    wrong = [f"{name} {count!r}"[:40] for name, count in counts.items() if not is_count(count)]
    usage = Usage(**{name: count if is_count(count) else 0 for name, count in counts.items()})
    if usd is not None and not is_amount(usd):
        wrong.append(f"usd {usd!r}"[:40])
        usd = None
    doubt = f"{FILE} says {', '.join(wrong)}" if wrong else value.get("doubt", "")
    reasoning, reasoned, told = (value.get(name) for name in ("reasoning", "reasoning_tokens", "told_in"))
    return Call(
        **{
            **value,
            **{"usage": usage, "usd": usd, "doubt": doubt},
            "reasoning": reasoning if isinstance(reasoning, str) else "",
            "reasoning_tokens": reasoned if isinstance(reasoned, int) and is_count(reasoned) else 0,
            "told_in": told if is_count(told) else None,
            "alternatives": tuple(_alternatives(value.get("alternatives"))),
        }
    )


def _alternatives(found: object) -> Iterator[Alternative]:
    for one in found if isinstance(found, list) else ():
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and is_logprob(one[1]):
            yield Alternative(one[0], float(one[1]))
