"""Plans a run: its calls and cost, and what it can show, before any call is made.

Calls and prompt tokens of systems are those of the run's own prompts, counted in cl100k. Reply lengths are estimated:
expected figures are means over SummHay's recorded summaries (bench/prompt_cost.py), and half of what is allowed for
reasoning. Low figures assume half of that and that the provider caches every repeated prompt prefix; high figures
assume replies at the token limit, no cache, and that replies are drawn because no model gives probabilities. Where long
prompts cost more a token, low and expected figures take all calls of a model as of mean length, and high ones as of the
greatest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.asks import CountedQuestion, CountingAsk
from hayrick.harness.assumed import assumed
from hayrick.harness.calls import Usage
from hayrick.harness.finish import finish
from hayrick.harness.judged import PreparedTask, add_jobs
from hayrick.harness.plan_power import PowerRequest, plan_power
from hayrick.harness.plan_time import ModelCalls, PlannedTime, plan_time
from hayrick.harness.players import Cast, Player
from hayrick.harness.prices import Price, Prices, read_prices
from hayrick.harness.run_request import RunRequest, own_code, places, prepare
from hayrick.harness.user_calls import PURPOSE as OWN
from hayrick.records.fields import ROWS, table
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import require_made, require_no_input
from hayrick.records.user_code import in_one_line
from hayrick.records.write_files import write_json, write_text
from hayrick.report.power import PlannedPower
from hayrick.tokens import count_tokens
from hayrick.types import Prompt, Question

FILE = "plan.json"
PROMPT_FILE = "prompt.txt"
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


class Plan(NamedTuple):
    """Everything that is known of a run before it is made; `power` is empty unless it was asked for."""

    calls: list[PlannedCalls]
    power: list[PlannedPower]
    time: PlannedTime | None
    """None where nothing shows how long calls take."""

    remarks: list[str]
    """On the figures of `power`, for readers."""

    @property
    def further(self) -> dict[str, object]:
        """Keys of `plan.json` beside its rows, those of which something is known."""
        power = {"power": [one._asdict() for one in self.power]} if self.power else {}
        return {**power, **({"time": self.time._asdict()} if self.time is not None else {})}


class Shown(NamedTuple):
    """A prompt for readers: which wording it is, and its messages."""

    signature: str
    text: str


@dataclass(slots=True)
class _Seen:
    """What was met on the way through all jobs."""

    systems: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """Task -> its systems with their contexts, also those that ask no model."""

    calls: dict[str, ModelCalls] = field(default_factory=dict)
    """Model -> its calls."""

    def add(self, needs: Iterable[_Need]) -> None:
        """Note calls of models."""
        for one in needs:
            have = self.calls.get(one.model, ModelCalls(0, 0))
            self.calls[one.model] = ModelCalls(have.calls + one.calls, have.tokens_in + one.tokens_in)


class _Need(NamedTuple):
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


def plan(
    request: RunRequest,
    out: Path | None = None,
    note: Callable[[str], None] = lambda line: None,
    *,
    power: PowerRequest | None = None,
    pilot: Path | None = None,
) -> Plan:
    """Plan a run; no call is made.

    Args:
        request: the run.
        out: folder for `plan.json`; None to write nothing.
        note: called with each note for readers.
        power: what is asked of precision and power; None for nothing.
        pilot: directory of an earlier run whose calls show how long one takes; None for none.

    Raises:
        BadInput: an input or a name is invalid, or nothing shows how far scores vary.
    """
    with in_one_line(own_code(request)):
        return _plan(request, out, note, power, pilot)


def require_plan(out: Path, read: Sequence[str]) -> None:
    """Refuse a folder for `plan.json` where that is one of the files that are read, or was not made by a plan.

    Raises:
        BadInput: it is.
    """
    require_no_input([out / FILE], read)
    require_made(out / FILE, ROWS, "plan")


def write_calls(out: Path, found: Sequence[PlannedCalls], read: Sequence[str]) -> None:
    """Write `plan.json` of calls alone; see `require_plan`."""
    require_plan(out, read)
    write_json(out / FILE, table([row._asdict() for row in found]))


def _plan(
    request: RunRequest,
    out: Path | None,
    note: Callable[[str], None],
    asked: PowerRequest | None,
    pilot: Path | None,
) -> Plan:
    if pilot is not None:
        read_manifest(pilot)
    cast = Cast()
    prepared = prepare(request, cast)
    if out is not None:
        require_plan(out, places(request, prepared))
    seen = _Seen()
    prices = read_prices(request.models.prices)
    rows = [row for one in prepared for row in _planned(one, cast, prices, seen, batch=request.models.batch)]
    powers, remarks = list[PlannedPower](), list[str]()
    if asked is not None:
        costs = [row.usd for row in rows]
        usd = None if None in costs or not costs else sum(one or 0.0 for one in costs)
        n_systems = {task: len(names) for task, names in seen.systems.items()}
        powers, remarks = plan_power(asked, prepared, n_systems, usd)
    time = plan_time(seen.calls, request.models, pilot)
    found = Plan(rows, powers, time, remarks)
    if out is not None:
        write_json(out / FILE, {**table([row._asdict() for row in rows]), **found.further})
    for line in assumed(request.judge, prepared):
        note(line)
    return found


def first_prompt(request: RunRequest, out: Path | None = None) -> Shown | None:
    """The first prompt that a system of the run would be sent; None where no system asks a model.

    Args:
        request: the run.
        out: folder for `prompt.txt`, the whole prompt; None to write nothing.

    Raises:
        BadInput: as `plan`.
    """
    with in_one_line(own_code(request)):
        cast = Cast()
        prepared = prepare(request, cast)
        prompt = next((prompt for one in prepared for prompt in _prompts(one, cast)), None)
        if prompt is None:
            return None
        text = "\n".join(f"[{message.role}]\n{message.text}" for message in prompt.messages)
        if out is not None:
            require_no_input([out / PROMPT_FILE], places(request, prepared))
            write_text(out / PROMPT_FILE, f"{text}\n")
        return Shown(prompt.signature, text)


def _prompts(prepared: PreparedTask, cast: Cast) -> Iterator[Prompt]:
    add_jobs(prepared)
    for job in prepared.jobs:
        ask = CountingAsk(cast=cast, stand_in=prepared.task.stand_in(prepared.about[job.id]))
        finish(job.work(ask))
        yield from (one.question.prompt for one in ask.counted if one.player.purpose == "system")


def _planned(prepared: PreparedTask, cast: Cast, prices: Prices, seen: _Seen, *, batch: bool) -> Iterator[PlannedCalls]:
    """Plan each system and context, in order."""
    add_jobs(prepared)
    groups: dict[tuple[str, str], list[list[CountedQuestion]]] = {}
    for job in prepared.jobs:
        ask = CountingAsk(cast=cast, stand_in=prepared.task.stand_in(prepared.about[job.id]))
        judged = finish(job.work(ask))
        for name in dict.fromkeys((one.response.system, one.response.context) for one in judged):
            seen.systems.setdefault(prepared.task.name, set()).add(name)
            if ask.counted:
                groups.setdefault(name, []).append(ask.counted)
    rater = prepared.judge.name if prepared.judge else "none"
    for (system, context), jobs in groups.items():
        needs = list(_needs(jobs))
        seen.add(needs)
        yield _planned_calls(system, context, rater, needs, prices, batch=batch)


def planned_calls(
    system: str, context: str, judge: str, jobs: Sequence[Sequence[CountedQuestion]], prices: Prices, *, batch: bool
) -> PlannedCalls:
    """Calls, tokens and cost of the questions that were counted for each job of a system and context."""
    return _planned_calls(system, context, judge, list(_needs(jobs)), prices, batch=batch)


def _planned_calls(
    system: str, context: str, judge: str, needs: Sequence[_Need], prices: Prices, *, batch: bool
) -> PlannedCalls:
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


def _needs(jobs: Sequence[Sequence[CountedQuestion]]) -> Iterator[_Need]:
    """Calls of each model for one system and context, without those of users' own systems, whose cost is unknown.

    A system's prompt may share a prefix with that of the previous item, a judge's with the previous one for the same
    response.
    """
    for role in dict.fromkeys(one.question.role for job in jobs for one in job):
        found = [[one for one in job if one.question.role == role] for job in jobs]
        player = next(one.player for job in found for one in job)
        if player.purpose != OWN:
            yield _need(player, [[one for job in found for one in job]] if player.purpose == "system" else found)


def _need(player: Player, sequences: Sequence[Sequence[CountedQuestion]]) -> _Need:
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
    return _Need(player.model, calls, tokens_in, repeated, expected, longest, longest_prompt, instead)


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


def _usd(needs: Sequence[_Need], prices: Prices, *, batch: bool) -> tuple[float | None, float | None, float | None]:
    found: list[tuple[float, float, float]] = []
    for need in needs:
        price = prices.of(need.model)
        if price is None:
            return None, None, None
        found.append(_range(need, price, batch=batch))
    return sum(f[0] for f in found), sum(f[1] for f in found), sum(f[2] for f in found)


def _range(need: _Need, price: Price, *, batch: bool) -> tuple[float, float, float]:
    cached = int(_CACHED * need.repeated)
    cheap = Usage(tokens_in=need.tokens_in - cached, tokens_cached=cached, tokens_out=need.tokens_out // 2)
    expected = Usage(tokens_in=need.tokens_in, tokens_out=need.tokens_out)
    dear = Usage(tokens_in=int(1.05 * (need.tokens_in + need.instead)), tokens_out=need.longest)
    mean, longest = need.tokens_in // max(1, need.calls), int(1.05 * need.longest_prompt)
    low, middle = (price.usd(one, batch=batch, prompt=mean) for one in (cheap, expected))
    return low, middle, price.usd(dear, batch=batch, prompt=longest)
