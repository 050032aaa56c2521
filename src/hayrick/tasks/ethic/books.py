"""Books as Project Gutenberg's text files, and stories in lines of JSON such as SQuALITY's; cut into chapters.

Source: ETHIC, section 3.1 (100 English books of Project Gutenberg).
Differs: any plain text; sections do not reach from one chapter into the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from hayrick.records.read_files import read_jsonl, read_text
from hayrick.tasks.ethic.corpus import Text, files_of, require_new
from hayrick.tasks.ethic.texts import body_of
from hayrick.types import BadInput

ENDINGS = (".txt", ".jsonl")
_NUMBER = r"(?:[IVXLCDM]{1,9}|[ivxlcdm]{1,9}|\d{1,4}|(?:the +)?[A-Za-z]{3,12}(?:[- ][A-Za-z]{3,8})?)"
_NOUN = r"(?i:chapter|book|part|volume|letter|canto|stave|act|chapitre|kapitel|cap[ií]tulo|capitolo|глава)"
_HEADING = re.compile(
    rf"(?:\A|(?<=\n\n))[ \t]{{0,40}}(?:{_NOUN} {{1,3}}{_NUMBER}(?:[.:\]\u2014-][^\n]{{0,100}}|[ \t]{{0,9}})"
    r"|[IVXLC]{1,9}\.?[ \t]{0,9})(?=\n[ \t]{0,40}\n|\Z)"
)
"""A line of its own between blank lines: "Chapter 4", "BOOK THE FIRST", "IV."."""

_LEAST_WORDS = 40
"""A chapter of fewer words is a line of a table of contents or a title, and goes to the next one."""

_TITLE = re.compile(r"^Title: *([^\n]{1,200})", re.MULTILINE)
_RELEASED = re.compile(r"^Release Date: *([A-Za-z]{3,9})\.?(?: \d{1,2})?,? +(\d{4})", re.MULTILINE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HEADER = 20_000


def read_books(paths: list[Path], where: str) -> list[Text]:
    """Read books; the date of one is that of its release by Project Gutenberg, as far as it says so.

    A line of a JSONL file is a book: `document` is its text, `metadata.passage_id` or `id` its id, `date` its date.

    Raises:
        BadInput: a file is not what it must be, a text is empty, or two have one id.
    """
    found: list[Text] = []
    seen: dict[str, str] = {}
    for path in files_of(paths, ENDINGS, where):
        for place, book in _stories(path) if path.suffix.lower() == ".jsonl" else [(str(path), _book(path))]:
            require_new(seen, book.id, place)
            seen[book.id] = place
            if not book.parts:
                raise BadInput(place, "no text", "the text of a book")
            found.append(book)
    return found


def chapters_of(text: str) -> tuple[str, ...]:
    """Chapters with their headings; the whole text where no line is the heading of one.

    What stands before the first chapter goes with it, as do headings that hardly any text follows, such as those of a
    table of contents.
    """
    text = re.sub(r"\n(?:[ \t]{0,200}\n){2,}", "\n\n", text.replace("\r\n", "\n"))
    starts = [0, *(one.start() for one in _HEADING.finditer(text)), len(text)]
    found: list[str] = []
    short = ""
    for start, end in pairwise(starts):
        piece = short + text[start:end]
        if len(piece.split(None, _LEAST_WORDS)) > _LEAST_WORDS:
            found.append(piece.strip())
            short = ""
        else:
            short = piece
    if short.strip():
        found[-1:] = ["\n\n".join((*found[-1:], short.strip()))]
    return tuple(found)


def _book(path: Path) -> Text:
    text = read_text(path)
    title = _TITLE.search(text, 0, _HEADER)
    released = _RELEASED.search(text, 0, _HEADER)
    month = released[1][:3].lower() if released else ""
    date = f"{released[2]}-{_MONTHS.index(month) + 1:02d}" if released and month in _MONTHS else ""
    return Text(path.stem, title[1].strip() if title else path.stem, chapters_of(body_of(text)), date)


def _stories(path: Path) -> Iterator[tuple[str, Text]]:
    for number, (where, row) in enumerate(read_jsonl(path), start=1):
        text, metadata = row.get("document"), row.get("metadata")
        if not isinstance(text, str):
            raise BadInput(where, "no text 'document'", "a line with the text of a book in 'document'")
        own = metadata.get("passage_id") if isinstance(metadata, dict) else None
        date = row.get("date")
        id = str(own or row.get("id") or f"{path.stem}-{number}")
        title = text.strip().partition("\n")[0][:200].strip()
        yield where, Text(id, title, chapters_of(text), date if isinstance(date, str) else "")
