"""Scripted models on ETHIC's tasks: who is perfect, silent, or lazy and answers only the beginning.

    python -m bench.tasks.ethic_players "ethic?data=FOLDER&labels=RUN" replies.jsonl
    python -m bench.tasks.ethic_players --labels "ethic/recalling_books?data=FOLDER&labels=none&together=1" labels.jsonl
    hayrick run "ethic?data=FOLDER&labels=RUN" --system file:replies.jsonl --judge
    python:bench/tasks/ethic_players.py:rates

The first line writes the replies of the three players to every task of the suite, or of several tasks with blanks
between them, of low coverage too, for the third. The second writes
stand-ins for a model's labels of names: words with a capital letter after a word without one. `rates` is a stand-in for
a model that rates summaries: 5 where the summary is the section's own beginning, 1 elsewhere.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks
from hayrick.measures.section_ratings import CRITERIA, Summaries, Texts, unit
from hayrick.protocols import Ask
from hayrick.types import Item, Judgement, Response

PLAYERS = ("perfect", "silent", "lazy")
LOW = ("ethic/focused_summary", "ethic/single_qa", "ethic/multi_qa")
WORDS = 30
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")


class Rates:
    """5 for a summary that is the beginning of its section; else 1."""

    name = "rates"
    signature = "rates.v1"
    asks = False

    async def judge(self, item: Item[Texts], response: Response[Summaries], ask: Ask) -> list[Judgement]:
        """One judgement for each criterion and section."""
        answer = response.answer or {}
        right = {number for number, text in enumerate(item.gold, start=1) if answer.get(number) == beginning(text)}
        return [
            Judgement(unit=unit(one, number), rater=self.name, value=5.0 if number in right else 1.0)
            for one in CRITERIA
            for number in range(1, len(item.gold) + 1)
        ]


rates = Rates()


def beginning(text: str) -> str:
    return " ".join(text.split()[:WORDS])


def perfect(name: str, item: Item[Any]) -> str:
    """The right reply, in the form that the task asks for."""
    if name.startswith("ethic/summarizing"):
        noun = "Segment" if name.endswith("law") else "Section"
        return "\n\n".join(f"<{noun} {at}>\n{beginning(text)}" for at, text in enumerate(item.gold, start=1))
    if name.startswith("ethic/organizing"):
        return ", ".join(f"[{one}]" for one in item.gold)
    if name.startswith("ethic/attributing"):
        rest = {int(one.id) for one in item.documents} - item.gold
        core, other = (", ".join(f"[{one}]" for one in sorted(some)) or "none" for some in (item.gold, rest))
        return f"Core: {core}\nSupplementary: {other}"
    if name.startswith("ethic/focused_summary"):
        return beginning(item.gold[0])
    if name.startswith(LOW):
        return f"Answer: {item.gold.answers[0]}"
    return f"{'; '.join(sorted(item.gold)) or 'None'}\n\nI hope that this helps! Let me know if you need more."


def lazy(name: str, item: Item[Any]) -> str:
    """The first section's summary, the first label, option or text; answers from the first section alone."""
    whole = perfect(name, item)
    if name.startswith(LOW):
        return whole if item.tags["drawn"] == "1" else "I cannot find it in the text."
    return whole.split("\n\n")[0] if name.startswith("ethic/summarizing") else re.split(r"[;,\n]", whole)[0]


def lines(spec: str) -> Iterator[dict[str, str]]:
    for one in load_tasks(spec.split(), TaskOptions(), ModelOptions()):
        for item in one.task.items(0):
            for player in PLAYERS:
                play = {"perfect": perfect, "lazy": lazy}.get(player)
                said = play(one.task.name, item) if play else ""
                yield {"task": one.task.name, "item": item.id, "system": player, "context": "full", "reply": said}


def labels(spec: str) -> Iterator[dict[str, object]]:
    for one in load_tasks([spec], TaskOptions(), ModelOptions()):
        for item in one.task.items(0):
            found = {name.casefold() for document in item.documents for name in _NAME.findall(document.text)}
            yield {"system": "stand-in", "context": "full", "answer": sorted(found), "tags": dict(item.tags)}


def main() -> None:
    makes, (spec, out) = (labels, sys.argv[2:]) if sys.argv[1] == "--labels" else (lines, sys.argv[1:])
    with Path(out).open("a" if makes is labels else "w", encoding="utf-8") as stream:
        stream.writelines(f"{json.dumps(row)}\n" for row in makes(spec))


if __name__ == "__main__":
    main()
