"""Common English antonyms, as stems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed

TABLE = Path(__file__).resolve().parents[3] / "models" / "opposites.txt"
"""Written by bench/judge/make_opposites.py from words of bench/judge/opposite_words.py: each stem with those of its
antonyms."""


def keys_of(word: str) -> set[str]:
    """Stems of a word and of its regular forms, which are not always one stem ("enter", "entered"; "ban", "banned")."""
    forms = [word, word + "ed", word + "ing", word + "s", word + word[-1] + "ed", word + word[-1] + "ing"]
    return {content_word(form) for form in forms} - {""}


def _opposites() -> Mapping[str, frozenset[str]]:
    lines = map(str.split, TABLE.read_text(encoding="utf-8").splitlines())
    return MappingProxyType({word: frozenset(others) for word, *others in lines})


OPPOSITES = _opposites()
"""Stem -> stems of its antonyms."""

CONVERSES = frozenset(
    key
    for word in listed(
        "buy purchase acquire sell lend borrow rent lease send dispatch receive get give take hand beat defeat conquer"
        " lose win teach learn lead trail precede follow host visit inherit bequeath above below before after pay"
        " old older young younger high higher low lower big bigger large larger small smaller long longer short shorter"
        " fast faster slow slower strong stronger weak weaker rich poor heavy light early earlier late later"
        " exceed surpass outperform outnumber parent child teacher pupil student tall taller deep deeper wide wider"
        " shallow narrow thick thicker thin thinner"
    )
    for key in keys_of(word)
)
"""Stems that say the same as their opposite where parties change places."""

_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "de", "anti", "mis")
_NO_OPPOSITES = frozenset(
    map(content_word, listed("income indeed infold impress impart instill display discount dispute"))
)
_NO_OPPOSITES |= frozenset(
    map(content_word, listed("define design deliver depart deport involve invest import increase"))
)


@lru_cache(maxsize=100_000)
def stripped(word: str) -> tuple[str, ...]:
    """What is left of a stem without a prefix that negates ("crew" of "uncrew"); nothing if it has none."""
    return tuple(word[len(prefix) :] for prefix in _PREFIXES if _negates(prefix, word))


def _negates(prefix: str, word: str) -> bool:
    return word.startswith(prefix) and len(word) > len(prefix) + 2 and word not in _NO_OPPOSITES


def contraries_of(words: Iterable[str]) -> frozenset[str]:
    """Every stem that may be the contrary of one of some stems, by the list or by a prefix."""
    found: set[str] = set()
    for word in words:
        found.update(OPPOSITES.get(word, ()), stripped(word), (prefix + word for prefix in _PREFIXES))
    return frozenset(found)
