"""Views of directories of meta, retrieve and verify: their figures from their files, whatever else stands in these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hayrick.page.haystacks import retrieval, verification
from hayrick.page.metrics import correlations, grids, summaries
from hayrick.page.together import slug
from hayrick.page.views import Source, View

NAMESPACE = "{http://www.w3.org/2000/svg}"
NUMBERS = ("pearson", "low", "high", "spearman", "spearman_low", "spearman_high", "kendall")
Makes = Callable[[Sequence[Source]], Iterator[View]]


def a_directory(**files: Mapping[str, Any]) -> Source:
    named = {f"{name}.json": value for name, value in files.items()}
    return Source(name="a", folder=Path("a"), command="any", files=named)


def correlation(metric: str, value: float) -> dict[str, object]:
    names = {"metric": metric, "context": "full", "dimension": "faithful", "level": "instance"}
    rest = {"human_written": "excluded", "n": 4, "n_unjudged": 0, "usd": None}
    return {**names, **dict.fromkeys(NUMBERS, value), **rest}


def summary(system: str, value: float | None, human: float, by: str = "system") -> dict[str, object]:
    same = {"metric": "m", "context": "full", "dimension": "faithful", "document": "d"}
    return {**same, "system": system, "written_by": by, "value": value, "human": human}


META = {
    "rows": [correlation("low", 0.2), correlation("m", 0.9)],
    "ceilings": [{**correlation("", 0.7), "annotators": []}],
    "differences": [],
    "bias": [],
    "summaries": [summary("s", 0.5, 3.0), summary("s", None, 2.0), summary("p", 0.75, 4.0, "person")],
}


def titles(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{NAMESPACE}title")]


def test_metrics_stand_best_first_with_people_last() -> None:
    (view,) = correlations([a_directory(meta=META)])
    assert [row[0] for row in view.tables[0].rows] == ["m", "low", "people, each against the others"]
    svg = view.figures[0].svg
    assert svg.index(">m<") < svg.index(">low<") < svg.index(">people, each against the others<")


def test_names_that_are_short_and_latin_are_kept() -> None:
    kept = {"joint@summary": "joint-summary", "ROUGE-L (own)": "rouge-l-own", "a" * 60: "a" * 60}
    assert {one: slug(one) for one in kept} == kept


def test_no_two_figures_share_a_name() -> None:
    """Letters that no fragment holds, marks alone, and differences at the end of a long name."""
    judge = "python:/home/someone/projects/summaries/judges/of/mine/faithful_judge.py:A"
    names = [
        "忠実性",
        "流暢さ",
        "忠実性:a",
        "流暢さ:a",
        "é",
        "è",
        "++",
        "--",
        f"{judge} relevance",
        f"{judge} consistency",
    ]
    rows = [{**correlation("m", 0.5), "dimension": name} for name in names]
    (view,) = correlations([a_directory(meta={**META, "rows": rows})])
    found = {one.name for one in view.figures}
    assert len(found) == len(names)
    assert all(re.fullmatch("metrics(-[a-z0-9]+)+", one) and len(one) <= len("metrics-") + 60 for one in found)


def test_a_summary_without_a_value_is_no_point_and_those_by_people_are_rings() -> None:
    (view,) = summaries([a_directory(meta=META)])
    assert [one.alt for one in view.figures] == ["0 summaries; Pearson's r .20.", "2 summaries; Pearson's r .90."][::-1]
    svg = view.figures[0].svg
    assert sum(title.startswith("d, ") for title in titles(svg)) == 2
    assert svg.count("<circle") - svg.count('fill="none" stroke="currentColor" stroke-width="1.6"') == 2, (
        "s and its key"
    )
    assert len(view.tables[0].rows) == 2


def test_correlation_by_budget_has_the_whole_source_dashed() -> None:
    cells = [
        {**correlation("m", value), "reads": "source", "extractor": name, "budget": budget, "tokens": tokens}
        for name, budget, tokens, value in (
            ("full", None, 4000.0, 0.6),
            ("lead", 128, 120.0, 0.3),
            ("lead", 512, 500.0, 0.7),
        )
    ]
    places = [{"extractor": "lead", "budget": 512, "shares": [0.1] * 10}]
    (view,) = grids([a_directory(grid={"rows": cells, "positions": places, "lengths": []})])
    names = [one.name for one in view.figures]
    assert names == [
        "grid-pearson-m-faithful",
        "grid-spearman-m-faithful",
        "grid-efficient-m-faithful",
        "grid-positions",
    ]
    assert ">whole source 0.600<" in view.figures[0].svg
    found = titles(view.figures[2].svg)
    assert sum(title.startswith("lead, 512") for title in found) == 2, "as a cell, and on the front"
    assert sum(title.startswith("full, whole") for title in found) == 1, "512 tokens agree more and cost less"


def test_retrievers_by_budget_and_without_one() -> None:
    def row(name: str, budget: int | None, measure: str, value: float) -> dict[str, object]:
        ends = {"value": value, "low": value - 0.1, "high": value + 0.1, "n": 9}
        return {"retriever": name, "budget_tokens": budget, "haystack": None, "measure": measure, **ends}

    rows = [row("bm25", None, "ndcg@10", 0.8), row("bm25", 100, "r", 0.2), row("bm25", 200, "r", 0.4)]
    (view,) = retrieval([a_directory(retrieval={"rows": [*rows, {**rows[0], "haystack": "h", "value": 0.1}]})])
    assert [one.name for one in view.figures] == ["retrieval-ndcg-10", "retrieval-r"]
    assert "bm25: 80.0 [70.0, 90.0]" in titles(view.figures[0].svg)
    assert any(title.startswith("bm25, n 9: 40.0") for title in titles(view.figures[1].svg))


def test_checked_haystacks() -> None:
    found = {f"{name}{end}": 0.9 for name in ("precision", "recall", "f1") for end in ("", "_low", "_high")}
    (view,) = verification(
        [a_directory(verification={"rows": [], "haystacks": [{"haystack": "h", "sound": False, **found}]})]
    )
    assert view.figures[0].alt == "Haystacks: 1; unsound: 1."
    assert view.tables[0].rows[0][:2] == ["h", "unsound"]


@pytest.mark.parametrize("make", [correlations, summaries, grids, retrieval, verification])
@pytest.mark.parametrize(
    "value", [{}, {"rows": 3}, {"rows": [3, {}, {"metric": None}], "summaries": "x", "haystacks": [{"haystack": 1}]}]
)
def test_damaged_files_have_no_view(make: Makes, value: Mapping[str, Any]) -> None:
    files = dict.fromkeys(("meta", "grid", "retrieval", "verification"), value)
    assert list(make([a_directory(**files)])) == []
