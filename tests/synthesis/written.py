"""Documents that a careless writer makes of a plan, and what is recorded of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from quilltown import answered_by, complete, run

from hayrick.checking import soundness
from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.author.checkers import Checker, LocalChecking, ModelChecking
from hayrick.synthesis.author.faults import FAULT_KINDS, WriteReport
from hayrick.synthesis.author.write import Written, write
from hayrick.synthesis.scenario import Scenario
from hayrick.types import Haystack, Insight, Subtopic
from loopback.careless import Careless

SCENARIO = complete()
PLANS = assign(SCENARIO)


def made_by(author: Careless, scenario: Scenario = SCENARIO, *, checks: str = "model") -> Written:
    checker: Checker = ModelChecking(scenario, answered_by(author)) if checks == "model" else LocalChecking(scenario)
    return run(write(scenario, assign(scenario), answered_by(author), checker))


def require_sums(report: WriteReport) -> None:
    remaining = Counter(fault.kind for fault in report.remaining)
    for kind in FAULT_KINDS:
        assert report.found[kind] == report.repaired[kind] + remaining[kind]


def require_places(written: Written) -> None:
    """Statements stand where they are said to stand, and say what is held."""
    texts = {document.id: document.text for document in written.documents}
    for one in written.statements:
        assert texts[one.document][one.start : one.end] == one.text != ""
    said = {(one.insight, one.document) for one in written.statements if one.kind in ("says", "half")}
    assert said == {(insight, document) for insight, ids in written.held_by.items() for document in ids}
    # What 'hayrick verify' looks at: the haystack of those insights that are held.
    insights = tuple(Insight(id=insight, text="-") for insight in written.held_by)
    haystack = Haystack(
        id="quill",
        topic="-",
        documents=written.documents,
        subtopics=(Subtopic(id="s", title="-", query="-", insights=insights),),
        held_by=written.held_by,
        extra={"statements": [asdict(one) for one in written.statements]},
    )
    assert soundness.faults(haystack) == []


def planned_pairs(scenario: Scenario) -> set[tuple[str | None, str]]:
    return {(one.insight, plan.id) for plan in assign(scenario) for one in plan.planted if one.kind in ("says", "half")}


def held_pairs(written: Written) -> set[tuple[str | None, str]]:
    return {(insight, document) for insight, ids in written.held_by.items() for document in ids}
