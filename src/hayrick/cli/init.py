"""The command init, which writes a run file."""

from __future__ import annotations

from pathlib import Path

import click

from hayrick.cli.completion import names_or_files, systems_begun
from hayrick.cli.options import Command
from hayrick.cli.terminal import OVERWRITE, FilePath, prints_no_table, progress, rows, say

_EPILOG = """\b
Examples:
  hayrick init
  hayrick init topic.json --out study.yaml
  hayrick init "helmet/json_kv?length=8k" --system openai/gpt-4o --out json_kv.yaml
"""
_OFFLINE = ("extractive", "lead")


@click.command("init", cls=Command, epilog=_EPILOG)
@click.argument("inputs", nargs=-1, metavar="[INPUT...]", shell_complete=names_or_files("tasks"))
@click.option(
    "--system",
    "systems",
    shell_complete=systems_begun,
    multiple=True,
    help="System to evaluate; repeatable. By default extractive and lead, which need no model and no network.",
)
@click.option(
    "--out", type=FilePath(), default=Path("run.yaml"), show_default=True, help="File to write; its name ends in .yaml."
)
@OVERWRITE
@prints_no_table
def init_command(inputs: tuple[str, ...], systems: tuple[str, ...], out: Path, overwrite: bool) -> None:
    """Write a run as a file: every option of 'hayrick run' with its explanation and default.

    INPUT is what 'hayrick run' accepts. Without one, a haystack to try it on is made beside the file from a bundled
    scenario.
    """
    from hayrick.cli.run_file import template
    from hayrick.harness.naming.inputs import places
    from hayrick.harness.naming.names import is_suite, is_task_name, require_no_task
    from hayrick.records.outputs import require_new
    from hayrick.records.parameters import require_utf8
    from hayrick.records.write_files import safe_name, write_text
    from hayrick.types import BadInput

    if out.suffix not in (".yaml", ".yml"):
        raise BadInput("--out", f"'{out}'", "a name that ends in .yaml", "By its ending 'hayrick run' knows it.")
    for one in (*inputs, *systems, str(out)):
        require_utf8(one, one)
    require_new([out], places(inputs, *systems), overwrite=overwrite)
    tasks = [one for one in inputs if is_task_name(one) or is_suite(one)]
    for one in inputs:
        if one not in tasks and not one.startswith("hub:"):
            require_no_task(one)
            if not Path(one).exists():
                raise BadInput(one, "no such file", "a haystack or a task", "Check the path.")
    if tasks and not systems:
        raise BadInput("--system", "none", f"a system for '{tasks[0]}'", "See 'hayrick list systems'.")
    found = list(inputs) or [_example(out)]
    stem = safe_name(Path(found[0].partition("?")[0].removeprefix("hub:").partition("@")[0]).stem)
    values: dict[str, str | list[str]] = {"inputs": found, "system": [*(systems or _OFFLINE)], "out": f"runs/{stem}"}
    if not tasks:
        values["judge"] = "local"
    write_text(out, template(values, str(out)), is_new=not overwrite)
    rows([{"file": str(out)}])
    say(f"Written to {out}. Next:")
    say(f"hayrick plan {out}", 2)
    say(f"hayrick run {out}", 2)


def _example(out: Path) -> str:
    """Make the demo's haystack beside the file, unless a file of that name is there already.

    Raises:
        BadInput: that file is no haystack.
    """
    from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise
    from hayrick.harness.running.demo import SCENARIO
    from hayrick.haystacks.files import read_haystack

    path = out.with_name(f"{SCENARIO}.json")
    if path.exists():
        read_haystack(path)
        say(f"It runs on {path}, which is there already.")
        return str(path)
    with progress() as tell:
        synthesise(SynthesisRequest(scenario=SCENARIO, out=path), tell)
    say(f"It runs on {path}, a haystack of 100 documents, made for it.")
    return str(path)
