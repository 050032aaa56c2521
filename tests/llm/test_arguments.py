"""Further arguments of models arrive at the server, of judges and systems apart, and are part of keys and manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from equipment import JUDGE, KEY, WRITER, haystack, script

from conftest import Command
from loopback import loopback

pytest.importorskip("inspect_ai", reason="language models need the extra llm")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_systems_and_judges_are_sent_their_own_arguments(
    tmp_path: Path, hayrick: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    path = haystack(tmp_path / "topic.json", 1)
    given = ["--reasoning-effort", "low", "--stop", "END", "--extra-body", '{"min_p": 0.1}', "--model-arg", "seed=7"]
    words = ["run", path, "--system", WRITER, "--judge", JUDGE, "--out", out]
    with loopback(script()) as server:
        monkeypatch.setenv("LOOP_BASE_URL", server.url)
        monkeypatch.setenv("LOOP_API_KEY", KEY)
        assert hayrick(*words, *given, "--judge-arg", 'extra_body={"min_p": 0.5}').status == 0
        sent = {role: {json.dumps(row["parameters"], sort_keys=True) for row in server.log(role)} for role in _ROLES}
        before = len(server.log())
        assert hayrick(*words, *given, "--judge-arg", 'extra_body={"min_p": 0.5}').status == 0
        assert len(server.log()) == before, "finished calls are found by their keys"
        other = hayrick(*words, *given)
    assert (other.status, other.err.count("\n")) == (2, 1), "another command's directory"
    (system,), (judge,) = (list(map(json.loads, sent[role])) for role in _ROLES)
    common = {"temperature": 0.0, "top_p": 1.0}
    expected = {"reasoning_effort": "low", "stop": ["END"], "min_p": 0.1, "seed": 7}
    assert system == {**common, **expected, "max_tokens": 1024}
    assert judge == {**common, "min_p": 0.5, "max_tokens": 512}
    parameters = json.loads((out / "manifest.json").read_text())["parameters"]
    (asked,) = parameters["systems"]["asked"].values()
    assert '"reasoning_effort": "low"' in asked


_ROLES = ("other", "judge")
"""Roles of the server's log: the system's model has none of its own."""
