"""Table of retrievers: what they find within a budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from hayrick.report.comparison import flat_note, star, star_note
from hayrick.report.tables import ABSENT, Table, percents
from hayrick.stats import Interval
from hayrick.stats.paired import Paired

T = TypeVar("T")

_RETRIEVAL_HEADS = {
    "ndcg@10": "nDCG@10",
    "relevant_recall": "relevant documents",
    "documents_shown": "citation F1, documents shown",
    "evidence_shown": "citation F1, evidence shown",
}


def retrieval_table(rows: Iterable[tuple[str, int | None, str, Interval, int]]) -> Table:
    """Table with one row per retriever and budget, in the given order, in percent.

    Args:
        rows: (retriever, budget in tokens or None, measure, interval, n).
    """
    cells: dict[tuple[str, int | None], dict[str, Interval]] = {}
    counts: dict[str, int] = {}
    for name, budget, measure, interval, n in rows:
        counts[measure] = n
        cells.setdefault((name, budget), {})[measure] = interval
    body = [[*key, *(percents(found.get(measure)) for measure in _RETRIEVAL_HEADS)] for key, found in _by_budget(cells)]
    of = f"{counts.get('relevant_recall', 0)} subtopics, {counts.get('documents_shown', 0)} insights"
    title = f"percent with 95 % intervals; {of}"
    heads = ["retriever", "tokens", *_RETRIEVAL_HEADS.values()]
    return Table(title, heads, body, range(1, len(heads)))


DIFFERENCES_NOTE = star_note("retrievers", "measure")


def flat_differences_note(rows: Iterable[tuple[str, Paired]]) -> str:
    """What is said of differences whose interval has no width; "" where there is none.

    Args:
        rows: (measure, difference).
    """
    flat = [(measure, one) for measure, one in rows if one.low is not None and one.low == one.high]
    names = "; ".join(dict.fromkeys(_RETRIEVAL_HEADS[measure] for measure, _ in flat))
    return flat_note(names, [(one.low, one.high) for _, one in flat], "retrievers")


def differences_table(rows: Iterable[tuple[str, str, int | None, str, Paired, float | None]]) -> Table:
    """Table of the differences from the first retriever, in percentage points; those told apart have a star.

    Args:
        rows: (retriever, baseline, budget in tokens or None, measure, difference, adjusted p).
    """
    cells: dict[tuple[str, int | None], dict[str, str]] = {}
    baselines: dict[str, None] = {}
    for name, baseline, budget, measure, paired, p in rows:
        baselines[baseline] = None
        shown = Interval(paired.difference, paired.low, paired.high)
        cells.setdefault((name, budget), {})[measure] = f"{percents(shown)}{star(p)}"
    body = [[*key, *(found.get(measure, ABSENT) for measure in _RETRIEVAL_HEADS)] for key, found in _by_budget(cells)]
    title = f"less {', '.join(baselines)}: paired differences in percentage points with 95 % intervals"
    heads = ["retriever", "tokens", *_RETRIEVAL_HEADS.values()]
    return Table(title, heads, body, range(1, len(heads)))


def _by_budget(
    cells: Mapping[tuple[str, int | None], Mapping[str, T]],
) -> list[tuple[tuple[str, str], Mapping[str, T]]]:
    """One row a retriever and budget, with what needs no budget in each of its rows."""
    return [
        ((name, f"{budget:,}"), {**cells.get((name, None), {}), **found})
        for (name, budget), found in cells.items()
        if budget is not None
    ]
