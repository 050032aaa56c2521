"""Function words that turn round what a sentence says: "more" and "less", "before" and "after"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TURNS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "more": frozenset(["less", "fewer"]),
        "less": frozenset(["more"]),
        "fewer": frozenset(["more"]),
        "before": frozenset(["after", "during"]),
        "after": frozenset(["before", "during"]),
        "during": frozenset(["before", "after"]),
        "above": frozenset(["below"]),
        "below": frozenset(["above"]),
        "over": frozenset(["under"]),
        "under": frozenset(["over"]),
        "on": frozenset(["off"]),
        "off": frozenset(["on"]),
        "up": frozenset(["down"]),
        "down": frozenset(["up"]),
        "with": frozenset(["without"]),
        "without": frozenset(["with"]),
        "all": frozenset(["none", "few", "some"]),
        "most": frozenset(["few", "least"]),
        "few": frozenset(["most", "many"]),
        "many": frozenset(["few"]),
        "doubled": frozenset(["halved"]),
        "halved": frozenset(["doubled"]),
        "doubling": frozenset(["halving"]),
        "halving": frozenset(["doubling"]),
        "double": frozenset(["halve"]),
        "halve": frozenset(["double"]),
        "doubles": frozenset(["halves"]),
        "halves": frozenset(["doubles"]),
    }
)
"""Antonyms of function words, unstemmed."""
