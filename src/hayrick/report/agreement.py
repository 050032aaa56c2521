"""Tables of how far judges agree with people."""

from __future__ import annotations

from collections.abc import Iterable

from hayrick.agreement import Agreement, YesNoAgreement
from hayrick.report.tables import ABSENT, Table, dollars, with_interval
from hayrick.stats import Interval


def agreement_table(found: Iterable[tuple[str, Agreement, float | None]]) -> Table:
    """Table with one row per judge: correlations, linking, bias and kappa with intervals; the cost in USD if known."""
    given = list(found)
    priced = any(usd is not None for _, _, usd in given)
    rows = []
    for judge, one, usd in given:
        cells = [
            with_interval(Interval(*(getattr(one, name + end) for end in ("", "_low", "_high"))))
            for name in ("coverage_correlation", "label_correlation", "linking_accuracy", "bias", "kappa_linear")
        ]
        cost = [ABSENT if usd is None else dollars(usd)] if priced else []
        links = str(one.linking_n) if one.linking_n or one.linking_accuracy is None else ABSENT
        rows.append([judge, *cells, links, str(one.n), str(one.n_unjudged), *cost])
    heads = ["judge", "correlation", "by label", "linking", "bias", "kappa", "links", "n", "unjudged"]
    heads += ["USD"] if priced else []
    table = Table("agreement with people, with 95 % intervals", heads, rows, range(1, len(heads)))
    failing = ["unjudged"] if any(one.n_unjudged for _, one, _ in given) else []
    return table.with_main("correlation", "linking", "bias", "n", *failing, "USD")


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
