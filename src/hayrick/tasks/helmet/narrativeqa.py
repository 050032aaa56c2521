"""HELMET's NarrativeQA: a question about a book or a film script, rated by a judge beside F1 and ROUGE.

`path` is a JSONL file or a JSON list with a question a row, as the hub's data set has it (`document/text`,
`question/text`, `answers`, a list of texts or of objects with `text`), or plain: `document`, `question`, `answers`. Or
it is a folder as the authors' repository has it: `qaps.csv` (document_id, set, question, answer1, answer2), and the
stories in `tmp/ID.content`; `part` names the set (test), and examples are of the same set.

Source: Kocisky et al. (2018), NarrativeQA; HELMET, section 2 and appendix B.6, and its released code at commit 4526dfb:
    replies of at most 100 tokens; documents of fewer than 131,072 tokens are left out (`shortest=128k`).
Differs: documents of any length are used by default; lengths, cutting and examples as in `long_questions` (the
    original's examples are of the training set, drawn without a seed); our own prompts; every verdict is counted.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hayrick.judges.rating import JUDGES as JUDGES  # a part of this module's interface (`harness.naming.lists`)
from hayrick.measures.answers import References, references_of, released_measure
from hayrick.measures.named import named_answer_measure
from hayrick.measures.ratings import RATINGS
from hayrick.prompting import one_line
from hayrick.protocols import Measure, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_bytes, fingerprint_file, read_text
from hayrick.tasks.helmet.long_questions import Question, asking_of, only_path, whole_reply, with_rouge
from hayrick.tasks.helmet.long_rows import Row, rows_of
from hayrick.types import BadInput, Item

PAPER = "Kocisky et al. (2018), NarrativeQA; Yen et al. (2025), HELMET, appendix B.6"
REPLY_TOKENS = 100
QUESTIONS, STORIES = "qaps.csv", "tmp"
_COLUMNS = ("document_id", "set", "question", "answer1", "answer2")


def _itself(gold: References) -> References:
    return gold


MEASURES: tuple[Measure[References, str], ...] = (
    named_answer_measure("f1", _itself),
    named_answer_measure("rougeL_f1", _itself),
    released_measure("f1.helmet", _itself),
    *RATINGS,
)


def task(parameters: Parameters) -> Task[References, str]:
    """NarrativeQA; parameters as `infbench`, and `part` for a folder.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    path = only_path(parameters)
    part = parameters.text("part", "test") if path.is_dir() else ""
    questions = list(_of_folder(path, part) if path.is_dir() else _of_file(path))
    asking = asking_of(parameters, questions, path, "long-question", REPLY_TOKENS)
    if path.is_dir():
        texts = "\0".join(dict.fromkeys(one.document for one in questions))
        print_of = f"{fingerprint_file(path / QUESTIONS)}+{fingerprint_bytes(texts.encode('utf-8', 'surrogatepass'))}"
    else:
        print_of = fingerprint_file(path)
    return Task(
        name=asking.task,
        paper=PAPER,
        items=asking.items,
        prompt=asking.prompt,
        parse=whole_reply,
        measures=with_rouge(parameters, MEASURES),
        judges=JUDGES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=20,
        stand_in=_stand_in,
        resample=asking.resample,
        fingerprint=dict.fromkeys(asking.datasets, print_of),
        signature=f"{asking.signature}{',part:' + part if part else ''}",
    )


def _stand_in(item: Item[References]) -> str:
    return item.gold[0]


def _of_file(path: Path) -> Iterator[Question[References]]:
    texts: dict[str, str] = {}
    for number, row in enumerate(rows_of(path), start=1):
        text, question = _inner(row, "document"), _inner(row, "question")
        given = row.cells.get("answers", row.cells.get("answer"))
        several = given if isinstance(given, list) else [given]
        answers = [one.get("text") if isinstance(one, dict) else one for one in several]
        # The hub repeats a story with each of its questions.
        yield _question(row.id(number), texts.setdefault(text, text), question, references_of(answers, row.where))


def _inner(row: Row, name: str) -> str:
    """A cell that is a text, or an object with a text."""
    value: Any = row.cells.get(name)
    return Row(row.where, {name: value.get("text")} if isinstance(value, dict) else row.cells).text(name)


def _of_folder(folder: Path, part: str) -> Iterator[Question[References]]:
    path = folder / QUESTIONS
    rows, columns = _rows(path)
    missing = set(_COLUMNS) - set(columns)
    if missing:
        raise BadInput(str(path), f"no column {', '.join(sorted(missing))}", f"columns {', '.join(_COLUMNS)}")
    stories: dict[str, str] = {}
    sets: dict[str, None] = {}
    for number, row in enumerate(rows, start=1):
        where = f"{path}: row {number}"
        sets[row["set"]] = None
        if row["set"] != part:
            continue
        name = row["document_id"] or ""
        if name not in stories:
            stories[name] = _story(folder, name, where)
        gold = references_of([one for one in (row["answer1"], row["answer2"]) if (one or "").strip()], where)
        yield _question(str(number), stories[name], Row(where, dict(row)).text("question"), gold)
    if not stories:
        raise BadInput(str(path), f"no question of the set '{part}'", f"one of {', '.join(sets)}", "Give part=SET.")


def _rows(path: Path) -> tuple[list[dict[str, str]], Sequence[str]]:
    """Rows and columns of a CSV file."""
    found = csv.DictReader(read_text(path).splitlines())
    try:
        return list(found), found.fieldnames or ()
    except csv.Error as problem:
        raise BadInput(f"{path}: line {found.line_num}", f"no CSV ({problem})", "rows of columns") from None


def _story(folder: Path, name: str, where: str) -> str:
    if not name.isalnum():
        raise BadInput(where, f"document_id '{name}'"[:80], "letters and digits")
    path = folder / STORIES / f"{name}.content"
    if not path.is_file():
        cure = "Fetch the stories with the repository's script, or leave their questions out."
        raise BadInput(where, f"no story {STORIES}/{path.name}", "the text of each document", cure)
    # Stories come from many sites: what is no UTF-8 is replaced.
    return path.read_text(encoding="utf-8", errors="replace")


def _question(id: str, text: str, question: str, gold: Sequence[str]) -> Question[References]:
    return Question(id=id, document=text, text=one_line(question), gold=tuple(gold), answer=one_line(gold[0]), tags={})
