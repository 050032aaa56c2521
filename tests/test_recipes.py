"""The recipes of CONTRIBUTING.md, followed word for word in a copy of the package."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import GOLDEN, ROOT
from loopback import loopback

STEP = re.compile(
    r"^\d+\. (?P<said>[^\n]*)\n   ```(?P<language>\w*)\n(?P<block>.*?)\n   ```$", re.MULTILINE | re.DOTALL
)
NEW = re.compile(r"New file `(?P<file>[^`]+)`")
INSERT = re.compile(r"In (?:`(?P<file>[^`]+)`|the same file), (?P<where>above|below) the line `(?P<line>[^`]+)`")


class Step(NamedTuple):
    """One numbered step: what it says, and the block that is to be pasted or run."""

    said: str
    language: str
    block: str


def recipes() -> dict[str, list[Step]]:
    """Heading -> steps."""
    parts = re.split(r"^### (.*)$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {
        heading: [Step(said, language, _pasted(block)) for said, language, block in STEP.findall(text)]
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }


def _pasted(block: str) -> str:
    """A block without the indentation of its list."""
    lines = block.split("\n")
    assert all(line.startswith("   ") or not line for line in lines), block
    return "".join(f"{line[3:]}\n" for line in lines)


RECIPES = recipes()
SHOWN = {
    "A measure": "cited",
    "A retriever": "longest",
    "A judge without a model": "verbatim",
    "A judge with a model": "yes-no:MODEL",
    "A system": "echo",
    "A task": "needle",
}
"""Recipe -> what `hayrick list` shows after it."""

OUTCOMES = {
    # Every bullet of the baseline `lead` cites a document.
    "A measure": ["cited", "100.0 ["],
    "A retriever": ["longest", "bm25"],
    "A judge without a model": ["verbatim", "local"],
    # Four insights: a call each.
    "A judge with a model": ["yes-no:openai/gpt-4o      4 "],
    "A system": ["echo", "lead"],
    "A task": ["found", "100.0", " 20\n"],
}
"""Recipe -> what its last command prints."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The package's source and the golden files, in the places where a clone has them."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(GOLDEN, tmp_path / "tests" / "golden")
    return tmp_path


def follow(steps: list[Step], clone: Path) -> Iterator[tuple[str, str]]:
    """Paste and run what a recipe says: (command, what it printed) of each command."""
    edited: Path | None = None
    for step in steps:
        if step.language == "sh":
            for command in step.block.splitlines():
                yield command, _run(command, clone)
        elif new := NEW.search(step.said):
            path = clone / new["file"]
            assert path.parent.is_dir(), f"{path.parent} is new, too"
            assert not path.exists(), f"{path} is not new"
            path.write_text(step.block)
        else:
            edit = INSERT.search(step.said)
            assert edit, f"no file and no line in: {step.said}"
            edited = clone / edit["file"] if edit["file"] else edited
            assert edited is not None
            insert(edited, edit["where"], edit["line"], step.block)


def insert(path: Path, where: str, line: str, block: str) -> None:
    lines = path.read_text().splitlines(keepends=True)
    places = [number for number, one in enumerate(lines) if one.strip() == line]
    assert len(places) == 1, f"{len(places)} lines of {path.name} are: {line}"
    at = places[0] + (where == "below")
    path.write_text("".join([*lines[:at], block, *lines[at:]]))


def _run(command: str, clone: Path, **more: str) -> str:
    program, *words = shlex.split(command)
    assert program == "hayrick"
    environment = {**os.environ, "PYTHONPATH": str(clone / "src"), "COLUMNS": "200", **more}
    done = subprocess.run(
        [sys.executable, "-m", "hayrick", *words], cwd=clone, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_every_recipe_is_followed_here() -> None:
    assert RECIPES.keys() == SHOWN.keys() == OUTCOMES.keys()
    assert all(steps and steps[-1].language == "sh" for steps in RECIPES.values())


def test_every_step_has_its_block() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert sum(map(len, RECIPES.values())) == len(re.findall(r"^\d+\. ", text, re.MULTILINE))


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_makes_what_it_says(recipe: str, clone: Path) -> None:
    printed = dict(follow(RECIPES[recipe], clone))
    name = SHOWN[recipe]
    listed = next(text for command, text in printed.items() if command.startswith("hayrick list"))
    assert re.search(rf"^ *{re.escape(name)} ", listed, re.MULTILINE), listed
    last = list(printed.values())[-1]
    assert [word for word in OUTCOMES[recipe] if word not in last] == [], last


def test_the_judge_with_a_model_reads_its_replies(clone: Path) -> None:
    pytest.importorskip("inspect_ai")
    recipe = RECIPES["A judge with a model"]
    assert list(follow([step for step in recipe if step.language != "sh"], clone)) == []
    answers = [{"make": "fixed", "text": "Yes."}]
    with loopback({"answers": answers}) as server:
        command = "hayrick run tests/golden/bakery.json --system lead --judge yes-no:openai-api/loop/judge --out run"
        home = {name: str(clone) for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
        _run(command, clone, LOOP_API_KEY="sk-loop", LOOP_BASE_URL=server.url, INSPECT_DISPLAY="none", **home)
    rows = [json.loads(line) for line in (clone / "run" / "judgements.jsonl").read_text().splitlines()]
    assert [(row["judge"], row["label"], row["value"]) for row in rows] == [
        ("yes-no:openai-api/loop/judge", "full", 1.0)
    ] * 4


def test_the_copy_is_what_runs_and_has_nothing_new_before(clone: Path) -> None:
    before = "".join(_run(f"hayrick list {noun}", clone) for noun in ("measures", "retrievers", "judges", "systems"))
    assert not [name for name in SHOWN.values() if re.search(rf"^ *{re.escape(name)} ", before, re.MULTILINE)]
    (clone / "src" / "hayrick" / "__init__.py").write_text('__version__ = "9.9.9"\n')
    assert "9.9.9" in _run("hayrick --version", clone)
