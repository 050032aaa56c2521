"""The import graph of the package: the table of levels in docs/development/architecture.md, and who may know whom."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from conftest import ROOT
from hayrick.tasks.summhay import MEASURES

SOURCE = ROOT / "src" / "hayrick"
TEXT = (ROOT / "docs" / "development" / "architecture.md").read_text(encoding="utf-8")
TABLE, WITHIN = (
    {name: int(level) for level, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", part, re.MULTILINE)}
    for part in TEXT.split("### Within `harness`")
)
"""Part of the package -> its level in the table; the same of the sub-packages of `harness`."""


def part(module: str) -> str:
    """`hayrick.records.read_files` -> records; the package itself -> the empty string."""
    return module.split(".")[1] if "." in module else ""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        names = list(path.relative_to(SOURCE.parent).with_suffix("").parts)
        yield ".".join(names[:-1] if names[-1] == "__init__" else names), path


def imports(path: Path, module: str) -> Iterator[str]:
    """Modules of the package that a file imports, wherever in the file."""
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "hayrick")
        elif isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                name = ".".join([*up, *([name] if name else [])])
            if name == "hayrick":
                yield from (f"hayrick.{alias.name}" for alias in node.names if not alias.name.startswith("__"))
            elif name.startswith("hayrick."):
                yield name


def imported() -> Mapping[str, set[str]]:
    """Part -> the other parts that its modules import, wherever in the file."""
    found: dict[str, set[str]] = {}
    for module, path in modules():
        own = part(module)
        found.setdefault(own, set()).update({part(name) for name in imports(path, module)} - {own, ""})
    del found[""]
    return found


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
    assert {"judges", "replies"} <= edges["tasks"]
    assert edges["types"] == set()


def test_no_task_is_known_below_the_harness() -> None:
    """Everything that tasks are made of serves any task; one task knows no other."""
    found = set()
    for module, path in modules():
        task = module.split(".")[2:3] if part(module) == "tasks" else []
        for name in imports(path, module):
            if part(name) == "tasks" and name.split(".")[2:3] != task and part(module) not in ("harness", "api", "cli"):
                found.add((module, name))
    assert found == set()


def test_names_of_measures_stand_with_the_measures() -> None:
    """No code asks for a measure's name: what must be known about a measure, it says itself."""
    names = {
        one.name for one in MEASURES if one.name != "coverage"
    }  # "coverage" is a word of the judges' replies, too.
    found = {
        (module, node.value)
        for module, path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in names and part(module) != "measures"
    }
    assert found == set()


def test_the_package_itself_imports_nothing_until_a_name_is_used() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    assert not [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]


def test_modules_of_the_network_and_of_clocks_are_imported_in_the_harness_alone() -> None:
    """Everything below the harness is pure: it gets no socket, no subprocess and no time of day."""
    impure = {"socket", "http", "urllib", "requests", "httpx", "subprocess", "asyncio", "inspect_ai", "time"}
    found: list[tuple[str, str]] = []
    for module, path in modules():
        if part(module) in ("harness", "cli", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            found.extend((module, name) for name in names if name.split(".")[0] in impure and name != "urllib.parse")
    assert found == []


def test_one_module_of_retrieval_knows_haystacks() -> None:
    """Everything else there is about a query and documents, whatever the task."""
    known = set()
    for path in (SOURCE / "retrieval").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and {alias.name for alias in node.names} & {"Haystack", "Subtopic"}:
                known.add(path.name)
    assert known == {"haystacks.py"}


def within_harness() -> Mapping[str, set[str]]:
    """Sub-package of `harness` -> the others that its modules import, but for names that only type checkers need."""
    found: dict[str, set[str]] = {}
    for path in (SOURCE / "harness").rglob("*.py"):
        part = path.relative_to(SOURCE / "harness").parts[0].removesuffix(".py")
        if part != "__init__":
            found.setdefault(part, set()).update(_sub_packages(path) - {part})
    return found


def _sub_packages(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
    passed_over = {inner for node in checks for inner in ast.walk(node)}
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in passed_over:
            if node.module == "hayrick.harness":
                names |= {alias.name for alias in node.names}
            elif (node.module or "").startswith("hayrick.harness."):
                names.add((node.module or "").split(".")[2])
    return names


def test_the_table_of_sub_packages_of_the_harness_is_that_of_the_imports() -> None:
    assert {"running", "storage"} <= within_harness()["reviewing"]
    assert levels(within_harness()) == WITHIN
