"""Lines of a journal of calls: a header, then one JSON object a call, with a checksum.

A header is `{"schema": 1, "file": "calls"}`. Every line after it has `paid`, the dollars of all calls up to it, and
`check`, a checksum of `key`, `reply` and `paid`. A journal that was begun before there were checksums has no header at
its beginning; one stands where the first line with a checksum follows. A header can raise `paid`, where earlier calls
have been counted at higher prices. Names that are not known are passed over, so that a newer version may add some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from hayrick.harness.transport.calls import is_amount
from hayrick.records.read_files import parse_json
from hayrick.records.write_files import to_json
from hayrick.types import BadInput

SCHEMA = 1
_FILE = "calls"
_KEY = re.compile(rb'\s*\{"key": "(?:lost/)?([^"/\\]+)["/]')
_JOINED = re.compile(rb'(?<=})(?=[ \t\r]*{")')
"""Where a line ends and another begins without a line break; in a text of a line the quotation mark has a backslash."""

_TEXTS = ("key", "model", "purpose", "reply", "stop")
"""Names of a call's values that must be texts."""


class Header(NamedTuple):
    """A line that is no call.

    `again` are the purposes whose calls before it answer nothing any more, `lost` keys of questions whose reply was
    paid, and whose line a crash cut off. `raised` is what the calls before it cost, and the greater sum that counts
    from there on.
    """

    again: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    raised: tuple[float, float] | None = None


class Damaged(ValueError):
    """A line is not as it was written."""


def written(value: Mapping[str, object]) -> bytes:
    """The line of a call; `value` has its key, reply and `paid`."""
    return _bytes({**value, "check": _check(value)})


def header(again: Sequence[str] = (), lost: Sequence[str] = (), raised: tuple[float, float] | None = None) -> bytes:
    """The line of a header."""
    told: dict[str, object] = {name: list(given) for name, given in (("again", again), ("lost", lost)) if given}
    if raised is not None:
        told["paid"] = list(raised)
        told["check"] = _check(told)
    return _bytes({"schema": SCHEMA, "file": _FILE, **told})


def question_of(line: bytes) -> str | None:
    """Key of the question that a damaged line answered; None where that cannot be read any more."""
    found = _KEY.match(line)
    return found[1].decode("utf-8", "replace") if found else None


def read(line: bytes, where: str, *, is_checked: bool) -> Header | dict[str, object]:
    """Read a line.

    Args:
        line: as it stands in the file.
        where: file and line, for messages.
        is_checked: whether a header came before, so that a call must have a checksum.

    Returns:
        A header, or the values of a call, whose texts and usage have been seen to be such.

    Raises:
        Damaged: it is none, or its checksum is another.
        BadInput: a header of a newer schema.
    """
    try:
        value = parse_json(line.decode("utf-8"), where, finite=False)
    except (BadInput, UnicodeDecodeError):
        raise Damaged from None
    if not isinstance(value, dict):
        raise Damaged
    if value.get("file") == _FILE and "key" not in value:
        return _header(value, where)
    if not all(isinstance(value.get(name), str) for name in _TEXTS) or not isinstance(value.get("usage"), dict):
        raise Damaged
    if (is_checked or "check" in value) and value.get("check") != _check(value):
        raise Damaged
    return value


def lines_in(line: bytes, where: str) -> list[bytes]:
    """The lines that lost the line breaks between them, if all are whole and their checksums hold; else the line.

    Raises:
        BadInput: a header of a newer schema.
    """
    found = _JOINED.split(line)
    try:
        for one in found if len(found) > 1 else ():
            read(one, where, is_checked=True)
    except Damaged:
        return [line]
    return found


def is_cut_off(line: bytes) -> bool:
    """Whether a line is the beginning of one, as a crash leaves it; damage to whole lines is none, and loses nothing.

    What begins with a whole value, such as all calls of a file on one line, was not cut off while it was written.
    """
    try:
        json.JSONDecoder().raw_decode(line.decode("utf-8", "replace").lstrip())
    except (ValueError, RecursionError):
        return True
    return False


def _header(value: Mapping[str, object], where: str) -> Header:
    if value.get("schema") != SCHEMA:
        cure = "Use the version of Hayrick that wrote it, or a newer one."
        raise BadInput(where, f"schema {value.get('schema')!r:.20}", f"schema {SCHEMA}", cure)
    again, lost = (tuple(map(str, one)) if isinstance(one := value.get(key), list) else () for key in ("again", "lost"))
    if (raised := value.get("paid")) is None:
        return Header(again, lost)
    sums = [float(one) for one in raised if is_amount(one)] if isinstance(raised, list) else []
    if len(sums) != 2 or value.get("check") != _check(value):
        raise Damaged
    return Header(again, lost, (sums[0], sums[1]))


def _check(value: Mapping[str, object]) -> str:
    """Checksum of a call: 16 hexadecimal digits, which no damage meets by chance."""
    said = json.dumps([value.get("key"), value.get("reply"), value.get("paid")])
    return sha256(said.encode("ascii")).hexdigest()[:16]


def _bytes(value: object) -> bytes:
    return f"{to_json(value)}\n".encode()
