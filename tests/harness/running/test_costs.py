"""Which calls the answers of each system rest on: every call of the ledger once, though others asked the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.prices import Budget, Price, Prices
from hayrick.harness.running.costs import Asked, costs, shared_note
from hayrick.harness.running.judged import Judged, PreparedTask, add_jobs
from hayrick.harness.running.run_request import RunRequest, prepare
from hayrick.harness.scheduling.asks import LiveAsk
from hayrick.harness.scheduling.jobs import dry_run
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.records.costs import Cost, Total, read_costs, totals, write_costs
from hayrick.types import BadInput

PRICES = Prices(
    date="d", models={"lab/big": Price(tokens_in=3e6, tokens_out=0), "*": Price(tokens_in=1e6, tokens_out=0)}
)
"""Three dollars for a token of the big model, one for others."""

FULL = '{"coverage": "full", "bullet": 1}'


async def send(outgoing: Outgoing) -> Completion:
    """A summary, or a verdict."""
    if outgoing.purpose == "judge":
        return Completion(FULL, "stop", Usage())
    return Completion("- The bakery opens at six. [1]", "stop", Usage())


def prepared(
    native: Path, cast: Cast, *systems: str, judge: str = "lab/judge", budgets: Sequence[int] = ()
) -> PreparedTask:
    models = ModelOptions(budgets=budgets)
    (one,) = prepare(RunRequest(inputs=[str(native)], systems=systems, judge=judge, models=models), cast)
    add_jobs(one)
    return one


def run(one: PreparedTask, cast: Cast, asked: Asked, journal: Journal) -> dict[str, list[Judged]]:
    asker = Asker(journal=journal, send=send, prices=PRICES, budget=Budget(limit=None))
    ask = LiveAsk(cast=cast, asker=asker)
    one.jobs = list(map(asked.noting, one.jobs))

    async def every() -> dict[str, list[Judged]]:
        return {job.id: await job.work(ask) for job in one.jobs}

    return asyncio.run(every())


def test_the_costs_of_all_systems_are_the_ledger(native: Path, tmp_path: Path) -> None:
    cast, journal = Cast(), Journal(None)
    asked = Asked(cast)
    one = prepared(native, cast, "lab/big+full", "lab/big+bm25", "lab/small+full", "lab/small+first", budgets=(9000,))
    found = costs(asked, [one], run(one, cast, asked, journal), journal)
    counted = [row for row in found if not row.shared]
    assert sum(row.calls for row in counted) == len(journal.calls)
    for model in ("lab/big", "lab/small", "lab/judge"):
        ledger = [call.usd for call in journal.calls.values() if call.model == model]
        assert sum(row.usd or 0.0 for row in counted if row.model == model) == pytest.approx(
            sum(one or 0.0 for one in ledger)
        )
    answers = totals(found, "summhay", "system")
    assert set(answers) == {
        ("lab/big", "full@9000"),
        ("lab/big", "bm25@9000"),
        ("lab/small", "full@9000"),
        ("lab/small", "first@9000"),
    }
    assert answers["lab/small", "full@9000"] == answers["lab/small", "first@9000"], "both show all documents"
    assert answers["lab/big", "full@9000"].usd == pytest.approx(3 * (answers["lab/small", "full@9000"].usd or 0.0))
    assert any(row.shared and row.context == "first@9000" for row in found)
    (note,) = shared_note(found)
    assert note.startswith(f"{sum(row.calls for row in found if row.shared)} answers were taken over")
    assert set(totals(found, "summhay", "judge")) == set(answers), "judging stands apart"
    write_costs(tmp_path, found)
    assert read_costs(tmp_path) == found


def test_answers_from_the_journal_cost_what_they_cost(native: Path) -> None:
    cast, journal = Cast(), Journal(None)
    one = prepared(native, cast, "lab/big+full")
    asked = Asked(cast)
    first = costs(asked, [one], run(one, cast, asked, journal), journal)
    again, again_cast = prepared(native, (other := Cast()), "lab/big+full"), other
    noted = Asked(again_cast)
    again.jobs = list(map(noted.noting, again.jobs))
    assert dry_run(again.jobs, again_cast, Journal(None)) == {}, "nothing is known, and nothing noted"
    known = dry_run(again.jobs, again_cast, journal)
    assert costs(noted, [again], known, journal) == first


def test_what_was_lost_counts_with_its_question_and_what_is_past_with_nobody(native: Path) -> None:
    cast, journal = Cast(), Journal(None)
    one = prepared(native, cast, "lab/big+full", judge="none")
    asked = Asked(cast)
    results = run(one, cast, asked, journal)
    key, call = next(iter(journal.calls.items()))
    journal.add(replace(call, key=f"lost/{key}/0", purpose="lost", usd=5.0))
    before = {row.system: row for row in costs(asked, [one], results, journal)}
    assert before["lab/big"].calls == len(journal.calls)
    journal.ask_again(["system"])
    after = costs(asked, [one], results, journal)
    assert {row.task for row in after if row.purpose == "system" and row.calls > 1} == {None}
    assert sum(row.usd or 0.0 for row in after) == pytest.approx(before["lab/big"].usd)


def test_a_price_that_is_not_known_is_no_cost(native: Path, tmp_path: Path) -> None:
    cast, journal = Cast(), Journal(None)
    one = prepared(native, cast, "lab/big+full", judge="none")
    asked = Asked(cast)
    results = run(one, cast, asked, journal)
    for call in list(journal.calls.values())[:1]:
        journal.add(replace(call, usd=None))
    (total,) = totals(costs(asked, [one], results, journal), "summhay", "system").values()
    assert isinstance(total, Total)
    assert total.usd is None
    (tmp_path / "costs.json").write_text('{"schema": 1, "rows": [{"task": "t", "calls": "many"}]}')
    with pytest.raises(BadInput, match="row 1: another form"):
        read_costs(tmp_path)
    write_costs(tmp_path, [right := Cost("t", "s", "full", "system", "m", 1, 1, 0, 1, 0.5)])
    assert read_costs(tmp_path) == [right]
    for change in ({"calls": -3}, {"tokens_out": -1}, {"usd": -5.0}, {"usd": 1e308}):
        write_costs(tmp_path, [right._replace(**change)])
        with pytest.raises(BadInput, match="counts and dollars of at least 0"):
            read_costs(tmp_path)
    assert read_costs(tmp_path / "absent") == []
