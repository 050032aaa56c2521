"""Groups of words, as stems: which stems stand in one group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed

Groups = Mapping[str, frozenset[int]]
"""The numbers of the groups of each stem."""

_NONE: frozenset[int] = frozenset()


def groups_of(lines: Iterable[str]) -> Groups:
    """The groups that are given, each as words with blanks between them."""
    found: dict[str, set[int]] = {}
    for number, group in enumerate(lines):
        for word in listed(group):
            if key := content_word(word):
                found.setdefault(key, set()).add(number)
    return MappingProxyType({key: frozenset(numbers) for key, numbers in found.items()})


def share_a_group(groups: Groups, a: str, b: str) -> bool:
    """Whether two stems stand in one group."""
    return not groups.get(a, _NONE).isdisjoint(groups.get(b, _NONE))
