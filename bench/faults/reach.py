"""Which test runs which line: measured once by coverage, with a context for each test."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.faults.mutations import Mutant

NOT_RUN = ("tests/page", "tests/test_docs.py", "tests/test_typing.py", "tests/test_recipes.py", "tests/test_house.py")
"""Tests about pages, types and the checkout itself, beside those that are marked slow."""

CASES = 8
SECONDS = 2.5
"""At most so many cases of one test, and CPU seconds of tests, a mutant."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which tests run which lines.

    Attributes:
        seconds: Test -> CPU seconds; only tests that passed.
        sizes: Test -> how many lines of the package it reaches.
        lines: Module -> line -> tests. Line 0 has the tests that reach any line of the module's functions.
    """

    seconds: dict[str, float]
    sizes: dict[str, int]
    lines: dict[str, dict[str, list[str]]]

    def tests(self, module: str, mutant: Mutant) -> list[str]:
        """Those to run for a mutant, the most special first."""
        lines = self.lines.get(module, {})
        at = ["0"] if mutant.at_import else [str(mutant.line), str(mutant.statement)]
        found = next((lines[line] for line in at if lines.get(line)), [])
        chosen, cases, left = [], Counter[str](), SECONDS
        for test in sorted(found, key=lambda one: (self.sizes.get(one, 0), one)):
            name = test.partition("[")[0]
            if cases[name] < CASES and self.seconds[test] <= left:
                cases[name] += 1
                left -= self.seconds[test]
                chosen.append(test)
        return chosen


class Recorder:
    """A pytest plugin that tells coverage which test runs; what a shared fixture runs counts for its whole file."""

    def __init__(self, measured: Any) -> None:
        self.measured = measured
        self.context = ""
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def _switch(self, context: str) -> str:
        before, self.context = self.context, context
        self.measured.switch_context(context)
        return before

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests of what another process wrote."""
        items[:] = [item for item in items if "demo" not in getattr(item, "fixturenames", ())]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One context a test, and its CPU seconds with those of processes that it waits for."""
        self._switch(item.nodeid)
        before = sum(os.times()[:4])
        result = yield
        self.seconds[item.nodeid] = sum(os.times()[:4]) - before
        self._switch("")
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: pytest.FixtureRequest) -> Iterator[None]:
        """The file, where others share the fixture."""
        before = self._switch(self.context if fixturedef.scope == "function" else self.context.partition("::")[0])
        try:
            return (yield)
        finally:
            self._switch(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Whether it can be used."""
        if not report.passed:
            self.failed.add(report.nodeid)


def measure(copy: Path, paths: Sequence[str]) -> None:
    """Run the fast tests of these files or folders, and write which lines each reaches beside what is written."""
    measured = importlib.import_module("coverage").Coverage(
        data_file=str(copy / ".coverage"), source=[str(copy / "src")], config_file=False
    )
    recorder = Recorder(measured)
    measured.start()
    pytest.main(["-m", "not slow", *common(copy), *left_out(copy), *(str(copy / path) for path in paths)], [recorder])
    measured.stop()
    passed = {test: took for test, took in recorder.seconds.items() if test not in recorder.failed}
    files = defaultdict(list)
    for test in passed:
        files[test.partition("::")[0]].append(test)
    lines: dict[str, dict[str, list[str]]] = {}
    sizes: Counter[str] = Counter()
    data = measured.get_data()
    for path in data.measured_files():
        by_line = {}
        for line, contexts in data.contexts_by_lineno(path).items():
            tests = {test for one in contexts if one for test in ([one] if one in passed else files.get(one, []))}
            sizes.update(tests)
            by_line[str(line)] = sorted(tests)
        by_line["0"] = sorted({test for tests in by_line.values() for test in tests})
        lines[Path(path).relative_to(copy).as_posix()] = by_line
    stored = copy / "reach.json"
    before = json.loads(stored.read_text()) if stored.exists() else {"seconds": {}, "sizes": {}, "lines": {}}
    stored.write_text(json.dumps(asdict(merged(Reach(**before), Reach(passed, dict(sizes), lines)))))


def import_all(copy: Path) -> None:
    """Import all modules whose dependencies are there; some are imported only when they are used."""
    for path in (copy / "src").rglob("*.py"):
        name = ".".join(path.relative_to(copy / "src").with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


def load(copy: Path) -> None:
    """Write which lines run when modules are imported, those of functions that are called then included."""
    measured = importlib.import_module("coverage").Coverage(
        data_file=None, source=[str(copy / "src")], config_file=False
    )
    measured.start()
    import_all(copy)
    measured.stop()
    data = measured.get_data()
    lines = {Path(path).relative_to(copy).as_posix(): sorted(data.lines(path) or ()) for path in data.measured_files()}
    (copy / "loading.json").write_text(json.dumps(lines))


def merged(old: Reach, new: Reach) -> Reach:
    """Both; of a file of tests that was measured again the new."""
    files = {test.partition("::")[0] for test in new.seconds}
    kept = {test for test in old.seconds if test.partition("::")[0] not in files}
    lines = {
        module: {
            line: [test for test in old.lines.get(module, {}).get(line, []) if test in kept]
            + new.lines.get(module, {}).get(line, [])
            for line in {**old.lines.get(module, {}), **new.lines.get(module, {})}
        }
        for module in {**old.lines, **new.lines}
    }
    seconds = {test: took for test, took in old.seconds.items() if test in kept}
    sizes = {test: size for test, size in old.sizes.items() if test in kept}
    return Reach(seconds | new.seconds, sizes | new.sizes, lines)


def common(copy: Path) -> list[str]:
    """Words for pytest: nothing kept, nothing printed, temporary files in the copy."""
    quiet = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return [*quiet, f"--basetemp={copy / 'temporary'}", f"--rootdir={copy}"]


def left_out(copy: Path) -> list[str]:
    """Words for pytest that leave out `NOT_RUN`."""
    return [f"--ignore={copy / name}" for name in NOT_RUN]
