"""Judges on texts whose right verdict is known: a line a probe, a mark a judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.charts import axes
from hayrick.charts.bars import Line, ranges
from hayrick.charts.drawing import COLOURS
from hayrick.page.fields import Row, interval_in, real, rows_of, suffixes
from hayrick.page.views import Figure, Source, View
from hayrick.probes import KINDS, PROBES
from hayrick.report.tables import ABSENT, Table, percents

FILE = "probes.json"
RIGHT = "right"


def probings(sources: Sequence[Source]) -> Iterator[View]:
    """Judges of each directory of probes side by side."""
    for source, suffix, title in suffixes([one for one in sources if _rows(one)]):
        rows = _rows(source)
        judges = list(dict.fromkeys(str(row["judge"]) for row in rows))
        text = (
            "How often judges are right about texts that were made of insights so that the right verdict is known "
            "(docs/guide/probe.md), with 95 % intervals. It is no accuracy on real summaries."
        )
        if len(judges) > len(COLOURS):
            text += f" Drawn are the first {len(COLOURS)} of {len(judges)}."
        figures = tuple(_figures(f"probes-{{}}{suffix}", rows, judges[: len(COLOURS)]))
        yield View(f"probes{suffix}", f"Judges on probes{title}", text, figures, (_table(rows, judges),))


def _rows(source: Source) -> list[Row]:
    return rows_of(source, FILE, "rows", "judge", "probe", "kind")


def _cells(rows: Sequence[Row]) -> dict[tuple[str, str], Row]:
    """(probe, judge) -> its row."""
    return {(str(row["probe"]), str(row["judge"])): row for row in rows}


def _figures(name: str, rows: Sequence[Row], judges: Sequence[str]) -> Iterator[Figure]:
    """A chart for each kind of probe."""
    cells = _cells(rows)
    for kind, says in KINDS.items():
        probes = list(dict.fromkeys(str(row["probe"]) for row in rows if row["kind"] == kind))
        lines = []
        for probe in probes:
            own = [cells.get((probe, judge), {}) for judge in judges]
            counts = {row.get("n") for row in own if row}
            n = f"n {counts.pop()}" if len(counts) == 1 else ""
            lines.append(Line(probe, [interval_in(row, RIGHT) for row in own], n))
        if any(value for line in lines for value in line.values):
            series = list(judges) if len(judges) > 1 else [""]
            drawn = ranges(
                f"Right verdicts where {says}", axes.numbers("share of right verdicts", [0.0, 1.0]), series, lines
            )
            yield Figure(name.format(kind), drawn, f"{len(lines)} probes; a mark is a judge's share of right verdicts.")


def _table(rows: Sequence[Row], judges: Sequence[str]) -> Table:
    says = {one.name: one.says for one in PROBES}
    cells, body = _cells(rows), []
    for probe in dict.fromkeys(str(row["probe"]) for row in rows):
        own = [cells.get((probe, judge), {}) for judge in judges]
        n = max(int(real(row, "n") or 0) for row in own)
        shares = [percents(found) if (found := interval_in(row, RIGHT)) else ABSENT for row in own]
        body.append([probe, says.get(probe, ""), str(n), *shares])
    heads = ["probe", "the text", "n", *judges]
    return Table("share of right verdicts in percent, with 95 % intervals", heads, body, range(2, len(heads)))
