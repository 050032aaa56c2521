"""Numbers that are kept in the user's cache, and never trusted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hayrick.records import cache
from hayrick.records.cache import kept, used

ROWS = [[0, 5, 70_000], [], [3]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HAYRICK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def rows(told: Sequence[str], made: list[str], found: Sequence[Sequence[int]] = ROWS) -> list[list[int]]:
    def make() -> Sequence[Sequence[int]]:
        made.append("made")
        return found

    return [row.tolist() for row in kept(told, make)]


@pytest.mark.parametrize("found", [ROWS, [], [[]], [[1 << 40]], [[65_535], [65_536]]])
def test_numbers_are_made_once(found: list[list[int]]) -> None:
    made: list[str] = []
    assert rows(["a", "b"], made, found) == rows(["a", "b"], made, found) == found
    assert made == ["made"]
    rows(["ab", ""], made)
    assert made == ["made", "made"], "something else was told"


def test_damaged_and_foreign_files_are_made_again(folder: Path) -> None:
    made: list[str] = []
    rows(["a"], made)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    rows(["other"], [])
    other = next(one for one in folder.iterdir() if one != path).read_bytes()
    for number, content in enumerate((b"", whole[:-1], whole[:40] + b"x" + whole[41:], b"hay" * 50, other), start=2):
        path.write_bytes(content)
        assert rows(["a"], made) == ROWS
        assert len(made) == number
        assert path.read_bytes() == whole


def test_nothing_is_kept_where_the_folder_is_off_or_cannot_be_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[str] = []
    monkeypatch.setenv("HAYRICK_CACHE", "")
    assert rows(["a"], made) == rows(["a"], made) == ROWS
    assert used() == (None, 0, 0)
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("HAYRICK_CACHE", str(tmp_path / "file"))
    assert rows(["a"], made) == ROWS
    assert (len(made), folder.exists()) == (3, False)


def test_the_least_recently_used_files_are_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows(["a"], [])
    size = used().n_bytes
    assert used() == (folder, 1, size)
    monkeypatch.setattr(cache, "MOST_BYTES", 2 * size)
    for told in ("b", "c"):
        rows([told], [])
    assert used() == (folder, 2, 2 * size)
    made: list[str] = []
    rows(["c"], made)
    assert made == []


def test_without_a_variable_it_is_the_platforms_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HAYRICK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.folder() == tmp_path / "hayrick"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "hayrick"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert str(cache.folder()).endswith("Library/Caches/hayrick")
