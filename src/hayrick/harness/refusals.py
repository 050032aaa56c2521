"""Tells requests that a server refused for their length from its other errors."""

from __future__ import annotations

import re

from hayrick.harness.model_calls import Outgoing
from hayrick.harness.usage import prompt_size

_TOO_LARGE = 413
_STATUSES = frozenset({400, _TOO_LARGE, 422})
_LEAST_WINDOW = 256
_LONGEST_ERROR = 4_000
_NUMBER = re.compile(r"(?<!\w)(?<!\d[.,])(?:\d{1,3}(?:,\d{3}){1,3}|\d{3,9})(?!\w|[.,]\d)")
_FEWEST, _MOST = 0.5, 2.0
"""Quotient of a server's count of a text and ours, at least and at most."""


def refused_length(problem: BaseException, question: Outgoing) -> str:
    """How a request exceeded a server's window, if the server refused it for that; "" for other errors.

    Wordings differ and change, so that it is told by the status and the numbers in the message: a window, and a count
    of the prompt or of prompt and reply that is near to ours. Two forms are kept apart: the prompt alone is too long,
    or only together with the tokens that the reply may have.
    """
    status = getattr(problem, "status_code", None)
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
