"""Interrupts a short run at moments spread over its whole life, and counts how it ends.

`python -m bench.speed.signals [--n 100] [--seconds S] [NAME...]` gives each command N times for SIGINT, and for
SIGTERM. The signal comes after 0 to 1.15 times the duration of a run that is left alone (at most S seconds), evenly
spread. Prints how often each status came with which last line; exit status 1 where a process ended as none may: it may
end by itself, by the signal without a word, with the line that says how to continue, or, before the first line of
Hayrick, with Python's own traceback.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.places import ROOT
from bench.soak.checks import BEGUN, PROGRESS, STOPPED
from bench.soak.runs import interruptible
from bench.speed.llm import JUDGE, SUMMARY, VERDICT, WRITER, loopback, make_haystack

COMMANDS: Mapping[str, Sequence[str]] = {
    "help": ("--help",),
    "local": ("run", "h.json", "--system", "lead", "--judge", "local"),
    "processes": ("run", "h.json", "--system", "lead", "--judge", "local", "--processes", "3"),
    "model": ("run", "h.json", "--system", f"{WRITER}+full", "--judge", JUDGE),
}
BY_SIGNAL: Mapping[signal.Signals, int] = {signal.SIGINT: 130, signal.SIGTERM: 143}
LIMIT = 120.0
"""Seconds after which a process is taken to hang."""


class End(NamedTuple):
    """How a process ended: its status, what it said, its seconds."""

    status: int
    err: str
    seconds: float


def kind_of(end: End, by: signal.Signals) -> str:
    """What an end is; begins with `WRONG` where none may be so."""
    said = [line for line in end.err.splitlines() if line.strip() and not PROGRESS.match(line)]
    if not said and end.status in (0, -by):
        return "by itself" if end.status == 0 else "by the signal, without a word"
    if said == [STOPPED] and end.status in (BY_SIGNAL[by], -by):
        return "with its line"
    if said and said[-1] == "KeyboardInterrupt" and not BEGUN.search(end.err) and end.status in (1, -by):
        return "within Python's own start"
    return f"WRONG: {(said or ['no word'])[-1][:200]}"


def _ended(words: Sequence[str], home: Path, by: signal.Signals, after: float) -> End:
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "hayrick", *words],
        cwd=home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=interruptible,
    )
    try:
        err = process.communicate(timeout=after)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(by)
        try:
            err = process.communicate(timeout=LIMIT)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            err = process.communicate()[1] + "\nhung"
    return End(process.returncode, err, time.monotonic() - start)


def _told(name: str, n: int, most: float, home: Path) -> bool:
    """Print how a command ends; whether it always ended as it may."""
    runs = iter(range(2 * n + 1))

    def once(by: signal.Signals, after: float) -> End:
        out = () if name == "help" else ("--out", f"{name}-{next(runs)}")
        return _ended([*COMMANDS[name], *out], home, by, after)

    span = min(most, 1.15 * once(signal.SIGINT, LIMIT).seconds)
    counts: Counter[str] = Counter()
    wrong = ""
    for by in BY_SIGNAL:
        for number in range(n):
            end = once(by, span * number / n)
            kind = kind_of(end, by)
            counts[f"{by.name}, status {end.status}, {kind}"] += 1
            wrong = wrong or (end.err if kind.startswith("WRONG") else "")
    print(f"{name}, over {span:.2f} s")
    print("".join(f"  {times:4} {what}\n" for what, times in sorted(counts.items())), end="", flush=True)
    print(wrong, end="", file=sys.stderr)
    return not any("WRONG" in what for what in counts)


def main() -> int:
    """Interrupt the chosen commands, or all; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(COMMANDS))
    parser.add_argument("--n", type=int, default=100, help="processes for each signal")
    parser.add_argument("--seconds", type=float, default=LIMIT, help="the latest moment of a signal")
    told = parser.parse_args()
    answers = [{"make": "fixed", "text": VERDICT, "when": {"role": "judge"}}, {"make": "fixed", "text": SUMMARY}]
    roles = {"judge": r"\Ajudge", "system": r"\Awriter"}
    with tempfile.TemporaryDirectory() as folder, loopback({"answers": answers, "roles": roles}) as server:
        own = {"PYTHONPATH": str(ROOT / "src"), "TMPDIR": folder, "XDG_CACHE_HOME": folder, "NO_PROXY": "*"}
        os.environ.update({**own, "BENCH_API_KEY": "unused", "BENCH_BASE_URL": server.url})
        make_haystack(Path(folder, "h.json"), 3, 3, 6, 40, 0)
        right = [_told(name, told.n, told.seconds, Path(folder)) for name in told.names or COMMANDS]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
