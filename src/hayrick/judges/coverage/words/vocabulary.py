"""English words and what is known of each: parts of speech and meanings. A table, read when first asked."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.coverage.words.lemmas import LEMMAS

TABLE = Path(__file__).resolve().parents[3] / "models" / "lexicon.txt.gz"
"""Written by bench/judge/make_lexicon.py from WordNet 3.0: stems with their meanings, and how these are related."""

_INFLECTIONS = (("ies", ["y"]), ("ied", ["y"]), ("s", [""]), ("es", ["", "e"]), ("ed", ["", "e"]), ("ing", ["", "e"]))
"""Endings of inflected forms, and what the base form has instead."""


class Table(NamedTuple):
    """The rest of each stem's line, the line of each meaning, and pairs of opposites; lines are read when needed."""

    stems: Mapping[str, str]
    links: Sequence[str]
    opposites: frozenset[tuple[str, str]]


@lru_cache(maxsize=100_000)
def meanings(key: str) -> frozenset[str]:
    """Numbers of the meanings of a stem or of one of its words, as written; none if it is not known."""
    return frozenset(_entry(key).split(" ")[1:])


def kinds(key: str) -> str:
    """Parts of speech of a stem or of one of its words, the rare ones in capitals; "" if unknown.

    Of "a" (adjective), "c" (one that tells a kind, as "medical"), "n" (noun), "r" (adverb), "v" (verb), and "t" for a
    noun that names a thing, a living being, a place or a time.
    """
    return _entry(key).partition(" ")[0]


@lru_cache(maxsize=100_000)
def narrowed(stem: str, token: str) -> str:
    """The key of a token in lower case, where its stem has other words, too: "baker" is not "bake".

    It may stand wherever a stem may. The stem itself where the token is a form of none of its words or of several.
    """
    found = {entry.partition(" ")[0] for entry in _words(stem)}.intersection(_forms(token))
    return f"{stem} {found.pop()}" if len(found) == 1 else stem


def _forms(token: str) -> Iterator[str]:
    """What the base form of a token may be."""
    yield LEMMAS.get(token, token)
    for ending, instead in _INFLECTIONS:
        if token.endswith(ending):
            base = token[: -len(ending)]
            yield from (base + one for one in instead)
            if len(base) > 2 and base[-1] == base[-2] and "" in instead:
                yield base[:-1]


def _entry(key: str) -> str:
    """Kinds and meanings of a stem, or of the word of it that the key names."""
    stem, _, word = key.partition(" ")
    if not word:
        return table().stems.get(stem, "").partition(";")[0]
    return next(rest for one, _, rest in (entry.partition(" ") for entry in _words(stem)) if one == word)


def _words(stem: str) -> list[str]:
    """Lines of the words of a stem, where it has several."""
    return table().stems.get(stem, "").split(";")[1:]


@cache
def table() -> Table:
    """All that is known, read once."""
    with gzip.open(TABLE) as file:
        stems, links, opposites = file.read().decode().rstrip("\n").split("\n\n")
    entries = (line.partition(" ") for line in stems.split("\n"))
    pairs = (line.partition(" ") for line in opposites.split("\n"))
    return Table({stem: rest for stem, _, rest in entries}, links.split("\n"), frozenset((a, b) for a, _, b in pairs))
