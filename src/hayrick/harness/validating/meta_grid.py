"""The grid of extractors and budgets: what judges that read an extract are worth, and which extract to choose.

Source: Extract-then-Evaluate, tables 2 to 5 and figures 2, 3 and 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hayrick.harness.validating.meta_contexts import FULL, Context
from hayrick.harness.validating.meta_rows import Row, correlated, paired
from hayrick.harness.validating.metrics import Values
from hayrick.human_scores import HumanScores
from hayrick.meta_evaluation.choice import Choice, choose, efficient
from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import Correlation, Paired, correlations
from hayrick.text import sentences
from hayrick.tokens import count_tokens

BUDGETS = (128, 256, 512, 768, 1024, 1536, 2048, 4096)
"""Source: Extract-then-Evaluate, section 3.2."""

MOST_PARETO = 1024
"""Largest budget of a "Pareto efficient" choice. Source: Extract-then-Evaluate, section 3.4."""

RULES = {"best": float("inf"), "pareto": float(MOST_PARETO)}
"""Rule of choice -> largest budget that it may choose."""

N_BINS = 10
REFERENCES, SOURCE = "references", "source"


class Grid(NamedTuple):
    """What `grid.json` holds beside its rows; see docs/guide/meta.md."""

    rows: list[Row]
    choices: list[Row]
    summary: list[Row]
    lengths: list[Row]
    positions: list[Row]


def grid_of(scores: HumanScores, measured: Sequence[Values], shown: Sequence[Context], seed: int) -> Grid:
    """Rows of all cells, of the choices among them, and of the extracts.

    Args:
        scores: human scores.
        measured: values of all metrics in all contexts, the whole source among them.
        shown: the contexts.
        seed: of random choices.
    """
    lengths = list(_lengths(scores, shown))
    tokens = {str(row["context"]): float(str(row["mean"])) for row in lengths}
    rows: list[Row] = []
    choices: list[Row] = []
    summary: list[Row] = []
    for metric in dict.fromkeys(one.metric for one in measured):
        cells = [one for one in measured if one.metric == metric]
        reads = SOURCE if len({tuple(one.values) for one in cells}) > 1 else REFERENCES
        for dimension in scores.dimensions:
            found = _cells(scores, cells, dimension, tokens, reads)
            chosen = list(_choices(scores, cells, dimension, found, seed)) if reads == SOURCE else []
            rows += found
            choices += chosen
            summary += [{**_brief(row), "choice": row.get("rule", FULL)} for row in [*found[:1], *chosen]]
    return Grid(rows, choices, summary, lengths, list(_positions(scores, shown)))


def _cells(
    scores: HumanScores, cells: Sequence[Values], dimension: str, tokens: dict[str, float], reads: str
) -> list[Row]:
    found = [correlations(*paired(scores, one, dimension))[0] for one in cells]
    sums = [_sum(one) for one in found]
    # The whole source is a cell, too: an extract that costs less and agrees better makes it inefficient.
    flags = efficient([tokens[one.context.name] for one in cells], sums)
    return [
        {
            "metric": one.metric,
            "reads": reads,
            "dimension": dimension,
            **_place(one.context),
            "tokens": tokens[one.context.name],
            **correlated(value.pearson, value.spearman, value.kendall),
            "n": value.n,
            "n_unjudged": value.n_unjudged,
            "usd": None if one.cost.usd is None else one.cost.usd / len(scores.summaries),
            "efficient": flag,
        }
        for one, value, flag in zip(cells, found, flags, strict=True)
    ]


def _sum(one: Correlation) -> float | None:
    r, rho = one.pearson.value, one.spearman.value
    return None if r is None or rho is None else r + rho


def _place(context: Context) -> Row:
    return {"context": context.name, "extractor": context.extractor or FULL, "budget": context.budget}


def _brief(row: Row) -> Row:
    kept = ("metric", "reads", "dimension", "context", "extractor", "budget", "tokens", "pearson", "spearman", "usd")
    return {name: row[name] for name in kept}


def _choices(
    scores: HumanScores, cells: Sequence[Values], dimension: str, rows: Sequence[Row], seed: int
) -> Iterator[Row]:
    """Rows of the best cell and of the best within a small budget, chosen among extracts."""
    given = [dict(_keyed(paired(scores, one, dimension)[0])) for one in cells]
    shared = [key for key in given[0] if all(key in one for one in given)]
    for rule, most in RULES.items():
        numbers = [i for i, one in enumerate(cells) if one.context.budget is not None and one.context.budget <= most]
        values = [[given[i][key].metric for key in shared] for i in numbers]
        human, documents = [given[0][key].human for key in shared], [key[0] for key in shared]
        found = choose(values, human, documents, seed=seed) if values else None
        if found is not None:
            full = next(i for i, one in enumerate(cells) if one.context.budget is None)
            row = rows[numbers[found.chosen]]
            yield {
                **row,
                "rule": rule,
                **_trust(found, [rows[i] for i in numbers], [given[full][key] for key in shared]),
            }


def _keyed(rows: Sequence[Paired]) -> Iterator[tuple[tuple[str, str], Paired]]:
    return (((row.document, row.system), row) for row in rows)


def _trust(found: Choice, rows: Sequence[Row], full: Sequence[Paired]) -> Row:
    """How often the choice wins, and what choosing without the document that is scored leaves of it."""
    wins = {str(row["context"]): share for row, share in zip(rows, found.wins, strict=True) if share > 0}
    held_out = [row._replace(metric=value) for row, value in zip(full, found.held_out, strict=True)]
    (less,) = differences({"held out": held_out, FULL: full})
    return {
        "wins": dict(sorted(wins.items(), key=lambda one: -one[1])),
        "share_of_wins": found.wins[found.chosen],
        "held_out_n": len(full),
        "held_out_pearson": found.held_out_pearson,
        "held_out_spearman": found.held_out_spearman,
        "optimism": found.optimism,
        **less.difference.columns("held_out_less_full"),
        "held_out_less_full_p": less.swap,
    }


def _lengths(scores: HumanScores, shown: Sequence[Context]) -> Iterator[Row]:
    """Tokens of what each context shows: mean and quartiles over summaries."""
    whole = {one.document_id: one.document for one in scores.summaries}
    counts = {name: count_tokens(text).n for name, text in whole.items()}
    for context in shown:
        tokens = [one.tokens for one in context.extracts] or [counts[one.document_id] for one in scores.summaries]
        low, middle, high = (float(one) for one in np.quantile(tokens, (0.25, 0.5, 0.75)))
        mean = sum(tokens) / len(tokens)
        yield {**_place(context), "mean": mean, "quarter": low, "median": middle, "three_quarters": high}


def _positions(scores: HumanScores, shown: Sequence[Context]) -> Iterator[Row]:
    """Where the selected sentences stand: shares of tenths of the document, at the budget nearest to 1,024 tokens."""
    found = {one.document_id: len(sentences(one.document)) for one in scores.summaries}
    budgets = {one.budget for one in shown if one.budget is not None}
    nearest = min(budgets, key=lambda budget: abs(budget - MOST_PARETO), default=None)
    for context in shown:
        if context.budget is None or context.budget != nearest:
            continue
        bins = [0] * N_BINS
        for one, extract in zip(scores.summaries, context.extracts, strict=True):
            n = max(found[one.document_id], 1 + max(extract.sentences, default=0))
            for number in extract.sentences:
                bins[number * N_BINS // n] += 1
        total = sum(bins)
        yield {**_place(context), "sentences": total, "shares": [one / total if total else 0.0 for one in bins]}
