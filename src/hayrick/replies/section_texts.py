"""Replies that give a text for each section: what stands under each heading, in every form that models write.

Source: ETHIC's released scorer at commit f1a30fe, which splits at "<Section 1>".
Differs: headings in other forms and languages and JSON are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hayrick.replies.json import read_objects
from hayrick.types import Unparsed

_NOUN = r"(?:section|segment|sect?\.?|\u00a7|part|chapter|passage|text|document)"
_AFTER = r"[*_#`\"' \t]{0,8}(?:[:\uff1a]|[-\u2013\u2014](?=\s)|(?=\n)|\Z)?[*_ \t]{0,8}"
_END = r"[*_#`\"')\] \t]{0,8}(?:[:\uff1a]|[-\u2013\u2014](?=\s)|(?=\n)|\Z)[*_ \t]{0,8}"
_BRACKETED = re.compile(
    rf"(?:^[#* \t]{{0,8}})?[<\[\u3010](?:[^\W\d]{{1,20}}\.?)?\s?(\d{{1,6}})\s?[^\W\d]{{0,3}}[>\]\u3011]{_AFTER}",
    re.MULTILINE,
)
_NAMED = re.compile(rf"^[^\w\n<\[\u00a7]{{0,12}}{_NOUN}[ \t.#*_]{{0,5}}(\d{{1,6}}){_END}", re.IGNORECASE | re.MULTILINE)
_OTHER = re.compile(
    rf"^[^\w\n<\[]{{0,12}}[^\W\d]{{1,20}}\.?[ \t.#*_]{{0,5}}(\d{{1,6}})[^\W\d]{{0,3}}{_END}", re.MULTILINE
)
_BARE = re.compile(r"^[^\w\n]{0,12}(\d{1,6})(?:[.):\uff1a][ \t*_]{0,8}|(?=[*_ \t]{0,8}\n))", re.MULTILINE)
_KEY = re.compile(r"<?(?:[^\W\d]{1,20}[\s_#.-]{0,3})?(\d{1,6})>?")
_AROUND = " \t\r\n*_#`|-"
_LETTER = re.compile(r"[^\W_]")


def read_section_texts(reply: str, n: int) -> Mapping[int, str]:
    """Text of every section that a reply has one for, by number; of two texts of one section the last one counts.

    Read is, in this order, what gives a text: a JSON object whose keys are sections; headings in brackets such as
    "<Section 1>"; lines that begin with "Section 1"; lines that are another word and a number, as in other languages;
    lines that begin with a number. Numbers of no section are no headings. A single section needs no heading.

    Args:
        reply: any text; the time taken is linear in its length.
        n: number of sections, which are numbered from 1 on.
    """
    found = dict(_of_json(reply, n))
    for heading in (_BRACKETED, _NAMED, _OTHER, _BARE):
        found = found or dict(_of_headings(reply, heading, n))
    return found or ({1: reply.strip()} if n == 1 and _LETTER.search(reply) else {})


def _of_headings(reply: str, heading: re.Pattern[str], n: int) -> Iterator[tuple[int, str]]:
    found = [one for one in heading.finditer(reply) if 1 <= int(one[1]) <= n]
    ends = [*(one.start() for one in found[1:]), len(reply)]
    for one, end in zip(found, ends, strict=False):
        text = reply[one.end() : end].strip(_AROUND)
        if _LETTER.search(text):
            yield int(one[1]), text


def _of_json(reply: str, n: int) -> Iterator[tuple[int, str]]:
    objects = read_objects(reply) if "{" in reply else ()
    for one in () if isinstance(objects, Unparsed) else objects:
        for key, value in one.items():
            number = _KEY.fullmatch(key.strip())
            if number and 1 <= int(number[1]) <= n and isinstance(value, str) and _LETTER.search(value):
                yield int(number[1]), value.strip()
