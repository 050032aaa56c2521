"""Relations of English words: which mean about the same, and which are opposites."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from hayrick.judges.coverage.words.kindred import KINDRED
from hayrick.judges.coverage.words.vocabulary import meanings, table

Relation = Literal["same", "contrary", "other", "unknown"]


class _Known(NamedTuple):
    """Meanings of a stem, those that are kindred and contrary to one of them, and its groups of `KINDRED`."""

    meanings: frozenset[str]
    kin: frozenset[str]
    contrary: frozenset[str]
    groups: frozenset[int]


@lru_cache(maxsize=100_000)
def relation(a: str, b: str) -> Relation:
    """How two stems are related.

    "same": they share a meaning, one is the more general word by at most two steps, one is derived from the other, or
    they stand in one group of `KINDRED`.
    "contrary": one is the opposite of the other or of a word like it. "other": neither. "unknown": one is not known.
    All meanings of a word count, so that "same" and "contrary" are said too often rather than too seldom.

    Source: relations of WordNet 3.0 (Fellbaum 1998); what counts as "same" is ours.
    """
    ours, theirs = _known(a), _known(b)
    if ours is None or theirs is None:
        return "unknown"
    if _are_opposites(a, b):
        return "contrary"
    if _are_near(ours, theirs):
        return "same"
    if ours.contrary.isdisjoint(theirs.meanings) and theirs.contrary.isdisjoint(ours.meanings):
        return "other"
    return "contrary"


def are_same(a: str, b: str) -> bool:
    """Whether the relation of two stems is "same"."""
    ours, theirs = _known(a), _known(b)
    if ours is None or theirs is None or not _are_near(ours, theirs):
        return False
    return not _are_opposites(a, b)


def _are_near(ours: _Known, theirs: _Known) -> bool:
    return not (
        theirs.meanings.isdisjoint(ours.meanings)
        and theirs.meanings.isdisjoint(ours.kin)
        and ours.meanings.isdisjoint(theirs.kin)
        and ours.groups.isdisjoint(theirs.groups)
    )


def _are_opposites(a: str, b: str) -> bool:
    return ((a, b) if a < b else (b, a)) in table().opposites


@lru_cache(maxsize=100_000)
def _known(stem: str) -> _Known | None:
    own = meanings(stem)
    if not own:
        return None
    links = [table().links[int(meaning)].partition(";") for meaning in own]
    none = frozenset[str]()
    return _Known(
        own,
        none.union(*(near.split() for near, _, _ in links)),
        none.union(*(far.split() for _, _, far in links)),
        KINDRED.get(stem.partition(" ")[0], frozenset()),
    )
