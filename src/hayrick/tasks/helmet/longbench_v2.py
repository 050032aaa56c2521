"""LongBench v2: a multiple-choice question about a long text of one of six domains.

`path` is a JSON list or JSONL file as published: `_id`, `domain`, `sub_domain`, `difficulty` (easy, hard), `length`
(short, medium, long), `question`, `choice_A` to `choice_D`, `answer` (a letter), `context`.

Source: Bai et al. (2024), LongBench v2, and its released code (pred.py): accuracy over all, by difficulty and by
    length; replies of at most 128 tokens; what is too long loses its middle. HELMET's later version (commit 5dde2de)
    cuts the end.
Differs: the end is cut unless `cut=middle` is given, to a length that is exact; a reply is read tolerantly, the
    released reader's accuracy stands beside; our own prompt, which asks for the sentence that the reader knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from hayrick.measures.choices import CHOICE_ACCURACY, HELMET_CHOICE, LONGBENCH_CHOICE, Choice
from hayrick.prompting import one_line
from hayrick.protocols import Measure, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.replies.choices import read_choice
from hayrick.tasks.helmet.long_questions import Question, asking_of, only_path
from hayrick.tasks.helmet.long_rows import Row, rows_of
from hayrick.types import BadInput, Judgement, Response

PAPER = "Bai et al. (2024), LongBench v2"
MEASURES: tuple[Measure[Choice, str], ...] = (CHOICE_ACCURACY, LONGBENCH_CHOICE, HELMET_CHOICE)
REPLY_TOKENS = 128
LETTERS = "ABCD"
SIZES = ("short", "medium", "long")
DIFFICULTIES = ("easy", "hard")


def task(parameters: Parameters) -> Task[Choice, str]:
    """LongBench v2; parameters as `infbench` (all questions and no examples by default), and `size`.

    `size` names the texts that are asked about: short, medium, long, or several with commas between them.

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    path = only_path(parameters)
    sizes = [one.strip() for one in parameters.text("size", ",".join(SIZES)).split(",")]
    for one in sizes:
        if one not in SIZES:
            raise BadInput(parameters.where, f"size '{one}'", ", ".join(SIZES))
    questions = [one for one in _questions(path) if one.tags["size"] in sizes]
    asking = asking_of(parameters, questions, path, "long-choice-sentence", REPLY_TOKENS, shots=0, n=10_000)
    return Task(
        name=asking.task,
        paper=PAPER,
        items=asking.items,
        prompt=asking.prompt,
        parse=lambda item, reply: read_choice(reply, item.gold.options),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=10,
        notes=_notes,
        resample=asking.resample,
        fingerprint=dict.fromkeys(asking.datasets, fingerprint_file(path)),
        signature=f"{asking.signature},size:{'+'.join(sizes)}",
        right=lambda item: (item.gold.text,),
    )


def _questions(path: Path) -> Iterator[Question[Choice]]:
    texts: dict[str, str] = {}
    for number, row in enumerate(rows_of(path), start=1):
        options = {letter: one_line(row.text(f"choice_{letter}")) for letter in LETTERS}
        letter, text = row.text("answer").strip(), row.text("context")
        if letter not in options:
            raise BadInput(row.where, f"answer '{letter}'"[:80], f"a letter from {LETTERS[0]} to {LETTERS[-1]}")
        shown = "\n".join(f"({key}) {option}" for key, option in options.items())
        yield Question(
            id=row.id(number, "_id"),
            document=texts.setdefault(text, text),
            text=f"{one_line(row.text('question'))}\n{shown}",
            gold=Choice(letter=letter, options=options),
            answer=f"The correct answer is ({letter})",
            tags={
                "domain": one_line(row.text("domain")),
                "difficulty": _one_of(row, "difficulty", DIFFICULTIES),
                "size": _one_of(row, "length", SIZES),
            },
        )


def _one_of(row: Row, name: str, known: Sequence[str]) -> str:
    value = row.text(name).strip()
    if value not in known:
        raise BadInput(row.where, f"{name} '{value}'"[:80], " or ".join(known))
    return value


def _notes(responses: Sequence[Response[str]], judgements: Sequence[Judgement]) -> list[str]:
    """Accuracy by difficulty and by length of the text, for each system."""
    made = dict.fromkeys((one.system, one.context) for one in responses)
    return [
        f"choice_accuracy of {system} ({context}): "
        + "; ".join(_parts([one for one in responses if (one.system, one.context) == (system, context)]))
        for system, context in made
    ]


def _parts(responses: Sequence[Response[str]]) -> Iterator[str]:
    """Accuracy of each difficulty and size."""
    for tag, values in (("difficulty", DIFFICULTIES), ("size", SIZES)):
        for value in values:
            own = [one for one in responses if one.item.tags.get(tag) == value]
            right = sum(one.answer == cast(Choice, one.item.gold).letter for one in own)
            if own:
                yield f"{value} {100 * right / len(own):.1f} % (n = {len(own)})"
