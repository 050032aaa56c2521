"""One table over several tasks: the systems that were asked in two or more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hayrick.page.together import Group, groups, heading, unit, value_cell
from hayrick.page.views import Source, View
from hayrick.protocols import AnyMeasure
from hayrick.report.system_rows import main_of
from hayrick.report.tables import ABSENT, Table
from hayrick.types import OWN, Estimate

MOST = 12
"""Tasks that a table has columns for; of more, suites have means."""


def across(sources: Sequence[Source]) -> Iterator[View]:
    """The last main measure of each task, a row for each system and context that has a value in two tasks or more."""
    found = groups(sources)
    if not 1 < len(found) <= MOST:
        return
    rows: dict[tuple[str, str], dict[int, Estimate]] = {}
    measures = [main_of(group.reporting.measures)[-1] for group in found]
    for place, (group, measure) in enumerate(zip(found, measures, strict=True)):
        for name, context, estimate in _values(group, measure):
            rows.setdefault((name, context), {})[place] = estimate
    rows = {key: one for key, one in rows.items() if len(one) > 1}
    if not rows:
        return
    tasks = [group.title.removeprefix(": ") for group in found]
    used = [place for place in range(len(found)) if any(place in one for one in rows.values())]
    heads = [f"{tasks[place]}, {heading(measures[place])}{unit(measures[place])}" for place in used]
    body = [
        [*key, *(value_cell(one[place], measures[place]) if place in one else ABSENT for place in used)]
        for key, one in rows.items()
    ]
    counts = "; ".join(
        f"{tasks[place]} {_counted([one[place].n for one in rows.values() if place in one])} ({measures[place].counts})"
        for place in used
    )
    text = (
        "The last main measure of each task over all its data, with 95 % intervals, of the systems that were asked in "
        f"two tasks or more. n: {counts}."
    )
    title = "Systems by task"
    table = Table(title, ["system", "context", *heads], body, range(2, len(heads) + 2))
    yield View("tasks", title, text, (), (table,))


def _values(group: Group, measure: AnyMeasure) -> Iterator[tuple[str, str, Estimate]]:
    """Name, context and value of each system; with its run where another run of the group has it, too."""
    each = [(member, one) for member in group.members for one in Group("", "", [member]).systems if one.variant == OWN]
    times = Counter((one.name, one.context) for _, one in each)
    for member, one in each:
        estimate = one.estimates.get(measure.name)
        if estimate is not None and estimate.value is not None:
            run = group.run(member) if times[one.name, one.context] > 1 else ""
            yield f"{one.name}{run}", one.context, estimate


def _counted(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"
