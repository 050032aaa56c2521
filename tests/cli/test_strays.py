"""Files of others beside those that Hayrick wrote: they are neither read nor replaced."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Command

SOURCE = Path(__file__).parents[2] / "src" / "hayrick"
STRAYS = {"truncated.json": '{"a":', "rows.json": '{"rows": [{"a": 1}]}', "notes.json": "\udcff", "list.json": "[1]"}


@pytest.fixture
def done(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    words = ("run", bakery, "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick(*words).status == 0
    return tmp_path / "run"


def put_strays(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in STRAYS.items():
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))
    (folder / "folder.json").mkdir()


@pytest.mark.parametrize("name", ["r.html", "r.md", "r.json"])
def test_a_report_reads_no_file_that_hayrick_did_not_write(
    hayrick: Command, done: Path, tmp_path: Path, name: str
) -> None:
    out = tmp_path / "out" / name
    assert hayrick("report", done, "--out", out).status == 0
    before = out.read_bytes()
    put_strays(done)
    put_strays(done / "haystacks")
    assert hayrick("report", done, "--out", out, "--overwrite").status == 0
    assert out.read_bytes() == before


@pytest.mark.parametrize("name", ["compare.json", "experiments.json", "figures.json", "plan.json"])
@pytest.mark.parametrize("ending", ["html", "md", "csv"])
def test_a_damaged_table_of_another_command_is_left_out_of_a_report_and_told(
    hayrick: Command, done: Path, tmp_path: Path, name: str, ending: str
) -> None:
    (done / name).write_text('{"rows": [')
    told = hayrick("report", done, "--out", tmp_path / f"r.{ending}")
    assert told.status == 0
    assert f"{name} is left out: {done / name}: ends too early" in told.out + told.err
    assert f"{name} is left out" in (tmp_path / f"r.{ending}").read_text()


def test_a_damaged_table_that_a_report_is_of_is_refused(
    refused: Callable[..., str], done: Path, tmp_path: Path
) -> None:
    (tmp_path / "compared").mkdir()
    for place in (tmp_path / "compared" / "compare.json", done / "agreement.json"):
        place.write_text('{"rows": [')
        assert f"{place}: ends too early" in refused("report", place.parent, "--out", tmp_path / "r.html")


def test_the_rows_of_files_without_a_run_are_those_that_hayrick_wrote(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    words = ("run", bakery, "--system", "lead", "--system", "query", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick(*words).status == 0
    assert hayrick("compare", tmp_path / "run", "--out", tmp_path / "compared").status == 0
    put_strays(tmp_path / "compared")
    assert hayrick("report", tmp_path / "compared", "--out", tmp_path / "r.md").status == 0
    text = (tmp_path / "r.md").read_text()
    assert "compare.json" in text
    assert "rows.json" not in text


def test_every_table_that_a_command_writes_is_known() -> None:
    from hayrick.records.outputs import FILES, MANIFEST, TABLES

    within = re.compile(r'(?:_?FILE|COSTS|GRID|place /|out /)[^"\n]*"([a-z]+\.json)"')
    found = {name for path in SOURCE.rglob("*.py") for name in within.findall(path.read_text())}
    assert {"compare.json", "agreement.json", "experiments.json"} <= found
    # Names of commands for the shell, files of trained models, and those of a synthesis are in no such directory.
    elsewhere = {"names.json", "attribution.json", "denials.json", "prices.json", "report.json"}
    assert found - elsewhere <= {MANIFEST, *FILES, *TABLES}


def test_the_demo_passes_over_files_of_others(hayrick: Command, tmp_path: Path) -> None:
    assert hayrick("demo", "--out", tmp_path / "d").status == 0
    shutil.copytree(tmp_path / "d", tmp_path / "before")
    put_strays(tmp_path / "d")
    put_strays(tmp_path / "d" / "haystacks")
    assert hayrick("demo", "--out", tmp_path / "d").status == 0
    assert (tmp_path / "d" / "report.html").read_bytes() == (tmp_path / "before" / "report.html").read_bytes()
