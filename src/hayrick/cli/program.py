"""The group of all commands, and what becomes of their errors: one line and a status."""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

import click

from hayrick import __version__
from hayrick.cli.error_line import tell
from hayrick.cli.interrupts import is_interrupt
from hayrick.suggestions import did_you_mean

_COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "demo": "demo",
        "init": "init",
        "run": "run",
        "plan": "run",
        "prompts": "batch",
        "replies": "batch",
        "show": "show",
        "ls": "ls",
        "cite": "cite",
        "retrieve": "retrieve",
        "annotate": "annotate",
        "validate": "validate",
        "probe": "probe",
        "meta": "meta",
        "synth": "synth",
        "collect": "collect",
        "verify": "verify",
        "experiment": "experiment",
        "compare": "compare",
        "gate": "gate",
        "coverage": "coverage",
        "figures": "figures",
        "report": "report",
        "describe": "describe",
        "list": "describe",
        "doctor": "doctor",
        "convert": "convert",
        "export": "export",
        "completion": "describe",
    }
)
"""Command -> module that defines it, in the order of `--help`."""

COMPLETING = "_HAYRICK_COMPLETE"
"""Variable by which a shell asks for completions."""

_HELP = """Measure whether a long-context model or a RAG system reads everything it is given.

A haystack is a set of documents, for example 100 news articles, in which facts ('insights') are planted. Hayrick knows
which documents state which insight. A system answers a query in bullets that cite documents; a judge decides which
insights the bullets cover; measures score coverage and citations.

\b
Start here:
  hayrick demo                                   no model, no network
  hayrick synth tidewall --out runs/tidewall.json  make a haystack of 100 documents, offline
  hayrick collect docs/ --facts facts.yaml --out mine.json  make one of your own documents and facts
  hayrick verify topic.json                      check that documents state what is recorded
  hayrick describe topic.json                    count the parts of a haystack
  hayrick run topic.json --system recorded --judge recorded --out runs/a
  hayrick run topic.json --system file:mine.jsonl --judge local --out runs/b
  hayrick show runs/a --missed                   what each system missed, and where it stands
  hayrick report runs/a --out report.html        all of it to look at, in one file
  hayrick gate runs/a --min joint=0.35           fail where a system is not known to be good enough
  hayrick annotate runs/a --out page.html        let people label summaries in a browser, offline
  hayrick validate annotations.json --judge local  compare a judge with human labels
  hayrick probe --judge local                    what a judge says of texts whose right verdict is known

Exit status: 0 success, 1 the check failed (gate, verify, doctor), 2 wrong use or bad input (explained in one line).
"""


class _Lazy(click.Group):
    """A group that imports each command when it is used, so that `--help` is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            cure = did_you_mean(args[0], _COMMANDS, f"Commands: {', '.join(_COMMANDS)}.")
            ctx.fail(f"No such command '{args[0]}'. {cure}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"hayrick.cli.{_COMMANDS[cmd_name]}")
        command = getattr(module, f"{cmd_name}_command")
        return command if isinstance(command, click.Command) else None


@click.group(
    cls=_Lazy,
    help=_HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="hayrick")
@click.pass_context
def hayrick(ctx: click.Context) -> None:
    """Group of all commands; prints its help if no command is given."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run() -> int:
    """Run the command line and return its exit status; all but an interrupt is printed as one line on standard error.

    Raises:
        KeyboardInterrupt: the command was interrupted; or what stands in its place (`interrupts.is_interrupt`).
    """
    from hayrick.cli.terminal import answering

    with answering() as known:
        return _run(known)


def _set_up() -> None:
    """Prepare the process: streams to which printing never fails, and settings that make a short command fast."""
    # A closed standard stream (`hayrick demo >&-`) is None: discard its output.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Escape characters that this terminal cannot encode, so that printing never fails.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Arrays are small here: threads of linear algebra would only wait for each other, and take processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Few of the objects that a command makes are garbage: it is looked for more seldom.
    gc.set_threshold(20_000, 10, 10)
    # When the process ends, a last walk over all objects finds nothing that matters.
    atexit.register(gc.freeze)
    if COMPLETING in os.environ:
        importlib.import_module("hayrick.cli.completion")  # What bash must be told otherwise than by click.


def _run(known: list[int]) -> int:
    """As `run`; `known` has the exit status that the command has come to so far, for a reader who leaves early."""
    from hayrick.types import HayrickError

    _set_up()
    printed = sys.stdout
    try:
        status = hayrick.main(prog_name="hayrick", standalone_mode=False)
    except click.NoSuchOption as problem:
        near = did_you_mean(problem.option_name, problem.possibilities or ())
        return _complain(f"No such option '{problem.option_name}'. {near}")
    except click.MissingParameter as problem:
        path = problem.ctx.command_path if problem.ctx else "hayrick"
        return _complain(f"{problem.format_message().rstrip('.')}. See '{path} --help'.")
    except click.ClickException as problem:
        return _complain(problem.format_message())
    except HayrickError as problem:
        return _complain(str(problem))
    except click.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        return _unread(known[-1])
    except SystemExit:
        # Where the reader has left, click wraps both streams and leaves with status 1: "the answer is no".
        if sys.stdout is not printed:
            return _unread(known[-1])
        if COMPLETING in os.environ:
            raise
        return _complain("code that it runs ended the program. Finished work is kept.")
    except OSError as problem:
        return _complain(_of_system(problem, printed))
    except BaseException as problem:
        if is_interrupt(problem):
            raise
        return _complain(_unforeseen(problem))
    return status if isinstance(status, int) else 0


def _of_system(problem: OSError, printed: TextIO) -> str:
    """An error of the operating system in one line: which file, or that nothing can be printed."""
    if problem.filename is None and _is_stuck(printed):
        told = f"cannot be written ({problem.strerror or problem}); expected a place with room"
        return f"standard output: {told}. Finished work is kept."
    name = f"{problem.filename}: " if problem.filename is not None else ""
    told = f"{name}{problem.strerror or problem}"
    if isinstance(problem, PermissionError):
        told += "; expected a place that can be reached. Check the permissions of its folders."
    return told


def _is_stuck(printed: TextIO) -> bool:
    """Whether not even a line break can be printed; what is left is dropped then, since Python would try it again."""
    try:
        print(file=printed, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), printed.fileno())
        return True
    return False


def _unforeseen(problem: BaseException) -> str:
    """One line on a fault of ours, whose traceback goes to a file: status 1 means that the answer is no."""
    import tempfile
    import traceback

    from hayrick.harness.transport.secrets import without_secrets

    kind = f"{type(problem).__name__}: {problem}"[:200]
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="hayrick-", suffix=".txt", delete=False
        ) as file:
            file.write(without_secrets("".join(traceback.format_exception(problem))))
    except OSError:
        return f"a fault in Hayrick ({without_secrets(kind)}). Finished work is kept."
    return f"a fault in Hayrick ({without_secrets(kind)}). Finished work is kept. Please report it with {file.name}."


def _unread(status: int) -> int:
    """The reader has closed the pipe (`hayrick list | head`): not an error; keep Python silent at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return status


def _complain(line: str) -> int:
    from hayrick.report.layout import printable

    tell(" ".join(printable(line).split()))
    return 2
