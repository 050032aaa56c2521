"""What a labelling page asks: summaries with the insights that they may cover, and whose they are, out of sight."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hayrick.records.fields import string
from hayrick.records.read_files import a_type, fingerprint_bytes, parse_json
from hayrick.records.write_files import to_json
from hayrick.replies.bullets import parse_summary
from hayrick.types import BadInput, Insight

MOST_NAMES = 10_000_000
"""Most bytes of the names of a page's summaries, unpacked."""

_CURE = "Save it again from the page."


@dataclass(frozen=True, kw_only=True)
class AskedSummary:
    """One summary to be labelled.

    `topic`, `subtopic` and `key` (the system with its context) say whose it is; `query` is what a judge is told that
    was asked. None of these is shown: `title` is.
    """

    topic: str
    subtopic: str
    key: str
    query: str
    title: str
    lines: tuple[str, ...]
    """Non-empty lines of the reply, as written but for blanks around them."""

    insights: tuple[Insight, ...]

    @cached_property
    def bullets(self) -> tuple[int, ...]:
        """Numbers of the lines that are bullets, from 1: those that judges see, and that people can name."""
        return tuple(one.id for one in parse_summary(self.lines, {}).bullets)


@dataclass(frozen=True)
class Questions:
    """The summaries of a page, in the order in which they are shown."""

    summaries: tuple[AskedSummary, ...]

    @property
    def n_pairs(self) -> int:
        """Number of pairs of a summary and an insight."""
        return sum(len(one.insights) for one in self.summaries)

    @cached_property
    def id(self) -> str:
        """Fingerprint of everything that is asked, and of whom; a page with other questions has another."""
        return fingerprint_bytes(to_json([self._shown(), self._names()]).encode("utf-8"))

    def value(self) -> dict[str, object]:
        """JSON value of a page. Names of systems are packed, so that nobody reads them by accident."""
        packed = gzip.compress(to_json(self._names()).encode("utf-8"), mtime=0)
        return {"id": self.id, "summaries": self._shown(), "names": base64.b64encode(packed).decode("ascii")}

    def _shown(self) -> list[dict[str, object]]:
        return [
            {
                "title": one.title,
                "lines": list(one.lines),
                "bullets": list(one.bullets),
                "insights": [{"id": insight.id, "text": insight.text} for insight in one.insights],
            }
            for one in self.summaries
        ]

    def _names(self) -> list[list[str]]:
        return [[one.topic, one.subtopic, one.key, one.query] for one in self.summaries]


def lines_of(reply: str) -> tuple[str, ...]:
    """Non-empty lines of a reply: what bullet ids count."""
    return tuple(line.strip() for line in reply.splitlines() if line.strip())


def read_questions(value: object, where: str) -> Questions:
    """Read the questions that a page or a saved file holds.

    Raises:
        BadInput: they have another form, or are not those that their id was made of.
    """
    if not isinstance(value, dict):
        raise BadInput(where, a_type(value), "the questions of a page", _CURE)
    given = value.get("summaries")
    names = _names(string(value, "names", where, _CURE), where)
    if not isinstance(given, list) or not given or len(given) != len(names):
        raise BadInput(where, "another number of summaries than of names", "the questions of a page", _CURE)
    found = Questions(
        tuple(
            _summary(one, of, f"{where}, summary {n}") for n, (one, of) in enumerate(zip(given, names, strict=True), 1)
        )
    )
    if value.get("id") != found.id:
        raise BadInput(where, "questions that were changed", "those of the page, with its id", _CURE)
    return found


def _summary(value: object, names: Sequence[str], where: str) -> AskedSummary:
    if not isinstance(value, dict):
        raise BadInput(where, a_type(value), "an object", _CURE)
    lines, insights = value.get("lines"), value.get("insights")
    if not isinstance(lines, list) or not all(isinstance(one, str) and lines_of(one) == (one,) for one in lines):
        raise BadInput(where, "'lines' is no list of single lines", "the lines of the summary", _CURE)
    if not isinstance(insights, list) or not all(isinstance(one, dict) for one in insights):
        raise BadInput(where, "'insights' is no list of objects", "insights with 'id' and 'text'", _CURE)
    if len({one.get("id") if isinstance(one.get("id"), str) else None for one in insights}) < len(insights):
        raise BadInput(where, "two insights with one id", "each insight once", _CURE)
    topic, subtopic, key, query = names
    return AskedSummary(
        topic=topic,
        subtopic=subtopic,
        key=key,
        query=query,
        title=string(value, "title", where, _CURE),
        lines=tuple(lines),
        insights=tuple(_insight(one, where) for one in insights),
    )


def _insight(value: Mapping[str, object], where: str) -> Insight:
    return Insight(id=string(value, "id", where, _CURE), text=string(value, "text", where, _CURE))


def _names(packed: str, where: str) -> list[list[str]]:
    try:
        content = base64.b64decode(packed, validate=True)
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            found = stream.read(MOST_NAMES + 1)
        text = found.decode("utf-8")
    except (binascii.Error, OSError, EOFError, zlib.error, ValueError):
        raise BadInput(where, "'names' cannot be unpacked", "those of the page", _CURE) from None
    value = parse_json(text, where) if len(found) <= MOST_NAMES else None
    if not isinstance(value, list) or not all(
        isinstance(row, list) and len(row) == 4 and all(isinstance(one, str) for one in row) for row in value
    ):
        raise BadInput(where, "'names' holds something else", "the names of the page", _CURE)
    return value
