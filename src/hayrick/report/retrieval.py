"""Table of retrievers: what they find within a budget."""

from __future__ import annotations

from collections.abc import Iterable

from hayrick.report.tables import Table, percents
from hayrick.stats import Interval

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
    cells: dict[tuple[str, int], dict[str, Interval]] = {}
    ranked: dict[str, Interval] = {}
    counts: dict[str, int] = {}
    for name, budget, measure, interval, n in rows:
        counts[measure] = n
        if budget is None:
            ranked[name] = interval
        else:
            cells.setdefault((name, budget), {})[measure] = interval
    body = []
    for (name, budget), row in cells.items():
        found = {"ndcg@10": ranked.get(name), **row}
        body.append([name, f"{budget:,}", *(percents(found.get(measure)) for measure in _RETRIEVAL_HEADS)])
    of = f"{counts.get('relevant_recall', 0)} subtopics, {counts.get('documents_shown', 0)} insights"
    title = f"percent with 95 % intervals; {of}"
    heads = ["retriever", "tokens", *_RETRIEVAL_HEADS.values()]
    return Table(title, heads, body, range(1, len(heads)))
