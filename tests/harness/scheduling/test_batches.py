"""Calls written as batch lines, and the replies of a batch engine entered into the journal of a run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from conftest import Command, lines_of, strict_json
from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import read_calls
from hayrick.harness.transport.calls import Call, Usage
from loopback import Server, loopback
from loopback.client import ask, connect
from loopback.rules import CONTENTS, digest

pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
]
WRITER, JUDGE = "openai-api/loop/writer", "openai-api/loop/judge"
FULL = '{"coverage": "full", "bullet": 1}'
SUMMARY = "- The bakery opens at six. [1]\n- Flour costs 12 percent more. [2]"
SCRIPT = {
    "answers": [
        {"make": "fixed", "text": "Let me think.", "when": {"role": "judge", "first": 1, "rate": 0.4}},
        {"make": "fixed", "text": FULL, "when": {"role": "judge", "rate": 0.6}},
        {"make": "fixed", "text": '{"coverage": "no", "bullet": null}', "when": {"role": "judge"}},
        {"make": "fixed", "text": SUMMARY},
    ]
}
"""A writer, and a judge of whose replies some are no verdict, so that it is asked again."""

MODELS = ("--system", f"{WRITER}+full", "--judge", JUDGE)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Inspect binds sockets there, whose paths may have 107 characters.
    with TemporaryDirectory() as folder:
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
            monkeypatch.setenv(name, f"{folder}/{name}")
        monkeypatch.setenv("INSPECT_EVAL_CTL_SERVER", "false")
        monkeypatch.delenv("LOOP_BASE_URL", raising=False)
        yield


def result(key: str, text: object = SUMMARY, finish: str = "stop", **more: object) -> dict[str, Any]:
    """A line of results."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 700, "completion_tokens": 20, "total_tokens": 720}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return {"id": "r", "custom_id": key, "response": {"status_code": 200, "body": body}, "error": None, **more}


def failed(key: str, status: int = 429) -> dict[str, Any]:
    return {"custom_id": key, "response": {"status_code": status, "body": {"error": {"message": "no"}}}, "error": None}


def write(path: Path, lines: Sequence[object]) -> Path:
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines))
    return path


def answered_by(server: Server, requests: Path, path: Path) -> Path:
    """What a batch engine writes that asks a server."""
    connection = connect(server)
    found = []
    for line in lines_of(requests):
        got = ask(connection, line["url"], line["body"])
        response = {"status_code": got.status, "request_id": "q", "body": got.value}
        found.append({"id": "r", "custom_id": line["custom_id"], "response": response, "error": None})
    connection.close()
    return write(path, found[::-1])


def counts(text: str) -> dict[str, int]:
    """Rows of the table of `replies --json` that are not zero."""
    return {row["kind"]: row["n"] for row in strict_json(text)["rows"] if row["n"]}


def parameters(body: Mapping[str, Any]) -> str:
    return json.dumps({name: body[name] for name in sorted(body) if name not in CONTENTS})


def requests_of(server: Server) -> list[tuple[str, str]]:
    """What a server was asked: digest and parameters."""
    return sorted((row["digest"], json.dumps(row["parameters"])) for row in server.log())


def test_a_run_through_files_asks_and_finds_what_a_run_through_a_server_does(
    hayrick: Command, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, files = tmp_path / "live", tmp_path / "files"
    # One call at a time, since the script tells equal questions by the order in which they come.
    more = (
        "--jobs",
        1,
        "--repeat",
        2,
        "--judge-repeat",
        2,
        "--temperature",
        0.5,
        "--answer-prefix",
        "- ",
        "--top-p",
        0.9,
    )
    words = ("run", native, "--system", f"{WRITER}+full", "--judge", f"ensemble:{JUDGE}+local", *more)
    monkeypatch.setenv("LOOP_API_KEY", "sk-loop")
    with loopback(SCRIPT) as server:
        monkeypatch.setenv("LOOP_BASE_URL", server.url)
        assert hayrick(*words, "--out", live).status == 0
        sent = requests_of(server)
    monkeypatch.delenv("LOOP_API_KEY")
    with loopback(SCRIPT, port=urlsplit(server.url).port or 0) as server:
        claimed = hayrick(*words, "--out", files, "--prompts-only")
        assert (claimed.status, claimed.err) == (0, "")
        assert strict_json((files / "manifest.json").read_text())["finished"] is False
        written: list[tuple[str, str]] = []
        for number in range(9):
            requests = tmp_path / f"{number}.jsonl"
            assert hayrick("prompts", files, "--out", requests).status == 0
            if not requests.exists():
                break
            lines = lines_of(requests)
            written += [(digest(one["url"], one["body"]), parameters(one["body"])) for one in lines]
            answers = answered_by(server, requests, tmp_path / f"{number}-results.jsonl")
            assert counts(hayrick("replies", files, answers, "--json").out) == {"accepted": len(lines)}
        assert hayrick(*words, "--out", files).status == 0
        assert requests_of(server) == sorted(written), "nobody but the batch engine has asked"
    assert number > 2, "answers, verdicts and further tries are a round each"
    assert sorted(written) == sent
    names = ("summaries.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json")
    assert [(files / name).read_bytes() for name in names] == [(live / name).read_bytes() for name in names]
    assert journal(files) == journal(live)


def journal(folder: Path) -> list[Call]:
    """Calls without what depends on the time, or on the order of calls: what is found in a cache."""
    calls = sorted(read_calls(folder), key=lambda one: one.key)
    same = Usage()
    return [replace(one, seconds=0.0, batch=None, usage=same) for one in calls]


@pytest.fixture
def claimed(hayrick: Command, native: Path, tmp_path: Path) -> Path:
    """A run directory that waits for two answers."""
    assert hayrick("run", native, *MODELS, "--out", tmp_path / "run", "--prompts-only").status == 0
    return tmp_path / "run"


@pytest.fixture
def keys(hayrick: Command, claimed: Path, tmp_path: Path) -> list[str]:
    """Keys of its calls."""
    assert hayrick("prompts", claimed, "--out", tmp_path / "asked.jsonl").status == 0
    return [one["custom_id"] for one in lines_of(tmp_path / "asked.jsonl")]


def test_every_line_of_results_is_counted_and_every_call_entered_once(
    hayrick: Command, claimed: Path, keys: list[str], tmp_path: Path
) -> None:
    deep = '{"custom_id": "' + keys[0] + '", "response": ' + "[" * 100_000 + "]" * 100_000 + "}"
    unreadable = ["no JSON", "[]", "{}", '{"custom_id": 7}', deep, '{"custom_id": "k", "response": {"body": NaN}}']
    odd = [{"custom_id": "k", "response": 5}, {"custom_id": "k", "response": {"status_code": True, "body": {}}}]
    lines = [
        *unreadable,
        *odd,
        failed(keys[0]),
        result(keys[0], SUMMARY, "length"),
        result(keys[0], SUMMARY, id="again"),
        result(keys[0], "Another."),
        failed(keys[0], 500),
        {"custom_id": keys[1], "response": None, "error": {"code": "batch_expired", "message": "late"}},
        result("0" * 32),
        result("x"),
    ]
    answers = write(tmp_path / "results.jsonl", lines)
    first = hayrick("replies", claimed, answers, "--json")
    expected = {
        "accepted": 1,
        "cut": 1,
        "same": 1,
        "other": 1,
        "error": 3,
        "unknown": 2,
        "damaged": 8,
        "missing": 1,
    }
    assert counts(first.out) == expected
    assert sum(expected.values()) - 2 == len(lines), "parts of the accepted, and missing calls, are no lines"
    table = strict_json(first.out)
    assert (table["tokens_in"], table["tokens_out"], table["usd"]) == (700, 20, None)
    assert table["outstanding"] == {"system": 1, "judge": 2}
    kept = (claimed / "calls.jsonl").read_bytes()
    again = counts(hayrick("replies", claimed, answers, "--json").out)
    assert (again.pop("known"), again["error"]) == (1, 3)
    assert (claimed / "calls.jsonl").read_bytes() == kept
    printed = hayrick("replies", claimed, answers)
    assert "Errors: error 1, 500 1, batch_expired 1." in printed.out.replace("500 1, error 1", "error 1, 500 1")
    assert "Outstanding calls that are known so far: judge 2, system 1." in printed.out


def test_refusals_count_and_replies_without_content_are_billed_once(
    hayrick: Command, claimed: Path, keys: list[str], tmp_path: Path
) -> None:
    empty = result(keys[1])
    empty["response"]["body"]["choices"] = []
    answers = write(tmp_path / "results.jsonl", [result(keys[0], None, "content_filter"), empty])
    for _ in range(2):
        found = counts(hayrick("replies", claimed, answers, "--json").out)
        assert found.pop("missing") == 1
        assert found["unusable"] == 1
        assert found.get("accepted", 0) + found.get("known", 0) == 1
    lost = [one for one in read_calls(claimed) if one.purpose == "lost"]
    assert [(one.usage.tokens_in, one.stop) for one in lost] == [(700, "lost")]
    (refused,) = (one for one in read_calls(claimed) if one.purpose != "lost")
    assert (refused.stop, refused.reply) == ("content_filter", "")


def test_an_empty_file_of_errors_hinders_nothing_and_odd_choices_are_unusable(
    hayrick: Command, claimed: Path, keys: list[str], tmp_path: Path
) -> None:
    odd = result(keys[1])
    odd["response"]["body"]["choices"] = {"a": 1}
    answers, errors = write(tmp_path / "results.jsonl", [result(keys[0]), odd]), write(tmp_path / "errors.jsonl", [])
    found = counts(hayrick("replies", claimed, answers, errors, "--json").out)
    assert found == {"accepted": 1, "unusable": 1, "missing": 1}


def test_a_copied_directory_is_named_in_the_command_that_finishes_it(
    hayrick: Command, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("run", native, "--system", f"{WRITER}+full", "--judge", "local")
    hayrick(*words, "--out", "first", "--prompts-only")
    hayrick("prompts", "first", "--out", "asked.jsonl")
    answers = write(tmp_path / "results", [result(one["custom_id"]) for one in lines_of(tmp_path / "asked.jsonl")])
    shutil.copytree("first", "copy")
    assert f"--judge local --out {tmp_path / 'copy'}\n" in hayrick("replies", "copy", answers).out
    assert "--judge local --out first\n" in hayrick("replies", "first", answers).out


@pytest.mark.parametrize("place", [("--out", "first"), ("--out=first",)], ids=["apart", "joined"])
@pytest.mark.parametrize("name", ["-topic.json", "--out"])
def test_inputs_after_two_hyphens_stay_inputs(
    hayrick: Command, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Sequence[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(native, name)
    words = ("run", "--system", f"{WRITER}+full", "--judge", "local", *place)
    assert hayrick(*words, "--prompts-only", "--", name).status == 0
    done = hayrick("prompts", "first", "--out", "asked.jsonl")
    assert (done.status, done.err) == (0, "")
    answers = write(tmp_path / "results", [result(one["custom_id"]) for one in lines_of(tmp_path / "asked.jsonl")])
    shutil.copytree("first", "copy")
    assert f"--judge local --out {tmp_path / 'copy'} -- {name}\n" in hayrick("replies", "copy", answers).out
    assert f"--judge local {' '.join(place)} -- {name}\n" in hayrick("replies", "first", answers).out


def test_a_killed_command_is_repeated(hayrick: Command, claimed: Path, keys: list[str], tmp_path: Path) -> None:
    answers = write(tmp_path / "results.jsonl", [result(key) for key in keys])
    assert hayrick("replies", claimed, answers).status == 0
    journal = (claimed / "calls.jsonl").read_bytes()
    (claimed / "calls.jsonl").write_bytes(journal[: len(journal) * 3 // 4])
    found = counts(hayrick("replies", claimed, answers, "--json").out)
    judging = found.pop("missing")
    assert (found, judging) == ({"accepted": 1, "known": 1}, 2)
    after = Journal(claimed)
    after.close()
    assert after.lost == set(), "a reply that came from a file again was paid once"
    lines = (claimed / "calls.jsonl").read_bytes().split(b"\n")
    assert sorted(line for line in lines if b'"lost": [' not in line) == sorted(journal.split(b"\n"))


def test_files_are_split_by_model_and_size_and_never_overwritten(
    hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path
) -> None:
    systems = ("--system", "openai/gpt-4o+full", "--system", "openai/gpt-5-mini+full", "--system", f"{WRITER}+full")
    assert hayrick("run", native, *systems, "--judge", "none", "--out", tmp_path / "run", "--prompts-only").status == 0
    out = tmp_path / "round.jsonl"
    done = hayrick("prompts", tmp_path / "run", "--out", out, "--lines", 1, "--json")
    rows = strict_json(done.out)["rows"]
    assert [(row["calls"], Path(row["file"]).name) for row in rows] == [(1, f"round-{n}.jsonl") for n in range(1, 7)]
    paths = {row["model"]: row["url"] for row in rows}
    chat = "/v1/chat/completions"
    assert paths == {"openai/gpt-4o": chat, "openai/gpt-5-mini": "/v1/responses", WRITER: chat}
    assert "a file that exists already" in refused("prompts", tmp_path / "run", "--out", out, "--lines", 1)
    own = tmp_path / "run" / "manifest.json"
    for taken in (own, native):
        before = taken.read_bytes()
        assert "an input of this command" in refused("prompts", tmp_path / "run", "--out", taken, "--overwrite")
        assert taken.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_a_users_own_system_is_called_when_its_judge_is_asked_by_files(
    hayrick: Command, native: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.py"
    noting = f"open({str(tmp_path / 'called')!r}, 'a').write('.')"
    own.write_text(f"def answer(request):\n    {noting}\n    return '- Yes. [1]'\n")
    words = ("run", native, "--system", f"python:{own}:answer", "--judge", JUDGE, "--out", tmp_path / "run")
    done = hayrick(*words, "--prompts-only")
    assert "Calls of your own systems, which 'hayrick prompts' makes: 2." in done.out
    assert not (tmp_path / "called").exists()
    assert hayrick("prompts", tmp_path / "run", "--out", tmp_path / "a.jsonl").status == 0
    asked = lines_of(tmp_path / "a.jsonl")
    assert {one["body"]["model"] for one in asked} == {"judge"}
    answers = write(tmp_path / "results.jsonl", [result(one["custom_id"], FULL) for one in asked])
    done = hayrick("replies", tmp_path / "run", answers)
    assert "Every call is answered." in done.out
    assert f"  hayrick run {native}" in done.out
    assert hayrick(*words).status == 0
    assert (tmp_path / "called").read_text() == ".."
    assert "a finished run" in hayrick("replies", tmp_path / "run", answers).err
    assert strict_json((tmp_path / "run" / "manifest.json").read_text())["finished"] is True


def test_wrong_use_is_one_line_and_leaves_nothing(
    hayrick: Command, refused: Callable[..., str], native: Path, claimed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "none"
    assert "--prompts-only needs --out" in refused("run", native, *MODELS, "--prompts-only")
    words = ("run", native, *MODELS, "--out", out, "--prompts-only")
    assert "--dry-run" in refused(*words, "--dry-run")
    assert "--budget-usd" in refused(*words, "--budget-usd", 1)
    other = ("run", native, "--system", "anthropic/claude+full", "--judge", "none", "--out", out, "--prompts-only")
    assert "the layout of OpenAI's API" in refused(*other)
    assert not out.exists()
    assert "no command.json there" in refused("prompts", tmp_path, "--out", out)
    assert "no such file" in refused("replies", claimed, tmp_path / "absent.jsonl")
    empty = write(tmp_path / "empty.jsonl", [])
    assert "no line of a batch's results; expected" in refused("replies", claimed, empty)
    assert hayrick("prompts", claimed, "--out", tmp_path / "asked.jsonl").status == 0
    assert "no line of a batch's results, 2 others; expected" in refused("replies", claimed, tmp_path / "asked.jsonl")
    given = strict_json((claimed / "command.json").read_text())
    write(claimed / "command.json", [{**given, "words": ["synth", "x"]}])
    assert "another command" in refused("prompts", claimed, "--out", out)
    write(claimed / "command.json", [{**given, "words": [*given["words"], "--seed", "5"]}])
    assert "differs in seed" in refused("prompts", claimed, "--out", out)
    assert not out.exists()
