"""Answers to BABILong's questions, which name one of few labels: read tolerantly, and by the released rule.

Source: BABILong (Kuratov et al., 2024), and its released metrics.py (commit 58e5d20).
Differs: ours looks at what the reply calls its answer, else at all of it, for labels at word borders; the released rule
    looks at the first sentence alone, also for labels inside of words, so that one sentence before the answer makes it
    wrong. Both leave out labels that the question names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.answers import read_answer
from hayrick.types import Item, Judgement, Response, Score

_PLACES = ("bathroom", "bedroom", "garden", "hallway", "kitchen", "office")
_THINGS = ("apple", "football", "milk")
_DIRECTIONS = ("north", "south", "east", "west")
LABELS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        **dict.fromkeys(("qa1", "qa2", "qa3", "qa4"), _PLACES),
        "qa5": ("bill", "fred", "jeff", "mary", *_THINGS),
        "qa6": ("no", "yes"),
        "qa7": ("none", "one", "two", "three"),
        "qa8": (*_THINGS, "nothing"),
        "qa9": ("no", "yes"),
        "qa10": ("maybe", "no", "yes"),
        **dict.fromkeys(("qa11", "qa12", "qa13"), _PLACES),
        "qa14": ("bedroom", "cinema", "kitchen", "office", "park", "school"),
        "qa15": ("cat", "mouse", "sheep", "wolf"),
        "qa16": ("gray", "green", "white", "yellow"),
        **dict.fromkeys(("qa17", "qa18"), ("no", "yes")),
        "qa19": ("e,e", "e,n", "e,s", "n,e", "n,n", "n,w", "s,e", "s,s", "s,w", "w,n", "w,s", "w,w"),
        "qa20": ("bedroom", "bored", "garden", "hungry", "kitchen", "thirsty", "tired"),
    }
)
"""Task -> the answers that occur in it (bAbI, Weston et al., 2015). Of other tasks the file's own targets are used."""


_AS_LABELS = {"0": "none", "1": "one", "2": "two", "3": "three", **{word: word[0] for word in _DIRECTIONS}}
_WRITTEN = re.compile(rf"(?<![\w.,])[0-3](?![\w]|[.,]\d)|\b(?:{'|'.join(_DIRECTIONS)})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is right, and what could be said.

    Args:
        labels: the right ones, in lower case; several where a question asks for all of them.
        known: all labels of the task.
        question: whose labels do not count in an answer.
    """

    labels: tuple[str, ...]
    known: tuple[str, ...]
    question: str


def is_right(target: Target, reply: str) -> bool:
    """Whether a reply names the right labels and no others; labels of the question aside, unless they are right.

    Digits are the number words of the labels, and "north" is the "n" of directions.
    """
    said = _WRITTEN.sub(lambda found: _AS_LABELS[found[0]], (read_answer(reply) or reply).lower()).replace(", ", ",")
    asked = target.question.lower()
    return {
        one for one in target.known if _stands(one, said) and (one in target.labels or not _stands(one, asked))
    } == {*target.labels}


def _stands(label: str, text: str) -> bool:
    return re.search(rf"(?<![\w]){re.escape(label)}(?!\w)", text) is not None


def released_is_right(target: Target, reply: str) -> bool:
    """Whether the first sentence holds the right labels and no others, those of the question aside."""
    first = reply.lower().split(".")[0].split("<context>")[0].split("<example>")[0]
    asked = target.question.lower()
    return {one for one in target.known if one in first and one not in asked} == {*target.labels}


def _released(item: Item[Target], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    value = float(released_is_right(item.gold, response.reply))
    failed = not response.reply.strip()
    yield Score(response=response, measure=RELEASED_BABILONG.name, unit=None, value=value, failed=failed)


BABILONG: Measure[Target, str] = measure_of_answers(
    name="babilong_accuracy",
    description="whether the reply's answer names the right labels of the task and no others",
    source="BABILong (Kuratov et al., 2024)",
    value=is_right,
)
RELEASED_BABILONG: Measure[Target, str] = Measure(
    name="accuracy.babilong",
    description="whether the reply's first sentence holds the right labels and no others",
    source="BABILong's released metrics.py (58e5d20)",
    score=_released,
    counts="items",
    judged=False,
    main=False,
)
