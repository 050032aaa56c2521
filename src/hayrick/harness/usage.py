"""What a call took: the provider's count of tokens where it can be right, else our own.

A count can be right if it is a whole number from 0, and if it fits the text: a token is hardly ever less than half a
byte, and texts do not average a hundred bytes a token. Providers put some marks around messages, and may bill tokens of
reasoning that neither the reply shows nor the longest reply allows. The bounds are wide on purpose: they are to stop
counts that would make a budget endless, or end it at once, and not to check anybody's tokeniser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.harness.journal import MOST, Usage, is_count
from hayrick.tokens import tokenizer

MOST_PER_BYTE, LEAST_PER_BYTE = 2.0, 0.01
"""Tokens of a text for each of its bytes in UTF-8, at most and at least."""

AROUND = 1_000
"""Tokens that a provider may put around a prompt."""

UNSEEN = 100_000
"""Tokens of reasoning that a provider may bill besides the reply."""


class Counted(NamedTuple):
    """What a call took, and what was wrong with the provider's count, "" for nothing."""

    usage: Usage
    doubt: str


def counted(told: Usage, messages: Sequence[tuple[str, str]], reply: str, max_tokens: int) -> Counted:
    """The provider's count of a call if it can be right, else ours; ours without a doubt where it counts nothing.

    Args:
        told: by the provider.
        messages: (role, text) of the prompt.
        reply: text of the reply.
        max_tokens: of the longest reply that was allowed.
    """
    if told != Usage() and _can_be_right(told, sum(_size(text) for _, text in messages), _size(reply), max_tokens):
        return Counted(told, "")
    ours = Usage(tokens_in=prompt_size(messages), tokens_out=tokenizer().count(reply))
    if told == Usage():
        return Counted(ours, "")
    tokens_in, cached, out = map(_shown, (told.tokens_in, told.tokens_cached, told.tokens_out))
    return Counted(ours, f"the provider counted {tokens_in} tokens in, {cached} cached and {out} out")


def most(messages: Sequence[tuple[str, str]], max_tokens: int) -> Usage:
    """The most that a call may take: its prompt uncached, its reply as long as allowed."""
    return Usage(tokens_in=prompt_size(messages), tokens_out=max_tokens)


def prompt_size(messages: Sequence[tuple[str, str]]) -> int:
    """Tokens of a prompt and what providers add around messages: in cl100k, and 5 % more for other tokenisers."""
    count = tokenizer().count
    return int(1.05 * sum(count(text) + 8 for _, text in messages)) + 8


def _can_be_right(told: Usage, prompt: int, reply: int, max_tokens: int) -> bool:
    """Whether a count fits a prompt and a reply of so many bytes."""
    if not all(map(is_count, (told.tokens_in, told.tokens_cached, told.tokens_out))):
        return False
    tokens_in = told.tokens_in + told.tokens_cached
    fits = LEAST_PER_BYTE * prompt <= tokens_in <= MOST_PER_BYTE * prompt + AROUND
    return fits and LEAST_PER_BYTE * reply <= told.tokens_out <= max(max_tokens, MOST_PER_BYTE * reply) + UNSEEN


def _shown(count: int) -> str:
    if abs(count) > MOST:
        return f"{'over' if count > 0 else 'under'} {MOST if count > 0 else -MOST:,}"
    return f"{count:,}"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
