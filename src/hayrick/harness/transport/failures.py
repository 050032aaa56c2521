"""How a call fails: for good, with a useless reply, or because its server could not answer now."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from math import inf, nan
from urllib.parse import urlsplit

from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.secrets import without_secrets
from hayrick.types import HayrickError

EXHAUSTED = "quota"
"""Kind of a failure for want of quota."""

UNREACHED = "ConnectionRefusedError"
"""Kind of a failure of a call whose connection is refused: nothing listens at the address."""

REDIRECTED = frozenset({"301", "302", "303", "307", "308"})
"""Kinds of failures of calls that a server sends elsewhere: prompts and keys are for the host that was named."""

_WAIT, _GROWTH, _LONGEST_WAIT = 0.5, 4.0, 30.0
"""Seconds before a first further attempt, growth of later waits, and the longest one that no server asked for."""

_LONGEST_ASKED = 120.0
"""Longest wait that a server can ask for, in seconds."""


class CallFailed(HayrickError):
    """A call that gave no reply in all tries; it is not stored, so that the next run tries it again.

    `kind` is one word for counts: a status, the name of an error, or `too_long`. `usage` has the tokens of a reply that
    came and could not be used. `doubt` explains why it differs from the provider's count, "" if it does not.
    """

    kind = "unusable"

    def __init__(self, reason: str, kind: str = "", usage: Usage | None = None, doubt: str = "") -> None:
        super().__init__(reason)
        self.kind = kind or self.kind
        self.usage, self.doubt = usage or Usage(), doubt


class Spoiled(CallFailed):
    """A useless reply that is worth another try."""

    def __init__(self, reason: str, usage: Usage | None = None, doubt: str = "") -> None:
        super().__init__(reason, usage=usage, doubt=doubt)


class Busy(CallFailed):
    """A server that could not answer now; `asked` is how many seconds it asked to wait, None if it did not."""

    def __init__(self, reason: str, kind: str = "", asked: float | None = None) -> None:
        super().__init__(reason, kind)
        self.asked = asked

    def patience(self, attempt: int) -> float:
        """Seconds to wait after so many attempts: as the server asked, else ever longer, within bounds."""
        if self.asked is not None and self.asked >= 0:
            return min(self.asked, _LONGEST_ASKED)
        return min(_WAIT * _GROWTH ** (attempt - 1), _LONGEST_WAIT)


def is_unreached(problem: BaseException | None) -> bool:
    """Whether an error was caused by a refused connection, to each address of a host that has several."""
    if isinstance(problem, BaseExceptionGroup):
        return all(map(is_unreached, problem.exceptions))
    if problem is None or isinstance(problem, ConnectionRefusedError):
        return problem is not None
    return is_unreached(problem.__cause__ or problem.__context__)


def host_not_found(problem: BaseException | None) -> str:
    """What is said where an error was caused by the name of a host, which no address is known for; "" for others."""
    while problem is not None and not isinstance(problem, socket.gaierror):
        problem = problem.__cause__ or problem.__context__
    return f"the host cannot be found ({problem.strerror})" if problem is not None else ""


def sent_on(status: object, location: str | None) -> str:
    """What is said of an answer that sends a request to another address, of which the host is named."""
    try:
        host = urlsplit(location or "").hostname
    except ValueError:
        host = None
    other = without_secrets(host or "another address there")[:100]
    return f"status {status} sends the request on to {other}, which is not followed"


def seconds_asked(header: str | None) -> float | None:
    """Seconds that the header `Retry-After` asks to wait, as a number or a date; None for none, and for the past."""
    try:
        found = float(header or "")
    except ValueError:
        found = _seconds_until(header or "")
    return found if 0 <= found < inf else None


def _seconds_until(date: str) -> float:
    """Seconds from now until a date of HTTP; NaN for none."""
    from email.utils import parsedate_to_datetime

    try:
        found = parsedate_to_datetime(date)
    except (ValueError, TypeError, IndexError, OverflowError):
        return nan
    return ((found if found.tzinfo else found.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
