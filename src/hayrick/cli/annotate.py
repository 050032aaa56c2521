"""The command annotate: a page on which people label summaries, and the file that is made of their labels."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.options import Command, WholeRange, used_with
from hayrick.cli.terminal import OVERWRITE, FilePath, prints, rows, say, show
from hayrick.wording import counted

_EPILOG = """\b
Examples:
  hayrick annotate runs/a --out page.html                 a page on 30 summaries, for any browser, offline
  hayrick annotate runs/a --summaries 60 --seed 1 --out page.html
  hayrick annotate --import anna.json --import ben.json --out annotations.json
  hayrick validate annotations.json --judge local         the judge against Anna and Ben, and they against each other
"""


@click.command("annotate", cls=Command, epilog=_EPILOG)
@click.argument("folder", type=FilePath(), metavar="[RUN]", required=False)
@click.option("--out", type=FilePath(), required=True, help="File to write: the page, or with --import annotations.")
@click.option(
    "--summaries",
    "n",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="Number of summaries that are drawn, of all subtopics and systems alike.",
)
@click.option("--seed", type=WholeRange("seed"), default=0, show_default=True, help="Seed of the sample.")
@click.option(
    "--input",
    "sources",
    multiple=True,
    help="Where a haystack of the run is now, if it has moved; repeatable. Its content must be the same.",
)
@click.option(
    "--import",
    "saved",
    multiple=True,
    type=FilePath(),
    help="File that a person saved from the page; repeatable. All become one file of annotations.",
)
@OVERWRITE
@prints
def annotate_command(
    folder: Path | None,
    out: Path,
    n: int,
    seed: int,
    sources: tuple[str, ...],
    saved: tuple[Path, ...],
    overwrite: bool,
) -> None:
    """Let people label a run's summaries in a browser, offline, and make annotations of their labels.

    RUN is the directory of a run on haystacks. The page shows one summary at a time, without its system, and asks for
    each insight how far the summary states it and in which bullet. What people save from it is given as --import: the
    result is what 'hayrick validate' compares judges with (docs/guide/annotate.md).
    """
    if (folder is None) != bool(saved):
        raise click.UsageError("Give the directory of a run, for a page, or --import with what people saved from it.")
    if folder is None:
        used_with("a run's directory", ("n", "seed", "sources"))
        _import(saved, out, overwrite)
        return
    from hayrick.harness.reviewing.annotating import LabellingRequest, write_labelling_page

    request = LabellingRequest(folder=folder, out=out, n=n, seed=seed, sources=sources, overwrite=overwrite)
    found = write_labelling_page(request)
    rows([{"file": str(out), **found._asdict()}])
    pairs = f"{counted(found.n_pairs, 'pair')} of a summary and an insight"
    drawn = f"{found.n_summaries} of {found.n_available} summaries, {pairs}"
    of = f"systems: {found.n_systems}, subtopics: {found.n_subtopics}, haystacks: {found.n_haystacks}"
    say(f"Written to {out}: {drawn}; {of}.")
    say("Send it to two people or more. Each opens it in a browser, labels, and saves a file; give these as --import.")


def _import(saved: tuple[Path, ...], out: Path, overwrite: bool) -> None:
    from hayrick.harness.reviewing.annotating import import_labels
    from hayrick.report.agreement import annotators_table

    found = import_labels(saved, out, overwrite=overwrite)
    rows(
        [one._asdict() for one in found.counts],
        file=str(out),
        n_pairs=found.n_pairs,
        n_answered=found.n_answered,
        n_several=found.n_several,
    )
    show(annotators_table(found.counts))
    answered = f"{found.n_answered} of {found.n_pairs} pairs are answered, {found.n_several} by at least two people"
    say(f"Written to {out}: {counted(len(found.summaries), 'summary', 'summaries')}; {answered}.")
    if any(one.n_unanswered for one in found.counts):
        say("Unanswered pairs are left out of every figure, not taken for 'not covered'.")
    if not found.n_several:
        say("No pair has two labels, so that it cannot be said how far people agree among themselves.")
