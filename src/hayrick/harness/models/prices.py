"""Prices of calls, and a budget that is checked before each call.

A price is looked up in the user's price file, then in genai-prices if it is installed, then in the bundled list.
"""

from __future__ import annotations

import fnmatch
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models import list_prices
from hayrick.harness.transport.calls import MOST, Call, Usage, is_amount
from hayrick.records.fields import is_number
from hayrick.records.read_files import SCHEMA, read_json, type_name
from hayrick.types import BadInput, HayrickError

SHIPPED = Path(__file__).with_name("prices.json")
_MILLION = 1_000_000
_FIELDS = {"in": 1e8, "out": 1e8, "cached": 1e8, "batch": 1.0, "window": MOST}
"""Number of a model in a price file -> its largest plausible value, with which the cost of no call is beyond belief."""


class Tier(NamedTuple):
    """Prices of a whole call whose prompt, cached reads included, has more than `above` tokens."""

    above: int
    tokens_in: float
    tokens_out: float
    cached: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD per million tokens. `cached` None means the full price; `batch` is the factor for the provider's batch mode.

    `window` is the model's context window, input and output together, in tokens; None if unknown. `tiers` are the
    prices of long prompts, in ascending order.
    """

    tokens_in: float
    tokens_out: float
    cached: float | None = None
    batch: float = 1.0
    window: int | None = None
    tiers: tuple[Tier, ...] = ()

    def usd(self, usage: Usage, *, batch: bool = False, prompt: int | None = None) -> float:
        """Cost in USD of one call, or of several whose prompts have about `prompt` tokens each."""
        length = usage.tokens_in + usage.tokens_cached if prompt is None else prompt
        base = Tier(0, self.tokens_in, self.tokens_out, self.cached)
        at = next((tier for tier in reversed(self.tiers) if length > tier.above), base)
        cached = at.tokens_in if at.cached is None else at.cached
        whole = usage.tokens_in * at.tokens_in + usage.tokens_cached * cached + usage.tokens_out * at.tokens_out
        return whole / _MILLION * (self.batch if batch else 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices by model name or glob pattern, where the first match counts, and where else to look.

    Args:
        date: of the prices, as the file says.
        models: name or pattern -> price.
        behind: price of a model that is not among these; None if unknown.
        shipped: those of the bundled list, which has the windows of models that are not among these.
        sources: what `behind` looks into, for readers.
    """

    date: str
    models: dict[str, Price]
    behind: Callable[[str], Price | None] = lambda model: None
    shipped: Prices | None = None
    sources: Callable[[], Sequence[str]] = lambda: ()

    def of(self, model: str) -> Price | None:
        """Price of a model; None if unknown."""
        found = self.given(model)
        return found if found is not None else self.behind(model)

    def window(self, model: str) -> int | None:
        """Context window of a model; None if unknown. It takes no look at genai-prices, which load slowly."""
        found = self.given(model) or (self.shipped.given(model) if self.shipped is not None else None)
        return found.window if found is not None else None

    def given(self, model: str) -> Price | None:
        """Price of a model among `models`, not behind them; None if it has none there."""
        exact = self.models.get(model)
        if exact is not None:
            return exact
        return next((price for name, price in self.models.items() if fnmatch.fnmatchcase(model, name)), None)

    def described(self) -> str:
        """Where prices come from, with dates, on one line."""
        own = [f"the price file of {self.date}"] if self.models else []
        return ", then ".join([*own, *self.sources()])


def read_prices(path: Path | None = None) -> Prices:
    """Prices of a file, if one is given, then of genai-prices if it is installed, then of the bundled list.

    Raises:
        BadInput: the file is not a valid price file.
    """
    shipped = _read(SHIPPED)
    on_sale = list_prices.on_sale()

    @cache
    def behind(model: str) -> Price | None:
        listed, ours = on_sale.of(model) if on_sale is not None else None, shipped.of(model)
        return ours if listed is None else _price_of(listed, ours)

    def sources() -> list[str]:
        return [*([on_sale.described()] if on_sale is not None else []), f"the bundled list of {shipped.date}"]

    given = _read(path) if path is not None else Prices(date=shipped.date, models={})
    return replace(given, behind=behind, shipped=shipped, sources=sources)


def listed_models() -> list[str]:
    """Names of models in the bundled list of prices, without patterns."""
    return [name for name in _read(SHIPPED).models if not set(name) & set("*?[")]


def _price_of(listed: list_prices.Listed, ours: Price | None) -> Price:
    """A price of the package, with the window of the bundled list: the package counts input alone."""
    tiers = tuple(Tier(above, *rates) for above, rates in listed.tiers)
    window = ours.window if ours is not None else None
    rates = listed.rates
    return Price(
        tokens_in=rates.tokens_in,
        tokens_out=rates.tokens_out,
        cached=rates.cached,
        batch=listed.batch,
        window=window,
        tiers=tiers,
    )


def how_to_add(models: Sequence[str]) -> tuple[str, str]:
    """The two lines of a price file that gives models a price; the numbers are examples."""
    entries = ", ".join(f'{json.dumps(one)}: {{"in": 1.0, "out": 4.0}}' for one in models)
    return '{"schema": 1, "date": "YYYY-MM-DD", "models": {', f"{entries}}}}}"


def _read(where: Path) -> Prices:
    value = read_json(where)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("models"), dict):
        expected = '{"schema": 1, "date": "...", "models": {"NAME": {"in": USD, "out": USD}}}'
        raise BadInput(str(where), f"a JSON {type_name(value)} of another shape", expected)
    models = {name: _price(row, f"{where}: '{name}'") for name, row in value["models"].items()}
    return Prices(date=str(value.get("date", "undated")), models=models)


def _price(row: object, where: str) -> Price:
    if not isinstance(row, dict):
        raise BadInput(where, f"a {type_name(row)}", '{"in": USD, "out": USD} per million tokens')
    numbers = {name: _number(row[name], most, f"{where}, {name}") for name, most in _FIELDS.items() if name in row}
    if "in" not in numbers or "out" not in numbers:
        raise BadInput(where, "no 'in' or no 'out'", "both, in USD per million tokens")
    return Price(
        tokens_in=numbers["in"],
        tokens_out=numbers["out"],
        cached=numbers.get("cached"),
        batch=numbers.get("batch", 1.0),
        window=round(numbers["window"]) if "window" in numbers else None,
    )


def _number(value: object, most: float, where: str) -> float:
    if not is_number(value) or not 0 <= value <= most:
        raise BadInput(where, repr(value)[:40], f"a number from 0 to {most:,.0f}")
    return float(value)


def priced(call: Call, prices: Prices) -> Call:
    """The call with its cost by these prices: by the user's own, or where the journal lacks the cost by any.

    A call of which it is not known whether it was in a batch has the full price, and keeps a cost that it has.
    """
    price = prices.of(call.model) if call.usd is None else prices.given(call.model)
    if price is None or (call.usd is not None and call.batch is None):
        return call
    return replace(call, usd=price.usd(call.usage, batch=bool(call.batch)))


class OverBudget(HayrickError):
    """The next call could exceed the budget; all finished calls are kept.

    Args:
        reason: the call that was not made.
        budget: whose spending the line names when it is told: calls that were in flight or still fit have been paid by
            then. None where nothing need be said of it.
    """

    def __init__(self, reason: str, budget: Budget | None = None) -> None:
        super().__init__(reason)
        self._budget = budget

    def __str__(self) -> str:
        """The line as of now."""
        reason = super().__str__()
        if self._budget is None:
            return reason
        cure = "Give the same command with a larger budget to continue."
        return f"{reason}; {self._budget.said}. {cure}"


@dataclass(slots=True, kw_only=True)
class Budget:
    """A limit on cost: each call reserves what it is expected to cost at most, and is settled at its actual cost.

    Where a call of a model cost more than that, by a factor, all reservations of the model are as many times larger
    from then on, those of calls in flight, too.

    Args:
        limit: in USD; None for no limit.
        spent: cost of earlier calls, in USD.
    """

    limit: float | None
    spent: float = 0.0
    _expected: dict[str, float] = field(default_factory=dict, init=False)
    """Model -> the most that its calls in flight are expected to cost, in USD."""

    _in_flight: Counter[str] = field(default_factory=Counter, init=False)
    _times: dict[str, float] = field(default_factory=dict, init=False)
    """Model -> largest factor, above 1, by which one of its calls cost more than was expected at most."""

    @property
    def reserved(self) -> float:
        """Reserved for the calls in flight, in USD."""
        return sum(usd * self._times.get(model, 1.0) for model, usd in self._expected.items())

    def reserve(self, usd: float | None, model: str) -> float:
        """Reserve for a call of a model that is expected to cost so much at most, in USD; return what is to be settled.

        Raises:
            OverBudget: it would exceed the limit, or there is a limit but the price is unknown.
        """
        if self.limit is None:
            return 0.0
        if usd is None:
            raise OverBudget(
                f"--budget-usd: no price is known for {model}. Give --prices FILE with {' '.join(how_to_add([model]))} "
                "and its dollars per million tokens."
            )
        most = usd * self._times.get(model, 1.0)
        if self.spent + self.reserved + most > self.limit:
            raise OverBudget(f"--budget-usd {self.limit:g}: stopped before a call of up to ${most:.4f}", self)
        if usd > 0:
            self._expected[model] = self._expected.get(model, 0.0) + usd
            self._in_flight[model] += 1
        return usd

    def settle(self, expected: float, usd: float | None, model: str) -> None:
        """Replace a reservation by the actual cost; None or 0 for a failed call. `spent` never decreases."""
        cost = usd if usd is not None and is_amount(usd) else 0.0
        self.spent += cost
        if expected > 0:
            self._in_flight[model] -= 1
            # Avoid rounding residue: without running calls nothing is reserved.
            left = max(0.0, self._expected[model] - expected)
            self._expected[model] = left if self._in_flight[model] else 0.0
            if cost > expected:
                self._times[model] = max(self._times.get(model, 1.0), cost / expected)

    @property
    def said(self) -> str:
        """What is spent, and why it is more than the limit if calls of this run made it so."""
        spent = f"${self.spent:.4f} are spent and kept"
        if self.limit is None or self.spent <= self.limit or not self._times:
            return spent
        model, times = max(self._times.items(), key=lambda one: one[1])
        why = f"tokens were counted for {model} that cost {times:.2g} times the most that was expected of a call"
        return f"{spent}, ${self.spent - self.limit:.4f} more than the budget, because {why}"
