"""Writes the report on finished directories: one HTML page, or its tables in another format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from hayrick.charts.drawing import as_file
from hayrick.harness.naming import inputs
from hayrick.harness.reviewing.page_sources import Data, read_sources
from hayrick.page.views import Source
from hayrick.records.outputs import WRITTEN, files_of, require_new
from hayrick.records.parameters import cut
from hayrick.records.several_files import write_together
from hayrick.records.values import json_value
from hayrick.records.write_files import encoded, to_json, write_text
from hayrick.types import BadInput, HayrickError

if TYPE_CHECKING:
    from hayrick.page.content import Content

T = TypeVar("T")
HTML = "html"
FORMATS = {".html": HTML, ".htm": HTML, "": HTML, ".md": "md", ".csv": "csv", ".tex": "latex", ".json": "json"}
"""End of a file's name -> format of a report."""


def format_of(path: Path, where: str) -> str:
    """Format of a report by the end of its file's name.

    Args:
        path: the file.
        where: what the user gave it with, for the message.

    Raises:
        BadInput: no format has this ending.
    """
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        known = ", ".join(filter(None, FORMATS))
        cure = (
            "Write report.html, open it in a browser and print it to PDF, or compile report.tex."
            if path.suffix.lower() == ".pdf"
            else "Choose one of them, or say --format."
        )
        raise BadInput(f"{where} {path}", f"the ending '{path.suffix}'", f"one of {known}", cure)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """What is to be reported, and where to.

    Args:
        folders: finished directories of any command.
        out: the file.
        title: heading of the page; names of the directories by default.
        data: where the data of runs are now that have moved.
        overwrite: replace existing files.
        names: of the folders; see `read_sources`.
        in_memory: see `read_sources`.
        format: one of the formats in `FORMATS`.
        figures: folder for the figures as SVG files; None to write none.
    """

    folders: Sequence[Path]
    out: Path
    title: str = ""
    data: Sequence[inputs.Source] = ()
    overwrite: bool = False
    names: Sequence[str] = ()
    in_memory: Mapping[Path, Data] = field(default_factory=dict)
    format: str = HTML
    figures: Path | None = None


def write_page(request: PageRequest) -> list[str]:
    """Write the report, whole or not at all.

    Returns:
        Notes on what could not be shown, and on how many figures were written.

    Raises:
        BadInput: a directory has no results, a file is damaged, or the place is taken or an input.
    """
    require_new([request.out], _read_by(request.folders), overwrite=request.overwrite)
    sources = read_sources(request.folders, request.data, request.names, request.in_memory)
    places = [place for one in sources if one.manifest for place in files_of(one.folder, one.manifest)]
    places += map(Path, inputs.places(request.data))
    require_new([request.out], places, overwrite=request.overwrite)
    if not any(one.tasks or one.files for one in sources):
        raise BadInput(str(request.folders[0]), "no results", "a directory of run, validate, meta, retrieve or verify")
    title = request.title or ", ".join(one.name for one in sources)
    notes = [line for one in sources for line in one.unread]
    if request.format == HTML and request.figures is None:
        from hayrick.page.render import page

        text = _made_of(sources, lambda given: page(given, title))
        write_text(request.out, text, is_new=not request.overwrite)
        return notes
    return [*notes, *_write(request, sources, title, places)]


def _write(request: PageRequest, sources: Sequence[Source], title: str, places: Sequence[str | Path]) -> list[str]:
    """Write the report in any format with its figures, and return a note on these."""
    from hayrick.page.content import content_of, figures
    from hayrick.page.render import page

    content = _made_of(sources, lambda given: content_of(given, title))
    drawn = figures(content) if request.figures is not None else {}
    files = {(request.figures or Path()) / f"{name}.svg": svg for name, svg in drawn.items()}
    require_new(files, places, overwrite=request.overwrite)
    is_page = request.format == HTML
    text = _made_of(sources, lambda given: page(given, title)) if is_page else _text(request, content)
    written = {request.out: text, **{path: as_file(svg) for path, svg in files.items()}}
    write_together({path: encoded([one]) for path, one in written.items()}, is_new=not request.overwrite)
    return [f"{len(files)} figures are in {request.figures}/."] if request.figures is not None else []


def _made_of(sources: Sequence[Source], make: Callable[[Sequence[Source]], T]) -> T:
    """Make something of sources; see docs/decisions/193-files-that-no-manifest-describes.md.

    Raises:
        BadInput: it cannot be made with, but can be made without, a file that no manifest describes. Any other failure
            is one of this program.
    """
    try:
        return make(sources)
    except HayrickError:
        raise
    except Exception as failure:
        left, problem = list(sources), failure
        for at, name in [(at, name) for at, one in enumerate(sources) for name in _undescribed(one)]:
            kept = {other: value for other, value in left[at].files.items() if other != name}
            left[at] = replace(left[at], files=kept)
            try:
                make(left)
            except Exception as further:  # noqa: BLE001 - another file has such a value, too
                problem = further
                continue
            command = f"'hayrick {sources[at].command}'" if sources[at].command else "a command"
            found = f"a value that cannot be shown ({cut(f'{type(problem).__name__}: {problem}')})"
            expected, cure = f"the file as {command} wrote it", "Give its command again."
            raise BadInput(str(sources[at].folder / name), found, expected, cure) from None
        raise


def _undescribed(source: Source) -> list[str]:
    """Files of a source that may have been changed: its manifest does not say what they hold, or there is none."""
    written = source.manifest.get(WRITTEN)
    return [name for name in source.files if not isinstance(written, dict) or name not in written]


def _text(request: PageRequest, content: Content) -> str:
    from hayrick.page import flat, latex, markdown

    if request.format == "md":
        folder = relpath(request.figures, request.out.parent) if request.figures is not None else ""
        return markdown.markdown(content, quote(Path(folder).as_posix()) if folder else "")
    if request.format == "latex":
        return latex.latex(content)
    if request.format == "csv":
        return flat.flat(content)
    return f"{to_json(json_value(flat.value(content)))}\n"


def _read_by(folders: Sequence[Path]) -> list[Path]:
    """Files that commands write into their directories; an older report there is none."""
    found = [path for folder in folders if folder.is_dir() for path in folder.iterdir()]
    return [path for path in found if path.suffix in (".json", ".jsonl") and path.is_file()]
