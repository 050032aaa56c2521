"""Runs the commands of `bench.faults.cases`: in a folder, with limits of time and memory, and says how they ended."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bench.speed.llm import JUDGE, SUMMARY, VERDICT, WRITER, loopback, make_haystack
from bench.speed.work import HAYSTACK

SECONDS, MEMORY = 40, 3 << 30
"""The longest that a command may take, and the most memory."""
Rule = Mapping[str, object]


class Ended(NamedTuple):
    """How a command ended: its status (None if it had to be killed), seconds, last line of errors, output, MB."""

    status: int | None
    seconds: float
    said: str
    printed: str
    peak: float


@dataclass
class Here:
    """A folder, and the code whose commands are run in it.

    Args:
        source: folder `src` of the code.
        home: an empty folder.
    """

    source: Path
    home: Path
    last: Ended = field(default=Ended(None, 0.0, "", "", 0.0))
    environment: dict[str, str] = field(default_factory=dict)

    def hayrick(self, *words: object, after: float | None = None) -> Ended:
        """Run a command; with `after`, send SIGTERM after so many seconds."""
        return self._ended([sys.executable, "-m", "hayrick", *map(str, words)], after)

    def shell(self, line: str) -> Ended:
        """Run a line of bash in which `hayrick` is the command; its status is the first command's of the pipe."""
        call = f'hayrick() {{ "{sys.executable}" -m hayrick "$@"; }}; {line}; exit ${{PIPESTATUS[0]}}'
        return self._ended(["bash", "-c", call], None)

    def _ended(self, words: Sequence[str], after: float | None) -> Ended:
        own = {"NO_PROXY": "*", "TMPDIR": str(self.home), "PYTHONPATH": str(self.source)}
        given = {**os.environ, **own, **self.environment}
        start = time.monotonic()
        child = subprocess.Popen(
            words,
            cwd=self.home,
            env=given,
            text=True,
            errors="replace",
            stdout=(self.home / ".printed").open("w"),
            stderr=(self.home / ".said").open("w"),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            start_new_session=True,
        )
        limit = threading.Timer(SECONDS, os.killpg, (child.pid, signal.SIGKILL))
        limit.start()
        if after is not None:
            time.sleep(after)
            child.send_signal(signal.SIGTERM)
        _, code, used = os.wait4(child.pid, 0)
        limit.cancel()
        child.returncode = os.waitstatus_to_exitcode(code)
        status = None if child.returncode == -signal.SIGKILL else child.returncode
        said = (self.home / ".said").read_text(errors="replace").strip().splitlines() or [""]
        printed = (self.home / ".printed").read_text(errors="replace")
        self.last = Ended(status, time.monotonic() - start, said[-1].strip(), printed, used.ru_maxrss / 1024)
        return self.last

    def haystack(self) -> Path:
        """A copy of a released haystack, with its stored summaries."""
        path = self.home / "h.json"
        path.write_bytes(HAYSTACK.read_bytes())
        return path

    def asking(
        self,
        rules: Sequence[Rule],
        *words: object,
        judge: str = JUDGE,
        subtopics: int = 3,
        user: str = "",
        between: Callable[[], object] | None = None,
    ) -> list[dict[str, object]]:
        """Run a system and a judge on a made-up haystack against a server with these rules; the server's log.

        Args:
            rules: what the server does.
            words: further words of the command, in which URL is the server's address.
            judge: its name.
            subtopics: of the haystack.
            user: user and password in the address of the models.
            between: what to do before the same command is given again; None gives it once.
        """
        path = self.home / "m.json"
        make_haystack(path, subtopics, 3, 6, 40, 0)
        answers = [{"make": "fixed", "text": VERDICT, "when": {"role": "judge"}}, {"make": "fixed", "text": SUMMARY}]
        roles = {"judge": r"\Ajudge", "system": r"\Awriter"}
        with loopback({"answers": answers, "rules": rules, "roles": roles}) as server:
            self.environment |= {"BENCH_API_KEY": "unused", "BENCH_BASE_URL": server.url.replace("//", f"//{user}")}
            own = [str(one).replace("URL", server.url.removesuffix("/v1")) for one in words]
            system = () if "--system" in own else ("--system", f"{WRITER}+full")
            self.hayrick("run", path, *system, "--judge", judge, "--out", "r", *own)
            if between is not None:
                between()
                self.hayrick("run", path, *system, "--judge", judge, "--out", "r", *own)
            log: list[dict[str, object]] = server.log()
        return log

    def seen(self) -> str:
        """Status of answers of the run in `r`, counted."""
        path = self.home / "r" / "summaries.jsonl"
        if not path.exists():
            return "no summaries"
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        found = Counter(str(row.get("class") or ("answered" if row["bullets"] else "empty")) for row in rows)
        return ", ".join(f"{n} {name}" for name, n in found.items())
