"""The local checker: margins by hand, what it finds and what it is not misled by, and the released haystacks."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import GOLDEN
from hayrick.checking.accuracy import figures
from hayrick.checking.claim_scores import NUMBER_WEIGHT, Claims
from hayrick.checking.local import DOUBT, FITTED, FOUND, LocalChecker, StatingChecker, Weights, findings, signature
from hayrick.checking.other_values import ClaimedValues
from hayrick.checking.wording import agree, agrees, read
from hayrick.cli.verify import LOCAL_CHECKER
from hayrick.haystacks.files import read_haystack
from hayrick.quantities.texts import quantities
from hayrick.types import BadInput, Insight


def insight(id: str, text: str, **extra: object) -> Insight:
    return Insight(id=id, text=text, extra=extra)


HARBOUR = [
    insight(
        "budget",
        "The rebuilding of the harbour has a fixed budget of 46 million crowns.",
        translations={"de": "Der Umbau des Hafens hat ein festes Budget von 46 Millionen Kronen.", "fr": 3},
    ),
    insight("toads", "Eighteen tunnels under the embankment let toads cross the railway."),
    insight("fares", "Passengers under the age of 19 travel free of charge on all ferries."),
    insight(
        "keeper",
        "The lighthouse keeper Mara Quill retires in June and her successor comes from Saltmere.",
        halves=["The lighthouse keeper Mara Quill retires in June.", "The new lighthouse keeper comes from Saltmere."],
    ),
    insight("crane", "港口的新吊车每小时可以装卸三十二个集装箱，比旧吊车多一倍。"),
    insight("north", "The Northgate bakery opened 12 shops in May."),
    insight("south", "The Southgate bakery opened 15 shops in May."),
]

STATED: list[tuple[str, set[str], str]] = [
    ("The rebuilding of the harbour has a fixed budget of 46 million crowns.", {"budget"}, "word for word"),
    (
        "For the harbour, forty-six million crowns is the fixed sum that rebuilding it may cost, said the mayor.",
        {"budget"},
        "other words in another order, the number in words",
    ),
    ("The rebuilding of the harbour has a fixed budget of 64 million crowns.", set(), "another number"),
    ("The harbour is old, and its rebuilding has been a topic in the council for years.", set(), "only the topic"),
    (
        "Gestern hieß es, der Umbau des Hafens habe ein festes Budget von 46 Millionen Kronen, mehr nicht.",
        {"budget"},
        "in the language of a translation",
    ),
    ("In June, Mara Quill retires: the lighthouse keeper has seen enough storms.", {"keeper"}, "the first half"),
    ("From Saltmere comes the new keeper of the lighthouse.", {"keeper"}, "the second half"),
    (
        "记者昨天了解到，新吊车每小时可以装卸三十二个集装箱，比旧的多一倍，工人们很高兴。",
        {"crane"},
        "a script without spaces",
    ),
    ("港口的天气很好，工人们昨天在码头上吃午饭。", set(), "the same script, the same harbour, another matter"),
    ("In May the Northgate bakery opened 12 shops.", {"north"}, "one of two insights that share most words"),
    (
        "In May the Northgate bakery opened 12 shops, and the Southgate bakery opened 15 of them.",
        {"north", "south"},
        "both of them",
    ),
    ("", set(), "nothing"),
    ("It is what it is, and that was that.", set(), "no content word"),
    ("\x00\ud800 [[{{ \u202e 999999999999999999999999", set(), "no text"),
]


@pytest.mark.parametrize(("text", "wanted", "why"), STATED, ids=[row[2] for row in STATED])
def test_what_is_found(text: str, wanted: set[str], why: str) -> None:
    checker = LocalChecker(HARBOUR)
    assert {one.insight for one in checker.check(text) if one.found} == wanted
    inside = f"The weather held for a week.\n\n{text} Nobody was surprised.\n\n" + "The market was quiet again. " * 60
    assert {one.insight for one in checker.check(inside) if one.found} == wanted, "the text around it changes nothing"


def test_another_number_leaves_doubt_and_not_certainty_that_it_is_missing() -> None:
    checker = LocalChecker(HARBOUR)
    right = checker.check("The rebuilding of the harbour has a fixed budget of 46 million crowns.")[0]
    wrong = checker.check("The rebuilding of the harbour has a fixed budget of 64 million crowns.")[0]
    assert (right.contradicted, wrong.contradicted) == (False, True)
    assert 0.05 < wrong.probability <= DOUBT < FOUND <= right.probability


def test_margins_by_hand() -> None:
    # "red" is in both, the others in one: weights log(1 + 0.5/2.5) and log(1 + 1.5/1.5).
    claims = Claims([insight("a", "red lamps burn"), insight("b", "red kilns smoke")])
    shared, own = log(1.2), log(2.0)
    total = shared + 2 * own
    share = (shared + own) / total
    # Both hold a share of "red" of the other; as far as the other is there, that much is explained.
    red = shared / total
    expected = [(share - red * red) / (1 - red * red), (red - share * red) / (1 - share * red)]
    found = claims.margins(read("red lamps"))
    assert found.near.tolist() == found.wide.tolist() == pytest.approx(expected, abs=1e-6)
    assert claims.margins(read("red kilns smoke")).near.tolist() == pytest.approx([0.0, 1.0], abs=1e-6)


def test_the_claim_that_is_most_alike_explains_what_is_said_of_it() -> None:
    others = [
        insight(f"{n}", f"red {word} rust")
        for n, word in enumerate(["barns", "carts", "doors", "forks", "gates", "hoops"])
    ]
    claims = Claims([insight("a", "blue lamps burn"), *others, insight("b", "blue kilns burn")])
    # All that "blue kilns burn" has of the first claim, the last one states.
    assert claims.margins(read("blue kilns burn")).near[[0, -1]].tolist() == pytest.approx([0.0, 1.0], abs=1e-6)


def test_a_quantity_weighs_more_than_a_word() -> None:
    claims = Claims([insight("a", "lamps 40"), insight("b", "kilns 70")])
    # No word is shared, so the margin is the share: the number's 1.5 of 1.5 + 1.
    assert claims.margins(read("40 boats")).near[0] == pytest.approx(NUMBER_WEIGHT / (NUMBER_WEIGHT + 1))


def test_a_window_has_forty_content_words_and_ends_with_the_text() -> None:
    # 8 steps of 5: the first word and the 40th are in one window, the first and the 41st in none.
    claims = Claims([insight("a", "lamps burn"), insight("b", "kilns smoke")])
    for between, margin in ((38, 1.0), (39, 0.5)):
        text = "lamps " + "boat " * between + "burn"
        assert claims.margins(read(text)).wide[0] == pytest.approx(margin), between


def test_probability_is_logistic_in_the_margins() -> None:
    checker = LocalChecker([insight("a", "lamps burn"), insight("b", "kilns smoke")], Weights(-1.0, 0.5, 0.25))
    # Margins 1 and 1: odds -1 + 0.5 + 0.25 = -0.25.
    assert checker.check("lamps burn")[0].probability == pytest.approx(1 / (1 + 2.718281828**0.25))
    assert checker.signature == signature(Weights(-1.0, 0.5, 0.25)) != signature(FITTED)


def test_evidence_is_the_nearest_sentence_also_where_nothing_is_found() -> None:
    first, second = "The lamps of the harbour burn all night.", "Kilns smoke, too."
    checker = LocalChecker([insight("a", "Harbour lamps burn all night on gas."), insight("b", "Bread is dear.")])
    found = checker.check(f"It rained.\n{first} {second}")
    assert [one.evidence for one in found] == [first, None]


def test_evidence_of_a_text_without_sentences_is_what_stands_in_the_window() -> None:
    checker = LocalChecker([insight("a", "Harbour lamps burn all night."), insight("b", "Bread is dear.")])
    text = "boat " * 300 + "harbour lamps burn all night " + "boat " * 300
    (found, _) = checker.check(text)
    assert found.found
    assert found.evidence is not None
    assert "harbour lamps burn" in found.evidence
    assert len(found.evidence) <= 41 * len("harbour ")


def test_ranked_says_what_a_chapter_is_about() -> None:
    ranked = LocalChecker(HARBOUR).ranked("Free, all of it: whoever is under the age of 19 pays no charge on ferries.")
    assert ranked[0].insight == "fares"
    assert [one.probability for one in ranked] == sorted((one.probability for one in ranked), reverse=True)


def test_what_is_said_of_a_document_does_not_depend_on_others() -> None:
    haystack = read_haystack(GOLDEN / "bakery_native.json")
    insights = [one for subtopic in haystack.subtopics for one in subtopic.insights]
    checker = LocalChecker(insights)
    together = [checker.check(document.text) for document in haystack.documents]
    apart = [LocalChecker(insights).check(document.text) for document in reversed(haystack.documents)]
    assert together == apart[::-1]


def test_findings_of_a_small_haystack_agree_with_its_record() -> None:
    haystack = read_haystack(GOLDEN / "bakery_native.json")
    insights = [one for subtopic in haystack.subtopics for one in subtopic.insights]
    found = list(findings(haystack, StatingChecker(insights)))
    checker = StatingChecker(insights)
    for document in haystack.documents:
        checker.check(document.text)
    assert list(findings(haystack, checker)) == found  # What it keeps of texts changes nothing.
    assert len(found) == len(haystack.documents) * len(insights) == 24
    assert {(one.insight, one.document) for one in found if one.found} == {
        (insight, document) for insight, holders in haystack.held_by.items() for document in holders
    }
    assert all(one.gold == one.found for one in found)


def test_insights_need_different_ids() -> None:
    with pytest.raises(BadInput, match="the id 'a' twice"):
        LocalChecker([insight("a", "x"), insight("b", "y"), insight("a", "z")])
    with pytest.raises(BadInput, match="none"):
        LocalChecker([])


def test_two_insights_of_the_same_words_do_not_explain_each_other_away() -> None:
    checker = LocalChecker([insight("a", "The lamps burn all night."), insight("b", "All night the lamps burn.")])
    assert [one.found for one in checker.check("The lamps burn all night.")] == [True, True]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4), st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_has_a_probability_for_every_insight(texts: list[str], text: str) -> None:
    checker = LocalChecker([insight(str(number), one) for number, one in enumerate(texts)])
    found = checker.check(text)
    assert [one.insight for one in found] == [str(number) for number in range(len(texts))]
    assert all(0 <= one.probability <= 1 for one in found)
    assert all(one.evidence is None or one.evidence in text for one in found)


NUMBERS: list[tuple[str, str, bool, str]] = [
    ("46 million crowns", "64 million crowns", True, "another amount"),
    ("46 million crowns", "forty-six million crowns", False, "the same in words"),
    ("46 million crowns", "12 shops of 46,000,000 crowns", False, "the same beside another"),
    ("46 million crowns", "a fixed sum", False, "no number"),
    ("46 million crowns", "38 minutes", False, "a number of another kind"),
    ("38 minutes", "52 minutes", True, "another duration"),
    ("$1,270", "about $1,300", False, "the same, rounded"),
    ("1,025 shops", "$1,030", False, "another unit"),
    ("3.1 million pounds", "£3.1m for 12 million people", False, "the same, with another sign"),
    ("May 2032", "May 2030", True, "another year"),
    ("no number", "46", False, "nothing to contradict"),
]


@pytest.mark.parametrize(("claim", "said", "expected", "why"), NUMBERS, ids=[row[3] for row in NUMBERS])
def test_contradicted_numbers(claim: str, said: str, expected: bool, why: str) -> None:
    told = quantities(said)
    claims = ClaimedValues([[], quantities(claim), quantities("2 of 7 days"), quantities(claim)])
    last = np.array([0, len(told), 0, 0])
    found = claims.contradicted(told, np.zeros(4, dtype=np.int64), last)
    assert found.tolist() == [False, expected, False, False], "of what stands in the passage"


def test_values_of_many_claims_agree_as_those_of_one() -> None:
    texts = [text for row in NUMBERS for text in row[:2]] + ["2,014 and 2,013.6 km", "24 of 25", "$1.234567m", "half"]
    every = [one for text in texts for one in quantities(text)]
    assert ClaimedValues([every]).agreeing(every).tolist() == [
        [agrees(one, [other]) for other in every] for one in every
    ]


def test_terms_are_stems_and_values_with_their_places() -> None:
    text = "Forty-six million crowns: the Mayor’s “fixed” budget, 港口。"
    found = read(text)
    assert found.terms == ["#4.6e+07", "crown", "mayor", "fix", "budget", "港口"]
    assert [text[start : start + 3] for start in found.starts] == ["For", "cro", "May", "“fi", "bud", "港口。"]
    assert found.end == len(text)
    times = read("from 18:30 to 9:15 for 40 people")
    assert [one.value for one in times.quantities] == [40]
    assert times.terms == ["#clock1110", "#clock555", "#40", "peopl"]


def test_quantities_that_are_set_aside_as_far_apart_do_not_agree() -> None:
    said = quantities(
        "0, 1, about 95, 97, 97.4, about 100, 1,000, 1.03 million, 1,034,000, $3.1m, 3.1 million, 50 %, half of"
    )
    assert len(said) > 10
    for one in said:
        others = [other for other in said if other != one]
        assert agrees(one, others) == any(agree(one, other) for other in others)
    assert [agrees(said[3], [other]) for other in (said[4], said[5])] == [True, False]


def test_held_out_the_checker_agrees_with_the_released_record(summhay: Path) -> None:
    from bench.figures import percent
    from bench.haystacks.verification_fit import fit, insights_of, measure, probabilities, rotation

    measured = [measure(read_haystack(summhay / f"topic_news{number}.json")) for number in (1, 2, 4)]
    right = found = gold = 0
    for one, others in rotation(measured):
        said = probabilities(one, fit(others)) >= FOUND
        right, found, gold = right + int((said & one.gold).sum()), found + int(said.sum()), gold + int(one.gold.sum())
    # What was asked for is .90; docs/evidence/verification.md has .935 without the rule about numbers.
    assert 2 * right / (found + gold) == pytest.approx(0.935, abs=0.003)
    assert fit(measured) == pytest.approx(FITTED, abs=0.05)
    # The figures that `hayrick verify` prints are those of the pooled row.
    pooled = figures(
        [
            (one.haystack, list(findings(one.haystack, StatingChecker(insights_of(one.haystack), fit(others)))))
            for one, others in rotation(measured)
        ]
    )
    assert f"({pooled.pairs:,} pairs)" in LOCAL_CHECKER
    assert f"F1 {percent(pooled.f1)} percent" in LOCAL_CHECKER
