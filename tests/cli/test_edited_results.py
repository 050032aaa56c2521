"""Directories of other commands than run whose files were edited: `hayrick report` refuses them in one line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import GOLDEN, Command, forget_written
from hayrick.harness.reviewing import pages
from hayrick.page import render
from hayrick.records.outputs import RESULTS

HAYSTACK = GOLDEN / "bakery_native.json"
COMMANDS: dict[str, tuple[tuple[object, ...], str]] = {
    "validate": ((GOLDEN / "annotations.json", "--judge", "local"), "agreement.json"),
    "probe": ((HAYSTACK,), "probes.json"),
    "retrieve": ((HAYSTACK, "--retriever", "bm25"), "retrieval.json"),
    "verify": ((HAYSTACK,), "verification.json"),
    "meta": (("SUMMARIES", "--metric", "source_bigrams", "--grid"), "grid.json"),
    "coverage": ((HAYSTACK,), "coverage.json"),
}
"""Command -> its words, and a file of its directory."""

EDITS: dict[str, tuple[str, str, Callable[[dict[str, object]], object]]] = {
    "a list as a count": ("probe", "rows", lambda row: row.update(n=["x"])),
    "a list as a judge": ("validate", "rows", lambda row: row.update(judge=["local"])),
    "a list as a count of a summariser": ("validate", "summarisers", lambda row: row.update(n=[1])),
    "no retriever": ("retrieve", "rows", lambda row: row.pop("retriever")),
    "no measure": ("retrieve", "rows", lambda row: row.pop("measure")),
    "no mean": ("meta", "lengths", lambda row: row.pop("mean")),
    "no extractor": ("meta", "lengths", lambda row: row.pop("extractor")),
    "a text as a mean": ("meta", "lengths", lambda row: row.update(mean="many")),
}
"""Edit -> command, table, and the change of its last row; each made the report fail with an error of Python."""


def summaries(path: Path) -> Path:
    text = "the mill number {} closed in may and rye flour costs pounds since june " * 4
    rows = [
        {
            **{"id": f"{d}{s}", "document": text.format(*[d] * 4), "document_id": f"d{d}", "system": f"s{s}"},
            **{"summary": f"mill {d} closed {s}" + " rye" * (d * s % 5), "references": []},
            "scores": {"f": [d * s % 4 + 1]},
        }
        for d in range(5)
        for s in range(3)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def made(hayrick: Command, tmp_path: Path) -> Callable[[str], Path]:
    """Makes the directory of a command."""

    def make(command: str) -> Path:
        words = (summaries(tmp_path / "s.jsonl") if one == "SUMMARIES" else one for one in COMMANDS[command][0])
        done = hayrick(command, *words, "--out", tmp_path / command)
        assert done.status in (0, 1), done.err
        return tmp_path / command

    return make


def change(path: Path, table: str, edit: Callable[[dict[str, object]], object]) -> None:
    value = json.loads(path.read_text())
    edit(value[table][-1])
    path.write_text(json.dumps(value))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_changed_table_is_refused_until_the_command_is_given_again(
    hayrick: Command, refused: Callable[..., str], made: Callable[[str], Path], tmp_path: Path, command: str
) -> None:
    folder = made(command)
    name, written = COMMANDS[command][1], json.loads((folder / "manifest.json").read_text())["written"]
    assert written.keys() == {one.name for one in folder.iterdir()} & {*RESULTS}
    assert written[name].keys() == {"fingerprint"}
    change(folder / name, "haystacks" if command == "verify" else "rows", lambda row: row.update(more=1))
    line = refused("report", folder, "--out", tmp_path / "r.html")
    assert f"{folder / name}: changed since the run; expected the file that the run wrote." in line
    assert not (tmp_path / "r.html").exists()
    made(command)
    assert hayrick("report", folder, "--out", tmp_path / "r.html").status == 0


@pytest.mark.parametrize(("command", "table", "edit"), EDITS.values(), ids=EDITS)
def test_a_file_that_no_manifest_describes_is_named_where_it_cannot_be_shown(
    hayrick: Command,
    refused: Callable[..., str],
    made: Callable[[str], Path],
    tmp_path: Path,
    command: str,
    table: str,
    edit: Callable[[dict[str, object]], object],
) -> None:
    folder, name = made(command), COMMANDS[command][1]
    forget_written(folder)
    assert hayrick("report", folder, "--out", tmp_path / "r.html").status == 0, "as it was"
    change(folder / name, table, edit)
    for out in ("more.html", "more.md"):
        line = refused("report", folder, "--out", tmp_path / out)
        assert f"{folder / name}: a value that cannot be shown (" in line
        assert f"expected the file as 'hayrick {command}' wrote it. Give its command again." in line
        assert not (tmp_path / out).exists()


def test_of_several_such_files_one_is_named(
    refused: Callable[..., str], made: Callable[[str], Path], tmp_path: Path
) -> None:
    whole, two = made("verify"), [made("probe"), made("retrieve")]
    for folder, edit in zip(two, ("a list as a count", "no retriever"), strict=True):
        (folder / "manifest.json").unlink()
        command, table, changing = EDITS[edit]
        change(folder / COMMANDS[command][1], table, changing)
    line = refused("report", whole, *two, "--out", tmp_path / "r.html")
    assert f"{two[1] / 'retrieval.json'}: a value that cannot be shown (KeyError: 'retriever')" in line
    assert "expected the file as a command wrote it" in line


def test_a_fault_of_the_program_is_not_put_down_to_a_file(
    made: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made("probe")
    shutil.copytree(folder, tmp_path / "old")
    forget_written(tmp_path / "old")

    def fails(sources: object, title: str) -> str:
        raise KeyError("ours")

    monkeypatch.setattr(render, "page", fails)
    for one in (folder, tmp_path / "old"):
        with pytest.raises(KeyError, match="ours"):
            pages.write_page(pages.PageRequest(folders=[one], out=tmp_path / "r.html"))
