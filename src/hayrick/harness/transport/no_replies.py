"""Answers with status 200 that are no reply: an error in place of one, no choices, a message that is no text."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.refusals import failure_said
from hayrick.harness.transport.reply_forms import read_parts

_MOST_STEPS = 50_000_000
"""Characters times marks of reasoning that open in them: Inspect looks from every such mark to the end of the text."""


_REPLIES = ("choices", "candidates", "content", "output")
"""Where providers put what a model said."""

_DATA = b"data:"


class NoCompletion(Exception):
    """What a server sent is no reply that can be read; it may be billed."""


def text_of(response: Mapping[str, object], model: str) -> str | None:
    """Text of a chat completion; None if its message has none.

    Raises:
        CallFailed: it is an error, which is not billed.
        NoCompletion: it is no chat completion that can be read.
    """
    choices = response.get("choices")
    if (failure := _error_in(response, model)) is not None:
        raise failure
    if not isinstance(choices, list):
        raise NoCompletion("a reply without choices")
    if not choices:
        return None
    message = choices[0].get("message") if isinstance(choices[0], Mapping) else None
    if not isinstance(message, Mapping):
        raise NoCompletion("a reply without a message")
    text = message.get("content")
    if isinstance(text, list) and (parts := read_parts(text)) is not None:
        text = parts.text
    if text is not None and not isinstance(text, str):
        raise NoCompletion("a message whose content is no text")
    if text and (begun := text.count("<think")) * len(text) > _MOST_STEPS:
        raise NoCompletion(f"a reply that begins to reason {begun:,} times")
    return text


def error_sent(head: bytes, model: str) -> CallFailed | None:
    """The failure that a server tells in place of a reply, with status 200: it is not billed; None if it tells none.

    Args:
        head: beginning of the body, one JSON value or a stream of events whose first one counts: of a later one the
            reply that had begun may be billed.
        model: that was asked.
    """
    first = next((line[len(_DATA) :] for line in head.splitlines() if line.startswith(_DATA)), head)
    try:
        response = json.loads(first)
    except (ValueError, RecursionError):
        return None
    return _error_in(response, model) if isinstance(response, Mapping) else None


def _error_in(response: Mapping[str, object], model: str) -> CallFailed | None:
    error = response.get("error")
    if not error or any(response.get(name) for name in _REPLIES):
        return None
    return failure_said(model, error if isinstance(error, Mapping) else {"message": error})
