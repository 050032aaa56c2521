"""Relations of English words: which mean about the same, and which are opposites. A table, read when first asked."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

TABLE = Path(__file__).resolve().parents[2] / "models" / "lexicon.txt.gz"
"""Written by bench/make_lexicon.py from WordNet 3.0: stems with their meanings, and how these are related."""

Relation = Literal["same", "contrary", "other", "unknown"]


class _Table(NamedTuple):
    """Meanings of each stem and its usual parts of speech; stems, kindred and contrary meanings of each meaning."""

    meanings: Mapping[str, frozenset[int]]
    stems: list[list[str]]
    kinds: Mapping[str, str]
    kin: list[str]
    contrary: list[str]
    opposites: frozenset[tuple[str, str]]


@lru_cache(maxsize=100_000)
def relation(a: str, b: str) -> Relation:
    """How two stems are related.

    "same": they share a meaning, one is the more general word by at most two steps, or one is derived from the other.
    "contrary": one is the opposite of the other or of a word like it. "other": neither. "unknown": one is not known.
    All meanings of a word count, so that "same" and "contrary" are said too often rather than too seldom.

    Source: relations of WordNet 3.0 (Fellbaum 1998); what counts as "same" is ours.
    """
    table = _table()
    ours, theirs = table.meanings.get(a), table.meanings.get(b)
    if ours is None or theirs is None:
        return "unknown"
    if (min(a, b), max(a, b)) in table.opposites:
        return "contrary"
    if ours & theirs or _reach(table.kin, ours) & theirs or _reach(table.kin, theirs) & ours:
        return "same"
    if _reach(table.contrary, ours) & theirs or _reach(table.contrary, theirs) & ours:
        return "contrary"
    return "other"


@lru_cache(maxsize=100_000)
def synonyms(stem: str) -> frozenset[str]:
    """Stems that share a meaning with one, itself left out; none if it is not known."""
    table = _table()
    shared = {other for meaning in table.meanings.get(stem, ()) for other in table.stems[meaning]}
    return frozenset(shared - {stem})


def kinds(stem: str) -> str:
    """Usual parts of speech of a stem; "" if unknown.

    Of "a" (adjective), "n" (noun), "r" (adverb), "v" (verb), and "t" for a noun that names a thing, a living being, a
    place or a time.
    """
    return _table().kinds.get(stem, "")


def _reach(links: Sequence[str], meanings: Set[int]) -> set[int]:
    return {int(one) for meaning in meanings for one in links[meaning].split()}


@cache
def _table() -> _Table:
    with gzip.open(TABLE, "rt", encoding="utf-8") as file:
        lines = iter(file.read().split("\n"))
    meanings, kinds_of = {}, {}
    for line in _section(lines):
        stem, kinds_of_stem, *numbers = line.split(" ")
        meanings[stem] = frozenset(map(int, numbers))
        kinds_of[stem] = kinds_of_stem
    links = [line.partition(";") for line in _section(lines)]
    stems: list[list[str]] = [[] for _ in links]
    for stem, held in meanings.items():
        for meaning in held:
            stems[meaning].append(stem)
    opposites = frozenset((a, b) for a, _, b in (line.partition(" ") for line in _section(lines)))
    return _Table(meanings, stems, kinds_of, [near for near, _, _ in links], [far for _, _, far in links], opposites)


def _section(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if not line:
            return
        yield line
