"""Prices of models on sale, from the package genai-prices (extra `prices`), which holds them offline.

Nothing is downloaded: the package's own update is never started, so the prices are as old as the installed version.
Source: https://github.com/pydantic/genai-prices, version 0.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from hayrick.harness.work.garbage import loading

PACKAGE = "genai-prices"
_MODULE = "genai_prices"
_PROVIDERS = {"grok": "x-ai", "bedrock": "aws", "azureai": "azure", "vertex": "google"}
"""Inspect's name of a provider -> the package's, where they differ."""


class Rates(NamedTuple):
    """USD per million tokens; `cached` None if the package lists no price for cached reads."""

    tokens_in: float
    tokens_out: float
    cached: float | None


@dataclass(frozen=True, slots=True)
class Listed:
    """Price of a model.

    Args:
        rates: of a prompt of usual length.
        batch: batch price divided by usual price, of input tokens; 1 if none is listed.
        tiers: (tokens, rates of a call whose prompt is longer), in ascending order.
    """

    rates: Rates
    batch: float = 1.0
    tiers: tuple[tuple[int, Rates], ...] = ()


@dataclass(frozen=True, slots=True)
class OnSale:
    """The installed package: its version, and prices by Inspect's name of a model."""

    version: str
    of: Callable[[str], Listed | None]

    def described(self) -> str:
        """Version, and the last day to now on which a price in it changed."""
        return f"{PACKAGE} {self.version} (last change of a price: {_last_change() or 'undated'})"


def on_sale() -> OnSale | None:
    """The package, which is loaded when a price is looked up; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return OnSale(version(PACKAGE), _listed)
    except PackageNotFoundError:
        return None


def _snapshot() -> Any:
    """The prices that come with the package."""
    with loading():
        return import_module(f"{_MODULE}.data_snapshot").get_snapshot()


def _listed(model: str) -> Listed | None:
    provider, slash, name = model.partition("/")
    if not slash or not name:
        return None
    try:
        _, found = _snapshot().find_provider_model(name, None, _PROVIDERS.get(provider, provider), None)
    except LookupError:
        return None
    now = datetime.now(tz=UTC)
    price = found.get_prices(now)
    first = _rates(price, 0)
    if first is None or getattr(price, "requests_kcount", None) is not None:
        return None
    batch = _rates(found.get_prices(now, {"processing": "batch"}), 0)
    factor = batch.tokens_in / first.tokens_in if batch is not None and first.tokens_in else 1.0
    starts = sorted({tier.start for one in _parts(price) for tier in getattr(one, "tiers", ())})
    tiers = tuple((start, rates) for start in starts if (rates := _rates(price, start + 1)) is not None)
    return Listed(first, factor, tiers)


def _parts(price: Any) -> tuple[Any, Any, Any]:
    return price.input_mtok, price.output_mtok, price.cache_read_mtok


def _rates(price: Any, tokens: int) -> Rates | None:
    """Rates for a prompt of so many tokens; None if input or output has no price."""
    tokens_in, tokens_out, cached = (_rate(one, tokens) for one in _parts(price))
    return None if tokens_in is None or tokens_out is None else Rates(tokens_in, tokens_out, cached)


def _rate(price: Any, tokens: int) -> float | None:
    if price is None:
        return None
    if not hasattr(price, "tiers"):
        return float(price)
    return float(next((tier.price for tier in reversed(price.tiers) if tokens > tier.start), price.base))


@cache
def _last_change() -> str:
    today = datetime.now(tz=UTC).date()
    days = [
        day
        for provider in _snapshot().providers
        for model in provider.models
        for one in (model.prices if isinstance(model.prices, list) else [])
        if (day := getattr(one.constraint, "start_date", None)) is not None and day <= today
    ]
    return max(days).isoformat() if days else ""
