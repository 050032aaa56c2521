"""Figures of finished runs: scores by information coverage, by length, and by place in the context; as rows and SVG.

Source: ETHIC (Lee et al., 2025), figures 1, 3, 4 and 5.
Differs: intervals; figure 5's sections are sorted into tenths of their context; a task's coverage is high from one half
    on, where figure 4 has one task of each kind; ratings are shares of their range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from hayrick.charts import axes
from hayrick.charts.bars import Value, bars
from hayrick.charts.heat import Cell, heat
from hayrick.charts.plot import Point, Series, plot, standing_out
from hayrick.records.coverage import Coverage
from hayrick.records.parameters import size_name
from hayrick.reporting import Reporting
from hayrick.types import Score, Tag

TENTHS = 10
"""Parts of a context or of a haystack by which places in it are told apart."""

MOST_TOLD_APART = 4
"""Systems that are told apart where each has several bars or lines."""

HIGH = 0.5
"""Information coverage from which on a task's is high."""

_DIGITS = 9
Row = dict[str, object]


def rows_of_estimates(
    estimates: Iterable[Mapping[str, object]], tasks: Mapping[str, Reporting], coverage: Coverage
) -> Iterator[Row]:
    """A row for each dataset's main measure, if it has bounds, with the coverage and the length that are known.

    Args:
        estimates: rows of `estimates.json` with the types' columns (`records.columns.plain`).
        tasks: name -> what is known of the task; rows of anything else are left out.
        coverage: information coverage of the tasks' datasets.
    """
    for row in estimates:
        if str(row["task"]) not in tasks:
            continue  # The mean of a suite.
        task, dataset, tags = str(row["task"]), row.get("dataset"), row.get("tags")
        told = tasks[task]
        measure = told.measure(told.main)
        if dataset is None or row["measure"] != told.main or not measure.is_bounded or row.get("value") is None:
            continue
        known = coverage.get((task, str(dataset)))
        length, wanted = (tags.get("length"), tags.get("wanted")) if isinstance(tags, dict) else (None, None)
        same = {name: row[name] for name in ("system", "context", "measure", "n")}
        values = {name: _share(row[name], measure.bounds) for name in ("value", "low", "high")}
        yield {
            "figure": "score",
            "task": task,
            "dataset": dataset,
            "coverage": known,
            "length": length,
            "wanted": wanted,
            **same,
            **values,
        }


def rows_of_levels(rows: Sequence[Row]) -> Iterator[Row]:
    """Mean score of the tasks of high and of low coverage at each length that all of them have.

    Tasks of one length have no line and are left out.
    """
    scored = [row for row in rows if row.get("coverage") is not None and isinstance(row["length"], int)]
    lengths: dict[object, set[object]] = {}
    coverage: dict[object, list[float]] = {}
    for row in scored:
        lengths.setdefault(row["task"], set()).add(row["length"])
        coverage.setdefault(row["task"], []).append(_float(row["coverage"]))
    several = [own for own in lengths.values() if len(own) > 1]
    common = set.intersection(*several) if several else set()
    found: dict[tuple[object, object], dict[tuple[str, object], list[float]]] = {}
    for row in scored if len(common) > 1 else ():
        if len(lengths[row["task"]]) > 1 and row["length"] in common:
            level = "high" if fmean(coverage[row["task"]]) >= HIGH else "low"
            cells = found.setdefault((row["system"], row["context"]), {})
            cells.setdefault((level, row["length"]), []).append(_float(row["value"]))
    for (system, context), cells in found.items():
        for (level, length), values in cells.items() if len({level for level, _ in cells}) > 1 else ():
            same = {"system": system, "context": context, "coverage": level, "length": length}
            yield {"figure": "level", **same, "value": fmean(values), "n": len(values)}


def rows_of_places(scored: Mapping[str, Sequence[Score]], tasks: Mapping[str, Reporting]) -> Iterator[Row]:
    """Mean score by the tenth of the context in which the section stands that a unit or a question is about."""
    for task, scores in [(task, scored[task]) for task in tasks if task in scored]:
        main, measure = tasks[task].main, tasks[task].measure(tasks[task].main)
        by_response: dict[tuple[object, ...], list[Score]] = {}
        for one in scores:
            if one.measure == main and measure.is_bounded and _place(one) and one.value is not None:
                by_response.setdefault(one.response.key, []).append(one)
        cells: dict[tuple[str, str, str, Tag | None, int], list[float]] = {}
        for given in by_response.values():
            tags = given[0].response.all_tags
            length, wanted = tags.get("length"), tags.get("wanted")
            last = max(int(tags.get("sections", 0)), *map(_place, given))
            for one in given if last > 1 else ():
                tenth = 1 + (_place(one) - 1) * TENTHS // last
                shown = size_name(int(length)) if isinstance(length, int) else "all"
                name = (one.response.system, one.response.context, shown, wanted, tenth)
                cells.setdefault(name, []).append(one.value or 0.0)
        for (system, context, shown, wanted, tenth), values in cells.items():
            same = {"system": system, "context": context, "length": shown, "wanted": wanted, "tenth": tenth}
            value = _share(fmean(values), measure.bounds)
            yield {"figure": "place", "task": task, **same, "measure": main, "value": value, "n": len(values)}


def _place(one: Score) -> int:
    """Number of the section that a score is about; 0 for none, for several, and for one that was shown alone."""
    tags = one.response.all_tags
    drawn, shown = str(tags.get("drawn", one.unit)), tags.get("sections")
    place = int(drawn) if drawn.isdecimal() and len(drawn) < _DIGITS else 0
    return 0 if "drawn" in tags and isinstance(shown, int) and place > shown else place


def with_contexts(rows: Sequence[Row]) -> list[Row]:
    """Rows whose systems are named with their contexts, if there are several."""
    if len({row["context"] for row in rows}) < 2:
        return list(rows)
    return [{**row, "system": f"{row['system']}+{row['context']}"} for row in rows]


def drawn(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Name and SVG of each figure that the rows have data for."""
    scored = [row for row in rows if row["figure"] == "score"]
    covered = sorted((row for row in scored if row["coverage"] is not None), key=lambda row: _float(row["coverage"]))
    if covered:
        series = _series(covered, ["system"], "coverage", joined=False)
        across = axes.percents("information coverage")
        yield "coverage", plot("Score by information coverage", across, axes.percents("score"), series)
        yield "low_high", _low_high(covered)
    long = [row for row in scored if isinstance(row["length"], int)]
    if len({row["length"] for row in long}) > 1:
        yield "length", _by_length("Score by length", long, ["system", "task"])
    if levels := [row for row in rows if row["figure"] == "level"]:
        yield "length_low_high", _levels(levels)
    wanted = sorted((row for row in scored if isinstance(row["wanted"], int)), key=lambda row: _float(row["wanted"]))
    if len({row["wanted"] for row in wanted}) > 1:
        across = axes.ratios("sections wanted", [_float(row["wanted"]) for row in wanted])
        series = _series(wanted, ["system", "task"], "wanted", joined=True)
        yield "wanted", plot("Score by output length", across, axes.percents("score"), series)
    for number_, name in enumerate(dict.fromkeys((row["system"], row["task"]) for row in rows if "tenth" in row), 1):
        mine = [row for row in rows if "tenth" in row and (row["system"], row["task"]) == name]
        yield f"places_{number_}", _places(str(name[0]), str(name[1]), mine)


def _places(system: str, task: str, rows: Sequence[Row]) -> str:
    """A heat map of one system's scores on a task by tenth of the context, a line a length."""
    cells = {(_line(row), row["tenth"]): Cell(_float(row["value"]), f"n {row['n']}") for row in rows}
    tenths = range(1, TENTHS + 1)
    grid = {line: [cells.get((line, tenth)) for tenth in tenths] for line in dict.fromkeys(map(_line, rows))}
    heads = [str(10 * tenth) for tenth in tenths]
    axis = f"{task}: place in the context (%)"
    return heat(system, heads, grid, axis=axis, show=_whole, ends=(0, 1), is_half=True)


def _whole(value: float) -> str:
    return f"{100 * value:.0f}"


def _line(row: Row) -> str:
    """Name of a heat map's line: the length; "8 of 32k" where eight sections of it are wanted, not all."""
    return str(row["length"]) if row["wanted"] is None else f"{row['wanted']} of {row['length']}"


def _levels(levels: Sequence[Row]) -> str:
    """A line a system and level; of many systems both lines of the best three and of the worst stand out."""
    named = [{**row, "coverage": f"{row['coverage']} coverage", "low": None, "high": None} for row in levels]
    means = {
        system: fmean(_float(row["value"]) for row in levels if row["system"] == system)
        for system in dict.fromkeys(str(row["system"]) for row in levels)
    }
    ranked = sorted(means, key=lambda system: -means[system])
    kept = ranked if len(ranked) <= MOST_TOLD_APART else [*ranked[: MOST_TOLD_APART - 1], ranked[-1]]
    return _by_length("Mean score, high and low information coverage", named, ["system", "coverage"], kept)


def _by_length(title: str, rows: Sequence[Row], names: Sequence[str], kept: Sequence[str] | None = None) -> str:
    """Lines over lengths; with `kept` those of other systems stand back."""
    long = sorted(rows, key=lambda row: _float(row["length"]))
    if kept is not None:
        long.sort(key=lambda row: kept.index(str(row["system"])) if row["system"] in kept else len(kept))
    lengths = [_float(row["length"]) for row in long]
    across = axes.ratios("tokens of prompt and reply", lengths, lambda length: size_name(round(length)))
    series = _series(long, names, "length", joined=True, kept=kept)
    return plot(title, across, axes.percents("score"), series)


def _low_high(covered: Sequence[Row]) -> str:
    """Bars of each dataset, lowest coverage first; of many systems a heat map."""
    datasets = {row["dataset"]: _float(row["coverage"]) for row in covered}
    names = [f"{dataset} ({100 * coverage:.0f} %)" for dataset, coverage in datasets.items()]
    values = {(row["system"], row["dataset"]): Value(_float(row["value"]), *_ends(row)) for row in covered}
    systems = dict.fromkeys(str(row["system"]) for row in covered)
    series = {system: [values.get((system, dataset)) for dataset in datasets] for system in systems}
    title = "Score, lowest information coverage first"
    if len(systems) <= MOST_TOLD_APART:
        return bars(title, names, series, axes.percents("score"))
    rows = {
        system: [Cell(one.value, _within(one)) if one is not None else None for one in cells]
        for system, cells in series.items()
    }
    return heat(f"{title} (%)", names, rows, axis="dataset and its information coverage", show=_whole, ends=(0, 1))


def _within(one: Value) -> str:
    return f"[{_whole(one.low)}, {_whole(one.high)}]" if one.low is not None and one.high is not None else ""


def _series(
    rows: Sequence[Row], names: Sequence[str], x: str, *, joined: bool, kept: Sequence[str] | None = None
) -> list[Series]:
    """A series for each name; those of systems that are not in `kept` stand back, by default all but a few."""
    found: dict[str, list[Point]] = {}
    behind = set()
    for row in rows:
        name = ", ".join(str(row[one]) for one in names)
        about = f"{name}, {row['dataset']}" if row.get("dataset") else name
        low, high = _ends(row)
        found.setdefault(name, []).append(Point(_float(row[x]), _float(row["value"]), low, high, name=about))
        if kept is not None and str(row["system"]) not in kept:
            behind.add(name)
    series = [
        Series(name=name, points=points, joined=joined, stands_back=name in behind) for name, points in found.items()
    ]
    return series if kept is not None else standing_out(series)


def _ends(row: Row) -> tuple[float, float] | tuple[None, None]:
    low, high = row["low"], row["high"]
    return (_float(low), _float(high)) if low is not None and high is not None else (None, None)


def _share(value: object, bounds: tuple[float, float]) -> float | None:
    """Where a value stands between the least and the greatest one; None for None."""
    return None if value is None else (_float(value) - bounds[0]) / (bounds[1] - bounds[0])


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
