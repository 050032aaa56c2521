"""SummHay's table 4 as text: bias by summariser, and correlations with the length of bullets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hayrick.report.tables import Table, with_interval
from hayrick.summariser_bias import SummariserBias

NO_KEY = "(no key)"
"""Shown for summaries whose file names no summariser."""


def summariser_bias_tables(found: Iterable[tuple[str, SummariserBias]]) -> list[Table]:
    """Two tables, a column a judge: biases by summariser with their plain mean, and correlations with words per bullet.

    Where judges judged different summaries, n is the greatest number. Who has no bias, such as people among themselves,
    stands in the second table alone.
    """
    given = list(found)
    compared = [(judge, bias) for judge, bias in given if bias.summarisers]
    counts: dict[str, int] = {}
    for one in (one for _, bias in compared for one in bias.summarisers):
        counts[one.summariser] = max(one.n, counts.get(one.summariser, 0))
    cells = [{one.summariser: one.bias for one in bias.summarisers} for _, bias in compared]
    rows = [
        [name or NO_KEY, str(counts[name]), *(with_interval(of.get(name)) for of in cells)]
        for name in sorted(counts, key=lambda name: name.casefold())
    ]
    everything = str(max((bias.n for _, bias in given), default=0))
    rows.append(["mean of summarisers", everything, *(with_interval(bias.average) for _, bias in compared)])
    by_length = [
        ["score", everything, *(with_interval(bias.length_score) for _, bias in given)],
        ["bias", everything, *(with_interval(bias.length_bias) for _, bias in given)],
    ]
    return [
        _table("bias by summariser, with 95 % intervals", "summariser", [judge for judge, _ in compared], rows),
        _table(
            "correlation with words per bullet, with 95 % intervals", "of the", [judge for judge, _ in given], by_length
        ),
    ]


def _table(title: str, first: str, judges: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    heads = [first, "n", *judges]
    return Table(title, heads, rows, range(1, len(heads)))
