"""Comparisons of what a reply names as its answer, for tasks whose judge is shown the whole reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hayrick.measures.answers import COMPARISONS, best
from hayrick.measures.values import measure_of_answers
from hayrick.protocols import G, Measure
from hayrick.replies.answers import read_answer


def named_answer_measure(name: str, references: Callable[[G], Sequence[str]], *, main: bool = True) -> Measure[G, str]:
    """As `answers.answer_measure`, of what the answer names after "Answer:" or the like, else of all of it.

    Args:
        name: in `COMPARISONS`.
        references: right answers in an item's gold.
        main: whether tables of experiments show it.
    """
    compare = COMPARISONS[name]

    def value(gold: G, answer: str) -> float:
        return best(compare.value, references(gold), read_answer(answer) or answer)

    return measure_of_answers(name=name, description=compare.description, source=compare.source, value=value, main=main)
