"""What can stand in one chart: the runs of one task on the same data with the same judge, and their systems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.charts import axes
from hayrick.charts.axes import Axis
from hayrick.page.boards import data_of, judge_of
from hayrick.page.views import Source, SourceTask
from hayrick.protocols import AnyMeasure
from hayrick.records.read_files import fingerprint_bytes
from hayrick.report.system_rows import fewer_of, n_heading, n_of
from hayrick.report.tables import ABSENT, Table, interval
from hayrick.reporting import Reporting
from hayrick.types import OWN, Estimate

_LONGEST = 60


class Member(NamedTuple):
    """One run's part of a group."""

    source: Source
    task: SourceTask


class System(NamedTuple):
    """One system in one context, of one run and with one variant of its responses."""

    name: str
    """With the run where several runs stand together, and the variant where it is not the system's own."""

    context: str
    variant: str
    estimates: Mapping[str, Estimate]
    """Measure -> its mean over all data."""


class Group(NamedTuple):
    """Runs of one task that can be shown together."""

    suffix: str
    """What follows the name of a view, so that it is unique within the page: "" or "-2"."""

    title: str
    """Ends the title of a view: "" where a page has one group, else the task, and the runs where these differ."""

    members: Sequence[Member]

    @property
    def reporting(self) -> Reporting:
        """What tables must know of the task of the runs."""
        return self.members[0].task.reporting

    @property
    def systems(self) -> list[System]:
        """All systems, in the order of their runs."""
        return [one for member in self.members for one in self._systems(member)]

    def run(self, member: Member) -> str:
        """What is added to a system's name: its run, where there are several."""
        return f" ({member.source.name})" if len(self.members) > 1 else ""

    def _systems(self, member: Member) -> Iterator[System]:
        found: dict[tuple[str, str, str], dict[str, Estimate]] = {}
        for key, one, _ in member.task.estimates:
            if key.dataset is None:
                found.setdefault((key.system, key.context, key.variant), {})[key.measure] = one
        for (system, context, variant), estimates in found.items():
            shared = {} if variant == OWN else found.get((system, context, OWN), {})
            named = f"{system}{'' if variant == OWN else f', {variant}'}{self.run(member)}"
            yield System(named, context, variant, {**shared, **estimates})


def groups(sources: Sequence[Source]) -> list[Group]:
    """Runs that can be compared, in their order."""
    found: dict[tuple[str, str, str], list[Member]] = {}
    for source in sources:
        for task in source.tasks:
            if task.estimates:
                same = (task.name, data_of(source), judge_of(source, task.name))
                found.setdefault(same, []).append(Member(source, task))
    names = [name for name, _, _ in found]
    made = []
    for number, ((name, _, _), members) in enumerate(found.items(), start=1):
        runs = "" if names.count(name) == 1 else f" ({', '.join(one.source.name for one in members)})"
        title = f": {name}{runs}" if len(found) > 1 else ""
        made.append(Group(f"-{number}" if number > 1 else "", title, members))
    return made


def heading(measure: AnyMeasure) -> str:
    """What a chart calls a measure."""
    return measure.name.replace("_", " ")


def begun(measure: AnyMeasure) -> str:
    """Its name at the beginning of a sentence."""
    return heading(measure)[:1].upper() + heading(measure)[1:]


def unit(measure: AnyMeasure) -> str:
    """What is added to a title where values are shown in percent."""
    return " (%)" if measure.is_fraction else ""


def axis_of(measure: AnyMeasure, values: Sequence[float], *, whole: bool = True) -> Axis:
    """From 0, or from the least value of a rating, to just above the greatest value; or around the values alone."""
    make = axes.percents if measure.is_fraction else axes.numbers
    if not whole:
        return make(heading(measure), values, from_zero=False)
    least = [] if measure.is_fraction or not measure.is_bounded else [measure.bounds[0]]
    return make(heading(measure), [*least, *values], from_zero=not least)


def value_cell(estimate: Estimate | None, measure: AnyMeasure) -> str:
    """A cell of the table behind a chart."""
    return interval(estimate, fraction=measure.is_fraction)


def systems_table(title: str, systems: Sequence[System], measures: Sequence[AnyMeasure]) -> Table:
    """The data behind a chart of systems: a column for each measure, and how many units the first counts.

    Where another main measure rests on fewer units, a column has their number.
    """
    first = [one.estimates.get(measures[0].name) for one in systems]
    counts = [one.n if one else 0 for one in first]
    fewer = fewer_of(measures, [(one.estimates, n) for one, n in zip(systems, counts, strict=True)])
    heads = ["system", "context", *map(heading, measures), f"n ({measures[0].counts})", *map(n_heading, fewer)]
    rows = []
    for one, n in zip(systems, counts, strict=True):
        cells = [value_cell(one.estimates.get(measure.name), measure) for measure in measures]
        numbers = [str(n) if n else ABSENT, *(n_of(one.estimates, measure) for measure in fewer)]
        rows.append([one.name, one.context, *cells, *numbers])
    return Table(title, heads, rows, range(2, len(heads)))


def slug(text: str) -> str:
    """A name of a file and of a fragment: lower-case letters, digits and hyphens, at most 60.

    Ends with a fingerprint of the text where this is too long, is not ASCII, or has no letter and no digit.
    """
    folded = text.casefold()
    kept = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")
    if kept and len(kept) <= _LONGEST and folded.isascii():
        return kept
    mark = fingerprint_bytes(text.encode(errors="surrogatepass"))[:8]
    return f"{kept[: _LONGEST - len(mark) - 1].strip('-') or 'x'}-{mark}"
