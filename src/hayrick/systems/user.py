"""A user's own system: a Python function or an HTTP endpoint that receives a request and returns a text.

The JSON contract of an endpoint (POST), for tasks other than SummHay (its request is described in
docs/guide/models.md):
    request   {"task", "dataset", "group", "item", "query", "tags", "documents": [{"number", "id", "title", "text"}]}
    response  {"reply": "the answer", "documents_shown": ["id", ...]}
`documents_shown`, the ids of the documents that the system looked at, may be left out. A Python function is called as
`function(request)` with the same object and returns the text, or an object as an endpoint's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from hayrick.protocols import A, Ask, G, Task, failure_of
from hayrick.replies.classes import CLASS, SCORED, class_of
from hayrick.systems.model import NO_REPLY
from hayrick.types import DOCUMENTS_SHOWN, Item, Message, Prompt, Question, Response


@dataclass(slots=True, kw_only=True)
class UserSystem(Generic[G, A]):
    """`python:...` or `http(s)://...`: called for each item and repeat; replies are journalled like model calls.

    Args:
        task: makes requests and parses replies.
        spec: as given by the user; name of the system in rows.
        role: role of its questions.
        signature: what the responses depend on, as far as Hayrick can tell.
        repeats: number of calls per item, >= 1; if more than 1, the tag `repeat` distinguishes the responses.
    """

    task: Task[G, A]
    spec: str
    role: str
    signature: str
    repeats: int = 1
    asks: bool = True

    async def respond(self, items: Sequence[Item[G]], ask: Ask) -> list[Response[A]]:
        """Request one response for each item and repeat."""
        wanted = [(item, repeat) for item in items for repeat in range(self.repeats)]
        questions = [
            Question(role=self.role, prompt=self._prompt(item), max_tokens=0, repeat=repeat) for item, repeat in wanted
        ]
        replies = await ask(questions)
        found = []
        for (item, repeat), question, reply in zip(wanted, questions, replies, strict=True):
            text = "" if reply is None else reply.text
            kind = class_of(reply, failure_of(ask, question) if reply is None else "")
            shown = reply.documents_shown if reply is not None else None
            found.append(
                Response(
                    item=item,
                    system=self.spec,
                    context="full",
                    tags={} if self.repeats == 1 else {"repeat": repeat},
                    answer=self.task.parse(item, text) if kind in SCORED else None,
                    reply=text,
                    extra={
                        "prompt": self.signature,
                        "stop": reply.stop if reply else NO_REPLY,
                        CLASS: kind,
                        **({DOCUMENTS_SHOWN: list(shown)} if shown is not None else {}),
                    },
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
