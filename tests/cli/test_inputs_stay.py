"""Every command that writes, told to write over each kind of file that it reads: a table of commands and files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import GOLDEN, Command, tree

Content = str | Path
PRICES = '{"schema": 1, "date": "2026-01-31", "models": {"*": {"in": 1, "out": 1}}}'
BODY = '{"truncate": 1}'
TOPIC, TOWN = GOLDEN / "bakery.json", Path(__file__).parents[1] / "synthesis" / "town.yaml"
MINE = json.dumps({"subtopic": "s1", "system": "me", "summary": "- It opens at six. [1]"}) + "\n"
SCORED = "".join(
    json.dumps({"id": f"{n}{name}", "document": f"A b {n}.", "summary": f"b {n}", "system": name, "scores": {"x": n}})
    + "\n"
    for n in range(4)
    for name in "pq"
)
TEXTS = "".join(json.dumps({"context": f"A b {n}.", "query": "What?", "answer": "b"}) + "\n" for n in range(3))
MODEL = "openai-api/any/model+full"
ASKED = f"topic.json --system {MODEL} --judge none"
AGAIN = "--overwrite --out"

# The command, which ends with the option of the file to write, and the file, which it reads.
FILES = [
    (f"init topic.json --system file:mine.yaml {AGAIN}", "mine.yaml"),
    (f"init topic.yaml {AGAIN}", "topic.yaml"),
    (f"convert topic.json --to native {AGAIN}", "topic.json"),
    (f"convert topic.json other.json --to parquet {AGAIN}", "linked.parquet"),
    (f"convert table --to parquet {AGAIN}", "table/haystacks.parquet"),
    (f"cite topic.json --summaries mine.jsonl {AGAIN}", "topic.json"),
    (f"cite topic.json --summaries mine.jsonl {AGAIN}", "mine.jsonl"),
    (f"cite table --summaries mine.jsonl {AGAIN}", "table/haystacks.parquet"),
    (f"synth town.yaml {AGAIN}", "town.yaml"),
    (f"collect texts --facts facts.yaml {AGAIN}", "facts.yaml"),
    (f"collect texts --facts facts.yaml {AGAIN}", "texts/a.md"),
    (f"collect texts more.jsonl --facts facts.yaml {AGAIN}", "more.jsonl"),
    (f"collect texts --facts facts.yaml {AGAIN}", "linked.json"),
    *((f"export run --format {form} {AGAIN}", "topic.json") for form in ("csv", "jsonl", "lm-eval", "parquet")),
    *((f"export run --format {form} {AGAIN}", "run/manifest.json") for form in ("csv", "jsonl", "lm-eval", "parquet")),
    (f"report run {AGAIN}", "topic.json"),
    (f"report run {AGAIN}", "run/estimates.json"),
    (f"report run --format md {AGAIN}", "mine.jsonl"),
    (f"report run --input moved/topic.json {AGAIN}", "moved/topic.json"),
    ("gate run --min joint=0 --overwrite --junit", "topic.json"),
    ("gate run --min joint=0 --overwrite --junit", "run/estimates.json"),
    (f"annotate run {AGAIN}", "topic.json"),
    (f"annotate run {AGAIN}", "run/estimates.json"),
    (f"annotate --import mine.jsonl {AGAIN}", "mine.jsonl"),
    ("validate run --sheet", "topic.json"),
    ("validate run --sheet", "run/judgements.jsonl"),
    (f"prompts asked {AGAIN}", "topic.json"),
    (f"prompts asked {AGAIN}", "prices.json"),
    (f"prompts asked {AGAIN}", "asked/command.json"),
]

# The command with "{}" for a file that it reads, the file's name as that of a result in the folder that is written,
# and what the file holds.
FOLDERS: list[tuple[str, str, Content]] = [
    (f"run {ASKED} --extra-body {{}}", "estimates.json", BODY),
    (f"plan {ASKED} --extra-body {{}}", "plan.json", BODY),
    ("verify topic.json --checker a/b --extra-body {}", "verification.json", BODY),
    ("synth town.yaml --writer a/b --extra-body {}", "made.json", BODY),
    ("collect texts --facts facts.yaml --checker a/b --extra-body {}", "made.json", BODY),
    ("coverage {} --judge local", "scores.jsonl", TEXTS),
    ("meta {} --metric rouge1", "scores.jsonl", SCORED),
    ("meta {} --metric rouge1", "judgements.jsonl", SCORED),
    ("export run --format summhay --input {} --overwrite", "topic.json", TOPIC),
    ("retrieve {} --retriever bm25 --budget-tokens 100 --store --overwrite", "topic.json", TOPIC),
    ("convert {} --to native --overwrite", "topic.json", TOPIC),
]


@pytest.fixture
def place(hayrick: Command, bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: files to read, a run on them, and one whose calls are outstanding."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANY_API_KEY", "none")
    monkeypatch.setenv("ANY_BASE_URL", "http://127.0.0.1:9/v1")
    (tmp_path / "moved").mkdir()
    for name in ("topic.json", "other.json", "topic.yaml", "moved/topic.json"):
        shutil.copy(bakery, tmp_path / name)
    os.link(tmp_path / "other.json", tmp_path / "linked.parquet")
    shutil.copy(TOWN, tmp_path)
    for name in ("mine.jsonl", "mine.yaml"):
        (tmp_path / name).write_text(MINE)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("The oven was made in 1931.")
    (tmp_path / "linked.json").symlink_to("texts/a.md")
    (tmp_path / "more.jsonl").write_text('{"id": "b", "text": "Rye is dear."}')
    facts = "schema: 1\ntopic: t\nquestions:\n- question: How old is the oven?\n  facts: [The oven was made in 1931.]\n"
    (tmp_path / "facts.yaml").write_text(facts)
    (tmp_path / "prices.json").write_text(PRICES)
    for words in (
        "run topic.json --system file:mine.jsonl --judge local --out run",
        f"run {ASKED} --prices prices.json --prompts-only --out asked",
    ):
        assert hayrick(*words.split()).err == ""
    return tmp_path


@pytest.mark.parametrize(("words", "name"), FILES, ids=[f"{words.split()[0]} {name}" for words, name in FILES])
def test_no_file_is_written_over_one_that_is_read(
    hayrick: Command, refused: Callable[..., str], place: Path, words: str, name: str
) -> None:
    if name.startswith("table/"):
        pytest.importorskip("pyarrow", reason="Parquet needs the extra parquet")
        assert hayrick("convert", "topic.json", "--to", "hf", "--out", "table").status == 0
    before = tree(place)
    assert f"{name}: an input of this command" in refused(*words.split(), name)
    assert tree(place) == before


@pytest.mark.parametrize(
    ("words", "name", "content"), FOLDERS, ids=[f"{words.split()[0]} {name}" for words, name, _ in FOLDERS]
)
def test_no_folder_is_written_where_a_result_would_take_the_place_of_an_input(
    refused: Callable[..., str], place: Path, words: str, name: str, content: Content
) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    folder = place / "folder"
    folder.mkdir()
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content.read_bytes())
    before = tree(place)
    out = folder / name if words.startswith(("synth", "collect")) else folder
    line = refused(*words.format(f"folder/{name}").split(), "--out", out)
    assert f"{name}: an input of this command" in line
    assert tree(place) == before
