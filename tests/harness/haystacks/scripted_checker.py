"""A script in the place of the model that checks documents."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

import hayrick.harness.models
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from loopback import loopback

MODEL = "test/checker"
USED = Usage(tokens_in=100, tokens_out=10)


class Scripted:
    """A model that answers by document and statements; remembers what it was asked."""

    def __init__(self, answer: Callable[[str, list[str]], Completion | Exception]) -> None:
        self.answer = answer
        self.asked: list[tuple[str, list[str]]] = []

    async def __call__(self, question: Outgoing) -> Completion:
        text = question.messages[-1][1]
        mark = text.split("<<")[1][:8]
        document = text.split(f"<<{mark} document>>\n")[1].split(f"\n<<{mark} end>>")[0]
        statements = text.split(f"<<{mark} statements>>\n")[1].split(f"\n<<{mark} end>>")[0].split("\n")
        self.asked.append((document, statements))
        reply = self.answer(document, statements)
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def close(self) -> None:
        """Nothing is open."""


def answers(*given: str, quote: str = "null") -> Completion:
    rows = [f'{{"statement": {n}, "present": "{one}", "quote": {quote}}}' for n, one in enumerate(given, start=1)]
    return Completion(f'{{"answers": [{", ".join(rows)}]}}', "stop", USED)


def asking(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str, list[str]], Completion | Exception]) -> Scripted:
    """Put a script in the place of Inspect, which need not be installed."""
    one = Scripted(answer)
    models = SimpleNamespace(of=lambda *given: None, send=one, close=one.close)
    fake = SimpleNamespace(Models=lambda reach: models)
    monkeypatch.setattr(ModelOptions, "reach", lambda options: None)
    monkeypatch.setattr(hayrick.harness.models, "providers", fake, raising=False)
    monkeypatch.setitem(sys.modules, "hayrick.harness.models.providers", cast(ModuleType, fake))
    return one


def killed_and_again(
    command: Sequence[str], calls: Path, said: str, key: str, home: Path, out: Path
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Kill a command that waits for its second answer, and give it again.

    Args:
        command: its words, for the model openai-api/loop/judge.
        calls: its journal, which has the first answer when it is killed.
        said: every answer of the model.
        key: of the model.
        home: folder for HOME.
        out: what is not there when it is killed.

    Returns:
        The second process, and what the questions were that the server answered to their end.
    """
    silent = {"do": "hang", "when": {"number": [2]}}
    with loopback({"answers": [{"make": "fixed", "text": said}], "rules": [silent]}) as server:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LOOP_API_KEY": key,
            "LOOP_BASE_URL": server.url,
            "NO_PROXY": "*",
        }
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 120
        while not calls.exists() or b'"key"' not in calls.read_bytes():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        server.wait_until_arrived(2)
        process.kill()
        process.communicate()
        assert not out.exists()
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
        return done, [row["digest"] for row in server.log() if row["outcome"] == "finished"]
