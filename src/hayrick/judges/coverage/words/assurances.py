"""Phrases that only vouch for what follows them: "there is no doubt that", "despite denials it is certain that"."""

from __future__ import annotations

import re

from hayrick.judges.coverage.words.frame_words import HARDLY_ANYBODY

_BEFORE = r"(?:(?:despite|notwithstanding|contrary to|for all|after) (?:[\w'-]+ ){0,3}?"
_BEFORE += r"(?:doubts?|denials?|rumou?rs?|scepticism), )?"
_MORE = r"(?:now |by now |finally |also |quite |perfectly |absolutely |officially |entirely |fully |well |long )*"
_SURE = (
    r"(?:certain|clear|confirmed|established|official|settled|undisputed|undeniable|indisputable|documented|proven"
    r"|known|true|a fact|no secret|(?:beyond|without) (?:all |any |a )?(?:doubt|dispute|question))"
)
_DOUBT = r"(?:doubt|dispute|disput|deny|denie|deni|question|contest|challeng)(?:s|ed|ing)?"
_ASSURED = (
    rf"{_BEFORE}(?:"
    rf"it (?:is|was|has been|can be) {_MORE}{_SURE} that"
    rf"|there (?:is|was|can be|remains) {_MORE}no (?:longer )?(?:any |real |serious )?{_DOUBT} (?:now |any more )?that"
    rf"|(?:nobody|no one|none|few|{HARDLY_ANYBODY}) (?:[\w']+ ){{0,3}}?{_DOUBT} (?:now |any more )?that"
    rf"|it can(?:not| no longer|'t) (?:now )?be (?:denied|disputed|doubted) that"
    r"|(?:[\w'-]+ ){1,4}leaves? no (?:doubt|question) that"
    r"|it is not (?:only|just|merely) [^,.;:!?]{1,40} who (?:says?|thinks?|claims?) (?:it|so|this) ?:"
    r") "
)
_FIRST = re.compile(_ASSURED, re.IGNORECASE)
_LATER = re.compile(rf"([.!?;] ){_ASSURED}", re.IGNORECASE)


def without_assurances(text: str) -> str:
    """The text without phrases at the beginning of its sentences that only say that what follows is true."""
    if "that " not in text and "who " not in text:
        return text
    first = _FIRST.match(text)
    return _LATER.sub(r"\1", text[first.end() :] if first else text)
