"""The errors that a user sees as one line."""

from __future__ import annotations


class HayrickError(Exception):
    """Wrong use or bad data. The message is one line: where, found, expected, what to do."""


class BadInput(HayrickError):
    """A file or value is invalid.

    Args:
        where: the file, and the place in it if known.
        found: what is there.
        expected: what should be there.
        cure: what the user can do, a full sentence; "" for none.
    """

    def __init__(self, where: str, found: str, expected: str, cure: str = "") -> None:
        self.where, self.found, self.expected, self.cure = where, found, expected, cure
        line = f"{where}: {found}; expected {expected}."
        super().__init__(" ".join((f"{line} {cure}" if cure else line).split()))
