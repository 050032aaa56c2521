"""Variation of scores between items, and between repeats of the same item."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, sqrt
from statistics import fmean, variance

from hayrick.estimates import mean_of
from hayrick.reporting import Reporting
from hayrick.types import Score

REPEAT = "repeat"


def repeat_rows(rows: Iterable[Score], reporting: Reporting) -> list[dict[str, object]]:
    """Make rows of `experiments.json` for every (system, context, variant) that was asked repeatedly.

    The score of one repeat of an item is the weighted mean over its units. `within` is the standard deviation of these
    scores around their item's mean, pooled over items. `between` is that of the items' true means: the variance of the
    observed means minus the part caused by repeats, or 0 if that is negative. Items with fewer than two judged repeats
    are left out; with fewer than two items both are None.

    Args:
        rows: scores of one task of a run.
        reporting: properties of the task that estimates need.

    Source: one-way random-effects analysis of variance (Searle, Casella and McCulloch, 1992, chapter 3), with the
        harmonic mean of the numbers of repeats if these differ.
    """
    main = [name for name in reporting.compared if reporting.measure(name).is_fraction]
    given: dict[tuple[str, str, str, str], dict[tuple[str, str, str], dict[object, list[Score]]]] = {}
    for row in rows:
        response = row.response
        if REPEAT in response.tags and row.measure in main:
            name = (response.system, response.context, response.variant, row.measure)
            cells = given.setdefault(name, {}).setdefault(row.item.key, {})
            cells.setdefault(response.tags[REPEAT], []).append(row)
    found: list[dict[str, object]] = []
    for (system, context, variant, measure), items in given.items():
        means = [list(map(mean_of, repeats.values())) for repeats in items.values()]
        scores = [some for each in means if (some := [one for one in each if one is not None])]
        if not scores:
            continue
        within, between, n = spread([one for one in scores if len(one) > 1])
        found.append(
            {
                "experiment": REPEAT,
                "system": system,
                "context": context,
                **({column: variant} if (column := reporting.columns.variant) else {}),
                "measure": measure,
                "within": within,
                "between": between,
                "n": n,
                "n_repeats": max(map(len, scores)),
                "n_left_out": len(scores) - n,
            }
        )
    return found


def spread(scores: list[list[float]]) -> tuple[float | None, float | None, int]:
    """Standard deviations within and between items, and the number of items; None with fewer than two items.

    Args:
        scores: for each item, at least two scores.
    """
    n = len(scores)
    if n < 2:
        return None, None, n
    freedom = sum(len(one) - 1 for one in scores)
    within = fsum(variance(one) * (len(one) - 1) for one in scores) / freedom
    repeats = n / fsum(1 / len(one) for one in scores)
    between = max(0.0, variance([fmean(one) for one in scores]) - within / repeats)
    return sqrt(within), sqrt(between), n
