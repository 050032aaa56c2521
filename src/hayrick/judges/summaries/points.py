"""Key points of a reference, and the sentences of a summary: what judges of summaries give verdicts on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hayrick.judges.in_extract import Shorten
from hayrick.measures.repetition import is_repetitive, repetition
from hayrick.measures.summaries import FLUENCY, RECALL, Reference
from hayrick.text import sentences, terms, with_capitals, words
from hayrick.types import Item, Judgement, Response

LOCAL = "local.v2"
"""Maker of key points without a model; another rule needs another name."""

MOST_POINTS = 200
"""Key points of one reference at most; a model that lists more is not believed."""

FILE = "keypoints.jsonl"
"""Name of the file in a run's folder that holds the key points that its judge made."""

_CLAUSE = re.compile(
    r";\s+|\s+[–—]\s+|,\s+(?:and|but|so|yet|while|whereas|although|though|because|which|who)\s+", re.IGNORECASE
)
_FEWEST_TERMS = 4

YES_FROM = 0.5
"""Value from which on a soft verdict is called "yes"."""


class KeyPoints(NamedTuple):
    """Key points and who made them."""

    texts: tuple[str, ...]
    maker: str


def sentences_of(text: str) -> list[str]:
    """The sentences of a text that have a word; lines without one are left out.

    In a text without capitals every full stop ends one (`text.with_capitals`).
    """
    return [
        text[span.start : span.end] for span in sentences(with_capitals(text)) if words(text[span.start : span.end])
    ]


def local_points(text: str) -> tuple[str, ...]:
    """Key points without a model: sentences, and long ones by their clauses where each clause has words enough.

    Coarser than those that a model makes: a clause keeps its "he" and "it", and a sentence of several facts that are
    not set apart by a clause stays one point. Equal ones are listed once.
    """
    return tuple(dict.fromkeys(clause for sentence in sentences_of(text) for clause in _clauses(sentence)))


def _clauses(sentence: str) -> list[str]:
    """A sentence cut before its clauses; a piece of few content words stays with the one before it."""
    found, start = [], 0
    for cut in _CLAUSE.finditer(sentence):
        before, after = sentence[start : cut.start()], sentence[cut.end() :]
        if min(len(terms(before)), len(terms(after))) >= _FEWEST_TERMS:
            found.append(before)
            start = cut.end()
    return [*found, sentence[start:]]


def hash_of(text: str) -> str:
    """Fingerprint of the text that key points were made from, apart from white space."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(slots=True)
class Made:
    """The key points that a judge used in a run, once for every reference, as the rows of a file."""

    rows: dict[str, Mapping[str, object]] = field(default_factory=dict)

    def keep(self, item: Item[Reference], points: KeyPoints) -> None:
        """Keep the key points of an item's reference."""
        reference = hash_of(item.gold.short)
        self.rows[reference] = {
            "group": item.group,
            "reference": reference,
            "maker": points.maker,
            "points": list(points.texts),
        }

    @property
    def files(self) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Files of a run's folder: name -> rows."""
        return {FILE: list(self.rows.values())} if self.rows else {}


def given_points(gold: Reference) -> KeyPoints | None:
    """The key points that come with a reference, or None."""
    return KeyPoints(gold.points, gold.maker) if gold.points else None


def verdict(unit: str, rater: str, value: float | None, about: str | None = None) -> Judgement:
    """A verdict that could be read; its label is "yes" from `YES_FROM` on."""
    label = None if value is None else "yes" if value >= YES_FROM else "no"
    return Judgement(unit=unit, rater=rater, label=label, value=value, about=about)


def repeats_itself(answer: str, rater: str) -> Judgement | None:
    """The verdict on the fluency of a text that repeats itself; None of any other."""
    if not is_repetitive(answer):
        return None
    reason = f"{repetition(answer):.0%} of its words repeat earlier ones"
    return replace(verdict(FLUENCY, rater, 0.0), reason=reason)


def nothing_said(points: KeyPoints | None, rater: str) -> list[Judgement]:
    """Verdicts on a response without an answer: it states no key point, and it is not fluent."""
    texts = points.texts if points else ()
    return [
        *(verdict(f"{RECALL}/{n}", rater, 0.0, text) for n, text in enumerate(texts, start=1)),
        verdict(FLUENCY, rater, 0.0),
    ]


def shortened_reference(item: Item[Reference], response: Response[str], shorten: Shorten) -> Item[Reference]:
    """The item with an extract of its reference for the response; what key points are made of stays."""
    gold, answer = item.gold, response.answer
    return item if answer is None else replace(item, gold=replace(gold, text=shorten(answer, gold.text)))


def in_parts(texts: Iterable[str], size: int) -> list[tuple[tuple[int, str], ...]]:
    """Numbered texts in parts of at most `size`."""
    every = list(enumerate(texts, start=1))
    return [tuple(every[start : start + size]) for start in range(0, len(every), size)]
