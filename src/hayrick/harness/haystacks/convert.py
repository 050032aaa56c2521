"""Converts haystacks to another layout, and says what does not come along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from hayrick.harness.naming.inputs import TABLE, file_of, read
from hayrick.harness.naming.names import is_suite, is_task_name, require_no_task
from hayrick.haystacks.card import card
from hayrick.haystacks.files import haystack_of, haystack_value
from hayrick.haystacks.layouts import further_fields, in_layout, not_kept
from hayrick.haystacks.tables import document_rows, haystack_row, insight_rows, native_value, parquet_bytes, utf8
from hayrick.protocols import Progress, silent
from hayrick.records.outputs import require_new
from hayrick.records.several_files import write_together
from hayrick.records.write_files import safe_name, text_of_file
from hayrick.types import BadInput, Haystack

Target = Literal["native", "summhay", "parquet", "hf"]
Files = Mapping[Path, Iterable[bytes]]
CARD = "README.md"


class Converted(NamedTuple):
    """What was written."""

    haystacks: list[Haystack]
    files: list[Path]
    lost: list[str]
    """What did not come along, a line for each haystack that lost anything."""

    notes: list[str]
    """What stands where other programs do not look, and haystacks that have another name; one line each."""


def convert(
    sources: Sequence[str],
    to: Target,
    out: Path,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
) -> Converted:
    """Write haystacks in another layout: all files, or none where anything is wrong.

    Insights that no document states are accepted.

    Args:
        sources: haystacks, see `inputs.read`.
        to: "native" or "summhay": a JSON file, or a folder with one for each haystack; "parquet": a file with a row for
            each; "hf": a folder that `datasets.load_dataset` and `inputs.read` read.
        out: the file or folder.
        overwrite: replace existing files, unless they are inputs.
        progress: called with (what, done, total).

    Raises:
        BadInput: a source is no haystack, or the place does not fit, exists or is an input; nothing is written then.
        HayrickError: pyarrow is needed and not installed.
    """
    for source in sources:
        if is_task_name(source) or is_suite(source):
            raise BadInput("INPUT", f"the task '{source}'", "a haystack", "Tasks make their items when they are run.")
        require_no_task(source)
    progress("reading", 0, len(sources))
    before = [one.haystack for one in read(sources, allow_unheld=True)]
    _require_place(to, out, len(before))
    if to in ("native", "summhay"):
        after = [in_layout(one, "native" if to == "native" else "summhay") for one in before]
        files = _json_files(after, out)
    else:
        rows = [haystack_row(in_layout(one, "native")) for one in before]
        after = [_read_again(row) for row in rows]
        files = _tables(after, rows, out) if to == "hf" else {out: parquet_bytes(rows, "haystacks")}
    require_new(files, [file_of(source) for source in sources], overwrite=overwrite)
    progress("writing", 0, len(files))
    write_together(files, is_new=not overwrite)
    notes = [*(_further(after) if to == "summhay" else []), *_renamed(after, files)]
    return Converted(before, list(files), _lost(before, after), notes)


def _require_place(to: Target, out: Path, n: int) -> None:
    """Check that what is written can be read again from there.

    Raises:
        BadInput: it cannot.
    """
    is_json = out.suffix == ".json"
    if to == "parquet" and out.suffix != ".parquet":
        raise BadInput("--out", f"'{out}'", "a name that ends in .parquet", "Such files are read by their ending.")
    if to != "parquet" and (out.suffix == ".parquet" or (to == "hf" and is_json)):
        raise BadInput("--out", f"'{out}'", "a folder" if to == "hf" else "a folder, or a name that ends in .json")
    if is_json and n > 1:
        cure = "Name a folder, or convert --to parquet."
        raise BadInput("--out", f"'{out}', one file for {n} haystacks", "a folder, with a file for each", cure)


def _json_files(haystacks: Sequence[Haystack], out: Path) -> Files:
    places = [out] if out.suffix == ".json" else [out / f"{safe_name(one.id)}.json" for one in haystacks]
    return {path: map(_json, [one]) for path, one in zip(places, haystacks, strict=True)}


def _json(haystack: Haystack) -> bytes:
    return text_of_file(haystack_value(haystack)).encode()


def _tables(haystacks: Sequence[Haystack], rows: Sequence[Mapping[str, object]], out: Path) -> Files:
    documents = (row for one in haystacks for row in document_rows(one))
    insights = (row for one in haystacks for row in insight_rows(one))
    return {
        out / TABLE: parquet_bytes(rows, "haystacks"),
        out / "documents.parquet": parquet_bytes(documents, "documents"),
        out / "insights.parquet": parquet_bytes(insights, "insights"),
        out / CARD: map(partial(str.encode, encoding="utf-8"), [card(haystacks)]),
    }


def _read_again(row: Mapping[str, object]) -> Haystack:
    """The haystack as it is read from a table."""
    held = utf8(row)
    id, value = native_value(held if isinstance(held, dict) else {}, str(row["haystack"]))
    return haystack_of(value, id=id, where=id, allow_unheld=True)


def _lost(before: Sequence[Haystack], after: Sequence[Haystack]) -> list[str]:
    pairs = ((one.id, not_kept(one, other)) for one, other in zip(before, after, strict=True))
    return [f"{id}: not kept as it was: {', '.join(fields)}." for id, fields in pairs if fields]


def _further(haystacks: Sequence[Haystack]) -> list[str]:
    names = dict.fromkeys(name for one in haystacks for name in further_fields(one))
    line = (
        f"SummHay's layout has no place of its own for {', '.join(names)}: kept as further fields, which Hayrick reads "
    )
    return [f"{line}and other programs may not."] if names else []


def _renamed(haystacks: Sequence[Haystack], files: Files) -> list[str]:
    """Haystacks that have another name when they are read again, as files name them."""
    if len(files) != len(haystacks) or any(path.suffix != ".json" for path in files):
        return []
    pairs = zip(haystacks, files, strict=True)
    return [
        f"{one.id}: read again, it is named '{path.stem}', as its file." for one, path in pairs if one.id != path.stem
    ]
