"""Words of sentences for readers: numbers with their nouns, and names in a row."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMES = 8
"""Names that a sentence lists."""


def counted(n: int, noun: str, plural: str = "") -> str:
    """A number with its noun, or with more words that depend on it; the plural is the noun with "s" by default."""
    return f"{n:,} {noun if n == 1 else plural or f'{noun}s'}"


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Names with commas; how many more there are, if these are more than `most`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
