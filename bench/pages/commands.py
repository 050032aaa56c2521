"""docs/reference/commands.md, made from the help texts of all commands: python -m bench.pages.commands [FILE]."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from bench.places import ROOT
from hayrick.cli.program import hayrick as group

PAGE = ROOT / "docs" / "reference" / "commands.md"
HEAD = """# Commands

Made from the help texts by `python -m bench.pages.commands`; change those, and run it again.
`hayrick COMMAND --help` prints the same.

Exit status: 0 done; 1 done, and the answer is no (an unsound haystack, a failed check); 2 wrong use or bad input, with
one line that says where, what was found, what was expected and what to do.
"""


def page() -> str:
    """The page as Markdown."""
    context = click.Context(group, info_name="hayrick")
    found = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    commands = [(name, command) for name, command in found if command is not None]
    links = [f"- [{name}](#hayrick-{name}): {_first_line(command)}" for name, command in commands]
    parts = [HEAD, "\n".join(links), ""]
    for name, command in commands:
        parts += _entry(command, click.Context(command, parent=context, info_name=name))
    return "\n".join(parts)


def _first_line(command: click.Command) -> str:
    return (inspect.cleandoc(command.help or "").split("\n\n")[0]).replace("\n", " ")


def _entry(command: click.Command, context: click.Context) -> Iterator[str]:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"## hayrick {context.info_name}\n\n```\n{usage}\n```\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        kept = paragraph.startswith("\b")
        text = paragraph.removeprefix("\b\n")
        yield f"```text\n{text}\n```\n" if kept else f"{' '.join(text.split())}\n"
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    rows = [row for row in (_row(one, context) for one in options) if row is not None]
    if rows:
        yield "| option | meaning |\n|---|---|\n" + "\n".join(rows) + "\n"
    if command.epilog:
        yield f"```text\n{inspect.cleandoc(command.epilog).removeprefix(chr(8)).strip()}\n```\n"


def _row(option: click.Option, context: click.Context) -> str | None:
    record = option.get_help_record(context)
    if record is None or "--help" in option.opts:
        return None
    names, text = (" ".join(one.split()).replace("|", "\\|") for one in record)
    return f"| `{names}` | {text} |"


if __name__ == "__main__":
    to = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    to.write_text(page(), encoding="utf-8")
