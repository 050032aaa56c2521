"""A language model with a context, as a system for any task. Makes no calls itself: it uses the `Ask` it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from hayrick.asking import REFUSED, Decoding, Window
from hayrick.prompting import guard
from hayrick.protocols import A, Ask, G, Task
from hayrick.systems.contexts import Showing
from hayrick.types import Item, Prompt, Question, Reply, Response, Tag

NO_REPLY = "no reply"
"""Stop reason that is recorded if the call failed."""


@dataclass(slots=True, kw_only=True)
class ModelSystem(Generic[G, A]):
    """`MODEL+CONTEXT`: one model, shown one context, asked once or several times.

    Args:
        task: makes prompts and parses replies.
        model: name in rows.
        showing: the context.
        role: of its questions.
        decoding: how the model is asked to decode.
        window: None does not check.
        address: where the model is reached; "" is the provider's own.
        repeats: how often each item is asked; with several, the tag `repeat` tells them apart.
        if_stored: name of a stored retriever; items of datasets that do not store it are passed over.
    """

    task: Task[G, A]
    model: str
    showing: Showing
    role: str
    decoding: Decoding
    window: Window | None = None
    address: str = ""
    repeats: int = 1
    if_stored: str | None = None
    asks: bool = True
    _prompts: dict[tuple[str, str, str], Prompt] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything that the responses depend on, except the prompt, whose signature is in every response."""
        window = f",window={self.window.tokens}{'cut' if self.window.cut else ''}" if self.window else ""
        at = f",at={self.address}" if self.address else ""
        return f"{self.model}+{self.showing.name};{self.decoding.signature},repeats={self.repeats}{window}{at}"

    async def respond(self, items: Sequence[Item[G]], ask: Ask) -> list[Response[A]]:
        """Ask for one response for each item and repeat.

        Raises:
            BadInput: a prompt exceeds the window and may not be cut, or a context cannot be built.
        """
        wanted = [(item, repeat) for item in items if self._has_context(item) for repeat in range(self.repeats)]
        prompts = [self._prompt(item) for item, _ in wanted]
        questions = [
            Question(role=self.role, prompt=prompt, max_tokens=self.decoding.max_tokens, repeat=repeat)
            for (_, repeat), prompt in zip(wanted, prompts, strict=True)
        ]
        replies = await ask(questions)
        return [
            self._response(item, repeat, prompt, reply)
            for (item, repeat), prompt, reply in zip(wanted, prompts, replies, strict=True)
        ]

    def _has_context(self, item: Item[G]) -> bool:
        if self.if_stored is None:
            return True
        known = self.task.known(item)
        return known is not None and self.if_stored in known.stored

    def _prompt(self, item: Item[G]) -> Prompt:
        """Build the prompt once: a resumed run looks it up in the journal before it sends it."""
        found = self._prompts.get(item.key)
        if found is None:
            passages = self.showing.passages(item.query, item.documents, self.task.known(item), item.dataset)
            found = self.task.prompt(item, passages)
            if self.window is not None:
                on_excess = "cut" if self.window.cut else "refuse"
                found = guard(found, self.window.tokens, self.decoding.max_tokens, on_excess)  # type: ignore[arg-type]
            self._prompts[item.key] = found
        return found

    def _response(self, item: Item[G], repeat: int, prompt: Prompt, reply: Reply | None) -> Response[A]:
        text = "" if reply is None or reply.stop == REFUSED else reply.text
        extra: dict[str, object] = {"prompt": prompt.signature, "stop": reply.stop if reply else NO_REPLY}
        if prompt.shortened:
            extra["shortened"], extra["removed_tokens"] = list(prompt.shortened), prompt.removed_tokens
        tags: Mapping[str, Tag] = self.showing.tags
        return Response(
            item=item,
            system=self.model,
            context=self.showing.name,
            tags=tags if self.repeats == 1 else {**tags, "repeat": repeat},
            answer=self.task.parse(item, text) if text else None,
            reply=text,
            extra=extra,
        )
