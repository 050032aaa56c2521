"""A system of the user's own: a Python function or an HTTP endpoint that is sent a request and answers with a text.

The JSON contract of an endpoint (POST), for tasks other than SummHay (whose request is in docs/models.md):
    request   {"task", "dataset", "group", "item", "query", "tags", "documents": [{"number", "id", "title", "text"}]}
    response  {"reply": "the answer"}
A Python function is called as `function(request)` with the same object and returns the text, or `{"reply": text}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from hayrick.protocols import A, Ask, G, Task
from hayrick.systems.model import NO_REPLY
from hayrick.types import Item, Message, Prompt, Question, Response


@dataclass(slots=True, kw_only=True)
class UserSystem(Generic[G, A]):
    """`python:...` or `http(s)://...`: answered once an item, and kept like any call.

    Args:
        task: gives requests and parses replies.
        spec: as given; rows name the system so.
        role: of its questions.
        signature: what the responses depend on, as far as it can be seen from here.
        repeats: how often each item is asked; with several, the tag `repeat` tells them apart.
    """

    task: Task[G, A]
    spec: str
    role: str
    signature: str
    repeats: int = 1
    asks: bool = True

    async def respond(self, items: Sequence[Item[G]], ask: Ask) -> list[Response[A]]:
        """One response for each item and repeat."""
        wanted = [(item, repeat) for item in items for repeat in range(self.repeats)]
        questions = [
            Question(role=self.role, prompt=self._prompt(item), max_tokens=0, repeat=repeat) for item, repeat in wanted
        ]
        replies = await ask(questions)
        found = []
        for (item, repeat), reply in zip(wanted, replies, strict=True):
            text = "" if reply is None else reply.text
            found.append(
                Response(
                    item=item,
                    system=self.spec,
                    context="full",
                    tags={} if self.repeats == 1 else {"repeat": repeat},
                    answer=self.task.parse(item, text) if text else None,
                    reply=text,
                    extra={"prompt": self.signature, "stop": reply.stop if reply else NO_REPLY},
                )
            )
        return found

    def _prompt(self, item: Item[G]) -> Prompt:
        request = self.task.request(item) if self.task.request is not None else self._request(item)
        return Prompt(messages=(Message(role="user", text=json.dumps(request)),), signature=self.signature)

    def _request(self, item: Item[G]) -> Mapping[str, object]:
        return {
            "task": self.task.name,
            "dataset": item.dataset,
            "group": item.group,
            "item": item.id,
            "query": item.query,
            "tags": dict(item.tags),
            "documents": [
                {"number": number, "id": one.id, "title": one.title, "text": one.text}
                for number, one in enumerate(item.documents, start=1)
            ],
        }
