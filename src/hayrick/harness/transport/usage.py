"""Token usage of a call: the provider's count if it is plausible, else our own.

A count is plausible if it is a whole number >= 0 that fits the text: a token has hardly ever less than half a byte, and
texts do not average a hundred bytes per token. Providers add marks around messages, and may bill reasoning tokens that
are neither shown in the reply nor limited by its token limit. The bounds are deliberately wide: they should catch
counts that would make a budget unlimited or exhaust it at once, not check a provider's tokeniser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.harness.transport.calls import MOST, Usage, is_count
from hayrick.tokens import tokenizer

MOST_PER_BYTE, LEAST_PER_BYTE = 2.0, 0.01
"""Maximum and minimum tokens per UTF-8 byte of a text."""

AROUND = 1_000
"""Maximum number of tokens that a provider may add to a prompt."""

UNSEEN = 100_000
"""Maximum number of reasoning tokens that a provider may bill besides the reply."""

_ENVELOPE = 2**20
"""Bytes of a reply besides its text: room for `UNSEEN` tokens of reasoning, too."""

_LONGEST = 64
"""Bytes of a token on the wire that texts do not average, escaped as they are in JSON."""

_ALTERNATIVE = 160
"""Bytes of one alternative of a token on the wire, at most."""


class Counted(NamedTuple):
    """Token usage of a call, and what was wrong with the provider's count, "" for nothing."""

    usage: Usage
    doubt: str


def counted(
    told: Usage, messages: Sequence[tuple[str, str]], reply: str, max_tokens: int, reasoning: str = ""
) -> Counted:
    """Return the provider's count of a call if it is plausible, else ours, without `doubt` if the provider gave none.

    Args:
        told: the provider's count.
        messages: (role, text) of the prompt.
        reply: text of the reply.
        max_tokens: token limit of the reply.
        reasoning: what was sent apart from the reply's text, and is billed with it.
    """
    prompt = sum(_size(text) for _, text in messages)
    if told != Usage() and _is_plausible(told, prompt, _size(reply), _size(reasoning), max_tokens):
        return Counted(told, "")
    count = tokenizer().count
    ours = Usage(tokens_in=prompt_size(messages), tokens_out=count(reply) + count(reasoning))
    if told == Usage():
        return Counted(ours, "")
    tokens_in, cached, out = map(_shown, (told.tokens_in, told.tokens_cached, told.tokens_out))
    return Counted(ours, f"the provider counted {tokens_in} tokens in, {cached} cached and {out} out")


def most(messages: Sequence[tuple[str, str]], max_tokens: int) -> Usage:
    """Maximum token usage of a call: its prompt uncached, its reply at the token limit."""
    return Usage(tokens_in=prompt_size(messages), tokens_out=max_tokens)


def most_bytes(max_tokens: int, alternatives: int) -> int:
    """Most bytes on the wire of a reply with a token limit, with so many alternatives of each token."""
    shown = _ALTERNATIVE * (alternatives + 1) if alternatives else 0
    return _ENVELOPE + max_tokens * (_LONGEST + shown)


def most_characters(max_tokens: int) -> int:
    """Most characters of a text with a token limit; what is beyond them, no such limit was kept for."""
    return 4096 + _LONGEST * max_tokens


def prompt_size(messages: Sequence[tuple[str, str]]) -> int:
    """Tokens of a prompt with what providers add to messages: cl100k, plus 5 % for other tokenisers."""
    count = tokenizer().count
    return int(1.05 * sum(count(text) + 8 for _, text in messages)) + 8


def _is_plausible(told: Usage, prompt: int, reply: int, reasoning: int, max_tokens: int) -> bool:
    """Whether a count is plausible for a prompt, a reply and reasoning of these sizes in bytes."""
    if not all(map(is_count, (told.tokens_in, told.tokens_cached, told.tokens_out))):
        return False
    tokens_in = told.tokens_in + told.tokens_cached
    fits = LEAST_PER_BYTE * prompt <= tokens_in <= MOST_PER_BYTE * prompt + AROUND
    # Of encrypted reasoning a few tokens may have some thousand bytes.
    fits = fits and LEAST_PER_BYTE * reply <= told.tokens_out and reasoning <= most_characters(told.tokens_out)
    return fits and told.tokens_out <= max(max_tokens, MOST_PER_BYTE * (reply + reasoning)) + UNSEEN


def _shown(count: int) -> str:
    if abs(count) > MOST:
        return f"{'over' if count > 0 else 'under'} {MOST if count > 0 else -MOST:,}"
    return f"{count:,}"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
