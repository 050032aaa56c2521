"""Bad input and wrong use: status 2, one line that names the file and what is expected, and nothing written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from broken import twice, unheld
from conftest import Command, Refused, Variant, run_words

CONTENTS = [
    (b"hello, I am no haystack", "is not JSON", "one JSON value"),
    (b'{"topic": "x", "documents": [{"document_id": "d1"', "ends too early", "fetch or write it again"),
    (b"", "an empty file", "expected content"),
    (b"\n\n", "an empty file", "expected content"),
    (b'{"schema": 2, "documents": [], "subtopics": []}', "schema 2", "expected schema 1"),
    (b'{"schema": "1", "documents": [], "subtopics": []}', "schema '1'", "expected schema 1"),
    (b"[1, 2, 3]", "a JSON list", "expected a haystack"),
    (b'"text"', "a JSON string", "expected a haystack"),
    (b"null", "a JSON null", "expected a haystack"),
    (b'{"topic": "x", "subtopics": []}', "'documents' is missing", "expected a haystack"),
    (b'{"topic": "x", "documents": []}', "'subtopics' is missing", "expected a haystack"),
    (b'{"topic": "\xff\xfe"}', "byte 0xff at offset 11 is not UTF-8", "Convert the file to UTF-8"),
    (b"\xff\xfe{\x00}\x00", "is not UTF-8", "expected UTF-8 text"),
    (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deeply", "a few levels"),
    (b"[" * 2_000_000, "nested too deeply", "a few levels"),
    (b'{"documents": NaN}', "holds NaN", "expected finite numbers"),
    (b'{"documents": -1e400}', "holds -1e400", "expected finite numbers"),
    (
        b'{"documents": ' + b"7" * 6000 + b"}",
        "holds 77777777777777777777... (6000 characters)",
        "expected finite numbers",
    ),
    (b"\x00" * 1000, "is not JSON", "one JSON value"),
    (b"PK\x03\x04" + bytes(range(256)), "is not UTF-8", "expected UTF-8 text"),
]


@pytest.mark.parametrize(("content", "found", "expected"), CONTENTS, ids=[case[1] for case in CONTENTS])
@pytest.mark.parametrize("command", ["run", "describe"])
def test_files_that_are_no_haystack(
    refused: Refused, tmp_path: Path, command: str, content: bytes, found: str, expected: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    line = refused(*(run_words(path, tmp_path / "run") if command == "run" else ("describe", path)))
    assert line.startswith(f"hayrick: {path}")
    assert found in line
    assert expected in line
    assert len(line) < 600
    assert [entry.name for entry in tmp_path.iterdir()] == ["broken.json"]


def unknown_insight(value: Any) -> None:
    value["documents"][0]["insights_included"] = ["zz"]


def maybe(value: Any) -> None:
    value["subtopics"][1]["eval_summaries"]["summary_subtopic_keywords_alpha"][0]["coverage"] = "MAYBE"


def labels_no_list(value: Any) -> None:
    value["subtopics"][1]["eval_summaries"]["summary_subtopic_keywords_alpha"] = {"a": 1}


def labels_no_object(value: Any) -> None:
    value["subtopics"][1]["eval_summaries"] = [1]


def summaries_no_object(value: Any) -> None:
    value["subtopics"][1]["summaries"] = "x"


def summary_no_list(value: Any) -> None:
    value["subtopics"][1]["summaries"]["summary_subtopic_alpha"] = "x"


CHANGES = [
    (twice, "document id 'dA' occurs 2 times", "expected unique ids"),
    (unheld, "insight 'i4' is held by no document", "expected at least one"),
    (unknown_insight, "document 'dA' holds unknown insight 'zz'", "expected an insight of a subtopic"),
    (maybe, "coverage 'MAYBE'", "expected NO_COVERAGE, PARTIAL_COVERAGE, FULL_COVERAGE"),
    (labels_no_list, "an object", "expected a list of labels"),
    (labels_no_object, "no JSON object", "expected an object"),
    (summaries_no_object, "no JSON object", "expected an object"),
    (summary_no_list, "no list of strings", "expected the lines of the summary"),
]


@pytest.mark.parametrize(("change", "found", "expected"), CHANGES)
def test_haystacks_that_are_not_sound(
    refused: Refused, variant: Variant, tmp_path: Path, change: Callable[[Any], None], found: str, expected: str
) -> None:
    line = refused(*run_words(variant(change), tmp_path / "run"))
    assert "broken" in line  # The file, or the haystack of its name.
    assert found in line
    assert expected in line
    assert [entry.name for entry in tmp_path.iterdir()] == ["broken.json"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (
            b'{"subtopic": "zz", "summary": "x"}',
            ":1: a summary for unknown subtopic 'zz'; expected a subtopic of 'bakery'",
        ),
        (b'{"subtopic": "s1", "summary": "x"}\n{"subtopic": "s1", "summary": "y"}', ":2: a second response to 's1'"),
        (b'{"subtopic": "s1", "summary": "x"}\n{"subtopic": "s1", "summ', ":2: ends too early"),
        (b"{}", ":1: 'subtopic' is missing or null"),
        (b"not json", ":1: is not JSON"),
        (b"", "an empty file"),
        (b'{"subtopic": "s1", "summary": "\xff"}', "is not UTF-8"),
        (b'{"subtopic": "s1", "haystack": "other", "summary": "x"}', "unknown haystack 'other'; expected 'bakery'"),
        (b'{"subtopic": "s1", "summary": "x", "seconds": 1e999}', "holds 1e999"),
    ],
)
def test_files_of_summaries_that_are_none(
    refused: Refused, bakery: Path, tmp_path: Path, content: bytes, found: str
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(content)
    line = refused("run", bakery, "--system", f"file:{path}", "--judge", "local", "--out", tmp_path / "run")
    assert line.startswith(f"hayrick: {path}")
    assert found in line
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.jsonl"]


def test_folders_and_missing_files(refused: Refused, tmp_path: Path) -> None:
    assert f"{tmp_path}: a directory; expected a file" in refused("describe", tmp_path)
    assert f"{tmp_path}/no.json: no such file; expected a readable file" in refused("describe", tmp_path / "no.json")
    assert "no such file" in refused("describe", tmp_path / "no.parquet")
    assert "cannot be read (File name too long)" in refused("describe", "x" * 5000)
    assert "no such file" in refused("validate", tmp_path / "no.json", "--judge", "local")
    assert "no such file" in refused("describe", "\udcff.json")
    for words in (("x" * 5000,), (tmp_path / "no",)):
        refused("export", *words, "--format", "csv", "--out", tmp_path / "e")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "tidewall",
            "tidewall: a scenario, and no file; expected a haystack file. 'hayrick synth tidewall --out FILE'",
        ),
        ("helmet/json_kv?n=2", "a task, and no file; expected a haystack file. 'hayrick run' and 'hayrick plan' take"),
        ("helmet", "a task, and no file"),
    ],
)
@pytest.mark.parametrize("command", ["verify", "probe"])
def test_names_of_scenarios_and_tasks_are_no_haystacks(refused: Refused, command: str, given: str, said: str) -> None:
    assert said in refused(command, given)


def test_a_haystack_may_be_called_like_a_scenario(
    hayrick: Command, bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tidewall").write_bytes(bakery.read_bytes())
    assert hayrick("describe", "tidewall").status == 0


def test_annotations_and_haystacks_are_not_confused(
    refused: Refused, bakery: Path, annotations: Path, tmp_path: Path
) -> None:
    assert "expected a list of annotated summaries. A haystack is scored by 'hayrick run'." in refused(
        "validate", bakery, "--judge", "local", "--out", tmp_path / "v"
    )
    assert "a JSON list; expected a haystack" in refused("describe", annotations)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("rum",), "Did you mean 'run'?"),
        (("frobnicate",), "Commands: "),
        (("run",), "INPUT"),
        (("run", "{bakery}"), "--system"),
        (("run", "{bakery}", "--system", "leed", "--judge", "local"), "Did you mean 'lead'?"),
        (("run", "{bakery}", "--system", "gpt-4o", "--judge", "local"), "Did you mean 'openai/gpt-4o'?"),
        (("run", "{bakery}", "--system", "gpt-4o+full", "--judge", "local"), "Did you mean 'openai/gpt-4o+full'?"),
        (
            ("run", "helmet/json_kv?length=1k&n=1", "--system", "extractive"),
            "'extractive' is a system of summhay, not of helmet/json_kv; expected MODEL+CONTEXT, ",
        ),
        (("report", "{bakery}", "--outt", "x"), "Did you mean '--out'?"),
        (("figures", "{bakery}", "--jsn"), "Did you mean '--json'?"),
        (("experiment", "{bakery}", "--sed", "1"), "Did you mean '--seed'?"),
        (("run", "{bakery}", "--system", "lead", "--judge", "locl"), "expected local, MODEL, recorded, "),
        (("run", "{bakery}", "--system", "lead", "--judge", "locl"), "Did you mean 'local'?"),
        (
            ("run", "{bakery}", "--system", "recorded:zz*", "--judge", "local"),
            "none of 8 stored summaries matches 'zz*'",
        ),
        (("run", "{bakery}", "--system", "recorded:keyword_alpha"), "Did you mean 'recorded:keywords_alpha'"),
        (("run", "{bakery}", "--system", "recorded:betta"), "Did you mean 'recorded:*org/beta'?"),
        (("run", "{bakery}", "--system", "mine.py:answer"), "Did you mean 'python:mine.py:answer'?"),
        (("run", "{bakery}", "--system", "lead", "--judge", "mine.py:judge"), "Did you mean 'python:mine.py:judge'?"),
        (("run", "mine.py:task", "--system", "lead"), "Did you mean 'python:mine.py:task'?"),
        (("run", "{bakery}", "--system", "recorded:[", "--judge", "local"), "matches '['"),
        (("run", "{bakery}", "--system", "file:", "--judge", "local"), "unknown system 'file:'"),
        (("run", "{bakery}", "{bakery}", "--system", "lead", "--judge", "local"), "the name 'bakery' again"),
        (
            ("run", "{bakery}", "--system", "recorded", "--system", "recorded:alpha", "--judge", "local"),
            "two responses",
        ),
        (("run", "{bakery}", "--system", "lead", "--judge", "local", "--limit", "0"), "--limit"),
        (("run", "{bakery}", "--system", "lead", "--judge", "local", "--seed", "x"), "--seed"),
        (("run", "{bakery}", "--system", "lead", "--judge", "local", "--compat", "papr"), "paper"),
        (("run", "{native}", "--system", "recorded", "--judge", "local"), "no stored summaries"),
        (("validate", "{annotations}", "--judge", "recorded:two"), "expected recorded:one, recorded:9fs_two"),
        (("validate", "{annotations}", "--judge", "none"), "unknown judge 'none'"),
        (("validate", "{annotations}", "--judge", "locale"), "ensemble:JUDGE+JUDGE, python:MODULE:NAME. Did you mean"),
        (
            ("probe", "{native}", "--judge", "recorded"),
            "MODEL, ensemble:JUDGE+JUDGE, python:MODULE:NAME. 'hayrick list",
        ),
        (("describe", "hub:some/thing"), "expected DATASET@REVISION"),
        (("export", "{folder}", "--format", "csv", "--out", "x"), "no manifest.json there; expected a run directory"),
        (("export", "{folder}", "--format", "xls", "--out", "x"), "lm-eval"),
        (("list", "sistems"), "systems"),
        (("completion", "tcsh"), "bash"),
        (
            ("run", "{bakery}", "--system", "lead", "--judge", "local", "--order", "top"),
            "--order: an option that is not used",
        ),
        (
            ("run", "{bakery}", "--system", "lead", "--judge", "local", "--judge-repeat", "2"),
            "--judge-repeat: an option that is not used",
        ),
        (
            ("run", "{bakery}", "--system", "lead", "--judge", "local", "--attribution", "x"),
            "--attribution: an option that is not used",
        ),
        (("retrieve", "{native}", "--retriever", "bm25", "--budget-tokens", "0"), "whole numbers above 0"),
        (("retrieve", "{native}", "--retriever", "bm25", "--store"), "--store: no --out"),
        (("--frob",), "--frob"),
    ],
)
def test_wrong_use(
    refused: Refused, request: pytest.FixtureRequest, tmp_path: Path, words: tuple[str, ...], found: str
) -> None:
    def filled(word: str) -> str:
        if word == "{folder}":
            return str(tmp_path)
        return str(request.getfixturevalue(word[1:-1])) if word.startswith("{") else word

    more = ("--out", str(tmp_path / "out")) if words[0] in ("run", "validate") else ()
    assert found in refused(*map(filled, words), *more)
    assert list(tmp_path.iterdir()) == []


def test_names_in_errors_cannot_steer_the_terminal(refused: Refused, bakery: Path) -> None:
    line = refused("run", bakery, "--system", "\x1b[31mlead\nx\ud800\x9b", "--judge", "local")
    assert all(character.isprintable() or character == "\n" for character in line)
    assert "[31mlead x" in line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("{bakery}", '{"subtopic": "s1", "summary": "- What is said. [3]"}'),
        ("helmet/json_kv?length=8k&n=1", '{"item": "1", "reply": "..."}'),
    ],
)
def test_a_file_of_replies_that_is_none_shows_the_line_that_is_wanted(
    refused: Callable[..., str], bakery: Path, tmp_path: Path, source: str, line: str
) -> None:
    (tmp_path / "mine.csv").write_text("a,b\n1,2\n")
    told = refused("run", source.replace("{bakery}", str(bakery)), "--system", f"file:{tmp_path / 'mine.csv'}")
    assert told.endswith(
        "mine.csv:1: is not JSON (Expecting value at line 1, column 1); "
        f"expected a JSON object a line, such as {line}.\n"
    )


@pytest.mark.parametrize("stored", [0, "NA", 99, "two", [1, 2]])
def test_links_that_are_none_are_no_error(hayrick: Command, variant: Variant, tmp_path: Path, stored: object) -> None:
    def change(value: Any) -> None:
        value["subtopics"][0]["eval_summaries"]["summary_subtopic_keywords_alpha"][0]["bullet_id"] = stored

    done = hayrick(*run_words(variant(change), tmp_path / "run"))
    assert (done.status, done.err) == (0, "")
    assert "2 covered insights link to no bullet; citation score 0." in done.out


def test_lone_surrogates_are_kept_and_stop_nothing(hayrick: Command, variant: Variant, tmp_path: Path) -> None:
    def change(value: Any) -> None:
        value["topic"] = "a\ud800b"
        value["documents"][0]["document_text"] += " \udc00"
        value["subtopics"][0]["subtopic_id"] = "s\ud800"
        value["subtopics"][0]["summaries"]["summary_subtopic_alpha"] = ["- \udfff [1]"]
        for subtopic in value["subtopics"]:
            del subtopic["eval_summaries"]  # Those of another judge.

    path = variant(change)
    assert hayrick("describe", path).status == 0
    words = ("run", path, "--system", "recorded", "--system", "random", "--system", "query", "--judge", "local")
    assert hayrick(*words, "--out", tmp_path / "run").status == 0
    assert hayrick("export", tmp_path / "run", "--format", "summhay", "--out", tmp_path / "e").status == 0
    assert json.loads((tmp_path / "e" / "broken.json").read_text())["topic"] == "a\ud800b"


def test_what_is_nested_as_deeply_as_can_be_read_can_be_written_or_is_refused(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    for depth in (200, 700, 900, 960, 985):
        path.write_text(bakery.read_text().replace("{", '{"deep": ' + "[" * depth + "]" * depth + ",", 1))
        out = tmp_path / str(depth)
        done = hayrick(*run_words(path, out))
        assert done.status in (0, 2)
        if done.status == 0:
            done = hayrick("export", out, "--format", "summhay", "--out", tmp_path / "e", "--overwrite")
        assert done.status in (0, 2)
        assert done.err.count("\n") == (1 if done.status else 0)
        assert done.status == 0 or depth > 200


def test_a_missing_argument_with_choices_is_told_in_plain_text(refused: Refused) -> None:
    line = refused("completion")
    assert line.endswith(" 'SHELL'. Choose from: bash, zsh, fish. See 'hayrick completion --help'.\n")
