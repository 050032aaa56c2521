"""What a run would ask and cost, before anything is asked.

Calls and prompt tokens of systems are those of the run's own prompts, counted in cl100k. What models will write is not
known: the expected figures are means over SummHay's recorded summaries (bench/prompt_cost.py), the low figures half of
them with every repeated beginning of a prompt read from the provider's cache, the high ones the longest replies allowed
and no cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from hayrick.harness.jobs import Unit
from hayrick.harness.journal import Usage
from hayrick.harness.model_runs import Asking, asking_judges
from hayrick.harness.models import ModelJudge
from hayrick.harness.prices import Price, Prices
from hayrick.tokens import count_tokens
from hayrick.types import Bullet, Judge, Subtopic, Summary

SUMMARY_TOKENS = 335
"""Mean cl100k tokens of a recorded summary of a released haystack ('hayrick describe')."""

REPLY_TOKENS = {"single": 12, "nine": 12, "together": 151}
"""Mean tokens of the shortest readable reply of a judge, a call; docs/prompts.md."""

_CACHED = 0.9
"""Share of a repeated beginning that a provider's cache is taken to hold at best."""


class Planned(NamedTuple):
    """One system and context: calls and tokens of its summaries and of their judging; USD None without a price."""

    system: str
    context: str
    judge: str
    calls: int
    tokens_in: int
    tokens_out: int
    usd_low: float | None
    usd: float | None
    usd_high: float | None


class _Need(NamedTuple):
    """Calls of one model: how many, tokens in, of these repeated beginnings, expected and longest tokens out."""

    model: str
    calls: int
    tokens_in: int
    repeated: int
    tokens_out: int
    longest: int


def plan(units: Sequence[Unit], judge: Judge | None, asking: Asking, prices: Prices) -> list[Planned]:
    """What would be asked for each system and context, in order.

    Args:
        units: of the run.
        judge: of the run.
        asking: how models are asked.
        prices: by model.
    """
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        source = unit.source
        name = (source.system, source.context) if isinstance(source, Summary) else (source.ask.model, source.context)
        groups.setdefault(name, []).append(unit)
    rows = []
    for (system, context), members in groups.items():
        needs = [*_summaries(members), *(_judging(members, one) for one in asking_judges(judge))]
        calls, tokens_in = sum(need.calls for need in needs), sum(need.tokens_in for need in needs)
        tokens_out = sum(need.tokens_out for need in needs)
        low, middle, high = _usd(needs, prices, asking)
        rater = judge.name if judge else "none"
        rows.append(Planned(system, context, rater, calls, tokens_in, tokens_out, low, middle, high))
    return rows


def _summaries(units: Sequence[Unit]) -> list[_Need]:
    jobs = [unit.source for unit in units if unit.model is not None and not isinstance(unit.source, Summary)]
    if not jobs:
        return []
    prompts = ["\n".join(text for _, text in job.ask.messages) for job in jobs]
    sizes = [count_tokens(prompt).n for prompt in prompts]
    repeated = 0
    for before, prompt in pairwise(prompts):
        repeated += count_tokens(_shared(before, prompt)).n
    longest = sum(job.ask.max_tokens for job in jobs)
    expected = min(SUMMARY_TOKENS * len(jobs), longest)
    return [_Need(jobs[0].ask.model, len(jobs), sum(sizes), repeated, expected, longest)]


def _shared(a: str, b: str) -> str:
    """Common beginning of two texts."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return a[:low]


def _judging(units: Sequence[Unit], judge: ModelJudge) -> _Need:
    """Calls of a judge; summaries that are not there yet are taken to be as long as recorded ones."""
    calls = tokens_in = repeated = 0
    for unit in units:
        summary = unit.source if isinstance(unit.source, Summary) else _stand_in(unit)
        sizes = []
        before = ""
        for case in judge.logic.cases(unit.subtopic, summary):
            text = "\n".join(message.text for message in case.prompt.messages)
            sizes.append(count_tokens(text).n)
            repeated += judge.repeats * count_tokens(_shared(before, text)).n if before else 0
            before = text
        calls += judge.repeats * len(sizes)
        tokens_in += judge.repeats * sum(sizes)
    reply = REPLY_TOKENS.get(judge.logic.variant, SUMMARY_TOKENS)
    longest = calls * judge.decoding.max_tokens
    return _Need(judge.model, calls, tokens_in, repeated, min(calls * reply, longest), longest)


def _stand_in(unit: Unit) -> Summary:
    """A summary of the length of recorded ones: a bullet an insight."""
    subtopic: Subtopic = unit.subtopic
    words = " ".join(["word"] * 25)
    bullets = tuple(Bullet(id=n, text=words) for n, _ in enumerate(subtopic.insights, start=1))
    return Summary(
        haystack=unit.haystack.id,
        subtopic=subtopic.id,
        system="",
        context="",
        bullets=bullets,
        reply="",
        n_lines=len(bullets),
    )


def _usd(needs: Sequence[_Need], prices: Prices, asking: Asking) -> tuple[float | None, float | None, float | None]:
    found: list[tuple[float, float, float]] = []
    for need in needs:
        price = prices.of(need.model)
        if price is None:
            return None, None, None
        found.append(_range(need, price, asking.batch))
    return sum(f[0] for f in found), sum(f[1] for f in found), sum(f[2] for f in found)


def _range(need: _Need, price: Price, batch: bool) -> tuple[float, float, float]:
    cached = int(_CACHED * need.repeated)
    cheap = Usage(tokens_in=need.tokens_in - cached, tokens_cached=cached, tokens_out=need.tokens_out // 2)
    expected = Usage(tokens_in=need.tokens_in, tokens_out=need.tokens_out)
    dear = Usage(tokens_in=int(1.05 * need.tokens_in), tokens_out=need.longest)
    return price.usd(cheap, batch=batch), price.usd(expected, batch=batch), price.usd(dear, batch=batch)
