"""Parses a system's reply into a summary: bullets with citations.

Source: SummHay, section 4.1 (bullets are the lines of the reply).
Differs: preambles, headings and closing remarks are not bullets, unless `compat="paper"`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from hayrick.replies.citations import PAPER, read_citations
from hayrick.types import Bullet, Document, Summary

Compat = Literal["paper"] | None

_MARKER = re.compile(
    r"(?:\*\*|__)?(?P<mark>[-*+•‣◦▪●○–—·]|\(?\d{1,3}[.)](?!\d)|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,4}[.)])(?:\s+|(?=\*\*|__))"
)
_EMPHASIS = re.compile(r"\*\*|__|`")
_RULE = re.compile(r"[-*_=~`#\s]{2,}|[-*_=~`#]{3,}\s*[a-z]{0,12}")
"""A line across, or the fence of a block of code with the name of its language."""
_BOLD_LINE = re.compile(r"(\*\*|__)[^*_]{1,120}\1:?")
_PREAMBLE = re.compile(
    r"(?:sure|certainly|of course|okay|ok|absolutely|great)\s*[,!.:]"
    r"|(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are)|these are)\b.{0,80}?"
    r"\b(?:insights?|summary|summaries|bullets?|points?|findings?|takeaways?|list|answer)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"[\[(*_]*(?:(?:total )?(?:word ?count|words?(?: used)?\s*[:=])|note\s*[:*]|note that|disclaimer"
    r"|please (?:note|let)|let me know|i hope|in (?:summary|conclusion)\b)"
    r"|[\[(*_]*\d+ words\W*$",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"[#*_\s(]*(?:list of )?(?:references?|sources?|citations?|bibliography|(?:works|documents|articles) cited)"
    r"[:*_\s).]*",
    re.IGNORECASE,
)


def citable(documents: Sequence[Document]) -> dict[str, str]:
    """Accepted citations -> document id: stored ids, and 1-based stored positions, which take precedence."""
    names = {document.id: document.id for document in documents}
    names.update({str(position): document.id for position, document in enumerate(documents, start=1)})
    return names


def parse_summary(reply: str | Sequence[str], documents: Mapping[str, str], compat: Compat = None) -> Summary:
    """Parse the bullets of a reply.

    Every non-empty line has a 1-based id. With `compat="paper"`, each line is a bullet, and citations are only digits,
    commas and spaces in square brackets. By default, lines that introduce, head, separate or close the list are not
    bullets, nor is a list of references after its heading; a bullet keeps what heads it. A line with citations only
    belongs to the bullet before it if that has none.

    Args:
        reply: the raw text, or its lines.
        documents: see `citable`.
        compat: "paper" to apply the published scorer's rules.
    """
    raw = reply.splitlines() if isinstance(reply, str) else [part for line in reply for part in line.splitlines()]
    lines = [line.strip() for line in raw if line.strip()]
    if compat == "paper":
        bullets_of_paper = tuple(_paper(id, line, documents) for id, line in enumerate(lines, start=1))
        return Summary(bullets=bullets_of_paper, n_lines=len(lines))
    bullets: list[Bullet] = []
    above = _Above([len(line) - len(line.lstrip()) for line in raw if line.strip()])
    items = [_MARKER.match(line) is not None and not _RULE.fullmatch(line) for line in lines]
    marked = [number for number, is_item in enumerate(items) if is_item]
    span = (marked[0], marked[-1]) if marked else None
    headings = {number for number, line in enumerate(lines) if _REFERENCES.fullmatch(line)}
    for number, line in enumerate(lines):
        marker = _MARKER.match(line) if items[number] else None
        body = line[marker.end() :] if marker else line
        cited = read_citations(body, documents)
        has_cites = bool(cited.documents or cited.unknown)
        text = _plain(cited.text)
        if number in headings:
            continue
        if not any(character.isalnum() for character in text) or (has_cites and _REFERENCES.fullmatch(text)):
            # After a bullet that has its own citations, this is the reply's list of references.
            if has_cites and bullets and not (bullets[-1].cites or bullets[-1].unknown):
                bullets[-1] = _with(bullets[-1], cited.documents, cited.unknown)
            continue
        # A single such heading starts the final list of references; several belong to individual bullets.
        if len(headings) == 1 and number > min(headings) and bullets:
            continue
        is_frame = not has_cites and _is_frame(number, lines, items, span, body)
        kind = _kind(line) if marker else ""
        heading = above.of(number, kind)
        is_parent = above.is_parent(number, items) and not heading and not text.endswith("?")
        if is_frame or is_parent or (not has_cites and text.endswith(":")):
            above.heads(number, kind, "" if _PREAMBLE.match(text) else text.strip("#: "))
        if not is_frame:
            one = Bullet(id=number + 1, text=text, cites=cited.documents, unknown=cited.unknown, heading=heading)
            bullets.append(one)
    return Summary(bullets=tuple(bullets), n_lines=len(lines))


class _Above:
    """What heads the lines of a reply, read from the first line on.

    A heading or an introduction holds up to the next one, or to a line without list mark or indent after the list that
    it heads. An item holds for what stands under it: lines with more blanks before them, and items of another kind.

    Args:
        indents: number of blanks before each line.
    """

    def __init__(self, indents: Sequence[int]) -> None:
        self._indents = indents
        self._heading = ""
        self._has_items = False
        self._item: tuple[int, str, str] | None = None

    def of(self, number: int, kind: str) -> str:
        """What heads a line of a kind of items; the kind is "" for a line without a list mark."""
        indent = self._indents[number]
        if self._item and indent <= self._item[0] and kind in ("", self._item[1]):
            self._item = None
        if self._has_items and not (kind or indent):
            self._heading = ""
        self._has_items |= bool(kind)
        return self._item[2] if self._item else self._heading

    def is_parent(self, number: int, items: Sequence[bool]) -> bool:
        """Whether a line is an item with items of its own, which have more blanks before them."""
        following = items[number] and any(items[number + 1 : number + 2])
        return following and self._indents[number] < self._indents[number + 1]

    def heads(self, number: int, kind: str, text: str) -> None:
        """A line heads what follows."""
        if kind:
            self._item = self._indents[number], kind, text
        else:
            self._heading, self._has_items, self._item = text, False, None


def _is_frame(
    number: int, lines: Sequence[str], items: Sequence[bool], span: tuple[int, int] | None, body: str
) -> bool:
    """Whether a line without citations introduces, heads, separates or closes the list.

    Args:
        number: of the line, from 0 on.
        lines: of the reply.
        items: whether each begins with a list mark.
        span: numbers of the first and the last of these; None where there are none.
        body: of the line, without its mark.
    """
    line = lines[number]
    if _RULE.fullmatch(line) or line.startswith("#"):
        return True
    if items[number]:
        following = number + 1 < len(lines) and items[number + 1]
        heads = body.rstrip(" *_").endswith(":") or any(map(_BOLD_LINE.fullmatch, (body, line)))
        return following and heads and _kind(line) != _kind(lines[number + 1])
    if _BOLD_LINE.fullmatch(line) or line.rstrip(" *_").endswith(":"):
        return True
    if _is_row(line):
        return False
    if span is None:
        return (number == 0 and bool(_PREAMBLE.match(line))) or (number > 0 and bool(_CLOSING.match(line)))
    return not span[0] < number < span[1] or bool(_CLOSING.match(line))


def _is_row(line: str) -> bool:
    """Whether a line is a row of a table, which tells something wherever it stands."""
    return line.startswith("|") and line.endswith("|") and line.count("|") > 2


def _kind(line: str) -> str:
    """Style of a list marker; sub-items have another style than their heading."""
    marker = _MARKER.match(line)
    return "" if marker is None else re.sub(r"\d+", "1", re.sub(r"[a-zA-Z]+", "a", marker["mark"]))


def _with(bullet: Bullet, documents: frozenset[str], unknown: frozenset[str]) -> Bullet:
    return replace(bullet, cites=bullet.cites | documents, unknown=bullet.unknown | unknown)


def _plain(text: str) -> str:
    """Remove bold and code marks."""
    return _EMPHASIS.sub("", text).strip()


def _paper(id: int, line: str, documents: Mapping[str, str]) -> Bullet:
    # Python limits the length of integers; a number this long is not a position anyway.
    digits = [number for group in PAPER.findall(line) for number in re.findall(r"\d+", group)]
    numbers = {str(int(number)) if len(number) < 1000 else number for number in digits}
    known = frozenset(documents[number] for number in numbers if number in documents)
    return Bullet(id=id, text=line, cites=known, unknown=frozenset(numbers - documents.keys()))
