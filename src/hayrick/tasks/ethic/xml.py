"""XML of strangers, read without entities that expand, other files and the network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from hayrick.records.read_files import read_bytes
from hayrick.types import BadInput

_DEEPEST = 60
_LONGEST_ENTITY = 2
"""Characters of an entity: files of TheyWorkForYou declare names of dashes and letters, such as "ndash"."""


def read_xml(path: Path) -> Element:
    """Parse XML that declares no entities but names of single characters; nothing outside of the file is read.

    Raises:
        BadInput: it is not well-formed, declares or names an entity of its own that is more than a character, or is
            nested too deeply.
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

    def declared(name: str, is_parameter: bool, value: str | None, *rest: object) -> None:
        if is_parameter or value is None or len(value) > _LONGEST_ENTITY or set("&<%") & set(value):
            refuse(name)

    def refuse(name: str, *rest: object) -> None:
        cure = "Remove it: it can make a small file huge, or name other files."
        raise BadInput(str(path), f"the entity '{name[:40]}'", "XML that declares single characters at most", cure)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, builder.data
    parser.EntityDeclHandler, parser.SkippedEntityHandler = declared, refuse
    parser.buffer_text = True
    try:
        parser.Parse(content, True)
        return builder.close()
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise BadInput(str(path), f"no XML ({problem})", "well-formed XML of Hansard") from problem


def line_of(element: Element, left_out: frozenset[str] = frozenset(), separate: frozenset[str] = frozenset()) -> str:
    """Text of an element on one line.

    Args:
        element: with elements of any kind.
        left_out: tags whose text is none of its text; what follows them is.
        separate: tags after which a blank stands.
    """
    return " ".join("".join(_texts(element, left_out, separate)).split())


def _texts(element: Element, left_out: frozenset[str], separate: frozenset[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in left_out:
            yield from _texts(child, left_out, separate)
        yield " " if child.tag in separate else ""
        yield child.tail or ""
