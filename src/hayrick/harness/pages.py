"""Writes the report on finished directories as one HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.harness import inputs
from hayrick.harness.page_sources import Data, read_sources
from hayrick.records.files import write_text
from hayrick.records.manifest import files_of
from hayrick.records.outputs import require_new
from hayrick.types import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """What is to be reported, and where to.

    Args:
        folders: finished directories of any command.
        out: the file.
        title: heading of the page; names of the directories by default.
        data: where the data of runs are now that have moved.
        overwrite: replace an existing file.
        names: of the folders; see `read_sources`.
        in_memory: see `read_sources`.
    """

    folders: Sequence[Path]
    out: Path
    title: str = ""
    data: Sequence[inputs.Source] = ()
    overwrite: bool = False
    names: Sequence[str] = ()
    in_memory: Mapping[Path, Data] = field(default_factory=dict)


def write_page(request: PageRequest) -> list[str]:
    """Write the page, whole or not at all.

    Returns:
        Notes on what could not be shown.

    Raises:
        BadInput: a directory has no results, a file is damaged, or the place is taken or an input.
    """
    from hayrick.page.render import page

    require_new([request.out], _read_by(request.folders), overwrite=request.overwrite)
    sources = read_sources(request.folders, request.data, request.names, request.in_memory)
    places = [place for one in sources if one.manifest for place in files_of(one.folder, one.manifest)]
    places += [Path(one) for one in request.data if isinstance(one, str)]
    require_new([request.out], places, overwrite=request.overwrite)
    if not any(one.tasks or one.files for one in sources):
        raise BadInput(str(request.folders[0]), "no results", "a directory of run, validate, meta, retrieve or verify")
    title = request.title or ", ".join(one.name for one in sources)
    write_text(request.out, page(sources, title))
    return [one.unread for one in sources if one.unread]


def _read_by(folders: Sequence[Path]) -> list[Path]:
    return [path for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_file()]
