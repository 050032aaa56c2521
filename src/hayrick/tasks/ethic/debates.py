"""Debates of the UK Parliament, in XML: Hansard's own layout and TheyWorkForYou's; what is a debate and what is none.

Source: ETHIC, section 3.1 (229 debates of Hansard; short ones and what is no debate are left out, by hand).
Differs: what is no debate is told by rule, stated in `read_debates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from hayrick.tasks.ethic import publicwhip, sittings
from hayrick.tasks.ethic.corpus import Text, files_of, require_new
from hayrick.tasks.ethic.sittings import Section
from hayrick.tasks.ethic.xml import read_xml
from hayrick.types import BadInput

ENDINGS = (".xml",)
LAYOUTS = (
    "Hansard's <housecommons>, <houselords> or <hansard> with <section>, <member> and <membercontribution>, or "
    "TheyWorkForYou's <publicwhip> with <major-heading> and <speech>"
)
_NO_DEBATE = re.compile(r"maiden speech|\A(?:oral|written) (?:answers|questions)\b", re.IGNORECASE)
_LEAST_SPEAKERS = 2


def read_debates(paths: list[Path], where: str) -> list[Text]:
    """Read debates: sections of a sitting in which members speak, each outermost one with all that stands in it.

    Left out are question time and written answers (by elements, numbers of questions or title), sections in which fewer
    than two members speak (prayers, empty ones, orders), and maiden speeches by their title. The date is that of the
    sitting.

    Raises:
        BadInput: a file is no XML, declares an entity, is in another layout, or holds no debate.
    """
    found: list[Text] = []
    seen: dict[str, str] = {}
    for path in files_of(paths, ENDINGS, where):
        debates = [
            Text(f"{path.stem}-{number}", one.title, (text,), one.date)
            for number, one in enumerate(_sections(read_xml(path), path), start=1)
            if len(one.speakers) >= _LEAST_SPEAKERS
            and (text := "\n\n".join(one.paragraphs))
            and not _NO_DEBATE.search(one.title)
        ]
        if not debates:
            raise BadInput(str(path), "no section in which two members speak", LAYOUTS)
        for one in debates:
            require_new(seen, one.id, str(path))
            seen[one.id] = str(path)
        found += debates
    return found


def _sections(root: Element, path: Path) -> Iterator[Section]:
    """Sections in the layout that the elements tell."""
    if root.tag == "publicwhip":
        return publicwhip.sections(root, path.stem)
    if any(one.tag in ("section", "membercontribution", "housecommons", "houselords") for one in root.iter()):
        return sittings.sections(root)
    raise BadInput(str(path), f"XML that begins with <{root.tag[:40]}>", LAYOUTS)
