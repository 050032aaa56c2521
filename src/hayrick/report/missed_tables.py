"""What each system missed, and on what its citations rest, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.report.missed import Counts
from hayrick.report.row_names import Names
from hayrick.report.tables import ABSENT, Table
from hayrick.report.wrong_citations import Rests


def counts_table(given: Sequence[tuple[str, Counts]], *, several_tasks: bool, of_insights: bool) -> Table:
    """Table with a row per system: insights or items covered, partly covered, missed and unjudged; most missed first.

    Args:
        given: (task, counts).
        several_tasks: whether a column names the task.
        of_insights: whether some are insights, which are covered and not right.
    """
    named = Names(one for _, one in given)
    rows = []
    told = any(one.not_shown is not None for _, one in given)
    for task, one in sorted(given, key=lambda pair: -pair[1].missed):
        unshown = [ABSENT if one.not_shown is None else str(one.not_shown)] if told else []
        numbers = [*map(str, (one.whole, one.partly, one.missed)), *unshown, str(one.unjudged)]
        rows.append([*([task] if several_tasks else []), one.system, named.context(one), *numbers])
    first = [*(["task"] if several_tasks else []), "system", "context"]
    heads = [
        *first,
        *(("covered", "in part") if of_insights else ("right", "in part")),
        "missed",
        *(["not shown"] if told else []),
        "unjudged",
    ]
    noun = "insights" if of_insights else "items"
    unseen = "; not shown: missed, and in no document that the system was shown" if told else ""
    return Table(
        f"{noun} that each system {'covered' if of_insights else 'got right'} and missed{unseen}",
        heads,
        rows,
        range(len(first), len(heads)),
    )


def rests_table(given: Sequence[Rests]) -> Table:
    """Table with a row per system: on how many insights and bullets citation rests, and how many citations are right.

    Args:
        given: of all systems.
    """
    named = Names(given)
    rows = [
        [
            one.system,
            named.context(one),
            str(one.covered),
            f"{one.linked} of {one.bullets}",
            str(one.right),
            str(one.wrong),
        ]
        for one in given
    ]
    heads = ["system", "context", "covered insights", "bullets judged", "right", "wrong"]
    return Table("own citations of bullets that cover an insight", heads, rows, range(2, len(heads)))
