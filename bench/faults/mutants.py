"""Mutation run: plants small faults in a package, one at a time, and counts those that no fast test notices.

Run `python -m bench.faults.mutants [PACKAGE...] [--n 60] [--seed 1]`; needs `pip install coverage`. Everything happens
in a copy of the checkout (`--copy`, kept, so that a second run need not measure again which test reaches which line). A
mutant (bench/faults/mutations.py says which there are) is drawn by seed, uniformly among all places of the package, and
runs in a fork of a process that has imported everything and collected all fast tests: the code of its function is
replaced there. What runs when a module is imported is changed in the copy's file instead, for a fork that imports it
anew. Of the fast tests that reach the line the most special run first (those that reach the fewest lines), at most
`reach.CASES` cases of one test and `reach.SECONDS` of CPU time in all. A mutant that no test reaches survives; so does
one that only a test beyond these limits, a slow test, a test in another process, or the type checker would notice: the
share is an upper bound. A mutant that does not end, or eats memory, is caught.

Prints a line a package (share surviving, 95 % Wilson interval, of these reached by no test) and writes every mutant
with its outcome to `--out`, a JSON line each. Why no other tool: by their documentation mutmut draws no sample, and
cosmic-ray starts a process for each mutant, which here imports for two seconds; neither was run.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import gc
import json
import os
import py_compile
import random
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from bench.faults.mutations import Mutant, mutants
from bench.faults.reach import SECONDS, Reach, common, import_all, left_out, load, measure
from bench.places import ROOT

PACKAGES = (
    *("measures", "stats", "estimates", "judges", "records"),
    *("harness", "averages", "comparison", "attribution", "checking"),
)
WARM = (
    *("numpy", "hypothesis", "click", "rich.console", "yaml", "jinja2"),
    *("tiktoken", "inspect_ai", "openai", "scipy.stats"),
)
"""Imported before the first fork; none of them imports hayrick."""

BYTES = 8 << 30
"""Memory of a mutant."""


class Place(NamedTuple):
    """A mutant and where it belongs."""

    package: str
    module: str
    mutant: Mutant


def prepare(copy: Path) -> None:
    """Copy source and tests; compiled files are checked by content, since mutants change within a second."""
    for name in ("src", "tests", "bench", "docs"):
        shutil.rmtree(copy / name, ignore_errors=True)
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff", "THIRD_PARTY.md", "Makefile"):
        shutil.copy(ROOT / name, copy)
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(copy / "src", quiet=1, invalidation_mode=mode)


def forked(copy: Path, limit: float, work: Callable[[], int | None]) -> tuple[str, float]:
    """What became of `work` in a process of its own: its exit status, "stopped" or "crashed"; and its CPU seconds."""
    child = os.fork()
    if child == 0:
        status = 70
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            with (copy / "output.txt").open("w") as out:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
            status = work() or 0
        except BaseException:  # noqa: BLE001 - it must not go on as a second parent.
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    end = time.monotonic() + 4 * limit
    stopped = False
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            stopped = True
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.01)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # What a test of the mutant left running.
    code = os.waitstatus_to_exitcode(status)
    return ("stopped" if stopped or code < 0 else str(code)), used.ru_utime + used.ru_stime


class Outcome(NamedTuple):
    """What came of a mutant: caught, survived or unreached; CPU seconds; how many tests were given."""

    outcome: str
    seconds: float
    tests: int


def outcome(copy: Path, tests: Sequence[str], work: Callable[[], int | None]) -> Outcome:
    """What comes of a mutant whose tests are run by `work`, which returns 0 where they pass."""
    if not tests:
        return Outcome("unreached", 0.0, 0)
    code, seconds = forked(copy, 4 * SECONDS + 10, work)
    return Outcome("survived" if code == "0" else "caught", seconds, len(tests))


def tried_afresh(copy: Path, reach: Reach, place: Place) -> Outcome:
    """Outcome of a mutant of what runs at import, from a process that has not imported the package."""
    tests = reach.tests(place.module, place.mutant)
    path = copy / place.module
    source = path.read_text(encoding="utf-8")
    try:
        path.write_text(place.mutant.planted(source), encoding="utf-8")
        return outcome(copy, tests, lambda: pytest.main(["-x", *common(copy), *tests]))
    finally:
        path.write_text(source, encoding="utf-8")


class Forking:
    """A pytest plugin that runs no test itself, but those of each mutant in a fork of its own."""

    def __init__(
        self, copy: Path, reach: Reach, places: Sequence[Place], told: Callable[[Place, Outcome], None]
    ) -> None:
        self.copy, self.reach, self.places, self.told = copy, reach, places, told
        self.functions: defaultdict[str, list[FunctionType]] = defaultdict(list)
        self.caches: list[Any] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All mutants, one after another."""
        items = {item.nodeid: item for item in session.items}
        import_all(self.copy)
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                self.functions[one.__code__.co_filename].append(one)
            elif type(one).__name__ == "_lru_cache_wrapper" and str(one.__module__).startswith("hayrick"):
                self.caches.append(one)
        gc.freeze()
        for place in self.places:
            tests = [test for test in self.reach.tests(place.module, place.mutant) if test in items]
            work = partial(self._run, session, place, [items[one] for one in tests])
            self.told(place, outcome(self.copy, tests, work))
        return True

    def _run(self, session: pytest.Session, place: Place, items: Sequence[pytest.Item]) -> int:
        path = self.copy / place.module
        changed = {}
        for code in codes(compile(place.mutant.planted(path.read_text(encoding="utf-8")), str(path), "exec")):
            changed[code.co_qualname, code.co_firstlineno] = code
        for function in self.functions[str(path)]:
            now = changed.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if now is not None and now.co_freevars == function.__code__.co_freevars:
                function.__code__ = now
        for cache in self.caches:
            cache.cache_clear()
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
        return 0


def codes(code: CodeType) -> Iterator[CodeType]:
    """All that a code object contains."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes(one)


def drawn(copy: Path, package: str, n: int, seed: int) -> list[Place]:
    """Mutants of a package, at most n, by seed, in the order of their places."""
    every, loading = [], json.loads((copy / "loading.json").read_text())
    for path in sorted((copy / "src" / "hayrick" / package).rglob("*.py")):
        module = path.relative_to(copy).as_posix()
        for one in mutants(path.read_text(encoding="utf-8")):
            at_import = one.at_import or one.line in loading.get(module, ())
            every.append(Place(package, module, replace(one, at_import=at_import)))
    chosen = sorted(random.Random(f"{seed}/{package}").sample(range(len(every)), min(n, len(every))))
    return [every[number] for number in chosen]


def wilson(found: int, n: int) -> tuple[float, float]:
    """95 % interval of a share."""
    z, share = 1.959964, found / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def report(package: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """A line of the table."""
    counts, n = Counter(row["outcome"] for row in rows), len(rows)
    left = n - counts["caught"]
    low, high = wilson(left, n)
    share, seconds = f"{left / n:.0%} [{low:.0%}, {high:.0%}]", sum(row["seconds"] for row in rows)
    print(f"{package:12} {n:4} {left:4} {share:16} {counts['unreached']:9} {seconds:6.0f}", flush=True)


def run(copy: Path, places: Sequence[Place], seed: int, out: Path) -> None:
    """These mutants, reported by package; those of what runs at import last."""
    reach = Reach(**json.loads((copy / "reach.json").read_text()))
    begin = out.stat().st_size if out.exists() else 0

    def tell(place: Place, result: Outcome) -> None:
        row = {"package": place.package, "module": place.module, "seed": seed, **result._asdict()}
        with out.open("a") as file:
            file.write(json.dumps({**row, **asdict(place.mutant)}) + "\n")

    child = os.fork()
    if child == 0:  # So that this process imports nothing of the package.
        words = ["-m", "not slow", "--capture=sys", *common(copy), *left_out(copy), str(copy / "tests")]
        others = [place for place in places if not place.mutant.at_import]
        os._exit(pytest.main(words, [Forking(copy, reach, others, tell)]))
    os.waitpid(child, 0)
    for place in places:
        if place.mutant.at_import:
            tell(place, tried_afresh(copy, reach, place))
    with out.open() as file:
        file.seek(begin)
        rows = [json.loads(line) for line in file]
    print(f"{'package':12} {'n':>4} {'left':>4} {'share':16} unreached {'CPU s':>6}")
    for package in dict.fromkeys(place.package for place in places):
        report(package, [row for row in rows if row["package"] == package])
    report("all", rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--n", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", action="store_true", help="leave out mutants of what runs at import")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="measure again what these files of tests reach")
    parser.add_argument("--copy", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants.jsonl")
    given = parser.parse_args()
    copy = given.copy.resolve()
    out = given.out.resolve()
    copy.mkdir(parents=True, exist_ok=True)
    is_new = bool(given.tests) or not (copy / "reach.json").exists()
    if is_new:
        prepare(copy)
    sys.path[:0] = [str(copy / "src"), str(copy / "tests"), str(copy)]
    os.environ |= {"PYTHONPATH": f"{copy / 'src'}:{copy}", "PYTHONHASHSEED": "0", "HF_HUB_OFFLINE": "1"}
    for name in WARM:
        with contextlib.suppress(ImportError):
            __import__(name)
    if is_new:
        forked(copy, 100, lambda: load(copy))
        _, seconds = forked(copy, 1200, lambda: measure(copy, given.tests or ["tests"]))
        print(f"measured which test reaches which line: {seconds:.0f} CPU seconds", flush=True)
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.chdir(copy)
    places = [place for package in given.packages for place in drawn(copy, package, given.n, given.seed)]
    run(copy, [one for one in places if not (given.functions and one.mutant.at_import)], given.seed, out)


if __name__ == "__main__":
    main()
