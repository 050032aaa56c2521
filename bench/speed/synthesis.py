"""Measure how long synthesis takes: each bundled scenario, and one of them grown to 10,000 documents.

Prints seconds and peak memory of whole processes (`hayrick synth`: plan, write, check, restate, check, write the file),
and of the writing alone within one. Run `python -m bench.speed.synthesis` on an otherwise idle machine.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from hayrick.harness.haystacks.synthesis import scenarios
from hayrick.synthesis import assign, compose, read_scenario

MEASURED = """
import resource, sys
from hayrick.cli import main
sys.argv[0] = "hayrick"
status = main()
sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6))
sys.exit(status)
"""


def synth(*words: str) -> tuple[float, float]:
    """Seconds and peak memory in GB of one command."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", MEASURED, "synth", *words], capture_output=True, text=True, check=True)
    return time.perf_counter() - start, float(done.stderr)


def main() -> None:
    print("| scenario | documents | seconds | peak GB | file MB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, documents in [*((name, 100) for name in scenarios()), ("airline", 10_000)]:
            out = Path(folder) / f"{name}{documents}.json"
            seconds, peak = synth(name, "--out", str(out), "--documents", str(documents))
            print(f"| {name} | {documents:,} | {seconds:.1f} | {peak:.2f} | {out.stat().st_size / 1e6:.1f} |")
    print("\n| scenario | read | plan 100 documents | write them |\n|---|---|---|---|")
    for name, path in scenarios().items():
        times = [time.perf_counter()]
        scenario, _ = read_scenario(path)
        times.append(time.perf_counter())
        plans = assign(scenario)
        times.append(time.perf_counter())
        compose(scenario, plans)
        times.append(time.perf_counter())
        print(f"| {name} | " + " | ".join(f"{b - a:.2f}" for a, b in pairwise(times)) + " |")


if __name__ == "__main__":
    main()
