"""Agreement of sets of labels, section by section. Source: ETHIC, section 4.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score

Sections = Mapping[str, frozenset[str]]
"""Name of a section -> its labels; no label is an answer too: that there is none."""


def f1(gold: Set[str], found: Set[str]) -> float:
    """Harmonic mean of precision and recall; 1 where neither set has a label, 0 where one of them has none.

    Source: ETHIC, section 4.1.
    Differs: both sides are sets, so that a label that is named twice costs nothing.
    """
    return 2 * len(gold & found) / (len(gold) + len(found)) if gold or found else 1.0


def set_f1(item: Item[Sections], response: Response[Sections], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row a section of the gold; a section that the answer leaves out scores 0 and counts as failed."""
    answer = response.answer or {}
    for name, gold in item.gold.items():
        found = answer.get(name)
        value = 0.0 if found is None else f1(gold, found)
        yield Score(response=response, measure=SET_F1.name, unit=name, value=value, failed=found is None)


SET_F1: Measure[Sections, Sections] = Measure(
    name="set_f1",
    description="F1 of a section's labels; a section that is left out scores 0",
    source="ETHIC, section 4.1",
    score=set_f1,
    counts="sections",
    judged=False,
)
