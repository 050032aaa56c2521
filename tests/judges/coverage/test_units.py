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
]


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
