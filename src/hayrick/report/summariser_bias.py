"""SummHay's table 4 as text: bias by summariser, and correlations with length, a column a judge."""

from __future__ import annotations

from collections.abc import Iterable

from hayrick.report.tables import Table, with_interval
from hayrick.summariser_bias import SummariserBias

NO_KEY = "(no key)"
"""Shown for summaries whose file names no summariser."""


def summariser_bias_table(found: Iterable[tuple[str, SummariserBias]]) -> Table:
    """Table of judges' biases: a row a summariser, their plain mean, and the correlations with words per bullet.

    Where judges judged different summaries, n is the greatest number.
    """
    given = list(found)
    counts: dict[str, int] = {}
    for one in (one for _, bias in given for one in bias.summarisers):
        counts[one.summariser] = max(one.n, counts.get(one.summariser, 0))
    cells = [{one.summariser: one.bias for one in bias.summarisers} for _, bias in given]
    rows = [
        [name or NO_KEY, str(counts[name]), *(with_interval(of.get(name)) for of in cells)]
        for name in sorted(counts, key=lambda name: name.casefold())
    ]
    everything = str(max((bias.n for _, bias in given), default=0))
    rows += [
        ["mean of summarisers", everything, *(with_interval(bias.average) for _, bias in given)],
        ["length with score", everything, *(with_interval(bias.length_score) for _, bias in given)],
        ["length with bias", everything, *(with_interval(bias.length_bias) for _, bias in given)],
    ]
    heads = ["summariser", "n", *(judge for judge, _ in given)]
    return Table("bias by summariser and length, with 95 % intervals", heads, rows, range(1, len(heads)))
