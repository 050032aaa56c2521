"""Conversations by a model: a chapter counts when it is classified right, and the whole is checked at its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from quilltown import Scripted, answered_by, complete, run, text_of, unplanned

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.author.chapters import TRIES
from hayrick.synthesis.author.checkers import Checker, LocalChecking, ModelChecking
from hayrick.synthesis.author.faults import FAULT_KINDS, FaultKind
from hayrick.synthesis.author.write import Written, write
from hayrick.synthesis.scenario import DocumentPlan, Extensions, Planted, Range, Scenario
from hayrick.types import Question
from loopback.careless import Careless, kind_of

NAMES = ("Ann", "Bert", "Cleo", "Dov")
TALK: dict[str, Any] = {
    "domain": "conversation",
    "layout": "dialogue",
    "participants": NAMES,
    "documents": 8,
    "words": Range(300, 300),
}
SCENARIO = complete(**TALK)
PLANS = assign(SCENARIO)
CHAPTERS = sum(len(plan.planted) for plan in PLANS)
LEAKS = {str(n + 1): unplanned(SCENARIO, PLANS[n]) for n in (0, 1)}


def made_by(author: Careless, *, checks: str = "model", scenario: Scenario = SCENARIO) -> Written:
    checker: Checker = ModelChecking(scenario, answered_by(author)) if checks == "model" else LocalChecking(scenario)
    return run(write(scenario, assign(scenario), answered_by(author), checker))


def require_sound(written: Written, scenario: Scenario = SCENARIO, without: frozenset[str] = frozenset()) -> None:
    """Statements stand in their places, everything planned is held, and counts add up."""
    texts = {document.id: document.text for document in written.documents}
    for one in written.statements:
        assert texts[one.document][one.start : one.end] == one.text != ""
    held = {(insight, document) for insight, ids in written.held_by.items() for document in ids}
    planned = {(one.insight, plan.id) for plan in assign(scenario) for one in plan.planted if one.kind == "says"}
    assert held == {(insight, document) for insight, document in planned if document not in without}
    remaining = Counter(fault.kind for fault in written.report.remaining)
    for kind in FAULT_KINDS:
        assert written.report.found[kind] == written.report.repaired[kind] + remaining[kind]


class TestPlantedFaults:
    @pytest.mark.parametrize("checks", ["model", "local"])
    @pytest.mark.parametrize(("fault", "kind"), [("wrong", "wrong_chapter"), ("no_turns", "broken")])
    def test_a_chapter_that_does_not_pass_is_tried_again(self, fault: str, kind: FaultKind, checks: str) -> None:
        faults: dict[str, object] = {fault: [1, 2, 3]}
        author = Careless(**faults)
        written = made_by(author, checks=checks)
        assert author.planted == {fault: 3}
        assert written.report.found == {**dict.fromkeys(FAULT_KINDS, 0), kind: 3}
        assert written.report.repaired == written.report.found
        assert written.report.tries == (CHAPTERS - 3, 3, *[0] * (TRIES - 2))
        assert (written.report.drafts, written.report.revisions, written.report.never) == (CHAPTERS + 3, 0, 0)
        require_sound(written)

    def test_a_leak_is_found_in_the_whole_and_its_chapter_written_anew(self) -> None:
        author = Careless(chapter_leak=[1, 2], leaks=LEAKS)
        asks = answered_by(author)
        written = run(write(SCENARIO, PLANS, asks, ModelChecking(SCENARIO, asks)))
        assert author.planted == {"chapter_leak": 2}
        assert written.report.found == {**dict.fromkeys(FAULT_KINDS, 0), "leaked": 2}
        assert written.report.repaired == written.report.found
        assert (written.report.drafts, written.report.revisions) == (CHAPTERS, 2)
        assert written.report.tries == (CHAPTERS - 2, 2, *[0] * (TRIES - 2))
        anew = [text_of(one) for one in asks.asked if "it said what is not to be said" in text_of(one)]
        assert len(anew) == 2
        assert all("Avoid 1: " in text for text in anew)
        require_sound(written)

    def test_the_local_checker_takes_such_a_chapter_for_wrong_or_finds_the_leak(self) -> None:
        author = Careless(chapter_leak=[1, 2], leaks=LEAKS)
        written = made_by(author, checks="local")
        assert author.planted == {"chapter_leak": 2}
        assert written.report.found["wrong_chapter"] + written.report.found["leaked"] == 2
        assert written.report.repaired == written.report.found
        require_sound(written)

    def test_broken_json_of_the_classification_is_asked_for_again(self) -> None:
        author = Careless(json=["classify-chapter"])
        written = made_by(author)
        tally = written.report.tally
        assert author.planted["json"] == tally.unread == tally.mended == CHAPTERS
        assert written.report.tries[0] == CHAPTERS
        require_sound(written)

    @pytest.mark.parametrize("checks", ["model", "local"])
    def test_a_conversation_that_repeats_another_is_changed_until_it_does_not(self, checks: str) -> None:
        author = Careless()

        def answer(question: Question) -> str:
            """The second conversation has the small talk of the first, until it is told."""
            text = text_of(question)
            if kind_of(text) == "write-chapter" and "repeats another" not in text and "number d003" not in text:
                place = text.split("This part is ")[1].split(" part")[0]
                said = text.split(" insight>>\n")[1].split("\n<<")[0]
                return f"Ann: {' '.join(f'{place}{n}' for n in range(80))}\nBert: {said}"
            return author(text)

        plans = [
            DocumentPlan(
                id=f"d00{n}",
                language="en",
                date=None,
                words=400,
                planted=tuple(Planted("says", f"s{n}i{k}") for k in (1, 2, 3)),
            )
            for n in (1, 2, 3)
        ]
        scenario = replace(SCENARIO, participants=("Ann", "Bert"), documents=3, speakers=Range(2, 2))
        asks = Scripted(answer)
        checker: Checker = ModelChecking(scenario, asks) if checks == "model" else LocalChecking(scenario)
        written = run(write(scenario, plans, asks, checker))
        assert (written.report.found["repeated"], written.report.repaired["repeated"]) == (1, 1)
        told = [text_of(one) for one in asks.asked if "it repeats another conversation" in text_of(one)]
        assert told
        assert all("number d002 of" in text for text in told)
        assert written.report.missing == ()


class TestBounds:
    @pytest.mark.parametrize("checks", ["model", "local"])
    def test_a_chapter_that_never_passes_is_left_out_after_ten_tries(self, checks: str) -> None:
        author = Careless(never=[2])
        written = made_by(author, checks=checks)
        n = len(PLANS[1].planted)
        assert author.planted == {"wrong": n * TRIES}
        assert written.report.drafts == author.calls["write-chapter"] == CHAPTERS - n + n * TRIES
        assert (written.report.never, written.report.tries[0]) == (n, CHAPTERS - n)
        assert written.report.unwritten == ("d002",), "no chapter of it passed"
        remaining = [(fault.kind, fault.document, fault.insight) for fault in written.report.remaining]
        assert remaining == sorted(("wrong_chapter", "d002", one.insight) for one in PLANS[1].planted)
        assert set(written.report.missing) == {(one.insight, "d002") for one in PLANS[1].planted}
        require_sound(written, without=frozenset(["d002"]))

    def test_one_chapter_left_out_leaves_the_others(self) -> None:
        author = Careless()
        gone = PLANS[0].planted[1].insight
        text = next(one.text for one in SCENARIO.insights if one.id == gone)
        asks = Scripted(
            lambda one: (
                "no"
                if "number d001 of" in text_of(one) and text in text_of(one).split(" insight>>")[1]
                else author(text_of(one))
            )
        )
        written = run(write(SCENARIO, PLANS, asks, LocalChecking(SCENARIO)))
        assert written.report.missing == ((gone, "d001"),)
        assert (written.report.never, written.report.unwritten) == (1, ())
        assert [(fault.kind, fault.insight) for fault in written.report.remaining] == [("broken", gone)]
        tried = [one for one in asks.asked if "number d001 of" in text_of(one) and one.repeat > 0]
        assert [one.repeat for one in tried] == list(range(1, TRIES))
        held = {insight for insight, ids in written.held_by.items() if "d001" in ids}
        assert held == {one.insight for one in PLANS[0].planted} - {gone}

    def test_a_leak_that_stays_ends_with_the_tries(self) -> None:
        author = Careless()
        leaked = unplanned(SCENARIO, PLANS[2])
        name = next(one.id for one in SCENARIO.insights if one.text == leaked)

        def answer(question: Question) -> str:
            reply = author(text_of(question))
            is_first = kind_of(text_of(question)) == "write-chapter" and "so far>>\n(none)" in text_of(question)
            return f"{reply} {leaked}" if is_first and "number d003 of" in text_of(question) else reply

        asks = Scripted(answer)
        written = run(write(SCENARIO, PLANS, asks, ModelChecking(SCENARIO, asks)))
        first = [one for one in asks.asked if "number d003 of" in text_of(one) and "so far>>\n(none)" in text_of(one)]
        assert len(first) == TRIES
        assert written.report.tries == (CHAPTERS - 1, *[0] * (TRIES - 2), 1)
        assert [(fault.kind, fault.document, fault.insight) for fault in written.report.remaining] == [
            ("leaked", "d003", name)
        ]
        assert "d003" in written.held_by[name], "a model found it there: it is recorded"
        assert any((one.document, one.insight, one.text) == ("d003", name, leaked) for one in written.statements)

    @pytest.mark.parametrize("reply", ["no JSON", None], ids=["unreadable", "failed"])
    def test_a_chapter_that_cannot_be_classified_does_not_pass(self, reply: str | None) -> None:
        author = Careless()
        asks = Scripted(lambda one: reply if "number of the insight" in text_of(one) else author(text_of(one)))
        written = run(write(SCENARIO, PLANS[:1], asks, ModelChecking(SCENARIO, asks)))
        n = len(PLANS[0].planted)
        assert (written.report.never, written.report.unwritten) == (n, ("d001",))
        tally = written.report.tally
        assert (tally.given_up, tally.failed) == ((n * TRIES, 0) if reply else (0, n * TRIES))


class TestConversations:
    def test_each_chapter_follows_those_before_it(self) -> None:
        author = Careless()
        asks = answered_by(author)
        written = run(write(SCENARIO, PLANS[:1], asks, LocalChecking(SCENARIO)))
        prompts = [text_of(one) for one in asks.asked]
        text = written.documents[0].text
        shown = [one.split(" so far>>\n")[1].split("\n<<")[0] for one in prompts]
        assert shown[0] == "(none)"
        assert all(text.startswith(part) for part in shown[1:])
        assert [len(part) for part in shown[1:]] == sorted({len(part) for part in shown[1:]})
        places = [one.split("This part is ")[1].split(" part")[0] for one in prompts]
        assert places == ["the first", *["a middle"] * (len(prompts) - 2), "the last"]
        order = [one.insight for one in written.statements]
        assert order == [one.insight for one in PLANS[0].planted]

    def test_speakers_are_drawn_and_only_they_talk(self) -> None:
        written = made_by(Careless())
        casts = [{line.split(":")[0] for line in document.text.split("\n")} for document in written.documents]
        assert all(2 <= len(cast) <= 3 and cast <= set(NAMES) for cast in casts)
        assert len({frozenset(cast) for cast in casts}) > 1

    def test_a_conversation_that_states_nothing_is_one_chapter(self) -> None:
        plan = DocumentPlan(id="d001", language="en", date=None, words=100, planted=())
        author = Careless()
        asks = answered_by(author)
        written = run(write(SCENARIO, [plan], asks, ModelChecking(SCENARIO, asks)))
        assert [document.id for document in written.documents] == ["d001"]
        assert (written.statements, written.report.tries[0]) == ((), 1)
        assert "the whole of the conversation" in text_of(asks.asked[0])

    def test_planted_sentences_are_turns_and_their_places_leave_the_name_out(self) -> None:
        subtopic = SCENARIO.subtopics[0]
        near = replace(subtopic.insights[0], near_misses={"en": ("Somebody once owned a brass whistle.",)})
        changed = replace(subtopic, insights=(near, *subtopic.insights[1:]))
        scenario = replace(
            SCENARIO,
            subtopics=(changed, *SCENARIO.subtopics[1:]),
            extensions=Extensions(near_misses=0.5),
        )
        written = made_by(Careless(), scenario=scenario)
        planted = [one for one in written.statements if one.kind == "near_miss"]
        assert planted
        for one in planted:
            text = next(document.text for document in written.documents if document.id == one.document)
            lines = text.split("\n")
            (place,) = [n for n, line in enumerate(lines) if line.endswith(": Somebody once owned a brass whistle.")]
            assert place > 0
            assert lines[place].split(":")[0] != lines[place - 1].split(":")[0], (
                "somebody else than who has just spoken"
            )
        require_sound(written, scenario)

    def test_equal_replies_give_equal_conversations(self) -> None:
        faults: dict[str, object] = {"wrong": [1], "chapter_leak": [2], "no_turns": [3]}
        assert made_by(Careless(**faults)) == made_by(Careless(**faults))
