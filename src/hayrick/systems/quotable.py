"""Decides which sentences can be quoted on their own, and cleans them up for quotation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from hayrick.attribution import claim_text
from hayrick.text import fold, words

_POINTING = """
    it its this that these those they them their theirs he him his she her hers such both neither either another others
    otherwise and or nor which whose who
"""
POINTING = frozenset(_POINTING.split())
"""First words that refer back to earlier text."""

POINTING_SOON = frozenset(["this", "these", "those", "such"])
"""Words that refer back to earlier text if they are among the first four."""

_CONNECTIVES = """
    however, moreover, furthermore, additionally, in addition, also, for instance, for example, therefore, thus,
    consequently, as a result, as such, meanwhile, nevertheless, nonetheless, similarly, likewise, finally, overall,
    ultimately, despite this, in fact, indeed, instead, hence, besides, on the other hand, in contrast, by contrast,
    conversely, to conclude, lastly, first, second, third, firstly, secondly, thirdly, in conclusion, in summary,
    to summarize, to sum up, in short, well, so, okay, ok, yes, no, yeah, right, sure, oh, then, at the same time,
    in other words, that said
"""
_CONNECTIVE = re.compile(rf"(?:{'|'.join(' '.join(_CONNECTIVES.split()).split(', '))}),\s+", re.I)
_CONJUNCTION = re.compile(r"(?:But|And|So|Yet),?\s+(?=\w)")
_NAME = r"[^\W\d_][\w.'-]*(?: [\w.'-]+){0,2}"
_LABEL = re.compile(rf"^[ \t>]*(?:\[[\d:.]+\]\s*)?\**({_NAME})\**(?: \([^()\n]{{1,30}}\))?\s?[:\uff1a]\**[ \t]", re.M)
_USUAL_LABELS = frozenset(
    ["a", "q", "agent", "doctor", "guest", "host", "interviewer", "moderator", "patient", "speaker"]
)
_GREETING = re.compile(
    r"(?:hello|hi|hey|dear|sir|madam|welcome|good (?:morning|afternoon|evening|day|night)|thanks|thank you|goodbye|bye"
    r"|you're welcome|nice to (?:meet|see) you|see you)\b",
    re.I,
)
_ENDS = tuple(".!…。\uff01।۔።။")
_OPEN_ENDS = tuple("?\uff1f؟:\uff1a")
_CLOSING = "\"')]”’」』）»*_ "
_LEAST_WORDS = 4
_WORDS_TO_STAND = 6
_MOST_WORDS = 60


class Quotation(NamedTuple):
    """A sentence cleaned up for use as a bullet."""

    text: str
    quality: int
    """2: stands alone; 1: refers to other text or lacks an end; 0: not worth quoting."""


def speakers_of(text: str) -> frozenset[str]:
    """Speaker labels in lower case: the usual ones and, if one label begins several lines, all labels of the text."""
    counts = Counter(match[1].lower() for match in _LABEL.finditer(text))
    is_transcript = max(counts.values(), default=0) > 1
    return _USUAL_LABELS.union(counts) if is_transcript else _USUAL_LABELS


def quotable(sentence: str, speakers: frozenset[str] = _USUAL_LABELS) -> Quotation:
    """Clean up a sentence for quotation, and rate how well it stands alone.

    Removes speaker labels, list marks, citation marks and opening connectives. Quality 2: starts with neither a
    lower-case letter nor a word that refers back, has end punctuation, and has 6 to 60 words. Quality 1: any other
    statement. Quality 0: questions, greetings, headings that end in a colon, and fragments (fewer than 4 words, or no
    end punctuation and fewer than 8). In scripts without spaces, pairs of characters count as words and no end
    punctuation is needed.

    Args:
        sentence: the sentence as in its document.
        speakers: lower-case labels that name a speaker when a colon follows.

    Returns:
        The text on one line, and its quality.
    """
    text = fold(sentence)
    label = _LABEL.match(text)
    if label and (label[1].lower() in speakers or label[1].lower().split()[0] in _USUAL_LABELS):
        text = text[label.end() :]
    text = " ".join(claim_text(text).split())
    text = _without_opening(text)
    found = words(text)
    bare = text.rstrip(_CLOSING)
    if len(found) < _LEAST_WORDS or bare.endswith(_OPEN_ENDS) or _GREETING.match(text):
        return Quotation(text, 0)
    cased = text.lower() != text.upper()
    ended = bare.endswith(_ENDS)
    if cased and not ended and len(found) < 2 * _LEAST_WORDS:
        return Quotation(text, 0)
    first = next((character for character in text if character.isalnum()), "")
    leans = (
        _points_back(found)
        or first.islower()
        or (cased and not ended)
        or not _WORDS_TO_STAND <= len(found) <= _MOST_WORDS
    )
    return Quotation(text, 1 if leans else 2)


def _points_back(found: Sequence[str]) -> bool:
    return found[0].split("'")[0] in POINTING or not POINTING_SOON.isdisjoint(found[:4])


def _without_opening(text: str) -> str:
    for pattern in (_CONNECTIVE, _CONJUNCTION, _CONNECTIVE):
        match = pattern.match(text)
        if match and match.end() < len(text):
            rest = text[match.end() :]
            text = rest[0].upper() + rest[1:]
    return text
