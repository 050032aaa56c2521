"""Calls, tokens and cost of the questions that a run or a judge would put to models.

Calls and prompt tokens of systems are those of the run's own prompts, counted in cl100k. Reply lengths are estimated:
expected figures are means over SummHay's recorded summaries (bench/judge/prompt_cost.py), and half of what is allowed
for reasoning. Low figures assume half of that and that the provider caches every repeated prompt prefix; high figures
assume replies at the token limit, no cache, and that replies are drawn because no model gives probabilities. Where long
prompts cost more a token, low and expected figures take all calls of a model as of mean length, and high ones as of the
greatest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hayrick.harness.models.players import Player
from hayrick.harness.models.prices import Price, Prices
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.scheduling.asks import CountedQuestion
from hayrick.harness.transport.calls import Usage
from hayrick.tokens import count_tokens
from hayrick.types import Question

EXPECTED_TOKENS = 100
"""Expected tokens of a reply of unknown length."""

_CACHED = 0.9
"""Share of a repeated prefix that a provider's cache is assumed to hold at best."""


class PlannedCalls(NamedTuple):
    """One system and context: calls and tokens of its responses and their judging; USD None if a price is unknown."""

    system: str
    context: str
    judge: str
    calls: int
    tokens_in: int
    tokens_out: int
    usd_low: float | None
    usd: float | None
    usd_high: float | None
    unpriced: Sequence[str] = ()
    """Models whose price is unknown."""


class Need(NamedTuple):
    """Calls of one model: number, tokens in, of these in repeated prefixes, expected and maximum tokens out."""

    model: str
    calls: int
    tokens_in: int
    repeated: int
    tokens_out: int
    longest: int
    longest_prompt: int
    """Tokens of the longest prompt, which may cost more a token than others."""

    instead: int
    """Tokens in of replies that are drawn where the model gives no probabilities; `longest` includes theirs."""


def planned_calls(
    system: str, context: str, judge: str, jobs: Sequence[Sequence[CountedQuestion]], prices: Prices, *, batch: bool
) -> PlannedCalls:
    """Calls, tokens and cost of the questions that were counted for each job of a system and context."""
    return planned_of(system, context, judge, list(needs_of(jobs)), prices, batch=batch)


def planned_of(
    system: str, context: str, judge: str, needs: Sequence[Need], prices: Prices, *, batch: bool
) -> PlannedCalls:
    """Calls, tokens and cost of what each model is needed for."""
    calls, tokens_in = sum(need.calls for need in needs), sum(need.tokens_in for need in needs)
    tokens_out = sum(need.tokens_out for need in needs)
    low, middle, high = _usd(needs, prices, batch=batch)
    unpriced = [name for name in dict.fromkeys(need.model for need in needs) if prices.of(name) is None]
    return PlannedCalls(system, context, judge, calls, tokens_in, tokens_out, low, middle, high, unpriced)


def different(jobs: Sequence[Sequence[CountedQuestion]]) -> list[list[CountedQuestion]]:
    """The jobs' questions, each only where it comes first: a run asks equal ones once.

    Only for questions about given responses: those about stand-ins are equal where a run's are not.
    """
    known: set[Question] = set()
    found = []
    for job in jobs:
        new = {one.question: one for one in job if one.question not in known}
        known.update(new)
        found.append(list(new.values()))
    return found


def needs_of(jobs: Sequence[Sequence[CountedQuestion]]) -> Iterator[Need]:
    """Calls of each model for one system and context, without those of users' own systems, whose cost is unknown.

    A system's prompt may share a prefix with that of the previous item, a judge's with the previous one for the same
    response.
    """
    for role in dict.fromkeys(one.question.role for job in jobs for one in job):
        found = [[one for one in job if one.question.role == role] for job in jobs]
        player = next(one.player for job in found for one in job)
        if player.purpose != OWN:
            yield _need(player, [[one for job in found for one in job]] if player.purpose == "system" else found)


def _need(player: Player, sequences: Sequence[Sequence[CountedQuestion]]) -> Need:
    """Calls of one model.

    Args:
        player: the model.
        sequences: sequences of questions in which each may share a prefix with the previous one of the same repeat.
    """
    calls = tokens_in = repeated = longest = longest_prompt = instead = 0
    for sequence in sequences:
        by_repeat: dict[int, list[tuple[str, int]]] = {}
        for one in sequence:
            sent = [*(message.text for message in one.question.prompt.messages), player.prefix]
            text = "\n".join(sent if player.prefix else sent[:-1])
            by_repeat.setdefault(one.question.repeat, []).append((text, one.question.instead))
            longest += (1 + one.question.instead) * (one.question.max_tokens + player.reasoning_tokens)
        for asked in by_repeat.values():
            texts = [text for text, _ in asked]
            calls += len(texts)
            lengths = [count_tokens(text).n for text in texts]
            tokens_in += sum(lengths)
            instead += sum(length * more for length, (_, more) in zip(lengths, asked, strict=True))
            longest_prompt = max(longest_prompt, *lengths)
            repeated += sum(count_tokens(_shared(before, text)).n for before, text in pairwise(texts))
    reasoning = player.reasoning_tokens // 2
    expected = min(calls * ((player.expected_tokens or EXPECTED_TOKENS) + reasoning), longest)
    return Need(player.model, calls, tokens_in, repeated, expected, longest, longest_prompt, instead)


def _shared(a: str, b: str) -> str:
    """Longest common prefix of two texts."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return a[:low]


def _usd(needs: Sequence[Need], prices: Prices, *, batch: bool) -> tuple[float | None, float | None, float | None]:
    found: list[tuple[float, float, float]] = []
    for need in needs:
        price = prices.of(need.model)
        if price is None:
            return None, None, None
        found.append(_range(need, price, batch=batch))
    return sum(f[0] for f in found), sum(f[1] for f in found), sum(f[2] for f in found)


def _range(need: Need, price: Price, *, batch: bool) -> tuple[float, float, float]:
    cached = int(_CACHED * need.repeated)
    cheap = Usage(tokens_in=need.tokens_in - cached, tokens_cached=cached, tokens_out=need.tokens_out // 2)
    expected = Usage(tokens_in=need.tokens_in, tokens_out=need.tokens_out)
    dear = Usage(tokens_in=int(1.05 * (need.tokens_in + need.instead)), tokens_out=need.longest)
    mean, longest = need.tokens_in // max(1, need.calls), int(1.05 * need.longest_prompt)
    low, middle = (price.usd(one, batch=batch, prompt=mean) for one in (cheap, expected))
    return low, middle, price.usd(dear, batch=batch, prompt=longest)
