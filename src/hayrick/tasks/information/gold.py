"""What a task asks, as a text that a judge of chunks can read."""

from __future__ import annotations

from typing import Any

from hayrick.prompting import tidy
from hayrick.protocols import Passage, Task
from hayrick.types import Item, Prompt


def instruction_of(task: Task[Any, Any], item: Item[Any]) -> str:
    """The prompt of an item as a model is sent it, without its documents.

    Args:
        task: whose prompt is taken.
        item: with documents.
    """
    passages = [
        Passage(document=one.id, position=number, text=one.text) for number, one in enumerate(item.documents, start=1)
    ]
    prompt = task.prompt(item, passages)
    shown = {tidy(one.text).strip() for one in item.documents}
    texts = [_without_documents(prompt, number) for number in range(len(prompt.messages))]
    left = [one for one in map(str.strip, texts) if one and one not in shown]
    for text in shown if not prompt.sources else ():
        left = [one.replace(text, "") for one in left]
    return "\n\n".join(left)


def _without_documents(prompt: Prompt, number: int) -> str:
    text = prompt.messages[number].text
    if number < len(prompt.messages) - 1:
        return text
    for source in sorted(prompt.sources, key=lambda one: -one.block[0]):
        text = text[: source.block[0]] + text[source.block[1] :]
    return text
