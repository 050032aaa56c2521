"""Prices of models on sale, from the package genai-prices."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from pathlib import Path

import pytest

from conftest import GOLDEN, Command
from hayrick.harness.models import list_prices
from hayrick.harness.models.prices import Price, Tier, read_prices
from hayrick.harness.transport.calls import Usage

PAIR = "lab/unheard-of"


def test_a_long_prompt_costs_the_price_of_its_tier() -> None:
    price = Price(tokens_in=1, tokens_out=10, cached=0.5, tiers=(Tier(200, 2, 20), Tier(400, 4, 40, 1)))
    found = [price.usd(Usage(tokens_in=n, tokens_cached=100, tokens_out=10)) * 1e6 for n in (100, 101, 301)]
    assert found == pytest.approx([100 + 50 + 100, 202 + 200 + 200, 301 * 4 + 100 + 400])
    assert price.usd(Usage(tokens_in=1000), prompt=200) * 1e6 == pytest.approx(1000), "five prompts of 200"


def test_a_file_comes_first_and_the_bundled_list_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"schema": 1, "date": "2026-02-03", "models": {PAIR: {"in": 3, "out": 4}}}))
    listed = list_prices.Listed(list_prices.Rates(7, 8, None), 0.25, ((100, list_prices.Rates(9, 10, 1.5)),))
    names = {"openai/gpt-4o": listed}
    monkeypatch.setattr(list_prices, "on_sale", lambda: list_prices.OnSale("9.9", names.get))
    monkeypatch.setattr(list_prices, "_last_change", lambda: "2026-01-02")
    prices = read_prices(path)
    assert prices.of(PAIR) == Price(tokens_in=3, tokens_out=4)
    expected = Price(tokens_in=7, tokens_out=8, batch=0.25, window=128_000, tiers=(Tier(100, 9, 10, 1.5),))
    assert prices.of("openai/gpt-4o") == expected, "the window is ours"
    assert prices.of("ollama/any") == Price(tokens_in=0, tokens_out=0)
    assert "2026-02-03, then genai-prices 9.9 (last change of a price: 2026-01-02), then" in prices.described()


def test_without_the_package_the_bundled_list_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    prices = read_prices()
    assert prices.described().startswith("the bundled list of 20")
    assert prices.of("openai/gpt-4o") is not None
    assert prices.of(PAIR) is None


def test_a_plan_says_what_to_add_and_what_it_says_can_be_read(hayrick: Command, tmp_path: Path) -> None:
    words = ("plan", GOLDEN / "bakery.json", "--system", f"{PAIR}+full", "--judge", "none")
    done = hayrick(*words)
    assert done.status == 0
    assert f"No price is known for {PAIR}." in done.out
    assert "bundled list of 20" in done.out
    path = tmp_path / "prices.json"
    path.write_text("\n".join(done.out[done.out.index('{"schema"') :].splitlines()[:2]))
    assert read_prices(path).of(PAIR) == Price(tokens_in=1, tokens_out=4)
    known = hayrick(*words, "--prices", path)
    assert "No price" not in known.out


def test_the_package_prices_models_without_the_network() -> None:
    types = pytest.importorskip("genai_prices.types", reason="prices of models on sale need the extra prices")
    on_sale = list_prices.on_sale()
    assert on_sale is not None
    assert on_sale.described().startswith("genai-prices ")
    listed = on_sale.of("openai/gpt-4o")
    assert listed is not None
    assert 0 < listed.rates.tokens_in < listed.rates.tokens_out
    assert listed.batch < 1
    tiered = on_sale.of("google/gemini-2.5-pro")
    assert tiered is not None
    ((above, rates),) = tiered.tiers
    usage = types.Usage(input_tokens=above + 1, output_tokens=10, cache_read_tokens=100)
    theirs = importlib.import_module("genai_prices").calc_price(usage, "gemini-2.5-pro", provider_id="google")
    ours = read_prices().of("google/gemini-2.5-pro")
    assert ours is not None
    ours_usd = ours.usd(Usage(tokens_in=above + 1 - 100, tokens_cached=100, tokens_out=10))
    assert ours_usd == pytest.approx(float(theirs.total_price))
    assert rates.tokens_in > tiered.rates.tokens_in
    unknown = ["openai/no-such", "no-such/gpt-4o", "openai-api/mine/m", "gpt-4o", "perplexity/sonar", "openai/"]
    assert [on_sale.of(name) for name in unknown] == [None] * len(unknown), "perplexity's has a price a request"
    assert on_sale.of("grok/grok-4") is not None
