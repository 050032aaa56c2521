"""Runs that are killed at random while a server makes trouble, and given again until they are complete.

`python -m bench.soak [--minutes 20] [--seed 0] [--rounds N] [--keep FOLDER]` works in rounds. Each draws haystacks,
systems, options and the trouble that a server makes (`bench.soak.faults`). First each run is left alone, on a calm
server. Then the same run, in another directory, meets the trouble and is killed some times (SIGKILL, SIGTERM, SIGINT):
after some calls, some time after its start, or while it writes its results. The same command is given again until all
calls are there. At the end the server's log is compared with the journals, and the results with those of the run left
alone (`bench.soak.checks`). Prints a line a round and a summary; exit status 1 with a line for each violation, and the
files of that round are kept. What is drawn depends on the seed alone; when a signal arrives depends on the machine.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.soak.checks import Tally
from bench.soak.faults import OWN, Round, drawn_round
from bench.soak.runs import Subject

# By its name from the root: type checkers know the tests' packages by another one.
loopback: Callable[..., AbstractContextManager[Any]] = importlib.import_module("tests.loopback").loopback

DIRECTORIES = 2
"""Run directories that are written at the same time."""


def main() -> int:
    """Soak for some minutes; the exit status."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench.soak", description=__doc__, formatter_class=form)
    parser.add_argument("--minutes", type=float, default=20.0, help="no round begins after so many minutes")
    parser.add_argument("--seed", type=int, default=0, help="seed for all random choices")
    parser.add_argument("--begin", type=int, default=0, help="number of the first round")
    parser.add_argument("--rounds", type=int, default=10**6, help="most rounds")
    parser.add_argument(
        "--keep", type=Path, help="folder for the files of all rounds; by default only of those that fail"
    )
    told = parser.parse_args()
    folder = told.keep or Path(tempfile.mkdtemp(prefix="soak-"))
    end, total = time.monotonic() + 60 * told.minutes, Tally()
    for number in range(told.begin, told.begin + told.rounds):
        if time.monotonic() > end:
            break
        home = folder / f"round-{number}"
        found = _round(random.Random(f"{told.seed}/{number}"), number, home, total.counts)
        total.counts["rounds"] += 1
        total.violations += [f"round {number}, {home}: {one}" for one in found]
        if not found and told.keep is None:
            shutil.rmtree(home)
    print(json.dumps({"seed": told.seed, **dict(sorted(total.counts.items()))}, indent=1))
    for line in total.violations:
        print(line, file=sys.stderr)
    return 1 if total.violations else 0


def _round(draw: random.Random, number: int, home: Path, counts: Counter[str]) -> list[str]:
    """One round; its violations."""
    seeds = [DIRECTORIES * number + place for place in range(DIRECTORIES)]
    trouble, own = drawn_round(draw, seeds), [random.Random(draw.random()) for _ in seeds]
    with loopback(trouble.calm) as server:
        url = server.url
        subjects = [
            Subject(draw=each, home=home / f"run-{seed}", seed=seed, url=url)
            for each, seed in zip(own, seeds, strict=True)
        ]
        for one in subjects:
            one.prepare()
        _at_once([one.leave_alone for one in subjects])
    # A server's address is part of the keys of calls.
    with loopback(trouble.storm, port=urlsplit(url).port, log=home / "log.jsonl") as server:
        _at_once([one.kill_and_go_on for one in subjects if not one.problem and not one.is_given_up])
        log = server.log()
    counts["requests"] += len(log)
    counts["faults"] += sum(row["did"] != "answer" and not _is_own(row) for row in log)
    counts.update(f"server: {row['did']} {row['status'] or ''}".strip() for row in log)
    found = [line for one in subjects for line in one.check(log, counts)]
    _tell(number, trouble, subjects, len(log), found)
    return found


def _is_own(row: dict[str, Any]) -> bool:
    """Whether a reply with a text of its own is a right one, of an endpoint."""
    return row["did"] == "raw" and str(row["path"]).endswith(OWN)


def _at_once(works: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def _tell(number: int, trouble: Round, subjects: Sequence[Subject], requests: int, found: Sequence[str]) -> None:
    kills = sum(life.is_killed for one in subjects for life in one.lives)
    lives = sum(len(one.lives) for one in subjects)
    said = f"{requests} requests, {kills} kills of {lives} processes; {', '.join(trouble.names)}"
    print(f"round {number}: {said}" + "".join(f"\n  {line}" for line in found), flush=True)


if __name__ == "__main__":
    sys.exit(main())
