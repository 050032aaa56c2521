"""Keeps prompts within a model's context window; documents are never cut without a record of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hayrick.tokens import CL100K, Tokenizer, tokenizer
from hayrick.types import BadInput, Message, Prompt


class DoesNotFit(BadInput):
    """A prompt that exceeds the window and may not be cut, or cannot be cut enough."""


def prompt_tokens(prompt: Prompt, encoding: str = CL100K) -> int:
    """Number of tokens of all messages' texts, without what a provider adds to each message."""
    return sum(tokenizer(encoding).count(message.text) for message in prompt.messages)


def guard(
    prompt: Prompt,
    window_tokens: int,
    reserve_tokens: int,
    on_excess: Literal["refuse", "cut"] = "refuse",
) -> Prompt:
    """Return the prompt if it fits a model's context window; otherwise reject it, or cut documents and record that.

    Documents are cut from the last displayed one backwards: dropped, or cut at the end of a token if a part fits. Other
    parts of the prompt, such as the number of documents, are not changed.

    Args:
        prompt: any prompt with `sources`.
        window_tokens: size of the window, > 0.
        reserve_tokens: tokens of it to reserve for the reply and the provider's own marks, >= 0.
        on_excess: what to do with a prompt that does not fit.

    Returns:
        The same prompt, or one whose `shortened` and `removed_tokens` record what was removed.

    Raises:
        DoesNotFit: the prompt does not fit and may not be cut, or there is no room for any document.
    """
    if window_tokens <= 0 or reserve_tokens < 0 or on_excess not in ("refuse", "cut"):
        given = f"window {window_tokens}, reserve {reserve_tokens}, on_excess {on_excess!r}"
        raise BadInput("guard", given, "a window above 0, a reserve of 0 or more, 'refuse' or 'cut'")
    room = window_tokens - reserve_tokens
    before = prompt_tokens(prompt)
    if before <= room:
        return prompt
    if on_excess == "refuse":
        needed = f"{before:,} tokens of prompt and {reserve_tokens:,} of reserve"
        cure = "Show fewer documents, ask a model with a larger window, or cut."
        raise DoesNotFit(f"prompt {prompt.signature}", needed, f"at most {window_tokens:,} together", cure)
    size, found = before, tokenizer(CL100K)
    while size > room and prompt.sources:
        excess = size - room
        while excess > 0 and prompt.sources:
            prompt, freed = _cut_last(prompt, excess, found)
            excess -= freed
        # Token counts of parts need not add up to that of the whole.
        size = prompt_tokens(prompt)
    if not prompt.sources:
        found_room = f"no room for a document in {room:,} tokens"
        raise DoesNotFit(f"prompt {prompt.signature}", found_room, "a larger window")
    return replace(prompt, removed_tokens=prompt.removed_tokens + before - size)


def abridged(text: str, lines: int = 60, width: int = 400) -> str:
    """A text for a reader, without the middle of what is long: of more than `lines` lines, of `width` characters."""
    found = [line if len(line) <= width else _ends(line, width // 2) for line in text.split("\n")]
    if len(found) > lines:
        half = lines // 2
        found[half:-half] = [f"... {len(found) - 2 * half:,} lines ..."]
    return "\n".join(found)


def _ends(line: str, half: int) -> str:
    return f"{line[:half]} ... {len(line) - 2 * half:,} characters ... {line[-half:]}"


def _cut_last(prompt: Prompt, excess_tokens: int, found: Tokenizer) -> tuple[Prompt, int]:
    """Cut `excess_tokens` from the last document, or drop it; also return about how many tokens that frees."""
    message, last = prompt.messages[-1].text, prompt.sources[-1]
    shortened = prompt.shortened if last.document in prompt.shortened else (last.document, *prompt.shortened)
    own = message[slice(*last.text)]
    left = found.count(own) - excess_tokens
    kept = found.cut(own, left) if left > 0 else ""
    if kept.strip():
        end = last.text[0] + len(kept)
        gone = last.text[1] - end
        text = message[:end] + message[last.text[1] :]
        block = (last.block[0], last.block[1] - gone)
        sources = (*prompt.sources[:-1], replace(last, block=block, text=(last.text[0], end)))
        freed = excess_tokens
    else:
        text = message[: last.block[0]] + message[last.block[1] :]
        sources = prompt.sources[:-1]
        freed = found.count(message[slice(*last.block)])
    messages = (*prompt.messages[:-1], Message(role=prompt.messages[-1].role, text=text))
    return replace(prompt, messages=messages, sources=sources, shortened=shortened), freed
