"""Table of information coverage: how much of their contexts tasks need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from hayrick.report.tables import ABSENT, Table, percent, ranged

ALL = "all"


def information_table(rows: Sequence[Mapping[str, object]]) -> Table:
    """Table of the rows of `coverage.json`; the mean over all datasets of a task stands last, if it has several."""
    datasets: dict[str, int] = {}
    for row in rows:
        datasets[str(row["task"])] = datasets.get(str(row["task"]), 0) + (row["dataset"] is not None)
    unjudged = any(row["n_unjudged"] for row in rows)
    body = [_cells(row, unjudged) for row in rows if row["dataset"] is not None or datasets[str(row["task"])] > 1]
    heads = ["task", "dataset", "information coverage", "by tokens", "items", "chunks an item", "tokens an item"]
    heads += ["chunks unjudged"] if unjudged else []
    return Table("needed share of the context; percent with 95 % intervals", heads, body, range(2, len(heads)))


def _cells(row: Mapping[str, object], unjudged: bool) -> list[str]:
    value, low, high = (cast("float | None", row[name]) for name in ("information_coverage", "low", "high"))
    tokens, chunks = cast("float | None", row["tokens"]), cast("float | None", row["chunks"])
    return [
        str(row["task"]),
        str(row["dataset"] or ALL),
        ranged(value, low, high, percent),
        percent(cast("float | None", row["by_tokens"])),
        str(row["n"]),
        ABSENT if chunks is None else f"{chunks:,.1f}",
        ABSENT if tokens is None else f"{tokens:,.0f}",
        *([f"{row['n_unjudged']} of {row['n_chunks']}"] if unjudged else []),
    ]
