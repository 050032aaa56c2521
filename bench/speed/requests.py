"""Count the requests that a server sees of runs that meet trouble, and the most that it sees at a time.

`python -m bench.speed.requests [NAME...]` starts the scripted server of tests/loopback for each case, gives it the same
run of 30 questions to a system with 7 to a judge for each, and prints one line a case: requests for the system, for the
judge, most in flight, seconds, status, and what the command said last.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from bench.places import ROOT
from bench.speed.llm import JUDGE, SUMMARY, VERDICT, WRITER, make_haystack

# By its name from the root: type checkers know the tests' packages by another one.
loopback: Callable[..., AbstractContextManager[Any]] = importlib.import_module("tests.loopback").loopback

HAYSTACKS, SUBTOPICS, INSIGHTS = 3, 10, 7
_LONGEST = 300
_QUOTA = {"do": "status", "status": 429, "code": "insufficient_quota", "message": "You exceeded your current quota."}
_MOVED = {"do": "status", "status": 307, "headers": {"Location": "/v1/chat/completions?again"}}


class Case(NamedTuple):
    """Trouble that a server makes, and further words of the command."""

    rules: Sequence[Mapping[str, object]]
    words: Sequence[object] = ()
    latency: float = 0.05
    verdict: str = VERDICT


def _of(role: str, rule: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [{**rule, "when": {"role": role}}]


CASES: Mapping[str, Case] = {
    "system refused (401)": Case(_of("system", {"do": "status", "status": 401})),
    "judge refused (401)": Case(_of("judge", {"do": "status", "status": 401})),
    "judge unknown (404)": Case(_of("judge", {"do": "status", "status": 404})),
    "judge that cannot be read": Case([], verdict="[]"),
    "system's quota exhausted": Case(_of("system", _QUOTA)),
    "one question, server error, --retries 1": Case(
        _of("system", {"do": "status", "status": 500}), ("--retries", 1, "--limit", 1)
    ),
    "system redirected in a circle, --retries 1": Case(_of("system", _MOVED), ("--retries", 1)),
    "no trouble, --jobs 10": Case([], ("--jobs", 10)),
}


def main(chosen: Sequence[str]) -> None:
    """Run the chosen cases, or all."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = [Path(scratch, f"h{n}.json") for n in range(HAYSTACKS)]
        for number, path in enumerate(paths):
            make_haystack(path, SUBTOPICS, INSIGHTS, 10, 60, number)
        for number, (name, case) in enumerate(CASES.items()):
            if not chosen or any(one in name for one in chosen):
                print(f"{name}: {_told(case, paths, Path(scratch, str(number)))}", flush=True)


def _told(case: Case, paths: Sequence[Path], out: Path) -> str:
    answers = [{"make": "fixed", "text": case.verdict, "when": {"role": "judge"}}, {"make": "fixed", "text": SUMMARY}]
    what = {
        "answers": answers,
        "rules": case.rules,
        "latency": case.latency,
        "roles": {"judge": r"\Ajudge", "system": r"\Awriter"},
    }
    with loopback(what) as server:
        path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT / "src")]))
        environment = {**os.environ, "BENCH_API_KEY": "unused", "BENCH_BASE_URL": server.url, "NO_PROXY": "*"}
        words = ["run", *paths, "--system", f"{WRITER}+full", "--judge", JUDGE, "--out", out, *case.words]
        start = time.monotonic()
        try:
            done = subprocess.run(
                [sys.executable, "-m", "hayrick", *map(str, words)],
                env={**environment, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                check=False,
                timeout=_LONGEST,
            )
            status, said = str(done.returncode), (done.stderr.strip().splitlines() or ["-"])[-1]
        except subprocess.TimeoutExpired:
            status, said = "none", f"not ended after {_LONGEST} s"
        seconds = time.monotonic() - start
        log = server.log()
    seen = Counter(row["role"] for row in log)
    most = max((row["in_flight"] for row in log), default=0)
    return f"{seen['system']} system, {seen['judge']} judge, {most} in flight, {seconds:.0f} s, status {status}: {said}"


if __name__ == "__main__":
    main(sys.argv[1:])
