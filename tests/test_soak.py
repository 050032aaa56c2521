"""The checks of `bench.soak` find what they are for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from bench.soak import checks as soak_checks
from bench.soak.checks import Life

START = datetime(2026, 1, 1, tzinfo=UTC)
KEYS = {"k1": "d1", "k2": "d2"}
FIRST = Life(
    first=0,
    last=2,
    ended=START + timedelta(seconds=1),
    is_killed=True,
    status=-9,
    err="",
    budget=1.0,
    jobs=3,
    held=frozenset({"k1"}),
    paid=0.25,
)
SECOND = replace(FIRST, first=2, last=4, is_killed=False, status=0, held=frozenset({"k1", "k2"}), paid=0.5)


def row(number: int, digest: str, did: str = "answer", outcome: str = "finished") -> dict[str, Any]:
    """A line of the server's log."""
    path = "/v1/chat/completions"
    return {"number": number, "digest": digest, "did": did, "outcome": outcome, "path": path, "ended": str(START)}


def found(lives: list[Life], log: list[dict[str, Any]]) -> tuple[list[str], Counter[str]]:
    """Violations and counts."""
    counts: Counter[str] = Counter()
    return soak_checks.calls(lives, log, KEYS, counts), counts


def test_a_reply_in_the_air_at_a_kill_is_asked_again_and_no_violation() -> None:
    said, counts = found([FIRST, SECOND], [row(1, "d1"), row(2, "d2"), row(3, "d2")])
    assert (said, counts["in the air"], counts["lost"], counts["repeated"]) == ([], 1, 0, 0)


def test_a_reply_of_no_use_is_not_missed() -> None:
    log = [row(1, "d1"), row(2, "d2", "status"), row(3, "d2", outcome="aborted"), row(4, "d2")]
    assert found([FIRST, SECOND], log)[0] == []


def test_what_the_journal_held_is_asked_again() -> None:
    said, counts = found([FIRST, SECOND], [row(1, "d1"), row(3, "d2"), row(4, "d1", "drop", "dropped")])
    assert (said, counts["repeated"]) == (["request 4 asks again what the journal held: d1"], 1)


@pytest.mark.parametrize("late", [{"ended": START + timedelta(seconds=31)}, {"is_killed": False, "status": 0}])
def test_a_reply_that_is_not_kept_though_there_was_time_is_lost(late: dict[str, Any]) -> None:
    said, counts = found([replace(FIRST, **late), SECOND], [row(1, "d1"), row(2, "d2"), row(3, "d2")])
    assert (said, counts["lost"]) == ([f"request 2 was answered at {START} and is not kept"], 1)


def test_a_call_that_leaves_the_journal_is_lost() -> None:
    said, counts = found([FIRST, replace(SECOND, held=frozenset({"k2"}))], [row(1, "d1"), row(3, "d2")])
    assert (said, counts["lost"]) == (["1 calls that the journal held are gone"], 1)


def test_what_was_spent_falls_or_exceeds_the_budget() -> None:
    assert soak_checks.money([FIRST, SECOND]) == []
    assert soak_checks.money([FIRST, replace(SECOND, paid=0.2)]) == ["spent fell from $0.250000 to $0.200000"]
    assert soak_checks.money([FIRST, replace(SECOND, paid=2.0)]) == ["spent $2.000000 with --budget-usd 1.000000"]
    assert soak_checks.money([FIRST, replace(SECOND, budget=0.1, paid=0.25)]) == []
    assert soak_checks.money([FIRST, replace(SECOND, paid=2.0, claimed=1.5)]) == []


STOPPED = "asking: 1 of 9, 0 failed, $0.02\n\nhayrick: stopped; give the same command again to continue\n"
TRACE = 'Traceback (most recent call last):\n  File "/x/hayrick/cli/__init__.py", line 9, in main\nKeyboardInterrupt\n'


@pytest.mark.parametrize(
    ("life", "is_right"),
    [
        (FIRST, True),
        (replace(FIRST, status=143, err=STOPPED), True),
        (replace(FIRST, status=130, err=TRACE), False),
        (replace(FIRST, status=1, err="Traceback\n  File site.py\nKeyboardInterrupt\n"), True),
        (replace(FIRST, status=-2, err=""), True),
        (replace(FIRST, status=-2, err=STOPPED), True),
        (replace(FIRST, status=-2, err="Traceback\n"), False),
        (replace(SECOND, err="asking: 1 of 9, 0 failed, $0.02\n"), True),
        (replace(SECOND, err="a warning\n"), False),
        (replace(SECOND, status=1), False),
        (replace(SECOND, status=2, err="hayrick: --budget-usd 1: stopped before a call\n"), True),
        (replace(SECOND, status=2, err="hayrick: a fault of ours\n"), False),
    ],
)
def test_how_a_process_may_end(life: Life, is_right: bool) -> None:
    assert (soak_checks.exits([life]) == []) is is_right
