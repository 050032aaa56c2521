"""docs/development/architecture.md against the code: its table of levels is what the imports come to."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from conftest import ROOT

SOURCE = ROOT / "src" / "hayrick"
TEXT = (ROOT / "docs" / "development" / "architecture.md").read_text(encoding="utf-8")
TABLE = {name: int(level) for level, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", TEXT, re.MULTILINE)}
"""Part of the package -> its level in the table."""


def imported() -> Mapping[str, set[str]]:
    """Part -> the other parts that its modules import, wherever in the file."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if part != "__init__":
            found.setdefault(part, set()).update(_parts(path) - {part})
    return found


def _parts(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "hayrick":
            names |= {alias.name for alias in node.names if not alias.name.startswith("__")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hayrick."):
            names.add((node.module or "").split(".")[1])
    return names


def levels(edges: Mapping[str, set[str]]) -> dict[str, int]:
    """One more than the highest level that a part imports; fails on a cycle."""
    found: dict[str, int] = {}
    while len(found) < len(edges):
        ready = [part for part, below in edges.items() if part not in found and below <= found.keys()]
        assert ready, f"parts that import each other: {sorted(edges.keys() - found.keys())}"
        found |= {part: 1 + max((found[one] for one in edges[part]), default=-1) for part in ready}
    return found


def test_the_table_of_levels_is_that_of_the_imports() -> None:
    assert levels(imported()) == TABLE


def test_the_imports_are_seen() -> None:
    edges = imported()
    assert {"harness", "report"} <= edges["cli"]
    assert {"stats", "protocols"} <= edges["estimates"]
    assert edges["types"] == set()


def test_every_part_stands_in_the_picture_on_its_level() -> None:
    picture = dict(re.findall(r"^ ?(\d+)   (.*)$", TEXT.split("```")[1], re.MULTILINE))
    for part, level in TABLE.items():
        assert part == "bundled" or re.search(rf"\b{part}\b", picture[str(level)]), part
