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

from hayrick.protocols import A, Ask, G, Passage, Task, failure_of
from hayrick.replies.classes import CLASS, SCORED, class_of
from hayrick.systems.contexts import FULL, Showing
from hayrick.systems.model import NO_REPLY
from hayrick.types import DOCUMENTS_SHOWN, BadInput, Item, Message, Prompt, Question, Response, Tags

EVERYTHING = Showing(spec=FULL)


@dataclass(slots=True, kw_only=True)
class UserSystem(Generic[G, A]):
    """`python:...` or `http(s)://...`: called for each item and repeat; replies are journalled like model calls.

    Args:
        task: makes requests and parses replies.
        spec: as given by the user; name of the system in rows.
        role: role of its questions.
        signature: what the responses depend on, as far as Hayrick can tell.
        showing: which documents a request has, in which order; a document keeps its number.
        repeats: number of calls per item, >= 1; if more than 1, the tag `repeat` distinguishes the responses.
    """

    task: Task[G, A]
    spec: str
    role: str
    signature: str
    showing: Showing = EVERYTHING
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
            sent = self._passages(item)
            if shown is None and len(sent) < len(item.documents) and self.showing.budget_tokens is not None:
                shown = tuple(item.documents[place - 1].id for place in sorted(one.position for one in sent))
            own: Tags = {} if self.showing == EVERYTHING else self.showing.tags
            found.append(
                Response(
                    item=item,
                    system=self.spec,
                    context=self.showing.name,
                    tags=own if self.repeats == 1 else {**own, "repeat": repeat},
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
        request = dict(self.task.request(item) if self.task.request is not None else self._request(item))
        if self.showing != EVERYTHING:
            request["documents"] = self._documents(item, request.get("documents"))
        return Prompt(messages=(Message(role="user", text=json.dumps(request)),), signature=self.signature)

    def _passages(self, item: Item[G]) -> Sequence[Passage]:
        if self.showing == EVERYTHING:
            return ()
        return self.showing.passages(item.query, item.documents, self.task.known(item), item.dataset)

    def _documents(self, item: Item[G], given: object) -> list[Mapping[str, object]]:
        """Documents of a request in the order shown, with what is shown of their texts.

        Raises:
            BadInput: the task's requests have no documents.
        """
        if not item.documents or not isinstance(given, list) or len(given) != len(item.documents):
            found = f"requests of {self.task.name} without a list of documents"
            raise BadInput(f"--system {self.spec}", found, "documents to order", "Leave --order and budgets out.")
        return [{**given[one.position - 1], "text": one.text} for one in self._passages(item)]

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
