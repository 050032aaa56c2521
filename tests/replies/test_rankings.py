"""Rankings in the forms that models write them, and HELMET's own reading of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.replies.rankings import read_ranking, released_ranking

VECTORS = SHARED / "vectors" / "helmet_metrics.json"

OURS = {
    "1, 2, 3": "1 2 3",
    "": None,
    "no ids": None,
}
"""Replies of the vectors that we read otherwise on purpose: other separators are read, and no number is no answer."""


@pytest.mark.parametrize(
    ("reply", "ids"),
    [
        ("3 > 1 > 2", "3 1 2"),
        ("[3] > [1] > [2]", "3 1 2"),
        ("[ID: 3] > [ID: 1]\n", "3 1"),
        ("Passage 3 > Passage 1 > Passage 2", "3 1 2"),
        ("**3** -> **1** → 2", "3 1 2"),
        ("3>\n1>\n2", "3 1 2"),
        ("Of 12 passages, 4 are good: 3 > 1 > 2. I left out 5 > 6.", "3 1 2"),
        ("3 > 3 > 1 > 99", "3 3 1 99"),
        ("3, 1, 2", "3 1 2"),
        ("3; 1; and 2.", "3 1 2"),
        ("[3][1][2]", "3 1 2"),
        ("The order is 3, 1, and 2", "3 1 2"),
        ("1. [7]\n2. [12]\n3. [5]", "7 12 5"),
        ("1) Passage 7: on mice\n2) Passage 12: on 3 owls", "7 12"),
        ("**1.** 7\n**2.** 12", "7 12"),
        ("- [7] says so\n- [12] does not", "7 12"),
        ("7\n12\n5", "7 12 5"),
        ("007 > 12", "7 12"),
        ("Only passage 7.", "7"),
        ("ID7", "7"),
        ("1 < 2 < 3", "3 2 1"),
        ("[1] <= [2]", "2 1"),
        ("3 then 2 then 1", "3 2 1"),
        ("First 3, then 2, and then 1.", "3 2 1"),
        ("3≥2", "3 2"),
        ("3 >= 2 >> 1", "3 2 1"),
        ("3 => 2", "3 2"),
        ("\uff13 \uff1e \uff11\uff12 \uff1e \uff12", "3 12 2"),
        ("\uff13\u3001\uff12", "3 2"),
        ("\u0663 > \u0661", "3 1"),
        ("3 is best, 2 comes next and 1 is last; 3 is very good.", "3 2 1"),
        ("none of them", None),
        ("", None),
    ],
)
def test_rankings_are_read(reply: str, ids: str | None) -> None:
    found = read_ranking(reply)
    assert (found and " ".join(found)) == ids


@given(st.text(alphabet="0123456789 >,.-[]()\nIDidpassage"))
def test_any_reply_is_read(reply: str) -> None:
    found = read_ranking(reply)
    assert found is None or (len(found) > 0 and all(id.isdecimal() for id in found))


@pytest.mark.parametrize("part", ["1", "1 ", " ", "1 > ", ">", "[", "1,", "id ", "1)", "passage 1\n"])
def test_a_long_reply_is_read_in_time(part: str) -> None:
    assert read_ranking(f"{part * 100_000}x") is None or part.strip(" >[")


@pytest.mark.skipif(not VECTORS.is_file(), reason="no vectors: set HAYRICK_SHARED to their folder")
def test_rankings_of_the_released_scorer() -> None:
    cases = [one for one in json.loads(VECTORS.read_text(encoding="utf-8")) if one["metric"] == "parse_rankings"]
    assert len(cases) == 11
    differing = set()
    for case in cases:
        reply, expected = case["input"]["output"], case["expected"]
        found = released_ranking(reply)
        assert {id: len(found) - found.index(id) for id in found} == expected, case
        ours = read_ranking(reply) or ()
        if list(dict.fromkeys(ours)) != sorted(expected, key=lambda id: -expected[id]):
            differing.add(reply)
            assert (" ".join(ours) or None) == OURS[reply]
    assert differing == OURS.keys()
