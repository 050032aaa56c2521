"""Manifests of run directories."""

from __future__ import annotations

from pathlib import Path

import pytest

from hayrick.records.manifest import claim, finish, read_manifest, require_free
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


def test_results_of_unknown_origin_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "scores.jsonl").write_text("{}")
    with pytest.raises(BadInput, match=r"holds scores\.jsonl without a manifest\.json"):
        claim(tmp_path, "run", {})
    assert [entry.name for entry in tmp_path.iterdir()] == ["scores.jsonl"]


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
