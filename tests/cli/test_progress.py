"""What tells how far a command is: lines in logs, by a clock that the test sets."""

from __future__ import annotations

import io

from hayrick.cli.progress import Lines, told


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


def test_local_work_has_no_failures_and_dollars() -> None:
    assert told("checking a\nb\x1b", 1, 2) == "checking a b\ufffd: 1 of 2"


def test_a_short_command_says_nothing() -> None:
    log = Log()
    tell = Lines(log, lambda: 7.0)
    tell("reading", 1, 1)
    assert log.getvalue() == ""
