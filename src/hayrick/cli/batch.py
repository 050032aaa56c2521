"""The commands prompts and replies, which have a batch engine answer the calls of a run; and run --prompts-only."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.cli.terminal import OVERWRITE, FilePath, prints, rows, say, show
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.scheduling.batches import Replies
    from hayrick.harness.scheduling.elsewhere import Elsewhere, Waiting
    from hayrick.records.batch_files import Part
    from hayrick.records.command import Given

FLAG = "--prompts-only"
PROMPTS_ONLY = click.option(
    FLAG,
    is_flag=True,
    help="Make no call: claim --out and say which calls are outstanding; 'hayrick prompts' writes them for a batch "
    "engine.",
)
_COMMANDS = ("run",)
"""Commands that can be claimed with `FLAG`."""

_PROMPTS_EPILOG = """\b
Examples:
  hayrick run topic.json --system openai/gpt-4o+full --judge openai/gpt-4o --out runs/a --prompts-only
  hayrick prompts runs/a --out round1.jsonl
  hayrick replies runs/a round1-results.jsonl
  hayrick prompts runs/a --out round2.jsonl      the judge's questions about the answers

\b
The command of the run stands in DIR/command.json and is carried out, as far as the journal reaches: give no DIR of
somebody else. docs/guide/batch.md shows a whole run.
"""
_REPLIES_EPILOG = """\b
Examples:
  hayrick replies runs/a results.jsonl
  hayrick replies runs/a results.jsonl errors.jsonl

\b
A line of FILE:
  {"custom_id": "...", "response": {"status_code": 200, "body": {"choices": [...], "usage": {...}}}, "error": null}
"""
_DIR = click.argument("folder", type=FilePath(), metavar="DIR")


@click.command("prompts", epilog=_PROMPTS_EPILOG)
@_DIR
@click.option(
    "--out", type=FilePath(), required=True, metavar="FILE", help="JSONL file to write; several get numbers in names."
)
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=50_000,
    show_default=True,
    help="Maximum number of calls of one file; a file also ends at 190 MB.",
)
@OVERWRITE
@prints
def prompts_command(folder: Path, out: Path, lines: int, overwrite: bool) -> None:
    """Write the outstanding calls of a run as batch lines.

    DIR is a directory that 'hayrick run ... --prompts-only' claimed. Each line is a request in the layout of OpenAI's
    batch, which vLLM and others read; its custom_id is the key of the call. Each model has files of its own. No model
    is asked; systems of your own are called.
    """
    from hayrick.harness.scheduling.batches import writing
    from hayrick.records.batch_files import RequestFiles
    from hayrick.records.command import read
    from hayrick.records.manifest import any_manifest
    from hayrick.records.outputs import MANIFEST, files_of

    known = any_manifest(folder / MANIFEST) if (folder / MANIFEST).is_file() else {}
    claimed = read(folder).folder
    # Sources are named as seen from where the run was claimed.
    own = [claimed / one for one in files_of(folder.absolute(), known if isinstance(known, dict) else {})]
    with RequestFiles(out.absolute(), own, lines, overwrite) as files:
        elsewhere = writing(files)
        words = _carry_on(folder, elsewhere)
        parts = [part._replace(file=out.with_name(part.file.name)) for part in files.close()]
    rows([{**part._asdict(), "file": str(part.file)} for part in parts])
    _show_parts(parts)
    if parts:
        say("Have a batch engine answer each file, then enter its results:")
        say(f"hayrick replies {shlex.quote(str(folder))} RESULTS...", 2)
    else:
        _say_next(folder, elsewhere.after, words)


@click.command("replies", epilog=_REPLIES_EPILOG)
@_DIR
@click.argument("files", nargs=-1, required=True, type=FilePath(), metavar="FILE...")
@prints
def replies_command(folder: Path, files: tuple[Path, ...]) -> None:
    """Enter the replies of a batch engine into the journal of a run.

    Every line of FILE is counted: accepted, cut off, refused, doubled, an error, unknown or damaged. A call that is
    answered keeps its first reply, so that a file may be given again. Tokens are counted, at the provider's batch price
    where it has one.
    """
    from hayrick.harness.scheduling.batches import Replies

    found = Replies([file.absolute() for file in files])
    elsewhere = found.entering()
    words = _carry_on(folder, elsewhere)
    counts = found.counts(elsewhere)
    usage = {name: sum(getattr(one.usage, name) for one in found.entered) for name in ("tokens_in", "tokens_out")}
    outstanding = dict(Counter(one.purpose for one in elsewhere.after.values()))
    rows([{"kind": kind, "n": n} for kind, n in counts.items()], **usage, usd=found.usd, outstanding=outstanding)
    _show_counts(counts, found)
    _say_next(folder, elsewhere.after, words)


def claiming(out: Path | None, *, dry_run: bool, budget: object) -> Elsewhere:
    """What `FLAG` means: questions are counted only. Rejects options that make no sense with it."""
    from hayrick.harness.scheduling.elsewhere import Elsewhere

    if out is None:
        raise click.UsageError(f"{FLAG} needs --out, the directory to claim.")
    if dry_run:
        raise click.UsageError(f"{FLAG} and --dry-run exclude each other; --dry-run claims no directory.")
    if budget is not None:
        raise click.UsageError(f"--budget-usd is not used with {FLAG}, which makes no call; see 'hayrick plan'.")
    return Elsewhere()


@contextlib.contextmanager
def telling(out: Path | None, claimed: Elsewhere | None) -> Iterator[None]:
    """Where a run with `FLAG` lacks replies, keep its command line and tell what is outstanding."""
    from hayrick.harness.scheduling.elsewhere import Outstanding
    from hayrick.records.command import Given, keep

    try:
        yield
    except Outstanding:
        if claimed is None or out is None:
            raise
        words = sys.argv[1:]
        keep(out, Given(words, Path.cwd()))
        say(f"Claimed {out}/; no call was made.")
        _say_next(out, claimed.after, words)


def _carry_on(folder: Path, elsewhere: Elsewhere) -> Sequence[str]:
    """Do the command of a run directory as far as its journal reaches; return its words."""
    from hayrick.cli.program import hayrick
    from hayrick.harness.scheduling.elsewhere import Outstanding
    from hayrick.records.command import FILE, read
    from hayrick.records.manifest import is_finished

    given = read(folder)
    if is_finished(folder):
        raise BadInput(
            str(folder), "a finished run", "a run with outstanding calls", "'hayrick show' prints its tables."
        )
    if not given.words or given.words[0] not in _COMMANDS:
        raise BadInput(str(folder / FILE), "another command", ", ".join(_COMMANDS))
    place = str(folder.absolute())
    with contextlib.chdir(given.folder), contextlib.suppress(Outstanding):
        hayrick.main(_placed(given.words, place), prog_name="hayrick", standalone_mode=False, obj=elsewhere)
    return _words_for(folder.resolve(), given)


def _words_for(folder: Path, given: Given) -> Sequence[str]:
    """The words of a command; those of a directory that was copied or moved name where it is now."""
    words = list(given.words)
    for at, word in enumerate(words[: _end(words)]):
        name, equals, value = word.partition("=")
        if name == "--out":
            end = at + 1 if equals else at + 2
            place = value if equals else "".join(words[at + 1 : end])
            if (given.folder / place).resolve() == folder:
                return words
            return [*words[:at], "--out", str(folder), *words[end:]]
    return _placed(words, str(folder))


def _end(words: Sequence[str]) -> int:
    """Where the options of a command end: at "--", after which all words are inputs."""
    return words.index("--") if "--" in words else len(words)


def _placed(words: Sequence[str], place: str) -> list[str]:
    """The words of a command with another --out, of which the last one counts."""
    end = _end(words)
    return [*words[:end], "--out", place, *words[end:]]


def _show_parts(parts: Sequence[Part]) -> None:
    from hayrick.report.tables import Table

    if parts:
        cells = [[str(one.file), one.model, one.url, f"{one.calls:,}", f"{one.bytes / 1e6:.2f}"] for one in parts]
        show(Table("outstanding calls", ["file", "model", "path", "calls", "MB"], cells, (3, 4)))


def _show_counts(counts: Mapping[str, int], found: Replies) -> None:
    from hayrick.harness.scheduling.batches import KINDS
    from hayrick.report.tables import Table

    cells = [[KINDS[kind], f"{n:,}"] for kind, n in counts.items() if n or kind in ("accepted", "missing")]
    show(Table("lines of results", ["what", "number"], cells, (1,)))
    if found.errors:
        say("Errors: " + ", ".join(f"{reason} {n:,}" for reason, n in found.errors.most_common(5)) + ".")
    if found.entered:
        tokens_in = sum(one.usage.tokens_in + one.usage.tokens_cached for one in found.entered)
        tokens_out = sum(one.usage.tokens_out for one in found.entered)
        cost = "at an unknown price" if found.usd is None else f"{found.usd:.4f} USD at the batch price"
        say(f"Entered: {tokens_in:,} tokens in and {tokens_out:,} out, {cost}.")


def _say_next(folder: Path, waiting: Mapping[str, Waiting], words: Sequence[str]) -> None:
    purposes = Counter(one.purpose for one in waiting.values())
    own = purposes.pop("own", 0)
    if waiting:
        parts = ", ".join(f"{purpose} {n:,}" for purpose, n in sorted(purposes.items()))
        if parts:
            say(f"Outstanding calls that are known so far: {parts}.")
        if own:
            say(f"Calls of your own systems, which 'hayrick prompts' makes: {own:,}.")
        say("Next:")
        say(f"hayrick prompts {shlex.quote(str(folder))} --out FILE", 2)
    else:
        say("Every call is answered. Next, in the folder where the run was begun:")
        say(f"hayrick {shlex.join(word for word in words if word != FLAG)}", 2)
