"""A user's own object as a system: what it returns is checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from hayrick.protocols import Ask
from hayrick.records.user_values import several
from hayrick.replies.classes import CLASS, ERROR, OVERLONG
from hayrick.types import BadInput, Item, Response

LONGEST = 2**18
"""Most characters of an answer of a user's own system: about 50,000 words, and what a model may write with 4,096
tokens."""


@dataclass(frozen=True, eq=False)
class OwnSystem:
    """An object with `respond`, `signature` and `asks`; its `respond` need not be `async`.

    Args:
        inner: the object.
        where: what the user gave, for error messages.
    """

    inner: Any
    where: str

    @property
    def signature(self) -> str:
        """The signature of the user's object."""
        return str(self.inner.signature)

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return bool(self.inner.asks)

    async def respond(self, items: Sequence[Item[Any]], ask: Ask) -> list[Response[Any]]:
        """Responses of the object; one whose reply or answer has more than `LONGEST` characters is a failure.

        Raises:
            BadInput: it returned something else, or a response to another item.
        """
        found = await several(self.inner.respond(items, ask), self.where, "respond", Response)
        asked = {one.key for one in items}
        for one in found:
            if one.item.key not in asked:
                item = "/".join((one.item.dataset, one.item.group, one.item.id))
                raise BadInput(self.where, f"a response to {item}"[:80], "one to an item that it was given")
        return [one if max(_size(one.reply), _size(one.answer)) <= LONGEST else _overlong(one) for one in found]


def _overlong(one: Response[Any]) -> Response[Any]:
    return replace(one, answer=None, reply="", extra={**one.extra, CLASS: f"{ERROR}:{OVERLONG}"})


def _size(value: object) -> int:
    """Characters of all texts in a reply or an answer, of whatever kind."""
    if isinstance(value, str):
        return len(value)
    if is_dataclass(value):
        return sum(_size(getattr(value, one.name)) for one in fields(value))
    parts = value.values() if isinstance(value, Mapping) else value
    return sum(map(_size, parts)) if isinstance(parts, Collection) else 0
