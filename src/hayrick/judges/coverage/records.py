"""Facts that are told by several lines together: lines with labels, a row of a table, an answer with its question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.frames import denies
from hayrick.judges.coverage.words.function_words import FINITE
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.judges.coverage.words.reading import read
from hayrick.judges.coverage.words.surface import is_known
from hayrick.judges.coverage.words.verdicts import verdict_of, verdict_over, with_verdicts
from hayrick.numerals import listed

_FIELD = re.compile(r"\W{0,6}(?P<label>[^\W_][^:|.!?]{0,40}?)\W{0,3}: ?\W{0,3}\s*(?P<value>[^|\s][^|]{0,200})")
_ASKED = re.compile(
    r"\W{0,6}(?:q(?:uestion)?\W{0,3}:\W{0,3})?(?:who|whom|whose|what|which|when|where|how)\b(?P<rest>[^?]{0,200})\?\W{0,4}",
    re.IGNORECASE,
)
ANSWER_MARK = re.compile(r"\A\W{0,6}a(?:nswer)?\W{0,3}:\W{0,3}", re.IGNORECASE)
"""What stands before an answer: "A:"."""
_PRONOUN = re.compile(r"\W{0,6}(?:it|he|she|they|this|that|these|those)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"[.!?]['\"”’)]? +[A-Z\"“(]")
_LABEL, _VALUE, _PHRASE = 5, 20, 8
"""Most words of a label, of what it labels, and of that if it ends like a sentence: longer ones tell a fact each."""
_MOST = 8
"""Lines of a record at most: more are a list."""
_OPEN = frozenset(
    listed("if should would could may might must fictional fictitious hypothetical example planned proposed draft")
)
"""Words of a heading or question that leave open whether what stands under it is so."""
_NUMBER = re.compile(r"\d[\d.,]*(?: ?%)?")
_NO_COUNTS = frozenset(listed("year age date day time code number no id page"))
"""Labels of numbers that count nothing."""


class Record(NamedTuple):
    """What some adjacent bullets tell together: their positions, and a text with a sentence for each line.

    `has_labels`: each sentence begins with a label, which should be no name.
    """

    places: Sequence[int]
    text: str
    has_labels: bool = False


def records(bullets: Sequence[str], headings: Sequence[str] = ()) -> Iterator[Record]:
    """What adjacent bullets under one heading tell together, beside what each tells alone.

    Two to eight lines with a label each ("Donor: ...") are one record with the heading, and so is a small table of two
    columns with labels; a row of a table is one with the first row; an answer is one with the question before or above
    it if it is a phrase, or begins with a pronoun.
    Names are no labels: lines with these are a list. Lines with a verdict or beside one, long sentences with a title,
    and what stands under a heading that denies or leaves open, are left alone.

    Args:
        bullets: texts as written.
        headings: what heads each of them, "" for none; may be left out.
    """
    heads = [*headings[: len(bullets)], *[""] * (len(bullets) - len(headings))]
    kinds = [_kind(text) for text in bullets]
    for (kind, heading), group in groupby(range(len(bullets)), lambda i: (kinds[i], heads[i])):
        many = list(group)
        beside = [i for i in (many[0] - 1, many[-1] + 1) if 0 <= i < len(bullets) and heads[i] == heading]
        if not kind or any(_has_verdict(bullets[i]) for i in beside) or not _is_plain(heading):
            continue
        above = [] if heading.rstrip().endswith("?") else [heading] * bool(heading)
        lines = [bullets[i] for i in many]
        if kind == "row":
            cells = list(map(_cells, lines))
            yield from (
                Record((many[0], i), _told([*above, cells[0], row])) for i, row in zip(many[1:], cells[1:], strict=True)
            )
            lines = _fields(lines)
        if 2 <= len(lines) <= _MOST:
            yield Record(many, _told([*above, *map(_counted, lines)]), has_labels=True)
    for i, text in enumerate(bullets):
        if answered := _answered(bullets, heads, i):
            yield Record((i,), f"{answered}: {ANSWER_MARK.sub('', text, count=1)}")


def _kind(text: str) -> str:
    """What a bullet may be of a record: a line with a label, or a row; "" for others."""
    bare = text.strip()
    if bare.startswith("|") and bare.endswith("|") and bare.count("|") > 2:
        return "" if _has_verdict(text) else "row"
    found = _FIELD.fullmatch(text)
    if found and _is_field(found["label"], found["value"].rstrip(" *_")):
        return "" if _has_verdict(text) or verdict_of(found["value"]) else "field"
    return ""


def _is_field(label: str, value: str) -> bool:
    words, many = label.lower().split(), len(value.split())
    is_sentence = value.endswith(tuple(".!?")) and many > _PHRASE
    if len(words) > _LABEL or many > _VALUE or is_sentence or _SENTENCES.search(value):
        return False
    return all(is_known(word.strip("*_()")) for word in words if any(map(str.isalpha, word)))


def _has_verdict(text: str) -> bool:
    return verdict_of(text) is not None or with_verdicts(text) != text


def _is_plain(heading: str) -> bool:
    """Whether a heading neither denies nor leaves open what stands under it."""
    if not heading:
        return True
    text = Facts(read(heading))
    lower = text.reading.lower
    if text.denials or text.framed.every or any(map(denies, lower)):
        return False
    return _OPEN.isdisjoint(lower) and verdict_over(heading) is None


def _answered(bullets: Sequence[str], heads: Sequence[str], i: int) -> str:
    """What is asked before a bullet or above it, if this only answers it; else ""."""
    before = bullets[i - 1] if i else ""
    is_reply = ANSWER_MARK.match(bullets[i]) is not None
    question = before if is_reply and heads[i] == heads[max(0, i - 1)] else ""
    if not question and heads[i] and (not i or heads[i - 1] != heads[i]):
        question = heads[i]
    asked = _ASKED.fullmatch(question)
    if not asked or not _is_plain(question) or (i + 1 < len(bullets) and _has_verdict(bullets[i + 1])):
        return ""
    answer = ANSWER_MARK.sub("", bullets[i], count=1)
    is_phrase = not any(token in FINITE or is_past(token) for token in read(answer).lower)
    return asked["rest"].strip() if is_phrase or _PRONOUN.match(answer) else ""


def _counted(line: str) -> str:
    """A line with a label; a number comes before what it counts: "Goals: 23" as "23 goals"."""
    found = _FIELD.fullmatch(line)
    if found and _NUMBER.fullmatch(found["value"].strip(" *_.")) and found["label"].lower() not in _NO_COUNTS:
        return f"{found['value'].strip(' *_.')} {found['label'].lower()}"
    return line


def _told(lines: Sequence[str]) -> str:
    return " ".join(f"{line.rstrip(' .:')}." for line in lines)


def _fields(rows: Sequence[str]) -> list[str]:
    """The rows of a table of two columns but the first, if they are lines with labels; else nothing."""
    cells = [row.strip().strip("|").split("|") for row in rows[1:]]
    is_record = all(len(row) == 2 and _is_field(row[0], row[1].strip(" *_")) for row in cells)
    return [f"{label.strip()}: {value.strip()}" for label, value in cells] if is_record else []


def _cells(row: str) -> str:
    return " ".join(cell.strip() for cell in row.strip().strip("|").split("|"))
