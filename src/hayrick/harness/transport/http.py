"""Posts JSON to HTTP endpoints that the user named, with limits on time, tries and size."""

from __future__ import annotations

import html
import http.client
import json
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import TypeVar

from hayrick.harness.transport.failures import (
    EXHAUSTED,
    REDIRECTED,
    UNREACHED,
    host_not_found,
    is_unreached,
    seconds_asked,
    sent_on,
)
from hayrick.harness.transport.refusals import says_exhausted
from hayrick.harness.transport.secrets import keys, sendable_key, without_keys_in, without_secrets
from hayrick.harness.work.finish import put_into
from hayrick.records.read_files import parse_json
from hayrick.records.web_addresses import is_web_address, shown
from hayrick.replies.classes import OVERLONG
from hayrick.types import BadInput, HayrickError

T = TypeVar("T")

RERANK_KEY = "HAYRICK_RERANK_KEY"
"""Environment variable with the key of a rerank endpoint."""

ROOM = 2**21
"""Bytes of an answer besides what its request holds, which may come back: texts are sent with their documents."""

LONGEST_PAUSE = 30.0
_LIMITED = 429
_LONGEST_REFUSAL = 4_000
"""Bytes of a refusal that are looked at."""

_SHOWN = 200
"""Characters of it that are shown."""

_PATIENCE = 2.0
"""Most seconds that a refusal's text is waited for, once its status has come."""

_PAGE = re.compile(r"\s*<")
_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)

_GZIP = b"\x1f\x8b"
_RETRIED = frozenset({408, 425, 429, 500, 502, 503, 504})


class NoReply(HayrickError):
    """An endpoint gave no usable answer in all tries.

    `status` is that of a refusal, `EXHAUSTED` where it says that no quota is left, `OVERLONG`, `UNREACHED`, or "" for
    none.
    """

    def __init__(self, reason: str, status: str = "") -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """Posts a JSON value and returns the JSON value of the answer.

    Of an answer no more is read than `ROOM` and the size of its request; a longer one is not asked for again.
    Redirects are not followed, so that the key is sent nowhere else. The key is read from the environment at each call,
    appears in no message, and is masked in answers.

    Args:
        key_env: environment variable with the key, sent as bearer token; if it is unset no key is sent.
        seconds: most seconds of a try, > 0, from its beginning to the last byte of the answer.
        tries: maximum number of tries, >= 1; only lost connections, timeouts and temporary statuses are retried, and
            refused connections where the address has answered before.
        pause: waits for a number of seconds; tests can replace it.
    """

    key_env: str = RERANK_KEY
    seconds: float = 60.0
    tries: int = 4
    pause: Callable[[float], None] = time.sleep
    _answered: set[str] = field(default_factory=set, init=False)
    """Addresses that have answered."""

    def __call__(self, url: str, value: Mapping[str, object]) -> object:
        """Post a value.

        Raises:
            BadInput: the URL or the key is invalid.
            NoReply: the endpoint refused, returned invalid JSON or too much of it, or did not answer.
        """
        where = shown(url)
        body = json.dumps(value).encode("utf-8")
        request, most = self._request(url, body), ROOM + len(body)
        for left in reversed(range(max(self.tries, 1))):
            wait, says = 2.0 ** (self.tries - left - 1), ""
            try:
                found = _within(self.seconds, lambda: _read(request, self.seconds, most, where))
                self._answered.add(url)
                return found
            except _Refused as problem:
                self._answered.add(url)
                reason, says = f"HTTP status {problem.status}", _told(problem.said)
                asked = seconds_asked(problem.headers.get("Retry-After"))
                wait = wait if asked is None else asked
                if str(problem.status) in REDIRECTED:
                    reason, says = sent_on(problem.status, problem.headers.get("Location")), ""
                if problem.status not in _RETRIED:
                    cure = _cure(problem.status, self.key_env)
                    raise NoReply(f"{where}: {reason}. {cure}{says}", str(problem.status)) from None
            except TimeoutError:
                reason = f"no whole answer within {self.seconds:g} s"
            except (urllib.error.URLError, http.client.HTTPException, OSError) as problem:
                if is_unreached(problem) and url not in self._answered:
                    reason = "connection refused: nothing listens there. Is the endpoint up?"
                    raise NoReply(f"{where}: {reason}", UNREACHED) from None
                why = getattr(problem, "reason", None) or type(problem).__name__
                reason = host_not_found(problem) or f"no answer ({why})"
            if left:
                self.pause(min(wait, LONGEST_PAUSE))
        tries = f"{self.tries} tries" if self.tries > 1 else "1 try"
        raise NoReply(f"{where}: {reason} after {tries}. Is the endpoint up?{says}")

    def _request(self, url: str, body: bytes) -> urllib.request.Request:
        if not is_web_address(url):
            raise BadInput(f"endpoint '{shown(url)}'", "no web address", "http:// or https:// and a host")
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "hayrick"}
        if key := sendable_key(self.key_env):
            headers["Authorization"] = f"Bearer {key}"
        return urllib.request.Request(url, body, headers, method="POST")


class _Refused(Exception):
    """An answer with a status that is no success, and the beginning of its text."""

    def __init__(self, status: int, headers: Message, said: str) -> None:
        super().__init__(status)
        self.status, self.headers, self.said = status, headers, said


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def _within(seconds: float, work: Callable[[], T]) -> T:
    """What work returns or raises; TimeoutError after so many seconds, whatever still drips in."""
    found: Future[T] = Future()
    threading.Thread(target=put_into, args=(found, work), daemon=True).start()
    return found.result(seconds)


def _read(request: urllib.request.Request, seconds: float, most: int, where: str) -> object:
    until, parts, size = time.monotonic() + seconds, list[bytes](), 0
    try:
        answer = urllib.request.build_opener(_NoRedirects).open(request, timeout=seconds)
    except urllib.error.HTTPError as problem:
        status, said = problem.code, _said(problem)
        if says_exhausted(status, said if status == _LIMITED else ""):
            raise NoReply(f"{where}: HTTP status {status}: no quota is left", EXHAUSTED) from None
        raise _Refused(status, problem.headers, said) from None
    with answer:
        while part := answer.read1(2**16):
            parts.append(part)
            size += len(part)
            if size > most:
                raise NoReply(f"{where}: an answer of more than {most:,} bytes. Is this the right endpoint?", OVERLONG)
            if time.monotonic() > until:
                raise TimeoutError
        if answer.length:
            raise http.client.IncompleteRead(b"", answer.length)
    content = b"".join(parts)
    if content.startswith(_GZIP):
        raise NoReply(f"{where}: an answer packed with gzip, which the request does not accept; expected plain JSON")
    try:
        found = parse_json(content.decode(json.detect_encoding(content), "surrogatepass"), where)
    except (BadInput, UnicodeDecodeError):
        reason = "an answer that is no JSON of finite numbers with each key once. Is this the right endpoint?"
        raise NoReply(f"{where}: {reason}") from None
    return without_keys_in(found, secrets) if (secrets := keys()) else found


def _said(refusal: urllib.error.HTTPError) -> str:
    """The beginning of a refusal's text; "" where it breaks off or is packed: status and headers say enough."""

    def read() -> bytes:
        with refusal:
            return refusal.read(_LONGEST_REFUSAL)

    with suppress(OSError, http.client.HTTPException):
        content = _within(_PATIENCE, read)
        return "" if content.startswith(_GZIP) else content.decode("utf-8", "replace")
    return ""


def _told(said: str) -> str:
    """What a refusal says, for readers: the beginning in one line, without keys; of a page of HTML its title."""
    if _PAGE.match(said):
        title = _TITLE.search(said)
        said = html.unescape(title[1]) if title else ""
    else:
        with suppress(ValueError, RecursionError):
            said = json.dumps(json.loads(said), ensure_ascii=False)
    line = " ".join(without_secrets(said).split())
    begun = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line[:_SHOWN])
    return f" It says: {begun}{' ...' * (len(line) > _SHOWN)}" if line else ""


def _cure(status: int, key_env: str) -> str:
    if status in (401, 403):
        return f"Set the environment variable {key_env} to a valid key."
    if str(status) in REDIRECTED:
        return "Name the address that answers, if you trust it."
    return "The request was not sent again."
