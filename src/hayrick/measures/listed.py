"""How many labels an answer lists: all that can be said of answers which are to become labels themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score


def _listed(
    item: Item[frozenset[str]], response: Response[frozenset[str]], judgements: Sequence[Judgement]
) -> Iterator[Score]:
    """One row an item; no value where the system failed, which is counted."""
    answer = response.answer
    value = None if answer is None else float(len(answer))
    yield Score(response=response, measure=LABELS_LISTED.name, unit=None, value=value, failed=answer is None)


LABELS_LISTED: Measure[frozenset[str], frozenset[str]] = Measure(
    name="labels_listed",
    description="labels that the answer lists, each counted once; for answers that are to become labels",
    source="ours",
    score=_listed,
    bounds=(0.0, inf),
    counts="items",
    judged=False,
)
