"""Rows of `meta.json`: metrics' correlations with people, people's with each other, differences, and means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hayrick import stats
from hayrick.harness.validating.metrics import Values
from hayrick.human_scores import HumanScores
from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import LEAST_SYSTEMS, Correlation, Paired, correlations, document_of
from hayrick.meta_evaluation.people import Annotated, Ceiling, ceilings
from hayrick.stats import Interval, jackknifed
from hayrick.wording import counted

Row = dict[str, object]
EXCLUDED, INCLUDED = "excluded", "included"
"""Whether rows count summaries that people wrote."""


def rows(scores: HumanScores, measured: Sequence[Values], *, human_written: bool) -> list[Row]:
    """Rows of correlations: metric x context x dimension x level, and again with summaries by people if wanted."""
    return [
        _row(one, scores, dimension, found, written)
        for written in (EXCLUDED, INCLUDED)[: 1 + human_written]
        for one in measured
        for dimension in scores.dimensions
        for found in correlations(*paired(scores, one, dimension, people=written == INCLUDED))
    ]


def _row(one: Values, scores: HumanScores, dimension: str, found: Correlation, written: str) -> Row:
    n = len(scores.summaries)
    return {
        "metric": one.metric,
        "context": one.context.name,
        "dimension": dimension,
        "level": found.level,
        "human_written": written,
        **correlated(found.pearson, found.spearman, found.kendall),
        "worst": found.worst,
        "best": found.best,
        "n": found.n,
        "n_unjudged": found.n_unjudged,
        "usd": None if one.cost.usd is None else one.cost.usd / n,
        "usd_total": one.cost.usd,
        "tokens_in": one.cost.tokens_in / n,
        "tokens_out": one.cost.tokens_out / n,
        "signature": f"{one.signature};{stats.method()}",
    }


def correlated(pearson: Interval, spearman: Interval, kendall: float | None) -> Row:
    """Columns of three coefficients; `low` and `high` are Pearson's."""
    return {
        "pearson": pearson.value,
        "spearman": spearman.value,
        "kendall": kendall,
        "low": pearson.low,
        "high": pearson.high,
        "spearman_low": spearman.low,
        "spearman_high": spearman.high,
    }


def paired(
    scores: HumanScores, one: Values, dimension: str, *, people: bool = False
) -> tuple[list[Paired], list[Paired]]:
    """A metric's values with people's mean scores of a dimension: where there is a value, and where there is none."""
    judged: list[Paired] = []
    unjudged: list[Paired] = []
    for summary, value in zip(scores.summaries, one.values, strict=True):
        if dimension in summary.scores and (people or not summary.is_human):
            row = Paired(summary.document_id, summary.system, value or 0.0, summary.mean(dimension))
            (unjudged if value is None else judged).append(row)
    return judged, unjudged


def ceiling_rows(scores: HumanScores) -> list[Row]:
    """Rows of what people reach: dimension x level; none for a dimension with one annotator."""
    return [
        _ceiling(dimension, one)
        for dimension in scores.dimensions
        for one in ceilings(
            [
                Annotated(summary.document_id, summary.system, summary.scores[dimension])
                for summary in scores.summaries
                if dimension in summary.scores and not summary.is_human
            ]
        )
        if one.n
    ]


def _ceiling(dimension: str, one: Ceiling) -> Row:
    return {
        "dimension": dimension,
        "level": one.level,
        **correlated(one.pearson, one.spearman, one.kendall),
        "annotators": list(one.annotators),
        "n": one.n,
    }


def difference_rows(scores: HumanScores, measured: Sequence[Values], seed: int) -> list[Row]:
    """Rows of differences between all pairs of metrics, by dimension."""
    return [
        {
            "dimension": dimension,
            "a": one.a,
            "b": one.b,
            "difference": one.difference.value,
            "low": one.difference.low,
            "high": one.difference.high,
            "p_williams": one.williams,
            "p_williams_adjusted": one.williams_adjusted,
            "p": one.swap,
            "p_adjusted": one.swap_adjusted,
            "n": one.n,
        }
        for dimension in scores.dimensions
        for one in differences({value.metric: paired(scores, value, dimension)[0] for value in measured}, seed)
    ]


def summary_rows(scores: HumanScores, measured: Sequence[Values]) -> list[Row]:
    """A row for each metric's value of a summary with people's mean score: what the correlations are computed from."""
    return [
        {
            "metric": one.metric,
            "context": one.context.name,
            "dimension": dimension,
            "document": summary.document_id,
            "system": summary.system,
            "written_by": "person" if summary.is_human else "system",
            "value": value,
            "human": summary.mean(dimension),
        }
        for one in measured
        for summary, value in zip(scores.summaries, one.values, strict=True)
        for dimension in summary.scores
    ]


def bias_rows(scores: HumanScores, measured: Sequence[Values]) -> list[Row]:
    """Mean of metric less human score, both as shares of their scales, by who wrote the summary.

    Only where both scales are known.
    """
    return [
        row
        for one in measured
        for dimension in scores.dimensions
        for writer, people in (("system", False), ("person", True))
        for row in _bias(scores, one, dimension, writer, people=people)
    ]


def _bias(scores: HumanScores, one: Values, dimension: str, writer: str, *, people: bool) -> Iterator[Row]:
    scale = scores.scales.get(dimension)
    kept = {(this.document_id, this.system) for this in scores.summaries if this.is_human == people}
    found = [row for row in paired(scores, one, dimension, people=True)[0] if (row.document, row.system) in kept]
    if scale is None or one.bounds is None or not found:
        return
    shares = [row._replace(metric=_share(row.metric, one.bounds), human=_share(row.human, scale)) for row in found]
    bias = jackknifed(shares, document_of, lambda some: _mean(row.metric - row.human for row in some))
    yield {
        "metric": one.metric,
        "context": one.context.name,
        "dimension": dimension,
        "written_by": writer,
        "metric_mean": _mean(row.metric for row in shares),
        "human_mean": _mean(row.human for row in shares),
        "bias": bias.value,
        "low": bias.low,
        "high": bias.high,
        "n": len(shares),
    }


def _share(value: float, ends: tuple[float, float]) -> float:
    return (value - ends[0]) / (ends[1] - ends[0])


def _mean(values: Iterable[float]) -> float:
    given = list(values)
    return sum(given) / len(given)


def data_rows(scores: HumanScores) -> Row:
    """What is said of the data: layout, counts, licences and scales."""
    return {
        "human_scores": scores.name,
        "layout": scores.layout,
        "documents": len({one.document_id for one in scores.summaries}),
        "systems": list(dict.fromkeys(one.system for one in scores.summaries)),
        "scored": len(scores.summaries) + scores.n_by_people,
        "scored_written_by_people": scores.n_by_people + sum(one.is_human for one in scores.summaries),
        "without_scores": scores.n_unscored,
        "data_licence": scores.data_licence,
        "annotation_licence": scores.annotation_licence,
        "scales": {name: list(ends) for name, ends in scores.scales.items()},
    }


def notes(scores: HumanScores, measured: Sequence[Values]) -> list[str]:
    """Notes on the figures, one line each."""
    found = ["Intervals are 95 % for new documents (delete-one-document jackknife, Student's t)."]
    for dimension in scores.dimensions:
        if stats.constant([one.mean(dimension) for one in scores.summaries if dimension in one.scores]):
            found.append(f"All human scores of {dimension} are equal: correlations are undefined.")
    for one in measured:
        known = [value for value in one.values if value is not None]
        if known and stats.constant(known):
            found.append(f"{one.metric} has the same value everywhere: correlations are undefined.")
        if missing := sum(value is None for value in one.values):
            why = f" ({one.why})" if one.why else ""
            were = counted(missing, "summary without a value is", "summaries without a value are")
            found.append(f"{one.metric}: {were} left out and counted as unjudged{why}.")
    systems = len({one.system for one in scores.summaries if not one.is_human})
    if systems == 1:
        found.append("There is one system: correlations over systems are undefined.")
    elif systems < LEAST_SYSTEMS:
        found.append(f"There are {systems} systems: a correlation over them is 1 or -1 whatever is measured.")
    if scores.n_by_people:
        were = counted(scores.n_by_people, "scored summary is", "scored summaries are")
        found.append(f"{were} written by people and left out (--human-written).")
    if scores.n_unscored:
        found.append(f"{counted(scores.n_unscored, 'summary has', 'summaries have')} no human score: not used.")
    return found
