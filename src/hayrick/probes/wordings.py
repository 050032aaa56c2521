"""The wordings of probes: frames, opposites, units, names. Who wrote them knew no judge and no rule of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

FILE = "probes/wordings.json"
KINDS_OF_FRAMES = tuple(f"{kind}_{place}" for kind in ("denied", "hedged", "affirmed") for place in ("before", "after"))


class Wordings(NamedTuple):
    """What `probes/wordings.json` holds."""

    frames: Mapping[str, tuple[str, ...]]
    """Kind and place -> sentences with "{}" where the insight stands."""

    opposites: tuple[tuple[str, str], ...]
    """(word, its opposite), in both directions where both make sense."""

    units: tuple[tuple[str, str], ...]
    """(unit, another one)."""

    general: tuple[str, ...]
    """Sentences without a checkable detail."""

    injections: tuple[str, ...]
    """Lines that tell a judge what to say."""

    places: tuple[str, ...]
    """Names of no place."""


@cache
def wordings() -> Wordings:
    """Read the wordings."""
    given = json.loads(resources.files("hayrick.bundled").joinpath(FILE).read_text(encoding="utf-8"))
    return Wordings(
        frames={name: tuple(given[name]) for name in KINDS_OF_FRAMES},
        opposites=_both_ways(given["opposites"]),
        units=_both_ways(given["units"]),
        general=tuple(given["general"]),
        injections=tuple(given["injections"]),
        places=tuple(given["places"]),
    )


def _both_ways(pairs: list[list[str]]) -> tuple[tuple[str, str], ...]:
    """Pairs and their reverses, but of those that a third member marks as one way; the first of a word counts."""
    found = dict[str, str]()
    for first, second, *_ in pairs:
        found.setdefault(first, second)
    for first, second, *one_way in pairs:
        if not one_way:
            found.setdefault(second, first)
    return tuple(found.items())
