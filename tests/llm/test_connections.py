"""Connections to models end with the run that opened them, also where the program goes on, as in a notebook."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest
from equipment import JUDGE, KEY, WRITER, haystack, script

from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from loopback import loopback

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

pytestmark = pytest.mark.filterwarnings("ignore:.*'initial' parameter.*:DeprecationWarning")  # in Inspect


def test_no_connection_is_left_open_by_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = RunRequest(inputs=[str(haystack(tmp_path / "harps.json"))], systems=[f"{WRITER}+full"], judge=JUDGE)
    monkeypatch.setenv("LOOP_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "*")
    with loopback(script()) as server, warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always", ResourceWarning)
        monkeypatch.setenv("LOOP_BASE_URL", server.url)
        found = [run(request, tmp_path / name) for name in ("one", "two")]  # Inspect keeps the last models until then.
        gc.collect()
    assert [len(one.calls) for one in found] == [2 + 2 * 3] * 2
    assert [str(one.message) for one in seen if "transport" in str(one.message) or "socket" in str(one.message)] == []
