"""What is said of the calls of a run: how many, their tokens, their dollars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call, Usage


def call(key: str, purpose: str, usd: float | None, usage: Usage) -> Call:
    return Call(key=key, model="m", purpose=purpose, reply="", stop="stop", usage=usage, usd=usd, seconds=1.0)


CACHED = Usage(tokens_in=10, tokens_cached=2000, tokens_out=5)
PLAIN = Usage(tokens_in=10, tokens_out=5)


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        (
            [("system", 0.5, PLAIN), ("judge", 0.25, CACHED), ("judge", None, CACHED)],
            "3 calls (1 system, 2 judge), 4,030 tokens in (4,000 of them cached reads), 15 out: $0.7500 and 1 call of "
            "unknown price.",
        ),
        ([("system", None, PLAIN)] * 2, "2 calls, 20 tokens in, 10 out: 2 calls of unknown price."),
        ([("checker", 0.0, PLAIN)], "1 call, 10 tokens in, 5 out: $0.0000."),
    ],
)
def test_tokens_in_have_cached_reads_among_them(calls: list[Any], told: str) -> None:
    journal = Journal(None)
    journal.calls.update({f"{n}": call(f"{n}", *one) for n, one in enumerate(calls)})
    assert call_notes(journal, (), {}, ()) == [told]


def test_answers_of_own_systems_are_counted_whether_they_were_asked_for_again(
    hayrick: Command, native: Path, tmp_path: Path
) -> None:
    code = tmp_path / "mine.py"
    code.write_text("def f(request):\n    return '- Six. [1]'\n")
    words = ("run", native, "--system", f"python:{code}:f", "--out", tmp_path / "out")
    first = hayrick(*words).out
    assert "2 answers of your own systems.\n" in first
    assert hayrick(*words).out == first
