"""Sentences that a scenario has its own words for, and documents in its languages."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from types import MappingProxyType

import pytest
from quilltown import Scripted, answered_by, run, text_of
from written import SCENARIO, require_places

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.author.checkers import Checker, LocalChecking, ModelChecking
from hayrick.synthesis.author.write import write
from hayrick.synthesis.scenario import (
    DocumentPlan,
    Extensions,
    Material,
    Outdated,
    PlannedInsight,
    Planted,
    Scenario,
    Texts,
)
from hayrick.types import BadInput
from loopback.careless import Careless, kind_of

NEAR = MappingProxyType({"en": ("In {number 3-3} years nobody {saw|found} a brass anchor.",)})
OWN = Material(references=MappingProxyType({"en": ('More is in "{title}", of {date}.',)}))


def own_words() -> Scenario:
    """A scenario that plants sentences of every sort."""
    subtopic = SCENARIO.subtopics[0]
    first = replace(
        subtopic.insights[0],
        documents=4,
        near_misses=NEAR,
        contradictions=MappingProxyType({"en": ("No, they were 17 tin anchors.",)}),
        outdated=Outdated(
            until=date(2031, 3, 1), realisations=MappingProxyType({"en": ("So far 3 anchors were counted.",)})
        ),
    )
    halves: tuple[Texts, Texts] = (
        MappingProxyType({"en": ("Zora Vane bought 6431 wicker baskets.",)}),
        MappingProxyType({"en": ("Zora Vane paid 88 crowns a basket to Timo Lark.",)}),
    )
    spread = PlannedInsight(
        id="h",
        text="Zora Vane bought 6431 wicker baskets and paid Timo Lark 88 crowns for each.",
        halves=halves,
        documents=4,
    )
    return replace(
        SCENARIO,
        dates=(date(2031, 1, 1), date(2031, 12, 20)),
        subtopics=(replace(subtopic, insights=(first, *subtopic.insights[1:], spread)), *SCENARIO.subtopics[1:]),
        extensions=Extensions(near_misses=0.25, contradictions=2, outdated=2, references=0.25),
        material=OWN,
    )


class TestOwnWords:
    @pytest.mark.parametrize("checks", ["model", "local"])
    def test_sentences_of_the_scenario_are_inserted_word_for_word_and_no_model_sees_them(self, checks: str) -> None:
        scenario = own_words()
        author = Careless(forget=[1, 2], leak=[3])
        asks = answered_by(author)
        checker: Checker = ModelChecking(scenario, asks) if checks == "model" else LocalChecking(scenario)
        written = run(write(scenario, assign(scenario), asks, checker))
        kinds = Counter(one.kind for one in written.statements)
        planned = Counter(one.kind for plan in assign(scenario) for one in plan.planted)
        assert kinds == planned
        assert {"near_miss", "contradicts", "outdated", "refers", "half", "says"} <= kinds.keys()
        require_places(written)
        titles = {document.id: document.title for document in written.documents}
        dates = {document.id: str(document.extra["date"]) for document in written.documents}
        shown = "\n".join(text_of(one) for one in asks.asked)
        for one in written.statements:
            text = next(document.text for document in written.documents if document.id == one.document)
            if one.kind not in ("says", "half"):
                assert one.text in text.split("\n\n")[1:], "a paragraph by itself, not the first"
                assert one.text not in shown
            if one.kind == "near_miss":
                assert one.text in ("In 3 years nobody saw a brass anchor.", "In 3 years nobody found a brass anchor.")
            if one.kind == "refers":
                day, month, year = one.text.rpartition(", of ")[2].rstrip(".").split()
                assert f'"{titles[str(one.to)]}"' in one.text
                assert (int(day), year) == (int(dates[str(one.to)][8:]), dates[str(one.to)][:4])
                assert month.isalpha()

    def test_a_half_is_asked_for_and_found_as_a_half(self) -> None:
        scenario = own_words()
        author = Careless()
        asks = answered_by(author)
        written = run(write(scenario, assign(scenario), asks, ModelChecking(scenario, asks)))
        halves = {one.document: (one.half, one.text) for one in written.statements if one.kind == "half"}
        assert len(halves) == 4
        assert {half for half, _ in halves.values()} == {1, 2}
        for half, text in halves.values():
            assert text.startswith("Zora Vane bought" if half == 1 else "Zora Vane paid")
        drafts = [text_of(one) for one in asks.asked if kind_of(text_of(one)) == "write-report"]
        assert not any("6431 wicker baskets and paid" in text for text in drafts)

    def test_a_reference_to_a_document_that_is_not_there_is_told(self) -> None:
        scenario = own_words()
        plans = assign(scenario)
        target = next(one.to for plan in plans for one in plan.planted if one.to is not None)
        author = Careless()
        asks = Scripted(lambda one: "" if f"text {plans[target].id} of" in text_of(one) else author(text_of(one)))
        written = run(write(scenario, plans, asks, LocalChecking(scenario)))
        assert any(plans[target].id in line for line in written.report.unplaced)
        require_places(written)


class TestLanguages:
    def german(self, **translations: str) -> Scenario:
        first = replace(SCENARIO.insights[0], translations=MappingProxyType(translations))
        subtopics = (replace(SCENARIO.subtopics[0], insights=(first,)),)
        return replace(SCENARIO, subtopics=subtopics, languages={"en": 0.5, "de": 0.5}, documents=2)

    PLAN = DocumentPlan(id="d001", language="de", date=None, words=100, planted=(Planted("says", "s1i1"),))

    def test_the_local_checker_needs_translations(self) -> None:
        with pytest.raises(BadInput, match="documents in 'de' and insights without 'translations' into it"):
            run(write(self.german(), [self.PLAN], answered_by(Careless()), LocalChecking(self.german())))

    def test_the_translation_is_what_the_writer_is_shown_and_the_checker_looks_for(self) -> None:
        scenario = self.german(de="Ada Quill zählte im Juni 1000 Anker aus Messing für den Fahrplan der Fähre.")
        author = Careless()
        asks = answered_by(author)
        written = run(write(scenario, [self.PLAN], asks, LocalChecking(scenario)))
        assert "Insight 1: Ada Quill zählte im Juni" in text_of(asks.asked[0])
        assert "as a code: de." in text_of(asks.asked[0])
        assert written.held_by == {"s1i1": ("d001",)}
        assert written.documents[0].extra == {"language": "de"}
        assert [one.language for one in written.statements] == ["de"]

    def test_a_model_that_checks_reads_any_language(self) -> None:
        scenario = self.german()
        author = Careless()
        written = run(write(scenario, [self.PLAN], answered_by(author), ModelChecking(scenario, answered_by(author))))
        assert written.held_by == {"s1i1": ("d001",)}
