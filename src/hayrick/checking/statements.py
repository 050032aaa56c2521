"""Reads the sentence in which a document tells an insight: does it state the insight, contradict it, or half of it?

The local checker compares words; a sentence that denies an insight has all of them. Here the guards of the local judge
read the sentence with the words, and the sentences around it, by the rules of `statement_rules`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hayrick.checking.statement_rules import LEAST, RULES
from hayrick.judges.coverage.similarity import SIGNATURE, Prepared
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import Reading, read
from hayrick.text import Span, sentences
from hayrick.types import Insight

ANOTHER = 0.8
"""Share of the best sentence's similarity from which another sentence without objection states the insight rightly."""

READING = f"statements.v1-{LEAST:g}-{ANOTHER:g},{SIGNATURE}"
"""All parameters, and the version of the judge's rules with theirs."""


class Objection(NamedTuple):
    """Why a document that tells an insight does not state it.

    `reason` is the name of the guard, a key of `RULES`; `sentence` is what the document says, with the sentence after
    it where that one denies it. `contradicts` is false where the pair is only suspicious.
    """

    reason: str
    sentence: str
    contradicts: bool


class StatementReader:
    """Reads documents for sentences that contradict insights, or state half of them.

    Args:
        insights: all insights of the haystack: a sentence that fits another one better speaks less of each.
    """

    def __init__(self, insights: Sequence[Insight]) -> None:
        self._prepared = Prepared([one.text for one in insights])
        self._numbers = {one.id: number for number, one in enumerate(insights)}
        self._split = frozenset(one.id for one in insights if one.extra.get("halves"))

    def objections(self, text: str, wanted: Collection[str]) -> dict[str, Objection]:
        """Find what speaks against taking insights for stated by a document.

        Args:
            text: the document's text.
            wanted: ids of the insights that are recorded in it, or found.

        Returns:
            Insight id -> objection; without insights of which no sentence speaks, and those to which nothing objects.
        """
        if not wanted:
            return {}
        page = _Page(text, self._prepared)
        found = {one: self._objection(page, one) for one in wanted}
        return {one: objection for one, objection in found.items() if objection is not None}

    def _objection(self, page: _Page, wanted: str) -> Objection | None:
        number = self._numbers[wanted]
        ranked = page.ranked(number)
        if not ranked:
            return None
        insight = self._prepared.facts[number]
        best, first = ranked[0]
        for name, rule in RULES.items():
            if best < rule.least or (name == "half" and wanted in self._split):
                continue
            if not rule.check(insight, page.facts(first)):
                continue
            if rule.around is not None and not rule.around(insight, page.around(first)):
                continue
            others = (at for similarity, at in ranked[1:] if similarity >= max(LEAST, ANOTHER * best))
            if any(self._is_right(page, insight, at) for at in others):
                return None
            return Objection(name, page.said(first, name), rule.sure(insight, page.facts(first)))
        return None

    def _is_right(self, page: _Page, insight: Facts, at: int) -> bool:
        """Whether no rule objects to a sentence, whatever its similarity."""
        return not any(rule.check(insight, page.facts(at)) for rule in RULES.values())


class _Page:
    """A document sentence by sentence, with the similarity of each to the insights."""

    def __init__(self, text: str, prepared: Prepared) -> None:
        self._text = text
        self._spans = sentences(text)
        self._readings = [read(text[slice(*span)]) for span in self._spans]
        self._similarities = [prepared.of_sentence(one) for one in self._readings]
        self._proper = frozenset(_proper(self._readings))
        self._facts: dict[int, Facts] = {}

    def ranked(self, insight: int) -> list[tuple[float, int]]:
        """(similarity, number) of the sentences that speak of an insight, the most similar first."""
        found = [(one[insight], n) for n, one in enumerate(self._similarities) if one.get(insight, 0) >= LEAST]
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def facts(self, at: int) -> Facts:
        """Facts of one sentence, which is read with the one after it."""
        if at not in self._facts:
            follows = (
                at + 1 < len(self._spans)
                and "\n" not in self._text[slice(self._spans[at].end, self._spans[at + 1].start)]
            )
            after = [self._readings[at + 1]] if follows else []
            self._facts[at] = Facts(self._readings[at], self._proper, after)
        return self._facts[at]

    def around(self, at: int) -> Facts:
        """Facts of a sentence with the one before and the one after it."""
        near = self._spans[max(at - 1, 0) : at + 2]
        return Facts(read(self._text[near[0].start : near[-1].end]), self._proper)

    def said(self, at: int, reason: str) -> str:
        """The sentence, with the one after it where that one denies it."""
        span = self._spans[at]
        if reason == "denial" and self.facts(at).framed.by_next:
            span = Span(span.start, self._spans[at + 1].end)
        return self._text[slice(*span)]


def _proper(readings: Sequence[Reading]) -> Iterator[str]:
    """Words that a document capitalises within a sentence."""
    for reading in readings:
        following = zip(reading.tokens, reading.tokens[1:], strict=False)
        yield from (token for before, token in following if token[0].isupper() and before[0].isalnum())
