"""Measure how long HELMET's synthetic tasks take to make their texts, and how much memory that needs.

`python -m bench.speed.helmet_builders [N] [LENGTH] [TASK...]` makes N texts (100) of LENGTH tokens (128k) of each task,
or of those named, each twice in new processes that share an empty cache. It prints seconds of CPU time until all items
are there, at the first and at the second use, the greatest memory of the process, and the least and greatest number of
tokens of prompt and reply, counted again from rendered prompts of ten items. The recount comes after both are taken.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

from hayrick.harness.naming.names import named_task
from hayrick.harness.naming.shipped import TASKS
from hayrick.prompting import prompt_tokens
from hayrick.records.cache import VARIABLE
from hayrick.systems.contexts import Showing

RECOUNTED = 10
WITHOUT_DATA = ("json_kv", "niah_", "vt", "cwe", "fwe", "graphwalks_", "mrcr_")
MADE = [name for name in TASKS if name.startswith(tuple(f"helmet/{one}" for one in WITHOUT_DATA))]


def measure(name: str, n: int, length: str) -> str:
    """Half a row: seconds, megabytes, tokens."""
    began = time.process_time()
    task = named_task(f"{name}?length={length}&n={n}").task
    items = task.items(0)
    seconds = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counted = []
    for item in items[:: max(1, len(items) // RECOUNTED)]:
        passages = Showing(spec="full").passages(item.query, item.documents, None, item.dataset)
        counted.append(prompt_tokens(task.prompt(item, passages)) + task.max_tokens)
    return f"{seconds:>8.2f} s{memory:>8.0f} MB{min(counted):>12,} to {max(counted):,} tokens"


def main() -> None:
    """Print a row for each task."""
    n, length, *names = [*sys.argv[1:], *("100", "128k")[len(sys.argv[1:]) :]]
    if len(names) == 1 and names[0].startswith("="):
        print(measure(names[0][1:], int(n), length), end="", flush=True)
        return
    print(f"{n} texts of {length} tokens")
    for name in names or MADE:
        print(f"{name:<24}", end="", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "bench.speed.helmet_builders", n, length, f"={name}"]
            for _ in range(2):
                subprocess.run(command, check=True, env={**os.environ, VARIABLE: folder})
        print()


if __name__ == "__main__":
    main()
