"""Charts of retrievers, and of haystacks that were checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.charts import axes
from hayrick.charts.bars import Line, ends_of, ranges
from hayrick.charts.plot import Point, Series, plot, standing_out
from hayrick.page.fields import Row, interval_in, real, rows_of, suffixes
from hayrick.page.together import slug
from hayrick.page.views import Figure, Source, View
from hayrick.report.retrieval import retrieval_table
from hayrick.report.tables import ABSENT, Table, percent, percents
from hayrick.stats import Interval

RETRIEVAL, VERIFICATION = "retrieval.json", "verification.json"


def retrieval(sources: Sequence[Source]) -> Iterator[View]:
    """What retrievers find under each budget; measures without a budget as ranges."""
    having = [one for one in sources if rows_of(one, RETRIEVAL, "rows", "retriever", "measure", "budget_tokens")]
    for source, suffix, title in suffixes(having):
        rows = [row for row in rows_of(source, RETRIEVAL) if row.get("haystack") is None]
        measures = list(dict.fromkeys(str(row["measure"]) for row in rows))
        figures = [
            _of_measure(suffix, measure, [row for row in rows if row["measure"] == measure]) for measure in measures
        ]
        text = (
            "Means over the haystacks' subtopics or insights, with 95 % intervals. 'documents shown' and 'evidence "
            "shown' are the best citation F1 that a context allows."
        )
        table = retrieval_table(
            (str(row["retriever"]), _budget(row), str(row["measure"]), _interval(row), int(real(row, "n") or 0))
            for row in rows
        )
        yield View(f"retrieval{suffix}", f"Retrievers{title}", text, tuple(figures), (table,))


def _budget(row: Row) -> int | None:
    budget = row.get("budget_tokens")
    return budget if isinstance(budget, int) else None


def _interval(row: Row) -> Interval:
    return Interval(real(row, "value"), real(row, "low"), real(row, "high"))


def _of_measure(suffix: str, measure: str, rows: Sequence[Row]) -> Figure:
    name, shown = f"retrieval-{slug(measure)}{suffix}", measure.replace("_", " ")
    best = max(rows, key=lambda row: real(row, "value") or -1.0)
    alt = f"{shown}: {best['retriever']} is best, {percent(real(best, 'value'))}."
    budgets = {budget for row in rows if (budget := _budget(row)) is not None}
    if len(budgets) < 2:
        ranked = sorted(rows, key=lambda row: -(real(row, "value") or -1.0))
        lines = [
            Line(str(row["retriever"]), (interval_in(row, "value", "low", "high"),), f"n {row.get('n')}")
            for row in ranked
        ]
        at = f", {budgets.pop():,} tokens" if budgets else ""
        return Figure(name, ranges(f"{shown}{at}", axes.percents(shown), [""], lines), alt)
    found: dict[str, list[Point]] = {}
    for row in sorted(rows, key=lambda row: _budget(row) or 0):
        value = interval_in(row, "value", "low", "high")
        if value is not None:
            about = f"{row['retriever']}, n {row.get('n')}"
            point = Point(float(_budget(row) or 1), value.value, value.low, value.high, name=about)
            found.setdefault(str(row["retriever"]), []).append(point)
    series = [Series(name=retriever, points=points, joined=True) for retriever, points in found.items()]
    across = axes.ratios("tokens shown", [float(budget) for budget in budgets])
    return Figure(
        name, plot(f"{shown[:1].upper()}{shown[1:]} by budget", across, axes.percents(shown), standing_out(series)), alt
    )


_FIGURES = ("precision", "recall", "f1")


def verification(sources: Sequence[Source]) -> Iterator[View]:
    """How many insights are where haystacks record them, as a checker found."""
    having = [one for one in sources if rows_of(one, VERIFICATION, "haystacks", "haystack", *_FIGURES)]
    for source, suffix, title in suffixes(having):
        haystacks = rows_of(source, VERIFICATION, "haystacks", "haystack", *_FIGURES)
        lines = [
            Line(
                str(row["haystack"]),
                [interval_in(row, one) for one in _FIGURES],
                "sound" if row.get("sound") is True else "unsound",
            )
            for row in haystacks
        ]
        across = axes.percents("pairs of an insight and a document", ends_of(lines), from_zero=False)
        drawn = ranges("Are insights where they are recorded?", across, ["precision", "recall", "F1"], lines)
        unsound = sum(row.get("sound") is not True for row in haystacks)
        alt = f"Haystacks: {len(haystacks)}; unsound: {unsound}."
        text = (
            "A pair of an insight and a document is found where the checker reads the insight in the document. "
            "Precision: found pairs that are recorded. Recall: recorded pairs that are found. Intervals are 95 %."
        )
        name = f"verification{suffix}"
        yield View(name, f"Haystacks, checked{title}", text, (Figure(name, drawn, alt),), (_verified(haystacks),))


_COUNTS = ("pairs", "held", "found", "present", "missing", "contradicted", "leaked")


def _verified(rows: Sequence[Row]) -> Table:
    body = [
        [
            str(row["haystack"]),
            "sound" if row.get("sound") is True else "unsound",
            *(str(row.get(name, ABSENT)) for name in _COUNTS),
            *(percents(interval_in(row, name)) for name in _FIGURES),
        ]
        for row in rows
    ]
    shown: Mapping[str, str] = {"held": "recorded", "present": "both", "leaked": "unrecorded?"}
    heads = ["haystack", "verdict", *(shown.get(name, name) for name in _COUNTS), "precision", "recall", "F1"]
    return Table("haystacks: pairs; percent with 95 % intervals", heads, body, range(2, len(heads)))
