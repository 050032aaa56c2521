"""Broken structure is told, all of it; and verdicts say what they stand on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conftest import GOLDEN
from hayrick.checking.accuracy import figures
from hayrick.checking.local import Finding
from hayrick.checking.soundness import faults
from hayrick.checking.verdicts import finding_row, verdict, verdict_row
from hayrick.haystacks.files import read_haystack
from hayrick.planted import MISLEADING, planted_pairs
from hayrick.stats import Interval, ratio_intervals
from hayrick.types import Haystack

BAKERY = read_haystack(GOLDEN / "bakery_native.json")
DA = BAKERY.documents[0].text


def said(document: str, insight: str | None, kind: str = "says", start: int = 0, end: int = 3) -> dict[str, object]:
    text = {one.id: one.text for one in BAKERY.documents}.get(document, "xxx")[start:end]
    return {"document": document, "insight": insight, "kind": kind, "text": text, "start": start, "end": end}


HELD = [said(document, insight) for insight, holders in BAKERY.held_by.items() for document in holders]


def with_statements(statements: object) -> Haystack:
    return replace(BAKERY, extra={**BAKERY.extra, "statements": statements})


STATEMENTS: list[tuple[object, list[str], str]] = [
    (HELD, [], "all that is held is said"),
    ([], [], "none are listed"),
    ([said("dD", "i1", "near_miss"), said("dD", None, "refers")], [], "only such as hold nothing are listed"),
    ("many", ["'statements' is no list"], "no list"),
    ([*HELD, said("dD", "i1", "near_miss", 5, 9)], [], "a near-miss holds nothing"),
    (
        [*HELD, said("zz", "i1")],
        ["statement 8 names the unknown document 'zz'", "'zz', but this is not recorded"],
        "document",
    ),
    ([*HELD, said("dA", "zz")], ["statement 8 names the unknown insight 'zz'", "'zz' in document 'dA'"], "insight"),
    ([*HELD, said("dA", None)], ["statement 8 names the unknown insight 'None'"], "no insight"),
    ([*HELD, 3], ["statement 8 names the unknown document 'None'"], "no object"),
    ([*HELD, {**said("dA", "i1"), "text": "tHE"}], ["statement 8 does not stand at characters 0 to 3"], "another text"),
    ([*HELD, {**said("dA", "i1"), "end": 10**9}], ["statement 8 does not stand"], "beyond the end"),
    ([*HELD, {**said("dA", "i1"), "start": -3, "end": -1}], ["statement 8 does not stand"], "before the beginning"),
    ([*HELD, {**said("dA", "i1"), "start": "0"}], ["statement 8 does not stand"], "a place that is no number"),
    (
        HELD[1:],
        ["insight 'i1' is recorded in document 'dA', but no planted sentence states it there"],
        "held and not said",
    ),
    (
        [*HELD, said("dD", "i1", "half")],
        ["a planted sentence states insight 'i1' in document 'dD'"],
        "said and not held",
    ),
]


@pytest.mark.parametrize(("statements", "expected", "why"), STATEMENTS, ids=[case[2] for case in STATEMENTS])
def test_statements(statements: object, expected: list[str], why: str) -> None:
    found = faults(with_statements(statements))
    assert len(found) == len(expected), found
    assert all(part in line for part, line in zip(expected, found, strict=True)), found


def test_holding() -> None:
    broken = replace(BAKERY, held_by={**BAKERY.held_by, "i4": (), "zz": ("dA",), "yy": (), "i1": ("dA", "d9")})
    assert faults(BAKERY) == []
    assert faults(broken) == [
        "insight 'i4' is held by no document",
        "insight 'i1' is recorded in the unknown document 'd9'",
        "the unknown insight 'zz' is recorded in document 'dA'",
        "the unknown insight 'yy' is recorded",
    ]


def finding(
    insight: str, document: str, probability: float, *, gold: bool = True, found: bool | None = None
) -> Finding:
    return Finding(
        insight=insight,
        document=document,
        gold=gold,
        found=probability >= 0.5 if found is None else found,
        probability=probability,
        evidence=None,
    )


def test_a_verdict_names_what_is_missing_and_ranks_what_is_suspicious() -> None:
    haystack = with_statements([said("dD", "i4", "near_miss"), said("dF", "i4", "says")])
    held = [finding(insight, document, 0.9) for insight, holders in BAKERY.held_by.items() for document in holders]
    held[0], held[1] = finding("i1", "dA", 0.2), finding("i1", "dB", 0.04)
    others = [finding("i4", "dD", 0.97, gold=False), finding("i4", "dA", 0.06, gold=False)]
    unlisted = finding("i4", "dB", 0.049, gold=False)
    found = verdict(haystack, [*held, *others, unlisted])
    assert found.missing == (held[1],)
    assert not found.is_sound
    assert found.reasons[-1] == "insight 'i1' is recorded in document 'dB' and has a probability of 0.0400 there"
    assert [(one.insight, one.document) for one in found.suspicious] == [("i4", "dD"), ("i1", "dB"), ("i1", "dA")]
    assert found.misled == 1
    assert unlisted not in found.findings
    assert others[1] in found.findings
    assert not verdict(haystack, held, unsound_below=0.01).missing
    row = verdict_row(found)
    # Of 7 held pairs 5 are found, and one that is not held.
    expected: dict[str, Any] = {"pairs": 24, "held": 7, "found": 6, "present": 5, "missing": 2, "leaked": 1}
    assert expected.items() <= row.items()
    assert row["f1"] == pytest.approx(10 / 13)
    assert finding_row(found, others[0], "m")["checker"] == "local"
    asked = verdict(haystack, held, asked=frozenset([("i1", "dA")]))
    assert finding_row(asked, held[0], "m")["checker"] == "m"


def test_figures_of_nothing_are_none_and_of_several_haystacks_pooled() -> None:
    nothing = figures([(BAKERY, [])])
    assert (nothing.pairs, nothing.held, nothing.found) == (24, 0, 0)
    assert nothing.precision == nothing.recall == nothing.f1 == Interval(None, None, None)
    other = replace(BAKERY, id="other")
    # One pair found of two held, and one found of one: precision 2/2, recall 2/3, F1 4/5.
    found = figures(
        [(BAKERY, [finding("i1", "dA", 0.9), finding("i2", "dB", 0.1)]), (other, [finding("i3", "dC", 0.9)])]
    )
    assert (found.pairs, found.missing, found.leaked) == (48, 1, 0)
    assert (found.precision.value, found.recall.value, found.f1.value) == pytest.approx((1.0, 2 / 3, 0.8))


def test_pooled_figures_keep_subtopics_of_one_name_in_different_haystacks_apart() -> None:
    other = replace(BAKERY, id="other")
    # (haystack, insight, document, recorded, found): i1 and i2 are of s1, i3 and i4 of s2, in both haystacks.
    first = [("i1", "dA", 1, 1), ("i2", "dB", 1, 1), ("i3", "dC", 1, 0), ("i4", "dF", 1, 0), ("i3", "dD", 0, 1)]
    second = [("i1", "dB", 1, 1), ("i2", "dE", 1, 0), ("i3", "dE", 1, 1), ("i4", "dF", 1, 1)]
    checked = [
        (haystack, [finding(insight, document, 0.5, gold=bool(g), found=bool(f)) for insight, document, g, f in rows])
        for haystack, rows in ((BAKERY, first), (other, second))
    ]
    found = figures(checked)
    # Sums of s1 and s2 of the first haystack, then of the second: recorded, found, both.
    gold, said, both = np.array([[2.0, 2, 2, 2], [2, 1, 1, 2], [2, 0, 1, 2]])
    tops, bottoms = np.array([both, both, 2 * both]), np.array([said, gold, said + gold])
    assert [found.precision, found.recall, found.f1] == ratio_intervals(tops, bottoms, [0, 0, 1, 1])
    merged = ratio_intervals(tops[:, :2] + tops[:, 2:], bottoms[:, :2] + bottoms[:, 2:], [0, 0])
    for one, wrong in zip((found.precision, found.recall, found.f1), merged, strict=True):
        assert one.value == pytest.approx(wrong.value), "only the interval depends on what is a cluster"
        assert one.low is not None
        assert one.low != pytest.approx(wrong.low, abs=0.002)


def test_planted_pairs() -> None:
    haystack = with_statements([said("dD", "i1", "near_miss"), said("dE", "i1", "outdated"), said("dA", "i1"), 5])
    assert planted_pairs(haystack, MISLEADING) == {("i1", "dD"), ("i1", "dE")}
