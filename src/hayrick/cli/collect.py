"""The command collect, which makes a haystack of one's own documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hayrick.cli.completion import names_or_files
from hayrick.cli.judge_options import JUDGE_PROMPT, JUDGE_TOKENS
from hayrick.cli.model_options import ARGUMENTS, CALLS, SAMPLING, model_options
from hayrick.cli.options import PROCESSES, Command, checker_options, most_shown, options
from hayrick.cli.terminal import OVERWRITE, FilePath, answer_no, paragraph, prints, progress, rows, say, show, verbatim

_EPILOG = """\b
Examples:
  hayrick collect handbook/ --facts facts.yaml --out mine.json
  hayrick collect handbook/ more.md documents.jsonl --facts facts.yaml --out mine.json
  hayrick collect handbook/ --facts facts.yaml --out mine.json --checker openai/gpt-4o-mini --dry-run
  hayrick collect handbook/ --facts facts.yaml --out mine.json --checker openai/gpt-4o-mini --budget-usd 5

\b
facts.yaml        schema: 1
                  topic: Rules of a small company
                  questions:
                    - question: How much leave is there?
                      facts:
                        - Employees get 28 days of paid leave a year.
                        - text: Leave that is left over ends on 31 March.
                          documents: [leave/carry-over]      optional: you say which documents state it
documents.jsonl   {"id": "...", "text": "...", "title": "..."}   one document per line; title is optional

\b
With a model, finished calls are kept in a folder next to FILE (mine.collect/): none is repeated, also where facts or
options change (--overwrite).
Exit status 1: a fact is found nowhere and left out of the haystack. Say in facts.yaml which documents state it; an
empty list says that none does. docs/guide/own_documents.md has an example.
"""


@click.command("collect", cls=Command, epilog=_EPILOG)
@click.argument("documents", nargs=-1, required=True, metavar="DOCUMENTS...", shell_complete=names_or_files())
@click.option("--facts", type=FilePath(), required=True, metavar="FACTS.yaml", help="YAML file of questions and facts.")
@click.option("--out", type=FilePath(), required=True, metavar="FILE", help="Haystack file to write.")
@options(checker_options(high=0.99))
@click.option("--dry-run", is_flag=True, help="Only print the calls that a model would get, and their cost.")
@most_shown("pairs to print that you should decide")
@PROCESSES
@OVERWRITE
@options((JUDGE_PROMPT, JUDGE_TOKENS), SAMPLING, ARGUMENTS, CALLS)
@prints
def collect_command(
    documents: tuple[str, ...],
    facts: Path,
    out: Path,
    checker: str,
    low: float,
    high: float,
    dry_run: bool,
    most: int,
    processes: int,
    overwrite: bool,
    **asking: Any,
) -> None:
    """Make a haystack of your own documents.

    You name documents, questions, and the facts that answers should state. The command finds which documents state
    which fact, as 'hayrick verify' does, and lists what you should decide yourself.

    DOCUMENTS are folders of text files (.txt, .md), single text files, and JSONL files with a document per line.
    """
    from hayrick.harness.haystacks.collecting import CollectRequest, collect, plan_collect
    from hayrick.report.collection import facts_table, found_note, least_certain, lines_to_decide, undecided_table

    request = CollectRequest(
        documents=documents,
        facts=facts,
        out=out,
        checker=checker,
        low=low,
        high=high,
        processes=processes,
        overwrite=overwrite,
        models=model_options(asking),
    )
    if dry_run:
        from hayrick.cli.planned import show_planned

        with progress() as tell:
            planned = plan_collect(request, tell)
        show_planned(planned, request.models, None)
        return
    with progress() as tell:
        found = collect(request, tell)
    if found.left_out or found.haystack is None:
        answer_no()
    undecided = [one.row() for one in found.undecided]
    rows([one.row() for one in found.places], undecided=undecided, left_out=found.left_out)
    show(facts_table(found.facts, found.places, found.undecided))
    if shown := least_certain(found.undecided, found.places, most):
        show(undecided_table(found.facts, shown, len(found.undecided)))
        paragraph(f"Write what you decide into {facts}, and give the command again with --overwrite. As found so far:")
        verbatim("\n".join([*lines_to_decide(found.facts, found.places, found.undecided, shown), ""]))
    if found.left_out:
        paragraph(
            f"Found nowhere, and left out of the haystack: {', '.join(found.left_out)}. Name the documents that state "
            "them in other words; [] says that none does. A model reads every document with --checker MODEL --low 0."
        )
    for note in [*found.notes, *found_note(found.places, checker)]:
        say(note)
    if found.haystack is None:
        paragraph("Nothing is written: no document states a fact.")
    else:
        paragraph(f"Written to {out}.")
    if found.left_out or found.haystack is None:
        raise click.exceptions.Exit(1)
