"""The blocks of docs/guide/python.md run in order, in a program and within a running event loop."""

from __future__ import annotations

import asyncio
import linecache
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Demo, strict_json

TEXT = (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def run_all(folder: Path) -> None:
    """Execute the blocks as one program; their source can be found, as in a notebook."""
    names: dict[str, object] = {"__name__": "guide"}
    for number, block in enumerate(BLOCKS):
        name = f"<{folder.name} block {number}>"
        linecache.cache[name] = (len(block), None, block.splitlines(keepends=True), name)
        exec(compile(block, name, "exec"), names)


def test_the_blocks_run_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_all(tmp_path)
    alone = capsys.readouterr().out

    async def notebook() -> None:
        run_all(tmp_path)

    asyncio.run(notebook())
    assert capsys.readouterr().out == alone
    for part in ("tidewall: percent with 95 % intervals", "full 1.0", "[2]", "python:first_sentences"):
        assert part in alone


def test_the_block_of_the_readme_runs() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(block, "README.md", "exec"), {})


def test_an_interval_made_by_hand_is_that_of_the_run(
    demo: Demo, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program of docs/guide/rows.md makes the row that the demo wrote, and prints what the page says."""
    text = (ROOT / "docs" / "guide" / "rows.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "demo").symlink_to(demo.folder)
    monkeypatch.chdir(tmp_path)
    found: dict[str, Any] = {}
    exec(compile(block, "rows.md", "exec"), found)
    assert f"It prints `{capsys.readouterr().out.strip()}`." in text
    rows = strict_json((demo.folder / "estimates.json").read_text())["rows"]
    (row,) = [one for one in rows if one["haystack"] is None and found["row"].items() <= one.items()]
    assert row["rests_on"] == "clusters"
    for name in ("value", "low", "high", "se", "df", "n_clusters", "n_effective"):
        assert found[name] == pytest.approx(row[name], rel=1e-9), name


def test_the_page_of_names_is_that_of_the_docstrings() -> None:
    from bench.pages.api import PAGE, page

    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m bench.pages.api"
