"""The pictures of docs: python -m bench.pages.pictures [FOLDER].

They draw tables of pages, cell by cell, so that a picture says what its table says. Run it again when either changes.
README's picture is of the gallery (bench/pages/gallery.py).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from bench.places import ROOT
from hayrick.charts.axes import Axis, numbers, percents
from hayrick.charts.bars import Line, Value, ranges
from hayrick.charts.drawing import as_file

DOCS = ROOT / "docs"
FOLDER = DOCS / "pictures"
NUMBER = r"[-+]?\d*\.?\d+"


class Drawn(NamedTuple):
    """A table of a page, and which of its columns are drawn."""

    page: str
    heads: str
    """The beginning of the table's first line."""
    title: str
    axis: str
    columns: Mapping[str, str]
    """Column -> name in the legend."""
    percent: bool = False
    named_by: int = 1
    """How many columns, from the first, name a line."""
    only: str = ""
    """Beginning of the names that are drawn."""
    upright: float | None = None
    """Value of an upright line."""
    joined: bool = False


TABLES: Mapping[str, Drawn] = {
    "judges": Drawn(
        "evidence/local_judge.md",
        "| judge | correlation with people |",
        "Judges of coverage against people",
        "correlation over 743 pairs of insight and summary, 95 % intervals",
        {"correlation with people": ""},
    ),
    "repaired": Drawn(
        "evidence/attribution.md",
        "| system, full context |",
        "Joint with a system's own citations, and with repaired ones",
        "203 insights of three haystacks, 95 % intervals",
        {"joint own": "own", "joint repaired": "repaired"},
        percent=True,
        joined=True,
    ),
    "haystacks": Drawn(
        "evidence/data_card.md",
        "| haystack | coverage | citation | joint |",
        "The extractive system on bundled (above) and released (below) haystacks",
        "local judge, 95 % intervals",
        {"coverage": "coverage", "citation": "citation", "joint": "joint"},
        percent=True,
    ),
    "checker": Drawn(
        "evidence/verification.md",
        "| haystack | pairs | recorded |",
        "The local checker on other kinds of haystack",
        "pairs of insight and document, 95 % intervals",
        {"precision": "precision", "recall": "recall", "F1": "F1"},
        percent=True,
    ),
    "subtopic": Drawn(
        "evidence/data_card.md",
        "| haystack | joint of `extractive` |",
        "Joint of the extractive system, and of one that cites the whole subtopic",
        "mean and range over five seeds; of the released haystacks, one value",
        {"joint of extractive": "extractive", "joint of cite-subtopic": "cite-subtopic"},
        percent=True,
        joined=True,
    ),
    "extractive": Drawn(
        "evidence/extractive.md",
        "| place, system (context) |",
        "The extractive system beside the best recorded ones",
        "203 insights of three haystacks, local judge, 95 % intervals",
        {"coverage": "coverage", "citation": "citation", "joint": "joint"},
        percent=True,
    ),
    "chunks": Drawn(
        "evidence/information_coverage.md",
        "| task | items | AUC, held out |",
        "How well the local judge finds the chunks that a question needs",
        "area under the curve, 95 % intervals; .5 is chance",
        {"AUC, held out": "held out", "AUC, query alone": "query alone"},
        upright=0.5,
    ),
    "position": Drawn(
        "evidence/position.md",
        "| system | context | order | joint |",
        "Joint by the order of documents",
        "203 insights of three haystacks, recorded judge, 95 % intervals",
        {"joint": ""},
        percent=True,
        named_by=3,
    ),
    "intervals": Drawn(
        "evidence/intervals.md",
        "| population | clusters | truth | percentile |",
        "How often a 95 % interval holds the truth, by kind and number of clusters",
        "4,000 draws a line",
        {"percentile": "percentile bootstrap", "plain t": "plain t", "score (ours)": "ours"},
        percent=True,
        named_by=2,
        only="coverage",
        upright=0.95,
    ),
}


def table(page: str, heads: str) -> list[dict[str, str]]:
    """Rows of the first table of a page whose first line begins so."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(heads))
    names = _cells(lines[start])
    body = takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [dict(zip(names, _cells(line), strict=True)) for line in body]


def _cells(line: str) -> list[str]:
    return [re.sub(r"[`*]", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def _read(cell: str, scale: float) -> Value | None:
    """A cell such as `.770 [.695, .845]`, `0.84 (0.81 to 0.86)` or `61.1`; None where it holds no number."""
    found = re.match(rf"({NUMBER})(?: [\[(]({NUMBER})(?:, | to )({NUMBER}))?", cell)
    if found is None:
        return None
    low, high = (float(one) / scale if one else None for one in found.group(2, 3))
    return Value(float(found[1]) / scale, low, high)


def table_picture(drawn: Drawn) -> str:
    """A line a row of a table, with a mark for each chosen column."""
    scale = 100.0 if drawn.percent else 1.0
    lines = []
    for row in table(drawn.page, drawn.heads):
        name = ", ".join(list(row.values())[: drawn.named_by])
        if name.startswith(drawn.only):
            lines.append(Line(name, [_read(row[column], scale) for column in drawn.columns]))
    every = [end for one in lines for value in one.values if value for end in value if end is not None]
    axis: Axis = (percents if drawn.percent else numbers)(drawn.axis, every)
    series = list(drawn.columns.values())
    return as_file(ranges(drawn.title, axis, series, lines, joined=drawn.joined, zero=drawn.upright))


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.pages.pictures")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in TABLES.items():
        (folder / f"{name}.svg").write_text(table_picture(drawn), encoding="utf-8")


if __name__ == "__main__":
    main()
