"""What refers to a target case, as a model marks it: a task that asks for it page by page, and its answers.

Source: ETHIC, section 3.3 (law, attributing): a model is given the target's title and summary, and every page.
Differs: answers are those of any run of `ethic/attributing_law` with `spans=none`; what a reply does not copy word for
    word is counted and not used; what the rules of `law` find is masked, too; the summary is CourtListener's, or the
    beginning of the opinion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.quoted import SPANS_MARKED, SPANS_NOT_THERE, Quotes
from hayrick.prompting import load, showing
from hayrick.protocols import Ask, Measure, Passage, Resample, SystemMaker, Task
from hayrick.replies.quotes import located, read_quotes
from hayrick.tasks.ethic.contexts import Limits, Used, fingerprint_of
from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.law import Group
from hayrick.tasks.ethic.options import answers_of
from hayrick.tasks.ethic.segments import Piece, about, pieces
from hayrick.text import Span
from hayrick.types import BadInput, Document, Item, Prompt, Response

MEASURES: tuple[Measure[object, Quotes], ...] = (SPANS_MARKED, SPANS_NOT_THERE)
REPLY_TOKENS = 1024
RULE = "rule"
RULE_IS = "what refers to the target case by rule, without a model (law with ?spans=none)"


class Marks:
    """What the pieces of one group have marked; counts what was used.

    Args:
        target: number of the target case.
        known: fingerprint of a target and a piece -> quotes.
    """

    def __init__(self, target: str, known: Mapping[str, Quotes]) -> None:
        self.target, self.known = target, known
        self.n_pieces = self.n_absent = self.n_found = self.n_missing = 0

    def __call__(self, piece: Piece) -> Sequence[Span]:
        """Where a piece refers to the target."""
        quotes = self.known.get(_key_of(self.target, piece.text))
        found = located(piece.text, quotes or ())
        self.n_pieces += 1
        self.n_absent += quotes is None
        self.n_found += len(found.found)
        self.n_missing += len(found.missing)
        return found.spans


class Counts(NamedTuple):
    """What the marks of several groups come to."""

    pages: int
    found: int
    missing: int

    @property
    def note(self) -> str:
        """For the reader."""
        return (
            f"References to the targets are those that a model marked: {self.found} on {self.pages} pages; "
            f"{self.missing} more are not on their page word for word and were not used."
        )


def counted(marks: Sequence[Marks], where: str) -> Counts:
    """Sums.

    Raises:
        BadInput: a page has no answer, not even an empty one.
    """
    total = sum(one.n_pieces for one in marks)
    if absent := sum(one.n_absent for one in marks):
        found = f"no marked spans of {absent} of {total} pages"
        raise BadInput(where, found, "an answer for each", "Finish that run, with the same texts, segment, tokenizer.")
    return Counts(total, sum(one.n_found for one in marks), sum(one.n_missing for one in marks))


def _key_of(target: str, text: str) -> str:
    """By which the marks of a page are found again: a page may cite several targets."""
    return fingerprint_of(f"{target} {text}")


def read_marks(paths: Sequence[Path]) -> Mapping[str, Quotes]:
    """Answers of a run with `spans=none`: fingerprint of a target and a page -> quotes.

    Args:
        paths: responses.jsonl, or the run's folder.

    Raises:
        BadInput: a file is no such thing, or has responses of two systems.
    """
    found: dict[str, Quotes] = {}
    for place, page, answer in answers_of(paths):
        if answer is not None and not isinstance(answer, list):
            raise BadInput(place, "an answer that is no list", "a run of ethic/attributing_law with spans=none")
        if answer is not None:
            found.setdefault(page, tuple(map(str, answer)))
    return found


def plain_texts(groups: Sequence[Group], segment: int, encoding: str) -> list[Text]:
    """Every group as a text of unmasked pieces, to which `Limits` apply before and after marking alike."""
    return [
        Text(
            group.target.id,
            group.target.name,
            tuple(one.text for one in pieces(group, segment, encoding)),
            max(one.date for one in group.citing),
        )
        for group in groups
    ]


@dataclass(frozen=True, slots=True)
class ByRule:
    """Quotes what the rules of `law` find, without a model."""

    quotes: Mapping[str, Quotes]
    """Fingerprint of a target and a page -> what refers to the target."""

    signature: str = RULE
    asks: bool = False

    async def respond(self, items: Sequence[Item[str]], ask: Ask) -> list[Response[Quotes]]:
        """One response an item."""
        found = [self.quotes[str(item.tags["section_text"])] for item in items]
        return [
            Response(item=item, system=RULE, context="full", answer=one, reply="; ".join(one) or "None")
            for item, one in zip(items, found, strict=True)
        ]


def marking_task(name: str, groups: Sequence[Group], used: Used, segment: int, limits: Limits) -> Task[str, Quotes]:
    """A page at a time: which words of it refer to the target case.

    Args:
        name: of the task.
        groups: of all targets.
        used: those of `plain_texts` that are within the limits.
        segment: tokens of a segment.
        limits: of the texts.
    """
    template = load("mark-spans")
    kept = {one.id for one in used.texts}
    dataset = limits.name
    asked = [one for group in groups if group.target.id in kept for one in _asked(dataset, group, segment, limits)]

    def prompt(item: Item[str], passages: Sequence[Passage]) -> Prompt:
        return showing(template, passages, {"target": item.query}, heading="Page")

    return Task(
        name=name,
        paper="Lee et al. (2025), ETHIC, section 3.3",
        items=lambda seed: [item for item, _ in asked],
        prompt=prompt,
        parse=lambda item, reply: read_quotes(reply),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=60,
        stand_in=lambda item: "[]",
        systems={
            RULE: SystemMaker(
                RULE_IS,
                lambda rest, seed: ByRule({str(item.tags["section_text"]): quotes for item, quotes in asked}),
            )
        },
        notes=lambda responses, judgements: used.notes,
        resample=Resample(groups_note="Intervals resample target cases."),
        fingerprint={dataset: used.fingerprint},
        signature=f"{limits.signature},segment:{segment},spans:none",
    )


def _asked(dataset: str, group: Group, segment: int, limits: Limits) -> Iterator[tuple[Item[str], Quotes]]:
    """Items of a group, and what rules find in each."""
    target = group.target
    query = about(target)
    for number, piece in enumerate(pieces(group, segment, limits.encoding), start=1):
        tags = {"section_text": _key_of(target.id, piece.text), "case": piece.case.id, "date": piece.case.date}
        item = Item(
            dataset=dataset,
            group=target.id,
            id=f"{dataset}-{target.id}-{number}",
            query=query,
            gold="",
            documents=(Document(id=str(number), text=piece.text),),
            tags=tags,
        )
        quotes = (_text_of(piece, one.start, one.end) for one in piece.cited if one.of_target)
        yield item, tuple(one for one in quotes if one)


def _text_of(piece: Piece, start: int, end: int) -> str:
    return piece._replace(written=piece.written[start:end]).text.strip()
