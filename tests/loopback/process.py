"""Starts the scripted server as a process of its own and ends it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LIMIT = 120.0
"""Seconds after which something is taken to hang; no verdict depends on anything shorter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server."""

    url: str
    """As clients want it: `http://127.0.0.1:PORT/v1`."""

    log_file: Path
    process: subprocess.Popen[str]

    def log(self, role: str | None = None) -> list[dict[str, Any]]:
        """The lines of the requests that have ended, by arrival; of one role where named.

        Waits for the line of every reply that has begun, so that what a client has read is here.
        """
        if self.process.poll() is None:
            wait_until_answers(self.url.removesuffix("/v1") + "/settled", self.process)
        lines = self.log_file.read_text(encoding="utf-8").split("\n")[:-1]
        rows: list[dict[str, Any]] = sorted(map(json.loads, lines), key=lambda row: row["number"])
        return [row for row in rows if role in {None, row["role"]}]

    def finished(self, role: str | None = None) -> int:
        """How many requests got their last byte, whatever it said."""
        return sum(row["outcome"] == "finished" for row in self.log(role))

    def wait_until_arrived(self, count: int, seconds: float = LIMIT) -> None:
        """Wait until so many requests have come, whether they have been answered or not."""
        deadline = time.monotonic() + seconds
        while (arrived := self._arrived()) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{arrived} of {count} requests after {seconds} s")
            time.sleep(0.01)

    def _arrived(self) -> int:
        with urllib.request.urlopen(self.url.removesuffix("/v1") + "/arrived", timeout=LIMIT) as reply:
            return int(reply.read())

    def wait_for(self, count: int, seconds: float = LIMIT) -> None:
        """Wait until so many requests have ended; a kill test waits for progress and not for time."""
        deadline = time.monotonic() + seconds
        while len(self.log()) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(self.log())} of {count} requests after {seconds} s")
            time.sleep(0.01)

    def stop(self) -> None:
        """End the process, at most two seconds late; requests being served are logged as "unfinished"."""
        stop(self.process)


@contextmanager
def loopback(script: Mapping[str, Any] | None = None, port: int = 0, log: Path | None = None) -> Iterator[Server]:
    """Run the scripted server until the block ends.

    Args:
        script: what `docs/development/testing.md` describes; None echoes.
        port: 0 lets the system choose.
        log: where the log is kept; a folder of its own, gone with the block, where None.
    """
    with tempfile.TemporaryDirectory(prefix="loopback-") as folder:
        script_file = Path(folder, "script.json")
        script_file.write_text(json.dumps(script or {}), encoding="utf-8")
        log_file = log or Path(folder, "log.jsonl")
        command = [sys.executable, "-m", "loopback.server", "--with-parent", "--port", str(port)]
        process = start([*command, "--script", str(script_file), "--log", str(log_file)])
        try:
            server = Server(url=f"http://127.0.0.1:{read_port(process)}/v1", log_file=log_file, process=process)
            wait_until_answers(f"{server.url}/models", process)
            yield server
        finally:
            stop(process)


def start(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start a server whose life is tied to its standard input, hence to this process.

    It runs in our own folder of tests: some packages install one of their own that is called `tests`.
    """
    return subprocess.Popen(command, cwd=ROOT / "tests", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def stop(process: subprocess.Popen[str]) -> None:
    """End a server, by force after two seconds."""
    process.terminate()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


def read_port(process: subprocess.Popen[str]) -> int:
    """The number that a server prints first."""
    line = process.stdout.readline() if process.stdout else ""
    if not line.strip().isdigit():
        raise RuntimeError(f"the server printed {line!r} and not its port; its status is {process.poll()}")
    return int(line)


def wait_until_answers(url: str, process: subprocess.Popen[str], seconds: float = LIMIT) -> None:
    """Ask until a request is answered with 200."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=seconds) as reply:
                reply.read()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no answer from {url}: {error}") from error
        time.sleep(0.02)
