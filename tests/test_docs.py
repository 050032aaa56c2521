"""The documentation keeps its word: links lead somewhere, commands can be given, and data and code can be read.

A command is a line of a fenced block, or a code span, that begins with `hayrick` and a command's name. In both, a word
in capitals (`FILE`), one with an ellipsis and one in brackets are placeholders; `a|b` are two values; the last option
may stand without its value. Text after two spaces or ` #` explains.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
import yaml

from conftest import ROOT, Command, Demo
from hayrick.charts.drawing import as_file
from hayrick.cli.program import _COMMANDS
from hayrick.cli.program import hayrick as group
from hayrick.harness.naming.names import named_task
from hayrick.harness.naming.shipped import SUITES, TASKS
from hayrick.harness.naming.sources import described
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.page.overview import overview
from hayrick.types import BadInput

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SESSIONS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]
"""Pages that show what commands print on what `hayrick demo --out runs/demo` wrote."""


class Block(NamedTuple):
    """A fenced block: its language, and its text."""

    language: str
    text: str


@cache
def blocks(page: Path) -> list[Block]:
    found = re.findall(r"^( *)```([^\n`]*)\n(.*?)^\1```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [Block(language.strip(), re.sub(f"^{indent}", "", text, flags=re.M)) for indent, language, text in found]


@cache
def prose(page: Path) -> str:
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", head).lower()).replace(" ", "-") for head in heads}


def commands(page: Path) -> Iterator[str]:
    text = "\n".join(re.sub(r" *\\\n *", " ", block.text) for block in blocks(page) if block.language != "python")
    lines = re.findall(r"^(?:\$ )?(hayrick +[a-z].*)$", text, re.MULTILINE)
    spans = [" ".join(one.split()) for one in re.findall(r"`(hayrick +[a-z][^`]*)`", prose(page))]
    for line in [*lines, *spans]:
        if line.split()[1] in _COMMANDS or line in lines:
            yield line


def mistake(line: str) -> str | None:
    """What is wrong with a command, or None."""
    plain = re.split(r" # |(?<! ) {2,}(?=\S)", re.sub(r"^hayrick +(\w+) +", r"hayrick \1 ", line))[0]
    words = [re.sub(r"(?<=[A-Z])\.\.\.$", "", word) for word in shlex.split(plain)][1:]
    words = [word for word in words if not re.search(r"\.\.\.|…|^[\[({|]", word)]
    command = group.get_command(click.Context(group), words[0])
    if command is None:
        return f"{line}: no such command"
    context = click.Context(command, info_name=words[0])
    try:
        given, _, _ = command.make_parser(context).parse_args([*words[1:], *_value_of(words[-1], command)])
        for parameter in command.params:
            value = given.get(parameter.name or "")
            is_checked = isinstance(parameter.type, click.Choice | click.types.IntParamType)
            if is_checked and isinstance(value, str) and not value.isupper():
                for each in value.split("|"):
                    parameter.type.convert(each, parameter, context)
    except click.UsageError as problem:
        return f"{line}: {problem.format_message()}"
    return None


def _value_of(word: str, command: click.Command) -> list[str]:
    """A placeholder for the value of an option that ends a command."""
    options = [one for one in command.params if isinstance(one, click.Option) and not one.is_flag]
    return ["VALUE"] if any(word in one.opts for one in options) else []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_keeps_its_word(page: Path) -> None:
    wrong = [one for one in map(mistake, commands(page)) if one]
    for target, anchor in re.findall(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)", prose(page)):
        to = page if not target else page.parent / target
        if "://" in target:
            continue
        if not to.exists():
            wrong.append(f"{target}: no such file")
        elif anchor and anchor not in anchors(to):
            wrong.append(f"{target}#{anchor}: no such heading")
    for block in blocks(page):
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "yaml":
            yaml.safe_load(block.text)
        elif block.language == "python":
            compile(block.text, str(page), "exec")
    assert wrong == []


def test_pages_that_messages_and_scripts_name_exist() -> None:
    files = [path for folder in ("src", "bench", "tests") for path in (ROOT / folder).rglob("*.py")]
    named = {one for path in files for one in re.findall(r"docs/[\w/-]+\.\w+", path.read_text(encoding="utf-8"))}
    assert len(named) > 20
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []


def test_a_mistake_in_a_command_is_found() -> None:
    assert mistake("hayrick run FILE --system MODEL+CONTEXT --jobs N") is None
    assert mistake("hayrick show runs/a   --missed is an option") is None
    for line in ("hayrick tun a.json", "hayrick run a.json --sistem lead", "hayrick run a.json --citations mine"):
        assert mistake(line), line


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_a_page_shows(
    page: Path, demo: Demo, hayrick: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, in one folder; `...` stands for any lines, and "console 1" for status 1. The demo is not run again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    shutil.copytree(demo.folder, tmp_path / "runs" / "demo")
    for block in blocks(page):
        language, _, status = block.language.partition(" ")
        if language == "console":
            command, _, shown = block.text.partition("\n")
            done = hayrick(*shlex.split(command.removeprefix("$ "))[1:])
            assert (done.status, done.err) == (int(status or 0), ""), command
            parts = [" ".join(part.split()) for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)]
            printed = " ".join(done.out.split())
            assert re.search(".*".join(map(re.escape, parts)), printed, re.DOTALL), f"{command}\n{done.out}"


def test_the_row_that_the_tutorial_shows_is_that_of_the_demo(demo: Demo) -> None:
    shown = [one.text for one in blocks(ROOT / "docs" / "guide" / "tutorial.md") if one.language == "json"]
    rows = (demo.folder / "judgements.jsonl").read_text(encoding="utf-8").splitlines()
    assert shown
    assert all(json.loads(one) in map(json.loads, rows) for one in shown)


def rows_of_tasks() -> dict[str, list[str]]:
    """Name -> the cells of its row and, last, the parameters of its whole table."""
    found: dict[str, list[str]] = {}
    for section in (ROOT / "docs" / "reference" / "tasks.md").read_text(encoding="utf-8").split("\n## "):
        shared = re.search(r"Each also takes (.*)\.", section)
        for line in re.findall(r"^\| (`.*) \|$", section, re.MULTILINE):
            cells = line.split(" | ")
            for name in re.findall(r"`([^`]+)`", cells[0]):
                found[name] = [*cells, shared[1] if shared else ""]
    return found


def parameters_of(name: str, rows: dict[str, list[str]]) -> set[str]:
    """Those that a row names, without what stands in parentheses; `as NAME` are those of another row."""
    own, shared = (re.sub(r"\([^)]*\)", "", rows[name][place]) for place in (2, -1))
    like = re.search(r"as `(\w+)`", own)
    named = {*re.findall(r"`([^`]+)`", own), *re.findall(r"`([^`]+)`", shared)}
    return named if like is None else (named - {like[1]}) | parameters_of(f"helmet/{like[1]}", rows)


def test_the_page_of_tasks_has_all_of_them() -> None:
    rows = rows_of_tasks()
    assert [name for name in (*SUITES, *TASKS) if name not in rows] == []
    assert [name for name in rows if "/" in name and name not in TASKS] == []


@pytest.mark.parametrize("name", [name for name in TASKS if "are made here" in described(name, "")])
def test_the_page_of_tasks_has_the_parameters_that_are_read(name: str) -> None:
    with pytest.raises(BadInput, match="unknown parameter") as refused:
        named_task(f"{name}?unknown=1")
    assert parameters_of(name, rows_of_tasks()) == {*re.findall(r"'(\w+)'", refused.value.expected)}


def test_pictures_say_what_tables_say() -> None:
    from bench.pages.pictures import FOLDER, TABLES, table_picture

    drawn = {name: table_picture(one) for name, one in TABLES.items()}
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert [name for name in {*drawn, *kept} if drawn.get(name) != kept.get(name)] == [], (
        "run: python -m bench.pages.pictures"
    )


def test_the_picture_of_the_readme_is_that_of_the_demo(demo: Demo) -> None:
    from bench.pages.gallery import FOLDER

    (view,) = overview(read_sources([demo.folder]))
    place = FOLDER / "demo" / f"{view.figures[0].name}.svg"
    assert place.read_text(encoding="utf-8") == as_file(view.figures[0].svg), "run: python -m bench.pages.gallery"
    assert place.relative_to(ROOT).as_posix() in (ROOT / "README.md").read_text(encoding="utf-8")
