"""What calls of models cost a run beside the model: rows of `bench.speed`.

Replies are scripted. `resume` needs no server: its replies are entered as those of a batch are. The others run in
processes of their own against the server of `bench.speed.constant`, whose CPU does not count.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bench.speed.constant import Seen, constant
from bench.speed.llm import JUDGE, SUMMARY, WRITER, make_haystack
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.scheduling.elsewhere import Elsewhere, Outstanding, Take
from hayrick.harness.transport.calls import Call, Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing

RUNNING: Any = import_module("hayrick.harness.running.run")
"""Of any code, also where the request of a run was defined beside its work."""

SUBTOPICS, INSIGHTS, IN_FLIGHT = 9, 7, 20
CALLS = SUBTOPICS * (1 + INSIGHTS)
"""Calls of one haystack."""

_USED = """
def used():
    import resource
    one = resource.getrusage(resource.RUSAGE_SELF)
    return f"{one.ru_utime + one.ru_stime} {one.ru_maxrss / 1024}"
"""
_HAYRICK = f"""{_USED}
import runpy, sys
try:
    runpy.run_module("hayrick", run_name="__main__", alter_sys=True)
finally:
    sys.stderr.write("used " + used())
"""
_FIRST = """
import os, sys, time
def connecting(event, given):
    if event == "socket.connect":
        sys.stderr.write(f"used {time.process_time()} 0")
        sys.stderr.flush()
        os._exit(0)
sys.addaudithook(connecting)
import runpy
runpy.run_module("hayrick", run_name="__main__", alter_sys=True)
"""
"""Runs a command, and ends when it opens its first connection."""

_BARE = f"""{_USED}
import asyncio, json, sys
sizes, client, in_flight = json.loads(sys.stdin.read()), sys.argv[1], int(sys.argv[2])
if client == "openai":
    from openai import AsyncOpenAI
    import os
    model = AsyncOpenAI(base_url=os.environ["BENCH_BASE_URL"], api_key="unused")
    def asking(text):
        message = dict(role="user", content=text)
        return model.chat.completions.create(model="judge", messages=[message], temperature=0, max_tokens=512)
else:
    from inspect_ai.model import GenerateConfig, get_model
    model = get_model("openai-api/bench/judge", config=GenerateConfig(max_connections=in_flight))
    def asking(text):
        return model.generate(text, config=GenerateConfig(temperature=0, max_tokens=512), cache=False)
async def main():
    gate = asyncio.Semaphore(in_flight)
    async def ask(number, size):
        async with gate:
            await asking(f"{{number}} " + "word " * (size // 5))
    await asyncio.gather(*(ask(number, size) for number, size in enumerate(sizes)))
asyncio.run(main())
sys.stderr.write("used " + used())
"""


class Used(NamedTuple):
    """What a process took."""

    cpu: float
    """Seconds."""

    peak: float
    """MB of memory."""

    wall: float
    """Seconds."""


def resume(n_haystacks: int) -> float:
    """CPU seconds of the same command again when a run has finished; prompts of systems have 12,000 words."""
    os.environ |= {"BENCH_BASE_URL": "http://127.0.0.1:9/v1", "BENCH_API_KEY": "unused"}
    with tempfile.TemporaryDirectory() as folder:
        paths = _haystacks(Path(folder), n_haystacks, 120)
        # Ten thousand lines need not reach the disk one by one here.
        with suppress(Outstanding), patch("os.fsync"):
            RUNNING.run(_request(paths, Elsewhere(begin=_entering)), Path(folder, "out"))
        start = time.process_time()
        RUNNING.run(_request(paths), Path(folder, "out"))
        return time.process_time() - start


def a_call(client: str, latency: float = 0.0) -> float:
    """CPU milliseconds of one call more, of 72 and 720: by `hayrick run`, or by a package with prompts like its."""
    # The first time, packages may be compiled.
    _, few, many = (_asking(client, n, latency)[0].cpu for n in (1, 1, 10))
    return 1000 * (many - few) / (9 * CALLS)


def first_request() -> float:
    """CPU seconds of `hayrick run` with ten haystacks, a model and a judge until it connects to the model."""
    return _run(10, IN_FLIGHT, 0.0, ("--judge", JUDGE), 120, SUBTOPICS, _FIRST)[0].cpu


def long_prompts(n_haystacks: int, n_words: int, figure: str = "peak") -> float:
    """A figure of `Used`, for 225 summaries of prompts of so many words; the local judge."""
    used, _ = _run(n_haystacks, IN_FLIGHT, 0.2, ("--judge", "local"), n_words // 100, 225 // n_haystacks)
    found: float = getattr(used, figure)
    return found


def paced(client: str, in_flight: int, n_haystacks: int, *, is_whole: bool) -> float:
    """Seconds of 72 calls of half a second a haystack, as a multiple of calls x latency / in flight.

    Args:
        client: as in `a_call`.
        in_flight: most calls at a time.
        n_haystacks: how many.
        is_whole: count the whole process with its start and end; else from the first request to the last reply.
    """
    used, seen = _asking(client, n_haystacks, 0.5, in_flight)
    assert seen.calls == n_haystacks * CALLS
    assert seen.most <= in_flight
    return (used.wall if is_whole else seen.seconds) / (seen.calls * 0.5 / in_flight)


def _asking(client: str, n_haystacks: int, latency: float, in_flight: int = IN_FLIGHT) -> tuple[Used, Seen]:
    if client == "hayrick":
        return _run(n_haystacks, in_flight, latency, ("--judge", JUDGE), 120, SUBTOPICS)
    # Sizes as those of a run: a prompt of 100 documents, then seven of the judge's.
    sizes = [size for _ in range(n_haystacks * SUBTOPICS) for size in (85_000, *[2_000] * INSIGHTS)]
    with constant(latency) as server:
        used = _used(_BARE, (client, in_flight), server.url, Path(), json.dumps(sizes))
    return used, server


def _run(
    n_haystacks: int,
    in_flight: int,
    latency: float,
    words: Sequence[object],
    n_words: int,
    n_subtopics: int,
    code: str = _HAYRICK,
) -> tuple[Used, Seen]:
    with tempfile.TemporaryDirectory() as folder, constant(latency) as server:
        home = Path(folder)
        given = ("--system", f"{WRITER}+full", "--out", home / "out", "--jobs", in_flight, *words)
        haystacks = _haystacks(home, n_haystacks, n_words, n_subtopics)
        used = _used(code, ("run", *haystacks, *given), server.url, home)
    return used, server


def _used(code: str, words: Sequence[object], url: str, home: Path, given: str = "") -> Used:
    environment = {
        **os.environ,
        "BENCH_API_KEY": "unused",
        "BENCH_BASE_URL": url,
        "NO_PROXY": "*",
        "XDG_DATA_HOME": str(home),
        "XDG_CACHE_HOME": str(home),
    }
    start = time.monotonic()
    command = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(command, env=environment, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    cpu, peak = map(float, done.stderr.rsplit("used ", 1)[1].split())
    return Used(cpu, peak, time.monotonic() - start)


def _haystacks(folder: Path, n: int, n_words: int, n_subtopics: int = SUBTOPICS) -> list[Path]:
    paths = [folder / f"h{number}.json" for number in range(n)]
    for number, path in enumerate(paths):
        make_haystack(path, n_subtopics, INSIGHTS, 100, n_words, number)
    return paths


def _request(paths: Sequence[Path], elsewhere: Elsewhere | None = None) -> Any:
    return RUNNING.RunRequest(
        inputs=list(map(str, paths)), systems=[f"{WRITER}+full"], judge=JUDGE, elsewhere=elsewhere
    )


def _entering(asker: Asker) -> Take:
    """Give every question a reply, and keep it in the journal; each insight is covered by a bullet of its own."""

    async def take(outgoing: Outgoing) -> Call:
        text, size = SUMMARY, sum(len(text) for _, text in outgoing.messages)
        if outgoing.purpose == "judge":
            (*_, number) = re.findall(r"Workshop (\d+) repaired", outgoing.messages[-1][1])
            text = json.dumps({"coverage": "full", "bullet": int(number) or INSIGHTS})
        usage = Usage(tokens_in=size // 5, tokens_out=20)
        call = asker.finished(outgoing.key, outgoing, Completion(text, "stop", usage), time.monotonic())
        asker.journal.add(call)
        return call

    return take
