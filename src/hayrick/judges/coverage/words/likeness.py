"""Which English words speak of like things, and how much of a word's credit each of them has. A table, read when asked.

Likeness says what a text speaks of, not whether it speaks of it rightly: opposites are alike, too.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).resolve().parents[3] / "models" / "likeness.txt.gz"
"""Written by bench/judge/make_likeness.py from vectors of words and from the table of their relations."""


class _Table(NamedTuple):
    """Stems in order, and the rest of each one's line, which is read when needed."""

    stems: tuple[str, ...]
    lines: Mapping[str, str]


@lru_cache(maxsize=20_000)
def alike(stem: str) -> tuple[tuple[str, float], ...]:
    """Stems that are alike to one, each with the share in (0, 1) of its credit that they have; none if unknown.

    Source: cosines of vectors of single words by all-MiniLM-L6-v2 (Wang et al. 2020, Reimers and Gurevych 2019) and
    shared meanings in WordNet 3.0 (Fellbaum 1998); what follows from them is ours.
    """
    stems, lines = _table()
    found = []
    for group in lines.get(stem, "").split(";")[1:]:
        credit, *gaps = map(int, group.split(" "))
        found += [(stems[at], credit / 10) for at in accumulate(gaps)]
    return tuple(found)


def neighbours(terms: Iterable[str]) -> dict[str, list[tuple[str, float]]]:
    """For each stem that is alike to terms, these and the share of their credit that it has."""
    found: dict[str, list[tuple[str, float]]] = {}
    for term in terms:
        for stem, share in alike(term):
            found.setdefault(stem, []).append((term, share))
    return found


@cache
def _table() -> _Table:
    with gzip.open(TABLE) as file:
        lines = file.read().decode().split("\n")[:-1]
    stems = tuple(line.partition(";")[0] for line in lines)
    return _Table(stems, dict(zip(stems, lines, strict=True)))
