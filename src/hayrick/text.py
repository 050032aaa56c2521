"""Words, stems and sentences of texts in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, groupby
from random import Random
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_QUOTES = {
    **dict.fromkeys("‘’‛ʼ", "'"),
    **dict.fromkeys("“”„‟", '"'),
    **dict.fromkeys("–—−‑‒", "-"),
    **dict.fromkeys("\u00a0\u202f\u2007\u3000", " "),
}
# Optional characters: soft hyphen, joiners, direction marks, Arabic vowel signs and tatweel, Hebrew points.
_OPTIONAL = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u0640\u064b-\u0652\u0670"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]"
)
_MIDDLE_POINT = re.compile(r"(?<=\d)·(?=\d)")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")

# Scripts written without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han (with extensions).
_UNSPACED = (
    "\u0e00-\u0e4e\u0e80-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED_START = re.compile(f"[{_UNSPACED}]")
# `\w` lacks combining marks, so that it would break Hindi or Tamil words into pieces.
_MARKS = "".join(mark for mark in map(chr, range(0x300, 0x2000)) if unicodedata.category(mark).startswith("M"))
_LETTER = rf"(?:(?![{_UNSPACED}])(?:[^\W\d_]|[{_MARKS}]))"
# So many groups at most, as a list of numbers that ends with none ("1,11,11,...") is tried from each of them.
_NUMBER = r"\d{1,3}(?:,\d{2,3}){0,30},\d{3}(?!\d)(?:\.\d+)*|\d+(?:\.\d+)*"
_ASCII_WORD = re.compile(rf"[a-z]+(?:\d+|'[a-z]+)?|{_NUMBER}")
_WORD = re.compile(rf"{_NUMBER}|[{_UNSPACED}]+|{_LETTER}+(?:\d+|'{_LETTER}+)?")

_FUNCTION_WORDS = """
    a an the this that these those there here it its it's itself he she they them their theirs his her hers him
    we us our ours you your yours i me my mine myself who whom whose which what when where why how and or but
    nor so yet if then than as at by for from in into of off on onto out over under up down to toward towards
    with within without about above below across after again against along among around before behind between
    beyond during through throughout until upon via per is are was were be been being am do does did done doing
    have has had having will would shall should can could may might must cannot not no don't doesn't didn't
    isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't hasn't haven't hadn't i'm i've i'll i'd
    you're you've you'll we're we've we'll they're they've they'll he's she's that's there's what's let's also
    just only very more most much many some any each every all both few several such same other another own too
    even still ever rather quite while because since though although however therefore thus hence whether either
    neither one's ones s t d ll ve re m
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""English function words. All words of other languages count as content; idf makes up for that."""

_ENDINGS = "ations ation ments ment ness ings ing edly ies ied ers ed es er ly s e y"
_ENDINGS_BY_LAST = {letter: tuple(one for one in _ENDINGS.split() if one[-1] == letter) for letter in "degnrsty"}


class Span(NamedTuple):
    """Half-open range of characters, from 0."""

    start: int
    end: int


def fold(text: str) -> str:
    """Normalise quotes, dashes, spaces and decimal points ("13·2"); every character keeps its position."""
    if text.isascii():
        return text
    for character, plain in _QUOTES.items():
        text = text.replace(character, plain)
    return _MIDDLE_POINT.sub(".", text) if "·" in text else text


def words(text: str) -> list[str]:
    """Lower-case words and numbers of a text, in order.

    Numbers keep their decimal point and lose thousands separators ("1,025" gives "1025", "3,17" gives "3" and "17"). A
    number directly after letters belongs to them ("E85"); letters after a number do not ("170hp"). Runs of scripts
    without spaces become character bigrams. Composed and decomposed letters, full-width and plain letters, digits of
    any script, and words with and without optional vowel signs are treated as equal.

    Args:
        text: any text, of any length.

    Returns:
        The words; empty if the text has no letter or digit.
    """
    if not text.isascii():
        return _words_of_any_script(text)
    found = _ASCII_WORD.findall(text.lower())
    return " ".join(found).replace(",", "").split() if "," in text else found


def _words_of_any_script(text: str) -> list[str]:
    found: list[str] = []
    for is_plain, parts in groupby(fold(text).split(), str.isascii):
        found += (words if is_plain else _words_beyond_ascii)(" ".join(parts))
    return found


def _words_beyond_ascii(text: str) -> list[str]:
    plain = _OPTIONAL.sub("", unicodedata.normalize("NFC", text))
    plain = _FULL_WIDTH.sub(lambda match: chr(ord(match[0]) - 0xFEE0), plain).lower()
    found: list[str] = []
    for word in _WORD.findall(plain):
        if word.isascii():
            found.append(word.replace(",", ""))
        elif word[0].isdecimal():
            found.append("".join(str(unicodedata.decimal(digit, digit)) for digit in word.replace(",", "")))
        elif len(word) > 1 and _UNSPACED_START.match(word):
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.append(word)
    return found


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Strip the first matching English suffix if at least three letters remain; other scripts are unchanged."""
    if not word.isascii() or len(word) < 4 or not word[0].isalpha():
        return word
    if word.endswith("'s"):
        word = word[:-2]
    for suffix in _ENDINGS_BY_LAST.get(word[-1], ()):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def term(word: str) -> str:
    """Stem of a content word, a number unchanged, "" for a function word; `word` as returned by `words`."""
    return "" if word in STOP_WORDS else stem(word)


def terms(text: str) -> list[str]:
    """Stems of the content words, and numbers, of a text in order."""
    return [found for word in words(text) if (found := term(word))]


KEPT = 40
"""Longest chunk, in characters, of which anything is kept: longer ones seldom recur and would fill the memory."""


class ByChunk(dict[str, tuple[T, ...]], Generic[T]):
    """What stands between two blanks (a chunk) -> what a function makes of it, which most texts repeat.

    Args:
        read: makes anything of a chunk; for words and terms the chunks of a text give what the text gives.
    """

    def __init__(self, read: Callable[[str], Iterable[T]]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, chunk: str) -> tuple[T, ...]:
        found = tuple(self._read(chunk))
        if len(chunk) <= KEPT:
            self[chunk] = found
        return found

    def of(self, text: str) -> Iterator[T]:
        """What is made of the chunks of a text that was folded, in order."""
        return chain.from_iterable(map(self.__getitem__, text.split()))


# A single leading character set, no alternatives: this lets the regular expression engine skip quickly.
_BOUNDARY = re.compile("[.!?…\n。！？।॥؟۔።။។]+[\"')\\]”’」』）»]*")
_ENDS_ANYWHERE = frozenset("\n。！？।॥؟۔።။។")
_BEFORE_A_NAME = frozenset(["u.s", "u.k", "u.n", "a.m", "p.m", "etc", "inc", "ltd", "co", "corp"])
_SHORTENED = """
    mr mrs ms dr prof st sr jr vs etc inc ltd co corp no fig eg ie e.g i.e u.s u.k u.n a.m p.m
    jan feb mar apr jun jul aug sep sept oct nov dec gen gov sen rep approx dept est
    hon rt rev messrs capt col lt maj sgt
"""
ABBREVIATIONS = frozenset(_SHORTENED.split())
"""Words, in lower case, after which a full stop seldom ends a sentence."""


def sentences(text: str) -> list[Span]:
    """Character spans of the sentences of a text, without surrounding white space; line breaks end a sentence.

    A full stop does not end a sentence inside a number, before a lower-case letter, or after a known abbreviation, an
    initial or a list number. Text without punctuation (Thai prose, a table row) is one sentence per line.

    Args:
        text: any text.

    Returns:
        Spans in order, disjoint; empty for blank text.
    """
    spans: list[Span] = []
    start = 0
    length = len(text)
    for match in _BOUNDARY.finditer(text):
        end = match.end()
        if end < length and not text[end].isspace() and _ENDS_ANYWHERE.isdisjoint(match[0]):
            continue
        if text[match.start()] in ".…" and "\n" not in match[0] and _continues(text, start, match.start(), end):
            continue
        _append(spans, text, start, end)
        start = end
    _append(spans, text, start, length)
    return spans


_SENTENCE_START = re.compile(r"([.!?][\"')\]]*\s+)([a-z])")


def is_uncased(text: str) -> bool:
    """Whether a text is written without capitals: fewer than one in 200 characters is one."""
    return sum(map(str.isupper, text)) * 200 < len(text)


def with_capitals(text: str) -> str:
    """The text with a capital at the beginning of each sentence, if it is written without any, for `sentences`.

    Texts of data sets are often in lower case, so that no full stop in them would end a sentence. Every character
    keeps its position; a text with capitals is returned as it is.
    """
    return _SENTENCE_START.sub(lambda match: match[1] + match[2].upper(), text) if is_uncased(text) else text


def _continues(text: str, start: int, dot: int, end: int) -> bool:
    """Whether the full stop at `dot` belongs to an abbreviation, an initial or a list number."""
    following = text[end : end + 3].lstrip(" \t")[:1]
    if following.islower():
        return True
    start = max(start, dot - 20)
    before = text[start:dot].rsplit(None, 1)
    word = before[-1].strip("([\"'").lower() if before and not text[dot - 1].isspace() else ""
    if word in _BEFORE_A_NAME:
        return following != "" and not following.isupper()
    if word.isdigit():
        return len(before) == 1
    return word in ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "i")


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append(Span(start, end))


def seeded(text: str) -> Random:
    """Random numbers of a text: those of `Random(text)`, which refuses texts with a lone surrogate."""
    return Random(text.encode("utf-8", "surrogatepass"))
