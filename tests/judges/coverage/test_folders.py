"""The folders of the local judge: each imports those below it and no other part of the package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hayrick.judges import coverage

PACKAGE = "hayrick.judges.coverage"
FOLDERS = ("words", "texts", "guards")
"""From the lowest to the highest."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_what_is_below_it(folder: str) -> None:
    below = {f"{PACKAGE}.{one}" for one in FOLDERS[: FOLDERS.index(folder) + 1]}
    paths = sorted((Path(coverage.__file__).parent / folder).glob("*.py"))
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    found = {
        ".".join(node.module.split(".")[:4])
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE)
    }
    assert found
    assert found <= below
