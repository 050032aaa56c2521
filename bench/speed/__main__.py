"""CPU seconds and memory of what users wait for; each row is a process of its own, so that only the disk is warm.

Run `python -m bench.speed [--against SRC] [ROW...]`. With `--against` (the `src` folder of another checkout) each row
is also run on that code, alternately, and printed beside. Best of `--repeats` runs; a row that the other code cannot do
is "-". CPU seconds, not seconds: a machine that is shared gives another time each time.
Rows "x ideal" go by the clock, of calls to a scripted server on this machine, and need an idle one.

Requests of runs that meet trouble, and calls in flight, are counted by `python -m bench.speed.requests`.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.places import ROOT
from bench.speed.work import HAYSTACK, WORK


class Used(NamedTuple):
    """What one run of a row took: CPU seconds, or what the row says, and the most memory of its processes in MB."""

    seconds: float
    peak: float


def measured(name: str, source: Path, compiled: Path) -> Used | None:
    """Run a row on the code in `source`, in a process of its own; None if that code cannot."""
    path = os.pathsep.join(map(str, (source, ROOT)))
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    given |= {"PYTHONPATH": path, "PYTHONPYCACHEPREFIX": str(compiled)}
    words = [sys.executable, "-m", "bench.speed", "--one", name]
    done = subprocess.run(words, check=False, capture_output=True, text=True, env=given)
    return Used(*map(float, done.stdout.split()[-2:])) if done.returncode == 0 else None


def best(found: Sequence[Used | None]) -> Used | None:
    """The least of each figure, None where a run failed."""
    known = [one for one in found if one is not None]
    return Used(*map(min, zip(*known, strict=True))) if len(known) == len(found) else None


def used(name: str) -> Used:
    """Do a row in this process."""
    seconds = WORK[name].do()
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return Used(seconds, max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024)


def cells(one: Used | None) -> list[str]:
    """Columns of what a row took."""
    return ["-", "-"] if one is None else [f"{one.seconds:.2f}", f"{one.peak:.0f}"]


def main() -> None:
    """Print the table."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench.speed", description=__doc__, formatter_class=form)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"one of {', '.join(WORK)}, or how it begins")
    parser.add_argument("--against", type=Path, help="folder `src` of the code to compare with")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each row, of which the best counts")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(*used(given.one))
        return
    if not HAYSTACK.exists():
        print(f"{HAYSTACK} is absent: rows about released haystacks are left out.")
    sources = [*([given.against] if given.against else []), ROOT / "src"]
    before = ["before", "its MB"] if given.against else []
    print(" | ".join(["work", *before, "CPU s", "peak MB", "goal"]))
    with tempfile.TemporaryDirectory() as compiled:
        for name, work in WORK.items():
            if given.rows and not name.startswith(tuple(given.rows)):
                continue
            taken = [[measured(name, source, Path(compiled)) for source in sources] for _ in range(given.repeats)]
            columns = [cell for runs in zip(*taken, strict=True) for cell in cells(best(runs))]
            goal = f"<= {work.goal:g}" if work.goal is not None else ""
            print(" | ".join([work.what, *columns, goal]), flush=True)


if __name__ == "__main__":
    main()
