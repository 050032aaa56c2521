"""The judge's card, so that no score stands without its judge; and judges side by side.

Source: SummHay, tables 1 and 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.ceiling import PEOPLE
from hayrick.charts import axes
from hayrick.charts.bars import Line, Value, ends_of, ranges
from hayrick.charts.drawing import COLOURS
from hayrick.page.boards import judges_of
from hayrick.page.fields import Row, interval_in, real, rows_of, suffixes
from hayrick.page.together import Group, groups
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import Evidence
from hayrick.report.in_sample import MARK, in_sample_note
from hayrick.report.tables import ABSENT, Table, with_interval

FILE = "agreement.json"
FIGURES: Mapping[str, str] = {
    "coverage_correlation": "correlation by value",
    "coverage_correlation_left_out": "correlation with all but one",
    "label_correlation": "correlation by label",
    "linking_accuracy": "same bullet",
    "kappa_linear": "kappa, linear",
    "kappa": "kappa",
    "equal": "equal",
    "f1": "F1 with people's lists",
}
"""Column of `agreement.json` -> what charts call it."""

BIAS = "bias"


def cards(sources: Sequence[Source]) -> Iterator[View]:
    """What is known of the judge of each group of runs: validated here, measured elsewhere, both or neither."""
    for group in groups(sources):
        judges = judges_of(group.members[0].source, group.members[0].task.name)
        for number, (name, signature) in enumerate(judges, start=1):
            suffix = f"{group.suffix}{f'-{number}' if len(judges) > 1 else ''}"
            figures, tables, text = list[Figure](), list[Table](), _UNCHECKED
            for source, judge, signatures in _validations(sources):
                if signature in signatures and not figures:
                    rows = [row for row in rows_of(source, FILE) if row.get("judge") in (judge, PEOPLE)]
                    text = f"Validated in {source.name} against people who labelled the same units, 95 % intervals."
                    text += _among_people(rows) + _in_sample(rows)
                    figures += _agreement(f"judge-{{}}{suffix}", rows, source, judge)
                    tables += [_table(rows), *_bias_table(source, judge)]
            if not figures and (others := _namesakes(sources, name)):
                text = _UNNAMED.format(of=", ".join(others))
            if shipped := _shipped(group, name):
                places = ", ".join(dict.fromkeys(one.where for one in shipped))
                text += f" Figures 'as measured before' come with the judge, and are not of these answers ({places})."
                figures.append(_shipped_figure(f"judge-shipped{suffix}", name, shipped))
                tables.append(_shipped_table(name, group.title, shipped))
            yield View(f"judge{suffix}", f"The judge: {name}{group.title}", text, tuple(figures), tuple(tables))


def _validations(sources: Sequence[Source]) -> Iterator[tuple[Source, str, Sequence[str]]]:
    """Judges that a directory has measured against people: (directory, name, signatures)."""
    for source in sources:
        parameters = source.manifest.get("parameters")
        judges = parameters.get("judges") if isinstance(parameters, Mapping) else None
        if rows_of(source, FILE, "rows", "judge") and isinstance(judges, Mapping):
            for name, signatures in judges.items():
                given = signatures if isinstance(signatures, list) else [signatures]
                yield source, str(name), [str(one) for one in given]


_UNCHECKED = (
    "Not validated in this report: how far it agrees with people on data like these is not known. Give a directory of "
    "'hayrick validate' with this judge beside the runs."
)


_UNNAMED = (
    "The verdicts are labels that are stored with the answers, and nothing stored says who gave them. Measured against "
    "people were labels by name: {of}. Whether they are of the same maker the files do not tell, so that their figures "
    "stand under 'Judges against people' alone. If you know it, run with that name as --judge, and they stand here."
)


def _namesakes(sources: Sequence[Source], name: str) -> list[str]:
    """Validated judges that say of which maker they are, where a run's judge does not: `NAME:MAKER`."""
    return [f"'{judge}' in {source.name}" for source, judge, _ in _validations(sources) if judge.startswith(f"{name}:")]


def _shipped(group: Group, name: str) -> list[Evidence]:
    """What comes with a judge of the group's task."""
    tables = [member.task.task.judges for member in group.members if member.task.task]
    return list(dict.fromkeys(one for table in tables if name in table for one in table[name].evidence))


def _shipped_figure(name: str, judge: str, evidence: Sequence[Evidence]) -> Figure:
    lines = [
        Line(f"{one.figure}: {one.data}", (_value(one, False), _value(one, True)), f"n {one.n:,} {one.counts}")
        for one in evidence
    ]
    series = ["data like those it was fitted on, held out", "data of other people"]
    drawn = ranges(f"{judge}, as measured before", axes.numbers("agreement with people", [0.0, 1.0]), series, lines)
    first = evidence[0]
    return Figure(
        name, drawn, f"{first.data}: {first.figure} {first.value:.3f}, 95 % [{first.low:.3f}, {first.high:.3f}]."
    )


def _shipped_table(judge: str, ending: str, evidence: Sequence[Evidence]) -> Table:
    body = [[one.data, one.figure, with_interval(one), f"{one.n:,}", one.counts, one.where] for one in evidence]
    heads = ["data", "figure", "value", "n", "of", "where"]
    return Table(f"{judge}, as measured before, with 95 % intervals{ending}", heads, body, (2, 3))


def _value(one: Evidence, is_elsewhere: bool) -> Value | None:
    return Value(one.value, one.low, one.high) if one.is_elsewhere == is_elsewhere else None


def validations(sources: Sequence[Source]) -> Iterator[View]:
    """Judges of each validation side by side."""
    for source, suffix, title in suffixes([one for one in sources if rows_of(one, FILE, "rows", "judge")]):
        rows = rows_of(source, FILE, "rows", "judge")
        text = (
            "How far judges agree with people who labelled the same units, and how much higher they score, with 95 % "
            "intervals. Published figures are the original's, not computed here."
        )
        text += _among_people(rows) + _in_sample(rows)
        if len(rows) > len(COLOURS):
            text += f" Drawn are the first {len(COLOURS)} of {len(rows)}."
        figures = tuple(_agreement(f"validation-{{}}{suffix}", rows, source))
        tables = (_table(rows), *_bias_table(source))
        yield View(f"validation{suffix}", f"Judges against people{title}", text, figures, tables)


def _agreement(name: str, rows: Sequence[Row], source: Source, judge: str = "") -> Iterator[Figure]:
    """Charts of agreement, and of bias by summariser: a line a figure, a mark a judge."""
    shown = rows[: len(COLOURS)]
    found = [one for one in FIGURES if any(interval_in(row, one) for row in shown)]
    series = [_series(row) if len(shown) > 1 else "" for row in shown]
    lines = [Line(FIGURES[one], [interval_in(row, one) for row in shown], _n(shown, one)) for one in found]
    if lines:
        best = max(shown, key=lambda row: real(row, found[0]) or -1.0)
        alt = f"Highest {FIGURES[found[0]]}: {_named(best)}, {real(best, found[0]) or 0.0:.3f}."
        across = axes.numbers("agreement", [0.0, 1.0, *ends_of(lines)])
        yield Figure(name.format("agreement"), ranges("Agreement with people", across, series, lines), alt)
    biases = {(row["summariser"], row["judge"]): row for row in _summarisers(source, judge)}
    if biases:
        lines = [Line("all", [interval_in(row, BIAS) for row in shown], f"{_n(shown, BIAS)} units")]
        for summariser in dict.fromkeys(of for of, _ in biases):
            given = [biases.get((summariser, row.get("judge")), {}) for row in shown]
            values = [interval_in(one, BIAS) for one in given]
            lines.append(Line(str(summariser), values, f"{_n([one for one in given if one], BIAS)} summaries"))
        across = axes.numbers("judge − people", ends_of(lines))
        # Only the last are left out where they have no mark: the others keep their colours.
        n = 1 + max((at for one in lines for at, value in enumerate(one.values) if value), default=0)
        lines = [one._replace(values=one.values[:n]) for one in lines]
        drawn = ranges("Bias, by who wrote the summary", across, series[:n], lines, zero=0.0)
        yield Figure(name.format("bias"), drawn, "Right of 0 the judge gives more than people do.")


def _is_published(row: Row, figure: str) -> bool:
    published = row.get("published")
    return isinstance(published, list) and figure in published


def _series(row: Row) -> str:
    """The judge, with a word where all its figures are published ones."""
    given = [one for one in FIGURES if interval_in(row, one)]
    return f"{_named(row)} (published)" if all(_is_published(row, one) for one in given) else _named(row)


def _n(rows: Sequence[Row], figure: str) -> str:
    """What a figure counts, where all judges count the same."""
    name = "linking_n" if figure == "linking_accuracy" else "n"
    counts = {row.get(name) for row in rows if interval_in(row, figure) and not _is_published(row, figure)}
    return f"n {counts.pop()}" if len(counts) == 1 else ""


def _summarisers(source: Source, judge: str) -> list[Row]:
    rows = rows_of(source, FILE, "summarisers", "judge", "summariser")
    return [row for row in rows if judge in ("", row["judge"])]


def _named(row: Row) -> str:
    """The judge, with what a sheet tells apart (task, kind of unit, context), and whether it was fitted on these."""
    name = ", ".join(str(row[one]) for one in ("task", "kind", "judge", "context") if row.get(one))
    return f"{name} ({MARK})" if _n_in_sample(row) > 0 else name


def _n_in_sample(row: Row) -> int:
    found = real(row, "n_in_sample")
    return 0 if found is None else int(found)


def _among_people(rows: Sequence[Row]) -> str:
    """What the row of people is for, where there is one."""
    if not any(row.get("judge") == PEOPLE for row in rows):
        return ""
    return (
        " Several people labelled the same units. 'Correlation with all but one' compares a judge with the same means "
        f"as each person, of the others' values: there the row '{PEOPLE}' is the ceiling."
    )


def _in_sample(rows: Sequence[Row]) -> str:
    """A sentence on each judge that was fitted on what it is measured on here."""
    told = [
        in_sample_note(str(row.get("judge")), n, max(n, int(real(row, "n_summaries") or n)))
        for row in rows
        if (n := _n_in_sample(row)) > 0
    ]
    return "".join(f" {one}" for one in told)


def _table(rows: Sequence[Row]) -> Table:
    found = [one for one in (*FIGURES, BIAS) if any(interval_in(row, one) for row in rows)]
    body = [
        [
            _named(row),
            *(with_interval(interval_in(row, one)) for one in found),
            *(str(row.get(one, ABSENT)) for one in ("n", "n_unjudged")),
        ]
        for row in rows
    ]
    heads = ["judge", *(FIGURES.get(one, one) for one in found), "n", "unjudged"]
    return Table("agreement with people, with 95 % intervals", heads, body, range(1, len(heads)))


def _bias_table(source: Source, judge: str = "") -> Iterator[Table]:
    rows = _summarisers(source, judge)
    if rows:
        body = [
            [str(row["judge"]), str(row["summariser"]), with_interval(interval_in(row, BIAS)), str(row.get("n"))]
            for row in rows
        ]
        yield Table("bias by summariser, with 95 % intervals", ["judge", "summariser", BIAS, "n"], body, (2, 3))
