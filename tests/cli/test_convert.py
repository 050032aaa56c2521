"""The command convert: where it writes, what it refuses, what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import GOLDEN, Command, Refused, strict_json


@pytest.fixture
def folder(hayrick: Command, tmp_path: Path) -> Path:
    """Two haystacks as a folder of tables."""
    pytest.importorskip("pyarrow")
    out = tmp_path / "two"
    files = GOLDEN / "bakery.json", GOLDEN / "quillmere.json"
    done = hayrick("convert", *files, "--to", "hf", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert "2 haystacks with 46 documents, 4 files.\nEverything was kept.\n" in done.out
    return out


def test_a_folder_is_an_input_with_the_figures_of_its_files(hayrick: Command, folder: Path, tmp_path: Path) -> None:
    words = "--system", "lead", "--judge", "local", "--out"
    assert hayrick("run", folder, *words, tmp_path / "a").status == 0
    assert hayrick("run", GOLDEN / "bakery.json", GOLDEN / "quillmere.json", *words, tmp_path / "b").status == 0
    a, b = (strict_json((tmp_path / name / "estimates.json").read_text())["rows"] for name in "ab")
    assert a[0]["signature"] != b[0]["signature"]
    assert [{**row, "signature": ""} for row in a] == [{**row, "signature": ""} for row in b]


def test_one_haystack_is_a_file_or_a_folder_and_several_are_a_folder(
    hayrick: Command, refused: Refused, folder: Path, tmp_path: Path
) -> None:
    assert hayrick("convert", folder, "--to", "summhay", "--out", tmp_path / "s").status == 0
    assert {path.name for path in (tmp_path / "s").iterdir()} == {"bakery.json", "quillmere.json"}
    assert strict_json((tmp_path / "s" / "bakery.json").read_text()) == json.loads((GOLDEN / "bakery.json").read_text())
    assert "one file for 2 haystacks; expected a folder" in refused(
        "convert", folder, "--to", "native", "--out", tmp_path / "n.json"
    )
    done = hayrick("convert", tmp_path / "s" / "quillmere.json", "--out", tmp_path / "n.json")
    assert "named 'n', as its file" in done.out
    assert strict_json((tmp_path / "n.json").read_text()) == json.loads((GOLDEN / "quillmere.json").read_text())


def test_what_summhay_s_layout_has_no_place_for_is_said(hayrick: Command, tmp_path: Path) -> None:
    done = hayrick("convert", GOLDEN / "quillmere.json", "--to", "summhay", "--out", tmp_path)
    assert "no place of its own for domain, title of documents: kept as further fields" in done.out


def test_what_is_lost_is_said(hayrick: Command, native: Path, tmp_path: Path) -> None:
    value = json.loads(native.read_text())
    value["documents"][0]["document_text"] = "a field of SummHay's"
    (tmp_path / "a.json").write_text(json.dumps(value))
    done = hayrick("convert", tmp_path / "a.json", "--to", "summhay", "--out", tmp_path / "out")
    assert "a: not kept as it was: 'document_text' of 1 document.\n" in done.out
    assert "Everything was kept" not in done.out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("{folder}", "--to", "hf", "--out", "{folder}", "--overwrite"), "haystacks.parquet: an input of this command"),
        (("{native}", "--to", "native", "--out", "{native}", "--overwrite"), "an input of this command"),
        (("{native}", "--to", "hf", "--out", "{folder}"), "a file that exists already"),
        (("{native}", "--to", "parquet", "--out", "x"), "expected a name that ends in .parquet"),
        (("{native}", "--to", "hf", "--out", "x.json"), "expected a folder"),
        (("{native}", "--to", "native", "--out", "x.parquet"), "expected a folder, or a name that ends in .json"),
        (("{native}", "{native}", "--to", "native", "--out", "x"), "expected inputs with distinct names"),
        (("helmet/json_kv", "--to", "native", "--out", "x"), "the task 'helmet/json_kv'; expected a haystack"),
        (("x.json", "--to", "native", "--out", "y"), "x.json: no such file"),
        (("{folder}/..", "--to", "native", "--out", "y"), "a directory"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(
    refused: Refused,
    folder: Path,
    native: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    found: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found in refused("convert", *[word.format(folder=folder, native=native) for word in words])
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_table_that_holds_what_json_lacks_is_refused(refused: Refused, tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    row = {**json.loads((GOLDEN / "bakery_native.json").read_text()), "when": float("nan")}
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "a.parquet")
    line = refused("convert", tmp_path / "a.parquet", "--to", "native", "--out", tmp_path / "b.json")
    assert "holds a value that JSON lacks" in line
    assert not (tmp_path / "b.json").exists()
