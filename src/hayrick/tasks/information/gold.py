"""What a task asks and what is right, as texts that a judge of chunks can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any

from hayrick.prompting import tidy
from hayrick.protocols import Passage, Task
from hayrick.types import Item, Prompt

MOST_TEXTS = 1000
"""Texts of a gold that are read."""


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


def answers_of(task: Task[Any, Any], item: Item[Any]) -> tuple[str, ...]:
    """Right answers as texts: what the task says they are, else every text in its gold, in order, each once."""
    found = task.right(item) if task.right is not None else texts_in(item.gold)
    return tuple(dict.fromkeys(one for one in found if one.strip()))[:MOST_TEXTS]


def texts_in(gold: object) -> Iterator[str]:
    """Texts and numbers in a value: in sequences and sets, in the values of mappings, and in the fields of objects."""
    if isinstance(gold, str):
        yield gold
    elif isinstance(gold, int | float) and not isinstance(gold, bool):
        yield f"{gold:g}"
    elif isinstance(gold, Mapping):
        for value in gold.values():
            yield from texts_in(value)
    elif isinstance(gold, Set):
        yield from sorted(text for value in gold for text in texts_in(value))
    elif isinstance(gold, list | tuple):
        for value in gold:
            yield from texts_in(value)
    elif is_dataclass(gold):
        for one in fields(gold):
            yield from texts_in(getattr(gold, one.name))
