"""Passages in prompts: numbered, between fences or plain, with a note of where each stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hayrick.prompting.fences import Fence, tidy
from hayrick.prompting.templates import Template, filled
from hayrick.protocols import Passage
from hayrick.types import BadInput, Message, Prompt, Source


class Documents(NamedTuple):
    """All documents as one text, and the place of each in it."""

    text: str
    sources: tuple[Source, ...]

    def at(self, start: int) -> tuple[Source, ...]:
        """Sources, shifted to a text that starts at this character of a message."""
        return _moved(self.sources, start)


def numbered_documents(passages: Sequence[Passage], heading: str, fence: Fence | None) -> Documents:
    """Head each passage with its document's stored position ("Article 14"), in any order.

    Args:
        passages: in displayed order.
        heading: noun of a document; "" shows the texts alone.
        fence: around each passage; None shows "Article 14:" and the text, where nothing tells a heading from a line of
            a document that looks like one.
    """
    return _numbered(tuple(passages), heading, fence)


def texts_of(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Texts of passages as prompts show them, see `tidy`."""
    return _texts_of(tuple(passages))


@lru_cache(maxsize=1)
def _texts_of(passages: tuple[Passage, ...]) -> tuple[str, ...]:
    return tuple(tidy(passage.text) for passage in passages)


@lru_cache(maxsize=1)
def _numbered(passages: tuple[Passage, ...], heading: str, fence: Fence | None) -> Documents:
    """As `numbered_documents`; questions about the same documents often follow one another."""
    pieces: list[str] = []
    sources: list[Source] = []
    length = 0
    for passage, text in zip(passages, texts_of(passages), strict=True):
        name = f"{heading} {passage.position}"
        before = f"{fence.opening(name)}\n" if fence else f"{name}:\n" if heading else ""
        after = f"\n{fence.closing}\n" if fence else "\n\n" if heading else "\n"
        start = length + len(before)
        end = start + len(text)
        block = (length, end + len(after))
        sources.append(Source(document=passage.document, position=passage.position, block=block, text=(start, end)))
        pieces += [before, text, after]
        length = block[1]
    return Documents("".join(pieces), tuple(sources))


def showing(template: Template, passages: Sequence[Passage], values: Mapping[str, str], heading: str = "") -> Prompt:
    """Prompt of a template that shows passages in place of its value `documents`.

    Args:
        template: with the value `documents` once in its last message, and `fence` if it wants fences.
        passages: in displayed order, at most one a document.
        values: all others of the template.
        heading: see `numbered_documents`.

    Raises:
        BadInput: no passage, two of one document, or values that the template does not want.
    """
    require_distinct(passages, f"prompt {template.name}")
    fence = None
    if "fence" in template.values:
        fence = Fence.around(texts_of(passages), values.values())
        values = {**values, "fence": fence.mark}
    documents = numbered_documents(passages, heading, fence)
    made = filled(template, {**values, "documents": documents.text})
    sources = documents.at(made.starts["documents"])
    return Prompt(messages=made.messages, signature=template.signature, sources=sources)


def plain(text: str, signature: str) -> Prompt:
    """Prompt of one message.

    Args:
        text: of the message.
        signature: name and version of its wording, the same for every item: another wording needs another one.
    """
    return Prompt(messages=(Message(role="user", text=tidy(text)),), signature=signature)


def require_distinct(passages: Sequence[Passage], where: str) -> None:
    """Reject passages that cannot be numbered.

    Raises:
        BadInput: there is no passage, or two are of one document.
    """
    if not passages:
        raise BadInput(where, "no passage", "at least one", "Raise the budget of tokens.")
    ids = [passage.document for passage in passages]
    if len(set(ids)) < len(ids):
        raise BadInput(where, "two passages of one document", "at most one a document")


@lru_cache(maxsize=1)
def _moved(sources: tuple[Source, ...], by: int) -> tuple[Source, ...]:
    return tuple(
        replace(one, block=(one.block[0] + by, one.block[1] + by), text=(one.text[0] + by, one.text[1] + by))
        for one in sources
    )
