"""Checks files of known answers against the project's functions.

    python tests/conformance.py FILE... [--compat paper] [--strict]

A file is a list of {"metric", "input", "expected"} with an optional "note". A line is printed for each vector that
differs, then counts. By default a vector that the original's function answers otherwise than ours does, for a reason
that has a name, is counted under that reason and is no failure; under `--compat paper` it must agree.

Exit status: 0 all agree; 1 one differs, or nothing could be checked; 2 wrong use or a file that cannot be read. Metric
names that nobody knows are counted and named; with `--strict` they make the exit status 1, too. Numbers agree where
they differ by at most 1e-9, absolutely or of the greater; true is 1; everything else must be equal.
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from conforming import AtLeast, Metric, metrics

TOLERANCE = 1e-9
MOST_SECONDS = 60
CRASHES = "the original crashes; ours refuses it, or says what it is"
AGREES, DIFFERS, UNKNOWN = "agree", "differ", "unknown"


class Verdict(NamedTuple):
    """What became of one vector: a state, else the name of a reason; and what was found where it differs."""

    state: str
    found: object = None


def check(vector: Mapping[str, Any], table: Mapping[str, Metric], *, compat: bool) -> Verdict:
    """Compare a vector with the project's function of its name."""
    metric = table.get(vector["metric"])
    if metric is None:
        return Verdict(UNKNOWN)
    expected = vector["expected"]
    found = _value(metric.paper if compat or metric.ours is None else metric.ours, vector["input"])
    if isinstance(expected, dict) and isinstance(expected.get("error"), str):
        return Verdict(CRASHES)
    if agree(expected, found):
        return Verdict(AGREES)
    if not compat and metric.why and agree(expected, _value(metric.paper, vector["input"])):
        return Verdict(metric.why)
    return Verdict(DIFFERS, found)


def agree(expected: object, found: object) -> bool:
    """Whether two values are equal, numbers within `TOLERANCE`; NaN and null are equal: both say "undefined".

    Of an `AtLeast` only the expected keys are compared.
    """
    if _is_undefined(expected) or _is_undefined(found):
        return _is_undefined(expected) and _is_undefined(found)
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = expected.keys() & found.keys() if isinstance(found, AtLeast) else found.keys()
        return expected.keys() == keys and all(agree(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list | tuple):
        return len(expected) == len(found) and all(map(agree, expected, found))
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return math.isclose(expected, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return expected == found


def _is_undefined(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _value(function: Any, given: object) -> object:
    """The value of a function; what it raises, where it does, so that one vector cannot end the others."""
    try:
        with _at_most(MOST_SECONDS):
            return function(given)
    except Exception as problem:  # noqa: BLE001
        return problem


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after so many seconds, where the system has such an alarm."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no value after {seconds} seconds")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def read(path: Path) -> list[dict[str, Any]]:
    """Vectors of a file; texts in an input that name a file under the folder above become absolute paths.

    Raises:
        ValueError: it is no list of vectors, in a message of one line.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path}: {problem}".replace("\n", " ")) from None
    needed = {"metric", "input", "expected"}
    if not isinstance(found, list) or not all(isinstance(one, dict) and needed <= one.keys() for one in found):
        raise ValueError(f"{path}: expected a list of objects with metric, input and expected")
    return [{**one, "input": _placed(one["input"], path.resolve().parents[1])} for one in found]


def _placed(given: Any, folder: Path) -> Any:
    if not isinstance(given, dict):
        return given
    return {name: str(folder / one) if _is_file(one, folder) else one for name, one in given.items()}


def _is_file(value: object, folder: Path) -> bool:
    return (
        isinstance(value, str)
        and "/" in value
        and len(value) < 200
        and "\0" not in value
        and (folder / value).is_file()
    )


def report(paths: Sequence[Path], *, compat: bool, strict: bool = False) -> tuple[list[str], int]:
    """Lines to print and the exit status."""
    table, lines, counts, unknown = metrics(), list[str](), Counter[str](), Counter[str]()
    places: dict[str, list[str]] = {}
    for path in paths:
        for number, vector in enumerate(read(path), start=1):
            verdict = check(vector, table, compat=compat)
            counts[verdict.state] += 1
            places.setdefault(verdict.state, []).append(f"{path.name}:{number}")
            if verdict.state == UNKNOWN:
                unknown[str(vector["metric"])] += 1
            if verdict.state == DIFFERS:
                name, expected = vector["metric"], _short(vector["expected"])
                lines.append(f"{path.name}:{number}: {name}: expected {expected}, found {_short(verdict.found)}")
    n, n_unknown = counts.total(), counts.pop(UNKNOWN, 0)
    agreed, differ = counts.pop(AGREES, 0), counts.pop(DIFFERS, 0)
    lines.append(f"{n} vectors: {agreed} agree, {differ} differ, {counts.total()} by intent, {n_unknown} unknown")
    lines += [f"  by intent, {times}: {why} ({', '.join(places[why])})" for why, times in counts.most_common()]
    lines += [f"  unknown, {times}: {name}" for name, times in unknown.most_common()]
    return lines, int(differ > 0 or n_unknown == n or (strict and n_unknown > 0))


def _short(value: object) -> str:
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 300 else f"{text[:300]} ... ({len(text)} characters)"


def main() -> int:
    """Read the command line, print, and return the exit status."""
    parser = argparse.ArgumentParser(prog="conformance.py", description="Check known answers against Hayrick.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON list of vectors")
    parser.add_argument("--compat", choices=["paper"], help="Check what the originals do, not our defaults")
    parser.add_argument("--strict", action="store_true", help="Exit with 1 where a metric is unknown")
    options = parser.parse_args()
    try:
        lines, status = report(options.files, compat=options.compat is not None, strict=options.strict)
    except ValueError as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.write("\n".join(lines) + "\n")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
