"""Names of systems in what is printed of their answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from hayrick.types import Tags


class _Row(Protocol):
    """Anything about one system's answers."""

    @property
    def system(self) -> str:
        """Its name."""

    @property
    def context(self) -> str:
        """Its context."""

    @property
    def tags(self) -> Tags:
        """Tags of the responses that the row is about."""


class Names:
    """Names of systems as readers see them: with tags only where these tell two rows apart."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        self._tags: dict[tuple[str, str], set[tuple[object, ...]]] = {}
        for one in rows:
            self._tags.setdefault((one.system, one.context), set()).add(tuple(sorted(one.tags.items())))

    def context(self, one: _Row) -> str:
        """The context, with the tags where they are needed."""
        tags = one.tags if len(self._tags.get((one.system, one.context), ())) > 1 else {}
        return ", ".join([one.context, *(f"{name} {value}" for name, value in tags.items())])

    def of(self, one: _Row) -> str:
        """The system with its context."""
        return f"{one.system} ({self.context(one)})"
