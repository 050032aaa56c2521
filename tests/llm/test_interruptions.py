"""Runs that are interrupted, prompts that a provider refuses for their length, and judges that are validated."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from equipment import JUDGE, LIMIT, command, haystack, playing, rows, script

from hayrick.harness.storage.journal_file import FILE, read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")


def interrupted(process: subprocess.Popen[str], by: signal.Signals) -> str:
    """What a process says when it is interrupted once."""
    process.send_signal(by)
    return process.communicate(timeout=LIMIT)[1]


@pytest.mark.parametrize(("by", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_is_unfinished_and_goes_on(tmp_path: Path, by: signal.Signals, status: int) -> None:
    path, out = haystack(tmp_path / "harps.json", 4, 3), tmp_path / "out"
    silent = {"do": "hang", "when": {"number": [4, 5]}}
    with playing(tmp_path, script(silent)) as (server, run):
        words = command(path, out, "--jobs", 2)
        process = run.start(*words)
        deadline = time.monotonic() + LIMIT
        while not (out / FILE).exists() or (out / FILE).read_bytes().count(b"\n") < 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        server.wait_until_arrived(5)
        err = interrupted(process, by)
        assert process.returncode == status, err
        assert err.strip() == "hayrick: stopped; give the same command again to continue"
        assert json.loads((out / "manifest.json").read_text())["finished"] is False
        assert not (out / "estimates.json").exists()
        kept = {call.key for call in read_calls(out)}
        done = run(*words)
        assert (done.status, done.err) == (0, "")
    calls = [call.key for call in read_calls(out)]
    assert len(calls) == len(set(calls)) == 4 * (1 + 3)
    assert kept <= set(calls)


def test_a_prompt_that_the_provider_finds_too_long_is_no_summary(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 2, 2), tmp_path / "out"
    too_long = {
        "do": "status",
        "status": 400,
        "code": "context_length_exceeded",
        "message": "maximum context length is 4096 tokens",
        "when": {"contains": "orchestra s1?"},
    }
    with playing(tmp_path, script(too_long)) as (_, run):
        done = run(*command(path, out))
    assert done.status == 0
    assert "exceeds the model's window" in done.out
    failed = [row for row in rows(out / "estimates.json") if row["measure"] == "coverage" and row["haystack"] is None]
    assert [(row["n"], row["n_failed"]) for row in failed] == [(4, 2)]
    assert all("4096" not in row["reply"] for row in rows(out / "summaries.jsonl"))


def test_a_model_is_validated_against_people_and_asked_once(tmp_path: Path, annotations: Path) -> None:
    with playing(tmp_path, script()) as (server, run):
        words = (
            "validate",
            annotations,
            "--judge",
            JUDGE,
            "--judge",
            f"ensemble:{JUDGE}+local",
            "--out",
            tmp_path / "v",
        )
        done = run(*words)
        assert (done.status, done.err) == (0, "")
        asked = len(server.log())
        assert run(*words).status == 0
        assert len(server.log()) == asked > 0
    found = {row["judge"]: row for row in rows(tmp_path / "v" / "agreement.json")}
    assert set(found) == {JUDGE, f"ensemble:{JUDGE}+local"}
    assert all(row["n"] + row["n_unjudged"] > 0 for row in found.values())


def test_validate_says_why_pairs_are_unjudged_and_what_was_asked(tmp_path: Path, annotations: Path) -> None:
    answers = [{"make": "fixed", "text": "I would rather not say.", "when": {}}]
    with playing(tmp_path, {"answers": answers}) as (_, run):
        done = run("validate", annotations, "--judge", JUDGE)
    assert done.status == 0
    out = " ".join(done.out.split())
    assert re.search(f"{JUDGE}: (\\d+) of \\1 pairs are unjudged: .+\\.", out), out
    assert re.search(r"6 calls, [\d,]+ tokens in.*, [\d,]+ out: 6 calls of unknown price\.", out), out
