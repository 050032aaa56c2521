"""Rankings of numbered things, as models write them: "3 > 1 > 2", "[3], [1]", a list of lines."""

from __future__ import annotations

import re
import unicodedata

_ID = r"(?<![0-9.])[0-9]{1,9}(?![0-9])"
_NOUNS = r"(?:passage|document|doc|id|number|no\.)"
_MARKS = re.compile(r"[\[\]{}*`\"'#:]")
_WORDS = re.compile(rf"\b{_NOUNS}[ _-]{{0,3}}(?=[0-9])", re.IGNORECASE)
_BETTER = r"\s{0,20}(?:[-=]{0,2}>{1,3}=?|&gt;|&ge;|[≻≽→⇒≥⩾≫])\s{0,20}"
_WORSE = r"\s{0,20}(?:<{1,3}[-=]{0,2}|&lt;|&le;|[≺≼←⇐≤⩽≪])\s{0,20}"
_CHAIN, _REVERSED = (re.compile(rf"{_ID}(?:{between}{_ID})+") for between in (_BETTER, _WORSE))
_LISTED = re.compile(rf"{_ID}(?:[\s,;|、]{{1,20}}(?:(?:and|then|and\s{{1,5}}then)[\s,]{{1,5}})?{_ID})+", re.IGNORECASE)
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NUMBERED_LINE = re.compile(
    rf"^[^\w\n]{{0,8}}([0-9]{{1,6}})[.)][^\w\n]{{0,8}}(?:{_NOUNS}[^\w\n]{{0,4}})?({_ID})", re.IGNORECASE | re.MULTILINE
)
_LINE = re.compile(rf"^[^\w\n]{{0,8}}({_ID})", re.MULTILINE)
_RELEASED = re.compile(r"\d+(?:\s*>\s*\d+)*")


def read_ranking(reply: str) -> tuple[str, ...] | None:
    """Ids of a ranking, best first and without leading zeros; repetitions and unknown ids are kept.

    Read is, in this order, what there is: the longest chain with ">" (or ">=", "->", an arrow, "≻") between ids, or
    with "<", whose best one is its last; lines that are numbered from 1 on and name an id each; the longer of a chain
    with commas, blanks or "then" between ids and of lines that begin with one; all numbers, each once, as they come.
    Brackets and words such as "passage" and "ID" before an id do not matter, and digits of any script are digits.

    Returns:
        The ids; None where the reply has no number.

    Source: HELMET, whose scorer reads ">" alone (`released_ranking`).
    Differs: other separators, lists and words before ids are read.
    """
    reply = _OTHER_DIGIT.sub(lambda found: str(unicodedata.decimal(found[0])), reply.translate(_FULL_WIDTH))
    text = _WORDS.sub(" ", re.sub(r"[()]", " ", _MARKS.sub(" ", reply)))
    chains = [_ids(found[0]) for found in _CHAIN.finditer(text)]
    chains += [_ids(found[0])[::-1] for found in _REVERSED.finditer(text)]
    if chains:
        return max(chains, key=len)
    places, named = _numbered_lines(reply)
    if len(named) > 1 and places == [*range(1, len(places) + 1)]:
        return named
    lines = _ids(" ".join(_LINE.findall(text)))
    listed = max((_ids(found[0]) for found in _LISTED.finditer(text)), key=len, default=())
    if max(len(lines), len(listed)) > 1:
        return max(listed, lines, key=len)
    return tuple(dict.fromkeys(_ids(text))) or None


def released_ranking(reply: str) -> list[str]:
    """Ids as HELMET's scorer reads them, repetitions included; the whole text where it has no number.

    Source: HELMET's released scorer at commit 4526dfb: brackets, colons and every "id" are deleted, then the chain of
    numbers and ">" with the most characters is taken.
    """
    text = re.sub(r"[\[\]:]", "", reply).lower().replace("id", "")
    chain = max((found[0] for found in _RELEASED.finditer(text)), key=len, default=text)
    return [one.strip() for one in chain.split(">")]


def _numbered_lines(reply: str) -> tuple[list[int], tuple[str, ...]]:
    found = _NUMBERED_LINE.findall(_MARKS.sub(" ", reply))
    return [int(place) for place, _ in found], tuple(str(int(id)) for _, id in found)


def _ids(text: str) -> tuple[str, ...]:
    return tuple(str(int(found)) for found in re.findall(_ID, text))
