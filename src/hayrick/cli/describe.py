"""Commands that only print information: describe, list, doctor, completion."""

from __future__ import annotations

import click

from hayrick.cli.terminal import progress, say, show

_DESCRIBE_EPILOG = """\b
Input formats:
  SummHay's release   {"topic", "documents": [{"document_id", "document_text", "insights_included": [...]}],
                       "subtopics": [{"subtopic_id", "subtopic", "query",
                                      "insights": [{"insight_id", "insight"}]}]}
  native              {"schema": 1, "topic", "documents": [{"id", "text"}],
                       "subtopics": [{"id", "title", "query", "insights": [{"id", "text"}]}],
                       "held_by": {insight id: [document ids]}}
  Parquet, hub        one of these formats, one haystack per row
Other fields are kept.
"""


@click.command("describe", epilog=_DESCRIBE_EPILOG)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
def describe_command(inputs: tuple[str, ...]) -> None:
    """Count the parts of haystacks, their words and tokens."""
    from hayrick.harness.inputs import read
    from hayrick.report.description import description_table

    with progress() as tell:
        tell("reading", 0, len(inputs))
        found = read(inputs, allow_unheld=True)
    for one in found:
        show(description_table(one.haystack))


@click.command("list")
@click.argument(
    "what",
    required=False,
    type=click.Choice(["systems", "judges", "retrievers", "measures", "metrics", "tasks", "scenarios"]),
)
def list_command(what: str | None) -> None:
    """List the names that commands accept."""
    from hayrick.harness.names import lists
    from hayrick.report.tables import Table

    for noun, names in lists().items():
        if what in (None, noun):
            show(Table(noun, ["name", "what it is"], list(names.items()), ()))


@click.command("doctor")
def doctor_command() -> None:
    """Check what is installed and works offline.

    Absent features are listed with the command that installs them.
    """
    from hayrick.harness.doctor import checks
    from hayrick.report.tables import Table

    found = checks()
    show(Table("hayrick doctor", ["check", "state", "detail"], [list(check) for check in found], ()))
    if any(check.state == "broken" for check in found):
        raise click.exceptions.Exit(1)


_COMPLETION_EPILOG = """\b
Examples:
  hayrick completion bash >> ~/.bashrc
  hayrick completion fish > ~/.config/fish/completions/hayrick.fish
"""


@click.command("completion", epilog=_COMPLETION_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print a completion script for a shell."""
    from click.shell_completion import get_completion_class

    from hayrick.cli import hayrick

    found = get_completion_class(shell)
    if found is not None:
        say(found(hayrick, {}, "hayrick", "_HAYRICK_COMPLETE").source())
