"""CPU time of a completion, and of making the lists that its names are read from.

Run `python -m bench.speed.completion`.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys

TIMES = 15
LINES = ("hayrick ru", "hayrick run x --system openai/gpt-4o+b", "hayrick meta x --metric ro", "hayrick synth t")


def milliseconds(words: list[str], **environment: str) -> float:
    """User and system time of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env={**os.environ, **environment}, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _told(what: str, found: list[float]) -> str:
    return f"{what:45}{statistics.median(found):6.0f} ms ({min(found):.0f} to {max(found):.0f}, n {len(found)})"


if __name__ == "__main__":
    for line in LINES:
        given = {"COMP_WORDS": line, "COMP_CWORD": "0", "_HAYRICK_COMPLETE": "bash_complete"}
        print(_told(line, [milliseconds(["-m", "hayrick"], **given) for _ in range(TIMES)]))
    code = "from hayrick.harness.naming.lists import LISTS; [names() for names in LISTS.values()]"
    print(_told("all lists", [milliseconds(["-c", code]) for _ in range(TIMES)]))
