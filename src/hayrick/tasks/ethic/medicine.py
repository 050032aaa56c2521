"""Medical reviews and the abstracts of the studies that they include: MS^2's JSON.

Source: ETHIC, sections 3.1 (MS^2's test part alone) and 3.3 (attributing); DeYoung et al. (2021), MS^2.
Differs: MS^2's marks of populations, interventions and outcomes are taken out of the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hayrick.records.read_files import a_type, read_json, read_jsonl
from hayrick.tasks.ethic.corpus import Text, files_of, require_new
from hayrick.types import BadInput

ENDINGS = (".json", ".jsonl")
_MARK = re.compile(r"</?(?:pop|int|out)>", re.IGNORECASE)
_OTHER_PART = re.compile(r"(?:^|[^a-z])(?:train|valid|dev)", re.IGNORECASE)
_BACKGROUND = frozenset({"BACKGROUND", "GOAL"})


class Review(NamedTuple):
    """A systematic review."""

    id: str
    title: str
    date: str
    """Year of its latest study: the review itself says none."""

    background: str
    """What its abstract says before its methods; empty where it has no such part."""

    studies: Mapping[str, str]
    """PubMed id -> title and abstract of every study that it includes, in the review's order."""


def read_reviews(paths: list[Path], where: str) -> list[Review]:
    """Read MS^2's reviews, in JSON (one, or a list) or JSONL; of a folder with several parts, the test part alone.

    A study that a review names twice counts once. Studies without an abstract are left out, and reviews without any.

    Raises:
        BadInput: a file is no MS^2, is its training or validation part, a review stands twice, or one PubMed id has two
            abstracts in one review.
    """
    found: list[Review] = []
    seen: dict[str, str] = {}
    for path in _of_test(files_of(paths, ENDINGS, where), paths):
        for place, row in _rows(path):
            review = _review(row, place)
            require_new(seen, review.id, place)
            seen[review.id] = place
            if review.studies:
                found.append(review)
    return found


def texts_of(reviews: list[Review]) -> list[Text]:
    """Every review's studies as a text."""
    return [Text(one.id, one.title, tuple(one.studies.values()), one.date) for one in reviews]


def _of_test(files: list[Path], named: list[Path]) -> list[Path]:
    for path in files:
        if path in named and _OTHER_PART.search(path.stem):
            raise BadInput(str(path), "MS^2's training or validation part", "its test part", "Models may know it.")
    kept = [path for path in files if not _OTHER_PART.search(path.stem)]
    if not kept:
        raise BadInput(str(files[0]), "MS^2's training or validation part", "its test part", "Models may know it.")
    return kept


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    if path.suffix.lower() == ".jsonl":
        yield from read_jsonl(path)
        return
    value = read_json(path)
    several = value if isinstance(value, list) else [value]
    for number, row in enumerate(several, start=1):
        where = f"{path}: [{number}]" if isinstance(value, list) else str(path)
        if not isinstance(row, dict):
            raise BadInput(where, a_type(row), "a review of MS^2, an object")
        yield where, row


def _review(row: Mapping[str, object], where: str) -> Review:
    if "included_studies" not in row or "title" not in row:
        raise BadInput(where, f"columns {', '.join(list(row)[:6])}", "a review of MS^2: title, included_studies")
    studies: dict[str, str] = {}
    years: list[int] = []
    for study in _objects(row["included_studies"]):
        for one in _objects(study.get("references")):
            pmid, text = str(one.get("pmid") or "").strip(), _study(one)
            if not pmid or not text:
                continue
            if studies.setdefault(pmid, text) != text:
                what = f"PubMed id {pmid[:20]} with two abstracts"
                raise BadInput(where, what, "one abstract for each id", "Correct the id of one of them.")
            metadata = one.get("metadata")
            year = metadata.get("YEAR") if isinstance(metadata, dict) else None
            years += [year] if isinstance(year, int) else []
    id = str(row.get("docid") or row.get("pmid") or row["title"])
    date = str(max(years)) if years else ""
    return Review(id, clean(row["title"]), date, _background(row), studies)


def _study(reference: Mapping[str, object]) -> str:
    """Title and abstract; empty without an abstract."""
    abstract, title = clean(reference.get("abstract")), clean(reference.get("title"))
    return f"{title}\n\n{abstract}" if title and abstract else abstract


def _background(row: Mapping[str, object]) -> str:
    parts = row.get("structured_abstract")
    pairs = [one for one in parts if isinstance(one, list) and len(one) > 1] if isinstance(parts, list) else []
    return clean(" ".join(str(one[1]) for one in pairs if one[0] in _BACKGROUND))


def clean(text: object) -> str:
    """A text on one line, without MS^2's marks; empty where it is none."""
    return " ".join(_MARK.sub(" ", text).split()) if isinstance(text, str) else ""


def _objects(value: object) -> list[Mapping[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
