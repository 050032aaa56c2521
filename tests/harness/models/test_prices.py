"""Prices and the budget."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import Budget, OverBudget, Price, Prices, priced, read_prices
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call, Usage
from hayrick.types import BadInput

USAGE = Usage(tokens_in=1_000_000, tokens_cached=2_000_000, tokens_out=500_000)


@pytest.mark.parametrize(
    ("price", "batch", "usd"),
    [
        # 1 M in at 2, 2 M cached at 0.5, 0.5 M out at 8: 2 + 1 + 4.
        (Price(tokens_in=2, tokens_out=8, cached=0.5), False, 7.0),
        # Without a price of their own cached reads cost as much as others: 2 + 4 + 4.
        (Price(tokens_in=2, tokens_out=8), False, 10.0),
        (Price(tokens_in=2, tokens_out=8, batch=0.5), True, 5.0),
        (Price(tokens_in=2, tokens_out=8, batch=0.5), False, 10.0),
        (Price(tokens_in=0, tokens_out=0), False, 0.0),
    ],
)
def test_a_call_costs_what_its_parts_cost(price: Price, batch: bool, usd: float) -> None:
    assert price.usd(USAGE, batch=batch) == usd


def test_an_exact_name_comes_before_a_pattern_and_the_first_pattern_counts() -> None:
    prices = Prices(
        date="d",
        models={
            "p/*": Price(tokens_in=1, tokens_out=1),
            "p/a*": Price(tokens_in=2, tokens_out=2),
            "p/ab": Price(tokens_in=3, tokens_out=3),
        },
    )
    found = [prices.of(name) for name in ("p/ab", "p/ac", "q/a")]
    assert [one.tokens_in if one else None for one in found] == [3, 1, None]


def test_the_shipped_file_is_read_and_dated() -> None:
    prices = read_prices()
    assert prices.date[:2] == "20"
    assert prices.of("openai/gpt-4o") is not None
    assert prices.of("openai-api/mine/m") is None, "nobody knows what a server of one's own costs"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([], "a JSON list"),
        ({"schema": 2, "models": {}}, "another shape"),
        ({"schema": 1}, "another shape"),
        ({"schema": 1, "models": {"m": 3}}, "'m'"),
        ({"schema": 1, "models": {"m": {"in": 1}}}, "no 'in' or no 'out'"),
        ({"schema": 1, "models": {"m": {"in": 1, "out": -1}}}, "'m', out"),
        ({"schema": 1, "models": {"m": {"in": True, "out": 1}}}, "'m', in"),
        ({"schema": 1, "models": {"m": {"in": 1, "out": 1, "cached": "x"}}}, "'m', cached"),
    ],
)
def test_what_is_no_price_file_is_refused(tmp_path: Path, value: object, found: str) -> None:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps(value))
    with pytest.raises(BadInput, match=found):
        read_prices(path)


def test_reservations_count_until_they_are_settled() -> None:
    budget = Budget(limit=1.0, spent=0.25)
    assert budget.reserve(0.5, "m") == 0.5
    with pytest.raises(OverBudget, match=r"stopped before a call of up to \$0\.5000; \$0\.2500 are spent"):
        budget.reserve(0.5, "m")
    assert budget.reserve(0.25, "m") == 0.25, "the limit itself may be reached"
    budget.settle(0.5, 0.125, "m")
    budget.settle(0.25, None, "m")
    assert (budget.spent, budget.reserved) == (0.375, 0.0)
    assert budget.reserve(0.625, "m") == 0.625


def test_the_line_of_a_budget_says_what_is_spent_when_it_is_told() -> None:
    budget = Budget(limit=1.0, spent=0.25)
    flying = budget.reserve(0.5, "m")
    with pytest.raises(OverBudget) as stopped:
        budget.reserve(0.5, "m")
    budget.settle(flying, 0.375, "m")
    budget.settle(budget.reserve(0.25, "m"), 0.125, "m")  # It was cheaper, and still fitted.
    line = "--budget-usd 1: stopped before a call of up to $0.5000; $0.7500 are spent and kept. Give the same command"
    assert str(stopped.value) == f"{line} with a larger budget to continue."


def test_a_call_that_cost_more_than_expected_makes_the_reservations_of_its_model_larger() -> None:
    budget = Budget(limit=4.0)
    first, flying = budget.reserve(0.5, "m"), budget.reserve(0.5, "m")
    budget.reserve(0.5, "other")
    budget.settle(first, 1.0, "m")
    assert budget.reserved == 2 * 0.5 + 0.5
    with pytest.raises(OverBudget, match=r"before a call of up to \$2\.0000; \$1\.0000 are spent and kept\. Give"):
        budget.reserve(1.0, "m")  # 1 + 1.5 + 2 x 1 is more than 4.
    assert budget.reserve(1.0, "other") == 1.0
    budget.settle(flying, 0.75, "m")
    assert budget.reserve(0.25, "m") == 0.25
    assert budget.reserved == 1.5 + 2 * 0.25, "the largest factor seen stays"


def test_the_line_of_a_budget_says_why_it_was_exceeded() -> None:
    budget = Budget(limit=1.0)
    flying = [budget.reserve(0.25, "m") for _ in range(3)]
    for one in flying:
        budget.settle(one, 0.5, "m")
    with pytest.raises(OverBudget) as stopped:
        budget.reserve(0.25, "m")
    why = "because tokens were counted for m that cost 2 times the most that was expected of a call"
    said = f"$1.5000 are spent and kept, $0.5000 more than the budget, {why}. Give"
    assert str(stopped.value).startswith(f"--budget-usd 1: stopped before a call of up to $0.5000; {said}")


@pytest.mark.parametrize("usd", [-15.6e6, float("nan"), float("-inf")])
def test_what_is_spent_never_falls(usd: float) -> None:
    budget = Budget(limit=1.0, spent=0.25)
    budget.settle(budget.reserve(0.5, "m"), usd, "m")
    assert (budget.spent, budget.reserved) == (0.25, 0.0)


@pytest.mark.parametrize("usd", [float("nan"), float("inf"), 1e308, -1.0])
def test_a_limit_that_limits_nothing_is_refused(usd: float) -> None:
    with pytest.raises(BadInput, match=f"--budget-usd: {re.escape(f'{usd:g}')}; expected dollars from 0 to 1,000,000,"):
        ModelOptions(budget_usd=usd)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"in": 1e300, "out": 1}, "'m', in: 1e[+]300; expected a number from 0 to 100,000,000"),
        ({"in": 1, "out": float(10**9)}, "'m', out: 1000000000.0; expected a number from 0 to 100,000,000"),
        ({"in": 1, "out": 1, "window": 10**300}, "'m', window: 10+; expected a number from 0 to 1,000,000,000"),
        ({"in": 1, "out": 1, "batch": 1.5}, "'m', batch: 1.5; expected a number from 0 to 1"),
    ],
)
def test_a_price_beyond_belief_is_refused(tmp_path: Path, row: object, found: str) -> None:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"schema": 1, "models": {"m": row}}))
    with pytest.raises(BadInput, match=found):
        read_prices(path)


def test_a_cost_that_was_unknown_is_known_as_soon_as_there_is_a_price() -> None:
    call = Call(key="k", model="m", purpose="judge", reply="", stop="stop", usage=USAGE, usd=None, seconds=1.0)
    prices = Prices(date="d", models={"m": Price(tokens_in=2, tokens_out=8, cached=0.5, batch=0.5)})
    assert priced(call, prices) == replace(call, usd=7.0), "the full price: who knows whether it was in a batch"
    assert priced(replace(call, usd=3.0), prices).usd == 3.0
    assert priced(replace(call, model="other"), prices).usd is None
    known = replace(call, usd=3.0, batch=False)
    assert priced(known, prices).usd == 7.0, "the price file has changed"
    behind = Prices(date="d", models={}, behind=prices.of)
    assert priced(known, behind).usd == 3.0, "a newer list of others changes nothing that was paid"


def test_a_new_price_file_changes_what_is_shown_and_no_budget(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "out")
    usage = Usage(tokens_in=1_000_000)
    kept: dict[str, Any] = {
        "model": "lab/m",
        "purpose": "judge",
        "reply": "",
        "stop": "stop",
        "usage": usage,
        "seconds": 1.0,
    }
    journal.add(Call(key="a", usd=4.0, batch=False, **kept))
    journal.add(Call(key="b", usd=2.0, batch=True, **kept))
    path = tmp_path / "prices.json"
    for dollars, shown, paid in ((1.0, [1.0, 0.5], 6.0), (8.0, [8.0, 4.0], 12.0), (1.0, [1.0, 0.5], 12.0)):
        models = {"lab/*": {"in": dollars, "out": 1.0, "batch": 0.5}}
        path.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": models}))
        ModelOptions(prices=path).price(journal)
        assert ([call.usd for call in journal.calls.values()], journal.paid) == (shown, paid)
        journal.close()
        journal = Journal(tmp_path / "out")
        assert journal.paid == paid, "what once counted as spent never falls, in no later run"
    journal.close()


def test_crumbs_of_fractions_do_not_stay_reserved() -> None:
    budget = Budget(limit=1.0)
    for _ in range(3):
        budget.reserve(0.1, "m")
    for _ in range(3):
        budget.settle(0.1, 0.0, "m")
    assert budget.reserved == 0.0


def test_without_a_limit_nothing_is_refused_and_with_one_an_unknown_price_is() -> None:
    assert Budget(limit=None).reserve(None, "m") == 0.0
    with pytest.raises(OverBudget, match="no price is known for m"):
        Budget(limit=9.0).reserve(None, "m")
    assert Budget(limit=0.0).reserve(0.0, "free") == 0.0


def test_windows_of_the_price_file_are_read() -> None:
    shipped = read_prices(None).of("openai/gpt-4o")
    assert shipped is not None
    assert shipped.window == 128_000
    assert read_prices().window("openai/gpt-4o") == 128_000, "without the prices of the package"
    assert read_prices().window("nolab/m") is None
