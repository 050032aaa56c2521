"""Replies that give a text for each section: what stands under each heading, in every form that models write.

Source: ETHIC's released scorer at commit f1a30fe, which splits at "<Section 1>".
Differs: headings in other forms and languages, tables and JSON are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hayrick.numerals import LEADING, ONES
from hayrick.replies.json import read_array, read_objects
from hayrick.types import Unparsed

_NOUN = r"(?:section|segment|sect?\.?|\u00a7|part|chapter|passage|text|document)"
_WORD = r"[^\s\d!-/:-@\[-`{-~]{1,20}"
_NUMBER = r"\d{1,6}"
_CHINESE = "\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341"
_SPELLED = rf"{_NUMBER}|[IVXL]{{1,8}}(?=[^\w])|(?:{'|'.join(ONES)})\b"
_AFTER = r"[*_#`\"' \t]{0,8}(?:[:\uff1a]|[-\u2013\u2014](?=\s)|(?=\n)|\Z)?[*_ \t]{0,8}"
_OF = r"(?:[ \t]{0,2}(?:of|out[ \t]of|/)[ \t]{0,2}\d{1,6})?(?:[ \t]{1,2}summary\b)?(?:[ \t]{0,2}\([^()\n]{1,100}\))?"
"""After a number: "of 9", "(part 1 of 9)"."""

_END = rf"{_OF}[*_#`\"')\] \t]{{0,8}}(?:[:\uff1a]|[-\u2013\u2014](?=\s)|\.?(?=\n)|\Z)[*_ \t]{{0,8}}"
_BRACKETED = re.compile(
    rf"[<\[\u3010](?:{_WORD}\.?)?(?:[ \t_-]|\s(?:id|n|number|no)=[\"']?)?({_NUMBER})[\"']?{_OF}\s?"
    rf"[^\W\d]{{0,3}}[>\]\u3011]{_AFTER}",
    re.MULTILINE | re.IGNORECASE,
)
_NAMED = re.compile(
    rf"^[^\w\n<\[\u00a7]{{0,12}}(?:summary[ \t](?:of|for)[ \t])?(?:the[ \t])?"
    rf"(?:{_NOUN}[ \t.#*_]{{0,5}}({_SPELLED})(?:{_END}|\.[*_]{{0,3}}[ \t]{{1,3}})"
    rf"|({'|'.join(LEADING)})[ \t]{_NOUN}{_END})",
    re.IGNORECASE | re.MULTILINE,
)
_OTHER = re.compile(
    rf"^[^\w\n<\[]{{0,12}}(?:\u7b2c([{_CHINESE}]{{1,4}})|{_WORD}\.?[ \t.#*_]{{0,5}}({_NUMBER}))[^\W\d]{{0,3}}{_END}",
    re.MULTILINE,
)
_ROW = re.compile(rf"^[ \t]{{0,4}}\|[ \t*_]{{0,6}}(?:{_WORD}[ \t.#]{{1,3}})?({_NUMBER})[ \t*_.]{{0,6}}\|", re.MULTILINE)
_BARE = re.compile(r"^[^\w\n]{0,12}(\d{1,6})(?:\\?[.):\uff1a][ \t*_]{0,8}|(?=[*_ \t]{0,8}\n))", re.MULTILINE)
_KEY = re.compile(r"<?(?:[^\W\d]{1,20}[\s_#.-]{0,3})?(\d{1,6})>?")
_LIST = re.compile(r"\s{0,9}(?:[^\[{]{0,300}\n)?(?:```\w{0,10}\s{0,9})?[\[{]\s{0,99}[\"\u201c{]")
_CLOSING = re.compile(r"(?:\s{0,9}</[^<>\n]{1,40}>){1,3}\s{0,9}\Z")
_AROUND = " \t\r\n*_#`|-"
_LETTER = re.compile(r"[^\W_]")


def read_section_texts(reply: str, n: int) -> Mapping[int, str]:
    """Text of every section that a reply has one for, by number; of two texts of one section the last one counts.

    Read is, in this order, what gives a text: JSON, that is an object whose keys are sections, records with a number
    each, or a list of as many texts as sections; headings in brackets such as "<Section 1>"; lines that begin with
    "Section 1", also "Section 1 of 9", "Section 1 (Chapter 3)", "Section One", "Summary of Section I"; lines that are
    another word and a number, as in other languages; rows of a table; lines that begin with a number. Numbers of no
    section are no headings. A single section needs no heading.

    Args:
        reply: any text; the time taken is linear in its length.
        n: number of sections, which are numbered from 1 on.
    """
    found = dict(_of_json(reply, n)) if "{" in reply or "[" in reply else {}
    for heading in (_BRACKETED, _NAMED, _OTHER, _ROW, _BARE):
        found = found or dict(_of_headings(reply, heading, n))
    return found or ({1: reply.strip()} if n == 1 and _LETTER.search(reply) else {})


def _of_headings(reply: str, heading: re.Pattern[str], n: int) -> Iterator[tuple[int, str]]:
    numbered = [(_value(next(filter(None, one.groups()))), one) for one in heading.finditer(reply)]
    found = [(number, one) for number, one in numbered if 1 <= number <= n]
    ends = [*(one.start() for _, one in found[1:]), len(reply)]
    for (number, one), end in zip(found, ends, strict=False):
        text = reply[one.end() : end].strip(_AROUND)
        text = _CLOSING.sub("", text).strip(_AROUND) if text.endswith(">") else text
        if _LETTER.search(text):
            yield number, text


def _value(written: str) -> int:
    """The number of a heading in digits, a word, Roman or Chinese numerals; 0 for what is none."""
    word = written.lower()
    if word.isdecimal():
        return int(word)
    if word in ONES or word in LEADING:
        return ONES.get(word, 0) or LEADING.get(word, 0)
    if written[0] in _CHINESE:
        tens, ten, ones = written.rpartition("\u5341")
        return (_CHINESE.find(tens or "\u4e00") * 10 if ten else 0) + max(0, _CHINESE.find(ones) if ones else 0)
    digits = [{"i": 1, "v": 5, "x": 10, "l": 50}[letter] for letter in word]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))


def _of_json(reply: str, n: int) -> Iterator[tuple[int, str]]:
    objects = read_objects(reply) if "{" in reply else ()
    found = () if isinstance(objects, Unparsed) else objects
    for one in found:
        keyed = [(_numbered(key, n), _text(value)) for key, value in one.items()]
        yield from ((number, text) for number, text in keyed if number and text)
        if not any(number for number, _ in keyed):
            yield from _of_record(one, n)
    if not found and _LIST.match(reply):
        listed = read_array(reply)
        yield from _of_list(() if isinstance(listed, Unparsed) else listed, n)


def _of_record(record: Mapping[str, object], n: int) -> Iterator[tuple[int, str]]:
    """An object with a list of all texts, or of one section with its number among its values."""
    lists = [value for value in record.values() if isinstance(value, list)]
    for value in lists:
        yield from _of_list(value, n)
    if lists:
        return
    number = next(filter(None, (_numbered(value, n) for value in record.values())), 0)
    if number and (text := _text({key: value for key, value in record.items() if not _numbered(value, n)})):
        yield number, text


def _of_list(values: Sequence[object], n: int) -> Iterator[tuple[int, str]]:
    texts = [value.strip() for value in values if isinstance(value, str) and _LETTER.search(value)]
    if len(texts) == len(values) == n:
        yield from enumerate(texts, start=1)


def _numbered(value: object, n: int) -> int:
    """The number of a section that a key or a value is; 0 where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 1 <= value <= n else 0
    found = _KEY.fullmatch(value.strip()) if isinstance(value, str) and len(value) < 40 else None
    return int(found[1]) if found and 1 <= int(found[1]) <= n else 0


def _text(value: object) -> str:
    """A text, or the longest one of an object; "" where there is none."""
    if isinstance(value, Mapping):
        return max(map(_text, value.values()), key=len, default="")
    return value.strip() if isinstance(value, str) and _LETTER.search(value) else ""
