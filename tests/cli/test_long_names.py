"""Names of any length and script make files that every file system takes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Command

LONG = "非常长的名字说明了全部内容" * 6
"""78 characters; each becomes nine where a name is made safe."""


@pytest.fixture
def long_run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run of two systems whose names differ in their last character, on a haystack with a long name."""
    topic = Path(shutil.copy(bakery, tmp_path / f"{LONG}.json"))
    rows = [{"subtopic": "s1", "system": LONG + end, "summary": "- It opens at six. [1]"} for end in "ab"]
    (tmp_path / "mine.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    words = ("run", topic, "--system", f"file:{tmp_path / 'mine.jsonl'}", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick(*words).status == 0
    return tmp_path / "run"


@pytest.fixture(autouse=True)
def _nothing_half_written(tmp_path: Path) -> Iterator[None]:
    yield
    assert [path.name for path in tmp_path.rglob("*") if path.name.endswith(".part")] == []


@pytest.mark.parametrize(
    ("form", "out", "endings"),
    [
        ("trec", "out", [".qrels", ".run", ".run"]),
        ("summhay", "out", [".json"]),
        ("lm-eval", "out/r.json", [".json", ".jsonl", ".jsonl"]),
    ],
)
def test_runs_with_long_names_are_exported(
    hayrick: Command, long_run: Path, tmp_path: Path, form: str, out: str, endings: list[str]
) -> None:
    samples = ("--samples",) if form == "lm-eval" else ()
    done = hayrick("export", long_run, "--format", form, "--out", tmp_path / out, *samples)
    assert done.status == 0, done.err
    made = sorted((tmp_path / "out").iterdir())
    assert sorted(path.suffix for path in made) == endings
    assert all(len(path.name.encode()) <= 255 for path in made)


def test_haystacks_with_long_names_are_retrieved_converted_and_begun_with(
    hayrick: Command, long_run: Path, tmp_path: Path
) -> None:
    topic = next(tmp_path.glob("*.json"))
    words = ("retrieve", topic, "--retriever", "bm25", "--budget-tokens", "100", "--store", "--out", tmp_path / "kept")
    assert hayrick(*words).status == 0
    assert hayrick("convert", topic, "--to", "summhay", "--out", tmp_path / "other").status == 0
    assert hayrick("init", topic, "--out", tmp_path / "study.yaml").status == 0
    assert hayrick("report", long_run, "--out", tmp_path / "r.html", "--figures", tmp_path / "figures").status == 0
    made = [path.name for folder in ("kept", "other", "figures") for path in (tmp_path / folder).iterdir()]
    assert len(made) > 4
    assert all(len(name.encode()) <= 255 for name in made)


@pytest.mark.parametrize("form", ["trec", "summhay", "lm-eval"])
def test_of_several_files_none_is_written_where_one_cannot_be(
    hayrick: Command, long_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    from hayrick.records import several_files
    from hayrick.types import BadInput

    written: list[Path] = []

    def breaks(path: Path, chunks: object, instead_of: Path) -> None:
        if written:
            raise BadInput(str(path), "cannot be written (no room)", "a disk with room")
        written.append(path)
        path.write_bytes(b"")

    monkeypatch.setattr(several_files, "write_bytes", breaks)
    out = tmp_path / "out" / "r.json" if form == "lm-eval" else tmp_path / "out"
    samples = ("--samples",) if form == "lm-eval" else ()
    if form == "summhay":
        written.append(tmp_path)
    assert hayrick("export", long_run, "--format", form, "--out", out, *samples).status == 2
    assert [path for path in out.parent.rglob("*") if path.is_file() and "out" in path.parts] == []
    assert not (tmp_path / "out").exists()
