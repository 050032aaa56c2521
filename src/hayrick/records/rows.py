"""Rows of a run directory: judgements, scores and estimates to and from JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from hayrick.records.files import SCHEMA, a_type, read_json, read_jsonl, type_name
from hayrick.types import LABEL_VALUES, BadInput, Judgement, Label, Score, Summary, Unparsed

ROWS = "rows"
"""Key of the rows of a results file."""

_CURE = "Make the run again with 'hayrick run'."


def summary_row(summary: Summary, repaired: Summary | None = None) -> dict[str, object]:
    """JSON row of a summary; documents are named by id, citations of unknown documents as they were written.

    Args:
        summary: with the system's own citations.
        repaired: the same summary with repaired citations; they stand beside the own ones.
    """
    anew = {bullet.id: bullet.cites for bullet in repaired.bullets} if repaired else {}
    return {
        "haystack": summary.haystack,
        "subtopic": summary.subtopic,
        "system": summary.system,
        "context": summary.context,
        "bullets": [
            {
                "id": bullet.id,
                "text": bullet.text,
                "cites": sorted(bullet.cites),
                **({"unknown": sorted(bullet.unknown)} if bullet.unknown else {}),
                **({"repaired": sorted(anew[bullet.id])} if repaired else {}),
            }
            for bullet in summary.bullets
        ],
        "reply": summary.reply,
        **summary.extra,
    }


def judgement_row(judgement: Judgement) -> dict[str, object]:
    """JSON row of a judgement; what is not covered links to nothing."""
    return {
        "haystack": judgement.haystack,
        "subtopic": judgement.subtopic,
        "system": judgement.system,
        "context": judgement.context,
        "insight": judgement.insight,
        "judge": judgement.judge,
        "label": judgement.label,
        "value": judgement.value,
        "bullet": None if judgement.label == "none" else judgement.bullet,
        "unparsed": judgement.unparsed.reason if judgement.unparsed else None,
    }


def score_row(score: Score) -> dict[str, object]:
    """JSON row of a score."""
    return {
        "haystack": score.haystack,
        "subtopic": score.subtopic,
        "insight": score.insight,
        "system": score.system,
        "context": score.context,
        "citations": score.citations,
        "measure": score.measure,
        "value": score.value,
        "weight": score.weight,
        "failed": score.failed,
        "unjudged": score.unjudged,
    }


def read_scores(path: Path) -> list[Score]:
    """Score rows of a run directory's `scores.jsonl`.

    Raises:
        BadInput: a row is not a score.
    """
    rows = []
    for where, row in read_jsonl(path):
        value = _fraction(row, "value", where)
        weight = _fraction(row, "weight", where)
        rows.append(
            Score(
                haystack=string(row, "haystack", where),
                subtopic=string(row, "subtopic", where),
                insight=optional_string(row, "insight", where),
                system=string(row, "system", where),
                context=string(row, "context", where),
                citations="repaired" if string(row, "citations", where) == "repaired" else "own",
                measure=string(row, "measure", where),
                value=value,
                weight=1.0 if weight is None else weight,
                failed=row.get("failed") is True,
                unjudged=row.get("unjudged") is True,
            )
        )
    return rows


def read_judgements(path: Path) -> list[Judgement]:
    """Judgement rows of a run directory's `judgements.jsonl`.

    A bullet that is no positive integer is no link. A label outside none, partial, full is refused.

    Raises:
        BadInput: a row is not a judgement.
    """
    rows = []
    for where, row in read_jsonl(path):
        label = optional_string(row, "label", where)
        if label is not None and label not in LABEL_VALUES:
            raise BadInput(where, f"label '{label}'", "none, partial or full")
        value = _fraction(row, "value", where)
        reason = optional_string(row, "unparsed", where)
        rows.append(
            Judgement(
                haystack=string(row, "haystack", where),
                subtopic=string(row, "subtopic", where),
                system=string(row, "system", where),
                context=string(row, "context", where),
                insight=string(row, "insight", where),
                judge=string(row, "judge", where),
                label=cast(Label | None, label),
                value=value,
                bullet=link(row.get("bullet")),
                unparsed=Unparsed(reason=reason) if reason is not None else None,
            )
        )
    return rows


def read_table(path: Path) -> list[dict[str, object]]:
    """Rows of a `{"schema": 1, "rows": [...]}` file such as `estimates.json`.

    Raises:
        BadInput: not such a file, or of another schema.
    """
    value = read_json(path)
    rows = value.get(ROWS) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(
            str(path), f"a JSON {type_name(value)} without 'rows'", "an object with 'schema' and 'rows'", _CURE
        )
    if value.get("schema") != SCHEMA:
        raise BadInput(str(path), f"schema {value.get('schema')!r}", f"schema {SCHEMA}", _CURE)
    return rows


def table(rows: list[dict[str, object]]) -> dict[str, object]:
    """The `{"schema": 1, "rows": [...]}` value of a results file."""
    return {"schema": SCHEMA, ROWS: rows}


def link(value: object) -> int | None:
    """Bullet id of a stored link: one positive integer, as a number or in digits; anything else is no link."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def string(row: Mapping[str, object], name: str, where: str) -> str:
    """String field of a row.

    Raises:
        BadInput: it is missing or no string.
    """
    value = row.get(name)
    if not isinstance(value, str):
        found = "missing or null" if value is None else a_type(value)
        raise BadInput(where, f"'{name}' is {found}", "a string")
    return value


def optional_string(row: Mapping[str, object], name: str, where: str) -> str | None:
    """String field of a row, or None where it is absent or null.

    Raises:
        BadInput: it is something else.
    """
    return None if row.get(name) is None else string(row, name, where)


def _fraction(row: Mapping[str, object], name: str, where: str) -> float | None:
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
        found = f"'{name}' is {value!r}" if isinstance(value, float) else f"'{name}' is {a_type(value)}"
        raise BadInput(where, found, "a finite number or null")
    return float(value)
