"""One run of a soak (`bench.soak`): left alone on a calm server, and killed at random on one that makes trouble."""

from __future__ import annotations

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from bench.places import ROOT
from bench.soak import checks as soak_checks
from bench.soak import faults as soak_faults
from hayrick.harness.models.players import Cast
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.running.judged import add_jobs
from hayrick.harness.running.run_request import RunRequest, prepare
from hayrick.harness.scheduling.asks import JournalAsk, Missing
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE, read_calls
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.harness.work.finish import finish
from hayrick.types import Question, Reply

# By its name from the root: type checkers know the tests' packages by another one.
digest: Callable[[str, Mapping[str, object]], str] = importlib.import_module("tests.loopback.rules").digest

MOST_LIVES = 30
"""Processes after which a run that is not complete is taken never to end."""

LIMIT = 240.0
"""Seconds after which a process is taken to hang."""

_UNREADABLE = "gave no readable verdict"
_AMPLE = 1_000.0
_LAST_RETRIES = 5
"""Further attempts of each call of the processes that go on to the end."""

_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


@dataclass(slots=True, kw_only=True)
class Subject:
    """One run of a round: its command, directories, and what became of it.

    Args:
        draw: source of its random choices.
        home: folder for everything of it.
        seed: of its haystack.
        url: of the server.
    """

    draw: random.Random
    home: Path
    seed: int
    url: str
    lives: list[soak_checks.Life] = field(default_factory=list)
    problem: str = ""
    is_given_up: bool = False
    """Whether the run left alone ended because none of its judge's first replies could be read: nothing is compared."""

    systems: Sequence[str] = ()

    @property
    def out(self) -> Path:
        """Directory of the run that is killed."""
        return self.home / "killed"

    @property
    def alone(self) -> Path:
        """Directory of the run that is left alone."""
        return self.home / "alone"

    @property
    def haystack(self) -> Path:
        """Its input."""
        return self.home / "haystack.json"

    def prepare(self) -> None:
        """Write its haystack and prices, and draw its systems."""
        self.home.mkdir(parents=True)
        soak_faults.drawn_haystack(self.draw, self.haystack, self.seed)
        prices = {"schema": 1, "date": "soak", "models": {"*": {"in": 1.0, "out": 1.0}}}
        (self.home / "prices.json").write_text(json.dumps(prices), encoding="utf-8")
        self.systems = soak_faults.drawn_systems(self.draw, self.url)

    def start(self, out: Path, budget: float, options: Sequence[object]) -> subprocess.Popen[str]:
        """Start its command in some directory."""
        systems = [word for one in self.systems for word in ("--system", one)]
        words = ["run", self.haystack, *systems, "--judge", soak_faults.JUDGE, "--out", out]
        words += ["--prices", self.home / "prices.json", "--budget-usd", budget, *options]
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "BENCH_API_KEY": "unused",
            "BENCH_BASE_URL": self.url,
            "NO_PROXY": "*",
            "XDG_DATA_HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home),
            "TMPDIR": str(self.home),
        }
        return subprocess.Popen(
            [sys.executable, "-m", "hayrick", *map(str, words)],
            env=environment,
            cwd=self.home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=interruptible,
        )

    def leave_alone(self) -> None:
        """Run it on a calm server, to its end."""
        process = self.start(self.alone, _AMPLE, ["--retries", 0])
        err = process.communicate(timeout=LIMIT)[1]
        self.is_given_up = process.returncode == 2 and _UNREADABLE in err
        if process.returncode and not self.is_given_up:
            self.problem = f"{self.alone}: left alone, it ended with status {process.returncode}: {err.strip()[-500:]}"

    def kill_and_go_on(self) -> None:
        """Kill it some times, then give the same command again until all its calls are there."""
        try:
            cost, wanted = soak_checks.paid_in(self.alone), soak_checks.held_in(self.alone)
            for _ in range(self.draw.randint(3, 7)):
                budget = _AMPLE if self.draw.random() < 0.6 else cost * self.draw.uniform(0.1, 1.5)
                self._live(budget, self._moment(len(wanted)))
            while not (self.lives[-1].status == 0 and not self.lives[-1].is_killed and wanted <= self.lives[-1].held):
                if len(self.lives) == MOST_LIVES:
                    lacks = len(wanted - self.lives[-1].held)
                    self.problem = f"{self.out}: {lacks} calls are missing after {MOST_LIVES} processes"
                    return
                self._live(_AMPLE, None)
        except subprocess.TimeoutExpired:
            self.problem = f"{self.out}: a process did not end within {LIMIT:g} s"
        except Exception as error:  # noqa: BLE001 - it runs in a thread
            self.problem = f"{self.out}: the soak itself failed: {error!r}"

    def _moment(self, n_calls: int) -> Callable[[subprocess.Popen[str]], None]:
        """Wait until some moment of a process: after some calls, after some time, or while it writes results."""
        kind = self.draw.choice(["calls"] * 4 + ["time"] + ["results"] * 2)
        least, seconds = self.draw.randint(1, n_calls), self.draw.uniform(0.0, 8.0)
        after = self.draw.uniform(0.0, 0.3)

        def wait(process: subprocess.Popen[str]) -> None:
            begun, end = time.time(), time.monotonic() + LIMIT
            if kind == "time":
                end = time.monotonic() + seconds
            while process.poll() is None and time.monotonic() < end:
                if kind == "calls" and self._n_lines() >= least:
                    break
                if kind == "results" and any(_is_after(one, begun) for one in self.out.glob("*.json*")):
                    break
                time.sleep(0.002)
            time.sleep(after if kind == "calls" else after / 10)

        return wait

    def _n_lines(self) -> int:
        path = self.out / FILE
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def _live(self, budget: float, wait: Callable[[subprocess.Popen[str]], None] | None) -> None:
        """One process, from its start to its end."""
        first = _arrived(self.url)
        jobs = self.draw.choice([1, 3, 8, 20])
        options = soak_faults.drawn_options(self.draw)
        if wait is None:
            # What is always refused is in no journal, so that the last process must get as far as the refusal.
            options += ["--retries", _LAST_RETRIES]
        process = self.start(self.out, budget, ["--jobs", jobs, *options])
        by, is_killed = self.draw.choice(_SIGNALS), False
        try:
            if wait is not None:
                wait(process)
                if is_killed := process.poll() is None:
                    process.send_signal(by)
            ended = datetime.now(UTC)
            err = process.communicate(timeout=LIMIT)[1]
        except BaseException:
            process.kill()
            process.communicate()
            raise
        self.lives.append(
            soak_checks.Life(
                first=first,
                last=_arrived(self.url),
                ended=ended if is_killed else datetime.now(UTC),
                is_killed=is_killed,
                status=process.returncode,
                err=err,
                budget=budget,
                jobs=jobs,
                held=soak_checks.held_in(self.out) if (self.out / FILE).exists() else frozenset(),
                paid=soak_checks.paid_in(self.out),
                claimed=soak_checks.claimed_in(self.out) if (self.out / FILE).exists() else 0.0,
            )
        )

    def keys(self) -> dict[str, str]:
        """Journal key -> the server's digest of each call."""
        os.environ["BENCH_BASE_URL"] = self.url
        journal, cast, asked = Journal(None), Cast(), list[Outgoing]()
        journal.calls = {call.key: call for call in read_calls(self.alone)}
        answered = JournalAsk(cast=cast, journal=journal)

        async def noted(questions: Sequence[Question]) -> Sequence[Reply | None]:
            asked.extend(map(cast.outgoing, questions))
            return [await _answer_or_none(answered, one) for one in questions]

        request = RunRequest(inputs=[str(self.haystack)], systems=self.systems, judge=soak_faults.JUDGE)
        for prepared in prepare(request, cast):
            add_jobs(prepared)
            for job in prepared.jobs:
                finish(job.work(noted))
        return {one.key: _digest(one) for one in asked if one.key in journal.calls}

    def check(self, log: Sequence[soak_checks.Row], counts: Counter[str]) -> list[str]:
        """Violations; counts are added."""
        if self.problem:
            return [self.problem]
        if self.is_given_up:
            counts["judges given up"] += 1
            return []
        counts["calls"] += len(soak_checks.held_in(self.out))
        counts["processes"] += len(self.lives)
        for life in self.lives:
            if life.is_killed:
                counts["kills"] += 1
                counts[f"ended with {life.status}"] += 1
        found = soak_checks.exits(self.lives) + soak_checks.money(self.lives) + soak_checks.ends(self.out, self.alone)
        return [*found, *soak_checks.calls(self.lives, log, self.keys(), counts)]


async def _answer_or_none(ask: JournalAsk, question: Question) -> Reply | None:
    try:
        return (await ask([question]))[0]
    except Missing:
        return None


def _digest(asked: Outgoing) -> str:
    if asked.purpose == OWN:
        return digest(urlsplit(asked.model).path, json.loads(asked.messages[-1][1]))
    messages = [{"role": role, "content": text} for role, text in asked.messages]
    return digest("/v1/chat/completions", {"model": asked.model.rpartition("/")[2], "messages": messages})


def _arrived(url: str) -> int:
    """How many requests the server has seen."""
    with urllib.request.urlopen(url.removesuffix("/v1") + "/arrived", timeout=LIMIT) as reply:
        return int(reply.read())


def _is_after(path: Path, moment: float) -> bool:
    try:
        return path.name not in (FILE, "manifest.json") and path.stat().st_mtime >= moment
    except FileNotFoundError:
        return False


def interruptible() -> None:
    """A shell's background job ignores SIGINT, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
