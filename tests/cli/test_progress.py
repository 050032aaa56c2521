"""What tells how far a command is: lines in logs, by a clock that the test sets."""

from __future__ import annotations

import io
from pathlib import Path

from hayrick.cli.progress import Lines, told
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.outgoing import Completion, Outgoing


class Log(io.StringIO):
    """Counts how often it is flushed."""

    flushed = 0

    def flush(self) -> None:
        self.flushed += 1


def test_a_log_has_a_line_every_thirty_seconds_of_progress() -> None:
    now = [100.0]
    log = Log()
    tell = Lines(log, lambda: now[0])
    for second in range(0, 95, 5):
        now[0] = 100.0 + second
        tell("asking", second, 1200, 1, 0.126)
    # After 30, 60 and 90 seconds.
    assert log.getvalue().splitlines() == [f"asking: {n} of 1,200, 1 failed, $0.13" for n in (30, 60, 90)]
    assert log.flushed == 3


def test_while_a_reply_takes_long_the_log_repeats_what_was_told() -> None:
    now = [0.0]
    log = Log()
    tell = Lines(log, lambda: now[0])
    now[0] = 31.0
    tell.write()
    assert log.getvalue() == "", "nothing was told yet"
    tell("asking", 3, 9)
    now[0] = 62.0
    tell.write()
    tell.write()
    assert log.getvalue().splitlines() == ["asking: 3 of 9"] * 2


def test_local_work_has_no_failures_and_dollars() -> None:
    assert told("checking a\nb\x1b", 1, 2) == "checking a b\ufffd: 1 of 2"


def test_calls_without_a_price_are_not_free() -> None:
    assert told("asking", 7, 8, 0, None) == "asking: 7 of 8, 0 failed, price unknown"
    models = ModelOptions(retries=0)
    asker = models.asker(Journal(None), _nobody, ["openai/gpt-4o"])
    assert asker.spent(["openai/gpt-4o"]) == 0.0
    assert asker.spent(["openai/gpt-4o", "openai-api/lab/m"]) is None


async def _nobody(outgoing: Outgoing) -> Completion:
    raise NotImplementedError


def test_a_short_command_says_nothing() -> None:
    log = Log()
    tell = Lines(log, lambda: 7.0)
    tell("reading", 1, 1)
    assert log.getvalue() == ""


def test_a_run_tells_items_failures_and_dollars(bakery: Path, tmp_path: Path) -> None:
    """Of two subtopics, the function answers one; what it costs is not counted."""
    code = "def answer(request):\n    if 'hours' in request['query']:\n        raise ValueError\n    return '- A.'\n"
    (tmp_path / "mine.py").write_text(code)
    seen: list[tuple[str, int, int, int | None, float | None]] = []

    def tell(what: str, done: int, total: int, failed: int | None = None, usd: float | None = None) -> None:
        seen.append((what, done, total, failed, usd))

    system = f"python:{tmp_path / 'mine.py'}:answer"
    run(RunRequest(inputs=[str(bakery)], systems=[system], judge="local", models=ModelOptions(retries=0)), None, tell)
    asked = [one for one in seen if one[0] == "asking"]
    assert asked[-1] == ("asking", 2, 2, 1, 0.0)
    assert [one[1] for one in asked] == sorted(one[1] for one in asked)
    assert all(one[3:] == (None, None) for one in seen if one[0] != "asking")
