"""The command demo."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from hayrick.cli.run import OUT, run_with_progress, show_result
from hayrick.cli.terminal import progress, say, show


@click.command("demo")
@OUT
def demo_command(out: Path | None) -> None:
    """Make two haystacks and score systems on them, offline.

    It takes seconds and needs no model.
    """
    if out is not None:
        from hayrick.harness.demo import HAYSTACKS

        _demo(out / HAYSTACKS, out)
    else:
        with tempfile.TemporaryDirectory() as folder:
            _demo(Path(folder), None)


def _demo(folder: Path, out: Path | None) -> None:
    from hayrick.harness.demo import demo_haystacks, demo_request, demo_retrieval, repair_line
    from hayrick.report.synthesis import synthesis_table, verdict_line
    from hayrick.report.tables import retrieval_table

    say("Two haystacks, made offline from scenarios that ship with Hayrick:")
    with progress() as tell:
        made = demo_haystacks(folder, tell)
    for one in made:
        if one.haystack is None or one.verdict is None:
            continue
        show(synthesis_table(one.haystack))
        say(verdict_line(one.verdict))
        for note in one.notes:
            say(note)
    haystacks = [folder / f"{one.scenario.name}.json" for one in made]
    say("")
    say("Systems without any model on these haystacks, judged by the local judge:")
    result = run_with_progress(demo_request(haystacks), out)
    show_result(result, out)
    say(repair_line(result))
    say("")
    say("Retrievers without any model, on the same haystacks:")
    with progress() as tell:
        rows = demo_retrieval(haystacks, tell)
    show(
        retrieval_table(
            [(r.retriever, r.budget_tokens, r.measure, r.interval, r.n) for r in rows if r.haystack is None]
        )
    )
    say(
        "Next: a haystack of your own with 'hayrick synth' (docs/guide/scenarios.md), or your own summaries of one "
        "with ''hayrick run HAYSTACK --system file:mine.jsonl --judge local'."
    )
