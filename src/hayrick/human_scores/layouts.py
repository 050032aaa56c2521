"""Recognises the layout of a file or folder of human scores, and reads it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from hayrick.human_scores.corpus import HumanScores
from hayrick.human_scores.koh import is_annotation, is_source, read_koh
from hayrick.human_scores.longeval import SCORES, TEXTS, read_longeval
from hayrick.human_scores.rows import csv_rows, own_rows, summeval_rows
from hayrick.records.read_files import read_jsonl
from hayrick.types import BadInput

LAYOUTS: Mapping[str, str] = MappingProxyType(
    {
        "rows": 'JSONL of {"id", "document", "summary", "system", "references", "scores": {dimension: [numbers]}}',
        "csv": "CSV with document, summary, system and columns score:DIMENSION or score:DIMENSION:ANNOTATOR",
        "summeval": "SummEval's JSONL with text, decoded, model_id, references and expert_annotations",
        "longeval": f"a folder with *{TEXTS} and *{SCORES} (Krishna et al.)",
        "koh": "a folder with JSONL of dataset_id, model_type, generated_summary, and consistency or relevance, and "
        "JSONL of arXiv's or GovReport's documents (Koh et al.)",
    }
)
"""Layout -> what it looks like."""


def read_human_scores(path: Path) -> HumanScores:
    """Read a corpus of human scores; its layout is recognised.

    Raises:
        BadInput: the layout is unknown, or the content is invalid.
    """
    if path.is_dir():
        return read_longeval(*_two_files(path)) if list(path.glob(f"*{TEXTS}")) else _read_koh(path)
    if path.suffixes[-1:] == [".csv"] or path.suffixes[-2:] == [".csv", ".gz"]:
        return csv_rows(path)
    rows = list(read_jsonl(path, "a JSON object a line ('hayrick validate' reads SummHay's labels)"))
    first = rows[0][1]
    if "expert_annotations" in first:
        return summeval_rows(path, rows)
    if "scores" in first and "document" in first:
        return own_rows(path, rows)
    raise unknown(str(path), f"rows with {', '.join(sorted(first)[:6]) or 'nothing'}")


def files_of(path: Path) -> list[Path]:
    """The files that are read: of a folder, those of its layout."""
    if not path.is_dir():
        return [path]
    return list(_two_files(path)) if list(path.glob(f"*{TEXTS}")) else _rows_files(path)


def _rows_files(folder: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if one.name.endswith((".jsonl", ".jsonl.gz")))


def _read_koh(folder: Path) -> HumanScores:
    annotations: list[tuple[str, dict[str, object]]] = []
    sources: list[tuple[str, dict[str, object]]] = []
    for path in _rows_files(folder):
        rows = list(read_jsonl(path))
        if is_annotation(rows[0][1]):
            annotations += rows
        elif is_source(rows[0][1]):
            sources += rows
    if not annotations or not sources:
        raise unknown(str(folder), "no annotations with their sources")
    return read_koh(folder, annotations, sources)


def _two_files(folder: Path) -> tuple[Path, Path]:
    texts, scores = sorted(folder.glob(f"*{TEXTS}")), sorted(folder.glob(f"*{SCORES}"))
    if len(texts) != 1 or len(scores) != 1:
        raise unknown(str(folder), f"{len(texts)} files *{TEXTS} and {len(scores)} *{SCORES}")
    return texts[0], scores[0]


def unknown(where: str, found: str) -> BadInput:
    """The error for an unknown layout; it names those that are supported."""
    return BadInput(where, found, "; ".join(f"{name}: {what}" for name, what in LAYOUTS.items()))
