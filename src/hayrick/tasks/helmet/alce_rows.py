"""Questions with wanted answers and passages, as ALCE's files have them.

Source: ALCE (Gao et al., 2023), its released data: a JSON list of objects with `question`, `docs`, and `qa_pairs` with
    `short_answers` (ASQA) or `answers`, a list of lists of names (QAMPARI). Lines of JSONL may hold the same objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.answers import references_of
from hayrick.measures.wanted import Wanted
from hayrick.prompting import one_line
from hayrick.records.read_files import a_type
from hayrick.tasks.helmet.passages import Text, passage_of, rows_of
from hayrick.types import BadInput

_IDS = ("sample_id", "id", "qid")


class Asked(NamedTuple):
    """A question, its wanted answers, and the passages found for it, best first; `where` is its place in the file."""

    where: str
    id: str
    question: str
    wanted: Wanted
    passages: tuple[Text, ...]


ReadWanted = Callable[[Mapping[str, object], str], Wanted]
"""Reads the wanted answers of an object, given where it stands."""


def read_asked(path: Path, wanted: ReadWanted) -> list[Asked]:
    """Read the questions of a file.

    Args:
        path: JSON or JSONL.
        wanted: of each object.

    Raises:
        BadInput: the file is laid out otherwise, a question occurs twice, or there is none.
    """
    found: dict[str, Asked] = {}
    for number, (where, row) in enumerate(rows_of(path), start=1):
        given = next((row[name] for name in _IDS if isinstance(row.get(name), str | int)), number)
        id = str(given)
        if id in found:
            raise BadInput(where, f"question '{id}' again, after {found[id].where}", "every id once")
        question = row.get("question")
        if not isinstance(question, str) or not one_line(question):
            raise BadInput(where, f"question {question!r}"[:60], "a text that is not empty")
        found[id] = Asked(where, id, one_line(question), wanted(row, where), _passages(row.get("docs", []), where))
    if not found:
        raise BadInput(str(path), "no question", "at least one")
    return list(found.values())


def pairs_of(row: Mapping[str, object], where: str) -> Wanted:
    """Short answers of ASQA: those of one pair are wordings of one answer.

    Raises:
        BadInput: there is no pair, or one has no answer.
    """
    found = []
    for number, pair in enumerate(_list(row, "qa_pairs", where), start=1):
        place = f"{where}: qa_pairs[{number}]"
        if not isinstance(pair, dict):
            raise BadInput(place, a_type(pair), "an object with 'short_answers'")
        found.append(references_of(pair.get("short_answers"), place))
    return tuple(found)


def names_of(row: Mapping[str, object], where: str) -> Wanted:
    """Answers of QAMPARI, each a list of names of one thing.

    Raises:
        BadInput: there is no answer, or one has no name.
    """
    answers = _list(row, "answers", where)
    return tuple(references_of(one, f"{where}: answers[{number}]") for number, one in enumerate(answers, start=1))


def _list(row: Mapping[str, object], name: str, where: str) -> Sequence[object]:
    given = row.get(name)
    if not isinstance(given, list) or not given:
        found = f"{name} {'' if name in row else 'missing'}".strip() if given is None else f"{name}, {a_type(given)}"
        raise BadInput(where, found if given != [] else f"no {name}", f"a list '{name}' with one member at least")
    return given


def _passages(given: object, where: str) -> tuple[Text, ...]:
    if not isinstance(given, list):
        raise BadInput(where, f"docs, {a_type(given)}", "a list of passages with title and text")
    return tuple(passage_of(one, f"{where}: docs[{number}]") for number, one in enumerate(given, start=1))
