"""Inserts the scenario's own sentences into model-written documents, and locates all planted sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from hayrick.synthesis.author.claims import OWN_WORDS, Stated, own_words
from hayrick.synthesis.scenario import DocumentPlan, Planted, PlantedSentence, Scenario, statement_of
from hayrick.synthesis.template.compose import spoken_date
from hayrick.text import Span, sentences, terms


@dataclass(slots=True)
class _Block:
    """A paragraph or a turn; in a dialogue, `before` is the speaker's name with its colon."""

    before: str
    text: str
    planted: Planted | None = None

    @property
    def whole(self) -> str:
        return self.before + self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Text of a document with its planted sentences, and what could not be placed."""

    text: str
    statements: tuple[PlantedSentence, ...]
    unplaced: tuple[str, ...]


def finish(
    scenario: Scenario,
    plans: Sequence[DocumentPlan],
    number: int,
    text: str,
    held: Mapping[Stated, str | None],
    titles: Mapping[int, str],
) -> Finished:
    """Insert planned sentences with the scenario's own text, and locate every planted sentence.

    Each inserted sentence is a paragraph or turn of its own at a place drawn by seed, never the first. The planted
    sentence of an insight is that of the checker's evidence, or else the one with most of the insight's words.

    Args:
        scenario: supplies the texts.
        plans: plans of all documents.
        number: position of the document.
        text: the written text.
        held: what the document states -> the checker's evidence, if any.
        titles: position -> title of the documents that can be referred to.
    """
    plan = plans[number]
    gap = "\n" if scenario.layout == "dialogue" else "\n\n"
    blocks = _blocks(text, scenario)
    own = list(blocks)
    unplaced = []
    draw = Random(f"{scenario.seed}/insert/{plan.id}")
    for planted in plan.planted:
        if planted.kind not in OWN_WORDS:
            continue
        if planted.to is not None and not titles.get(planted.to):
            unplaced.append(f"{plan.id}: a reference to {plans[planted.to].id}, which has no title")
            continue
        at = 1 + int(draw.random() * len(blocks)) if blocks else 0
        blocks.insert(at, _sentence(scenario, plans, plan, planted, titles, blocks, at))
    body, places = "", {}
    for block in blocks:
        body += gap if body else ""
        places[id(block)] = len(body)
        body += block.whole
    statements = [_own(block, plan, plans, places[id(block)]) for block in blocks if block.planted is not None]
    for stated, evidence in held.items():
        block, span = _locate(own, stated.text, evidence)
        start = places[id(block)] + len(block.before) + span.start
        kind: Literal["says", "half"] = "half" if stated.half else "says"
        planted = Planted(kind, stated.insight, stated.half)
        statements.append(statement_of(plan, planted, body[start : start + span.end - span.start], start, None))
    statements.sort(key=lambda one: (one.start, one.end, one.insight or ""))
    return Finished(text=body, statements=tuple(statements), unplaced=tuple(unplaced))


def _blocks(text: str, scenario: Scenario) -> list[_Block]:
    if scenario.layout != "dialogue":
        return [_Block("", part) for part in text.split("\n\n")]
    found = []
    for line in text.split("\n"):
        head, colon, said = line.partition(": ")
        found.append(_Block(head + colon, said) if colon else _Block("", line))
    return found


def _sentence(
    scenario: Scenario,
    plans: Sequence[DocumentPlan],
    plan: DocumentPlan,
    planted: Planted,
    titles: Mapping[int, str],
    blocks: Sequence[_Block],
    at: int,
) -> _Block:
    to = plans[planted.to] if planted.to is not None else None
    dated = spoken_date(to.date, plan.language) if to is not None and to.date else ""
    title = titles.get(planted.to, "") if planted.to is not None else ""
    said = " ".join(own_words(scenario, plan, planted, title, dated).split())
    if scenario.layout != "dialogue":
        return _Block("", said, planted)
    # Choose a speaker other than the previous one, if there is one.
    speakers = list(dict.fromkeys(block.before for block in blocks if block.before))
    others = [name for name in speakers if name != blocks[at - 1].before] or speakers
    return _Block(others[0] if others else "", said, planted)


def _own(block: _Block, plan: DocumentPlan, plans: Sequence[DocumentPlan], at: int) -> PlantedSentence:
    assert block.planted is not None
    to = None if block.planted.to is None else plans[block.planted.to].id
    return statement_of(plan, block.planted, block.text, at + len(block.before), to)


def _locate(blocks: Sequence[_Block], claim: str, evidence: str | None) -> tuple[_Block, Span]:
    """The sentences around a quotation, or the sentence nearest to a claim."""
    quoted = " ".join((evidence or "").split())
    if quoted:
        for block in blocks:
            # The evidence may include the speaker's name.
            at = block.whole.find(quoted) - len(block.before)
            end = at + len(quoted)
            touched = [span for span in sentences(block.text) if span.start < end and span.end > at]
            if quoted in block.whole and touched:
                return block, Span(touched[0].start, touched[-1].end)
    wanted = set(terms(claim))
    candidates = [(block, span) for block in blocks for span in sentences(block.text)]
    return max(
        candidates,
        key=lambda one: len(wanted & set(terms(one[0].text[slice(*one[1])]))),
        default=(blocks[0], Span(0, len(blocks[0].text))),
    )
