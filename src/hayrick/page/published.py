"""Figures that others published of a task, apart from the runs: nothing is tested against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.page.maps import maps
from hayrick.page.scatters import scatter
from hayrick.page.together import System, groups, slug, systems_table
from hayrick.page.views import Source, View
from hayrick.protocols import Published
from hayrick.reporting import Reporting, reporting_of
from hayrick.types import OWN, Estimate


def references(sources: Sequence[Source]) -> Iterator[View]:
    """A view of each publication of a task, once."""
    seen: set[tuple[str, str]] = set()
    for group in groups(sources):
        task = next((member.task.task for member in group.members if member.task.task), None)
        for number, one in enumerate(task.published if task else (), start=1):
            if task and (task.name, one.source) not in seen:
                seen.add((task.name, one.source))
                yield _view(f"published-{number}{group.suffix}", one, reporting_of(task))


def _view(name: str, one: Published, reporting: Reporting) -> View:
    systems = [
        System(row.system, row.context, OWN, {key: _value(of) for key, of in row.values.items()}) for row in one.rows
    ]
    known = [measure for measure in reporting.measures if any(measure.name in row.values for row in one.rows)]
    main = [measure for measure in known if measure.main and measure.is_bounded]
    shown = [row for row in systems if any(measure.name in row.estimates for measure in main)]
    text = (
        f"Not of these runs, and without intervals. {one.data} They are of other data and other versions of models: "
        "nothing is tested against them."
    )
    figures = list(maps(name, "", "", shown, main[-1:]).figures) if main else []
    for measure in known:
        for view in scatter(f"{name}-{slug(measure.name)}", ", published", shown, measure, reporting):
            figures += view.figures
    table = systems_table(one.source, systems, known)
    return View(name, f"Published: {one.source}", text, tuple(figures), (table,))


def _value(value: float) -> Estimate:
    """A value of which nothing else is known."""
    return Estimate(value=value, low=None, high=None, n=0, n_failed=0, n_unjudged=0, bounds=None, signature="")
