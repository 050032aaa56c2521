"""Answers with status 200 that are no reply: an error in place of one, no choices, a message that is no text."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.harness.refusals import failure_said
from hayrick.harness.reply_forms import read_parts

_MOST_STEPS = 50_000_000
"""Characters times marks of reasoning that open in them: Inspect looks from every such mark to the end of the text."""


class NoCompletion(Exception):
    """What a server sent is no reply that can be read; it may be billed."""


def text_of(response: Mapping[str, object], model: str) -> str | None:
    """Text of a chat completion; None if its message has none.

    Raises:
        CallFailed: it is an error, which is not billed.
        NoCompletion: it is no chat completion that can be read.
    """
    choices, error = response.get("choices"), response.get("error")
    if error and not choices:
        about = error if isinstance(error, Mapping) else {"message": error}
        raise failure_said(model, str(about.get("message", "")), about.get("code"))
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
