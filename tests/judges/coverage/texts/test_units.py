"""Numbers with their units: the same number of something else is wrong, the same amount in another unit is right."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]

CASES = [
    ("14 million euros", "14 billion euros", False, "magnitude"),
    ("14 weeks", "14 months", False, "duration"),
    ("14 km", "14 miles", False, "length"),
    ("14 kg", "14 tonnes", False, "weight"),
    ("14km", "14miles", False, "unit written onto the number"),
    ("14 percent", "14 dollars", False, "kind"),
    ("100 km", "62 miles", True, "converted"),
    ("90 days", "three months", True, "about as long"),
    ("91 dollars", "80 dollars in 3 months", False, "as many days as dollars"),
    ("14 million euros", "14,000,000 euros", True, "written out"),
    ("50 tonnes", "53 tonnes", False, "6 % off"),
    ("14.2 percent", "15.1 percent", False, "6 % off with decimals"),
    ("18.6 percent", "19 percent", True, "rounded at the precision written"),
    ("8.2 percent", "8 percent", True, "rounded to one digit"),
    ("8.4 percent", "9 percent", False, "rounded the wrong way"),
    ("48 km", "about 50 km", True, "coarser, and marked"),
    ("48 km", "50 km", False, "coarser, not marked"),
    ("84 million euros", "just over 80 million euros", True, "coarser, and marked in two words"),
    ("87 hours", "nearly 90 hours", True, "coarser, and marked"),
    ("48 km", "about 60 km", False, "marked, but too far off"),
    ("48 km", "about 46 km", False, "marked, but as fine"),
    ("30 milligrams", "30 micrograms", False, "prefix"),
    ("280 million dollars", "280 million kroner", False, "another currency"),
    ("530 euros", "530 pounds", False, "a sum, and a weight or a sum"),
    ("530 pounds", "530 pounds", True, "the same"),
    ("14 weeks", "14 kilometres", False, "a span, and a length"),
    ("900 francs", "900 pesos", False, "two other currencies"),
    ("530 pounds", "530 dollars", False, "few pounds are money beside money"),
    ("90,000 tonnes in 3 ports", "90 million kilograms in 3 ports", True, "an equal amount beside another number"),
    ("90,000 tonnes in 3 ports", "90 million kilograms in 5 ports", False, "but not the other number"),
    ("94 minutes", "an hour and 34 minutes", True, "in two units"),
    ("a third of it", "two thirds of it", False, "another share"),
    ("500 milliseconds", "500 ms", True, "a unit in short"),
    ("500 milliseconds", "500 seconds", False, "another one"),
    ("40 GB", "40 gigabytes", True, "a unit in capitals"),
    ("40 GB", "40 megabytes", False, "another one"),
    ("70 miles per hour", "70 mph", True, "a speed in short"),
    ("70 mph", "70 kilometres per hour", False, "another one"),
    ("1.5 degrees Celsius", "1.5 °C", True, "degrees as a sign"),
    ("1.5 degrees Celsius", "1.5°F", False, "others"),
    ("10 kilograms", "22 pounds", True, "converted, in words that differ alone"),
    ("10 kilograms", "25 pounds", False, "converted wrongly"),
]


WARNED = "Engineer Nadia Korvin warned the mayor of Lindholm about the rusting cables two years before the closure."
ELSEWHERE = [
    (
        "Five years before the closure, engineer Nadia Korvin had warned the mayor of Lindholm about rusting cables.",
        False,
    ),
    (
        "Two years before the closure, engineer Nadia Korvin had warned the mayor of Lindholm about rusting cables.",
        True,
    ),
    ("Five years ago the closure came, two years after Nadia Korvin warned the mayor about rusting cables.", True),
    ("Nadia Korvin worked for the mayor of Lindholm for five years.", True),
]


@pytest.mark.parametrize(("bullet", "same"), ELSEWHERE)
def test_the_only_amount_of_a_unit_stands_for_the_insights_wherever_it_stands(bullet: str, same: bool) -> None:
    found = cover([WARNED, *OTHERS], [bullet])[0]
    assert (found.reason == "quantity") is not same


SLEEP = "Patients in Velm slept 50 minutes longer per night than those on placebo."
SIDES = [
    (SLEEP, "Patients in Velm slept 50 minutes less per night than those on placebo.", False),
    (SLEEP, "As sensors showed, patients in Velm slept 50 minutes less per night than those on placebo.", False),
    (SLEEP, "Those on placebo slept 50 minutes less per night than patients in Velm.", True),
    (SLEEP, "Patients in Velm slept 50 minutes more per night than those on placebo.", True),
    ("The tower of Oslin is 40 metres taller than the spire of Runo.",
     "The spire of Runo is 40 metres shorter than the tower of Oslin.", True),
]  # fmt: skip


@pytest.mark.parametrize(("insight", "bullet", "same"), SIDES)
def test_more_and_less_of_one_amount_are_opposites_unless_parties_change_places(
    insight: str, bullet: str, same: bool
) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.value >= 0.75 if same else (found.value <= 0.25 and found.reason == "opposite")


@pytest.mark.parametrize(("right", "written", "same", "why"), CASES, ids=[f"{a}, {b}" for a, b, _, _ in CASES])
def test_quantities_with_units(right: str, written: str, same: bool, why: str) -> None:
    frame = "The survey of the northern coast by the harbour council of Lindholm took {} more than was planned."
    found = cover([frame.format(right), *OTHERS], [frame.format(written)])[0]
    if same:
        assert (found.label, found.reason) == ("full", None), why
    else:
        assert (found.label, found.reason) == ("partial", "quantity"), why
        assert found.value <= 0.5
        assert not found.contradicted


def test_a_unit_left_out_is_not_wrong() -> None:
    frame = "The coast path of Lindholm is {} long and was opened by the mayor."
    assert cover([frame.format("14 km"), *OTHERS], [frame.format("14")])[0].label == "full"


def test_the_same_number_of_something_else_beside_the_right_one_is_not_wrong() -> None:
    path = "The coast path of Lindholm is 14 km long"
    for more in (" and 14 feet wide at the pier", " and was 14 miles long once"):
        assert cover([f"{path}.", *OTHERS], [f"{path}{more}."])[0].label == "full"
        assert cover([f"{path}{more}.", *OTHERS], [f"{path}{more}."])[0].label == "full"


TOYS = "Sales of the toy maker fell from 80 million dollars to 64 million dollars last year."
CLINICS = "The fund gave 3 million euros to clinics in Malawi."
OFFER = "The insurer raised its offer from $1.5 million to $1.8 million."
DOLLARS = "In the delta the campaign raised 2 million dollars by spring."
SUMS = [
    (TOYS, TOYS.replace("64 million dollars", "64 million"), True, "the second of two sums"),
    (TOYS, TOYS.replace(" million dollars", " million"), True, "both"),
    (OFFER, OFFER.replace("to $1.8", "to 1.8"), True, "a sign left out"),
    (CLINICS, CLINICS.replace(" euros", ""), True, "one sum"),
    (CLINICS, "Clinics in Malawi were given 3 million by the fund.", True, "in other words"),
    (DOLLARS.replace(" dollars", ""), DOLLARS, True, "the currency added"),
    (TOYS, TOYS.replace("64 million dollars", "64 billion"), False, "another magnitude"),
    (CLINICS, CLINICS.replace("3 million euros", "3 million dollars"), False, "another currency"),
    (TOYS, TOYS.replace("64 million", "46 million"), False, "another sum with its currency"),
]


@pytest.mark.parametrize(("insight", "bullet", "same", "why"), SUMS, ids=[row[3] for row in SUMS])
def test_a_large_sum_may_be_told_without_its_currency(insight: str, bullet: str, same: bool, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.label, found.reason) == (("full", None) if same else ("partial", "quantity")), why


CHAPEL = "The chapel dates from the nineteenth century and seats 80 people."
MALARIA = "Her treatment for malaria took 2 1/2 years in a clinic near Lima."
RUNNER = "The runner from Kisumu finished twenty-first in the marathon of Linz."
DOSE = "The dose must not exceed .5 grams a day."
LAW = "The twentieth amendment was ratified in the state of Ohio."
BARLEY = "The recipe asks for ¾ cup of barley and two onions."
WRITTEN = [
    (CHAPEL, CHAPEL.replace("nineteenth", "19th"), True, "a century in digits"),
    (CHAPEL, CHAPEL.replace("nineteenth century", "1800s"), True, "its years"),
    (CHAPEL, "The chapel, a nineteenth-century building, seats 80 people.", True, "before a noun"),
    (CHAPEL, CHAPEL.replace("nineteenth", "eighteenth"), False, "another century"),
    (CHAPEL, CHAPEL.replace("nineteenth century", "1700s"), False, "years of another"),
    (CHAPEL, CHAPEL.replace("nineteenth century", "1900s"), False, "years that are named like it"),
    (MALARIA, MALARIA.replace("2 1/2", "two and a half"), True, "a fraction in words"),
    (MALARIA, MALARIA.replace("2 1/2", "2½"), True, "in one character"),
    (MALARIA, MALARIA.replace("2 1/2 years", "30 months"), True, "in another unit"),
    (MALARIA, MALARIA.replace("2 1/2", "3 1/2"), False, "another whole number"),
    (MALARIA, MALARIA.replace("2 1/2", "2 1/4"), False, "another fraction"),
    (MALARIA, MALARIA.replace("2 1/2", "two"), False, "no fraction"),
    (RUNNER, RUNNER.replace("twenty-first", "21st"), True, "an ordinal in digits"),
    (RUNNER, RUNNER.replace("twenty-first", "twenty-third"), False, "another last word"),
    (RUNNER, RUNNER.replace("twenty-first", "thirty-first"), False, "another first word"),
    (LAW, LAW.replace("twentieth", "20th"), True, "one word"),
    (LAW, LAW.replace("twentieth", "nineteenth"), False, "another word"),
    (DOSE, DOSE.replace(".5", "0.5"), True, "decimals with a zero"),
    (DOSE, DOSE.replace(".5", "5"), False, "no decimals"),
    (DOSE, DOSE.replace(".5", ".05"), False, "other decimals"),
    (BARLEY, BARLEY.replace("¾", "0.75"), True, "a fraction alone"),
    (BARLEY, BARLEY.replace("¾", "¼"), False, "and another one"),
]


@pytest.mark.parametrize(("insight", "bullet", "same", "why"), WRITTEN, ids=[row[3] for row in WRITTEN])
def test_numbers_however_written(insight: str, bullet: str, same: bool, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.label, found.reason) == (("full", None) if same else ("partial", "quantity")), why


@pytest.mark.parametrize(
    ("bullet", "is_same"),
    [
        ("The panels yield 84,000 kWh in a year.", True),
        ("The panels yield 84 megawatt-hours in a year.", True),
        ("The panels yield 84,000 MWh in a year.", False),
        ("The panels yield 84,000 kilowatts in a year.", False),
    ],
)
def test_kilowatt_hours_are_energy(bullet: str, is_same: bool) -> None:
    found = cover(["The panels yield 84,000 kilowatt-hours in a year.", "Rents stayed flat in May."], [bullet])[0]
    assert (found.reason == "quantity") != is_same
