"""Runs that are killed: no finished call is asked again, none is lost, and the result is that of a run left alone.

A call is finished when the journal holds its line. A reply that reached the machine but not yet the journal when the
process was killed must be asked for again; the server's log tells how many those were, and every repetition is
accounted for by one of them.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from equipment import JUDGE, LIMIT, WRITER, Runner, command, finished, haystack, kill, playing, rows, script

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import judge_names, names, system_names
from hayrick.harness.scheduling.asks import JournalAsk
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE, read_calls
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.types import Question, Reply
from loopback import Server
from loopback.rules import digest

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

SUBTOPICS, INSIGHTS = 12, 8
CALLS = SUBTOPICS * (1 + INSIGHTS)
KILLS = 20
LATENCY = {"low": 0.04, "high": 0.16}
RESULTS = ("summaries.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json")


@dataclass(slots=True)
class Seen:
    """What was there when a process was dead."""

    last: int
    """Highest number in the server's log; requests cut off by the kill may get their lines later."""

    journalled: set[str] = field(default_factory=set)
    """Keys of the calls that the journal held."""

    @property
    def n_journalled(self) -> int:
        return len(self.journalled)


def journal_lines(out: Path) -> int:
    path = out / FILE
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def wait_for_lines(process: subprocess.Popen[str], out: Path, count: int) -> None:
    deadline = time.monotonic() + LIMIT
    while journal_lines(out) < count and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


@dataclass(slots=True)
class Noting:
    """Answers from the journal alone, and notes what was asked."""

    journal: JournalAsk
    asked: list[Outgoing] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        self.asked.extend(map(self.journal.cast.outgoing, questions))
        return await self.journal(questions)


def digests(path: Path, out: Path) -> dict[str, str]:
    """Journal key -> the server's digest of each call of the run."""
    journal, cast, options = Journal(None), Cast(), ModelOptions()
    journal.calls = {call.key: call for call in read_calls(out)}
    task = names.load_tasks([str(path)], names.TaskOptions(), options)[0].task
    items = task.items(0)
    (system,) = system_names.systems(f"{WRITER}+full", task, items, 0, 1, options, cast)
    judge = judge_names.judge(JUDGE, task, options, cast)
    assert judge is not None
    noting = Noting(JournalAsk(cast=cast, journal=journal))

    async def ask_all() -> None:
        for item in items:
            for response in await system.respond([item], noting):
                await judge.judge(item, response, noting)

    asyncio.run(ask_all())
    found = {}
    for ask in noting.asked:
        messages = [{"role": role, "content": text} for role, text in ask.messages]
        model = ask.model.rpartition("/")[2]
        found[ask.key] = digest("/v1/chat/completions", {"model": model, "messages": messages})
    return found


def killed_again_and_again(run: Runner, server: Server, words: list[object], out: Path) -> list[Seen]:
    """Kill a run at random points of its progress, and start it again after each."""
    drawn = random.Random(7)
    points = [0, *sorted(drawn.sample(range(1, CALLS - 8), KILLS - 1))]
    seen = []
    for point in points:
        process = run.start(*words)
        wait_for_lines(process, out, max(point, journal_lines(out) + 1) if point else 0)
        # Not always when a line has just been written: replies come 25 ms apart on average.
        time.sleep(drawn.uniform(0.0, 0.025))
        assert kill(process) == -9, "it had ended before it was killed"
        read = read_calls(out) if (out / FILE).exists() else []
        seen.append(
            Seen(last=max((row["number"] for row in server.log()), default=0), journalled={call.key for call in read})
        )
    return seen


def test_killed_at_random_points_nothing_is_repeated_and_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out, left_alone = haystack(tmp_path / "harps.json", SUBTOPICS, INSIGHTS), tmp_path / "out", tmp_path / "alone"
    with playing(tmp_path, script(latency=LATENCY)) as (server, run):
        words = list(command(path, out, "--jobs", 4))
        seen = killed_again_and_again(run, server, words, out)
        assert len(seen) == KILLS
        done = run(*words)
        assert (done.status, done.err) == (0, "")
        log, asked = server.log(), finished(server)
        assert run(*command(path, left_alone)).status == 0

    monkeypatch.setenv("LOOP_BASE_URL", server.url)
    known = digests(path, out)
    assert len(known) == CALLS
    assert {call.key for call in read_calls(out)} == known.keys(), "a call is missing, or one too many was made"
    assert set(asked) == set(known.values())
    for point in seen:
        later = {row["digest"] for row in log if row["number"] > point.last}
        held = {known[key] for key in point.journalled}
        assert not later & held, "a finished call was asked again"
    # Each reply that the server delivered is a line of the journal, or was on its way when a process was killed.
    in_the_air = 0
    for before, point in zip([Seen(0), *seen], seen, strict=False):
        delivered = sum(row["outcome"] == "finished" for row in log if before.last < row["number"] <= point.last)
        in_the_air += delivered - (point.n_journalled - before.n_journalled)
    assert len(asked) - CALLS == in_the_air
    assert in_the_air <= 4 * KILLS, "at most what is in flight"
    sys.stdout.write(f"{KILLS} kills of a run of {CALLS} calls: {in_the_air} replies were on their way\n")

    for name in RESULTS:
        assert (out / name).read_bytes() == (left_alone / name).read_bytes()
    assert json.loads((out / "manifest.json").read_text())["finished"] is True
    assert len(rows(out / "estimates.json")) > 0


def test_killed_with_nothing_on_its_way_the_server_sees_no_call_twice(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", SUBTOPICS, INSIGHTS), tmp_path / "out"
    silent = {"do": "hang", "when": {"number": [20, 45, 70]}}
    with playing(tmp_path, script(silent, latency=LATENCY)) as (server, run):
        words = list(command(path, out, "--jobs", 8))
        process = run.start(*words)
        # The judge's questions behind an unanswered one of a system are never asked: at least so many others are.
        least, n, deadline = CALLS - 3 * (1 + INSIGHTS), -1, time.monotonic() + LIMIT
        while n != (n := server.finished()) or n != journal_lines(out) or n < least:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(1.0)
        kill(process)
        # None, unless this machine stood still for a second: such a reply must be asked for again.
        on_their_way = server.finished() - journal_lines(out)
        assert run(*words).status == 0
        asked = finished(server)
    assert len(set(asked)) == CALLS
    assert len(asked) - CALLS == on_their_way
    assert len(read_calls(out)) == CALLS


def test_a_kill_while_results_are_written_leaves_a_run_that_can_be_given_again(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    with playing(tmp_path, script()) as (server, run):
        process = run.start(*command(path, out))
        deadline = time.monotonic() + LIMIT
        while not (out / "summaries.jsonl").exists():
            assert time.monotonic() < deadline
            time.sleep(0.0005)
        kill(process)
        n = server.finished()
        again = run(*command(path, out))
        assert (again.status, server.finished()) == (0, n)
    assert not [one.name for one in out.iterdir() if one.name.endswith(".json") and one.stat().st_size == 0]
