"""The tables of tiers name what exists, and the markers follow them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT
from tiers import FLOORS, SLOW, TABLES, TESTS, marks


def names(body: list[ast.stmt], before: str = "") -> Iterator[str]:
    """Classes and functions of a module, `Class::function` within one."""
    for one in body:
        if isinstance(one, ast.ClassDef | ast.FunctionDef):
            yield f"{before}{one.name}"
        if isinstance(one, ast.ClassDef):
            yield from names(one.body, f"{before}{one.name}::")


def is_there(entry: str) -> bool:
    file, _, name = entry.partition("::")
    path = TESTS / file
    if path.is_dir():
        return any(path.rglob("test_*.py"))
    return path.is_file() and (not name or name in names(ast.parse(path.read_text(encoding="utf-8")).body))


@pytest.mark.parametrize("mark", TABLES)
def test_every_entry_names_tests(mark: str) -> None:
    assert [entry for entry in TABLES[mark] if not is_there(entry)] == []


@pytest.mark.parametrize(
    "entry", ["nowhere", "nowhere/test_a.py", "golden", "test_tiers.py::test_nothing", "test_tiers.py::is"]
)
def test_an_entry_that_names_nothing_is_seen(entry: str) -> None:
    assert not is_there(entry)


def test_no_entry_is_covered_by_another() -> None:
    def inner(entries: tuple[str, ...]) -> list[str]:
        return [a for a in entries for b in entries if a.startswith((f"{b}/", f"{b}::"))]

    assert inner(tuple(SLOW)) == []
    assert len(set(SLOW)) == len(SLOW)


def test_markers_are_those_that_pytest_knows() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert {line.partition(":")[0] for line in options["markers"]} == set(TABLES)


def test_every_dependency_has_tests_for_its_floor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {line.partition(">=")[0] for line in project["dependencies"]} <= FLOORS.keys()


@pytest.mark.parametrize(
    ("entry", "node", "expected"),
    [
        ("a", "tests/a/test_b.py::test_c[1]", True),
        ("a/test_b.py", "tests/a/test_b.py::test_c", True),
        ("a/test_b.py::test_c", "tests/a/test_b.py::test_c[x::y]", True),
        ("a/test_b.py::Group", "tests/a/test_b.py::Group::test_c", True),
        ("a/test_b.py::test_c", "tests/a/test_b.py::test_cat", False),
        ("a", "tests/ab/test_b.py::test_c", False),
        ("test_b.py", "tests/a/test_b.py::test_c", False),
    ],
)
def test_what_an_entry_marks(monkeypatch: pytest.MonkeyPatch, entry: str, node: str, *, expected: bool) -> None:
    monkeypatch.setitem(TABLES, "slow", (entry,))
    path = TESTS / Path(node.partition("::")[0]).relative_to("tests")
    assert list(marks(path, node)) == ["slow"] * expected


def test_this_file_is_marked_for_every_tier(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("floors") is not None
    assert request.node.get_closest_marker("slow") is None
