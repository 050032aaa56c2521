"""Which of several wanted answers a text or a list names; each wanted answer has one or more right wordings.

Source: ALCE (Gao et al., 2023), section 4: string exact match for ASQA, precision and recall of lists for QAMPARI;
    HELMET's scorer at commit 4526dfb has the same rules.
Differs: words are compared, not characters, see `measures.answers`; an item of a list that is named again counts once.
    With `released` both are as in the originals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from hayrick.measures.answers import References, is_exact_match, is_substring, normalised, released_substring
from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.statements import CitedAnswer

Wanted = tuple[References, ...]
"""The wanted answers, each with its right wordings."""

SOURCE = "ALCE, section 4; HELMET, appendix B.2"
TOP = 5
"""Answers that are enough for full recall of a list, as its readers want a few examples."""

Items = tuple[tuple[str, ...], ...]
"""Items of a list, each in the forms in which it may be read."""


def share_named(wanted: Wanted, text: str, *, released: bool = False) -> float:
    """Share of the wanted answers of which a wording stands in a text; 0 where nothing is wanted."""
    stands = released_substring if released else is_substring
    return sum(any(stands(one, text) for one in wordings) for wordings in wanted) / max(1, len(wanted))


class ListScores(NamedTuple):
    """Scores of a list, all but `items` in [0, 1]."""

    items: int
    """Items that were named; by default each once."""

    precision: float
    recall: float
    recall_top5: float
    f1: float
    f1_top5: float


@lru_cache(maxsize=64)
def list_scores(wanted: Wanted, items: Items, *, released: bool = False) -> ListScores:
    """Precision, recall, recall of at most five answers, and their harmonic means.

    By default an item that is named again, in whatever wording, counts once.
    """
    found = _released_matches(wanted, items) if released else _matches(wanted, items)
    right = sum(bool(one) for one in found)
    hits = len(frozenset().union(*found))
    precision, recall = right / max(1, len(found)), hits / max(1, len(wanted))
    top = min(TOP, hits) / max(1, min(TOP, len(wanted)))
    return ListScores(len(found), precision, recall, top, _f1(precision, recall), _f1(precision, top))


def _matches(wanted: Wanted, items: Items) -> list[frozenset[int]]:
    """For each different item the numbers of the answers that it names."""
    found: dict[object, frozenset[int]] = {}
    for forms in items:
        named = frozenset(
            number
            for number, wordings in enumerate(wanted)
            if any(is_exact_match(one, form) for one in wordings for form in forms)
        )
        found[named or normalised(forms[-1])] = named
    return list(found.values())


def _released_matches(wanted: Wanted, items: Items) -> list[frozenset[int]]:
    given = [plain for forms in items if (plain := normalised(forms[0]))]
    answers = [frozenset(map(normalised, wordings)) for wordings in wanted]
    return [frozenset(number for number, one in enumerate(answers) if plain in one) for plain in given]


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def words_of(text: str) -> int:
    """Words between white space."""
    return len(text.split())


def _measure(
    name: str,
    description: str,
    value: Callable[[Wanted, CitedAnswer], float],
    *,
    main: bool,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Measure[Wanted, CitedAnswer]:
    return measure_of_answers(
        name=name, description=description, source=SOURCE, value=value, bounds=bounds, counts="items", main=main
    )


def text_measures(*, released: bool = False) -> tuple[Measure[Wanted, CitedAnswer], ...]:
    """String recall of a text, whether it names all answers, and its words; marks of citations aside."""

    def share(wanted: Wanted, answer: CitedAnswer) -> float:
        return share_named(wanted, answer.text, released=released)

    return (
        _measure("str_em", "string recall: wanted answers that stand in the text", share, main=True),
        _measure(
            "str_hit",
            "whether all wanted answers stand in the text",
            lambda wanted, answer: float(share(wanted, answer) == 1.0),
            main=False,
        ),
        _measure(
            "words",
            "words of the answer, citation marks aside",
            lambda wanted, answer: float(words_of(answer.text)),
            main=False,
            bounds=(0.0, inf),
        ),
    )


def list_measures(*, released: bool = False) -> tuple[Measure[Wanted, CitedAnswer], ...]:
    """Recall of five answers, recall, precision and F1 of a list, and its items."""

    def of(name: str) -> Callable[[Wanted, CitedAnswer], float]:
        return lambda wanted, answer: float(getattr(list_scores(wanted, answer.items, released=released), name))

    return (
        _measure(
            "list_recall_top5", "wanted answers that the list names; five are enough", of("recall_top5"), main=True
        ),
        _measure("list_recall", "wanted answers that the list names", of("recall"), main=False),
        replace(
            _measure("list_precision", "items of the list that are wanted answers", of("precision"), main=False),
            against="list_recall",
            curves="harmonic: F1",
        ),
        _measure("list_f1", "harmonic mean of list precision and recall", of("f1"), main=False),
        _measure("list_f1_top5", "harmonic mean of list precision and list_recall_top5", of("f1_top5"), main=False),
        _measure("list_items", "items of the list", of("items"), main=False, bounds=(0.0, inf)),
    )
