"""Charts of cost: what answers cost against their score, and what metrics cost against their agreement with people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hayrick.charts import axes
from hayrick.charts.plot import Point, Series, plot
from hayrick.charts.shapes import front
from hayrick.page.scatters import MOST_CONTEXTS, MOST_WHISKERS, ends
from hayrick.page.together import Group, System, axis_of, groups, heading, value_cell
from hayrick.page.views import Figure, Source, View
from hayrick.protocols import AnyMeasure
from hayrick.records.costs import JUDGE, SYSTEM, Total, totals
from hayrick.report.tables import ABSENT, Table
from hayrick.types import OWN

FRONT = "nothing cheaper is as good"


class _Priced(NamedTuple):
    """A system with what its answers cost, and what judging them cost, where their prices are known."""

    system: System
    answers: Total
    judging: float | None

    @property
    def usd(self) -> float:
        return self.answers.usd or 0.0


def costs(sources: Sequence[Source]) -> Iterator[View]:
    """What answers cost against the score, with the systems that no other beats in both."""
    for group in groups(sources):
        measure = next((one for one in group.reporting.measures if one.name == group.reporting.tested), None)
        found = _found(group)
        priced = [one for one in found if one.answers.usd is not None]
        unpriced = [one for one in found if one.answers.usd is None]
        if measure is None or len(priced) < 2:
            continue
        title = f"Cost against {heading(measure)}{group.title}"
        name = f"cost{group.suffix}"
        best = front([(one.usd, one.system.estimates[measure.name].value or 0.0) for one in priced])
        told = ", ".join(f"{priced[at].system.name} with {priced[at].system.context}" for at in best)
        text = (
            "Dollars for all answers, as the ledger has them; judging is not in them, and stands in the table. Joined "
            "are the systems that no cheaper one equals."
        )
        if any(one.shared for member in group.members for one in member.source.costs):
            text += " Calls that several systems have in common are paid once, and count here in each."
        if unpriced:
            have = "has" if len(unpriced) == 1 else "have"
            text += (
                f" Of {len(found)} systems with a context {len(unpriced)} {have} no known price: not drawn, last in "
                "the table, and perhaps cheaper and better than those that are joined."
            )
        table = _cost_table(title, priced, unpriced, measure, best)
        yield View(
            name, title, text, (Figure(name, _drawn(title, priced, measure, best), f"On the front: {told}."),), (table,)
        )


def _drawn(title: str, priced: Sequence[_Priced], measure: AnyMeasure, best: Sequence[int]) -> str:
    """A point a system, a series a context where these are few, and the front."""
    x = axes.dollars("dollars for all answers", [one.usd for one in priced])
    contexts = list(dict.fromkeys(one.system.context for one in priced))
    apart = 1 < len(contexts) <= MOST_CONTEXTS
    few = len(priced) <= MOST_WHISKERS
    points = [_priced_point(one, measure, is_labelled=few or at in best, apart=apart) for at, one in enumerate(priced)]
    series = [
        Series(
            name=context,
            points=[
                point for point, one in zip(points, priced, strict=True) if not apart or one.system.context == context
            ],
            has_whiskers=few,
        )
        for context in (contexts if apart or len(contexts) == 1 else ["systems"])
    ]
    series.append(Series(name=FRONT, points=[_bare(points[at]) for at in best], joined=True, neutral=True))
    return plot(title, x, axis_of(measure, ends([one.system.estimates[measure.name] for one in priced], few)), series)


def _bare(point: Point) -> Point:
    """The point without the name and the interval that are drawn already."""
    return point._replace(label="", low=None, high=None)


def _cost_table(
    title: str, priced: Sequence[_Priced], unpriced: Sequence[_Priced], measure: AnyMeasure, best: Sequence[int]
) -> Table:
    """The data behind the chart, cheapest first, then the systems of unknown price."""
    rows = []
    is_judged = any(one.judging is not None for one in (*priced, *unpriced))
    cheapest = sorted(enumerate(priced), key=lambda pair: pair[1].usd)
    for at, one in [*cheapest, *((None, one) for one in unpriced)]:
        answers = one.answers
        counts = [f"{number:,}" for number in (answers.calls, answers.tokens_in, answers.tokens_out)]
        judging = ABSENT if one.judging is None else f"{one.judging:.4f}"
        score = value_cell(one.system.estimates[measure.name], measure)
        told = [judging] if is_judged else []
        usd, is_best = (ABSENT, ABSENT) if at is None else (f"{one.usd:.4f}", _yes(at in best))
        rows.append([one.system.name, one.system.context, usd, score, *counts, *told, is_best])
    more = ["judge USD"] if is_judged else []
    heads = ["system", "context", "USD", heading(measure), "calls", "tokens in", "tokens out", *more, "on the front"]
    return Table(title, heads, rows, range(2, len(heads) - 1))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _priced_point(one: _Priced, measure: AnyMeasure, *, is_labelled: bool, apart: bool) -> Point:
    found = one.system.estimates[measure.name]
    name = f"{one.system.name}, {one.system.context}"
    label = "" if not is_labelled else one.system.name if apart else name
    return Point(one.usd, found.value or 0.0, found.low, found.high, name=name, label=label)


def _found(group: Group) -> list[_Priced]:
    """Systems whose answers models gave, with a score; `answers.usd` is None where a price is unknown."""
    found = []
    measure = group.reporting.tested
    for member in group.members:
        answers, judging = (totals(member.source.costs, member.task.name, one) for one in (SYSTEM, JUDGE))
        for one in Group(group.suffix, group.title, [member]).systems:
            mine = answers.get((one.name, one.context))
            if one.variant != OWN or mine is None:
                continue
            judged = judging.get((one.name, one.context))
            if measure in one.estimates and one.estimates[measure].value is not None:
                named = one._replace(name=f"{one.name}{group.run(member)}")
                found.append(_Priced(named, mine, judged.usd if judged else None))
    return found
