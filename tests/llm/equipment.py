"""Runs of language models for tests: in processes of their own, against loopback servers, with all else blocked."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopback import Server, loopback

WRITER, JUDGE = "openai-api/loop/writer", "openai-api/loop/judge"
KEY = "sk-loopback-3f9a77c1d2"
"""Recognisable, so that a test can look for it everywhere."""

LIMIT = 120.0
"""Seconds after which a run is taken to hang."""

SUMMARY = {"make": "summary", "bullets": 4, "document": "<<[0-9a-f]{8} (?:Article|Document|Conversation) (\\d+)>>"}
VERDICT = {
    "make": "judge",
    "when": {"role": "judge"},
    "insight": "insight>>\\n()(.*)\\n",
    "bullet": "Bullet (\\d+): (.*)",
    "labels": {"none": "no", "partial": "partial", "full": "full"},
    "single": True,
    "full": 0.3,
    "partial": 0.15,
}
"""The judge's answers: more generous than the server's own, so that all three labels occur."""

_SOURCE = Path(__file__).parents[2] / "src"
"""The code that is tested, also where another checkout is installed."""

_PROGRESS = re.compile(r"^(?!hayrick: ).*: [\d,]+ of [\d,]+.*\n", re.MULTILINE)
"""Lines that a run tells every ten seconds, which depend on how busy the machine is."""

_GUARD = """
import ipaddress, os, sys

def _is_local(host):
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

def _watch(event, words):
    if event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        return
    place = words[1] if event in ("socket.connect", "socket.sendto") else words[0]
    host = place[0] if isinstance(place, tuple) else None if event != "socket.getaddrinfo" else place
    host = host.decode() if isinstance(host, bytes) else host
    if not _is_local(host):
        with open(os.environ["HAYRICK_TEST_ATTEMPTS"], "a") as stream:
            stream.write(f"{event} {place!r}\\n")
        raise OSError(f"blocked by the tests: {event} {place!r}")

sys.addaudithook(_watch)
"""


def script(*rules: Mapping[str, Any], **more: object) -> dict[str, Any]:
    """A provider that summarises and judges, and misbehaves by rules."""
    answers = more.pop("answers", [VERDICT, SUMMARY])
    return {"answers": answers, "rules": list(rules), **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a process did."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Starts Hayrick in processes of its own.

    Args:
        home: folder for everything that a run keeps outside of its run directory.
        url: of the server.
    """

    home: Path
    url: str

    @property
    def attempts(self) -> Path:
        """Where attempts to reach other machines are noted, by whatever process."""
        return self.home / "attempts.txt"

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the caller's but where programs are; sockets to other machines blocked and noted."""
        guard = self.home / "guard"
        guard.mkdir(parents=True, exist_ok=True)
        (guard / "sitecustomize.py").write_text(_GUARD)
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "TMPDIR": str(self.home),
            "PYTHONPATH": os.pathsep.join([str(guard), str(self.home), str(_SOURCE)]),
            "HAYRICK_TEST_ATTEMPTS": str(self.attempts),
            "NO_PROXY": "*",
            "LOOP_API_KEY": KEY,
            "LOOP_BASE_URL": self.url,
            "HAYRICK_ENDPOINT_KEY": KEY,
            "INSPECT_DISPLAY": "none",
            "COLUMNS": "200",
        }

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Start a command."""
        command = [sys.executable, "-m", "hayrick", *map(str, words)]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, env=self.environment, cwd=self.home, stdout=pipe, stderr=pipe, text=True, preexec_fn=interruptible
        )

    def __call__(self, *words: object, module: str = "hayrick") -> Done:
        """Run a command to its end."""
        command = [sys.executable, "-m", module, *map(str, words)]
        done = subprocess.run(
            command, env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=LIMIT, check=False
        )
        return Done(status=done.returncode, out=done.stdout, err=_PROGRESS.sub("", done.stderr))


def interruptible() -> None:
    """A shell's background job ignores SIGINT, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def playing(folder: Path, what: Mapping[str, Any]) -> Iterator[tuple[Server, Runner]]:
    """A scripted server, and a starter of runs that ask it; afterwards nobody may have tried to reach elsewhere."""
    with loopback(what) as server:
        yield server, (run := Runner(home=folder / "home", url=server.url))
    assert not run.attempts.exists(), f"tried to reach other machines: {run.attempts.read_text()}"


def kill(process: subprocess.Popen[str]) -> int:
    """Kill a process as nothing can be caught; its status."""
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return process.returncode


def haystack(path: Path, subtopics: int = 2, insights: int = 3, documents: int = 8, words: int = 30) -> Path:
    """Write a made-up haystack: each insight stands, word for word, in three documents."""
    names = [f"s{number}" for number in range(subtopics)]
    facts = {
        (name, number): f"Workshop {name}{number} repaired {7 * number + 11} harps for the {name} orchestra in spring."
        for name in names
        for number in range(insights)
    }
    texts = [[f"Report {place} tells of weather and of visitors. " + "word " * words] for place in range(documents)]
    held: dict[str, list[str]] = {}
    for order, ((name, number), fact) in enumerate(facts.items()):
        places = [(order + step) % documents for step in (0, 2, 5)]
        held[f"{name}-{number}"] = [f"d{place}" for place in places]
        for place in places:
            texts[place].insert(0, fact)
    value = {
        "schema": 1,
        "topic": "harps",
        "domain": "news",
        "documents": [
            {"id": f"d{place}", "title": f"Report {place}", "text": " ".join(parts)}
            for place, parts in enumerate(texts)
        ],
        "subtopics": [
            {
                "id": name,
                "title": f"orchestra {name}",
                "query": f"Which workshops worked for the orchestra {name}?",
                "insights": [{"id": f"{name}-{n}", "text": facts[name, n]} for n in range(insights)],
            }
            for name in names
        ],
        "held_by": held,
    }
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    """Rows of a table in JSON, or of JSON lines; of a journal, the calls."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        found: list[dict[str, Any]] = json.loads(text)["rows"]
        return found
    return [row for row in map(json.loads, text.splitlines()) if row.get("file") != "calls"]


def estimates(out: Path) -> dict[str, float | None]:
    """Measure -> value over all haystacks, for a run of one system and context."""
    return {row["measure"]: row["value"] for row in rows(out / "estimates.json") if row["haystack"] is None}


def finished(server: Server, role: str | None = None) -> list[str]:
    """Digest of each request whose reply the client's side has wholly."""
    return [row["digest"] for row in server.log(role) if row["outcome"] == "finished"]


def command(path: Path, out: Path, *more: object, judge: str = JUDGE, context: str = "full") -> Sequence[object]:
    """Words of a run of one system."""
    return ("run", path, "--system", f"{WRITER}+{context}", "--judge", judge, "--out", out, *more)


def text_of_logs(run: Runner, out: Path) -> str:
    """Everything in Inspect's logs of a run directory."""
    logs = sorted((out / "logs").glob("*.eval"))
    assert logs
    return "".join(run("log", "dump", log, module="inspect_ai").out for log in logs)
