"""Measure how long HELMET's re-ranking takes to make its items, and how much memory that needs.

`python -m bench.speed.helmet_rerank [N] [LENGTH] [PASSAGES]` makes items of LENGTH tokens (128k) for N queries (100) of
PASSAGES passages (2,600) each, of our own prose, twice in new processes that share an empty cache. It prints seconds
of CPU time for reading the file and for making the items, and the greatest memory.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hayrick.harness.naming.names import named_task
from hayrick.records.cache import VARIABLE
from hayrick.tasks.helmet.made_text import prose

LINES = 4
"""Lines of prose in a passage: about 55 tokens."""


def write(path: Path, n: int, passages: int) -> None:
    """A file of queries, each with passages of its own."""
    lines = prose(1 << 16).lines
    with path.open("w", encoding="utf-8") as file:
        for query in range(n):
            rows = [
                {
                    "id": f"{query}-{at}",
                    "text": " ".join(lines[(query * 31 + at * LINES + k) % len(lines)] for k in range(LINES)),
                    "relevance": at % 4,
                }
                for at in range(passages)
            ]
            file.write(json.dumps({"id": str(query), "query": f"query {query}", "passages": rows}) + "\n")


def measure(path: str, n: int, length: str) -> None:
    """Print seconds and megabytes."""
    began = time.process_time()
    task = named_task(f"helmet/rerank?data={path}&length={length}&n={n}").task
    read = time.process_time()
    items = task.items(0)
    done = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{read - began:.2f} s to read, {done - read:.2f} s for {len(items)} items, {memory:.0f} MB", flush=True)


def main() -> None:
    """Print a line for each use."""
    given = sys.argv[1:]
    if given and given[0].startswith("="):
        measure(given[0][1:], int(given[1]), given[2])
        return
    n, length, passages = [*given, *("100", "128k", "2600")[len(given) :]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "queries.jsonl"
        write(path, int(n), int(passages))
        print(f"{n} queries of {passages} passages, {path.stat().st_size / 1e6:.0f} MB, {length} tokens")
        for _ in range(2):
            command = [sys.executable, "-m", "bench.speed.helmet_rerank", f"={path}", n, length]
            subprocess.run(command, check=True, env={**os.environ, VARIABLE: str(Path(folder) / "cache")})


if __name__ == "__main__":
    main()
