"""How much retrievers differ from the first one, in each measure, on the same subtopics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from hayrick import stats
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.stats.dependent import holm
from hayrick.stats.paired import Paired, paired_mean_of_rows

Places = Mapping[tuple[str, str], Sequence[float]]
"""(haystack, subtopic) -> its values: one, or one an insight."""

Values = Mapping[tuple[str, int | None, str], Places]
"""(retriever, budget in tokens or None, measure) -> values."""


class Difference(NamedTuple):
    """The mean of `retriever` less that of `baseline` in one measure and budget, over all haystacks.

    `p_adjusted` is Holm's for all differences of the measure; None where there is no test.
    """

    retriever: str
    baseline: str
    budget_tokens: int | None
    measure: str
    paired: Paired
    p_adjusted: float | None
    n: int


def differences(values: Values) -> list[Difference]:
    """Compare every retriever with the first one that has the measure at the same budget.

    Source: as `comparison.pairs`, whose intervals and tests these are.
    """
    found: list[Difference] = []
    for measure in dict.fromkeys(measure for _, _, measure in values):
        first: dict[int | None, str] = {}
        some: list[Difference] = []
        for (name, budget, of), ours in values.items():
            if of == measure and (baseline := first.setdefault(budget, name)) != name:
                paired = _paired(ours, values[baseline, budget, measure])
                some.append(Difference(name, baseline, budget, measure, paired, None, sum(map(len, ours.values()))))
        adjusted = holm([one.paired.p for one in some])
        found += [one._replace(p_adjusted=p) for one, p in zip(some, adjusted, strict=True)]
    return found


def _paired(ours: Places, theirs: Places) -> Paired:
    """Compare two retrievers, which have equally many values in each subtopic."""
    design = stats.design(list(ours), HAYSTACKS.datasets_from)
    sizes = [len(one) for one in ours.values()]
    rows = [(a, 1.0, b, 1.0) for place, own in ours.items() for a, b in zip(own, theirs[place], strict=True)]
    return paired_mean_of_rows(rows, np.repeat(design.cluster, sizes), design.strata)
