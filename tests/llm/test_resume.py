"""What changes an answer is never answered from old results; what does not, continues."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from equipment import JUDGE, WRITER, Runner, command, finished, haystack, playing, rows, script

from conftest import Command, Done
from hayrick.harness.storage.journal_file import FILE
from loopback import Server

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

PROMPT = """---
syntax: double braces
placeholders: fence, documents, query, bullets_wanted
---
## user
Marks: {{fence}}.
{{documents}}

{{query}} Bullets: {{bullets_wanted}}.
"""
JUDGING = """---
syntax: double braces
placeholders: fence, bullets, insight
---
## user
{{bullets}}
<<{{fence}} insight>>
{{insight}}
Is it covered?
"""


@pytest.fixture(scope="module")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[object], str]:
    """Folder, words and server's address of a run that has finished; the server is gone, so that any request fails."""
    folder = tmp_path_factory.mktemp("finished")
    path = haystack(folder / "harps.json")
    (folder / "prompt.md").write_text(PROMPT)
    (folder / "judging.md").write_text(JUDGING)
    own = ["--prompt", folder / "prompt.md", "--judge-prompt", folder / "judging.md"]
    words = command(path, folder / "out", *own)
    with playing(folder, script()) as (server, run):
        done = run(*words)
    assert (done.status, done.err) == (0, "")
    assert len(rows(folder / "out" / FILE)) == 2 * (1 + 3)
    return folder, words, server.url


def edited(name: str, old: str, new: str) -> Callable[[Path], tuple[Path, str]]:
    """Change a file; what must be restored afterwards."""

    def change(folder: Path) -> tuple[Path, str]:
        before = (folder / name).read_text()
        assert old in before
        (folder / name).write_text(before.replace(old, new))
        return folder / name, before

    return change


@pytest.mark.parametrize(
    ("change", "more", "differs"),
    [
        (edited("harps.json", "visitors", "guests"), [], "inputs"),
        (edited("prompt.md", "Bullets:", "Lines:"), [], "tasks"),
        (edited("judging.md", "Is it covered?", "Well?"), [], "judge"),
        (None, ["--judge", f"{JUDGE}2"], "judge"),
        (None, ["--judge-variant", "nine"], "judge"),
        (None, ["--judge-repeat", 2], "judge"),
        (None, ["--judge-tokens", 100], "judge"),
        (None, ["--temperature", 0.5], "systems, judge"),
        (None, ["--top-p", 0.5], "systems, judge"),
        (None, ["--max-tokens", 99], "systems"),
        (None, ["--budget-tokens", 100], "systems"),
        (None, ["--order", "top"], "systems"),
        (None, ["--bullets", "free"], "tasks"),
        (None, ["--domain", "conversation"], "tasks"),
        (None, ["--system", f"{WRITER}+bm25"], "systems"),
        (None, ["--limit", 1], "limit"),
        (None, ["--seed", 3], "seed"),
        (None, ["--citations", "both"], "tasks"),
        (None, ["--repeat", 2], "systems, repeats"),
    ],
)
def test_another_question_is_refused_the_directory(
    refused: Callable[..., str],
    finished_run: tuple[Path, Sequence[object], str],
    change: Callable[[Path], tuple[Path, str]] | None,
    more: list[object],
    differs: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, words, url = finished_run
    monkeypatch.setenv("LOOP_BASE_URL", url)
    before = {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
    restore = change(folder) if change else None
    try:
        line = refused(*words, *more)
    finally:
        if restore:
            restore[0].write_text(restore[1])
    assert f"holds a run of another command (differs in {differs})" in line
    assert {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()} == before


def test_the_same_question_is_answered_from_the_journal(finished_run: tuple[Path, Sequence[object], str]) -> None:
    folder, words, url = finished_run
    before = {path: path.read_bytes() for path in (folder / "out").iterdir() if path.is_file()}
    nobody = Runner(home=folder / "home", url=url)
    kinder = ["--jobs", 3, "--seconds", 5, "--retries", 0]
    done = nobody(*words, *kinder)
    assert (done.status, done.err) == (0, "")
    assert {path: path.read_bytes() for path in (folder / "out").iterdir() if path.is_file()} == before


def test_a_damaged_manifest_loses_no_paid_call(
    finished_run: tuple[Path, Sequence[object], str],
    hayrick: Command,
    refused: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    folder, words, url = finished_run
    monkeypatch.setenv("LOOP_BASE_URL", url)
    monkeypatch.setenv("LOOP_API_KEY", "key")
    out, elsewhere = shutil.copytree(folder / "out", tmp_path / "out"), tmp_path / "elsewhere"
    (out / "manifest.json").write_text("{")
    elsewhere.mkdir()
    shutil.copy(out / FILE, elsewhere)
    assert "a calls.jsonl that you put there" in refused(*(out if word == folder / "out" else word for word in words))
    done = hayrick(*(elsewhere if word == folder / "out" else word for word in words))
    assert (done.status, done.err) == (0, "")
    assert (elsewhere / FILE).read_bytes() == (folder / "out" / FILE).read_bytes()
    assert (elsewhere / "estimates.json").read_bytes() == (folder / "out" / "estimates.json").read_bytes()


@pytest.mark.parametrize("place", ["price file", "option"])
def test_another_window_that_changes_no_prompt_changes_no_run(
    place: str,
    finished_run: tuple[Path, Sequence[object], str],
    hayrick: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    folder, words, url = finished_run
    out = shutil.copytree(folder / "out", tmp_path / "out")
    words = [out if word == folder / "out" else word for word in words]
    monkeypatch.setenv("LOOP_BASE_URL", url)
    monkeypatch.setenv("LOOP_API_KEY", "key")
    prices = tmp_path / "prices.json"

    def again(window: int) -> Done:
        if place == "option":
            return hayrick(*words, "--window-tokens", window)
        model = {"in": 1, "out": 1, "window": window}
        prices.write_text(json.dumps({"schema": 1, "date": "2026-01-01", "models": {"openai-api/*": model}}))
        return hayrick(*words, "--prices", prices)

    before = [(out / name).read_bytes() for name in ("summaries.jsonl", "scores.jsonl", "estimates.json")]
    done = again(1_000_000)
    assert (done.status, done.err) == (0, "")
    assert [(out / name).read_bytes() for name in ("summaries.jsonl", "scores.jsonl", "estimates.json")] == before
    refused = again(500)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "holds a run of another command (window of openai-api/loop/writer: none, now 500 tokens, " in refused.err
    assert "which changes 2 of its prompts)" in refused.err
    assert "--window-tokens or in the price file" in refused.err


def test_a_window_that_a_run_had_and_has_no_more_is_named(
    refused: Callable[..., str], finished_run: tuple[Path, Sequence[object], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, words, url = finished_run
    monkeypatch.setenv("LOOP_BASE_URL", url)
    monkeypatch.setenv("LOOP_API_KEY", "key")
    manifest = folder / "out" / "manifest.json"
    text = manifest.read_text()
    value = json.loads(text)
    assert value["parameters"]["systems"]["windows"] == {"openai-api/loop/writer": None}
    value["parameters"]["systems"]["windows"]["openai-api/loop/writer"] = {"tokens": 500, "cut": True}
    manifest.write_text(json.dumps(value))
    line = refused(*words)
    manifest.write_text(text)
    assert "(window of openai-api/loop/writer: 500 tokens, cut, now none, which changes 2 of its prompts)" in line


def test_the_same_model_at_another_address_is_another(
    refused: Callable[..., str],
    finished_run: tuple[Path, Sequence[object], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, words, url = finished_run
    monkeypatch.setenv("LOOP_BASE_URL", f"{url}/other")
    assert "(differs in systems, judge)" in refused(*words)


def test_a_run_of_an_earlier_prompt_goes_on_with_that_prompt_alone(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    words = command(path, out)
    earlier = [*words, "--judge-variant", "single.v1"]
    with playing(tmp_path, script()) as (server, run):
        assert run(*earlier).status == 0
    before = (out / FILE).read_bytes()
    # The server is gone: what is not in the journal fails.
    done = Runner(home=tmp_path / "home", url=server.url)(*earlier)
    assert (done.status, done.err) == (0, "")
    monkeypatch.setenv("LOOP_BASE_URL", server.url)
    assert "(differs in judge)" in refused(*words)
    assert (out / FILE).read_bytes() == before
    measures = [row["signature"] for row in rows(out / "estimates.json") if row["measure"] == "coverage"]
    assert measures
    assert all("judge-single.v1@" in one and "variant=single," in one for one in measures)


def test_a_journal_whose_last_line_was_cut_off_asks_that_one_again(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json"), tmp_path / "out"
    with playing(tmp_path, script()) as (server, run):
        words = command(path, out)
        assert run(*words).status == 0
        whole = (out / FILE).read_bytes()
        (out / FILE).write_bytes(whole[:-20])
        estimates = (out / "estimates.json").read_bytes()
        assert run(*words).status == 0
        assert asked_twice(server) == 1
    assert len(rows(out / FILE)) == 2 * (1 + 3) + 1, "the reply that was lost counts, too"
    assert (out / "estimates.json").read_bytes() == estimates
    assert json.loads((out / "manifest.json").read_text())["finished"] is True


def asked_twice(server: Server) -> int:
    asked = finished(server)
    return len(asked) - len(set(asked))
