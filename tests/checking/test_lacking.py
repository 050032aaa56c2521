"""What a passage lacks of a fact: numbers, the predicate, a share of the words; and what follows for its place."""

from __future__ import annotations

import pytest

from hayrick.checking.collection import haystack_of_facts, why_undecided
from hayrick.checking.lacking import Wanted, with_lacks
from hayrick.checking.local import DOUBT, Finding
from hayrick.checking.statements import Objection
from hayrick.haystacks.facts import facts_of
from hayrick.judges.coverage.words.reading import read
from hayrick.types import Document


@pytest.mark.parametrize(
    ("fact", "said", "lack"),
    [
        ("Orwell is in talks with Banner.", "Orwell has been in talks with Banner since May.", None),
        ("Orwell is in talks with Banner.", "Banner supplied engines to Orwell in May.", "absent predicate"),
        ("The mayor resigned after the audit.", "The mayor stepped down after the audit.", "absent predicate"),
        ("The mayor resigned after the audit.", "After the audit the mayor quit.", None),
        ("The mayor resigned after the audit.", "After the audit the mayor spoke.", "absent predicate"),
        ("Rates would be 27.5 per cent.", "Rates were the subject of the meeting.", "absent number"),
        ("Rates would be 27.5 per cent.", "At 27.5 per cent rates are high.", None),
        ("The harbour costs £13.2 million.", "The cost of the harbour is £13 million.", None),
        ("The new red barge carries grain.", "A barge carries grain.", "absent words"),
    ],
)
def test_numbers_the_predicate_and_a_quarter_of_the_words_must_stand_there(
    fact: str, said: str, lack: str | None
) -> None:
    assert Wanted.of(fact).lack(read(said))[1] == lack


@pytest.mark.parametrize(
    ("fact", "predicate"),
    [
        ("The barges could not be painted by hand alone.", "paint"),
        ("Mr. Hale quickly refuses the post.", "refu"),
        ("The pier has slowly collapsed.", "collap"),
        # What is stated is a number, or a name.
        ("The toll is 4 pounds.", None),
        ("The capital is Ashby.", None),
        ("No verb here.", None),
    ],
)
def test_the_predicate_is_found_by_auxiliaries_and_forms_of_verbs(fact: str, predicate: str | None) -> None:
    assert Wanted.of(fact).predicate == predicate


def test_the_share_counts_words_and_numbers() -> None:
    # Of barge, carry, grain and 40 stand two there: barge and grain.
    assert Wanted.of("The barge carries 40 of grain.").lack(read("The barge lost its grain.")) == (0.5, "absent number")


def finding(evidence: str, probability: float, objection: Objection | None = None) -> Finding:
    return Finding(
        insight="q1.1",
        document="d",
        gold=False,
        found=probability >= 0.5,
        probability=probability,
        evidence=evidence,
        objection=objection,
    )


def kept(text: str, one: Finding) -> Finding:
    read = facts_of(
        "schema: 1\ntopic: t\nquestions:\n- question: q\n  facts: [The mayor of Ashby resigned.]\n", "facts", ["d"]
    )
    whole = haystack_of_facts(read, [Document(id="d", text=text)], None, "h")
    (found,) = with_lacks(whole, [one])
    return found


def test_a_place_that_lacks_something_is_doubtful_however_probable_it_is() -> None:
    said = "The mayor of Ashby opened a bridge."
    found = kept(said, finding(said, 0.999))
    assert (found.found, found.probability, why_undecided(found)) == (True, 0.999, "doubted")
    assert found.objection == Objection("absent predicate", said, contradicts=False)


def test_what_lacks_half_is_no_place() -> None:
    said = "The mayor opened a bridge."
    found = kept(said, finding(said, 0.9))
    assert (found.found, found.probability) == (False, 0.9 * DOUBT)
    assert why_undecided(found) == "unclear"


def test_sentences_beside_it_count_and_those_far_off_do_not() -> None:
    said = "The mayor opened a bridge."
    near = f"In Ashby the council met. {said} He resigned."
    assert kept(near, finding(said, 0.999)).objection is None
    far = f"In Ashby the council met. {'Nothing else was said. ' * 9}{said}"
    assert kept(far, finding(said, 0.999)).found is False


def test_short_lines_of_a_wrapped_text_are_read_together() -> None:
    text = "The mayor\nof the town\nof Ashby\nin the end\nresigned."
    assert kept(text, finding("of Ashby", 0.999)).objection is None


@pytest.mark.parametrize(
    "one",
    [
        finding("Nothing of it.", 0.19),
        finding("Nothing of it.", 0.9, Objection("denial", "Nothing of it.", contradicts=True)),
    ],
)
def test_what_nobody_is_asked_about_and_what_is_contradicted_stays(one: Finding) -> None:
    assert kept("Nothing of it.", one) == one


def test_another_objection_goes_first() -> None:
    said = "The mayor of Ashby opened a bridge."
    other = Objection("roles", said, contradicts=False)
    assert kept(said, finding(said, 0.999, other)).objection == other
