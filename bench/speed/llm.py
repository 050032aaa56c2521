"""Measure how fast a run asks models, against a bare client doing the same calls; its peak memory and its disk.

`python -m bench.speed.llm [--latency 0.5] [--concurrency 20]` starts the scripted server of tests/loopback, runs
`hayrick run` on made-up haystacks in a process of its own, and prints one line a figure. The bare client is asyncio and
the package openai with the same prompts, which it is given ready made. Needs an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from bench.places import ROOT
from hayrick.harness.models.players import Cast
from hayrick.harness.running.judged import add_jobs
from hayrick.harness.scheduling.asks import JournalAsk
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import read_calls
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.harness.work.finish import finish
from hayrick.haystacks.files import read_haystack
from hayrick.records.write_files import write_json
from hayrick.tokens import count_tokens
from hayrick.types import Question, Reply

# By its name from the root: type checkers know the tests' packages by another one.
loopback: Callable[..., AbstractContextManager[Any]] = importlib.import_module("tests.loopback").loopback

RUNNING: Any = importlib.import_module("hayrick.harness.running.run")
"""Of any code, also where the request of a run was defined beside its work."""

BUNDLED = ROOT / "tests" / "golden" / "quillmere.json"
HAYSTACKS, SUBTOPICS, INSIGHTS = 10, 9, 7
WRITER, JUDGE = "openai-api/bench/writer", "openai-api/bench/judge"
VERDICT = '{"coverage": "full", "bullet": 1}'
SUMMARY = "\n".join(f"- Workshop {n} repaired {n + 20} harps for the orchestra of the town. [{n}]" for n in range(1, 8))

_CHILD = """
import resource, runpy, sys
try:
    runpy.run_module("hayrick", run_name="__main__", alter_sys=True)
finally:
    sys.stderr.write(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\\n")
"""

_BARE = """
import asyncio, json, resource, sys, time
from openai import AsyncOpenAI
questions = [json.loads(line) for line in open(sys.argv[1])]
concurrency = int(sys.argv[3])
async def main():
    client = AsyncOpenAI(base_url=sys.argv[2], api_key="unused")
    gate = asyncio.Semaphore(concurrency)
    async def ask(question):
        async with gate:
            reply = await client.chat.completions.create(temperature=0, **question)
            return reply.choices[0].message.content
    await asyncio.gather(*map(ask, questions))
start = time.monotonic()
asyncio.run(main())
print(time.monotonic() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def make_haystack(path: Path, subtopics: int, insights: int, documents: int, words: int, seed: int) -> int:
    """Write a haystack of the bundled haystack's words, drawn at random; its size in bytes."""
    drawn = random.Random(seed)
    vocabulary = [word for one in read_haystack(BUNDLED).documents for word in one.text.split()]
    value = {
        "schema": 1,
        "topic": "harps",
        "domain": "news",
        "documents": [
            {"id": f"d{n}", "title": f"Report {n}", "text": " ".join(drawn.choices(vocabulary, k=words)) + "."}
            for n in range(documents)
        ],
        "subtopics": [
            {
                "id": f"s{s}",
                "title": f"orchestra {s}",
                "query": f"Which workshops worked for the orchestra {s}?",
                "insights": [
                    {"id": f"s{s}-{n}", "text": f"Workshop {n} repaired {n + 20} harps for orchestra {seed}-{s}."}
                    for n in range(insights)
                ],
            }
            for s in range(subtopics)
        ],
        "held_by": {f"s{s}-{n}": [f"d{(s + n) % documents}"] for s in range(subtopics) for n in range(insights)},
    }
    write_json(path, value)
    return path.stat().st_size


def run(words: Sequence[object], url: str, home: Path) -> tuple[float, float]:
    """Seconds and peak memory (MB) of a run in a process of its own."""
    environment = {
        **os.environ,
        "BENCH_API_KEY": "unused",
        "BENCH_BASE_URL": url,
        "NO_PROXY": "*",
        "XDG_DATA_HOME": str(home),
        "XDG_CACHE_HOME": str(home),
    }
    start = time.monotonic()
    command = [sys.executable, "-c", _CHILD, *map(str, words)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    if done.returncode:
        raise SystemExit(done.stderr)
    print("   ", next(line for line in done.stdout.splitlines() if "calls, " in line))
    return seconds, int(done.stderr.rsplit("peak ", 1)[1]) / 1024


def questions(paths: Sequence[Path], out: Path, url: str) -> list[dict[str, object]]:
    """Every question of a run that has ended, as a client sends it."""
    os.environ["BENCH_BASE_URL"] = url
    journal, cast = Journal(None), Cast()
    journal.calls = {call.key: call for call in read_calls(out)}
    request = RUNNING.RunRequest(inputs=[str(path) for path in paths], systems=[f"{WRITER}+full"], judge=JUDGE)
    answered = JournalAsk(cast=cast, journal=journal)
    asked: list[Outgoing] = []

    async def noted(questions: Sequence[Question]) -> Sequence[Reply | None]:
        asked.extend(map(cast.outgoing, questions))
        return await answered(questions)

    for prepared in RUNNING.prepare(request, cast):
        add_jobs(prepared)
        for job in prepared.jobs:
            finish(job.work(noted))
    return [
        {
            "model": one.model.rpartition("/")[2],
            "messages": [{"role": role, "content": text} for role, text in one.messages],
            "max_tokens": one.max_tokens,
        }
        for one in asked
    ]


def size_of(folder: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def speed(folder: Path, latency: float, concurrency: int) -> None:
    """Wall time of 90 x (1 + 7) calls, and of the same calls by a bare client."""
    paths = [folder / f"h{n}.json" for n in range(HAYSTACKS)]
    for number, path in enumerate(paths):
        make_haystack(path, SUBTOPICS, INSIGHTS, 100, 120, number)
    calls = HAYSTACKS * SUBTOPICS * (1 + INSIGHTS)
    ideal = calls * latency / concurrency
    what = script(latency)
    with loopback(what) as server:
        words = ["run", *paths, "--system", f"{WRITER}+full", "--judge", JUDGE, "--out", folder / "speed"]
        idle, _ = run([*words[:-1], folder / "none", "--limit", 1, "--judge-variant", "together"], server.url, folder)
        seconds, peak = run([*words, "--jobs", concurrency], server.url, folder)
        log = server.log()
    first, last = log[0]["arrived"], max(row["ended"] for row in log)
    print(
        f"run: {calls} calls, {latency} s each, concurrency {concurrency}: {seconds:.1f} s, "
        f"{seconds / ideal:.2f} x calls x latency / concurrency ({ideal:.1f} s); peak {peak:.0f} MB (n = 1)"
    )
    print(f"     of which a run of {HAYSTACKS} x 2 calls takes {idle:.1f} s; requests from {first} to {last}")
    asked = folder / "questions.jsonl"
    asked.write_text("".join(json.dumps(one) + "\n" for one in questions(paths, folder / "speed", server.url)))
    with loopback(what) as server:
        start = time.monotonic()
        command = [sys.executable, "-c", _BARE, str(asked), server.url, str(concurrency)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "NO_PROXY": "*"})
        whole = time.monotonic() - start
    bare, bare_peak = map(float, done.stdout.split())
    print(
        f"bare client: the same calls in {bare:.1f} s ({bare / ideal:.2f} x), {whole:.1f} s with its start; "
        f"peak {bare_peak / 1024:.0f} MB (n = 1)"
    )


def memory(folder: Path, tokens: int, concurrency: int) -> None:
    """Peak memory and disk of 90 summaries from prompts of many tokens."""
    paths = [folder / f"long{n}.json" for n in range(HAYSTACKS)]
    # The words have about 1.26 tokens each.
    sizes = [make_haystack(path, SUBTOPICS, INSIGHTS, 100, int(tokens / 126), n) for n, path in enumerate(paths)]
    n = sum(count_tokens(document.text).n for document in read_haystack(paths[0]).documents)
    prices = folder / "prices.json"
    write_json(prices, {"schema": 1, "date": "none", "models": {"openai-api/bench/*": {"in": 1, "out": 1}}})
    budget: list[object] = ["--budget-usd", 1000, "--prices", prices]
    for name, more in (("without a budget", []), ("with --budget-usd", budget)):
        out = folder / f"memory{len(more)}"
        with loopback(script(0.5)) as server:
            words = ["run", *paths, "--system", f"{WRITER}+full", "--judge", JUDGE, "--out", out, "--jobs", concurrency]
            seconds, peak = run([*words, *more], server.url, folder)
        disk = size_of(out)
        print(
            f"long prompts, {name}: 90 of {n:,} tokens of documents: peak {peak:.0f} MB, {seconds:.1f} s; disk "
            f"{disk / 1e6:.2f} MB, {disk / sum(sizes):.2f} x the haystacks' {sum(sizes) / 1e6:.2f} MB (n = 1)"
        )


def script(latency: float) -> dict[str, object]:
    """A provider that always says the same."""
    answers = [{"make": "fixed", "text": VERDICT, "when": {"role": "judge"}}, {"make": "fixed", "text": SUMMARY}]
    return {"latency": latency, "answers": answers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.5)
    parser.add_argument("--concurrency", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=100_000)
    parser.add_argument("--only", choices=["speed", "memory"])
    told = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        if told.only != "memory":
            speed(Path(folder), told.latency, told.concurrency)
        if told.only != "speed":
            memory(Path(folder), told.tokens, told.concurrency)


if __name__ == "__main__":
    main()
