"""Reads documents with their summaries, and key points, as they were published or made.

A document is an object of a JSON list or a line of a JSONL file:

- Multi-LexSum: `sources` (a list of texts), `summary/long`, `summary/short`; `summary` may be an object with `long` and
  `short` instead. A case without a short summary is left out, as in HELMET.
- InfiniteBench: `context`, `answer` (a text or a list of them, of which the first counts); of its released outputs
  `id`, `prediction` and `ground_truth`, without a document.

Any of `text`, `document`, `context` or `sources` is the document; `id` may be left out. `keypoints`, or
`summary/short_keypoints`, are key points that come with a document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.summaries.points import MOST_POINTS, KeyPoints, hash_of
from hayrick.measures.summaries import Reference
from hayrick.records.fields import optional_string, string
from hayrick.records.read_files import a_type, read_jsonl
from hayrick.tasks.helmet.infbench import is_output
from hayrick.tasks.helmet.long_rows import rows_of
from hayrick.types import BadInput
from hayrick.wording import counted

Row = Mapping[str, object]
_TEXTS = ("sources", "text", "document", "context", "input_text")
_POINTS = ("keypoints", "summary/short_keypoints")


class Source(NamedTuple):
    """A document and its reference."""

    id: str
    text: str
    """The document; "" where only outputs are known."""

    reference: Reference


class Sources(NamedTuple):
    """Documents with a summary, and how many had none and are left out."""

    kept: list[Source]
    n_without: int


def read_sources(path: Path) -> Sources:
    """Read a file of documents with summaries.

    Raises:
        BadInput: the file has another form, an id occurs twice, or no document has a summary.
    """
    found: dict[str, Source] = {}
    n_without = 0
    for number, row in enumerate(rows_of(path), start=1):
        place, cells = row
        reference = _reference(cells, place)
        if reference is None:
            n_without += 1
            continue
        id = row.id(number)
        if id in found:
            raise BadInput(place, f"a second document '{id}'", "each id once")
        found[id] = Source(id, "" if is_output(cells) else _text(cells, place), reference)
    if not found:
        raise BadInput(str(path), f"{counted(n_without, 'document')}, none with a summary", "at least one")
    return Sources(list(found.values()), n_without)


def _text(row: Row, where: str) -> str:
    """The document; several papers are put together under numbered headings."""
    name = next((one for one in _TEXTS if row.get(one) is not None), None)
    if name is None:
        raise BadInput(where, "no document", " or ".join(f"'{one}'" for one in _TEXTS[:4]))
    value = row[name]
    given = value if isinstance(value, list) else [value]
    texts = [one for one in given if isinstance(one, str)]
    if len(texts) < len(given):
        raise BadInput(where, f"'{name}' is {a_type(value)}", "a text, or a list of texts")
    papers = [one.strip() for one in texts if one.strip()]
    if not papers:
        raise BadInput(where, f"'{name}' is empty", "a document")
    if len(papers) == 1:
        return papers[0]
    return "\n\n".join(f"Paper {n} of {len(papers)}\n\n{text}" for n, text in enumerate(papers, start=1))


def _reference(row: Row, where: str) -> Reference | None:
    """The summaries of a document; None where it has no short one."""
    nested = row.get("summary")
    if nested is not None and not isinstance(nested, dict | str):
        raise BadInput(where, f"'summary' is {a_type(nested)}", "a text, or an object with 'long' and 'short'")
    inner: Row = nested if isinstance(nested, dict) else {}
    if isinstance(nested, str):
        inner = {"long": nested, "short": nested}
    long, short = (
        optional_string(row, f"summary/{size}", where) or optional_string(inner, size, where)
        for size in ("long", "short")
    )
    name = next((one for one in ("answer", "ground_truth") if one in row), None)
    if name is not None:
        given_answer = row[name]
        answers = given_answer if isinstance(given_answer, list) else [given_answer]
        long = short = string({name: answers[0] if answers else None}, name, where)
    if short is None or not short.strip():
        return None
    given = next((row[name] for name in _POINTS if row.get(name) is not None), None)
    texts = () if given is None else _points(given, where)
    return Reference(text=(long or short).strip(), short=short.strip(), points=texts, maker="data" if texts else "")


def _points(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise BadInput(where, f"key points are {a_type(value)}", "a list of texts that are not empty")
    if not 0 < len(value) <= MOST_POINTS:
        raise BadInput(where, f"{len(value)} key points", f"from 1 to {MOST_POINTS}")
    return tuple(value)


def read_key_points(path: Path) -> dict[str, KeyPoints]:
    """Read key points as a run writes them: hash of the reference -> key points.

    Raises:
        BadInput: a line is not `{"reference", "maker", "points"}`, or two makers' points are of one reference.
    """
    found: dict[str, KeyPoints] = {}
    for where, row in read_jsonl(path):
        key = string(row, "reference", where)
        points = KeyPoints(_points(row.get("points"), where), string(row, "maker", where))
        if found.setdefault(key, points) != points:
            raise BadInput(where, f"other key points of the reference {key}", "each reference once", "Drop one.")
    return found


def with_points(sources: Sequence[Source], points: Mapping[str, KeyPoints], where: str) -> list[Source]:
    """The sources with the key points of a file, which count for more than those of the data.

    Raises:
        BadInput: there are key points, and none is of one of these references.
    """
    found = []
    for one in sources:
        known = points.get(hash_of(one.reference.short))
        made = replace(one.reference, points=known.texts, maker=known.maker) if known else one.reference
        found.append(one._replace(reference=made))
    if points and not any(hash_of(one.reference.short) in points for one in sources):
        cure = "They were made of other summaries, or these have changed since."
        raise BadInput(
            where, f"{len(points)} lists of key points, of none of its references", "those of this data", cure
        )
    return found
