"""The table of like words, what they count, and the subtopics that it lets be ruled out."""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path

import pytest

from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.likeness import alike, neighbours
from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.reading import content_word, read_parts
from hayrick.judges.coverage.similarity import Prepared
from hayrick.tasks.summhay.shares import Shares

OTHERS = ["Amateurs found three old coins near Selby.", "Volunteers repainted the tram depot in Lorne."]


def test_the_table_gives_parts_both_ways_and_none_to_a_word_itself() -> None:
    for word in ("boat", "lawyer", "flood", "buy", "measure"):
        stem = content_word(word)
        near = dict(alike(stem))
        assert near
        assert stem not in near
        assert all(0.2 <= share <= 0.8 for share in near.values())
        assert all(dict(alike(other))[stem] == share for other, share in near.items())


def test_names_and_unknown_words_stand_alone() -> None:
    assert alike("ombrel") == alike("tarvis") == alike("") == alike("#1904") == ()


def test_neighbours_are_the_same_relation_asked_from_the_other_side() -> None:
    stems = [content_word(word) for word in ("boat", "lawyer")]
    found = neighbours(stems)
    assert {(stem, *pair) for stem, near in found.items() for pair in near} == {
        (other, stem, share) for stem in stems for other, share in alike(stem)
    }


@pytest.mark.parametrize(
    ("insight", "told", "other"),
    [
        ("The lawyer bought a boat.", "The attorney purchased a ship.", "The gardener watered a hedge."),
        ("Doctors tested the vaccine on children.", "Physicians tried the shot on infants.", "Pilots flew over hills."),
    ],
)
def test_words_alike_say_more_than_others_and_less_than_the_words_themselves(
    insight: str, told: str, other: str
) -> None:
    mine, alike_to_it, strange = (
        cover([insight, *OTHERS], [bullet], guards=())[0].value for bullet in (insight, told, other)
    )
    assert strange + 0.1 < alike_to_it < mine == 1


def test_nothing_is_ruled_out_that_could_be_full() -> None:
    haystack = read_haystack(Path(str(files("hayrick") / "bundled" / "haystacks" / "tidewall.json")))
    prepared = {one.id: Prepared([i.text for i in one.insights], one.query) for one in haystack.subtopics}
    shares, rng, full = Shares(prepared), random.Random(0), 0
    for subtopic in haystack.subtopics:
        for insight in subtopic.insights:
            for part in (0.0, 0.2, 0.4, 0.6):
                words = [_another(word, rng) if rng.random() < part else word for word in insight.text.split()]
                parts = read_parts(" ".join(words))
                possible = shares.possible(parts)
                for name, insights in prepared.items():
                    values = [v for *_, found in insights.similarities(parts) for v in found.values()]
                    if max(values, default=0.0) > FITTED.full:
                        full += 1
                        assert name in possible
                assert possible <= prepared.keys()
    assert full > 50
    assert not shares.possible(read_parts("Penguins waddle."))


def _another(word: str, rng: random.Random) -> str:
    near = [stem for stem, _ in alike(content_word(word.strip(".,;:")))]
    return rng.choice(near) if near else word
