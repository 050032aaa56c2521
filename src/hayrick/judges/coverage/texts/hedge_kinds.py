"""Kinds of hedge: how they are written, and where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.coverage.words import hedge_words as words_of
from hayrick.judges.coverage.words.hedge_cues import BEGINNING, FOLLOWED, LONGEST, NEEDED, Way

_ALONE, _NOT_ALONE = r"(?<![\w'-])", r"(?![\w'-])"


class Kind(NamedTuple):
    """A kind of hedge: how it is written, what of an insight excuses it, and whether it reaches its sentence."""

    written: re.Pattern[str]
    excused: frozenset[str]
    of_sentence: bool = False


def _kind(pattern: str, excused: str, of_sentence: bool = False) -> Kind:
    return Kind(re.compile(f"{_ALONE}{pattern}{_NOT_ALONE}"), frozenset(excused.split()), of_sentence)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "rumour": _kind(words_of.RUMOUR, "rumour unchecked"),
        "unchecked": _kind(words_of.UNCHECKED, "rumour unchecked", True),
        "whether": _kind(words_of.WHETHER, "whether unchecked condition"),
        "epistemic": _kind(words_of.EPISTEMIC, "rumour epistemic belief whether modal likely"),
        "belief": _kind(words_of.BELIEF, "rumour epistemic belief planned likely"),
        "condition": _kind(words_of.CONDITION, "condition when whether", True),
        "planned": _kind(words_of.PLANNED, "planned epistemic belief condition will present promise due"),
        "proposed": _kind(words_of.PROPOSED, "proposed epistemic belief condition"),
        "modal": _kind(r"could(?! not|n't)", "epistemic condition modal"),
        "would": _kind(r"would(?! not|n't)", "epistemic condition modal will"),
    }
)

Begun = Mapping[str, Set[str]]
"""Beginnings of the words at which a hedge of each kind may begin in a text; kinds that it cannot have are absent."""


def written(text: str, begun: Begun) -> Iterator[tuple[str, re.Match[str]]]:
    """What `finditer` of each kind finds, kind by kind, looked for only where a hedge may begin."""
    for name in KINDS if begun else ():
        for match in _found(text, KINDS[name].written, begun[name]) if name in begun else ():
            yield name, match


def _found(text: str, written: re.Pattern[str], begun: Set[str]) -> Iterator[re.Match[str]]:
    """What `finditer` finds in a text at words with some beginnings."""
    end = 0
    for at in sorted(at for beginning in begun for at in _places(text, beginning)):
        if at >= end and (match := written.match(text, at)):
            end = match.end()
            yield match


def _places(text: str, beginning: str) -> Iterator[int]:
    """Where the words of a text stand that begin so."""
    if text.startswith(beginning):
        yield 0
    at = text.find(f" {beginning}")
    while at >= 0:
        yield at + 1
        at = text.find(f" {beginning}", at + 1)


class _Cue(NamedTuple):
    """Ways to write hedges that may have a word, and those that may have it before certain words."""

    ways: tuple[Way, ...]
    followed: Mapping[str, tuple[Way, ...]]


_NOTHING: Mapping[str, tuple[Way, ...]] = MappingProxyType({})
_NONE: Begun = MappingProxyType({})


def begun_in(tokens: Sequence[str], lower: Sequence[str]) -> Begun:
    """Where hedges may begin in a text: those whose words it has."""
    words = [token.lower() for token in tokens if token != "May"] if "May" in tokens else lower
    ways: list[Way] = []
    for i, cue in enumerate(map(_cue, words)):
        if cue is not None:
            ways += cue.ways
            if cue.followed and i + 1 < len(words):
                ways += cue.followed.get(words[i + 1], ())
    if not ways:
        return _NONE
    beginnings = {word[:BEGINNING] for word in words}
    found: dict[str, Set[str]] = {}
    for kind, begun in ways:
        if here := beginnings & begun:
            found[kind] = found.get(kind, here) | here
    return found


@lru_cache(maxsize=100_000)
def _cue(word: str) -> _Cue | None:
    """What a lower-case word says about hedges around it, None for most words."""
    found = _Cue(NEEDED.get(word[:LONGEST], ()), FOLLOWED.get(word, _NOTHING))
    return found if any(found) else None
