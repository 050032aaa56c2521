"""Debates of the UK Parliament: Hansard's XML, a file a sitting.

Source: ETHIC, section 3.1 (229 debates of Hansard; short ones and what is no debate are left out, by hand).
Differs: what is no debate is told by rule, stated in `read_debates`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from hayrick.records.files import read_bytes
from hayrick.tasks.ethic.corpus import Text, files_of, require_new
from hayrick.types import BadInput

ENDINGS = (".xml",)
_NO_TEXT = frozenset({"image", "col", "title"})
_DEEPEST = 60
_NO_DEBATE = re.compile(r"maiden speech", re.IGNORECASE)
_LEAST_SPEAKERS = 2


def read_debates(paths: list[Path], where: str) -> list[Text]:
    """Read debates: sections of a sitting in which members speak, each outermost one with all that stands in it.

    Left out are question time (`oralquestions`), sections in which fewer than two members speak (prayers, empty ones,
    orders), and maiden speeches by their title. The date is that of the sitting.

    Raises:
        BadInput: a file is no XML, declares an entity, or holds no debate.
    """
    found: list[Text] = []
    seen: dict[str, str] = {}
    for path in files_of(paths, ENDINGS, where):
        root = read_xml(path)
        given = next((one.get("format", "") for one in root.iter("date")), "")
        debates = [
            Text(f"{path.stem}-{number}", title, (text,), given)
            for number, section in enumerate(_sections(root), start=1)
            if len(speakers(section)) >= _LEAST_SPEAKERS
            and (text := "\n\n".join(_paragraphs(section)))
            and not _NO_DEBATE.search(title := _title(section))
        ]
        if not debates:
            what = "no section in which two members speak"
            raise BadInput(str(path), what, "Hansard's XML with <section>, <member> and <membercontribution>")
        for one in debates:
            require_new(seen, one.id, str(path))
            seen[one.id] = str(path)
        found += debates
    return found


def read_xml(path: Path) -> Element:
    """Parse XML that declares no entity; nothing outside of the file is read.

    Raises:
        BadInput: it is not well-formed, declares or names an entity of its own, or is nested too deeply.
    """
    content, builder = read_bytes(path), TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise BadInput(str(path), f"elements {depth} deep", f"at most {_DEEPEST}")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(name: str, *rest: object) -> None:
        cure = "Remove it: it can make a small file huge, or name other files."
        raise BadInput(str(path), f"the entity '{name[:40]}'", "XML that declares none", cure)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, builder.data
    parser.EntityDeclHandler = parser.SkippedEntityHandler = refuse
    parser.buffer_text = True
    try:
        parser.Parse(content, True)
        return builder.close()
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise BadInput(str(path), f"no XML ({problem})", "well-formed XML of Hansard") from problem


def speakers(section: Element) -> set[str]:
    """Names of the members who speak in a section, as they are written."""
    return {
        " ".join("".join(member.itertext()).split())
        for paragraph in section.iter("p")
        if paragraph.find("membercontribution") is not None
        for member in paragraph.findall("member")
    }


def _sections(root: Element) -> Iterator[Element]:
    """Outermost sections, those of question time aside."""
    for child in root:
        if child.tag == "section":
            yield child
        elif child.tag != "oralquestions":
            yield from _sections(child)


def _title(section: Element) -> str:
    found = section.find("title")
    return " ".join(" ".join(found.itertext()).split()) if found is not None else ""


def _paragraphs(section: Element) -> Iterator[str]:
    """Titles, paragraphs, quotes and lists in their order, without marks of columns and pages."""
    for child in section:
        if child.tag in ("section", "debates", "houselords", "housecommons"):
            yield from _paragraphs(child)
        elif child.tag == "title":
            yield " ".join(" ".join(child.itertext()).split())
        elif child.tag not in _NO_TEXT and (text := " ".join("".join(_texts(child)).split())):
            yield text


def _texts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in _NO_TEXT:
            yield from _texts(child)
        yield " " if child.tag in ("td", "tr", "li", "lb") else ""
        yield child.tail or ""
