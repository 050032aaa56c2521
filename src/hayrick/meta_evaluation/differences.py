"""Whether one metric agrees with people better than another: paired tests on the same summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from hayrick.meta_evaluation.levels import Paired
from hayrick.stats import Interval, jackknifed, pearson
from hayrick.stats.dependent import holm, swap_test, williams


class Difference(NamedTuple):
    """Pearson's of metric `a` less that of metric `b` over instances, with tests; None where undefined.

    `williams` takes summaries as independent; `swap` exchanges the metrics within whole documents, and is the one to
    report. The `_adjusted` are corrected by Holm for all pairs of one dimension.
    """

    a: str
    b: str
    difference: Interval
    williams: float | None
    williams_adjusted: float | None
    swap: float | None
    swap_adjusted: float | None
    n: int


class _Both(NamedTuple):
    """Two metrics' values of one summary, and people's score of it."""

    document: str
    a: float
    b: float
    human: float


def differences(metrics: Mapping[str, Sequence[Paired]], seed: int = 0) -> list[Difference]:
    """Compare all pairs of metrics on the summaries that both judged.

    Args:
        metrics: name -> rows of one dimension; a document has one summary of a system.
        seed: of the random exchanges.
    """
    found = [_difference(a, b, _both(metrics[a], metrics[b]), seed) for a, b in combinations(metrics, 2)]
    first, second = holm([one.williams for one in found]), holm([one.swap for one in found])
    return [one._replace(williams_adjusted=p, swap_adjusted=q) for one, p, q in zip(found, first, second, strict=True)]


def _difference(a: str, b: str, rows: Sequence[_Both], seed: int) -> Difference:
    interval = jackknifed(rows, lambda row: row.document, _gap, (-2.0, 2.0))
    first, second, human = ([row[i] for row in rows] for i in (1, 2, 3))
    r_a, r_b, r_ab = pearson(first, human), pearson(second, human), pearson(first, second)
    tested = None if r_a is None or r_b is None or r_ab is None else williams(r_a, r_b, r_ab, len(rows))
    swapped = swap_test(first, second, human, [row.document for row in rows], seed=seed) if rows else None
    return Difference(a, b, interval, tested.p if tested else None, None, swapped, None, len(rows))


def _gap(rows: Sequence[_Both]) -> float | None:
    human = [row.human for row in rows]
    r_a, r_b = pearson([row.a for row in rows], human), pearson([row.b for row in rows], human)
    return None if r_a is None or r_b is None else r_a - r_b


def _both(a: Sequence[Paired], b: Sequence[Paired]) -> list[_Both]:
    other = {(row.document, row.system): row.metric for row in b}
    return [
        _Both(row.document, row.metric, other[row.document, row.system], row.human)
        for row in a
        if (row.document, row.system) in other
    ]
