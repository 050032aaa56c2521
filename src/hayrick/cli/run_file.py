"""Run files: a YAML file in place of INPUT and options (`hayrick run run.yaml`), and a commented one to begin with.

A key is the long name of an option without its dashes; `inputs` are the INPUTs. A file means the same as its keys given
as options: values are converted and checked by the options themselves, and paths start from the current folder.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.records.yaml import Node

INPUTS = "inputs"
_ENDINGS = (".yaml", ".yml")
_READ = f"{__name__}.read"
"""Key of the context's notes: the run file."""

_WIDTH = 100
_HEAD = (
    "Check this run with 'hayrick plan {name}', make it with 'hayrick run {name}'. A run that was stopped continues "
    "when it is given again. To set an option, take away the '#' before its name. What is given on the command line "
    "takes the place of what stands here. Paths start from the folder in which you give the command."
)


def with_run_file(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Callback of the argument INPUT...: where it is a run file, give its options to the command, and its inputs.

    The argument must be eager, so that this is called before options are looked at. What stands on the command line
    takes the place of the file's value, also of a whole list; keys of `hayrick run` that the command lacks are ignored.

    Raises:
        BadInput: the file cannot be read, or holds an unknown key or a wrong value; or there are several files.
    """
    files = [one for one in value if one.endswith(_ENDINGS)]
    if not files or ctx.resilient_parsing:
        return value
    if len(files) > 1:
        raise BadInput("INPUT", f"{len(files)} run files", "one", "Give a command for each.")
    found = _read(Path(files[0]), ctx)
    inputs = found.pop(INPUTS, [])
    given = tuple(one for one in value if one != files[0]) or tuple(inputs)
    if not given:
        raise BadInput(files[0], f"no '{INPUTS}'", "at least one", "Add 'inputs: [topic.json]'.")
    _require_here(given, Path(files[0]))
    ctx.default_map = {**(ctx.default_map or {}), **found}
    ctx.meta[_READ] = Path(files[0])
    return given


def run_file() -> Path | None:
    """The run file of the command that runs; None if it was given none."""
    found: Path | None = click.get_current_context().meta.get(_READ)
    return found


def _read(path: Path, ctx: click.Context) -> dict[str, str | list[str]]:
    """Name of a parameter, or `inputs` -> values as a command line would give them."""
    from hayrick.cli.run import run_command
    from hayrick.records.read_files import read_limited, text_of
    from hayrick.records.yaml import LARGEST, parse_yaml

    root = parse_yaml(text_of(path, read_limited(path, LARGEST)), str(path))
    if not isinstance(root.value, dict):
        raise BadInput(root.where, root.kind, "keys and values", "'hayrick init' writes such a file.")
    own, known = options_of(ctx.command), options_of(run_command)
    fields = root.fields(str(path), [INPUTS, *known])
    found: dict[str, str | list[str]] = {}
    for key, node in fields.items():
        option = own.get(key)
        several = key == INPUTS or known[key].multiple
        texts = (
            [node] if isinstance(node.value, str) else node.value if several and isinstance(node.value, list) else []
        )
        values = [one.value for one in texts if isinstance(one.value, str) and not one.is_null]
        if len(values) != len(texts) or (not values and not (several and node.value == [])):
            raise node.wrong(key, "a value or a list of values" if several else "one value", "")
        if key == INPUTS:
            found[INPUTS] = values
        elif option is not None and option.name is not None:
            found[option.name] = values if several else values[0]
            _check(option, found[option.name], ctx, key, node)
    return found


def _check(option: click.Option, value: str | list[str], ctx: click.Context, key: str, node: Node) -> None:
    """Convert a value as the command line does, so that an error names the place in the file."""
    try:
        option.process_value(ctx, value)
    except click.UsageError as problem:
        said = f": {problem.message.rstrip('.')}" if problem.message else f" is {node.kind}"
        raise BadInput(node.where, f"'{key}'{said}", f"what --{key} accepts") from None
    except BadInput as problem:
        raise BadInput(node.where, f"'{key}' is {problem.found}", problem.expected, problem.cure) from None


def _require_here(inputs: Sequence[str], file: Path) -> None:
    """Say so where an input is missing here, but stands beside the file."""
    for one in inputs:
        if not Path(one).exists() and (file.parent / one).exists():
            cure = f"Give the command in {file.parent}, or write the path as seen from here."
            raise BadInput(str(file), f"'{one}' is in its folder, not in this one", "a path from this folder", cure)


def options_of(command: click.Command) -> Mapping[str, click.Option]:
    """Key in a run file -> option, in the order of the command."""
    return {max(one.opts, key=len).removeprefix("--"): one for one in command.params if isinstance(one, click.Option)}


def template(values: Mapping[str, str | list[str]], name: str) -> str:
    """A run file with every option of `hayrick run`: the given ones set, all others commented out at their defaults.

    Args:
        values: keys that are set.
        name: of the file, for its first lines.
    """
    from hayrick.cli.run import run_command

    ctx = click.Context(run_command, info_name="run")
    lines = [
        *_comment(_HEAD.format(name=" ".join(name.split()))),
        "",
        *_comment("Haystacks or tasks to run on; 'hayrick run --help' says what they can be."),
        *_entry(INPUTS, values[INPUTS]),
    ]
    heading = ""
    known = options_of(run_command)
    headings = list(dict.fromkeys(["", *(getattr(one, "heading", "") for one in known.values())]))
    for key, option in sorted(known.items(), key=lambda pair: headings.index(getattr(pair[1], "heading", ""))):
        if (found := getattr(option, "heading", "")) != heading:
            heading = found
            lines += ["", f"# ---- {heading} ----"]
        lines += ["", *_comment(_help(option, ctx))]
        lines += (
            _entry(key, values[key]) if key in values else [f"#{line}" for line in _entry(key, _default(option, ctx))]
        )
    return "\n".join(lines) + "\n"


def _help(option: click.Option, ctx: click.Context) -> str:
    record = option.get_help_record(ctx)
    text = record[1] if record is not None else option.help or ""
    choices = f"One of: {', '.join(map(str, option.type.choices))}. " if isinstance(option.type, click.Choice) else ""
    said, mark, about = " ".join(text.split()).partition("[default:")
    return f"{said.rstrip()} {choices}{mark}{about}".rstrip()


def _comment(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"


def _default(option: click.Option, ctx: click.Context) -> object:
    """Default as a file holds it; None where there is none."""
    value = option.get_default(ctx)
    if option.multiple:
        return [*value] if isinstance(value, list | tuple) else []
    return value if isinstance(value, str | int | float) else None


def _entry(key: str, value: object) -> list[str]:
    from hayrick.records.yaml import to_yaml

    return [f"{key}:"] if value is None else to_yaml({key: value}).splitlines()
