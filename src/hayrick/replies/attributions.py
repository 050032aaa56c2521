"""Replies that put numbered texts in two categories: what was chosen, and what was put in the other one.

Source: ETHIC's released scorer at commit f1a30fe, which reads one line after one of two headings (`released_chosen`).
Differs: headings of any wording, case and language are read, and lists over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_NAMES = (
    r"(?:the[ \t])?(?:(?P<other>(?:not|less)[ \t]\w{1,20}|unrelated|irrelevant|suppl\w{0,12}|support\w{0,6}|additional"
    r"|secondary|peripheral|other|remaining)|(?P<chosen>core|relat\w{1,6}|relevant|included|main|primary|central))"
    r"(?:[ \t]{1,3}[^\W\d]{1,20}){0,4}[*_`\"')\]]{0,6}[ \t]{0,3}"
)
_KNOWN = re.compile(
    # At the beginning of a line, or further on with a colon.
    rf"(?:(?P<line>^)|(?<=[;{{,.|)\]>]))[^\w\n]{{0,12}}{_NAMES}(?:[:\uff1a=]|(?(line)(?:-(?=\s)|(?=\n)|\Z)|(?!)))",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^[^\w\n]{0,20}[^\W\d][^\n:\uff1a\d\[\]<>{}]{0,60}[:\uff1a]", re.MULTILINE)
_BRACKETED = re.compile(r"[\[<\u3010]\s{0,3}(?:[^\W\d]{1,12}\s{0,3})?(\d{1,12})\s{0,3}[\]>\u3011]")
_NUMBER = re.compile(r"(?<!\d)\d{1,12}(?!\d)")
_NONE = re.compile(r"\b(?:none|no|not any|nothing|n/a|nil|null)\b", re.IGNORECASE)
_RELEASED = re.compile(r"(?:Related Segments|Core IDs):\s*(.+)")


class Attributed(NamedTuple):
    """Numbers in the first category, and in the other; one that is in both belongs where it is first named."""

    chosen: frozenset[int]
    others: frozenset[int] = frozenset()


def read_attributed(reply: str) -> Attributed | None:
    """Numbers that a reply puts in the first category, such as "Core IDs" or "Related Segments", and in the other.

    Headings are known by their words, in English; of headings in other words the first one with a list is the first
    category. Of two headings of one category the last one with a list counts. Without headings all numbers are chosen.
    Numbers in brackets count, else all.

    Returns:
        None where the reply names no number and does not say that there is none. An empty list beside a filled one
        says so.
    """
    parts = list(_parts(reply))
    if not parts:
        named = _numbers(reply)
        return Attributed(frozenset(named)) if named or _NONE.search(reply) else None
    found = {kind: _numbers(text) for kind, text in parts if _numbers(text) or _NONE.search(text)}
    if not any(found.values()) and "chosen" not in found:
        return None
    chosen, others = frozenset(found.get("chosen", ())), frozenset(found.get("other", ()))
    if [*found][:1] == ["other"]:
        return Attributed(chosen - others, others)
    return Attributed(chosen, others - chosen)


def released_chosen(reply: str) -> list[str]:
    """Numbers as ETHIC's scorer reads them: of the line after the heading, else of the whole reply, each once.

    Source: ETHIC's released scorer at commit f1a30fe.
    """
    found = _RELEASED.search(reply)
    return list(dict.fromkeys(re.findall(r"\d+", found[1] if found else reply)))


def _parts(reply: str) -> Iterator[tuple[str, str]]:
    """(category, what follows its heading) in the order of the reply."""
    known = list(_KNOWN.finditer(reply))
    for one, text in _following(reply, known):
        yield ("chosen" if one["chosen"] else "other"), text
    if known:
        return
    kind = "chosen"
    for _, text in _following(reply, list(_HEADING.finditer(reply))):
        if _numbers(text) or _NONE.search(text):
            yield kind, text
            kind = "other"


def _following(reply: str, headings: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    ends = [*(one.start() for one in headings[1:]), len(reply)]
    for one, end in zip(headings, ends, strict=False):
        yield one, reply[one.end() : end]


def _numbers(text: str) -> list[int]:
    bracketed = _BRACKETED.findall(text)
    if bracketed:
        return [int(one) for one in bracketed]
    shown = text.strip()
    return [int(one) for one in _NUMBER.findall(re.split(r"\n[ \t]*\n", shown, maxsplit=1)[0])]
