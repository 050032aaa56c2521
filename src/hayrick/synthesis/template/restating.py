"""Rewords planted sentences that the checker does not recognise: the repair loop of the template writer.

Source: SummHay, appendix A.1.3: documents are checked for what they must state and changed, at most 5 times per fault.
Differs: the sentence is replaced by another realisation of the scenario; the rest of the document is unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import NamedTuple

from hayrick.checking.local import InsightChecker
from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.grammar import expand, slots
from hayrick.synthesis.scenario import Planted, PlantedSentence, Scenario
from hayrick.synthesis.template.compose import Composed, filled, spoken_date
from hayrick.synthesis.template.realisations import Ways
from hayrick.types import Document

ROUNDS = 5
"""Maximum number of other realisations to try for a sentence, and of passes over a document."""


class Restated(NamedTuple):
    """Documents and planted sentences after the repair, and counts."""

    written: Composed
    n_faults: int
    """Number of planted sentences that the checker did not recognise as their insight."""

    n_repaired: int
    remaining: tuple[PlantedSentence, ...]
    """Sentences that no realisation made recognisable; the most probable realisation is kept."""


def restate(
    scenario: Scenario,
    written: Composed,
    checker: InsightChecker,
    least: float,
) -> Restated:
    """Replace planted sentences of insights that a checker does not recognise by other realisations.

    Args:
        scenario: supplies the realisations.
        written: documents by the template writer.
        checker: made for the scenario's insights.
        least: least probability at which a recorded insight counts as recognised.

    Returns:
        The documents, with every planted sentence at its new place.
    """
    by_document: dict[str, list[PlantedSentence]] = {}
    for statement in written.statements:
        by_document.setdefault(statement.document, []).append(statement)
    documents: list[Document] = []
    statements: list[PlantedSentence] = []
    remaining: list[PlantedSentence] = []
    n_faults = 0
    taken = {statement.text for statement in written.statements}
    for document in written.documents:
        page = _Page(scenario, document, by_document.get(document.id, []), checker, taken)
        mended = page.mend_all(least)
        taken.update(statement.text for statement in page.statements)
        left = list(page.faults(least))
        n_faults += len(mended.union(left))
        remaining.extend(page.statements[number] for number in left)
        documents.append(page.document)
        statements.extend(page.statements)
    done = Composed(documents=tuple(documents), statements=tuple(statements))
    return Restated(done, n_faults, n_faults - len(remaining), tuple(remaining))


class _Page:
    """One document with its planted sentences during the repair."""

    def __init__(
        self,
        scenario: Scenario,
        document: Document,
        statements: Sequence[PlantedSentence],
        checker: InsightChecker,
        taken: Collection[str] = (),
    ) -> None:
        self.document = document
        self.statements = list(statements)
        self._scenario, self._checker, self._taken = scenario, checker, taken
        self._found = self._check()

    def _check(self) -> dict[str, float]:
        return {presence.insight: presence.probability for presence in self._checker.check(self.document.text)}

    def probability(self, number: int) -> float:
        insight = self.statements[number].insight
        return self._found.get(insight, 0.0) if insight is not None else 1.0

    def faults(self, least: float) -> Iterator[int]:
        for number, statement in enumerate(self.statements):
            if statement.kind in ("says", "half") and self.probability(number) < least:
                yield number

    def mend_all(self, least: float) -> set[int]:
        """Repair unrecognised sentences, and those that a repair made so; return the numbers of all of them."""
        mended: set[int] = set()
        for _ in range(ROUNDS):
            faults = list(self.faults(least))
            if not faults:
                break
            mended.update(faults)
            for number in faults:
                self.mend(number, least)
        return mended

    def mend(self, number: int, least: float) -> None:
        """Try other realisations until one is recognised; keep the most probable one."""
        best = (self.probability(number), self.document, self.statements, self._found)
        for text in self._others(number):
            self.document, self.statements = _exchanged(best[1], best[2], number, text)
            self._found = self._check()
            if self.probability(number) > best[0]:
                best = (self.probability(number), self.document, self.statements, self._found)
            if best[0] >= least:
                break
        _, self.document, self.statements, self._found = best

    def _filled(self, name: str, draw: Random) -> str:
        if name == "date":
            return spoken_date(date.fromisoformat(str(self.document.extra["date"])), self.statements[0].language)
        return filled(name, self._scenario, draw)

    def _others(self, number: int) -> list[str]:
        """Other wordings of a planted sentence, as complete sentences if the present one is; those not taken first."""
        old = self.statements[number]
        draw = Random(f"{self._scenario.seed}/restate/{old.document}/{old.insight}/{old.half}")
        planted = Planted(old.kind, old.insight, old.half)
        # Exclude texts with people: the speakers of that place are no longer known.
        texts = [text for text in Ways(self._scenario).texts(planted, old.language) if not _PEOPLE & {*slots(text)}]
        found = [expand(text, draw, lambda name: self._filled(name, draw)) for text in drawn(texts, draw)]
        if not old.text.endswith("."):
            found = [text.removesuffix(".") for text in found]
        found.sort(key=self._taken.__contains__)
        return [text for text in found if text != old.text][:ROUNDS]


_PEOPLE = frozenset(("person", "other"))


def _exchanged(
    document: Document, statements: Sequence[PlantedSentence], number: int, text: str
) -> tuple[Document, list[PlantedSentence]]:
    """Replace one planted sentence of a document, and shift the places of the others."""
    old = statements[number]
    longer = len(text) - len(old.text)
    changed = [
        replace(one, start=one.start + longer, end=one.end + longer) if one.start > old.start else one
        for one in statements
    ]
    changed[number] = replace(old, text=text, end=old.start + len(text))
    body = f"{document.text[: old.start]}{text}{document.text[old.end :]}"
    return replace(document, text=body), changed
