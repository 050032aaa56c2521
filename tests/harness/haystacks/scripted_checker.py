"""A script in the place of the model that checks documents."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

import hayrick.harness.models
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing

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
