"""ETHIC's recalling: all labels of a kind that stand in a long text, here the numbers of people in each section.

Source: ETHIC, sections 3.2 (recalling), 3.3 (sections of at most 1,024 tokens) and 4.1 (F1); replies of 4,096 tokens.
Differs: labels are numbers of people, found by rule (`people.numbers_of_people`) and not by GPT-4o; they are asked for
    and scored section by section, where the original merges those of a text; our own prompt.

A book is a dataset, and what is asked together is an item and a group: by default a whole book. One reply gives no
interval, since the sections of one reply are not independent. Several books give one over all, as in the original;
`together=N` asks for N sections at a time and gives one for each book, which describes passages of that book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from hayrick.measures.sets import SET_F1, Sections
from hayrick.prompting import load, showing
from hayrick.protocols import Measure, Resample, Task
from hayrick.quantities.texts import quantities
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file, read_text
from hayrick.replies.sections import read_sections
from hayrick.tasks.ethic.people import digits, numbers_of_people
from hayrick.tasks.ethic.texts import SECTION_TOKENS, sections_of
from hayrick.types import BadInput, Document, Item, Judgement, Response

NAME = "ethic/recalling"
MEASURES: tuple[Measure[Sections, Sections], ...] = (SET_F1,)
RESAMPLE = Resample(
    groups_note="Intervals resample what was asked together: parts of a book, or whole books where there are several."
)


def task(parameters: Parameters) -> Task[Sections, Sections]:
    """Recalling; `book` (text files), `sections` (the first so many of each; 0 all), `together` (0 all at once)."""
    books, n = parameters.paths("book"), parameters.whole("sections", 0, least=0)
    together = parameters.whole("together", 0, least=0)
    template = load("recall-people")

    def items(seed: int) -> list[Item[Sections]]:
        return [item for book in books for item in _items(book, n, together)]

    if len({book.stem for book in books}) < len(books):
        raise BadInput(parameters.where, "two books of one name", "files with distinct names")
    return Task(
        name=NAME,
        paper="Lee et al. (2025), ETHIC, section 3.2",
        items=items,
        prompt=lambda item, passages: showing(template, passages, {}, heading="Section"),
        parse=_parsed,
        measures=MEASURES,
        max_tokens=4096,
        expected_tokens=500,
        notes=_notes,
        resample=RESAMPLE,
        fingerprint={book.stem: fingerprint_file(book) for book in books},
        signature=f"section:{SECTION_TOKENS},sections:{n or 'all'},together:{together or 'all'}",
    )


def _items(book: Path, n: int, together: int) -> Iterator[Item[Sections]]:
    sections = sections_of(read_text(book), SECTION_TOKENS)
    sections = sections[: n or len(sections)]
    for number, first in enumerate(range(0, len(sections), together or len(sections) or 1), start=1):
        shown = sections[first : first + (together or len(sections))]
        yield Item(
            dataset=book.stem,
            group=str(number),
            id=f"{book.stem}-{number}",
            query="numbers of people",
            gold={str(place): numbers_of_people(text) for place, text in enumerate(shown, start=1)},
            documents=tuple(Document(id=f"{first + place}", text=text) for place, text in enumerate(shown, start=1)),
            tags={"sections": len(shown)},
        )


def _parsed(item: Item[Sections], reply: str) -> Sections | None:
    """Labels of the item's sections that the reply speaks of; None where it speaks of none."""
    found = read_sections(reply)
    answer = {name: _labels(found[int(name)]) for name in item.gold if int(name) in found}
    return answer or None


def _labels(written: Sequence[str]) -> frozenset[str]:
    """Numbers in digits, whatever stands beside them, 0 being none; a label without any number stays as it is."""
    read = [(one, quantities(one)) for one in written]
    return frozenset(label for one, found in read for label in (map(digits, found) if found else [one])) - {"0"}


def _notes(responses: Sequence[Response[Sections]], judgements: Sequence[Judgement]) -> list[str]:
    """What "none" for every section would score."""
    items = {one.item.key: cast(Item[Sections], one.item) for one in responses}.values()
    empty = [not labels for item in items for labels in item.gold.values()]
    return [
        f"{sum(empty)} of {len(empty)} sections hold no label: 'none' in the line of such a section scores 1 there. A "
        "reply that is 'none' alone names no section and cannot be read."
    ]
