"""Prices of calls from a dated price file, and a budget that is checked before each call."""

from __future__ import annotations

import fnmatch
import math
from dataclasses import dataclass, field, replace
from pathlib import Path

from hayrick.harness.journal import Call, Usage, is_amount
from hayrick.records.files import SCHEMA, read_json, type_name
from hayrick.types import BadInput, HayrickError

SHIPPED = Path(__file__).with_name("prices.json")
_MILLION = 1_000_000
_FIELDS = ("in", "out", "cached", "batch", "window")


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD per million tokens. `cached` None means the full price; `batch` is the factor for the provider's batch mode.

    `window` is the model's context window, input and output together, in tokens; None if unknown.
    """

    tokens_in: float
    tokens_out: float
    cached: float | None = None
    batch: float = 1.0
    window: int | None = None

    def usd(self, usage: Usage, *, batch: bool = False) -> float:
        """Cost of one call in USD."""
        cached = self.tokens_in if self.cached is None else self.cached
        whole = usage.tokens_in * self.tokens_in + usage.tokens_cached * cached + usage.tokens_out * self.tokens_out
        return whole / _MILLION * (self.batch if batch else 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """A price file: its date, and prices by model name or glob pattern; the first match counts."""

    date: str
    models: dict[str, Price]

    def of(self, model: str) -> Price | None:
        """Price of a model; None if the file has none."""
        exact = self.models.get(model)
        if exact is not None:
            return exact
        return next((price for name, price in self.models.items() if fnmatch.fnmatchcase(model, name)), None)


def read_prices(path: Path | None = None) -> Prices:
    """Read a price file, by default the bundled one.

    Raises:
        BadInput: the file is not a valid price file.
    """
    where = path or SHIPPED
    value = read_json(where)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("models"), dict):
        expected = '{"schema": 1, "date": "...", "models": {"NAME": {"in": USD, "out": USD}}}'
        raise BadInput(str(where), f"a JSON {type_name(value)} of another shape", expected)
    models = {name: _price(row, f"{where}: '{name}'") for name, row in value["models"].items()}
    return Prices(date=str(value.get("date", "undated")), models=models)


def _price(row: object, where: str) -> Price:
    if not isinstance(row, dict):
        raise BadInput(where, f"a {type_name(row)}", '{"in": USD, "out": USD} per million tokens')
    numbers = {name: _number(row.get(name), f"{where}, {name}") for name in _FIELDS if name in row}
    if "in" not in numbers or "out" not in numbers:
        raise BadInput(where, "no 'in' or no 'out'", "both, in USD per million tokens")
    return Price(
        tokens_in=numbers["in"],
        tokens_out=numbers["out"],
        cached=numbers.get("cached"),
        batch=numbers.get("batch", 1.0),
        window=round(numbers["window"]) if "window" in numbers else None,
    )


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise BadInput(where, repr(value), "a number >= 0")
    return float(value)


def priced(call: Call, prices: Prices) -> Call:
    """The call with its cost at the full price, if the journal lacks the cost and the price file has a price."""
    price = prices.of(call.model) if call.usd is None else None
    return replace(call, usd=price.usd(call.usage)) if price else call


class OverBudget(HayrickError):
    """The next call could exceed the budget; all finished calls are kept."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """A limit on cost: each call reserves its maximum cost, and is settled at its actual cost.

    Args:
        limit: in USD; None for no limit.
        spent: cost of earlier calls, in USD.
    """

    limit: float | None
    spent: float = 0.0
    reserved: float = field(default=0.0, init=False)
    in_flight: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.limit is not None and math.isnan(self.limit):
            raise BadInput("--budget-usd", "nan", "a number >= 0")

    def reserve(self, usd: float | None, model: str) -> float:
        """Reserve the maximum cost of a call, in USD.

        Raises:
            OverBudget: it would exceed the limit, or there is a limit but the price is unknown.
        """
        if self.limit is None:
            return 0.0
        if usd is None:
            raise OverBudget(f"--budget-usd: no price is known for {model}; name a file with its price by --prices.")
        if self.spent + self.reserved + usd > self.limit:
            raise OverBudget(
                f"--budget-usd {self.limit:g}: stopped before a call of up to ${usd:.4f}; ${self.spent:.4f} are spent "
                "and kept. Give the same command with a larger budget to continue."
            )
        self.reserved += usd
        self.in_flight += usd > 0
        return usd

    def settle(self, reserved: float, usd: float | None) -> None:
        """Replace a reservation by the actual cost; None or 0 for a failed call. `spent` never decreases."""
        self.in_flight -= reserved > 0
        # Avoid rounding residue: without running calls nothing is reserved.
        self.reserved = max(0.0, self.reserved - reserved) if self.in_flight else 0.0
        self.spent += usd if usd is not None and is_amount(usd) else 0.0
