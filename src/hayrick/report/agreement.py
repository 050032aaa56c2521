"""Tables of how far judges agree with people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hayrick.agreement import Agreement, YesNoAgreement
from hayrick.ceiling import Beside
from hayrick.judge_differences import JudgeDifference
from hayrick.report.comparison import star, star_note
from hayrick.report.tables import ABSENT, Table, dollars, with_interval
from hayrick.stats import Interval

BUT_ONE = "all but one"
"""Heading of the correlation with the mean of all annotators but one."""


_FIGURES = {
    "coverage_correlation": "correlation",
    "label_correlation": "by label",
    "linking_accuracy": "linking",
    "bias": "bias",
    "kappa_linear": "kappa",
}
"""Figure -> its heading."""


class Row(NamedTuple):
    """A judge, or people among themselves, in the table of agreement."""

    judge: str
    agreement: Agreement
    usd: float | None = None
    beside: Beside | None = None
    """On the labels on which people are compared among themselves."""


def agreement_table(found: Iterable[Row]) -> Table:
    """Table with one row per judge: correlations, linking, bias and kappa with intervals; the cost in USD if known.

    Where several people labelled the same, a column has the correlation with all annotators but one.
    """
    given = list(found)
    priced, several = any(one.usd is not None for one in given), any(one.beside is not None for one in given)
    rows = []
    for judge, one, usd, beside in given:
        cells = [
            with_interval(Interval(*(getattr(one, name + end) for end in ("", "_low", "_high")))) for name in _FIGURES
        ]
        cost = [ABSENT if usd is None else dollars(usd)] if priced else []
        links = str(one.linking_n) if one.linking_n or one.linking_accuracy is None else ABSENT
        left_out = [with_interval(beside.correlation if beside else None)] if several else []
        rows.append([judge, cells[0], *left_out, *cells[1:], links, str(one.n), str(one.n_unjudged), *cost])
    heads = ["judge", "correlation", *([BUT_ONE] if several else []), "by label", "linking", "bias", "kappa", "links"]
    heads += ["n", "unjudged", *(["USD"] if priced else [])]
    table = Table("agreement with people, with 95 % intervals", heads, rows, range(1, len(heads)))
    failing = ["unjudged"] if any(one.agreement.n_unjudged for one in given) else []
    by_people = [BUT_ONE, "kappa"] if several else []
    return table.with_main("correlation", *by_people, "linking", "bias", "n", *failing, "USD")


DIFFERENCES_NOTE = f"{star_note('judges', 'figure')} Differences of kappa have no test."


def differences_table(found: Iterable[JudgeDifference]) -> Table:
    """Table of the differences from the first judge on the insights that both judged; those told apart have a star."""
    cells: dict[str, dict[str, str]] = {}
    counts: dict[str, int] = {}
    baselines: dict[str, None] = {}
    for one in found:
        baselines[one.baseline] = None
        cells.setdefault(one.judge, {})[one.figure] = f"{with_interval(one.interval)}{star(one.p_adjusted)}"
        counts.setdefault(one.judge, one.n)
    body = [[judge, *(of[figure] for figure in _FIGURES), str(counts[judge])] for judge, of in cells.items()]
    title = f"less {', '.join(baselines)}: paired differences with 95 % intervals"
    table = Table(title, ["judge", *_FIGURES.values(), "n"], body, range(1, len(_FIGURES) + 2))
    return table.with_main("correlation", "linking", "bias", "n")


def annotators_table(found: Iterable[tuple[str, int, int, int]]) -> Table:
    """Table of who labelled how much: (annotator, summaries, answered pairs, unanswered pairs)."""
    body = [[name, *map(str, counts)] for name, *counts in found]
    return Table("labels by people", ["annotator", "summaries", "answered", "unanswered"], body, range(1, 4))


def sheet_table(
    found: Iterable[tuple[str, str, str, YesNoAgreement, int, str]], said: Iterable[tuple[str, str, int, int, int]]
) -> list[Table]:
    """Tables of a validation sheet: agreement by task and kind of unit, and what people said of what no judge judges.

    Args:
        found: (task, kind, judge, agreement, unanswered, agreement of the original's judge as published).
        said: (task, name, yes, answers, unanswered).
    """
    rows = [
        [
            task,
            kind,
            judge,
            *(with_interval(one) for one in (given.kappa, given.equal)),
            *map(str, (given.n, given.n_unjudged, unanswered)),
            published or ABSENT,
        ]
        for task, kind, judge, given, unanswered, published in found
    ]
    heads = ["task", "about", "judge", "kappa", "equal", "n", "unjudged", "unanswered", "published"]
    table = Table("agreement with people, with 95 % intervals", heads, rows, range(3, 8))
    tables = [table.with_main("kappa", "n", "unjudged", "unanswered", "published")]
    told = [[task, name, f"{yes} of {n}", str(unanswered)] for task, name, yes, n, unanswered in said]
    return [*tables, Table("said by people alone", ["task", "about", "yes", "unanswered"], told, (2, 3))]


def list_table(found: Iterable[tuple[str, str, str, Interval, int, int, str]]) -> Table:
    """Table of lists on a sheet: (task, system, context, F1 with people's lists, n, unanswered, published)."""
    rows = [
        [task, system, context, with_interval(f1), str(n), str(unanswered), published or ABSENT]
        for task, system, context, f1, n, unanswered, published in found
    ]
    heads = ["task", "system", "context", "F1", "n", "unanswered", "published"]
    return Table("agreement with people's lists, with 95 % intervals", heads, rows, range(3, 6))
