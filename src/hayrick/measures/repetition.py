"""Repetition: the share of a text's words that repeat what the text has said before, word by word or nearly so.

A floor for judges of fluency: where `is_repetitive`, a text is not fluent, whatever a judge says of it.
Source: ours; HELMET, appendix B.6, asks its judge to give such a text no fluency.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hayrick.protocols import Measure
from hayrick.text import Span, sentences, terms, words
from hayrick.types import Item, Judgement, Response, Score

RUN = 8
"""Words in a row that count as repeated if the text has them before, in this order."""

ALIKE = 0.75
"""Share of content words (of those that either has) from which a sentence repeats an earlier one in other words."""

FEWEST_TERMS = 4
"""Content words that a sentence needs to be compared so: "No." and "He agreed." repeat nothing."""

THRESHOLD = 1 / 3
"""Share of repeated words from which on a text is repetitive; bench/judge/summaries.py measures people's texts."""

_RECENT = 100
"""Different sentences back to which a sentence is compared, so that the time is linear in the text."""


def repetition(text: str) -> float:
    """Share of the words of a text that repeat earlier words of it, from 0 to 1; 0 for a text without words.

    A word counts if it is part of `RUN` words in a row that stand earlier in the text, or of a sentence whose content
    words are nearly those of one of the `_RECENT` sentences before (`ALIKE`). The first time of anything is no repeat:
    a sentence that is written ten times has .9.
    """
    said = _words_by_sentence(text)
    every = [word for one in said for word in one.words]
    if not every:
        return 0.0
    repeated = _in_runs(every)
    recent: deque[frozenset[str]] = deque(maxlen=_RECENT)
    start = 0
    for one in said:
        if len(one.terms) >= FEWEST_TERMS:
            if any(_alike(one.terms, before) for before in recent):
                repeated[start : start + len(one.words)] = b"\1" * len(one.words)
            elif one.terms not in recent:
                recent.append(one.terms)
        start += len(one.words)
    return sum(repeated) / len(every)


def is_repetitive(text: str) -> bool:
    """Whether a text repeats itself so much that it is not fluent, whatever a judge says of it."""
    return repetition(text) >= THRESHOLD


@dataclass(frozen=True, slots=True)
class _Sentence:
    words: list[str]
    terms: frozenset[str]


def _words_by_sentence(text: str) -> list[_Sentence]:
    return [_sentence(text, span) for span in sentences(text)]


def _sentence(text: str, span: Span) -> _Sentence:
    part = text[span.start : span.end]
    return _Sentence(words(part), frozenset(terms(part)))


def _in_runs(every: Sequence[str]) -> bytearray:
    """For every word, 1 if it is part of a run that stands earlier in the text."""
    seen: set[int] = set()
    repeated = bytearray(len(every))
    for start in range(len(every) - RUN + 1):
        run = hash(tuple(every[start : start + RUN]))
        if run in seen:
            repeated[start : start + RUN] = b"\1" * RUN
        seen.add(run)
    return repeated


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets of content words are nearly the same."""
    both = len(one & other)
    return both >= ALIKE * (len(one) + len(other) - both)


def _score(item: Item[object], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an item: of the answer; 1 where the system failed, the worst."""
    failed = response.answer is None
    value = 1.0 if response.answer is None else repetition(response.answer)
    yield Score(response=response, measure=REPETITION.name, unit=None, value=value, failed=failed)


REPETITION: Measure[object, str] = Measure(
    name="repetition",
    description="share of the words that repeat earlier ones (lower is better); from a third on not fluent",
    source="ours",
    score=_score,
    counts="summaries",
    judged=False,
    main=False,
)
