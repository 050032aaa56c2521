"""Cost of metrics against agreement with people."""

from __future__ import annotations

from pathlib import Path

from hayrick.page.metric_costs import metric_costs
from hayrick.page.views import Source


def a_row(metric: str, context: str, pearson: float, usd: float | None, **more: object) -> dict[str, object]:
    return {"metric": metric, "dimension": "faithfulness", "context": context, "pearson": pearson, "usd": usd, **more}


def a_source(meta: list[dict[str, object]], grid: list[dict[str, object]]) -> Source:
    files = {"meta.json": {"rows": meta}, "grid.json": {"rows": grid}}
    return Source(name="m", folder=Path("m"), command="meta", files=files)


def test_the_front_is_of_metrics_and_extracts_with_a_price() -> None:
    grid = [a_row("m", "extract:a@100", 0.5, 0.1, low=0.4, high=0.6), a_row("m", "extract:a@900", 0.4, 0.3)]
    whole = a_row("m", "full", 0.6, 0.9, level="instance")
    meta = [whole, {**whole, "level": "system", "pearson": 0.99}, a_row("free", "full", 0.9, None)]
    (view,) = metric_costs([a_source(meta, grid)])
    assert [[*row[1:3], row[4]] for row in view.tables[0].rows] == [
        ["extract:a@100", "0.1000", "yes"],
        ["extract:a@900", "0.3000", "no"],
        ["full", "0.9000", "yes"],
    ]
    assert view.tables[0].rows[0][3] == ".50 [.40, .60]"
    assert list(metric_costs([a_source(meta, [])])) == [], "one price is no comparison"
    assert list(metric_costs([a_source([], [{"metric": "m"}])])) == []
