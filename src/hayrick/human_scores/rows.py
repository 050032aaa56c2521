"""Scored summaries from rows: our own JSONL, CSV, and SummEval's JSONL."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.human_scores.corpus import UNSPECIFIED, HumanScores, Scale, ScoredSummary, corpus
from hayrick.records.fields import identifier, is_number, string
from hayrick.records.read_files import a_type, read_text
from hayrick.types import BadInput

Rows = Sequence[tuple[str, Mapping[str, object]]]

SUMMEVAL_SCALE: Scale = (1.0, 5.0)
"""Source: Fabbri et al. (2021), section 3.3."""

SCORE = "score:"
"""Beginning of the name of a column of scores in CSV: `score:DIMENSION`, or `score:DIMENSION:ANNOTATOR`."""


class _Meta(NamedTuple):
    """What rows may say of the whole corpus."""

    scales: dict[str, Scale]
    licences: dict[str, None]
    annotation_licences: dict[str, None]


def own_rows(path: Path, rows: Rows) -> HumanScores:
    """Read rows `{"id", "document", "summary", "system", "references", "scores": {dimension: [numbers]}}`.

    Optional: `document_id` (by default equal documents are one), `human_written`, `scale` ({dimension: [least,
    greatest]}), `licence` and `annotation_licence`.

    Raises:
        BadInput: a field is missing or has another type, or as `corpus`.
    """
    meta = _Meta({}, {}, {})
    found = list(_own(rows, meta))
    licences = (" / ".join(meta.licences) or UNSPECIFIED, " / ".join(meta.annotation_licences) or UNSPECIFIED)
    return corpus(str(path), "rows", found, meta.scales, licences)


def _own(rows: Rows, meta: _Meta) -> Iterator[ScoredSummary]:
    ids: dict[str, str] = {}
    for where, row in rows:
        text = string(row, "document", where)
        numbered = ids.setdefault(text, f"document {len(ids) + 1}")
        for dimension, ends in _object(row, "scale", where).items():
            scale = _scale(ends, f"{where}, scale of {dimension}")
            if meta.scales.setdefault(dimension, scale) != scale:
                found = f"scale of {dimension} {list(scale)}, after {list(meta.scales[dimension])}"
                raise BadInput(where, found, "one scale for a dimension")
        for name, licences in (("licence", meta.licences), ("annotation_licence", meta.annotation_licences)):
            if stated := row.get(name):
                licences[str(stated)] = None
        human = row.get("human_written", False)
        if not isinstance(human, bool):
            raise BadInput(where, f"'human_written' is {a_type(human)}", "true or false")
        yield ScoredSummary(
            where=where,
            document_id=identifier(row, "document_id", where) or numbered,
            document=text,
            system=identifier(row, "system", where) or "",
            summary=string(row, "summary", where),
            references=_references(row, where),
            is_human=human,
            scores={name: numbers(some, f"{where}, {name}") for name, some in _object(row, "scores", where).items()},
        )


def summeval_rows(path: Path, rows: Rows) -> HumanScores:
    """Read SummEval's rows: `id`, `text`, `decoded`, `model_id`, `references`, `expert_annotations`.

    Annotations by crowd workers are not read: their authors advise against them.

    Raises:
        BadInput: a field is missing or has another type, or as `corpus`.
    """
    found: list[ScoredSummary] = []
    dimensions: dict[str, Scale] = {}
    for where, row in rows:
        if not isinstance(row.get("text"), str):
            cure = "Pair the annotations with their articles first, as SummEval's own script does."
            raise BadInput(where, "no 'text'", "the document of each summary", cure)
        annotations = row.get("expert_annotations")
        if not isinstance(annotations, list) or not all(isinstance(one, dict) for one in annotations):
            raise BadInput(where, "'expert_annotations' is no list of objects", "one object an annotator")
        names = list(dict.fromkeys(name for one in annotations for name in one))
        scores = {name: numbers([one.get(name) for one in annotations], f"{where}, {name}") for name in names}
        dimensions |= dict.fromkeys(scores, SUMMEVAL_SCALE)
        found.append(
            ScoredSummary(
                where=where,
                document_id=identifier(row, "id", where) or f"row {len(found) + 1}",
                document=string(row, "text", where),
                system=identifier(row, "model_id", where) or "",
                summary=string(row, "decoded", where),
                references=_references(row, where),
                scores=scores,
            )
        )
    return corpus(str(path), "summeval", found, dimensions)


def csv_rows(path: Path) -> HumanScores:
    """Read a CSV file with columns document, summary, system, and `score:DIMENSION` or `score:DIMENSION:ANNOTATOR`.

    Optional: document_id, reference, human_written (true or false), licence, annotation_licence. An empty cell is no
    score of that annotator.

    Raises:
        BadInput: a column is missing or there twice, a row has another number of cells, or as `corpus`.
    """
    text = read_text(path)
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    heads = reader.fieldnames or []
    missing = [name for name in ("document", "summary", "system") if name not in heads]
    if missing or not any(name.startswith(SCORE) for name in heads):
        found = f"no column {', '.join(missing) or SCORE + 'DIMENSION'}"
        there = ", ".join(f"'{name[:40]}'" for name in heads[:8]) + (", ..." if len(heads) > 8 else "")
        mark = next((mark for mark in ";\t|" if len(heads) == 1 and mark in heads[0]), "")
        cure = f"Put commas between cells, not {mark!r}." if mark else ""
        expected = f"columns document, summary, system and {SCORE}DIMENSION"
        raise BadInput(str(path), f"{found}, but {there or 'none at all'}", expected, cure)
    if twice := [name for name in heads if heads.count(name) > 1]:
        raise BadInput(
            str(path), f"two columns '{twice[0][:60]}'", "each column once", "Name them score:DIMENSION:WHO."
        )
    rows = []
    try:
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                raise BadInput(where, "another number of cells than the heading", f"{len(heads)} cells")
            rows.append((where, _of_cells(row, where)))
    except csv.Error as problem:
        raise BadInput(f"{path}:{reader.line_num}", f"no CSV ({problem})", "comma-separated values") from None
    return own_rows(path, rows)


def _of_cells(row: Mapping[str, str], where: str) -> dict[str, object]:
    scores: dict[str, list[float | None]] = {}
    for name, cell in row.items():
        if name.startswith(SCORE):
            dimension = name.removeprefix(SCORE).split(":")[0]
            scores.setdefault(dimension, []).append(_score(cell, name, where))
    human = row.get("human_written", "").strip().casefold() or "false"
    if human not in ("true", "false", "1", "0", "yes", "no"):
        raise BadInput(where, f"human_written is '{human[:40]}'", "true or false")
    kept = {name: cell for name, cell in row.items() if not name.startswith(SCORE) and name != "human_written"}
    return {**kept, "scores": scores, "human_written": human in ("true", "1", "yes")}


def _score(cell: str, name: str, where: str) -> float | None:
    try:
        return float(cell.replace("_", "?")) if cell.strip() else None
    except ValueError:
        raise BadInput(where, f"{name} is '{cell[:40]}'", "a number, or nothing") from None


def _scale(value: object, where: str) -> Scale:
    ends = [one for one in numbers(value, where) if one is not None]
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise BadInput(where, f"{list(ends)}", "the least and the greatest possible score")
    return ends[0], ends[1]


def _object(row: Mapping[str, object], name: str, where: str) -> Mapping[str, object]:
    value = row.get(name)
    if value is not None and not isinstance(value, dict):
        raise BadInput(where, f"'{name}' is {a_type(value)}", "an object with a key for each dimension")
    return value or {}


def _references(row: Mapping[str, object], where: str) -> tuple[str, ...]:
    given = row.get("references", row.get("reference"))
    found = [given] if isinstance(given, str) else given or []
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadInput(where, f"'references' is {a_type(given)}", "a list of texts")
    return tuple(one for one in found if one.strip())


def numbers(value: object, where: str) -> tuple[float | None, ...]:
    """One number an annotator, None for null; a single number is one annotator's."""
    return tuple(_number(one, where) for one in (value if isinstance(value, list) else [value]))


def _number(value: object, where: str) -> float | None:
    if value is None:
        return None
    if not is_number(value):
        raise BadInput(where, a_type(value), "a number an annotator")
    try:
        return float(value)
    except OverflowError:
        raise BadInput(where, "a number of over 300 digits", "finite numbers on the scale") from None
