"""Imports point down: the import graph of the package, against the table of levels."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT
from hayrick.tasks.summhay import MEASURES

SOURCE = ROOT / "src" / "hayrick"

LEVELS = {
    part: level
    for level, parts in enumerate(
        [
            ("types", "text", "numerals", "suggestions", "extras", "ranges", "bundled", "charts"),
            ("protocols", "encoders", "lexical", "planted", "quantities", "replies", "stats", "tokens"),
            ("agreement", "averages", "measures", "meta_evaluation", "probes", "reporting", "summariser_bias"),
            ("ceiling", "estimates", "judge_differences"),
            ("experiments", "records"),
            ("attribution", "comparison", "haystacks", "human_scores", "prompting"),
            ("annotation", "asking", "retrieval"),
            ("judges", "systems"),
            ("checking", "tasks"),
            ("report", "synthesis"),
            ("page",),
            ("harness",),
            ("api", "cli"),
            ("__main__", "testing"),
        ]
    )
    for part in parts
}
"""Part of the package -> its level; a part may import parts of lower levels only, and is as low as its imports let it.

Nouns and protocols know no task; measures, judges and systems know protocols; a task wires them together.
"""


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


EDGES = sorted({(part(module), part(name)) for module, path in modules() for name in imports(path, module)})


def test_every_part_has_a_level() -> None:
    assert {part(module) for module, _ in modules()} - {""} <= LEVELS.keys()


def test_the_graph_is_seen() -> None:
    seen = {
        ("judges", "replies"),
        ("cli", "harness"),
        ("harness", "types"),
        ("estimates", "stats"),
        ("tasks", "judges"),
    }
    assert seen <= set(EDGES)


@pytest.mark.parametrize(("importer", "imported"), [edge for edge in EDGES if edge[0] != edge[1] and all(edge)])
def test_imports_point_down(importer: str, imported: str) -> None:
    assert LEVELS[imported] < LEVELS[importer], (
        f"{importer} (L{LEVELS[importer]}) imports {imported} (L{LEVELS[imported]})"
    )


@pytest.mark.parametrize("name", sorted(LEVELS.keys() - {"bundled"}))
def test_levels_are_as_low_as_imports_let_them_be(name: str) -> None:
    below = [LEVELS[imported] for importer, imported in EDGES if importer == name != imported and imported]
    assert LEVELS[name] == max(below, default=-1) + 1


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
