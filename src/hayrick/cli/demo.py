"""The command demo."""

from __future__ import annotations

import tempfile
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from hayrick.cli.options import Command
from hayrick.cli.run import OUT, run_with_progress
from hayrick.cli.scored import show_result
from hayrick.cli.terminal import paragraph, prints, say

if TYPE_CHECKING:
    from hayrick.report.linked import InsightReport
    from hayrick.types import Haystack


@click.command("demo", cls=Command)
@OUT
@prints
def demo_command(out: Path | None) -> None:
    """Score systems on a haystack that ships with Hayrick, and show one insight that one of them missed.

    It takes seconds, runs offline, and needs no model.
    """
    if out is not None:
        _demo(out, out)
    else:
        with tempfile.TemporaryDirectory() as folder:
            _demo(Path(folder), None)


def _demo(folder: Path, out: Path | None) -> None:
    from hayrick.harness.running.demo import REPORT, TITLE, demo_haystack, demo_request, example, write_mine

    haystack = demo_haystack(folder)
    result = run_with_progress(demo_request(folder), out)
    if out is not None:  # Before anything is printed: a reader may leave (`| head`), and the files are promised.
        from hayrick.harness.reviewing.pages import PageRequest, write_page

        write_mine(out, haystack)
        write_page(PageRequest(folders=[out], out=out / REPORT, title=TITLE, overwrite=True))
    _show_example(haystack, example(result))
    paragraph("")
    paragraph("All systems, over all insights:")
    show_result(result, out)
    _show_next(out or Path("runs/demo"), is_kept=out is not None)


def _show_example(haystack: Haystack, shown: InsightReport) -> None:
    from hayrick.report.missed_lines import evidence_line, positions, treatment_lines

    n = len(haystack.documents)
    n_insights = next(len(one.insights) for one in haystack.subtopics if one.id == shown.group)
    paragraph(f"A haystack of {n} documents, which ships with Hayrick: {haystack.topic}.")
    paragraph("")
    paragraph("Each system is asked questions about all of them, for example:")
    paragraph(shown.query, 3)
    paragraph("")
    paragraph(f"A full answer states {n_insights} facts (insights). One of them:")
    paragraph(shown.text, 3)
    places = positions([one.place for one in shown.evidence])
    paragraph(f"{len(shown.evidence)} documents state it: {places}. The first of them says:", 3)
    paragraph(evidence_line(shown.evidence[0]), 3)
    paragraph("")
    paragraph("What two systems said to it, as the local judge sees it:")
    for line in treatment_lines(shown):
        paragraph(line.text, line.indent + 3)


def _show_next(folder: Path, *, is_kept: bool) -> None:
    """Print commands that work as they stand on what the demo wrote."""
    from hayrick.harness.running.demo import HAYSTACK, MINE, MISSES, REPORT, SCENARIO

    place = quote(str(folder))
    mine = f"{quote(str(folder / HAYSTACK))} --system {quote(f'file:{folder / MINE}')} --out {quote(f'{folder}-mine')}"
    say("")
    say("Your turn:" if is_kept else f"Your turn, after 'hayrick demo --out {folder}', which keeps the files:")
    for purpose, command in (
        ("What did a system miss, and where does it stand?", f"show {place} --missed --system {MISSES}"),
        ("Which systems differ, and is it chance?", f"compare {place} --measure joint"),
        (f"Score summaries of your own: change {folder / MINE}, then", f"run {mine}"),
        ("Make another haystack of the same facts", f"synth {SCENARIO} --seed 3 --out {quote(f'{folder}-3.json')}"),
    ):
        say(purpose, 2)
        say(f"hayrick {command}", 4)
    if is_kept:
        say("Look at all of it: open this file in a browser.", 2)
        say(str((folder / REPORT).resolve()), 4)
