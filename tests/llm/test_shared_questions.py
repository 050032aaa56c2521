"""A question that several jobs ask has one answer for all of them, whenever it comes."""

from __future__ import annotations

from pathlib import Path

import pytest
from equipment import JUDGE, KEY, WRITER, haystack, rows, script

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from loopback import loopback

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*'initial' parameter.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
"""Of Inspect, see tests/harness/running/test_inspect_logs.py."""


def test_what_failed_for_one_system_and_was_answered_for_the_next_is_answered_for_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both write the same. After their first summaries, for which the judge is asked at once, one is evaluated after the
    # other; the first attempt at one of the two questions on the second summary fails.
    systems = [f"{WRITER}+full", "openai-api/loop/author+full"]
    trouble = {
        "do": "status",
        "status": 400,
        "when": {"role": "judge", "first": 1, "contains": "insight>>\nWorkshop s10"},
    }
    path, out = haystack(tmp_path / "harps.json", 2, 2), tmp_path / "out"
    request = RunRequest(inputs=[str(path)], systems=systems, judge=JUDGE, models=ModelOptions(retries=0))
    monkeypatch.setenv("LOOP_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "*")
    with loopback(script(trouble)) as server:
        monkeypatch.setenv("LOOP_BASE_URL", server.url)
        result = run(request, out)
        refused = [row for row in server.log("judge") if row["status"] == 400]
    assert len(refused) == 1
    found = [(row["system"], row["label"] is not None) for row in rows(out / "judgements.jsonl")]
    assert found == [(name.removesuffix("+full"), True) for name in systems for _ in range(4)]
    assert not [note for note in result.notes if "failed" in note]
