"""Like words: what the table says, and what the local judge's similarity makes of it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.similarity import match
from hayrick.judges.coverage.words.likeness import alike, neighbours
from hayrick.judges.coverage.words.reading import content_word

OTHERS = ["Volunteers restored the cracked lens.", "Rents in the old town stayed flat."]

PAIRS = [
    ("comet", "asteroid", "pamphlet", "astronomy"),
    ("enzyme", "protein", "ladder", "biology"),
    ("tenant", "landlord", "asteroid", "housing"),
    ("quarrel", "dispute", "protein", "conversation"),
    ("judge", "court", "comet", "law"),
    ("referee", "umpire", "enzyme", "sports"),
]


def similarity(insight: str, bullet: str) -> float:
    found = match([insight, *OTHERS], [bullet])[0]
    return found.similarity if found else 0.0


@pytest.mark.parametrize(("word", "other", "unlike", "why"), PAIRS, ids=[row[3] for row in PAIRS])
def test_likeness_holds_both_ways_and_is_a_part(word: str, other: str, unlike: str, why: str) -> None:
    one, two, three = map(content_word, (word, other, unlike))
    share = dict(alike(one))[two]
    assert 0 < share < 1
    assert dict(alike(two))[one] == share
    assert one not in dict(alike(one))
    assert three not in dict(alike(one))


def test_what_is_no_word_is_like_none() -> None:
    assert [alike(word) for word in ("", "zzyzx", "#14", ";", "tenant;2 1")] == [()] * 5


def test_neighbours_turn_likeness_round() -> None:
    terms = [content_word(word) for word in ("tenant", "quarrel", "zzyzx", "#14")]
    found = neighbours(terms)
    assert {(stem, term, share) for stem, near in found.items() for term, share in near} == {
        (stem, term, share) for term in terms for stem, share in alike(term)
    }
    assert neighbours([]) == {}


CREDITED = [
    ("The {} was seen above Quito by 14 pupils.", "comet", "asteroid", "pamphlet"),
    ("Heat destroyed the {} within nine minutes.", "enzyme", "protein", "ladder"),
    ("Her aunt lent the {} a van and 300 euros.", "tenant", "landlord", "asteroid"),
    ("In Bergen a {} about morphine lasted two days.", "quarrel", "dispute", "protein"),
    ("Rain kept the {} from the match in Split.", "referee", "umpire", "enzyme"),
]


@pytest.mark.parametrize(("text", "word", "like", "unlike"), CREDITED, ids=[row[1] for row in CREDITED])
def test_a_like_word_counts_more_than_another_and_less_than_the_word(
    text: str, word: str, like: str, unlike: str
) -> None:
    insight = text.format(word)
    least, some, all_of_it = (similarity(insight, text.format(one)) for one in (unlike, like, word))
    assert least < some < all_of_it == 1.0


@pytest.mark.parametrize(("text", "word", "like", "unlike"), CREDITED, ids=[row[1] for row in CREDITED])
def test_a_like_word_adds_nothing_beside_the_word_itself(text: str, word: str, like: str, unlike: str) -> None:
    insight = text.format(word)
    assert similarity(insight, text.format(f"{word} {like}")) == similarity(insight, text.format(f"{word} {unlike}"))


def test_of_several_like_words_the_nearest_counts_and_no_other() -> None:
    word, near, far = "quarrel", "dispute", "argument"
    shares = dict(alike(content_word(word)))
    assert shares[content_word(near)] > shares[content_word(far)]
    text = "In Bergen a {} about morphine lasted two days."
    insight = text.format(word)
    both, nearest, farther = (
        similarity(insight, text.format(one)) for one in (f"{far} {near}", f"zzyzx {near}", f"{far} zzyzx")
    )
    assert both == nearest > farther


def test_a_word_that_is_like_a_siblings_word_speaks_of_that_sibling() -> None:
    told = ["The tenant of the mill bought a van.", "The comet above the mill bought no van."]
    found = [match(told, [f"The {word} of the mill bought a van."]) for word in ("renter", "asteroid")]
    values = [[one.similarity if one else 0.0 for one in many] for many in found]
    assert values[0][0] > values[1][0]
    assert values[0][1] < values[1][1]


NAMED = [
    ("The tribunal in {0} fined a {1}.", "Bergthun", "dentist"),
    ("A {1} from {0} swam the strait.", "Zuvela", "fisherman"),
    ("In the lab of {0} a {1} escaped.", "Okonjo", "monkey"),
]


@pytest.mark.parametrize(("text", "name", "word"), NAMED, ids=[row[1] for row in NAMED])
def test_a_name_that_is_missing_weighs_more_than_a_word_that_others_replace(text: str, name: str, word: str) -> None:
    assert alike(content_word(word))
    assert not alike(content_word(name))
    insight = text.format(name, word)
    without_name, without_word = (similarity(insight, text.format(*one)) for one in (("qqxq", word), (name, "qqxq")))
    assert without_name < without_word
