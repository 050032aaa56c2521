"""What an error of a server means: a prompt that is too long, a quota that is used up, a moment without answers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hayrick.harness.transport.failures import (
    EXHAUSTED,
    REDIRECTED,
    UNREACHED,
    Busy,
    CallFailed,
    Spoiled,
    host_not_found,
    is_unreached,
    seconds_asked,
    sent_on,
)
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.harness.transport.secrets import without_secrets
from hayrick.harness.transport.usage import prompt_size

_TOO_LARGE = 413
_STATUSES = frozenset({400, _TOO_LARGE, 422})
_LEAST_WINDOW = 256
_LONGEST_ERROR = 4_000
_NUMBER = re.compile(r"(?<!\w)(?<!\d[.,])(?:\d{1,3}(?:,\d{3}){1,3}|\d{3,9})(?!\w|[.,]\d)")
_FEWEST, _MOST = 0.5, 2.0
"""Quotient of a server's count of a text and ours, at least and at most."""

_PAYMENT = 402
_HOPELESS = frozenset({400, 401, 403, 404, _TOO_LARGE})
"""Codes of errors that no further attempt mends."""

_BUSY = frozenset({408, 409, 429, *range(500, 600)})
"""Codes of errors that pass."""

_MOST_CODE = 10**6
"""Above the codes of errors that servers make up."""

_NAMED: Mapping[object, int] = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": _PAYMENT,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": _TOO_LARGE,
    "rate_limit_error": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""Type of an error, by Anthropic and OpenAI -> the status that they send with it."""

_EXHAUSTED = (
    "insufficient_quota",
    "exceeded your current quota",
    "billing_hard_limit_reached",
    "credit balance is too low",
)
"""What providers say of a quota that no wait fills."""

_RETRY = re.compile(r"\bretry in (\d{1,6}(?:\.\d{1,20})?)s\b")
"""How Google says after which time a limit a minute is over; it sends no header for it."""

_WRONG_KEY = "API key not valid"
"""How Google refuses a key, with status 400."""

_MARKUP = re.compile(r"\[/?[a-z]{1,20}\]")
"""Colour markup in Inspect's terminal messages."""

_INPUT = re.compile(r"input_value=.*?, (?=input_type=)", re.DOTALL)
"""What a server sent, as pydantic shows it: a key may be there in part, which is not told from other text."""


def refused_length(problem: BaseException, question: Outgoing) -> str:
    """How a request exceeded a server's window, if the server refused it for that; "" for other errors.

    Wordings differ and change, so that it is told by the status and the numbers in the message: a window, and a count
    of the prompt or of prompt and reply that is near to ours. Two forms are kept apart: the prompt alone is too long,
    or only together with the tokens that the reply may have.
    """
    status = _status_of(problem)
    if status not in _STATUSES:
        return ""
    said = f"{getattr(problem, 'message', '')} {getattr(problem, 'body', '')}"[:_LONGEST_ERROR]
    said = re.sub(rf"\bcode\W{{1,6}}{status}\b", "", said)  # "Error code: 400" states no window
    reply, ours = question.max_tokens, prompt_size(question.messages)
    numbers = {int(one.replace(",", "")) for one in _NUMBER.findall(said)}
    left = sorted(one for one in numbers if _LEAST_WINDOW <= one <= _MOST * (ours + reply) and one != reply)
    if len(left) < 2 or left[-1] < _FEWEST * ours:
        return "the server refuses requests of this size" if status == _TOO_LARGE else ""
    window, prompt = _window_and_prompt(left, reply, names_reply=reply in numbers)
    what = "the prompt alone" if prompt > window else "the prompt and its reply together"
    return f"{what} exceed the server's window of {window:,} tokens: see --window-tokens"


def _window_and_prompt(numbers: list[int], reply: int, *, names_reply: bool) -> tuple[int, int]:
    """Window and prompt tokens that a message states.

    Args:
        numbers: in the message, ascending, at least two; without that of the reply.
        reply: token limit of the reply.
        names_reply: whether the message states it, too.
    """
    for prompt in numbers:
        others = [one for one in numbers if one not in (prompt, prompt + reply)]
        if prompt + reply in numbers and others:
            return others[0], prompt
    # Without a sum, a message with the reply's limit states it because the prompt fits the window.
    return (numbers[1], numbers[0]) if names_reply else (numbers[0], numbers[-1])


def failure_of(problem: BaseException, model: str, *, is_passing: bool) -> CallFailed:
    """The failure that an error of a model means; `is_passing` says whether another attempt may mend it."""
    cause, kind = cause_of(problem), kind_of(problem)
    answer = getattr(cause, "response", None)
    urls = [getattr(one, "url", None) for one in (getattr(cause, "request", None), answer)]
    host = next((found for url in urls if (found := getattr(url, "host", ""))), "")
    unmet = "connection refused: nothing listens there" if kind == UNREACHED else host_not_found(cause)
    said = unmet or short(problem)
    reason = f"{model}{f' at {host}' if host else ''}: {said}"
    headers = getattr(answer, "headers", {})
    if kind in REDIRECTED:
        return CallFailed(f"{model} at {host}: {sent_on(kind, headers.get('Location'))}", kind)
    if _WRONG_KEY in _said(cause):
        return CallFailed(reason, "401")
    if _is_exhausted(cause):
        return CallFailed(reason, EXHAUSTED)
    if not is_passing:
        return CallFailed(reason, kind)
    asked = seconds_asked(headers.get("Retry-After"))
    return Busy(reason, kind, asked if asked is not None else _seconds_said(cause))


def failure_said(model: str, error: Mapping[str, object]) -> CallFailed:
    """The failure that a server tells in place of a reply, with status 200.

    It is what the same error is with its own status: that is its code, or follows from its type.
    """
    said, code, kind = str(error.get("message", "")), error.get("code"), error.get("type")
    named = _NAMED.get(kind) if isinstance(kind, str) else None
    is_code = isinstance(code, int) and not isinstance(code, bool) and 0 < code < _MOST_CODE
    status = code if is_code else named
    reason = f"{model}: the server says{f' {status}' if status else ''}: {first_words(said)}"
    if _WRONG_KEY in said:
        return CallFailed(reason, "401")
    if says_exhausted(status, f"{code} {said}"):
        return CallFailed(reason, EXHAUSTED)
    if status in _HOPELESS:
        return CallFailed(reason, str(status))
    return Busy(reason, str(status), _seconds_in(said)) if status in _BUSY else Spoiled(reason)


def _is_exhausted(problem: BaseException) -> bool:
    """Whether a provider says that no quota is left, which no wait mends.

    Google words a limit a minute so, too, and then says when to try again.
    """
    return says_exhausted(_status_of(problem), f"{getattr(problem, 'code', '')} {_said(problem)}")


def says_exhausted(status: object, said: str) -> bool:
    """Whether the status or the words of a refusal are those for a quota that no wait fills."""
    return status == _PAYMENT or (_seconds_in(said) is None and any(words in said for words in _EXHAUSTED))


def _said(problem: BaseException) -> str:
    return str(getattr(problem, "message", ""))


def _seconds_said(problem: BaseException) -> float | None:
    """Seconds after which an error's words ask to try again; None where they do not."""
    return _seconds_in(_said(problem))


def _seconds_in(said: str) -> float | None:
    found = _RETRY.search(said)
    return seconds_asked(found[1]) if found else None


def cause_of(problem: BaseException) -> BaseException:
    """The error behind those of retries."""
    attempt = getattr(problem, "last_attempt", None)
    return (attempt.exception() if attempt is not None else problem.__cause__) or problem


def kind_of(problem: BaseException) -> str:
    """One word for an error: its status, else its type."""
    cause = cause_of(problem)
    if is_unreached(cause):
        return UNREACHED
    return str(_status_of(cause) or type(cause).__name__)


def _status_of(problem: BaseException) -> int | None:
    """HTTP status of a provider's error, by either of the names that their packages give it; None for other errors."""
    found = (getattr(problem, name, None) for name in ("status_code", "code"))
    return next((one for one in found if isinstance(one, int)), None)


def short(problem: BaseException) -> str:
    """Type and first words of an error; provider messages may contain the whole request, and keys."""
    shown = cause_of(problem)
    status = _status_of(shown)
    said = str(getattr(shown, "message", "") or shown).partition("Request:")[0]
    words = first_words(_MARKUP.sub("", said))
    return f"{type(shown).__name__}{f' {status}' if status else ''}: {words}"


def first_words(said: str) -> str:
    """First words of a message, in one line, without keys and without what a server sent."""
    return " ".join(without_secrets(_INPUT.sub("", said)).split())[:160]
