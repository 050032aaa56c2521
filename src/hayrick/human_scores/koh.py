"""Koh et al.'s scores of summaries of arXiv papers and GovReport: annotations and sources, two files in a folder.

The annotations are rows with `dataset_id`, `model_type`, `generated_summary`, and consistency and relevance: a number
an annotator, or their mean. The sources are rows as the data sets publish them: arXiv's `article_id`, `article_text`
(lines) and `abstract_text` (with marks `<S>`); GovReport's `id` with `report` or `reports` (sections that hold
sections), and `highlight` or `summary`.

Source: Koh et al. (2022), section 4; what is joined as in llm-longeval 65bc6be: lines by line breaks; titles before
    paragraphs, the title "Letter" left out and its text kept; of GAO's highlights all but "What GAO Recommends".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hayrick.human_scores.corpus import UNSPECIFIED, HumanScores, ScoredSummary, corpus
from hayrick.human_scores.rows import Rows, numbers
from hayrick.records.fields import identifier, string
from hayrick.records.read_files import a_type
from hayrick.types import BadInput

DIMENSIONS: Mapping[str, str] = {
    "consistency": "consistency",
    "factual_consistency": "consistency",
    "relevance": "relevance",
}
"""Column -> dimension."""

LICENCES: Mapping[bool, tuple[str, str]] = {
    True: ("Apache License 2.0", UNSPECIFIED),
    False: (UNSPECIFIED, UNSPECIFIED),
}
"""Whether sources are arXiv's -> licences. Source: Extract-then-Evaluate, table 6."""

DEEPEST = 20
"""Levels of sections that are read."""


def is_annotation(row: Mapping[str, object]) -> bool:
    """Whether a row is an annotated summary."""
    return {"dataset_id", "model_type", "generated_summary"} <= row.keys()


def is_source(row: Mapping[str, object]) -> bool:
    """Whether a row is a document of arXiv or GovReport."""
    return "article_text" in row or ("id" in row and ("report" in row or "reports" in row))


def read_koh(folder: Path, annotations: Rows, sources: Rows) -> HumanScores:
    """Read the rows of both files.

    Raises:
        BadInput: a field is missing or has another type, a document is missing, or as `corpus`.
    """
    documents: dict[str, tuple[str, tuple[str, ...]]] = {}
    for where, row in sources:
        name = identifier(row, "article_id" if "article_text" in row else "id", where) or ""
        documents[name] = _arxiv(row, where) if "article_text" in row else _report(row, where)
    found = []
    for where, row in annotations:
        name = identifier(row, "dataset_id", where) or ""
        if name not in documents:
            raise BadInput(where, f"document '{name}' is in no file of sources", "annotations and sources alike")
        text, references = documents[name]
        found.append(
            ScoredSummary(
                where=where,
                document_id=name,
                document=text,
                system=identifier(row, "model_type", where) or "",
                summary=string(row, "generated_summary", where),
                references=references,
                scores=dict(_scores(row, where)),
            )
        )
    return corpus(str(folder), "koh", found, {}, LICENCES["article_text" in sources[0][1]])


def _scores(row: Mapping[str, object], where: str) -> Iterator[tuple[str, tuple[float | None, ...]]]:
    for column, dimension in DIMENSIONS.items():
        if row.get(column) is not None:
            yield dimension, numbers(row[column], f"{where}, {column}")


def _arxiv(row: Mapping[str, object], where: str) -> tuple[str, tuple[str, ...]]:
    abstract = "\n".join(_lines(row, "abstract_text", where))
    return "\n".join(_lines(row, "article_text", where)), (re.sub(r"</?S>", " ", abstract).strip(),)


def _report(row: Mapping[str, object], where: str) -> tuple[str, tuple[str, ...]]:
    of_gao = "report" in row
    text = "\n".join(_section(row["report"] if of_gao else row["reports"], where, 0))
    if of_gao:
        parts = row.get("highlight")
        kept = [one for one in parts if isinstance(one, dict)] if isinstance(parts, list) else []
        said = [
            line
            for one in kept
            if one.get("section_title") != "What GAO Recommends"
            for line in _section({**one, "section_title": ""}, where, 0)
        ]
    else:
        said = list(_lines(row, "summary", where))
    return text, tuple(one for one in ("\n".join(said),) if one.strip())


def _section(value: object, where: str, level: int) -> Iterator[str]:
    """Titles and paragraphs of a section or of several, with what they hold."""
    if level > DEEPEST:
        raise BadInput(where, "sections nested too deeply", f"at most {DEEPEST} levels")
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict):
            raise BadInput(where, f"a section is {a_type(one)}", "an object with section_title and paragraphs")
        title = string(one, "section_title", where)
        if title.strip() and title.strip() != "Letter":
            yield title
        yield from _lines(one, "paragraphs", where)
        yield from _section(one.get("subsections") or [], where, level + 1)


def _lines(row: Mapping[str, object], name: str, where: str) -> Sequence[str]:
    given = row.get(name, [])
    lines = [given] if isinstance(given, str) else given
    if not isinstance(lines, list) or not all(isinstance(one, str) for one in lines):
        raise BadInput(where, f"'{name}' is {a_type(given)}", "a list of lines")
    return lines
