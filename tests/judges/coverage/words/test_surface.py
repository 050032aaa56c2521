"""What is only the form of a text changes nothing: capitals, marks, labels, spellings of numbers, phrases around it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.judges.coverage.core import core
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read
from hayrick.judges.coverage.words.surface import plain
from hayrick.text import fold

INSIGHT = "The council of Zürnbach did not approve the new tram line to Gödel Square in May 2021."
OTHERS = ["A volunteer crew restored the cracked lighthouse lens.", "The school opened a library in the old mill."]
SAME = [
    INSIGHT.upper(),
    INSIGHT.lower(),
    INSIGHT.title(),
    INSIGHT.rstrip("."),
    f"{INSIGHT.rstrip('.')}…",
    unicodedata.normalize("NFD", INSIGHT),
    INSIGHT.replace("not", "**NOT**"),
    INSIGHT.replace("not", "_not_"),
    INSIGHT.replace("did not", "didnt"),
    INSIGHT.replace("did not", "didn\u2019t"),
    INSIGHT.replace(" 2021", "\u00a02021"),
    f"# {INSIGHT}",
    f"> {INSIGHT}",
    f"**Transport:** {INSIGHT}",
    f"Transport \u2013 {INSIGHT}",
    f"As for transport: {INSIGHT}",
    f"IN SHORT, THE COUNCIL {INSIGHT.removeprefix('The council ')}",
]


@pytest.mark.parametrize("bullet", SAME)
def test_form_changes_nothing(bullet: str) -> None:
    assert cover([INSIGHT, *OTHERS], [bullet])[0].value > 0.95


@pytest.mark.parametrize("form", [str, str.upper, str.lower, str.title, lambda text: text.rstrip(".")])
def test_what_is_wrong_is_wrong_in_any_form(form: Callable[[str], str]) -> None:
    approved = INSIGHT.replace("did not approve", "approved")
    assert [cover([a, *OTHERS], [form(b)])[0].value for a, b in ((INSIGHT, approved), (approved, INSIGHT))] == [0, 0]
    assert cover([INSIGHT, *OTHERS], [form(INSIGHT.replace("2021", "2012"))])[0].value <= 0.5
    assert cover([INSIGHT, *OTHERS], [form(INSIGHT.replace("Zürnbach", "Kellheim"))])[0].value <= 0.5


@pytest.mark.parametrize(
    ("insight", "bullet"),
    [
        ("The council approved the plan.", "The council did NOT approve the plan"),
        ("The council approved the plan.", "The council did **not** approve the plan."),
        ("The council approved the plan.", "PLAN: THE COUNCIL DID NOT APPROVE IT, THE COUNCIL SAID"),
        ("Nobody was hurt in the fire.", "Casualties: several people were hurt in the fire."),
        ("The mayor lied.", "It is not true that the mayor lied; he said nothing"),
    ],
)
def test_denials_in_any_form_are_noticed(insight: str, bullet: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].label == "none"


@pytest.mark.parametrize(
    ("insight", "bullet"),
    [
        ("Nobody was hurt in the fire.", "Casualties: nobody was hurt in the fire."),
        ("Nobody was hurt in the fire.", "None were hurt in the fire."),
        (
            "The night was the coldest of the winter at -4 °C.",
            "It was four degrees below zero, the winter's coldest night.",
        ),
        ("Half a million people came to the fair.", "500 000 people came to the fair."),
        ("A third of the houses have no garden.", "1/3 of the houses have no garden."),
    ],
)
def test_the_same_in_another_form_is_found(insight: str, bullet: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].label == "full"


@pytest.mark.parametrize(
    ("bullet", "label"),
    [
        ("~~The mill at Orme has 12 rooms and a garden.~~", "none"),
        ("The mill at Orme has ~~12~~ 21 rooms and a garden.", "partial"),
        ("The mill at Orme has <s>21</s> 12 rooms and a garden.", "full"),
        ("[The mill at Orme has 12 rooms](https://orme.example/4) and a garden.", "full"),
    ],
)
def test_struck_words_and_targets_of_links_are_not_read(bullet: str, label: str) -> None:
    assert cover(["The mill at Orme has 12 rooms and a garden.", *OTHERS], [bullet])[0].label == label


NAMES = [
    ("Bill Gates met Tim Cook in Rome on May 3.", "Mark Rose met Tim Cook in Rome on May 3."),
    ("The pact was signed by the US, UK, EU, UN last week.", "The pact was signed by the UAE, UK, EU, UN last week."),
    ("US Bans Chip Exports To China Over Security Fears", "UK Bans Chip Exports To China Over Security Fears"),
    ("US AND CHINA AGREE ON TRADE", "UK AND CHINA AGREE ON TRADE"),
    ("The drug helped patients with ALL in the trial.", "The drug helped patients with AML in the trial."),
]


@pytest.mark.parametrize(("insight", "bullet"), NAMES)
def test_names_stay_names(insight: str, bullet: str) -> None:
    assert cover([insight, *OTHERS], [insight])[0].value > 0.95
    assert cover([insight, *OTHERS], [bullet])[0].value <= 0.5


@pytest.mark.parametrize(
    "bullet",
    [
        "Traffic raises nitric oxide (NO) and ozone levels in the centre of the city.",
        "Traffic raises NO and ozone levels in the centre of the city.",
    ],
)
def test_nitric_oxide_denies_nothing(bullet: str) -> None:
    insight = "Traffic raises NO and ozone levels in the centre of the city."
    assert cover([insight, *OTHERS], [bullet])[0].label == "full"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("THE RIVER ORME ROSE ON 9 MARCH.", "the river Orme rose on 9 March."),
        ("the march in may 2020 may have cost eur 5", "the march in May 2020 may have cost Eur 5"),
        ("Council Of Thornwick Rejects Plan for EUR 5", "council of Thornwick rejects plan for EUR 5"),
        ("The council, NASA said, DID NOT APPROVE IT", "The council, NASA said, did not approve it"),
        ("- **Budget** [3]: 5*3 snake_case a * b", "Budget  : 5*3 snake_case a * b"),
        ("Key finding - it works", "Key finding : it works"),
        ("The key - an old one - fits", "The key - an old one - fits"),
        ("“It’s”\u00a0over", '"It\'s" over'),
        (
            "It has ~~12~~ 21 rooms, <del>no bath</del> a bath, ~5 to ~~6 beds",
            "It has  21 rooms,  a bath, ~5 to ~~6 beds",
        ),
        ("[Rooms rose to 21](https://orme.example/a?n=3) in [May](#may) [3](#n3)", "Rooms rose to 21 in [May]  "),
    ],
)
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


PIECES = [*"AaBb *_`-–:.1é#>", "the ", "THE ", "Orme ", "rose ", "Rose ", "NOT "]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_capitals_and_marks_take_no_word_away(text: str) -> None:
    found, letters = plain(text).casefold(), [one for one in fold(text).casefold() if one.isalpha()]
    assert [one for one in found if one.isalpha()] == letters


def test_loud_texts_of_any_length_are_read() -> None:
    found = read("MAY MARCH THE ORME, " * 20_000)
    assert len(found.tokens) == 100_000
    assert found.tokens[:5] == ("may", "march", "the", "Orme", ",")
    for unit in ("A-", "A'", "NOT-", "A ", "*", "_a"):
        assert plain(unit * 50_000)


LINE = "The port of Hallin bought 14 electric cranes from the Finnish firm Takko in March for 31 million euros."
AROUND = [
    ("According to the annual report, ", ""),
    ("A spokeswoman told local reporters that ", ""),
    ("Speakers said ", ""),
    ("Key purchase: ", ""),
    ("", ", which many people in the town welcomed."),
    ("", " (see the annex)."),
    ("", " – a point that the article returns to."),
    ("", " in front of a large audience."),
]


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_what_is_wrong_is_wrong_with_phrases_around_it(before: str, after: str) -> None:
    def around(text: str) -> str:
        return f"{before}{text.rstrip('.') if after else text}{after}"

    assert cover([LINE, *OTHERS], [around(LINE)])[0].value > 0.95
    for right, wrong in (("cranes", "ferries"), ("Finnish", "Danish"), ("bought", "sold"), ("14", "41")):
        assert cover([LINE, *OTHERS], [around(LINE.replace(right, wrong))])[0].value <= 0.5


@pytest.mark.parametrize(
    ("bullet", "expected"),
    [
        (LINE, None),
        (f"The mayor says that {LINE}", LINE),
        (f"The mayor smiled when {LINE.rstrip('.')} in public view", f"when {LINE.rstrip('.')} in"),
        ("As was said, the harbour of Hallin bought 14 cranes, which rust", "the harbour of Hallin bought 14 cranes"),
        (f"It is a myth that {LINE}", None),
        (f"The mayor did not smile: {LINE}", None),
    ],
)
def test_the_core_ends_where_the_insight_does(bullet: str, expected: str | None) -> None:
    text = Facts(read(bullet))
    found = core(text, Facts(read(LINE)))
    assert (found is None) == (expected is None)
    if found and expected:
        assert text.reading.between(found.start, found.end).tokens == [*read(expected).tokens]
