"""The file of questions and facts: what it says, and which line is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import ROOT
from hayrick.haystacks.documents import read_documents
from hayrick.haystacks.facts import Fact, facts_of, read_facts
from hayrick.types import BadInput

HEAD = "schema: 1\ntopic: Bread\nquestions:\n"
KNOWN = ("a", "b/c")


def test_ids_are_given_or_counted_and_documents_are_decided_or_not() -> None:
    text = HEAD.replace("Bread", "Bread\ndomain: food") + (
        "- question: What  does\n    flour cost?\n  facts: [Flour is dear., {text: Rye is not., documents: [b/c, a]}]\n"
        "- id: oven\n  question: How old is it?\n  facts:\n"
        "  - {id: age, text: It was made in 1931., documents: []}\n  - {text: It is hot., documents: }\n"
    )
    found = facts_of(text, "some/facts.yaml", KNOWN)
    assert (found.name, found.topic, found.domain) == ("facts.yaml", "Bread", "food")
    first, second = found.questions
    assert (first.id, first.text, second.id) == ("q1", "What does flour cost?", "oven")
    assert first.facts == (
        Fact(id="q1.1", text="Flour is dear."),
        Fact(id="q1.2", text="Rye is not.", documents=("b/c", "a")),
    )
    # An empty list is a decision; a key without a value is none.
    assert second.facts == (
        Fact(id="age", text="It was made in 1931.", documents=()),
        Fact(id="oven.2", text="It is hot."),
    )
    assert found.fingerprint == facts_of(text, "elsewhere.yaml", KNOWN).fingerprint
    assert found.fingerprint != facts_of(text + "# more\n", "some/facts.yaml", KNOWN).fingerprint


def test_the_examples_differ_in_what_a_person_decided() -> None:
    folder = ROOT / "docs" / "examples"
    known = [one.id for one in read_documents([str(folder / "handbook")]).documents]
    plain, decided = (read_facts(folder / f"handbook{name}.yaml", known) for name in ("", "_decided"))
    facts = [[fact for question in one.questions for fact in question.facts] for one in (plain, decided)]
    assert [(one.id, one.text) for one in facts[0]] == [(one.id, one.text) for one in facts[1]]
    assert all(one.documents is None for one in facts[0])
    assert {one.id: one.documents for one in facts[1] if one.documents is not None} == {
        "leave.2": ("leave/minutes_january", "leave/paid_leave"),
        "leave.4": ("leave/illness",),
        "devices.1": ("it/laptops",),
        "devices.2": ("it/passwords",),
        "devices.4": (),
    }


QUESTION = "- question: q\n  facts: "


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "facts.yaml: nothing in it"),
        ("- a", "facts.yaml:1: 'facts' is a list; expected a mapping"),
        ("schema: 1\n", "facts.yaml:1: 'topic' is missing"),
        ("schema: 1\ntopic: t\nquestion: q\n", "facts.yaml:3: unknown key 'question' in 'facts'"),
        (HEAD.replace("1", "2") + QUESTION + "[a b]", "facts.yaml:1: 'schema' is '2'"),
        (HEAD.rstrip() + " []\n", "facts.yaml:3: 'questions' is an empty list; expected at least one question"),
        (HEAD + "- facts: [a b]\n", "facts.yaml:4: a question without 'question'"),
        (HEAD + "- question: q\n", "facts.yaml:4: a question without 'facts'"),
        (HEAD + QUESTION + "[]\n", "facts.yaml:5: 'facts' is an empty list; expected at least one fact"),
        (HEAD + QUESTION + "one\n", "facts.yaml:5: 'facts' is 'one'; expected a list"),
        (HEAD + QUESTION + "[[a]]\n", "facts.yaml:5: 'text' is a list"),
        (HEAD + QUESTION + "['']\n", "facts.yaml:5: 'text' is ''; expected a filled text"),
        (HEAD + QUESTION + "[{id: x}]\n", "facts.yaml:5: a fact without 'text'"),
        (HEAD + QUESTION + "[{text: a, docs: [a]}]\n", "facts.yaml:5: unknown key 'docs' in 'fact'"),
        (HEAD + QUESTION + "[{text: a, documents: a}]\n", "facts.yaml:5: 'documents' is 'a'; expected a list"),
        (HEAD + QUESTION + "[{text: a, documents: [b/d]}]\n", "the unknown document 'b/d'"),
        (HEAD + QUESTION + "[{text: a, documents: [a, a]}]\n", "facts.yaml:5: the document 'a' again"),
        (HEAD + QUESTION + "[a b, A B]\n", "facts.yaml:5: the fact 'A B' again, as in facts.yaml:5"),
        (HEAD + QUESTION + "[a b]\n" + QUESTION + "[c]\n", "facts.yaml:6: the question 'q' again, as in facts.yaml:4"),
        (HEAD + QUESTION + "[{id: x, text: a}, {id: x, text: b}]\n", "the id of a fact 'x' again"),
        (HEAD + QUESTION + "[a, b, {id: q1.1, text: c}]\n", "the id of a fact 'q1.1' again"),
        (HEAD + QUESTION + '["a\\u0007b"]\n', "the control character '\\x07'"),
        (HEAD + QUESTION + "[&a [x], *a]\n", "facts.yaml:5: the anchor &a"),
        (HEAD + QUESTION + "[!!python/object:os.system x]\n", "facts.yaml:5: the tag"),
        (HEAD + QUESTION + "[" * 50 + "]" * 50 + "\n", "nested too deeply"),
        (HEAD + QUESTION + "[a: b: c]\n", "is not YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, found: str) -> None:
    with pytest.raises(BadInput, match=re.escape(found)):
        facts_of(text, "facts.yaml", KNOWN)


def test_the_nearest_document_is_suggested_and_the_format_named() -> None:
    with pytest.raises(BadInput, match="Did you mean 'b/c'") as refused:
        facts_of(HEAD + QUESTION + "[{text: a, documents: [b/cc]}]\n", "facts.yaml", KNOWN)
    assert "the unknown document 'b/cc'" in str(refused.value)
    with pytest.raises(BadInput, match=re.escape("See docs/guide/own_documents.md")):
        facts_of(HEAD + QUESTION + "x\n", "facts.yaml", KNOWN)
