"""HELMET's questions about books of InfiniteBench: free answers and multiple choice.

A file has a question a line, as published: `id`, `context`, `input`, `answer` and, for choice, `options`. A file of
released outputs, `id`, `prediction` and `ground_truth`, is read too: its questions are answered already.

Source: InfiniteBench (Zhang et al., 2024), En.QA and En.MC; HELMET, section 2, and its released code at commit 4526dfb:
    replies of at most 10 tokens, ROUGE-L F1 and exact match.
Differs: 64 tokens are reserved, as 10 cut answers of chat models off; a reply is read tolerantly, and both originals'
    scores stand beside ours. Lengths, cutting and examples: `long_questions`. Our own prompts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from hayrick.measures.answers import References, references_of, released_measure
from hayrick.measures.choices import CHOICE_ACCURACY, HELMET_CHOICE, INFINITEBENCH_CHOICE, Choice
from hayrick.measures.infinitebench import infinitebench_f1
from hayrick.measures.named import named_answer_measure
from hayrick.prompting import one_line
from hayrick.protocols import Measure, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.replies.choices import read_choice
from hayrick.tasks.helmet.long_questions import (
    Question,
    asking_of,
    only_path,
    whole_reply,
    with_rouge,
)
from hayrick.tasks.helmet.long_rows import Row, rows_of
from hayrick.types import BadInput

PAPER = "Zhang et al. (2024), InfiniteBench; Yen et al. (2025), HELMET, section 2"
REPLY_TOKENS = 64
LETTERS = "ABCDEFGHIJ"


def _itself(gold: References) -> References:
    return gold


QA_MEASURES: tuple[Measure[References, str], ...] = (
    named_answer_measure("rougeL_f1", _itself),
    named_answer_measure("f1", _itself),
    named_answer_measure("substring_exact_match", _itself, main=False),
    released_measure("f1.helmet", _itself),
    infinitebench_f1(_itself),
)
CHOICE_MEASURES: tuple[Measure[Choice, str], ...] = (CHOICE_ACCURACY, HELMET_CHOICE, INFINITEBENCH_CHOICE)
MEASURES: tuple[Measure[Any, Any], ...] = (*QA_MEASURES, *CHOICE_MEASURES)


def task(parameters: Parameters) -> Task[Any, str]:
    """One of the two tasks, which the name says.

    Parameters: `path`, the file; `length` (8k; several with commas between them), `n` questions of each length (100),
    `shots` (2), `cut`, `shortest` and `tokenizer` (`long_document.Cutting`).

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    return _choice(parameters) if parameters.spec.partition("?")[0].endswith("choice") else _answers(parameters)


def _answers(parameters: Parameters) -> Task[References, str]:
    path = only_path(parameters)
    questions = [_question(number, row) for number, row in enumerate(rows_of(path), start=1)]
    asking = asking_of(parameters, questions, path, "long-question", REPLY_TOKENS)
    return Task(
        name=asking.task,
        paper=PAPER,
        items=asking.items,
        prompt=asking.prompt,
        parse=whole_reply,
        measures=with_rouge(parameters, QA_MEASURES),
        max_tokens=REPLY_TOKENS,
        expected_tokens=15,
        resample=asking.resample,
        fingerprint=dict.fromkeys(asking.datasets, fingerprint_file(path)),
        signature=asking.signature,
    )


def _choice(parameters: Parameters) -> Task[Choice, str]:
    path = only_path(parameters)
    questions = [_choice_question(number, row) for number, row in enumerate(rows_of(path), start=1)]
    asking = asking_of(parameters, questions, path, "long-choice", REPLY_TOKENS)
    return Task(
        name=asking.task,
        paper=PAPER,
        items=asking.items,
        prompt=asking.prompt,
        parse=lambda item, reply: read_choice(reply, item.gold.options),
        measures=CHOICE_MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=5,
        resample=asking.resample,
        fingerprint=dict.fromkeys(asking.datasets, fingerprint_file(path)),
        signature=asking.signature,
        right=lambda item: (item.gold.text,),
    )


def is_output(row: Mapping[str, object]) -> bool:
    """Whether a row holds a released output in place of a question with its document."""
    return "ground_truth" in row and "prediction" in row and row.get("context") is None


def _question(number: int, row: Row) -> Question[References]:
    known = is_output(row.cells)
    gold = references_of(row.cells.get("ground_truth" if known else "answer"), row.where)
    return _made(number, row, gold, gold[0], "")


def _choice_question(number: int, row: Row) -> Question[Choice]:
    if is_output(row.cells):
        gold = _known_choice(row)
        return _made(number, row, gold, gold.letter, "")
    given = row.cells.get("options")
    options = [one_line(one) for one in given if isinstance(one, str)] if isinstance(given, list) else []
    if not 1 < len(options) == len(cast(list[object], given)) <= len(LETTERS):
        raise BadInput(row.where, f"options {given!r}"[:80], f"from 2 to {len(LETTERS)} texts")
    right = [one_line(one) for one in references_of(row.cells.get("answer"), row.where)]
    letters = dict(zip(LETTERS, options, strict=False))
    letter = next((key for key, text in letters.items() if text in right), None)
    letter = letter or next((one for one in right if one in letters), None)
    if letter is None:
        raise BadInput(row.where, f"answer {right!r}"[:80], "the text or the letter of an option")
    shown = "\n".join(f"{key}. {text}" for key, text in letters.items())
    return _made(number, row, Choice(letter=letter, options=letters), letter, f"\n{shown}")


def _known_choice(row: Row) -> Choice:
    """The right option of an output, as ["text", "letter"]."""
    given = references_of(row.cells.get("ground_truth"), row.where)
    if len(given) != 2 or given[1] not in LETTERS:
        raise BadInput(row.where, f"ground_truth {list(given)!r}"[:80], '["text of the option", "its letter"]')
    return Choice(letter=given[1], options={given[1]: given[0]})


def _made(number: int, row: Row, gold: Any, answer: str, options: str) -> Question[Any]:
    known = is_output(row.cells)
    return Question(
        id=row.id(number),
        document="" if known else row.text("context"),
        text="" if known else one_line(row.text("input")) + options,
        gold=gold,
        answer=answer,
        tags={},
    )
