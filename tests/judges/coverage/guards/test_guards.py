"""What forbids full coverage, and what must not."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.guards.guards import GUARDS, disorder, objection, stuffing
from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.judges.coverage.similarity import prepare
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read

GATES = "The harbour council of Lindholm approved 14 new tide gates in March 2021 at a cost of $3.2 million."
DELAYS = "Ferry captains in Lindholm reported a 20 percent drop in delays after the new schedule was introduced."
LENS = "A volunteer crew from Ostby restored the old lighthouse lens, which was not insured when it cracked."
RISE = "Harbour tolls rose from 6 % in April to 9 % in June, the board said."
SIBLINGS = [GATES, DELAYS, LENS, RISE]

OBJECTIONS = [
    (GATES, GATES.replace("14", "17"), "quantity", "another count of the same thing"),
    (GATES, GATES.replace("14", "seventeen"), "quantity", "in words"),
    (GATES, GATES.replace("3.2", "2.3"), "quantity", "another amount"),
    (GATES, GATES.replace("million", "billion"), "quantity", "another magnitude"),
    (GATES, GATES.replace("March", "May"), "quantity", "another month"),
    (GATES, GATES.replace("2021", "2022"), "quantity", "another year"),
    (DELAYS, DELAYS.replace("20 percent", "25 %"), "quantity", "another share"),
    (RISE, RISE.replace("9", "x").replace("6", "9").replace("x", "6"), "quantity", "two amounts exchanged"),
    (
        "The club of Lindholm sold 40 maps and 90 lamps last winter.",
        "The club of Lindholm sold 90 maps and 40 lamps last winter.",
        "quantity",
        "two counts exchanged",
    ),
    (
        "The harbour of Lindholm bought a Falcon-900 for the survey of the coast.",
        "The harbour of Lindholm bought a Falcon-700 for the survey of the coast.",
        "quantity",
        "another model of the same name",
    ),
    (DELAYS.replace("20", "0"), DELAYS, "quantity", "another share than none"),
    (RISE, "From 6 % in April to 9 % in June: so rose the tolls.", None, "the same amounts in other words"),
    (GATES, GATES.replace("14 ", "").replace("$3.2 million", "little"), None, "missing numbers are not contradicted"),
    (GATES, GATES.replace("14", "fourteen").replace("$3.2 million", "3,200,000 dollars"), None, "other spellings"),
    (GATES, GATES.replace("14", "14").replace("$3.2 million", "about $3 million"), "quantity", "too coarse"),
    (GATES, "4. " + GATES.replace("$3.2 million", "a modest sum"), None, "the number of the line is no rival"),
    (DELAYS, DELAYS.replace("Lindholm", "Tarvik"), "name", "a stranger in the place of a name"),
    (DELAYS, DELAYS.replace("in Lindholm ", ""), None, "a missing name is not contradicted"),
    (DELAYS, DELAYS.replace("Lindholm", "Lindholmen"), None, "a form of the name"),
    (DELAYS, DELAYS.replace("was introduced", "was not introduced"), "negation", "negated verb"),
    (GATES, GATES.replace("approved", "never approved"), "denial", "never"),
    (GATES, "It is untrue that " + GATES.lower().replace("march", "March"), "denial", "negated sentence"),
    (LENS, LENS.replace("was not insured", "was insured"), "denial", "negation taken away"),
    (LENS, LENS.replace("was not", "wasn't"), None, "both negate"),
    (GATES, GATES.replace("approved", "approved not only plans but"), None, "not only is no negation"),
    (DELAYS, DELAYS.replace("drop", "rise"), "opposite", "contrary word in the same place"),
    (DELAYS, DELAYS.replace("after", "before"), "opposite", "contrary function word"),
    (DELAYS, DELAYS.replace("drop", "decline"), None, "a word of the same side"),
    (
        DELAYS,
        "Ferry captains Lindholm reported 20 percent drop delays new schedule introduced",
        "stuffing",
        "bare words",
    ),
    (
        LENS,
        "Restored lighthouse not insured which Ostby from A it when crew cracked the was volunteer lens, old.",
        "order",
        "shuffled words",
    ),
    (
        DELAYS,
        "Schedule was in delays reported a in Ferry captains Lindholm 20 percent drop after the new introduced.",
        "order",
        "shuffled phrases that are no grammar",
    ),
    (
        GATES,
        "At a cost of $3.2 million, 14 new tide gates were approved in March 2021 by the Lindholm harbour council.",
        None,
        "the passive turns the sentence round",
    ),
]


@pytest.mark.parametrize(("insight", "bullet", "expected", "why"), OBJECTIONS, ids=[row[3] for row in OBJECTIONS])
def test_objections(insight: str, bullet: str, expected: str | None, why: str) -> None:
    facts = Facts(read(insight), frozenset(["Lindholm"]))
    facts.known = frozenset(term for text in SIBLINGS for term in read(text).words | read(text).numbers)
    found = objection(facts, Facts(read(bullet), None), tuple(GUARDS))
    assert (found.name if found else None) == expected
    siblings = [insight, *(one for one in SIBLINGS if one != insight)]
    covered = cover(siblings, [bullet])[0]
    if expected is not None:
        assert covered.label != "full"


def test_a_bullet_with_a_wrong_number_is_partial_and_a_second_one_saves_it() -> None:
    wrong = GATES.replace("14", "17")
    right = "Fourteen tide gates for $3.2 million were approved by the Lindholm council in March 2021."
    alone = cover(SIBLINGS, [wrong])[0]
    assert (alone.label, alone.bullet, alone.reason, alone.contradicted) == ("partial", 0, "quantity", False)
    assert alone.value == pytest.approx(0.4)
    found = cover(SIBLINGS, [wrong, right])[0]
    assert (found.label, found.bullet) == ("full", 1)


def test_of_equally_wrong_bullets_the_one_that_says_most_is_named() -> None:
    more, less = (text.replace("14", "17") for text in (GATES, GATES.replace("in March 2021 ", "")))
    for bullets in ((more, less), (less, more)):
        found = cover(SIBLINGS, bullets)[0]
        assert (found.value, found.bullet) == (0.4, bullets.index(more))


def test_without_guards_the_words_decide() -> None:
    wrong = GATES.replace("14", "17")
    assert cover(SIBLINGS, [wrong], guards=())[0].label == "full"
    assert LocalJudge(guards=()).signature.endswith("guards=none")


def test_every_sibling_passes_its_own_guards() -> None:
    for facts in prepare(tuple(SIBLINGS)).facts:
        assert objection(facts, Facts(facts.reading, None), tuple(GUARDS)) is None


def test_texts_without_words_raise_no_objection() -> None:
    for text in ("", "...", "not", "No!", "not that", "$", "14"):
        facts = Facts(read(text), None)
        assert objection(facts, facts, tuple(GUARDS)) is None
        assert objection(Facts(read(GATES)), facts, [name for name in GUARDS if name != "half"]) is None


def test_a_list_of_words_has_five_terms_and_a_wrong_order_six() -> None:
    delays = Facts(read(DELAYS))
    words = ["Ferry", "captains", "reported", "drop", "schedule", "introduced"]
    assert [stuffing(delays, Facts(read(" ".join(words[:n])), None)) for n in (4, 5)] == [False, True]
    assert [bool(disorder(delays, Facts(read(" ".join(words[n - 1 :: -1])), None))) for n in (5, 6)] == [False, True]
    assert not disorder(delays, Facts(read(" ".join(words)), None))


def test_function_words_between_terms() -> None:
    bound = Facts(read("A drop in delays cost money."), None).bound
    assert list(bound.values()) == [True, False, False]  # drop in delays, delays cost, cost money.
