"""A user's own object as a system: what it returns is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hayrick.protocols import Ask
from hayrick.records.user_values import several
from hayrick.types import BadInput, Item, Response


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
        """That of the object."""
        return str(self.inner.signature)

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return bool(self.inner.asks)

    async def respond(self, items: Sequence[Item[Any]], ask: Ask) -> list[Response[Any]]:
        """Responses of the object.

        Raises:
            BadInput: it returned something else, or a response to another item.
        """
        found = await several(self.inner.respond(items, ask), self.where, "respond", Response)
        asked = {one.key for one in items}
        for one in found:
            if one.item.key not in asked:
                item = "/".join((one.item.dataset, one.item.group, one.item.id))
                raise BadInput(self.where, f"a response to {item}"[:80], "one to an item that it was given")
        return found
