"""Reads what a person saved from a labelling page: a JSON file with a name, the questions, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hayrick.annotation.questions import Questions, read_questions
from hayrick.haystacks.labels import annotator_of
from hayrick.records.fields import string
from hayrick.records.read_files import SCHEMA, a_type, read_json
from hayrick.types import LABEL_VALUES, BadInput

_EXPECTED = "a file that was saved from a page of 'hayrick annotate'"

Place = tuple[int, str]
"""Number of a summary on its page, from 0, and id of an insight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A label, and the line that states the insight, from 1; None for none or no single one."""

    label: str
    bullet: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """One person's answers to the questions of one page; what is not among them is unanswered."""

    where: str
    annotator: str
    questions: Questions
    answers: Mapping[Place, Answer]


def read_saved(path: Path) -> Saved:
    """Read a saved file; everything in it is checked.

    Raises:
        BadInput: the file has another form; it has no name of an annotator; the questions were changed; or an answer
            is to no question of the page, has an unknown label, names no bullet of its summary, or stands there twice.
    """
    value = read_json(path)
    if not isinstance(value, dict) or not {"annotator", "page", "answers"} <= value.keys():
        raise BadInput(str(path), f"{a_type(value)} without 'annotator', 'page' and 'answers'", _EXPECTED)
    if value.get("schema") != SCHEMA:
        raise BadInput(str(path), f"schema {value.get('schema')!r}", f"schema {SCHEMA}", "Save it from a new page.")
    questions = read_questions(value["page"], f"{path}, page")
    rows = value["answers"]
    if not isinstance(rows, list):
        raise BadInput(f"{path}, answers", a_type(rows), "a list of answers")
    answers: dict[Place, Answer] = {}
    for number, row in enumerate(rows, start=1):
        where = f"{path}, answer {number}"
        if not isinstance(row, dict):
            raise BadInput(where, a_type(row), "an object")
        place = _place(row, questions, where)
        if place in answers:
            raise BadInput(where, f"summary {place[0] + 1}, insight '{place[1]}' a second time", "one answer to each")
        answers[place] = _answer(row, questions.summaries[place[0]].bullets, where)
    return Saved(where=str(path), annotator=annotator_of(value, str(path)), questions=questions, answers=answers)


def _place(row: Mapping[str, object], questions: Questions, where: str) -> Place:
    number, n = row.get("summary"), len(questions.summaries)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= n:
        raise BadInput(where, f"summary {_short(number)}", f"a summary of the page, 1 to {n}")
    insight = string(row, "insight", where)
    if insight not in {one.id for one in questions.summaries[number - 1].insights}:
        raise BadInput(where, f"insight '{insight[:60]}'", f"an insight of summary {number}")
    return number - 1, insight


def _answer(row: Mapping[str, object], bullets: tuple[int, ...], where: str) -> Answer:
    label, bullet = row.get("label"), row.get("bullet")
    if not isinstance(label, str) or label not in LABEL_VALUES:
        raise BadInput(where, f"label {_short(label)}", " or ".join(LABEL_VALUES))
    if bullet is None:
        return Answer(label=label, bullet=None)
    if isinstance(bullet, bool) or not isinstance(bullet, int) or bullet not in bullets:
        raise BadInput(where, f"bullet {_short(bullet)}", f"one of {', '.join(map(str, bullets))}, or null")
    if label == "none":
        raise BadInput(where, f"label 'none' with bullet {bullet}", "no bullet beside 'none'")
    return Answer(label=label, bullet=bullet)


def _short(value: object) -> str:
    return repr(value)[:60]
