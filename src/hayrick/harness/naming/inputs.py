"""Reads haystacks from files and hub datasets, each with a fingerprint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.naming.shipped import SCENARIOS, SUITES, TASKS
from hayrick.haystacks.files import haystack_value, read_haystack
from hayrick.haystacks.hub import read_hub, read_parquet
from hayrick.haystacks.validity import require_valid
from hayrick.records.code_prints import code_files
from hayrick.records.read_files import fingerprint_bytes, fingerprint_file
from hayrick.records.write_files import text_of_file, to_json
from hayrick.types import BadInput, Haystack

Source = str | Haystack
"""A path, a hub name, or a haystack in memory."""


TABLE = "haystacks.parquet"
"""File of a folder of haystacks, as `hayrick convert --to hf` makes it."""


class Input(NamedTuple):
    """A haystack, its source (its id where it was made in memory), and the fingerprint of the data."""

    source: str
    haystack: Haystack
    fingerprint: str


def read(sources: Sequence[Source], *, allow_unheld: bool = False, allow_unknown: bool = False) -> list[Input]:
    """Haystacks in memory, of files or their folder, and of hub datasets (`hub:DATASET@REVISION`), in the given order.

    Args:
        sources: paths, hub names or haystacks.
        allow_unheld: accept insights that no document states.
        allow_unknown: accept unknown ids in JSON files, for commands that report faults.

    Raises:
        BadInput: a source is not a valid haystack, or two haystacks have the same name.
    """
    found = [one for source in sources for one in _read(source, allow_unheld, allow_unknown)]
    seen: dict[str, str] = {}
    for one in found:
        if one.haystack.id in seen:
            what = f"the name '{one.haystack.id}' again, after {seen[one.haystack.id]}"
            raise BadInput(one.source, what, "inputs with distinct names", "Rename one of the files.")
        seen[one.haystack.id] = one.source
    return found


def places(sources: Iterable[Source | Path], *others: str | Path | None, code: Iterable[str | None] = ()) -> list[str]:
    """Absolute paths of all files that a command reads.

    Args:
        sources: haystacks or annotations, as given; a haystack in memory counts as the file that it was read from.
        others: prompt and price files, and names that may be files: `file:PATH`, an attribution model.
        code: names that may tell of the user's own code, which has been loaded: `python:FILE.py:NAME`.
    """
    files = [Path(str(one).removeprefix("file:")) for one in others if one is not None]
    files += [path for name in code if name is not None for path in code_files(name)]
    named = [one.source if isinstance(one, Haystack) else one for one in sources]
    read = [_place(one) for one in named if one is not None]
    further = dict.fromkeys(str(path.absolute()) for path in files if path.is_file())
    return [*read, *(one for one in further if one not in read)]


def _place(source: str | Path) -> str:
    return str(source) if str(source).startswith("hub:") else str(file_of(source).absolute())


def file_of(source: str | Path) -> Path:
    """The file that is read of a source: of a folder of haystacks, their table."""
    path = Path(source)
    try:
        return path / TABLE if path.is_dir() and (path / TABLE).is_file() else path
    except OSError:
        return path  # Reading it reports the error.


def _read(source: Source, allow_unheld: bool, allow_unknown: bool) -> list[Input]:
    if isinstance(source, Haystack):
        require_valid(source, source.id, allow_unheld=allow_unheld, allow_unknown=allow_unknown)
        return [Input(source.source or source.id, source, source.fingerprint or _if_written(source))]
    if not source:
        raise BadInput("INPUT", "an empty name", "a haystack")
    if source.startswith("hub:"):
        haystacks = read_hub(source.removeprefix("hub:"), allow_unheld=allow_unheld)
    elif (path := file_of(source)).suffix == ".parquet":
        haystacks = read_parquet(path, allow_unheld=allow_unheld)
    else:
        _require_no_name(source, path)
        haystack = read_haystack(path, allow_unheld=allow_unheld, allow_unknown=allow_unknown)
        return [_of_file(source, haystack, fingerprint_file(path))]
    return [_of_file(source, one, _fingerprint(source, one)) for one in haystacks]


def _require_no_name(source: str, path: Path) -> None:
    """Refuse what names something else than a haystack, where no file of the name exists.

    Raises:
        BadInput: it is the name of a scenario or a task.
    """
    named = source.partition("?")[0]
    cures = {
        "a scenario": f"'hayrick synth {named} --out FILE' makes one." if named in SCENARIOS else None,
        "a task": "'hayrick run' and 'hayrick plan' take tasks." if named in TASKS or named in SUITES else None,
    }
    for what, cure in cures.items():
        if cure and not path.exists():
            raise BadInput(source, f"{what}, and no file", "a haystack file", cure)


def _of_file(source: str, haystack: Haystack, fingerprint: str) -> Input:
    """A haystack that was read.

    It keeps its fingerprint, so that runs on it and on its file can be compared, and its place, so that nothing is
    written there.
    """
    object.__setattr__(haystack, "fingerprint", fingerprint)
    object.__setattr__(haystack, "source", _place(source))
    return Input(source, haystack, fingerprint)


def _if_written(haystack: Haystack) -> str:
    """Fingerprint of the file that `write_haystack` would write of a haystack that was made in memory."""
    return fingerprint_bytes(text_of_file(haystack_value(haystack)).encode())


def _fingerprint(source: str, haystack: Haystack) -> str:
    try:
        return fingerprint_bytes(to_json(haystack_value(haystack)).encode())
    except (TypeError, ValueError) as problem:
        # Tables hold values that JSON lacks: dates, bytes, NaN.
        found = f"'{haystack.id}' holds a value that JSON lacks ({problem})"
        raise BadInput(
            source, found, "texts, finite numbers, lists and objects", "Change or drop that column."
        ) from None
