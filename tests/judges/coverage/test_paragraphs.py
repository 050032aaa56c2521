"""One paragraph of several statements is worth what its statements are worth as bullets."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.reading import read, read_parts

OTHERS = ["A volunteer crew restored the cracked lighthouse lens.", "The school opened a library in the old mill."]
LONG = [
    "Banks in Orsk plan to lend less to builders. For example, the Kvist bank will close its desk for hotels.",
    "Founders share advice on new lenders. Vera Lind of Omnia named it the reason for her line of credit.",
    "The ferry carried 300 passengers. It was the most in a day since the bridge opened.",
]


def test_one_paragraph_counts_as_its_sentences() -> None:
    insights = [
        "The harbour council of Lindholm approved 14 new tide gates.",
        "Ferry captains reported a 20 percent drop in delays.",
        "A volunteer crew restored the cracked lighthouse lens.",
    ]
    bullets = [
        "The council of Lindholm approved 14 tide gates [2].",
        "Delays of the ferry fell 20 percent, captains reported [4].",
        "A crew of volunteers restored the lens of the lighthouse [1].",
    ]
    apart = [found.value for found in cover(insights, bullets)]
    together = cover(insights, [" ".join(bullets)])
    assert [found.value for found in together] == pytest.approx(apart, abs=0.03)
    assert {found.bullet for found in together} == {0}


def test_what_else_a_bullet_says_takes_nothing_away() -> None:
    insight = "The harbour council of Lindholm approved 14 new tide gates."
    rest = " ".join(f"A painter from the north sold picture {name}." for name in "abcdefgh")
    assert cover([insight, *OTHERS], [f"{rest} {insight}"])[0].value > 0.99


def test_insights_of_several_sentences_are_found_in_one_paragraph() -> None:
    for order in (LONG, LONG[::-1], [LONG[1], LONG[2], LONG[0]]):
        found = cover(LONG, [" ".join([*OTHERS, *order])])
        assert [one.label for one in found] == ["full"] * 3
        assert all(one.value == pytest.approx(1.0) for one in found)


def test_an_insight_told_in_two_sentences_is_found_in_a_long_paragraph() -> None:
    insight = "The harbour council of Lindholm approved 14 new tide gates at a cost of 3 million crowns."
    told = "The harbour council of Lindholm approved 14 new tide gates. They will cost 3 million crowns."
    alone = cover([insight, *OTHERS], [told])[0].value
    rest = " ".join(f"A painter from the north sold picture {name}." for name in "abcdefgh")
    assert cover([insight, *OTHERS], [f"{rest} {told} {rest}"])[0].value == pytest.approx(alone, abs=0.03)
    apart = told.replace("gates. ", f"gates. {rest} ")
    assert cover([insight, *OTHERS], [apart])[0].value < alone


@pytest.mark.parametrize(
    ("insight", "wrong", "reason"),
    [
        (
            "The harbour council of Lindholm approved 14 new tide gates in May.",
            "The harbour council of Lindholm approved 21 new tide gates in May.",
            "quantity",
        ),
        (
            "The Halden Group sued the Kattner family over the sale of the quarry.",
            "The Kattner family sued the Halden Group over the sale of the quarry.",
            "roles",
        ),
        (
            "The museum lent the accordion to a school in Ostby for the summer concert.",
            "The museum lent the kettle to a school in Ostby for the summer concert.",
            "swap",
        ),
        (
            "Exports of timber from Lindholm rose in the second quarter.",
            "Exports of timber from Lindholm fell in the second quarter.",
            "opposite",
        ),
    ],
)
def test_what_a_sentence_says_wrongly_the_paragraph_does_not_say_rightly(insight: str, wrong: str, reason: str) -> None:
    insights = [insight, *OTHERS]
    alone = cover(insights, [wrong])[0]
    paragraph = cover(insights, [" ".join([OTHERS[0], wrong, OTHERS[1]])])[0]
    assert alone.reason == reason
    assert paragraph.reason == reason
    assert paragraph.value == pytest.approx(alone.value, abs=1e-9)
    both = cover(insights, [" ".join([OTHERS[0], wrong, OTHERS[1], insight])])[0]
    assert both.label == "full", "another sentence says it as it is"


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_a_long_paragraph_does_not_hide_an_opposite(n: int) -> None:
    insight = (
        "Several large customers, among them the supermarket chain Bonfield, warned that weaker competition would lead "
        "to higher prices for cardboard trays."
    )
    colours = ["red", "blue", "green", "brown", "white", "black", "grey", "golden", "purple"][:n]
    rest = " ".join(f"A painter from the north sold a {colour} picture." for colour in colours)
    found = cover([insight], [f"{insight.replace('higher', 'lower')} {rest}"])[0]
    assert found.contradicted
    assert found.value <= 0.25


def test_words_that_meet_by_chance_in_a_long_paragraph_say_little() -> None:
    others = [
        "The old bridge over the Arrel reopened on Monday.",
        "Norwick's library lends tools to its members.",
        "A heat wave halved the yield of the orchards near Tolm.",
        "The ferry to Skane sails twice a day.",
    ]
    scattered = [
        "The council met on Monday.",
        "Parking is scarce in Arrel.",
        "Trees grow by the road.",
        "The fee for moorings went up.",
        "Nobody knows how much money that brings.",
    ]
    insights = ["The council raised the parking fee and will spend the money on trees.", *others]
    apart = cover(insights, [*scattered, *others])
    together = cover(insights, [" ".join([*scattered, *others])])
    assert [one.value for one in together[1:]] == [one.value for one in apart[1:]]
    assert apart[0].value < together[0].value < apart[0].value + 0.15


def test_reports_in_one_paragraph_do_not_deny_each_other() -> None:
    insights = [
        "The plant in Orsk will move to Lindholm by the end of the year.",
        "The depot is not included in the sale of the harbour line to Halden Rail.",
        "The northern ferry terminal needs a new roof before winter.",
    ]
    bullets = [f"Rumour has it that {one[0].lower()}{one[1:]}" for one in insights]
    assert [one.value for one in cover(insights, bullets)] == [0.75] * 3
    assert [one.value for one in cover(insights, [" ".join(bullets)])] == [0.75] * 3


def test_sentences_joined_read_as_one_text() -> None:
    text = "Profit rose 4 percent in May. The council of Lindholm paid 3 million dollars. Nobody came."
    parts = read_parts(text)
    assert parts.span(1, 2) is parts.sentences[1]
    assert parts.span(0, 3) is parts.whole
    joined, expected = parts.span(0, 2), read(text.removesuffix(" Nobody came."))
    assert list(joined.tokens) == list(expected.tokens)
    assert list(joined.quantities) == list(expected.quantities)
    assert (joined.words, joined.numbers) == (expected.words, expected.numbers)
