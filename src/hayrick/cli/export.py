"""The command export, which converts a run directory to other formats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from hayrick.cli.options import Command, by_ending
from hayrick.cli.terminal import OVERWRITE, FilePath, prints_no_table, rows, say

_FORMATS = ("jsonl", "csv", "parquet", "trec", "lm-eval", "summhay")
_ENDINGS = {".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet", ".json": "lm-eval"}
_WITH_HAYSTACKS = ("trec", "summhay")


_EPILOG = """\b
jsonl, csv   estimates, one per line
parquet      scores, one row per insight and measure
lm-eval      results and configs as of lm-evaluation-harness; with --samples also samples_TASK.jsonl beside them
trec         qrels of the haystacks, and cited documents as TREC runs
summhay      the haystacks with the run's summaries and labels added to the stored ones; soft values become labels.
             A name that already stores other content is rejected.
"""


@click.command("export", cls=Command, epilog=_EPILOG)
@click.argument("folder", type=FilePath(), metavar="DIR")
@click.option(
    "--format",
    "given",
    type=click.Choice(_FORMATS),
    help="Output format; without it the end of the file's name decides: .jsonl, .csv, .parquet, or .json for lm-eval.",
)
@click.option("--out", type=FilePath(), required=True, help="Output file; for trec and summhay an output folder.")
@click.option(
    "--input",
    "sources",
    multiple=True,
    help="With trec and summhay: where a haystack of the run is now, if it has moved or was in memory; repeatable. "
    "Its content must be the same.",
)
@click.option("--samples", is_flag=True, help="With lm-eval: write replies and values of every item, too.")
@OVERWRITE
@prints_no_table
def export_command(
    folder: Path, given: str | None, out: Path, sources: tuple[str, ...], samples: bool, overwrite: bool
) -> None:
    """Convert a run directory to another format.

    The files of the run and its inputs are never overwritten.
    """
    from hayrick.harness.naming.inputs import places
    from hayrick.records.manifest import read_manifest, require_results
    from hayrick.records.outputs import files_of, require_new
    from hayrick.report import export
    from hayrick.report.lm_eval import export_lm_eval
    from hayrick.types import BadInput

    form = by_ending(given, out, _ENDINGS, "--format trec|summhay for a folder")
    if samples and form != "lm-eval":
        raise BadInput("--samples", f"--format {form}", "--format lm-eval, which alone has samples")
    if sources and form not in _WITH_HAYSTACKS:
        raise BadInput("--input", f"--format {form}", "--format trec or summhay, which alone hold haystacks")
    manifest = read_manifest(folder)
    require_results(folder, manifest, "estimates.json")

    def check(targets: Iterable[Path]) -> None:
        require_new(targets, [*files_of(folder, manifest), *places(sources)], overwrite=overwrite)

    plain = {
        "jsonl": export.export_jsonl,
        "csv": export.export_csv,
        "parquet": export.export_parquet,
    }
    written, is_new = [out], not overwrite
    if form == "lm-eval":
        written = export_lm_eval(folder, out, samples=samples, check=check, is_new=is_new)
    elif form in plain:
        check([out])
        plain[form](folder, out, is_new=is_new)
    else:
        from hayrick.harness.reviewing.finished import haystacks_of

        write = export.export_trec if form == "trec" else export.export_summhay
        write(folder, haystacks_of(folder, manifest, sources), out, check, is_new=is_new)
    rows([{"file": str(path)} for path in written])
    beside = f", and samples of {len(written) - 1} tasks beside it" if len(written) > 1 else ""
    place = f"{out}/" if out.is_dir() else out
    say(f"Written to {place}{beside}.")
