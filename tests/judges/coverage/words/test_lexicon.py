"""Relations of words from the table, and what the judge makes of them."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.lexicon import Relation, relation
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.vocabulary import kinds, meanings, narrowed

PAIRS: list[tuple[str, str, Relation, str]] = [
    ("wetland", "marsh", "same", "one is the more general word"),
    ("lorries", "trucks", "same", "plural of words that share a meaning"),
    ("early", "belated", "contrary", "the opposite of a word like it"),
    ("accepted", "rejected", "contrary", "past forms of a listed pair"),
    ("copper", "nickel", "other", "two metals"),
    ("nurse", "teacher", "other", "two trades"),
    ("nurse", "zzyzx", "unknown", "no word"),
]


@pytest.mark.parametrize(("a", "b", "expected", "why"), PAIRS, ids=[f"{a}, {b}" for a, b, _, _ in PAIRS])
def test_relations_hold_both_ways(a: str, b: str, expected: Relation, why: str) -> None:
    assert relation(content_word(a), content_word(b)) == relation(content_word(b), content_word(a)) == expected, why


def test_kinds_tell_things_from_other_nouns() -> None:
    assert "t" in kinds(content_word("kidney")), "a body part is a thing"
    assert kinds(content_word("guidance")) == "n", "a noun, but no thing"
    assert "n" not in kinds(narrowed(content_word("quickly"), "quickly"))
    assert kinds("zzyzx") == ""


def test_words_of_one_stem_are_told_apart() -> None:
    bakers, baked = (narrowed(content_word(word), word) for word in ("bakers", "baked"))
    assert content_word("bakers") == content_word("baked")
    assert bakers != baked
    assert ("n" in kinds(bakers), "v" in kinds(bakers)) == (True, False)
    assert relation(content_word("customers"), content_word("employees")) == "other"
    assert narrowed("zzyzx", "zzyzxs") == "zzyzx"


def test_synonyms_share_a_meaning() -> None:
    flood, inundate = content_word("flooded"), content_word("inundated")
    assert meanings(flood) & meanings(inundate)
    assert meanings("zzyzx") == frozenset()


OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]
SURGERY = "In August the surgeon Lionel Abara donated a kidney to his colleague after three years of waiting."
CASES = [
    (SURGERY, SURGERY.replace("kidney", "cornea"), "swap", "another thing"),
    (SURGERY, SURGERY.replace("surgeon", "dentist"), "swap", "another of a listed class"),
    (SURGERY, SURGERY.replace("donated a", "made a gift of his"), None, "the same in other words"),
    (SURGERY, SURGERY.replace("waiting", "patience"), None, "no thing, and two words differ"),
    ("The club opened its ground early in May.", "The club opened its ground belatedly in May.", "opposite", "table"),
    ("Lorries may use the tunnel again.", "Trucks may use the tunnel again.", None, "a synonym is no swap"),
]


@pytest.mark.parametrize(("insight", "bullet", "reason", "why"), CASES, ids=[row[3] for row in CASES])
def test_words_that_mean_the_same_are_no_swap(insight: str, bullet: str, reason: str | None, why: str) -> None:
    if why == "no thing, and two words differ":
        bullet = bullet.replace("August", "early August")
    assert cover([insight, *OTHERS], [bullet])[0].reason == reason, why


def test_a_synonym_counts_for_a_part_of_the_word() -> None:
    told = ["A burst dam flooded the northern valley.", *OTHERS]
    exact, alike, neither = (
        cover(told, [f"A dam {verb} the north."], guards=())[0].value for verb in ("flooded", "inundated", "admired")
    )
    assert neither < alike < exact


JURY = "A jury in Salem cleared the dentist Ruth Moor of fraud."
SOUP = "Aunt Berta gave Rolf the recipe for her plum soup before the feast."
YACHT = "The Danish captain sold the yacht to a lawyer in Rome."
BEAR = "Lawyers for Texas asked the judge to free the bear."
SUGAR = "The tax on sugar in Oaxaca cut the sale of lemonade by 9 %."
NAMED = [
    (JURY, "A jury in the town cleared the dentist Ruth Moor of deceit.", None, "a town"),
    (JURY, "A jury in Boston cleared the dentist Ruth Moor of deceit.", "swap", "another town's name"),
    (SOUP, "Aunt Berta handed the cook the recipe for her plum soup before the feast.", None, "a person"),
    (YACHT, "A lawyer in Rome was sold the yacht by the Swedish captain.", "swap", "another nation"),
    (YACHT, "A lawyer in Rome was sold the yacht by the foreign captain.", None, "no nation in particular"),
    (BEAR, "The judge was asked by lawyers for Ohio to free the bear.", "swap", "a name in another place"),
    (SUGAR, "The duty on sugar in the province cut the sale of lemonade by 9 %.", None, "a state"),
    (SUGAR, "The tax on sugar in Chiapas lowered the sale of lemonade by 9 %.", "swap", "another state's name"),
    (SUGAR, "The duty on salt in Oaxaca cut the sale of lemonade by 9 %.", "swap", "a word for no name"),
]


@pytest.mark.parametrize(("insight", "bullet", "reason", "why"), NAMED, ids=[row[3] for row in NAMED])
def test_a_common_word_is_not_swapped_for_a_name(insight: str, bullet: str, reason: str | None, why: str) -> None:
    assert cover([insight, *OTHERS], [bullet], guards=["swap"])[0].reason == reason, why
