"""What is made of what a provider returns for one question."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.types import Message, Prompt

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentText,
    GenerateConfig,
    ModelOutput,
    StopDetails,
)

PROMPT = Prompt(messages=(Message(role="user", text="Say it."),), signature="s")
QUESTION = Outgoing(model="a/model", purpose="system", prompt=PROMPT, parameters={}, max_tokens=10)


class Returning:
    """A model whose provider returns one output; its own `api`, for that is all that is asked of it."""

    config = GenerateConfig()

    def __init__(self, output: ModelOutput) -> None:
        self.output, self.api = output, self

    async def generate(self, *_: object) -> ModelOutput:
        return self.output


def sent(output: ModelOutput) -> Completion:
    from hayrick.harness.transport.sending import send

    model: Any = Returning(output)
    return asyncio.run(send(model, QUESTION, is_evaluated=False))


@pytest.mark.parametrize(
    ("text", "words", "stop"),
    [
        ("- A. [1]", None, "stop"),  # What Inspect makes of a refusal that is "".
        ("", None, "stop"),
        ("No.", "No.", "refusal"),
    ],
)
def test_a_refusal_has_words(text: str, words: str | None, stop: str) -> None:
    message = ChatMessageAssistant(content=[ContentText(text=text, refusal=True)])
    details = StopDetails(type="refusal", explanation=words) if words else None
    choice = ChatCompletionChoice(message=message, stop_reason="stop", stop_details=details)
    found = sent(ModelOutput(model="m", choices=[choice]))
    assert (found.text, found.stop) == (text, stop)
