"""How long planned calls take: by hand, and where nothing shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Command, strict_json
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.planning.plan_time import ModelCalls, PlannedTime, plan_time
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call, Usage

PLANNED = {"a": ModelCalls(100, 50_000), "b": ModelCalls(30, 9_000)}


@pytest.fixture
def pilot(tmp_path: Path) -> Path:
    """Calls of a, 2 and 4 seconds, and one of b, 10; one from a batch has no seconds."""
    journal = Journal(tmp_path / "pilot")
    for key, model, seconds in (("1", "a", 2.0), ("2", "a", 4.0), ("3", "b", 10.0), ("4", "b", 0.0)):
        usage = Usage(tokens_in=1, tokens_out=1)
        journal.add(
            Call(key=key, model=model, purpose="system", reply="", stop="", usage=usage, usd=None, seconds=seconds)
        )
    journal.close()
    return tmp_path / "pilot"


def test_by_the_seconds_of_an_earlier_run(pilot: Path) -> None:
    # 100 x 3 + 30 x 10 = 600 seconds, 5 at once: 2 minutes.
    found = plan_time(PLANNED, ModelOptions(connections=5), pilot)
    assert found == PlannedTime(minutes=2.0, least=None, n=3, at_once=5)
    # 100 calls, 8 a minute: the last begin after 12 minutes.
    found = plan_time(PLANNED, ModelOptions(connections=5, requests_per_minute=8), pilot)
    assert found == PlannedTime(minutes=12.0, least=12.0, n=3, at_once=5)


def test_a_model_without_calls_leaves_the_time_unknown(pilot: Path) -> None:
    found = plan_time({**PLANNED, "c": ModelCalls(1, 1)}, ModelOptions(), pilot)
    assert found == PlannedTime(minutes=None, least=None, n=3, at_once=20, unknown=("c",))


@pytest.mark.parametrize(
    ("limits", "least"),
    [
        ({"requests_per_minute": 100}, 0.0),
        ({"requests_per_minute": 99}, 1.0),
        ({"requests_per_minute": 10}, 9.0),
        ({"tokens_per_minute": 10_000}, 4.0),
        ({"requests_per_minute": 10, "tokens_per_minute": 1_000}, 49.0),
    ],
)
def test_limits_a_minute_are_a_bound(limits: dict[str, int], least: float) -> None:
    found = plan_time(PLANNED, ModelOptions(**limits), None)  # type: ignore[arg-type]
    assert found == PlannedTime(minutes=None, least=least, n=0, at_once=20)


def test_where_nothing_is_known_nothing_is_said(pilot: Path) -> None:
    assert plan_time(PLANNED, ModelOptions(), None) is None
    assert plan_time({}, ModelOptions(requests_per_minute=1), pilot) is None


def test_what_the_command_prints(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    words = ("plan", bakery, "--system", "openai/gpt-4o", "--judge", "none")
    assert "Time" not in hayrick(*words).out
    assert "time" not in strict_json(hayrick(*words, "--json").out)
    limited = hayrick(*words, "--requests-per-minute", 1)
    assert "The limits a minute allow no less than 60 seconds." in limited.out
    assert strict_json(hayrick(*words, "--requests-per-minute", 1, "--json").out)["time"]["least"] == 1
    assert hayrick("run", bakery, "--system", "lead", "--out", tmp_path / "run").status == 0
    told = hayrick(*words, "--from", tmp_path / "run")
    assert "Time: unknown" in told.out
    assert "openai/gpt-4o" in told.out
    refused = hayrick(*words, "--from", tmp_path)
    assert (refused.status, len(refused.err.splitlines())) == (2, 1)
