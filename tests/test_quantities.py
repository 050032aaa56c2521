"""What counts as a quantity, what it is worth, and which quantities are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.numerals import listed
from hayrick.quantities.forms import alone, at, is_alone, may_start, range_end
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import comparable, restates, same
from hayrick.text import words

READ = [
    ("1,025 hens", [("count", "", 1025)], "thousands separator"),
    ("a flock of twenty-five", [("count", "", 25)], "hyphenated words"),
    ("one hundred and fifty eggs", [("count", "", 150)], "and inside a number"),
    ("two hundred thousand", [("count", "", 200_000)], "magnitude on a magnitude"),
    ("nine point five million", [("count", "", 9_500_000)], "spoken decimal"),
    ("three million two hundred thousand", [("count", "", 3_200_000)], "thousands after millions"),
    ("nine million four hundred thousand and six", [("count", "", 9_400_006)], "and ones after thousands"),
    ("seven and a half million", [("count", "", 7_500_000)], "a half before a magnitude"),
    ("four and a half tonnes", [("count", "", 9 / 2)], "a half before a unit"),
    ("five and a goose", [("count", "", 5)], "no half"),
    ("3.2M users", [("count", "", 3_200_000)], "glued magnitude"),
    ("two dozen", [("count", "", 24)], "dozen"),
    ("a million", [("count", "", 1_000_000)], "article before a magnitude"),
    ("one of the barns", [], "one without a unit is no quantity"),
    ("one week", [("duration", "days", 7)], "one before a unit"),
    ("five, six", [("count", "", 5), ("count", "", 6)], "a list is two numbers"),
    ("$1.2 billion", [("money", "USD", 1_200_000_000)], "sign before"),
    ("30 cents", [("money", "USD", 30 / 100)], "cents are hundredths"),
    ("12 million-dollar", [("money", "USD", 12_000_000)], "hyphen before the unit"),
    ("40 GBP or EUR 50", [("money", "GBP", 40), ("money", "EUR", 50)], "codes on either side"),
    ("7 per cent, 8 %, nine percent", [("percent", "", 7), ("percent", "", 8), ("percent", "", 9)], "spellings"),
    ("50 basis points", [("percent", "", 50 / 100)], "a basis point is 1/100 of a percent"),
    ("half of it", [("percent", "", 50)], "half"),
    ("a quarter of it", [("percent", "", 25)], "a quarter is a share before of"),
    ("two-thirds", [("percent", "", 200 / 3)], "thirds"),
    ("5-6 %", [("percent", "", 5), ("percent", "", 6)], "a range shares its unit"),
    ("$8 to 9 billion", [("money", "USD", 8e9), ("money", "USD", 9e9)], "and its magnitude"),
    ("between 3 and 5 days", [("duration", "days", 3), ("duration", "days", 5)], "and its duration"),
    ("25-minute walk", [("duration", "days", 25 / 1440)], "a minute is 1/1440 of a day"),
    ("10 business days", [("duration", "days", 10)], "a word between number and unit"),
    ("two years", [("duration", "months", 24)], "years in months"),
    ("15 March 2023", [("day", "", 15), ("month", "", 3), ("year", "", 2023)], "a date"),
    ("on May 4th", [("month", "", 5), ("day", "", 4)], "May as month"),
    ("it may be 4", [("count", "", 4)], "may as verb"),
    ("Q4 of FY23", [("quarter", "", 4), ("year", "", 2023)], "fiscal codes"),
    ("the second quarter", [("quarter", "", 2)], "spelled quarter"),
    ("on Friday", [("weekday", "", 5)], "weekday"),
    ("the 1990s", [("year", "", 1990)], "decade"),
    ("2,023 people", [("count", "", 2023)], "a separator makes it no year"),
    ("the Boeing 737 flew", [("model", "", 737)], "number after a name"),
    ("COVID-19", [("model", "", 19)], "hyphenated name"),
    ("3 times more", [("multiple", "", 3)], "multiplier"),
    ("three times a week", [("count", "", 3)], "a rate is no multiplier"),
    ("2x, tripled", [("multiple", "", 2), ("multiple", "", 3)], "signs and verbs"),
    ("the 3rd and the fifth", [("ordinal", "", 3), ("ordinal", "", 5)], "ordinals"),
    ("E85 fuel", [], "letters before digits are a name"),
    ("9" * 19, [], "an identifier is no number"),
    ("", [], "nothing"),
    ("half a million fans", [("count", "", 500_000)], "half of a magnitude"),
    ("a quarter of a million euros", [("money", "EUR", 250_000)], "a quarter of a magnitude"),
    ("half-million", [("count", "", 500_000)], "half of a magnitude without an article"),
    ("three point one four", [("count", "", 314 / 100)], "spoken decimals"),
    ("one point two five million", [("count", "", 1_250_000)], "spoken decimals of a magnitude"),
    ("50 000 hens", [("count", "", 50_000)], "thousands with blanks"),
    ("1 200 300 hens", [("count", "", 1_200_300)], "and millions"),
    ("Sales: 120 130 140", [("count", "", 120), ("count", "", 130), ("count", "", 140)], "but not columns of a table"),
    ("won 4 100m races", [("count", "", 4), ("count", "", 100e6)], "nor what has a letter"),
    ("an F-16 100 times", [("model", "", 16), ("multiple", "", 100)], "nor what follows a model"),
    ("on Dec. 5 300 men", [("month", "", 12), ("count", "", 5), ("count", "", 300)], "or an abbreviation"),
    ("windows 10 500 million", [("count", "", 10), ("count", "", 500e6)], "nor where a magnitude follows"),
    ("on March 12 300 people", [("month", "", 3), ("day", "", 12), ("count", "", 300)], "but no day of a month"),
    ("in 2019 300 people", [("year", "", 2019), ("count", "", 300)], "nor a year"),
    ("1/3 of it, 3/4 of us", [("percent", "", 100 / 3), ("percent", "", 75)], "fractions in digits"),
    ("rated 4/5", [("count", "", 4), ("count", "", 5)], "scores are none"),
    ("2 1/2 of them", [("count", "", 2), ("count", "", 1), ("count", "", 2)], "nor is what follows a number"),
    (
        "on 1/3, 1/3/2020",
        [("count", "", 1), ("count", "", 3), *[("count", "", 1), ("count", "", 3)], ("year", "", 2020)],
        "dates are no fractions",
    ),
    ("2 1/2 years, 2½ years, 2-1/2 years", [("duration", "months", 30)] * 3, "whole numbers with a fraction"),
    ("5 3/4 percent", [("percent", "", 23 / 4)], "and with a unit"),
    ("½ cup, ⅔ of it", [("count", "", 1 / 2), ("percent", "", 200 / 3)], "fractions of one character"),
    ("on May 5 1/2", [("month", "", 5), ("day", "", 5), ("count", "", 1), ("count", "", 2)], "but no day"),
    ("2 3/7, 5 1/2/20", [("count", "", n) for n in (2, 3, 7, 5, 1, 2, 20)], "and nothing that may be a date"),
    (".5 percent, up .25", [("percent", "", 1 / 2), ("count", "", 1 / 4)], "decimals without a zero"),
    ("the end.5 men, 3..5", [("count", "", 5), ("count", "", 3), ("count", "", 5)], "but no full stop"),
    ("the twentieth and the thirty-first", [("ordinal", "", 20), ("ordinal", "", 31)], "longer ordinals"),
    ("a twenty-second clip", [("duration", "days", 20 / 86400)], "seconds are no ordinal"),
    ("in the 2nd quarter of 2021", [("quarter", "", 2), ("year", "", 2021)], "a quarter in digits"),
    ("in the nineteenth century", [("year", "", 1800)], "a century"),
    ("20th-century and twenty-first-century art", [("year", "", 1900), ("year", "", 2000)], "and before a noun"),
    ("2½ million euros, 2 1/2 million euros", [("money", "EUR", 2_500_000)] * 2, "a fraction before a magnitude"),
    ("between 1 1/2 and 2 hours", [("duration", "days", 3 / 48), ("duration", "days", 2 / 24)], "or in a range"),
    ("10½%, 5-3/4 %", [("percent", "", 21 / 2), ("percent", "", 23 / 4)], "or a share"),
    ("4 1/16 inches", [("count", "", 65 / 16)], "sixteenths"),
    ("1 1/7, 2.5 1/2", [("count", "", n) for n in (1, 1, 7, 5 / 2, 1, 2)], "but not any part, or of a decimal"),
    ("¾ of them walked ¼ mile", [("percent", "", 75), ("count", "", 1 / 4)], "a share only before of"),
    ("$.75. Then .5 million", [("money", "USD", 3 / 4), ("count", "", 500_000)], "decimals after a sign"),
    ("the 9th century", [("year", "", 800)], "an early century"),
    ("the eighteenth and the ninetieth of them", [("ordinal", "", 18), ("ordinal", "", 90)], "without a hyphen"),
    ("9/11 and 24/7", [("count", "", 9), ("count", "", 11), ("count", "", 24), ("count", "", 7)], "nor are these"),
    (
        "-4 °C, (−5°), minus six degrees",
        [("count", "", -4), ("count", "", -5), ("count", "", -6)],
        "degrees below zero",
    ),
    ("moved -3 points, at -12", [("count", "", 3), ("count", "", 12)], "the sign of a change is often a word"),
    ("four degrees below zero", [("count", "", -4)], "below zero"),
    ("4 degrees Celsius below zero", [("count", "", -4)], "below zero with a scale"),
    ("3-5 or 3 -5", [("count", "", 3), ("count", "", 5), ("count", "", 3), ("count", "", 5)], "dashes between numbers"),
    ("fifty minus four degrees", [("count", "", 50), ("count", "", 4)], "sums"),
    ("down -3 %", [("percent", "", 3)], "and that of a share"),
    (
        "from 1 million in 2019 to 2 million",
        [("count", "", 1e6), ("year", "", 2019), ("count", "", 2e6)],
        "a year takes no magnitude",
    ),
    ("grew in 2019 to 5 %", [("year", "", 2019), ("percent", "", 5)], "nor a unit"),
    ("on May 4 to 9 million", [("month", "", 5), ("day", "", 4), ("count", "", 9e6)], "nor does a day"),
    ("٣ eggs", [("count", "", 3)], "digits of another script"),
    ("rents fell by a third.", [("percent", "", 100 / 3)], "a share after by"),
    ("cut by half since then", [("percent", "", 50)], "and half"),
    ("by a third party, by half a mile", [("ordinal", "", 3)], "but not before a noun"),
    ("a quarter fewer eggs", [("percent", "", 25)], "a share of a difference"),
    ("an hour and 34 minutes", [("duration", "days", 94 / 1440)], "a span in two units"),
    ("2 hours, 15 minutes", [("duration", "days", 135 / 1440)], "with a comma"),
    ("one year and three months", [("duration", "months", 15)], "months and years"),
    ("an hour and a crew of 34", [("count", "", 34)], "nothing without a second unit"),
    ("two hours and three days", [("duration", "days", 2 / 24), ("duration", "days", 3)], "nor with a larger one"),
    ("from 94 minutes to 51.", [("duration", "days", 94 / 1440), ("duration", "days", 51 / 1440)], "a unit goes on"),
    ("from 5 percent to 7 men", [("percent", "", 5), ("count", "", 7)], "but not to a thing that is counted"),
    ("7.30 hours later, in this order:", [("duration", "days", 7.3 / 24)], "no time because of the last mark"),
    ("7 a.m., 7pm, 7.30 pm", [("clock", "", 420), ("clock", "", 1140), ("clock", "", 1170)], "times of the day"),
    ("from 07:00 to 21:00", [("clock", "", 420), ("clock", "", 1260)], "in digits"),
    ("12 a.m., 12 p.m.", [("clock", "", 0), ("clock", "", 720)], "midnight and noon"),
    ("between 9 and 11 a.m.", [("clock", "", 540), ("clock", "", 660)], "a range shares its half of the day"),
    ("from 9 to 5 p.m.", [("clock", "", 540), ("clock", "", 1020)], "unless it would run backwards"),
    ("16:9 wins, in 2:05:30", [("count", "", n) for n in (16, 9, 2, 5, 30)], "scores and laps are none"),
]


@pytest.mark.parametrize(("text", "expected", "why"), READ, ids=[why for _, _, why in READ])
def test_reads(text: str, expected: list[tuple[str, str, float]], why: str) -> None:
    found = quantities(text)
    assert [(q.kind, q.unit) for q in found] == [(kind, unit) for kind, unit, _ in expected]
    assert [q.value for q in found] == pytest.approx([value for _, _, value in expected], rel=1e-12)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("up $1.2 billion now", ["$1.2 billion"]),
        ("“5–6 %” of it", ["5", "6 %"]),
        ("a 25-minute walk", ["25-minute"]),
        ("at (−4 °C) and 50\u202f000", ["−4", "50\u202f000"]),
    ],
)
def test_spans_are_characters_of_the_text(text: str, spans: list[str]) -> None:
    assert [text[q.start : q.end] for q in quantities(text)] == spans


SAME = [
    ("twenty percent", "20 %", True, "words and digits"),
    ("$1,200 million", "1.2 billion dollars", True, "magnitudes"),
    ("72 hours", "3 days", True, "units of time"),
    ("two years", "24 months", True, "years and months"),
    ("50 basis points", "0.5 %", True, "basis points"),
    ("20 hens", "20 %", False, "kinds differ"),
    ("$20", "€20", False, "currencies differ"),
    ("30 days", "1 month", False, "months have no fixed number of days"),
    ("2022", "2,022", True, "a year may be a count"),
    ("20 %", "21 %", False, "values differ"),
    ("March", "3", False, "a month is no count"),
]


@pytest.mark.parametrize(("a", "b", "expected", "why"), SAME, ids=[row[3] for row in SAME])
def test_same(a: str, b: str, expected: bool, why: str) -> None:
    (one,), (other,) = quantities(a), quantities(b)
    assert same(one, other) is expected
    assert same(other, one) is expected


PIECES = [
    "five",
    "and",
    "-",
    "twenty",
    "hundred",
    "million",
    "a",
    "point",
    "%",
    "$",
    "5",
    "1,000",
    "days",
    "to",
    "half",
    "May",
    "of",
    "/",
    "minus",
    "below",
    "zero",
    "000",
]

COARSE = [
    ("1.2 million", "1,204,000", True, "two digits, rounds, less than 3 % off"),
    ("1,204,000", "1.2 million", False, "more precise than the original"),
    ("1.3 million", "1,204,000", False, "rounds to something else"),
    ("1 million", "1,204,000", False, "one digit is too coarse"),
    ("about 100 hens", "98 hens", True, "one digit is enough with about; 2/98 is less than 3 %"),
    ("about 100 hens", "90 hens", False, "10/90 is more than 3 %"),
    ("33 %", "33.3 %", True, "percent rounds"),
    ("2020", "2021", False, "years do not round"),
    ("zero", "0", True, "zero is zero"),
    ("-12 degrees", "-12.1 degrees", True, "numbers below zero round"),
    ("12 degrees", "-12 degrees", False, "their sign does not"),
]


@pytest.mark.parametrize(("stated", "exact", "expected", "why"), COARSE, ids=[row[3] for row in COARSE])
def test_restates(stated: str, exact: str, expected: bool, why: str) -> None:
    (one,), (other,) = quantities(stated), quantities(exact)
    assert restates(one, other) is expected


@given(st.text(max_size=200))
def test_any_text_gives_ordered_spans_that_do_not_overlap(text: str) -> None:
    found = quantities(text)
    edges = [edge for q in found for edge in (q.start, q.end)]
    assert edges == sorted(edges)
    assert all(0 <= q.start < q.end <= len(text) for q in found)


@given(st.lists(st.sampled_from(PIECES)))
def test_any_mixture_of_number_words_is_read(words: list[str]) -> None:
    found = quantities(" ".join(words))
    assert all(same(q, q) and comparable(q, q) and restates(q, q) for q in found)
    assert all(abs(q.value) < float("inf") for q in found)


@given(st.integers(min_value=0, max_value=10**12), st.sampled_from(["", " %", " days", " dollars", " times over"]))
def test_separators_change_nothing(number: int, unit: str) -> None:
    (plain,), (separated,) = quantities(f"{number + 3000}{unit}"), quantities(f"{number + 3000:,}{unit}")
    assert same(plain, separated)


BESIDE = listed(
    "7 31 2014 1,025 3rd 5x 4km Q3 FY24 May March Monday Ford FORD $ % . , - ran to of the not US 123456789012345678901"
)


@given(st.lists(st.sampled_from([*PIECES, *BESIDE]), min_size=3, max_size=9))
def test_what_is_read_alone_is_what_is_read_in_the_text(tokens: list[str]) -> None:
    lower = [token.lower() for token in tokens]
    for i, token in enumerate(tokens):
        if may_start(token) and is_alone(tokens, lower, i):
            found, by_itself = at(tokens, lower, i), alone(token)
            assert found == (by_itself and by_itself._replace(start=i, end=i + 1))
            assert found is None or range_end(tokens, lower, found) is None


def test_spaces_of_all_kinds_and_long_words_change_no_quantity() -> None:
    text = "Three\tdays,\u00a0$5\u20284.1%\n\n2-3 weeks\x1cmay" + "x" * 50 + " 7，八 9"
    assert [text[q.start : q.end] for q in quantities(text)] == ["Three\tdays", "$5", "4.1%", "2", "3 weeks", "7", "9"]


def test_a_middle_dot_between_digits_is_a_decimal_point() -> None:
    assert [(q.kind, q.value) for q in quantities("It cost £13·2 million, or 0·76 per cent.")] == [
        (q.kind, q.value) for q in quantities("It cost £13.2 million, or 0.76 per cent.")
    ]
    assert words("a rise of 13·2 · of all") == ["a", "rise", "of", "13.2", "of", "all"]
