"""Diagnoses what is behind a model's endpoint in a few cheap calls, and keeps what it found for runs against it."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import NamedTuple, cast

from hayrick import __version__
from hayrick.harness.diagnosis import endpoint_probes as probes
from hayrick.harness.diagnosis.endpoint_findings import Finding, findings
from hayrick.harness.diagnosis.endpoint_tokens import server_tokens
from hayrick.harness.models.endpoint_reports import keep
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import read_prices
from hayrick.harness.scheduling.asks import LiveAsk
from hayrick.harness.scheduling.jobs import live
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.addresses import address_of
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.usage import most
from hayrick.protocols import Ask, Progress
from hayrick.records.fields import table
from hayrick.replies.reasoning import visible
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Question

NEAR_SHARE, OVER_SHARE = 0.9, 1.2
"""Tokens of the two long texts, as shares of the window that was given."""

_LEAST_WINDOW = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    """What a diagnosis asks at most: calls, tokens, dollars (None if the price is unknown)."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: float | None


class Report(NamedTuple):
    """What was found of a model at an address, when, and what it took."""

    model: str
    address: str
    date: str
    findings: list[Finding]
    spent: Expense

    @property
    def is_wrong(self) -> bool:
        """Whether anything was found that makes runs wrong."""
        return any(one.verdict == "wrong" for one in self.findings)

    @property
    def rows(self) -> dict[str, object]:
        """The report as a JSON object."""
        about = {"model": self.model, "address": self.address, "date": self.date, "hayrick": __version__}
        return {**table([one._asdict() for one in self.findings]), **about, "spent": asdict(self.spent)}


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointRequest:
    """Parameters of `hayrick doctor --endpoint`.

    Args:
        model: Inspect's name of the model; its address is that of the environment, as in runs.
        models: how it is asked; a window that is given is tested near its end and beyond.
    """

    model: str
    models: ModelOptions = field(default_factory=ModelOptions)

    def __post_init__(self) -> None:
        if "/" not in self.model:
            raise BadInput("--endpoint", f"'{self.model}'", "a model by Inspect's name, such as openai-api/mine/qwen")
        window = self.models.window
        if window is not None and window.tokens < _LEAST_WINDOW:
            raise BadInput("--window-tokens", f"{window.tokens}", f"at least {_LEAST_WINDOW} for a diagnosis")

    @property
    def lengths(self) -> dict[str, int]:
        """Tokens of the long texts."""
        window = self.models.window
        if window is None:
            return {probes.NEAR: probes.USUAL_LENGTH}
        return {probes.NEAR: int(NEAR_SHARE * window.tokens) - 100, probes.OVER: int(OVER_SHARE * window.tokens)}


def expense(request: EndpointRequest) -> Expense:
    """What a diagnosis takes at most, by our own counts of tokens and if the model reasons."""
    asked = [*probes.first(), *probes.short(reasons=True)]
    sizes = [most(_texts(one), one.max_tokens) for one in asked]
    sizes += [Usage(tokens_in=tokens, tokens_out=probes.REASONING) for tokens in request.lengths.values()]
    price = read_prices(request.models.prices).of(request.model)
    return Expense(
        calls=len(sizes),
        tokens_in=sum(one.tokens_in for one in sizes),
        tokens_out=sum(one.tokens_out for one in sizes),
        usd=sum(price.usd(one) for one in sizes) if price else None,
    )


def diagnose(request: EndpointRequest, progress: Progress) -> Report:
    """Ask a model, and keep the report for runs against it.

    Args:
        request: parameters.
        progress: called with (what, done, total).

    Raises:
        OverBudget: the next call could exceed the budget.
        HayrickError: the model cannot be reached or does not answer, or Inspect is not installed.
    """
    journal = Journal(None)
    heard: dict[str, probes.Heard] = {}
    lengths: dict[str, int] = {}

    async def work(ask: Ask) -> None:
        live_ask = cast(LiveAsk, ask)
        heard.update(await probes.hear(live_ask, probes.first()))
        reasons = _reasons(heard[probes.SUM])
        heard.update(await probes.hear(live_ask, probes.short(reasons=reasons)))
        ours = tokenizer().count(probes.LINE)
        lengths.update({name: probes.n_lines(heard, n, ours) for name, n in request.lengths.items()})
        heard.update(await probes.hear(live_ask, probes.long(lengths, reasons=reasons)))

    total, done = expense(request).calls, count(1)

    def told(question: Question, failed: int, usd: float | None) -> None:
        progress("asking", next(done), total, failed, usd)

    live(work, probes.cast_of(request.model, request.models), journal, request.models, told=told)
    found = findings(heard, server_tokens(request.model, _texts(probes.first()[0])), lengths)
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    report = Report(request.model, address_of(request.model), date, found, _spent(journal))
    keep(report.model, report.address, report.rows)
    return report


def _texts(probe: probes.Probe) -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in probe.messages]


def _reasons(heard: probes.Heard) -> bool:
    """Whether the model reasons before it answers."""
    call = heard.call
    return call is not None and bool(
        call.reasoning or call.reasoning_tokens or visible(call.reply).state != "none" or not call.reply.strip()
    )


def _spent(journal: Journal) -> Expense:
    calls = journal.calls.values()
    costs = [one.usd for one in calls]
    return Expense(
        calls=len(calls),
        tokens_in=sum(one.usage.tokens_in + one.usage.tokens_cached for one in calls),
        tokens_out=sum(one.usage.tokens_out for one in calls),
        usd=None if None in costs else sum(one for one in costs if one is not None),
    )
