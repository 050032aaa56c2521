"""Irregular verbs are one word in all tenses, and reversed verbs contradict."""

from __future__ import annotations

import pytest
from bench.judge.make_opposites import text

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.lemmas import VERBS
from hayrick.judges.coverage.words.opposites import OPPOSITES, TABLE, stripped
from hayrick.judges.coverage.words.reading import content_word

PARTS = [verb.split() for line in VERBS.strip().splitlines() for verb in line.split("|")]


@pytest.mark.parametrize("parts", PARTS, ids=[parts[0] for parts in PARTS])
def test_every_tense_of_an_irregular_verb_is_one_word(parts: list[str]) -> None:
    assert len(parts) == 3
    assert len({content_word(form) for form in parts}) == 1
    assert content_word(parts[0])


FORMS = [
    "stay stays stayed staying",
    "discuss discusses discussed discussing",
    "family families",
    "apply applies applied applying",
    "certify certifies certified certifying",
    "answer answers answered answering",
    "attorney attorneys",
    "document documents documented documenting",
    "decision decisions",
]


@pytest.mark.parametrize("forms", FORMS)
def test_regular_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({content_word(form) for form in forms.split()}) == 1


def test_an_er_that_is_no_ending_stays() -> None:
    assert content_word("letters") == content_word("letter") != content_word("let")


REVERSED = [
    ("rose", "fell"),
    ("won", "lost"),
    ("bought", "sold"),
    ("built", "demolished"),
    ("doubled", "halved"),
    ("grew", "shrank"),
    ("began", "ended"),
    ("lent", "borrowed"),
    ("came", "left"),
    ("sped", "slowed"),
    ("withdrew", "invested"),
    ("upheld", "overturned"),
    ("repaid", "borrowed"),
    ("lifted", "imposed"),
    ("resumed", "halted"),
]


@pytest.mark.parametrize(("one", "other"), [*REVERSED, *(pair[::-1] for pair in REVERSED)])
def test_a_reversed_verb_contradicts(one: str, other: str) -> None:
    frame = "The ferry line of Tarnby {} its shares on Monday, when the harbour report was read."
    insights = [frame.format(one), "Volunteers restored the lens.", "Rents stayed flat."]
    found = cover(insights, [frame.format(other)])[0]
    assert (found.label, found.contradicted) == ("none", True)
    assert found.value <= 0.25
    assert cover(insights, insights)[0].label == "full"


@pytest.mark.parametrize(
    ("insight", "bullet", "expected", "why"),
    [
        ("The crewed capsule landed in the sea.", "The uncrewed capsule landed in the sea.", "none", "prefix"),
        ("The board was satisfied with the draft.", "The board was dissatisfied with the draft.", "none", "prefix"),
        ("Tolls grew in the spring of the year.", "Tolls rose in the spring of the year.", "full", "same side"),
        ("The town saw less frequent floods in June.", "The town saw rare floods in June.", "full", "taken back"),
    ],
)
def test_prefixes_and_words_of_one_side(insight: str, bullet: str, expected: str, why: str) -> None:
    assert cover([insight, "Rents stayed flat."], [bullet])[0].label == expected, why


def test_words_that_only_look_prefixed_have_no_opposite() -> None:
    assert not any(map(stripped, map(content_word, ("income", "display", "invest"))))
    assert stripped("uncrew") == ("crew",)


def test_the_table_of_opposites_is_made_of_the_words() -> None:
    assert TABLE.read_text(encoding="utf-8") == text(), "run `python -m bench.judge.make_opposites`"


def test_opposites_are_mutual_and_never_of_oneself() -> None:
    for word, others in OPPOSITES.items():
        assert word not in others
        assert all(word in OPPOSITES[other] for other in others)


LIGHT = [
    (
        "The office consents if seven of the arches stay untouched.",
        "The office consents if seven arches are left untouched.",
    ),
    ("The sea came over the wall in December.", "The sea went over the wall in December."),
]


@pytest.mark.parametrize(("insight", "bullet"), LIGHT)
def test_verbs_that_say_nothing_before_the_same_word_are_no_opposites(insight: str, bullet: str) -> None:
    assert cover([insight, "Rents stayed flat in May."], [bullet])[0].label == "full"


@pytest.mark.parametrize(
    ("stays", "leaves"), [("stays at", "leaves"), ("stayed at", "left"), ("stays with", "is leaving")]
)
def test_who_leaves_does_not_stay(stays: str, leaves: str) -> None:
    found = cover([f"Striker Alvarez {stays} the club.", "Rents stayed flat."], [f"Striker Alvarez {leaves} the club."])
    assert found[0].contradicted
