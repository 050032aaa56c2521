"""A language model with a context, as a system for any task. Makes no calls itself: it uses the `Ask` it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal

from hayrick.asking import REFUSED, Decoding, Window
from hayrick.prompting import DoesNotFit, guard
from hayrick.protocols import A, Ask, G, Passage, Task, failure_of
from hayrick.replies.classes import CLASS, SCORED, TOO_LONG, class_of
from hayrick.systems.contexts import FULL, Showing
from hayrick.types import DOCUMENTS_SHOWN, Document, Item, Prompt, Question, Reply, Response, Tag

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
    _passages: dict[tuple[str, str, str], Sequence[Passage]] = field(default_factory=dict)
    """What a retriever chose for each item; prompts, which are long, are built again when they are sent."""

    _all: tuple[Sequence[Document], Sequence[Passage]] | None = None
    """The last documents of which all were shown, and their passages."""

    _refused: dict[tuple[str, str, str], DoesNotFit | None] = field(default_factory=dict)
    """Why a prompt does not fit; None for one that fits as it is."""

    @property
    def signature(self) -> str:
        """Everything that the responses depend on, except the prompt, whose signature is in every response."""
        window = f",window={self.window.tokens}{'cut' if self.window.cut else ''}" if self.window else ""
        at = f",at={self.address}" if self.address else ""
        return f"{self.model}+{self.showing.name};{self.decoding.signature},repeats={self.repeats}{window}{at}"

    async def respond(self, items: Sequence[Item[G]], ask: Ask) -> list[Response[A]]:
        """Ask for one response for each item and repeat; a prompt that does not fit the window is not asked.

        Raises:
            BadInput: a context cannot be built.
        """
        wanted = [
            (item, repeat, prompt)
            for item in items
            if self._has_context(item)
            for prompt in [self._prompt(item)]
            for repeat in range(self.repeats)
        ]
        questions = [
            Question(role=self.role, prompt=prompt, max_tokens=self.decoding.max_tokens, repeat=repeat)
            for _, repeat, prompt in wanted
            if isinstance(prompt, Prompt)
        ]
        heard = iter(zip(questions, await ask(questions), strict=True))
        return [
            self._response(item, repeat, prompt, ask, *next(heard))
            if isinstance(prompt, Prompt)
            else self._unasked(item, repeat, prompt)
            for item, repeat, prompt in wanted
        ]

    def require_room(self, items: Sequence[Item[G]]) -> None:
        """Raise if no prompt fits the window: that is a wrong window or model, and no result.

        Raises:
            BadInput: so it is; or a context cannot be built.
        """
        refused = None
        for item in items if self.window is not None else ():
            if self._has_context(item):
                refused = self._prompt(item)
                if isinstance(refused, Prompt):
                    return
        if isinstance(refused, DoesNotFit):
            raise refused

    def with_window(self, window: Window | None, items: Sequence[Item[G]]) -> int:
        """Take another window if each item is then shown the same.

        Returns:
            Number of items that would be shown something else, or nothing, or only then something; the window is
            changed where there is none.
        """

        def shown(prompt: Prompt, window: Window | None) -> Prompt | None:
            try:
                on_excess: Literal["cut", "refuse"] = "cut" if window is not None and window.cut else "refuse"
                return prompt if window is None else guard(prompt, window.tokens, self.decoding.reserve, on_excess)
            except DoesNotFit:
                return None

        n = 0
        for item in filter(self._has_context, items):
            prompt = self.task.prompt(item, self._chosen(item))
            n += shown(prompt, window) != shown(prompt, self.window)
        if n == 0:
            self.window = window
        return n

    def _has_context(self, item: Item[G]) -> bool:
        if self.if_stored is None:
            return True
        known = self.task.known(item)
        return known is not None and self.if_stored in known.stored

    def _prompt(self, item: Item[G]) -> Prompt | DoesNotFit:
        """Build a prompt: a run tries all prompts first, and builds each again when it is to be sent."""
        known = self._refused.get(item.key)
        if known is not None:
            return known
        prompt = self.task.prompt(item, self._chosen(item))
        return prompt if self.window is None or item.key in self._refused else self._fitting(item, prompt, self.window)

    def _chosen(self, item: Item[G]) -> Sequence[Passage]:
        if self.showing.shows_all and self._all is not None and self._all[0] is item.documents:
            return self._all[1]
        found = self._passages.get(item.key)
        if found is None:
            found = self.showing.passages(item.query, item.documents, self.task.known(item), item.dataset)
            if self.showing.shows_all:
                self._all = item.documents, found
            elif self.showing.spec != FULL:
                self._passages[item.key] = found
        return found

    def _fitting(self, item: Item[G], prompt: Prompt, window: Window) -> Prompt | DoesNotFit:
        try:
            on_excess: Literal["cut", "refuse"] = "cut" if window.cut else "refuse"
            found = guard(prompt, window.tokens, self.decoding.reserve, on_excess)
        except DoesNotFit as problem:
            self._refused[item.key] = problem
            return problem
        if found is prompt:
            self._refused[item.key] = None
        return found

    def _unasked(self, item: Item[G], repeat: int, problem: DoesNotFit) -> Response[A]:
        """Response to an item whose prompt does not fit."""
        extra = {"prompt": problem.where.removeprefix("prompt "), "stop": NO_REPLY, CLASS: TOO_LONG}
        return self._made(item, repeat, None, "", extra)

    def _response(
        self, item: Item[G], repeat: int, prompt: Prompt, ask: Ask, question: Question, reply: Reply | None
    ) -> Response[A]:
        text = "" if reply is None or reply.stop == REFUSED else reply.text
        kind = class_of(reply, failure_of(ask, question) if reply is None else "")
        stop = reply.stop if reply else NO_REPLY
        extra: dict[str, object] = {"prompt": prompt.signature, "stop": stop, CLASS: kind}
        if prompt.shortened:
            extra["shortened"], extra["removed_tokens"] = list(prompt.shortened), prompt.removed_tokens
        shown = {source.document for source in prompt.sources if source.text[0] < source.text[1]}
        if shown and len(shown) < len(item.documents):
            extra[DOCUMENTS_SHOWN] = [one.id for one in item.documents if one.id in shown]
        return self._made(item, repeat, self.task.parse(item, text) if kind in SCORED else None, text, extra)

    def _made(
        self, item: Item[G], repeat: int, answer: A | None, reply: str, extra: Mapping[str, object]
    ) -> Response[A]:
        tags: Mapping[str, Tag] = self.showing.tags
        return Response(
            item=item,
            system=self.model,
            context=self.showing.name,
            tags=tags if self.repeats == 1 else {**tags, "repeat": repeat},
            answer=answer,
            reply=reply,
            extra=extra,
        )
