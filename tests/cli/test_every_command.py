"""Each command once, from end to end; with the oldest dependencies these stand for all others."""

from __future__ import annotations

import csv
import importlib
import io
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conftest import GOLDEN, ROOT, Command, Demo, lines_of, strict_json
from hayrick.cli.program import _COMMANDS
from hayrick.records.yaml import parse_yaml

TOWN = ROOT / "tests" / "synthesis" / "town.yaml"
ONCE = {
    "init": ("init {bakery} --out {out}/run.yaml", "run.yaml"),
    "run": ("run {bakery} --system recorded --system lead --judge local --out {out}", "estimates.json"),
    "plan": ("plan {bakery} --system openai/gpt-4o+full --judge openai/gpt-4o --out {out}", "plan.json"),
    "prompts": ("prompts {claimed} --out {out}/asked.jsonl", None),
    "replies": ("replies {claimed} {results}", None),
    "cite": ("cite {bakery} --summaries recorded --out {out}/cited.jsonl", "cited.jsonl"),
    "retrieve": ("retrieve {native} --retriever bm25rm3 --retriever votes --store --out {out}", "retrieval.json"),
    "annotate": ("annotate {run} --out {out}/page.html", "page.html"),
    "validate": ("validate {annotations} --judge recorded:one --judge local --out {out}", "agreement.json"),
    "probe": ("probe {bakery} --judge local --out {out}", "probes.json"),
    "meta": ("meta {scored} --metric source_bigrams --out {out}/meta", "meta/meta.json"),
    "synth": ("synth {town} --out {out}/made.json", "made.json"),
    "collect": ("collect {handbook} --facts {handbook}_decided.yaml --out {out}/mine.json", "mine.json"),
    "verify": ("verify {bakery} --out {out}", "verification.json"),
    "show": ("show {run} --missed", None),
    "ls": ("ls {run}", None),
    "compare": ("compare {run}", None),
    "gate": ("gate {run} --min coverage=0 --junit {out}/checks.xml", "checks.xml"),
    "experiment": ("experiment {run} --out {out}", "experiments.json"),
    "coverage": ("coverage {bakery} --out {out}/coverage", "coverage/coverage.json"),
    "figures": ("figures {run} {needs} --out {out}", "figures.json"),
    "report": ("report {run} --out {out}/report.html", "report.html"),
    "describe": ("describe {bakery} {native}", None),
    "list": ("list", None),
    "doctor": ("doctor", None),
    "convert": ("convert {bakery} --to native --out {out}/other.json", "other.json"),
    "export": ("export {run} --format csv --out {out}/estimates.csv", "estimates.csv"),
    "completion": ("completion bash", None),
}
"""Command -> its words, and the file that it writes. The demo has a test of its own."""

READ: Mapping[str, Callable[[Path], object]] = {
    ".json": lambda path: strict_json(path.read_text()),
    ".jsonl": lines_of,
    ".yaml": lambda path: parse_yaml(path.read_text(), str(path)),
    ".xml": ElementTree.parse,
    ".html": lambda path: path.read_text().index("</html>"),
    ".csv": lambda path: list(csv.reader(path.read_text().splitlines())),
}


def test_every_command_is_here() -> None:
    assert {*ONCE, "demo"} == set(_COMMANDS)


@pytest.fixture
def places(hayrick: Command, bakery: Path, native: Path, annotations: Path, tmp_path: Path) -> dict[str, Path]:
    """What the words above name: golden files, a run directory, and a folder for what is written."""
    run, out = tmp_path / "run", tmp_path / "out"
    out.mkdir()
    assert hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", run).status == 0
    needs = tmp_path / "needs"
    assert hayrick("coverage", bakery, "--out", needs).status == 0
    claimed, own, results = tmp_path / "claimed", tmp_path / "own.py", tmp_path / "results.jsonl"
    own.write_text("def answer(request):\n    return '- It opens at six. [1]'\n")
    results.write_text('{"custom_id": "k", "response": null, "error": {"code": "batch_expired"}}\n')
    assert hayrick("run", bakery, "--system", f"python:{own}:answer", "--out", claimed, "--prompts-only").status == 0
    return {
        "claimed": claimed,
        "results": results,
        "needs": needs,
        "town": TOWN,
        "handbook": ROOT / "docs" / "examples" / "handbook",
        "bakery": bakery,
        "native": native,
        "annotations": annotations,
        "scored": GOLDEN / "scored.jsonl",
        "run": run,
        "out": out,
    }


@pytest.mark.parametrize("command", ONCE)
def test_a_command_does_its_work(hayrick: Command, places: dict[str, Path], command: str) -> None:
    words, written = ONCE[command]
    done = hayrick(*[word.format_map(places) for word in words.split()])
    assert (done.status, done.err) == (0, "")
    assert done.out
    if written is not None:
        assert READ[Path(written).suffix](places["out"] / written)


def test_the_demo_shows_an_insight_that_one_system_missed(demo: Demo) -> None:
    assert (demo.done.status, demo.done.err) == (0, "")
    for name in ("extractive", "query", "lead", "reference"):
        assert re.search(rf"^ {name} ", demo.done.out, re.MULTILINE), name
    example = demo.done.out.split("All systems")[0]
    assert re.search(r"^ +extractive \(full\): covered", example, re.MULTILINE)
    assert re.search(r"^ +query \(full\): not covered", example, re.MULTILINE)
    assert {path.name for path in demo.folder.iterdir()} >= {"haystacks", "manifest.json", "scores.jsonl"}
    assert demo.done.out.rstrip().endswith(str((demo.folder / "report.html").resolve()))
    assert "</html>" in (demo.folder / "report.html").read_text(encoding="utf-8")
    rows = strict_json((demo.folder / "estimates.json").read_text())["rows"]
    assert {row["system"] for row in rows} >= {"extractive", "reference"}


def test_what_the_demo_proposes_works_as_it_stands(demo: Demo, hayrick: Command) -> None:
    lines = [shlex.split(line) for line in demo.done.out.split("Your turn")[1].splitlines()[1:]]
    proposed = [words[1:] for words in lines if words[0] == "hayrick"]
    assert [words[0] for words in proposed] == ["show", "compare", "run", "synth"]
    for words in proposed:
        done = hayrick(*words)
        assert (done.status, done.err) == (0, "")
        assert done.out
        assert "unsound" not in done.out


@pytest.mark.parametrize("name", ["report.html", "haystacks/tidewall.json"])
def test_the_demo_replaces_its_own_files_only(demo: Demo, hayrick: Command, tmp_path: Path, name: str) -> None:
    own = shutil.copytree(demo.folder, tmp_path / "own")
    assert hayrick("demo", "--out", own).status == 0, "again"
    mine = tmp_path / "mine"
    (mine / name).parent.mkdir(parents=True)
    text = (demo.folder / name).read_text(encoding="utf-8").replace("Hayrick's", "My").replace("tidewall", "My town")
    (mine / name).write_text(text.replace("&#39;", ""), encoding="utf-8")
    before = (mine / name).read_bytes()
    done = hayrick("demo", "--out", mine)
    assert done.status == 2
    assert f"{mine / name}: a file that 'hayrick demo' did not write" in done.err
    assert (mine / name).read_bytes() == before
    assert [one for one in mine.rglob("*") if one.is_file()] == [mine / name]


def test_the_demo_writes_everything_for_a_reader_that_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Left(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Left())
    with pytest.raises(BrokenPipeError):
        importlib.import_module("hayrick.cli.demo").demo_command(["--out", str(tmp_path / "demo")], None, None, False)
    assert {"mine.jsonl", "report.html", "manifest.json"} <= {one.name for one in (tmp_path / "demo").iterdir()}
