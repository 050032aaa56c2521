"""Krishna et al.'s scores of summaries of PubMed articles and stories (SQuALITY): two JSON files in a folder.

`*_summary_src_doc_data.json` maps `DOCUMENT_SYSTEM` to `source_doc` and `summary`; `*_fine_scores.json` lists `story`
(the same name) and `score`, the share of a summary's units that each annotator found faithful, in percent.

Source: Krishna et al. (2023), LongEval, section 3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hayrick.human_scores.corpus import UNSPECIFIED, HumanScores, ScoredSummary, corpus
from hayrick.human_scores.rows import numbers
from hayrick.records.fields import string
from hayrick.records.read_files import a_type, read_json
from hayrick.types import BadInput

TEXTS, SCORES = "_summary_src_doc_data.json", "_fine_scores.json"
DIMENSION = "faithfulness"
HUMAN = "human"

LICENCES: Mapping[str, tuple[str, str]] = {
    "pubmed": ("Apache License 2.0", "Apache License 2.0"),
    "squality": (UNSPECIFIED, "Apache License 2.0"),
}
"""Data set -> licences of data and annotations. Source: Extract-then-Evaluate, table 6."""

_BREAK = re.compile(r"<br\s{0,3}/?>", re.IGNORECASE)


def read_longeval(texts: Path, scores: Path) -> HumanScores:
    """Read the two files; `<br />` becomes a line break, and the summaries by people are the references.

    Raises:
        BadInput: a file has another form, or one file has summaries that the other lacks.
    """
    given = _scores(scores)
    value = read_json(texts)
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        raise BadInput(str(texts), a_type(value), "an object: DOCUMENT_SYSTEM -> source_doc, summary")
    written = {name: _named(name, texts) for name in value}
    references: dict[str, list[str]] = {}
    for name, (document, system) in written.items():
        if system.startswith(HUMAN):
            references.setdefault(document, []).append(_text(value[name], "summary", f"{texts}, {name}"))
    alone = [name for name, (_, system) in written.items() if name not in given and not system.startswith(HUMAN)]
    if alone or given.keys() - written.keys():
        name = alone[0] if alone else min(given.keys() - written.keys())
        where, other = (scores, texts) if alone else (texts, scores)
        raise BadInput(str(where), f"nothing on '{name}', which is in {other}", "two files on the same summaries")
    rows = [
        ScoredSummary(
            where=f"{texts}, {name}",
            document_id=document,
            document=_text(value[name], "source_doc", f"{texts}, {name}"),
            system=system,
            summary=_text(value[name], "summary", f"{texts}, {name}"),
            references=tuple(references.get(document, ())),
            is_human=system.startswith(HUMAN),
            scores={DIMENSION: given[name]} if name in given else {},
        )
        for name, (document, system) in written.items()
    ]
    licences = LICENCES.get(texts.name.split("_")[0], (UNSPECIFIED, UNSPECIFIED))
    return corpus(str(texts.parent), "longeval", rows, {DIMENSION: (0.0, 100.0)}, licences)


def _text(row: Mapping[str, object], name: str, where: str) -> str:
    return _BREAK.sub("\n", string(row, name, where))


def _scores(path: Path) -> dict[str, tuple[float | None, ...]]:
    value = read_json(path)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise BadInput(str(path), a_type(value), "a list of objects with 'story' and 'score'")
    found: dict[str, tuple[float | None, ...]] = {}
    for number, row in enumerate(value, start=1):
        where = f"{path}: row {number}"
        name = string(row, "story", where)
        if name in found:
            raise BadInput(where, f"'{name}' a second time", "each summary once")
        found[name] = numbers(row.get("score"), f"{where}, score")
    return found


def _named(name: str, path: Path) -> tuple[str, str]:
    """Document and system of `article_0_longt5`: the document ends with the first number."""
    match = re.match(r"(\D{1,100}\d{1,12})_(.{1,200})$", name)
    if match is None:
        raise BadInput(str(path), f"'{name[:60]}'", "names such as article_0_longt5: document, number, system")
    return match[1], match[2]
