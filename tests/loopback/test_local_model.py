"""One completion of the real model by plain HTTP; skipped where its wheels are not installed."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from typing import Any

import pytest

from . import local_model

LIMIT = 120


def test_a_completion_comes_back_and_the_same_seed_says_the_same() -> None:
    if reason := local_model.missing():
        pytest.skip(reason)
    body = {
        "model": "smollm2",
        "messages": [{"role": "user", "content": "Name three kinds of bread."}],
        "max_tokens": 12,
        "temperature": 0,
        "seed": 1,
    }
    with local_model.local_model() as url:
        replies = [_post(f"{url}/chat/completions", body) for _ in range(2)]
    texts = {reply["choices"][0]["message"]["content"] for reply in replies}
    assert len(texts) == 1
    assert texts.pop().strip()
    for reply in replies:
        assert 1 <= reply["usage"]["completion_tokens"] <= 12
        assert reply["usage"]["prompt_tokens"] > 6, "more than the six words, with the chat's own marks"


def _post(url: str, body: dict[str, object]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=LIMIT) as reply:
        found: dict[str, Any] = json.loads(reply.read())
    return found


def test_without_its_wheels_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model, "WHEELS", {"no_such_module": "no-such-wheel"})
    assert "no-such-wheel not installed: run" in str(local_model.missing())
    with pytest.raises(RuntimeError, match="no-such-wheel"), local_model.local_model():
        pytest.fail("started without its wheels")


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        (subprocess.CompletedProcess([], 1, "", "a warning\nno route to the registry\n"), "no route to the registry"),
        (subprocess.CompletedProcess([], 1, "", ""), "no message"),
        (subprocess.CompletedProcess([], 0, "", ""), None),
        (subprocess.TimeoutExpired([], 1), "took over"),
    ],
)
def test_install_tells_why_it_failed(
    monkeypatch: pytest.MonkeyPatch,
    done: subprocess.CompletedProcess[str] | subprocess.TimeoutExpired,
    expected: str | None,
) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **named: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        if isinstance(done, subprocess.TimeoutExpired):
            raise done
        return done

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(local_model, "WHEELS", {"no_such_module": "no-such-wheel", "json": "never-installed"})
    reason = local_model.install()
    assert (reason is None) if expected is None else (expected in str(reason))
    assert [(command[0], command[-1]) for command in asked] == [(sys.executable, "no-such-wheel")]
    assert "never-installed" not in asked[0]
