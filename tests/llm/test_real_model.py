"""A run with a real, tiny model through Inspect: that requests, usage and replies go through, never how good it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from equipment import Runner, estimates, haystack, rows

from hayrick.harness.storage.journal_file import read_calls
from loopback import local_model

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

MODEL = "openai-api/loop/smollm2"
WINDOW = local_model.CONTEXT_TOKENS


def test_a_real_model_summarises_and_judges(tmp_path: Path) -> None:
    if reason := local_model.missing():
        pytest.skip(reason)
    path = haystack(tmp_path / "harps.json", subtopics=1, insights=1, documents=4, words=5)
    out = tmp_path / "out"
    limits = ["--max-tokens", 60, "--judge-tokens", 30, "--window-tokens", WINDOW, "--seconds", 120]
    with local_model.local_model() as url:
        run = Runner(home=tmp_path / "home", url=url)
        words = ["run", path, "--system", f"{MODEL}+full", "--judge", MODEL, "--out", out, "--quiet", *limits]
        done = run(*words)
        again = run(*words)
    assert (done.status, done.err, again.status) == (0, "", 0)
    assert not run.attempts.exists()

    calls = read_calls(out)
    summary = next(call for call in calls if call.purpose == "system")
    assert summary.reply.strip()
    assert 1 <= summary.usage.tokens_out <= 60
    assert summary.usage.tokens_in + summary.usage.tokens_cached > 300, "the prompt with its rules and documents"
    judged = [call for call in calls if call.purpose == "judge"]
    assert len(judged) <= 3, "a reply that cannot be read is asked for three times at most"
    # The model need not write bullets, nor JSON: what it fails at is counted, and nothing is made up.
    coverage = next(row for row in rows(out / "estimates.json") if row["measure"] == "coverage")
    assert coverage["n"] == 1
    assert coverage["n_failed"] + coverage["n_unjudged"] <= 1
    assert "coverage" in estimates(out)
    assert list((out / "logs").glob("*.eval"))
