"""Names in short: "FDA" for the Food and Drug Administration, "VCs" for venture capitalists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

_LEAST, _MOST = 2, 6


def acronyms(tokens: Sequence[str], line: Sequence[str]) -> Mapping[str, str]:
    """The term of each token of two to six capitals, by its letters in lower case, "U.S." as "us", and by itself."""
    found: dict[str, str] = {}
    for token, key in zip(tokens, line, strict=True):
        letters = token.replace(".", "").removesuffix("s")
        if key and letters.isupper() and letters.isalpha() and _LEAST <= len(letters) <= _MOST:
            found[letters.lower()] = found[key] = key
    return found


class Initials(NamedTuple):
    """The first letters of some words of a text, one each, in lower case, and their terms."""

    letters: str
    terms: Sequence[str]


def initials(tokens: Sequence[str], line: Sequence[str]) -> tuple[Initials, Initials]:
    """Those of the words with a term, and those of all words: "and" may have a letter in an acronym, or none."""
    words = [(token[0].lower()[:1], key) for token, key in zip(tokens, line, strict=True) if token[0].isalpha()]
    return _initials([word for word in words if word[1]]), _initials(words)


def _initials(words: Sequence[tuple[str, str]]) -> Initials:
    return Initials("".join(letter for letter, _ in words), [key for _, key in words])


def in_full(letters: str, known: Iterable[Initials]) -> frozenset[str]:
    """The terms of the first adjacent words with such initials, none if there are none.

    "DOE" is the Department of Energy, "FDA" the Food and Drug Administration.
    """
    for one in known:
        at = one.letters.find(letters)
        if at >= 0 and one.terms[at]:
            return frozenset(filter(None, one.terms[at : at + len(letters)]))
    return frozenset()
