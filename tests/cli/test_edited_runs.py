"""Runs whose files have lost lines or were edited: every command that reads a run refuses them in one line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import GOLDEN, Command, forget_written
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest

HAYSTACK = GOLDEN / "bakery_native.json"
WORDS = ("run", HAYSTACK, "--system", "lead", "--system", "query", "--judge", "local")

COMMANDS: dict[str, tuple[object, ...]] = {
    "show": ("show", "RUN"),
    "show --missed": ("show", "RUN", "--missed"),
    "report": ("report", "RUN", "--out", "OUT"),
    "report of two": ("report", "WHOLE", "RUN", "--out", "OUT"),
    "compare": ("compare", "RUN"),
    "compare with": ("compare", "WHOLE", "RUN"),
    "gate": ("gate", "RUN", "--min", "joint=0"),
    "gate --against": ("gate", "WHOLE", "--against", "RUN"),
    "experiment": ("experiment", "RUN"),
    "figures": ("figures", "RUN", "--out", "OUT"),
    "annotate": ("annotate", "RUN", "--out", "OUT"),
    "export csv": ("export", "RUN", "--format", "csv", "--out", "OUT"),
    "export jsonl": ("export", "RUN", "--format", "jsonl", "--out", "OUT"),
    "export lm-eval": ("export", "RUN", "--format", "lm-eval", "--out", "OUT"),
    "export summhay": ("export", "RUN", "--format", "summhay", "--out", "OUT"),
    "export trec": ("export", "RUN", "--format", "trec", "--out", "OUT"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    run(RunRequest(inputs=[str(HAYSTACK)], systems=["lead", "query"], judge="local"), folder)
    return folder


@pytest.fixture
def edited(whole: Path, tmp_path: Path) -> Path:
    """The same run, without the last line of its summaries."""
    shutil.copytree(whole, tmp_path / "run")
    path = tmp_path / "run" / "summaries.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    return tmp_path / "run"


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_run_that_lost_a_line_is_refused(
    refused: Callable[..., str], whole: Path, edited: Path, tmp_path: Path, words: tuple[object, ...]
) -> None:
    places = {"RUN": edited, "WHOLE": whole, "OUT": tmp_path / "out.html"}
    line = refused(*(places.get(str(one), one) for one in words))
    assert f"{edited / 'summaries.jsonl'}: 3 lines; expected the 4 lines that the run wrote." in line
    assert not (tmp_path / "out.html").exists()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_whole_run_is_not_refused_for_its_files(
    hayrick: Command, whole: Path, tmp_path: Path, words: tuple[object, ...]
) -> None:
    places = {"RUN": whole, "WHOLE": whole, "OUT": tmp_path / "out.html"}
    done = hayrick(*(places.get(str(one), one) for one in words))
    assert "that the run wrote" not in done.err


EDITS = {
    "scores": ("scores.jsonl", '"measure": "joint"', '"measure": "jiont"', "jiont"),
    "manifest": ("manifest.json", '"name": "coverage"', '"name": "covrage"', "coverage"),
}
"""File that is edited, what becomes what, and the measure of which then nothing is known."""


@pytest.mark.parametrize(("name", "before", "after", "unknown"), EDITS.values(), ids=EDITS)
@pytest.mark.parametrize(
    "words",
    [
        *([words for name, words in COMMANDS.items() if name in ("compare", "report", "gate", "gate --against")]),
        *(("show", "RUN"), ("experiment", "RUN"), ("figures", "RUN", "--out", "OUT")),
        ("plan", HAYSTACK, "--system", "lead", "--power", "--from", "RUN"),
    ],
    ids=lambda words: " ".join(str(word) for word in words if word != HAYSTACK),
)
def test_a_measure_that_the_manifest_does_not_name_is_refused(
    refused: Callable[..., str],
    whole: Path,
    tmp_path: Path,
    words: tuple[object, ...],
    name: str,
    before: str,
    after: str,
    unknown: str,
) -> None:
    shutil.copytree(whole, tmp_path / "run")
    forget_written(tmp_path / "run")
    text = (tmp_path / "run" / name).read_text()
    assert before in text
    (tmp_path / "run" / name).write_text(text.replace(before, after))
    places = {"RUN": tmp_path / "run", "WHOLE": whole, "OUT": tmp_path / "out.html"}
    line = refused(*(places.get(str(one), one) for one in words))
    assert f"{tmp_path / 'run' / 'scores.jsonl'}:" in line
    assert f": measure '{unknown}'; expected a measure that manifest.json names (" in line
    assert not (tmp_path / "out.html").exists()


def test_an_edited_figure_passes_no_gate(hayrick: Command, refused: Callable[..., str], edited: Path) -> None:
    assert hayrick(*WORDS, "--out", edited).status == 0, "the same command mends what was lost"
    assert hayrick("show", edited).status == 0
    path = edited / "estimates.json"
    value = json.loads(path.read_text())
    for row in value["rows"]:
        row["value"] = 0.99
    path.write_text(json.dumps(value))
    assert f"{path}: changed since the run" in refused("gate", edited, "--min", "coverage=0.9")


def test_a_run_that_was_made_again_or_grew_by_commands_is_read(
    hayrick: Command, refused: Callable[..., str], whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    for words in (
        (*WORDS, "--out", folder),
        (*WORDS, "--fresh", "--out", folder),
        ("compare", folder, "--out", folder),
        ("annotate", folder, "--out", folder / "labels.html"),
        ("report", folder, "--out", folder / "report.html"),
    ):
        assert hayrick(*words).status == 0, words
        assert hayrick("gate", folder, "--min", "joint=0").status == 0, words
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["written"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert "no 'written' that says how files were written" in refused("gate", folder, "--min", "joint=0")
