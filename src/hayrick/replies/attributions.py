"""Replies that put numbered texts in two categories: what was chosen, and what was put in the other one.

Source: ETHIC's released scorer at commit f1a30fe, which reads one line after one of two headings (`released_chosen`).
Differs: headings of any wording, case and language are read, lists over several lines, ranges ("1-3"), and replies that
    give each text its own label ("[1]: Supplementary", a table).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_CATEGORY = (
    r"(?:the[ \t])?(?:(?P<other>(?:not|less|non)[ \t-]\w{1,20}|unrelated|irrelevant|exclu\w{0,5}|suppl\w{0,12}"
    r"|support\w{0,6}|additional|secondary|peripheral|other|remaining)"
    r"|(?P<chosen>core|relat\w{1,6}|relevant|included?|main|primary|central))"
)
_NAMES = rf"{_CATEGORY}(?:[ \t]{{1,3}}[^\W\d]{{1,20}}){{0,4}}[*_`\"')\]]{{0,6}}[ \t]{{0,3}}"
_KNOWN = re.compile(
    # At the beginning of a line; further on with a colon, or with "are" before a number.
    rf"(?:(?P<line>^)|(?<=[;{{,.|)\]>]))[^\w\n]{{0,12}}{_NAMES}"
    r"(?:[:\uff1a=]|(?:(?<=\bis )|(?<=\bare ))(?=[\[<\d])|(?(line)(?:-(?=\s)|(?=\n)|\Z)|(?!)))",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^[^\w\n]{0,20}[^\W\d][^\n:\uff1a\d\[\]<>{}]{0,60}[:\uff1a]", re.MULTILINE)
_BRACKETED = re.compile(r"[\[<\u3010]\s{0,3}(?:[^\W\d]{1,12}\s{0,3})?(\d{1,12})\s{0,3}[\]>\u3011]")
_NUMBER = re.compile(r"(?<!\d)\d{1,12}(?!\d)")
_RANGE = re.compile(
    r"(?<![\d-])(?P<open>[\[<\u3010])?(?:[^\W\d]{1,12}[ \t]{0,3})?(?P<first>\d{1,6})[\]>\u3011]?"
    r"(?:[-\u2013\u2014~]|[ \t](?:to|through)[ \t])"
    r"[\[<\u3010]?(?:[^\W\d]{1,12}[ \t]{0,3})?(?P<last>\d{1,6})(?(open)[\]>\u3011])(?![\d-])"
)
_WIDEST, _MOST_RANGES = 1_000, 100
"""Numbers of a range, and ranges of a list; of what exceeds them the first and the last number are read."""

_ONE = r"[\[<(]{0,2}\d{1,6}"
_WORD = r"(?:stud(?:y|ies)|segments?|texts?|ids?|documents?|papers?|cases?)"
_LIST = rf"{_ONE}(?:[\]>)]{{0,2}}(?:[ \t]{{0,2}}(?:[,&-]|and\b|to\b)[ \t]{{0,2}}|[ \t]){_ONE}){{0,999}}+"
_TITLE = r"[^\w\n]{0,4}[|:-][^\n|:]{1,300}[|:-][^\w\n]{1,8}"
_OWN_LIST = rf"[:=-][*_ \t]{{0,4}}(?:$|(?:{_WORD}[ \t]{{0,3}})?{_ONE}|(?:no|none|n/a|all)\b)"
_LABELLED = re.compile(
    # "[1]", "Study 1", "1, 3" or a table's first cell; what separates it from its label; the label; what ends it.
    r"(?:(?P<first>^)|(?P<next>(?<=;))|(?<=[,{(|]))[^\w\n]{0,12}(?:[^\W\d]{1,12}[ \t#\"':.]{1,5})?"
    rf"(?P<numbers>(?(first){_LIST}|(?(next){_LIST}|{_ONE})))"
    rf"(?:[^\w\n,;]{{1,8}}|[\"' ]{{0,2}},\s{{0,20}}\"\w{{1,20}}\":\s{{0,3}}\"?|(?(first){_TITLE}|(?!)))"
    r"(?:(?:is|are|was|were)[ \t]{1,3})?"
    rf"(?:{_CATEGORY}(?:[ \t]{{1,3}}{_WORD})?|(?P<yes>yes)|no)[*_`\"')\]}}]{{0,6}}[ \t]{{0,3}}"
    # A number before a heading with a list of its own is no label.
    rf"(?!{_OWN_LIST})(?=[.;,|}}(\n]|[:\u2013\u2014-]\s|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERING = re.compile(r"\n[^\w\n]{0,8}\d{1,2}[.)][^\w\n]{0,8}\Z")
"""The number of a next heading."""

_NONE = re.compile(r"\b(?:none|no|not any|nothing|n/a|nil|null)\b", re.IGNORECASE)
_RELEASED = re.compile(r"(?:Related Segments|Core IDs):\s*(.+)")


class Attributed(NamedTuple):
    """Numbers in the first category, and in the other; one that is in both belongs where it is first named."""

    chosen: frozenset[int]
    others: frozenset[int] = frozenset()


def read_attributed(reply: str) -> Attributed | None:
    """Numbers that a reply puts in the first category, such as "Core IDs" or "Related Segments", and in the other.

    Headings are known by their words, in English; of headings in other words the first one with a list is the first
    category. Of two headings of one category the last one with a list counts. A number with a label of its own ("[1]:
    Supplementary", "| 1 | Core |", "1 is core") belongs where that says. Without headings and labels all numbers are
    chosen. Numbers in brackets count, else all; "1-3" and "[1] to [3]" are ranges.

    Returns:
        None where the reply names no number and does not say that there is none. An empty list beside a filled one
        says so.
    """
    labelled = list(_LABELLED.finditer(reply))
    parts = list(_parts(reply, labelled))
    if labelled:
        return _by_labels(labelled, _by_headings(parts) or Attributed(frozenset()))
    if not parts:
        named = _numbers(reply)
        return Attributed(frozenset(named)) if named or _NONE.search(reply) else None
    return _by_headings(parts)


def released_chosen(reply: str) -> list[str]:
    """Numbers as ETHIC's scorer reads them: of the line after the heading, else of the whole reply, each once.

    Source: ETHIC's released scorer at commit f1a30fe.
    """
    found = _RELEASED.search(reply)
    return list(dict.fromkeys(re.findall(r"\d+", found[1] if found else reply)))


def _by_headings(parts: Sequence[tuple[str, str]]) -> Attributed | None:
    found = {kind: _numbers(text) for kind, text in parts if _numbers(text) or _NONE.search(text)}
    if not any(found.values()) and "chosen" not in found:
        return None
    chosen, others = frozenset(found.get("chosen", ())), frozenset(found.get("other", ()))
    if [*found][:1] == ["other"]:
        return Attributed(chosen - others, others)
    return Attributed(chosen, others - chosen)


def _by_labels(labelled: Sequence[re.Match[str]], headed: Attributed) -> Attributed:
    """Numbers where their labels put them, the first one of two; all others stay where they are."""
    kinds: dict[int, bool] = {}
    for one in labelled:
        for number in _numbers(one["numbers"]):
            kinds.setdefault(number, bool(one["chosen"] or one["yes"]))
    chosen = frozenset(number for number, is_chosen in kinds.items() if is_chosen)
    others = kinds.keys() - chosen
    return Attributed((headed.chosen - others) | chosen, (headed.others - chosen) | others)


def _parts(reply: str, labelled: Sequence[re.Match[str]]) -> Iterator[tuple[str, str]]:
    """(category, what follows its heading) in the order of the reply; a label is no heading."""
    labels = {one.end(kind) for one in labelled for kind in ("chosen", "other")}
    known = [one for one in _KNOWN.finditer(reply) if one.end("chosen" if one["chosen"] else "other") not in labels]
    for one, text in _following(reply, known):
        yield ("chosen" if one["chosen"] else "other"), text
    if known or labelled:
        return
    kind = "chosen"
    for _, text in _following(reply, list(_HEADING.finditer(reply))):
        if _numbers(text) or _NONE.search(text):
            yield kind, text
            kind = "other"


def _following(reply: str, headings: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    ends = [*(one.start() for one in headings[1:]), len(reply)]
    for one, end in zip(headings, ends, strict=False):
        yield one, _NUMBERING.sub("", reply[one.end() : end])


def _numbers(text: str) -> list[int]:
    text = _RANGE.sub(_spelled_out, text, count=_MOST_RANGES)
    bracketed = _BRACKETED.findall(text)
    if bracketed:
        return [int(one) for one in bracketed]
    shown = text.strip()
    return [int(one) for one in _NUMBER.findall(re.split(r"\n[ \t]*\n", shown, maxsplit=1)[0])]


def _spelled_out(found: re.Match[str]) -> str:
    """All numbers of a range; the text itself where it is none."""
    first, last = int(found["first"]), int(found["last"])
    if not first < last < first + _WIDEST:
        return found[0]
    return ", ".join(f"[{number}]" if found["open"] else str(number) for number in range(first, last + 1))
