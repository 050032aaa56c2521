"""Names in short and in full, titles and initials."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

BACKED = "{} backed the harbour plan in March with 40 million dollars after a long debate."
SAME = [
    ("The United States", "The US"),
    ("The United States", "The U.S."),
    ("The United States", "The USA"),
    ("The Food and Drug Administration", "The FDA"),
    ("The Department of Energy", "The DOE"),
    ("Senator Lund", "Sen. Lund"),
]
OTHERS = [
    ("The United States", "The UK"),
    ("The Food and Drug Administration", "The FTC"),
    ("The Bank of England", "The Bank of Japan"),
]


@pytest.mark.parametrize(("long", "short"), SAME)
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_name_may_be_told_by_its_initials(long: str, short: str, is_turned: bool) -> None:
    wanted, told = (short, long) if is_turned else (long, short)
    (coverage,) = cover([BACKED.format(wanted)], [BACKED.format(told)])
    assert (coverage.label, coverage.reason) == ("full", None)


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_the_initials_of_another_name_are_another_name(name: str, other: str) -> None:
    (coverage,) = cover([BACKED.format(name)], [BACKED.format(other)])
    assert coverage.value <= 0.5


@pytest.mark.parametrize("name", ["Mr. Ortega", "Maria M. Ortega", "J. R. Ortega", "Capt. Ortega", "Ortega Inc."])
def test_a_full_stop_of_a_name_ends_no_denial(name: str) -> None:
    insight = f"{name} sold the old mill to a brewery in 2019."
    denied, told = cover([insight], [f"It is a myth that {insight}"]), cover([insight], [insight])
    assert (denied[0].label, denied[0].contradicted) == ("none", True)
    assert told[0].value == 1


def test_initials_may_stand_for_words_without_capitals() -> None:
    insight = "Young firms on the coast may be valued less as VCs look at the market anew."
    text = "Young firms on the coast may be valued less as venture capitalists look at the market anew."
    assert [cover([one], [other])[0].reason for one, other in ((insight, text), (text, insight))] == [None, None]


def test_the_name_of_a_scale_is_no_name() -> None:
    insight = (
        "The chiller lowers the temperature of the air in the engine hall by up to 45°F, which makes it last longer."
    )
    text = "The chiller cools the temperature of the air in the engine hall by a good deal, which makes it last longer."
    assert cover([insight], [text])[0].reason not in ("name", "replaced")
