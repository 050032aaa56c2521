"""The option of a multiple-choice question that a reply names: by its letter, or by its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hayrick.replies.answers import read_answer
from hayrick.text import words

_LETTER = re.compile(
    r"(?:(?<!\w)[(\[\"\u201c]|[{>])\s?([A-Z])\s?[)\]}<\"\u201d]|(?<![\w'\u2019])([A-Z])(?![\w'\u2019])", re.IGNORECASE
)
_BEGINNING = re.compile(r"\W{0,4}(?:(?:option|choice|letter|answer)\s)?", re.IGNORECASE)
_NAMING = re.compile(r"\b(?:option|choice|letter|answer)\s{0,3}(?:is\s{0,3})?:?\s{0,3}\Z", re.IGNORECASE)
_DENYING = re.compile(
    r"(?:\b(?:not|neither|nor|never|than|unlike)|n['\u2019]t)\s(?:be\s)?(?:(?:option|choice|letter)\s)?\Z",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\s(?:is|was|cannot|can['\u2019]t)(?:n['\u2019]t|\s(?:not|be|wrong|incorrect|false))\b")
_MARK = re.compile(r"\s?[).:](?![A-Za-z0-9])|\s?(?:\Z|\n)")
_NO_ARTICLE = re.compile(
    r"\s?(?:[,/&]|(?:or|and|nor)\s[(\[]?(?:option\s)?[A-Z]\b)|\s(?:is\s(?:the\s)?(?:best|correct|right|answer|true)|because|since)\b"
)
_BETWEEN = re.compile(r"[).:]?\s?(?:[,/&]|,?\s?\b(?:or|and|nor)\b)\s?(?:option\s)?", re.IGNORECASE)
_NEAR = 30
_EMPHASIS = str.maketrans("", "", "*`_")
_LONGEST = 20_000


def read_choice(reply: str, options: Mapping[str, str]) -> str | None:
    """Letter of the option that a reply names; None where it names none, or several.

    What the reply calls its answer counts (`read_answer`), else all of it. A letter at its beginning counts, then the
    one option whose text stands there, then the one letter that is called an option or the answer, then the one letter
    that is named at all. "A" in running text is an article. A letter that is denied ("not B", "B is wrong") is not
    named, one that is no option is no answer, and "A or B" names both.

    Args:
        reply: visible text of a reply.
        options: letter -> text of the option, which may be empty; where fewer than two are given, every letter may be
            an option.

    Source: LongBench v2 and InfiniteBench, which read fixed sentences or the first letter (`measures.choices`).
    """
    text = reply[-_LONGEST:].translate(_EMPHASIS).strip()
    for part in (read_answer(text) or "", text):
        if found := _letter(part, options):
            return found
    return None


@dataclass(slots=True)
class _Named:
    """A letter that stands for an option, or several between which a reply leaves the choice."""

    letters: set[str]
    opens: bool
    """It stands at the beginning, in brackets or before a mark or a word that follows no article."""

    called: bool
    """A word before it calls it an option or the answer."""


def _letter(text: str, options: Mapping[str, str]) -> str | None:
    named = _named(text)
    if named and named[0].opens:
        return _only(named[0].letters, options)
    said = f" {' '.join(words(text))} "
    texts = {letter: " ".join(words(option)) for letter, option in options.items()}
    standing = {letter for letter, option in texts.items() if option and f" {option} " in said}
    # An option may stand inside of another one's text.
    whole = {one for one in standing if not any(texts[one] != texts[x] and texts[one] in texts[x] for x in standing)}
    if len(whole) == 1:
        return whole.pop()
    if called := set[str]().union(*(one.letters for one in named if one.called)):
        return _only(called, options)
    letters = set[str]().union(*(one.letters for one in named))
    return _only(letters & options.keys() if len(options) > 1 else letters, options)


def _only(letters: set[str], options: Mapping[str, str]) -> str | None:
    """The one letter, if it is an option's; where fewer than two options are known, any."""
    (one,) = letters if len(letters) == 1 else (None,)
    return one if len(options) < 2 or one in options else None


def _named(text: str) -> list[_Named]:
    """Letters that a text names and does not deny."""
    found: list[_Named] = []
    end, is_denied = -1, False
    for one in _LETTER.finditer(text):
        before, after = text[max(0, one.start() - _NEAR) : one.start()], text[one.end() : one.end() + _NEAR]
        letter, has_brackets = one[1] or one[2], one[1] is not None
        called = _NAMING.search(before) is not None
        is_marked = has_brackets or _MARK.match(after) or (letter in "ABCDEFGHJ" and _NO_ARTICLE.match(after))
        opens = bool(is_marked) and _BEGINNING.fullmatch(text, 0, one.start()) is not None
        if not (has_brackets or opens or _stands(letter, after, called)):
            continue
        joined = end >= 0 and _BETWEEN.fullmatch(text, end, one.start()) is not None
        is_denied = _DENYING.search(before) is not None or (joined and is_denied)
        end = one.end()
        if is_denied or _DENIED.match(after):
            continue
        if joined and found:
            found[-1].letters.add(letter.upper())
        else:
            found.append(_Named({letter.upper()}, opens, called))
    return found


def _stands(letter: str, after: str, called: bool) -> bool:
    """Whether a letter without brackets stands for an option, and is no article, pronoun or abbreviation."""
    if letter in "aAiI":
        marked = _MARK.match(after) or (letter == "A" and _NO_ARTICLE.match(after))
        return letter.isupper() and bool(marked or (called and not re.match(r"\s[a-z]", after)))
    return letter.isupper() or called


def released_longbench_choice(reply: str) -> str | None:
    """Letter in the first "The correct answer is (X)", else without brackets; asterisks aside, case as it is.

    Source: LongBench v2's released code (pred.py); no such sentence is a wrong answer there.
    """
    text = reply.replace("*", "")
    found = re.search(r"The correct answer is \(([A-D])\)", text) or re.search(r"The correct answer is ([A-D])", text)
    return found[1] if found else None


def released_infinitebench_choice(reply: str) -> str | None:
    """The first character if it is a letter from A to D, else the first word that is one; None without any.

    Source: InfiniteBench's released scorer (commit 88b3daa), whose figures it gives
    (docs/reference/helmet_documents.md).
    """
    text = reply.strip()
    if text[:1] and text[0] in "ABCD":
        return text[0]
    found = re.search(r"(?<![^\s\"',.?!:;()])[ABCD](?![^\s\"',.?!:;()])", text)
    return found[0] if found else None
