"""The option of a multiple-choice question that a reply names: by its letter, or by its text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hayrick.replies.answers import read_answer
from hayrick.text import words

_MARKED = r"[(\[]\s?([A-Z])\s?[)\]]|(?<![A-Za-z0-9'])([A-Z])(?:\s?[).:](?![A-Za-z0-9])|\s?(?:$|\n))"
_OPENING = re.compile(rf"^\W{{0,4}}(?:(?:option|choice|letter|answer)\s)?(?:{_MARKED})", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?:option|choice|letter|answer)\s{0,3}(?:is\s{0,3})?:?\s{0,3}[(\[]?([A-Z])(?![\w'\u2019])(?!\s[a-z])"
    r"|\b(?:option|choice|letter|answer)\s{0,3}(?:is\s{0,3})?:?\s{0,3}[(\[]?([B-HJ-Z])(?![\w'\u2019])"
)
_STANDING = re.compile(rf"{_MARKED}|(?<![A-Za-z0-9'])([B-HJ-Z])(?![A-Za-z0-9'])")
_EMPHASIS = str.maketrans("", "", "*`_")
_LONGEST = 20_000


def read_choice(reply: str, options: Mapping[str, str]) -> str | None:
    """Letter of the option that a reply names; None where it names none, or several.

    What the reply calls its answer counts (`read_answer`), else all of it. A letter at its beginning counts, then the
    one option whose text stands there, then the one letter that is named. "A" in running text is an article.

    Args:
        reply: visible text of a reply.
        options: letter -> text of the option; those whose text is unknown may be left out.

    Source: LongBench v2 and InfiniteBench, which read fixed sentences or the first letter (`measures.choices`).
    """
    text = reply[-_LONGEST:].translate(_EMPHASIS).strip()
    for part in (read_answer(text) or "", text):
        if found := _letter(part, options):
            return found
    return None


def _letter(text: str, options: Mapping[str, str]) -> str | None:
    opening = _OPENING.match(text)
    if opening:
        letter = (opening[1] or opening[2]).upper()
        return letter if letter in options or len(options) < 2 else None
    if len(text) == 1 and text.upper() in options:
        return text.upper()
    said = f" {' '.join(words(text))} "
    texts = {letter: " ".join(words(option)) for letter, option in options.items()}
    standing = {letter for letter, option in texts.items() if option and f" {option} " in said}
    # An option may stand inside of another one's text.
    whole = {one for one in standing if not any(texts[one] != texts[x] and texts[one] in texts[x] for x in standing)}
    if len(whole) == 1:
        return whole.pop()
    for form in (_NAMED, _STANDING):
        letters = {group for found in form.finditer(text) for group in found.groups() if group}
        if len(letters) == 1:
            return letters.pop()
    return None


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
