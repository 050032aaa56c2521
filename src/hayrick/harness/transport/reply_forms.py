"""Forms of a chat completion that Inspect does not read: content in parts, and token counts that are no integers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite
from typing import Any, NamedTuple

_FIELDS = {"text": "text", "refusal": "refusal", "thinking": "reasoning", "reasoning": "reasoning"}
"""Type of a part, which is also the name of its text -> what it is of a message."""

_DETAILS = {
    "prompt_tokens_details": ("cached_tokens", "cache_write_tokens"),
    "completion_tokens_details": ("reasoning_tokens",),
}


class Parts(NamedTuple):
    """What the parts of a message's content say: its text, words of refusal, and reasoning."""

    text: str
    refusal: str
    reasoning: str


def read_parts(content: Sequence[object]) -> Parts | None:
    """Read a message's content in parts; None if one of them is of another type, or has no text."""
    said: dict[str, str] = {"text": "", "refusal": "", "reasoning": ""}
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        field = _FIELDS.get(kind) if isinstance(kind, str) else None
        text = _text(part.get(kind)) if field is not None and isinstance(part, dict) else None
        if field is None or text is None:
            return None
        said[field] += text
    return Parts(**said)


def _text(value: object) -> str | None:
    """A text, or that of parts with texts; None for anything else."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    texts = [part.get("text") if isinstance(part, dict) else None for part in value]
    known = [text for text in texts if isinstance(text, str)]
    return "".join(known) if len(known) == len(texts) else None


def made_readable(completion: Any) -> None:
    """Give a completion of the package openai, in place, a text in the place of parts and whole token counts.

    A fraction is rounded up. Where a prompt's or a reply's count is no number, the completion has no usage: then the
    tokens are counted here (`usage.counted`). A name of the model that is no text becomes "", a refusal without words
    none: Inspect would put it in the place of the text.
    """
    for choice in completion.choices or ():
        message = getattr(choice, "message", None)
        if message is None:
            continue
        content = getattr(message, "content", None)
        if isinstance(content, list) and (found := read_parts(content)) is not None:
            message.content = found.text
            if found.refusal:
                message.refusal = found.refusal
            if found.reasoning:
                message.reasoning_content = found.reasoning
        if not _has_words(getattr(message, "refusal", None)):
            message.refusal = None
    if not isinstance(completion.model, str):
        completion.model = ""
    if completion.usage is not None:
        completion.usage = _with_whole_counts(completion.usage)


def _has_words(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _with_whole_counts(used: Any) -> Any:
    counts = [_whole(getattr(used, name, None)) for name in ("prompt_tokens", "completion_tokens")]
    if None in counts:
        return None
    used.prompt_tokens, used.completion_tokens = counts
    used.total_tokens = _whole(getattr(used, "total_tokens", None)) or 0
    for name, fields in _DETAILS.items():
        details = getattr(used, name, None)
        if not hasattr(details, fields[0]):
            setattr(used, name, None)
            continue
        for field in fields:
            if getattr(details, field, None) is not None:
                setattr(details, field, _whole(getattr(details, field)))
    return used


def _whole(value: object) -> int | None:
    """A count as a whole number, of any size; None if it is no finite number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value  # Also one beyond all floats.
    return ceil(value) if isinstance(value, float) and isfinite(value) else None
