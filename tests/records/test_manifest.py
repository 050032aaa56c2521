"""Manifests of run directories."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hayrick.records.manifest import claim, finish, is_finished, read_manifest, require_free
from hayrick.records.outputs import files_of
from hayrick.types import BadInput


def test_a_directory_belongs_to_one_command(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    claim(folder, "run", {"a": 1, "b": 2})
    with pytest.raises(BadInput, match="has not finished"):
        read_manifest(folder)
    claim(folder, "run", {"a": 1, "b": 2})  # A stopped run is taken up again.
    finish(folder, "run", {"a": 1, "b": 2})
    assert read_manifest(folder)["parameters"] == {"a": 1, "b": 2}
    before = (folder / "manifest.json").read_bytes()
    for command, parameters, difference in (
        ("run", {"a": 1, "b": 3}, "differs in b"),
        ("validate", {"a": 1, "b": 2}, "command is 'run'"),
    ):
        for refuse in (claim, require_free):
            with pytest.raises(BadInput, match=difference):
                refuse(folder, command, parameters)
    assert (folder / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    ("signature", "told"),
    [
        ("m;top_p=1", "Settings there: at=http://a:1/v1; here: none. Choose"),
        ("m;top_p=1,at=http://b/v1", "Settings there: at=http://a:1/v1; here: at=http://b/v1. Choose"),
        ("m;top_p=0.5,at=http://a:1/v1,n=2", "Settings there: top_p=1; here: top_p=0.5, n=2. Choose"),
        ("other;top_p=1,at=http://a:1/v1", "the same command. Choose another"),
    ],
)
def test_settings_that_differ_in_signatures_are_told(tmp_path: Path, signature: str, told: str) -> None:
    claim(tmp_path / "run", "run", {"systems": [["m", "m;top_p=1,at=http://a:1/v1"]], "seed": 0})
    with pytest.raises(BadInput, match=re.escape(told)):
        require_free(tmp_path / "run", "run", {"systems": [["m", signature]], "seed": 0})


@pytest.mark.parametrize("name", ["scores.jsonl", "responses.jsonl", "meta.json", "grid.json", "coverage.json"])
def test_results_of_unknown_origin_are_not_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}")
    with pytest.raises(BadInput, match=rf"holds {name} without a manifest\.json"):
        claim(tmp_path, "run", {})
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_a_folder_that_holds_finished_calls_alone_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").write_text("{}")
    claim(tmp_path, "run", {})
    assert (tmp_path / "calls.jsonl").read_text() == "{}"


def test_a_manifest_that_is_no_json_says_where_its_calls_can_go(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    for read in (read_manifest, is_finished, lambda folder: require_free(folder, "run", {})):
        with pytest.raises(BadInput, match=r"in another folder; a calls\.jsonl that you put there first answers"):
            read(tmp_path)


def test_files_of_a_run_are_also_those_that_its_task_names() -> None:
    found = files_of(Path("r"), {"sources": ["a.json"], "written": {"mine.jsonl": {}, "scores.jsonl": {}}})
    assert {"mine.jsonl", "responses.jsonl", "manifest.json"} <= {one.name for one in found}
    assert found[-1] == Path("a.json")
    assert len(found) == len(set(found))


def test_requiring_a_free_place_writes_nothing(tmp_path: Path) -> None:
    require_free(tmp_path / "new", "run", {})
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="a file; expected a folder"):
        require_free(tmp_path / "file", "run", {})


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ('{"schema": 2, "finished": true}', "an unknown schema"),
        ("[]", "an unknown schema"),
        ("{", "ends too early"),
        ('{"schema": 1}', "has not finished"),
        ('{"schema": 1, "finished": true, "sources": ["a", 3]}', "'sources' that are no texts"),
    ],
)
def test_other_manifests_are_refused(tmp_path: Path, content: str, found: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(BadInput, match=found):
        read_manifest(tmp_path)


def test_what_a_killed_run_half_wrote_goes_when_the_run_ends(tmp_path: Path) -> None:
    claim(tmp_path, "run", {})
    half, mine = tmp_path / ".scores.jsonl.x7k2.part", tmp_path / ".notes.x7k2.part"
    half.write_text("{")
    mine.write_text("kept")
    finish(tmp_path, "run", {})
    assert (half.exists(), mine.exists()) == (False, True)
