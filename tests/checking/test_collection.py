"""Places of facts: which stand, which a person should decide, and what stays out of the haystack."""

from __future__ import annotations

import pytest

from hayrick.checking.collection import haystack_of_facts, places_of, undecided_pairs
from hayrick.checking.local import Finding
from hayrick.checking.parts import Checks
from hayrick.checking.statements import Objection
from hayrick.haystacks.facts import Facts, facts_of
from hayrick.types import Document, Haystack

DOCUMENTS = tuple(Document(id=id, text=text) for id, text in {"d1": "one", "d2": "two", "d3": "three"}.items())


def facts(listed: str) -> Facts:
    text = f"schema: 1\ntopic: t\nquestions:\n- question: one\n  facts: [{listed}]\n- question: two\n  facts: [b]\n"
    return facts_of(text, "facts.yaml", ["d1", "d2", "d3"])


def finding(insight: str, document: str, probability: float, objection: Objection | None = None) -> Finding:
    contradicts = objection is not None and objection.contradicts
    return Finding(
        insight=insight,
        document=document,
        gold=False,
        found=probability >= 0.5 and not contradicts,
        probability=probability,
        evidence=f"of {document}",
        objection=objection,
    )


def objection(reason: str, *, contradicts: bool) -> Objection:
    return Objection(reason=reason, contradicts=contradicts, sentence="Not so.")


def test_given_places_stand_in_the_order_of_the_documents_and_need_no_decision() -> None:
    read = facts("a, {text: c, documents: [d3, d1]}, {text: d, documents: []}")
    found = [finding("q1.1", "d2", 0.7), finding("q1.1", "d3", 0.999), finding("q2.1", "d1", 0.3)]
    places = [(one.insight, one.document, one.place, one.probability) for one in places_of(read, DOCUMENTS, found)]
    assert places == [
        ("q1.1", "d2", "found", 0.7),
        ("q1.1", "d3", "found", 0.999),
        ("q1.2", "d1", "given", None),
        ("q1.2", "d3", "given", None),
    ]
    undecided = [(one.insight, one.document, one.why, one.found) for one in undecided_pairs(read, found)]
    assert undecided == [("q1.1", "d2", "unclear", True), ("q2.1", "d1", "unclear", False)]


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ([("d1", 0.19), ("d2", 0.999)], []),
        ([("d1", 0.2), ("d2", 0.99)], [("d1", "unclear")]),
        ([("d1", 0.9899), ("d2", 0.999)], [("d1", "unclear")]),
        ([("d1", 0.001), ("d2", 0.1), ("d3", 0.05)], [("d2", "nowhere")]),
        ([("d1", 0.3), ("d2", 0.1)], [("d1", "unclear")]),
    ],
)
def test_what_is_unclear_or_found_nowhere_is_to_be_decided(
    found: list[tuple[str, float]], wanted: list[tuple[str, str]]
) -> None:
    findings = [finding("q1.1", *one) for one in found]
    assert [(one.document, one.why) for one in undecided_pairs(facts("a"), findings)] == wanted


def test_what_rules_object_to_is_to_be_decided_however_probable_it_is() -> None:
    found = [
        finding("q1.1", "d1", 0.9999, objection("roles", contradicts=False)),
        finding("q1.1", "d2", 0.9999, objection("denial", contradicts=True)),
    ]
    assert [(one.document, one.why, one.reason) for one in undecided_pairs(facts("a"), found)] == [
        ("d1", "doubted", "roles"),
        ("d2", "contradicted", "denial"),
    ]
    assert [one.document for one in places_of(facts("a"), DOCUMENTS, found)] == ["d1"]


def test_facts_without_places_and_questions_without_facts_stay_out() -> None:
    read = facts("a, {text: c, documents: [d3]}")
    made = haystack_of_facts(read, DOCUMENTS, {"q1.2": ("d3",)}, "mine")
    assert [(one.id, one.title, one.query, [part.text for part in one.insights]) for one in made.subtopics] == [
        ("q1", "", "one", ["c"])
    ]
    assert (made.id, made.documents, made.held_by) == ("mine", DOCUMENTS, {"q1.2": ("d3",)})
    assert made.subtopics[0].insights[0].extra == {"places": "given"}
    whole = haystack_of_facts(read, DOCUMENTS, None, "mine")
    assert [len(one.insights) for one in whole.subtopics] == [2, 1]


def test_a_search_keeps_the_nearest_pair_of_every_insight_however_improbable(bakery_haystack: Haystack) -> None:
    # Nothing is recorded: what is kept is found, above the bound, or nearest.
    bare = haystack_of_facts(
        facts("The oven was made in Sweden., Rye bread takes nine hours."), bakery_haystack.documents, None, "bare"
    )
    for nearest, kept in ((False, 0), (True, 3)):
        checks = Checks([bare], 1.0, nearest=nearest)
        findings = [one for part in checks.of_documents(0) for one in part(checks).findings]
        assert len(findings) == kept
        assert len({one.insight for one in findings}) == kept
        for one in findings:
            everything = Checks([bare], 0.0)
            pairs = [f for part in everything.of_documents(0) for f in part(everything).findings]
            assert one.probability == max(f.probability for f in pairs if f.insight == one.insight)


@pytest.fixture
def bakery_haystack() -> Haystack:
    from conftest import GOLDEN
    from hayrick.haystacks.files import read_haystack

    return read_haystack(GOLDEN / "bakery.json")
