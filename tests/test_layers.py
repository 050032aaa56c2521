"""Imports point down: the import graph of the package, against the table of levels."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

SOURCE = ROOT / "src" / "hayrick"

LEVELS = {
    "types": 0,
    **dict.fromkeys(
        [
            *("text", "numerals", "quantities", "tokens", "lexical", "records", "stats"),
            *("bundled", "models"),
        ],
        1,
    ),
    **dict.fromkeys(["agreement", "prompting", "prompts", "replies", "attribution", "estimates", "haystacks"], 2),
    **dict.fromkeys(["checking", "retrieval", "judges", "measures", "probes"], 3),
    **dict.fromkeys(["synthesis", "systems", "tasks", "experiments", "report"], 4),
    "harness": 5,
    **dict.fromkeys(["cli", "__main__"], 6),
}
"""Part of the package -> its level; a part may import parts of lower levels only."""

ALLOWED = {
    ("lexical", "text"): "an index is over words; text knows no index",
    ("quantities", "text"): "numbers stand in words",
    ("quantities", "numerals"): "numerals are the tables of number words that quantities reads by",
    ("numerals", "text"): "number words are words",
    ("tokens", "text"): "an estimate of tokens counts words",
    ("__main__", "cli"): "running the package is running the command line",
}
"""Edges within one level, each with its reason."""


def part(module: str) -> str:
    """`hayrick.records.files` -> records; the package itself -> the empty string."""
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
    assert {("judges", "replies"), ("cli", "harness"), ("harness", "types"), ("estimates", "stats")} <= set(EDGES)


@pytest.mark.parametrize(("importer", "imported"), [edge for edge in EDGES if edge[0] != edge[1] and edge[0]])
def test_imports_point_down(importer: str, imported: str) -> None:
    if imported == "" or (importer, imported) in ALLOWED:
        return
    assert LEVELS[imported] < LEVELS[importer], (
        f"{importer} (L{LEVELS[importer]}) imports {imported} (L{LEVELS[imported]})"
    )


def test_the_package_itself_imports_nothing() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def test_exceptions_are_within_one_level_and_not_mutual() -> None:
    for importer, imported in ALLOWED:
        assert LEVELS[importer] == LEVELS[imported]
        assert (imported, importer) not in ALLOWED


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
