"""Lists of short labels, as models write them: "Alice, Bob", bullets, JSON, "The names are Alice and Bob.", "None".

Source: ETHIC's released scorer at commit f1a30fe, which splits at commas and semicolons alone (`released_labels`).
Differs: lines, bullets and JSON separate labels too; introductions, explanations and empty pieces are no labels.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from hayrick.replies.remarks import without_remarks
from hayrick.replies.structures import labels_of_json, without_tables, without_tags

_BULLETS = "\u2022\u2023\u2043\u2219\u25a0\u25a1\u25aa\u25ab\u25b6\u25ba\u25cb\u25cf\u25e6"
_BETWEEN = re.compile(
    rf"[;\n\u3001\uff0c\uff1b\u060c\u061b{_BULLETS}]|(?<!\d),|,(?!\d{{3}}(?!\d))|\s(?:and|&|[/|\u00b7])\s"
)
_TIGHT = re.compile(r"[^\d\n,;]{0,200}\d{1,9}(?:,\d{1,9}){2,}\W{0,20}")
"""Three numbers or more that nothing but commas separates."""

_MARK = re.compile(
    rf"\s{{0,20}}(?:[-*+\u2013\u2014\u00b7](?=\s)|[{_BULLETS}]|(?:\(?(?:\d{{1,4}}|[A-Za-z])\)|\d{{1,4}}\.)(?=\s))\s{{0,20}}"
)
_ASIDE = re.compile(r"\([^()\n]{0,200}\)|\s[-\u2013\u2014]\s[^\n,;]{0,300}")
_INTRODUCTION = re.compile(
    r"(?:[^\W\d][^\s:]{0,30}[ \t]{1,3}){0,20}"
    r"(?:answer|labels?|list|names?|characters?|people|persons?|numbers?|integers?|citations?|found|present|mentioned"
    r"|following|are|is|include|includes|total)(?:[ \t]{0,3}[:=]|[*_]{0,4}:[*_]{0,4})",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(r"[^\W\d][^\s:,;]{0,30}(?:[ \t]{1,3}[a-z][^\s:,;A-Z]{0,30}){2,20}:(?=[ \t])")
"""Three words or more before a colon, without a capital letter inside: "Based on the text:"."""

_LATER = re.compile(r"(?:also|others?|and|more|further|additional(?:ly)?)\b[a-z \t]{0,60}:(?=[ \t])", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?:[^\W\d][^\s:,;]{0,30}[ \t]{1,3}){1,20}?(?:are|is|were|was|include|includes)[ \t]", re.IGNORECASE
)
_NONE = re.compile(
    r"\W{0,9}(?:(?:the )?answer(?: is)?\W{1,5})?(?:there (?:are|is|were|was) )?"
    r"(?:none|no|not any|nothing|n/?a|nil|null)\b[^\n\d,;]{0,120}",
    re.IGNORECASE,
)
_NO_LABEL = frozenset(["none", "no", "nothing", "n/a", "na", "nil", "null", "and", "etc", "answer"])
_FOREIGN_NONE = re.compile(
    r"\W{0,9}(?:(?:keine[rsn]?|ning\u00fan|ningun[oa]|aucune?|nessun[oa]?|nenhuma?|geen|brak|\u043d\u0435\u0442)\b"
    r"[^\n\d,;]{0,60}|(?:\u7279\u306b)?\u306a\u3057|[\u65e0\u7121]|[\u6ca1\u6c92]\u6709|\uc5c6\uc74c"
    r"|\u0644\u0627 \u064a\u0648\u062c\u062f)\W{0,9}",
    re.IGNORECASE,
)
_AROUND = " \t\r.,:\"'`*_[](){}|<>#\u201c\u201d\u2018\u2019\u00ab\u00bb\u060c"
_MOST_WORDS = 6
"""A piece of more words is a sentence and no label."""

_LETTER = re.compile(r"[^\W_]")
_TITLE_WORDS = (
    "mr mrs ms miss mx dr doctor prof professor sir dame lady lord captain capt colonel col general gen major maj"
    " lieutenant lt sergeant sgt admiral commander corporal reverend rev father mother brother sister saint st pope"
    " bishop archbishop cardinal king queen prince princess duke duchess earl count countess baron baroness baronet"
    " viscount marquis emperor empress madam madame mme mlle mademoiselle monsieur messrs herr frau signor signora"
    " inspector superintendent constable nurse viscountess marchioness councillor cllr pres deputy prime"
    " se\u00f1or se\u00f1ora don do\u00f1a aunt uncle master mistress hon honourable honorable right president minister"
    " secretary senator judge justice speaker chairman the"
)
_TITLES = frozenset(_TITLE_WORDS.split())
_TITLE_DOT = re.compile(r"\b(mrs?|ms|dr|prof|capt|col|gen|maj|lt|sgt|rev|st|hon|pres)\.(?=\w)")
_OFFICES = frozenset(["speaker", "president", "minister", "chairman", "secretary"])
"""Titles by which their holder is addressed, as in "Mr. Speaker"; "Mr. King" and "Mr. Major" are names."""


def read_list(reply: str) -> tuple[str, ...] | None:
    """Labels of a reply that is a list, each once and in order; none for "None", and None where it has no label.

    Commas, semicolons, line breaks and "and" separate labels; "1,234" is one, and "120,145,300" three where a reply
    has no other separator. Bullets, numbering, quotes, tags, explanations in parentheses or after a colon or dash,
    introductions and sentences to the reader (`remarks`) do not matter. JSON and tables: `replies.structures`.

    Args:
        reply: any text; the time taken is linear in its length.
    """
    text = without_remarks(without_tags(reply))
    if _NONE.fullmatch(text) or _FOREIGN_NONE.fullmatch(text):
        return ()
    if _TIGHT.fullmatch(text):
        return _once(re.findall(r"\d+", text))
    if (found := labels_of_json(text)) is not None:
        return _once(found)
    text = without_tables(text)
    labels = _once(piece for line in _lines(text) for piece in _pieces(line))
    return labels or (() if any(_NONE.fullmatch(line) for line in text.splitlines()) else None)


def names_of(labels: Iterable[str]) -> frozenset[str]:
    """Words of names in lower case, each for itself, without titles before them and possessive endings.

    "Mrs. Anne-Marie O'Neil" gives anne-marie and o'neil; "King Arthur" arthur, but "Stephen King" stephen and king.
    "Mr. Speaker" is an address and no name.
    """
    return frozenset(word for label in labels for word in _name_words(label))


def released_labels(reply: str) -> list[str]:
    """Labels as ETHIC's scorer reads them: split at commas and semicolons, in lower case; empty ones stay.

    Source: ETHIC's released scorer at commit f1a30fe.
    """
    return [one.lower().strip(".").strip() for one in re.split(r"[;,]\s*", reply)]


def _lines(text: str) -> Iterator[str]:
    """Lines without introductions; a line that only introduces others is left out."""
    waiting = True
    for line in text.splitlines():
        if not line.strip() or line.rstrip(" *_").endswith(":"):
            continue
        marked = _MARK.match(line)
        shown = line[marked.end() :] if marked else line.strip()
        shown = _listed(shown, is_first=waiting, is_marked=bool(marked))
        waiting = False
        yield shown


def _listed(line: str, *, is_first: bool, is_marked: bool) -> str:
    """What stands after an introduction; on a later line, after "Also mentioned:" and the like."""
    plain = line.lstrip("*_# ")
    if not is_first:
        found = None if is_marked else _LATER.match(plain)
        return plain[found.end() :] if found else line
    if found := _INTRODUCTION.match(plain) or (None if is_marked else _ANNOUNCED.match(plain)):
        return plain[found.end() :]
    found = _SENTENCE.match(line)
    return line[found.end() :] if found else line


def _pieces(line: str) -> Iterator[str]:
    for piece in _BETWEEN.split(_ASIDE.sub("", line)):
        label = re.split(r":(?:\s|\Z)", piece, maxsplit=1)[0].strip(_AROUND)
        if (
            _LETTER.search(label)
            and label.lower() not in _NO_LABEL
            and len(label.split(None, _MOST_WORDS)) <= _MOST_WORDS
        ):
            yield label


def _once(labels: Iterable[str]) -> tuple[str, ...]:
    kept = (one.strip(_AROUND) for one in labels)
    return tuple(dict.fromkeys(one for one in kept if one and one.lower() not in _NO_LABEL))


def _name_words(label: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", label).replace("\u2019", "'").casefold()
    words = [word.strip(_AROUND).removesuffix("'s") for word in _TITLE_DOT.sub(r"\1 ", plain).split()]
    if len(words) > 1 and words[-1] in _OFFICES and _TITLES.issuperset(words):
        return []
    while len(words) > 1 and words[0] in _TITLES:
        words = words[1:]
    return [word for word in words if word]
