"""The command show, which reads a finished run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.cli.options import Command, used_with
from hayrick.cli.terminal import FilePath, paragraph, prints, rows, say, show

if TYPE_CHECKING:
    from hayrick.harness.reviewing.finished import FinishedTask
    from hayrick.report.states import Judged

_SHOW_EPILOG = """\b
Examples:
  hayrick show runs/a                            the tables that the run printed
  hayrick show runs/a --missed --system gpt-4o+full
  hayrick show runs/a --missed --subtopic charging  words of a query, an id, or its beginning
  hayrick show runs/a --wrong-citations          each wrong citation, and how many bullets citation rests on
  hayrick show runs/a --insight 9qiD             the bullet, its citations, the sentences of the documents
  hayrick show runs/kv --missed                  a task without insights: wrong answers
  hayrick show runs/kv --item 17 --json
  hayrick show runs/a --missed --input moved/topic.json
"""


@click.command("show", cls=Command, epilog=_SHOW_EPILOG)
@click.argument("folder", type=FilePath(), metavar="DIR")
@click.option("--missed", is_flag=True, help="List what systems missed; what most of them missed comes first.")
@click.option(
    "--wrong-citations",
    is_flag=True,
    help="List wrong citations of bullets that cover an insight, and how many bullets citation rests on.",
)
@click.option("--insight", help="Show one insight: where it stands, and what each system said and cited for it.")
@click.option("--item", help="Show one item of any task: right answers, and each system's answer, scores, judgements.")
@click.option("--system", help="Only this system: NAME, or NAME+CONTEXT; or those that fit a glob, such as '*+bm25'.")
@click.option("--subtopic", "--group", "group", help="Only this subtopic (of other tasks, this group).")
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Number of missed insights or items, or bullets with wrong citations, that are listed; 0 for all.",
)
@click.option(
    "--input",
    "sources",
    multiple=True,
    help="Where the data of the run are now, if they have moved: a haystack, or a task with its parameters; "
    "repeatable. Their content must be the same.",
)
@prints
def show_command(
    folder: Path,
    missed: bool,
    wrong_citations: bool,
    insight: str | None,
    item: str | None,
    system: str | None,
    group: str | None,
    top: int,
    sources: tuple[str, ...],
) -> None:
    """Show what a run found, and what systems missed where.

    DIR is the directory of a run. Without options its tables are printed again, from its files alone. The other views
    also read the data of the run, which must not have changed. Nothing is run or judged again.
    """
    views = [missed, wrong_citations, insight is not None, item is not None]
    if sum(views) > 1:
        raise click.UsageError("Give one of --missed, --wrong-citations, --insight and --item.")
    if not (missed or wrong_citations):
        used_with("--missed or --wrong-citations", ("top",))
    if not any(views):
        if system or group or sources:
            raise click.UsageError(
                "--system, --subtopic and --input need --missed, --wrong-citations, --insight or --item."
            )
        _show_tables(folder)
        return
    from hayrick.harness.reviewing.finished import read_run

    tasks = read_run(folder, sources)
    part = _part(tasks, system, group)
    if insight is not None:
        _show_insight(part, insight)
    elif item is not None:
        _show_item(part, item)
    elif wrong_citations:
        _show_wrong_citations(part, top)
    else:
        _show_missed(folder, tasks, part, top)


def _show_tables(folder: Path) -> None:
    from hayrick.cli.experiment import show_experiments
    from hayrick.cli.scored import show_averages, show_estimates
    from hayrick.harness.reviewing.finished import tables

    found = tables(folder)
    rows(found.rows)
    for one in found.tasks:
        if not one.estimates:
            say(f"{one.name}: nothing was scored.")
            continue
        several = len(found.tasks) > 1
        show_estimates(one.name, one.estimates, one.reporting, several=several, costs=found.costs)
        show_experiments(one.scores, one.reporting, one.name)
    show_averages(found.averages)
    for note in found.notes:
        say(note)


def _part(tasks: Sequence[FinishedTask], system: str | None, group: str | None) -> list[FinishedTask]:
    """The tasks with the responses of one system and in one group; of all where None is given."""
    from hayrick.report import choosing

    every = [one for task in tasks for one in task.judged]
    names = choosing.systems(every, system) if system is not None else None
    places = choosing.group(every, group) if group is not None else None

    def is_wanted(one: Judged) -> bool:
        chosen = names is None or (one[1].system, one[1].context) in names
        return chosen and (places is None or one[0].key[:2] in places)

    return [replace(task, judged=list(filter(is_wanted, task.judged))) for task in tasks]


def _show_missed(folder: Path, tasks: Sequence[FinishedTask], part: Sequence[FinishedTask], top: int) -> None:
    """Print what is missed in a part of a run; how many miss it is counted in all of it."""
    from hayrick.report.missed import counts, missed
    from hayrick.report.missed_lines import first_missed, missed_lines
    from hayrick.report.missed_tables import counts_table
    from hayrick.report.states import insights_of

    listed = []
    tally = []
    for whole, one in zip(tasks, part, strict=True):
        kept = {(item.key, response.system, response.context) for item, response, _ in one.judged}
        found = missed(whole.task, whole.judged, whole.scores)
        listed += [row for row in found if ((row.dataset, row.group, row.item), row.system, row.context) in kept]
        tally += [(one.task.name, each) for each in counts(one.task, one.judged, one.scores)]
    shown = first_missed(listed, top)
    rows(shown, n_rows=len(listed), counts=[{"task": name, **each._asdict()} for name, each in tally])
    of_insights = any(insights_of(item) is not None for one in part for item, _, _ in one.judged)
    show(counts_table(tally, several_tasks=len({name for name, _ in tally}) > 1, of_insights=of_insights))
    for line in missed_lines(listed, top, str(folder)):
        paragraph(line.text, line.indent)
    if not listed:
        paragraph("Nothing is missed.")


def _show_wrong_citations(part: Sequence[FinishedTask], top: int) -> None:
    from hayrick.report.missed_lines import wrong_lines
    from hayrick.report.missed_tables import rests_table
    from hayrick.report.wrong_citations import rests, wrong_citations

    judged = [one for task in part for one in task.judged]
    found, tally = wrong_citations(judged), rests(judged)
    rows(found[: top or None], n_rows=len(found), counts=[one._asdict() for one in tally])
    if not tally:
        paragraph("Nothing is cited: no task of this run has insights and bullets.")
        return
    show(rests_table(tally))
    for line in wrong_lines(found, top):
        paragraph(line.text, line.indent)
    if not found:
        paragraph("No judged citation is wrong.")
    say("Citation rests on bullets that cover an insight; citations of other bullets are not judged.")


def _show_insight(tasks: Sequence[FinishedTask], wanted: str) -> None:
    from hayrick.report import choosing
    from hayrick.report.linked import insight_reports
    from hayrick.report.missed_lines import insight_lines

    judged = [one for task in tasks for one in task.judged]
    chosen = choosing.insight(judged, wanted)
    places = {place[:2] for place in chosen}
    reports = insight_reports([one for one in judged if one.item.key[:2] in places], next(iter(chosen))[-1])
    rows(reports)
    for report in reports:
        for line in insight_lines(report):
            paragraph(line.text, line.indent)


def _show_item(tasks: Sequence[FinishedTask], wanted: str) -> None:
    from hayrick.report import choosing
    from hayrick.report.answered import item_reports
    from hayrick.report.missed_lines import item_lines

    chosen = choosing.item([one for task in tasks for one in task.judged], wanted)
    id = next(iter(chosen))[-1]
    reports = [
        report
        for task in tasks
        for report in item_reports(task.task, [one for one in task.judged if one.item.key in chosen], task.scores, id)
    ]
    rows(reports)
    for report in reports:
        for line in item_lines(report):
            paragraph(line.text, line.indent)
