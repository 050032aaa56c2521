"""Values that a shell completes: names of systems, contexts, judges and the rest, and files.

Names are read from a file that ships (`python -m bench.pages.names` makes it, and a test compares it with `hayrick
list`): to import all that they name takes longer than one waits for a key.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class
from click.shell_completion import split_arg_string as split

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
FILE = "names.json"
_WANTED = re.compile(r"[A-Z]{3,}|\(|\.\.\.")
"""Where a name leaves the rest to the user: `recorded:PATTERN`, `http(s)://`."""

_FILES = CompletionItem("", type="file")
"""Tells the shell to offer files."""


def names_of(noun: str) -> list[str]:
    """Names that `hayrick list NOUN` lists, to the place where the user goes on: `recorded:PATTERN` -> `recorded:`."""
    text = (resources.files("hayrick.bundled") / FILE).read_text(encoding="utf-8")
    begun = [_WANTED.split(name)[0] for name in json.loads(text)[noun] if "(" not in name]
    return list(dict.fromkeys(one for one in begun if one))


def names(*nouns: str) -> Completer:
    """Complete names of these nouns."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _beginning([name for noun in nouns for name in names_of(noun)], incomplete)

    return complete


def names_or_files(*nouns: str) -> Completer:
    """Complete names of these nouns once they are begun; files, where none fits."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = names(*nouns)(ctx, param, incomplete) if incomplete else []
        return [_FILES, *found]

    return complete


def systems_begun(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete names of systems; of `MODEL+` the contexts, of `file:` and `python:` the files."""
    kind, colon, path = incomplete.partition(":")
    if colon and kind in ("file", "python"):
        return [CompletionItem(f"{kind}:{one}") for one in _paths(path, ".py" if kind == "python" else "")]
    model, plus, _ = incomplete.rpartition("+")
    if plus:
        known = [f"{model}+{name}" for name in dict.fromkeys(["full", "all", *names_of("retrievers")])]
        return _beginning(known, incomplete)
    return names("systems")(ctx, param, incomplete)


def extracts(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete `extract:NAME@`, to which the user adds a number of tokens."""
    return names("extractors")(ctx, param, incomplete)


def extractors(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete names of extractors alone."""
    return _beginning([one.removeprefix("extract:").removesuffix("@") for one in names_of("extractors")], incomplete)


def words(*known: str) -> Completer:
    """Complete a list with commas, of these words."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, _ = incomplete.rpartition(",")
        return _beginning([f"{before}{comma}{word}" for word in known], incomplete)

    return complete


def _beginning(known: Sequence[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in known if name.startswith(incomplete)]


def _paths(begun: str, ending: str) -> list[str]:
    """Files with this ending, and folders, that begin so."""
    before, slash, name = begun.rpartition("/")
    try:
        found = sorted(Path(f"{before}{slash}" or ".").iterdir())[:_MOST]
    except OSError:
        return []
    shown = [f"{one.name}/" if one.is_dir() else one.name for one in found if one.is_dir() or one.name.endswith(ending)]
    return [f"{before}{slash}{one}" for one in shown if one.startswith(name)]


_MOST = 1_000
"""Files of a folder that are looked at."""


class Bash(BashComplete):
    """Completion for bash, which takes words apart at marks such as colons, and replaces what follows the last."""

    source_template = BashComplete.source_template.replace(
        'COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD', 'COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_CWORD=0'
    ).replace("COMPREPLY+=($value)", "COMPREPLY+=($value)\n            [[ $value == *[:@/] ]] && compopt -o nospace")
    kept = 0
    """Characters of a value that bash has already."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Words of the line, and the last one, which is not complete."""
        line = os.environ["COMP_WORDS"]
        given = split(line)[1:]
        incomplete = given.pop() if given and not line[-1:].isspace() else ""
        self.kept = max(incomplete.rfind(mark) for mark in ":=@") + 1
        return given, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """A line for the script."""
        return f"{item.type},{item.value[self.kept :] if item.type == 'plain' else item.value}"


add_completion_class(Bash, "bash")
