"""Judges against the first one: the differences of their figures, with intervals and p-values by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import sqrt
from statistics import fmean

import pytest
from scipy import stats as scipy_stats

from hayrick.agreement import Pair, agreement
from hayrick.judge_differences import JudgeDifference, judge_differences
from hayrick.types import LABEL_VALUES, Label

LABELS: dict[str, Label] = {"n": "none", "p": "partial", "f": "full"}
PEOPLE = "nfpf fnnp pffn nppf fnfn"
FIRST = "nfpf fnnn pffp nppn fnff"
OTHER = "ppff ffnn pffn nfpf ppff"


def pairs(judge: str, annotator: str = "", people: str = PEOPLE) -> list[Pair]:
    """A letter for the label of each insight, "-" for no verdict, a space between subtopics; links by the label."""
    return [
        Pair(
            cluster=f"topic/{subtopic}",
            judge_value=None if said == "-" else LABEL_VALUES[LABELS[said]],
            judge_label=None if said == "-" else LABELS[said],
            judge_bullet={"f": 2, "p": 1}.get(said),
            human_value=LABEL_VALUES[LABELS[truth]],
            human_label=LABELS[truth],
            human_bullet={"f": 2, "p": 1}.get(truth),
            unit=(subtopic, number),
            annotator=annotator,
        )
        for subtopic, (ours, theirs) in enumerate(zip(judge.split(), people.split(), strict=True))
        for number, (said, truth) in enumerate(zip(ours, theirs, strict=True))
    ]


def by_figure(found: list[JudgeDifference]) -> dict[str, JudgeDifference]:
    return {one.figure: one for one in found}


FIGURES = ["coverage_correlation", "label_correlation", "linking_accuracy", "bias", "kappa_linear"]


def test_differences_are_those_of_the_figures() -> None:
    first, other = pairs(FIRST), pairs(OTHER)
    found = judge_differences({"first": first, "other": other})
    assert [one.figure for one in found] == FIGURES
    for one in found:
        assert (one.judge, one.baseline) == ("other", "first")
        links = min(agreement(side).linking_n for side in (other, first))
        assert one.n == (links if one.figure == "linking_accuracy" else 20), one.figure
        ours, theirs = (getattr(agreement(side), one.figure) for side in (other, first))
        assert one.interval.value == pytest.approx(ours - theirs), one.figure


@pytest.mark.parametrize("figure", ["coverage_correlation", "label_correlation", "kappa_linear"])
def test_intervals_leave_out_one_subtopic_at_a_time(figure: str) -> None:
    first, other = pairs(FIRST), pairs(OTHER)
    without = [
        getattr(agreement([pair for pair in other if pair.cluster != name]), figure)
        - getattr(agreement([pair for pair in first if pair.cluster != name]), figure)
        for name in dict.fromkeys(pair.cluster for pair in first)
    ]
    one = by_figure(judge_differences({"first": first, "other": other}))[figure]
    value = one.interval.value
    assert value is not None
    half = scipy_stats.t.ppf(0.975, 4) * sqrt(sum((each - value) ** 2 for each in without) * 4 / 5)
    assert (one.interval.low, one.interval.high) == pytest.approx((value - half, value + half))


def test_p_of_bias_is_the_share_of_swaps_of_subtopics() -> None:
    first, other = pairs(FIRST), pairs(OTHER)
    apart = [(b.judge_value or 0) - (a.judge_value or 0) for a, b in zip(first, other, strict=True)]
    sums = [sum(apart[start : start + 4]) for start in range(0, 20, 4)]
    flips = [
        abs(sum(sign * one for sign, one in zip(signs, sums, strict=True))) for signs in product((1, -1), repeat=5)
    ]
    expected = fmean(one >= abs(sum(sums)) - 1e-12 for one in flips)
    one = by_figure(judge_differences({"first": first, "other": other}))["bias"]
    assert one.interval.value == pytest.approx(sum(sums) / 20)
    assert one.p == pytest.approx(expected)
    assert 0 < expected < 1


def test_equal_judges_differ_by_nothing() -> None:
    for one in judge_differences({"first": pairs(FIRST), "same": pairs(FIRST)}):
        assert tuple(one.interval) == pytest.approx((0, 0, 0)), one.figure
        assert one.p == (None if one.figure == "kappa_linear" else 1)


def test_what_one_judge_lacks_is_left_out_for_both() -> None:
    lacking = "-pff ffnn pffn nf-f ppff"
    kept = [number for number, letter in enumerate(lacking.replace(" ", "")) if letter != "-"]
    found = judge_differences({"first": pairs(FIRST), "other": pairs(lacking)})
    first, other = ([every[number] for number in kept] for every in (pairs(FIRST), pairs(OTHER)))
    assert found == judge_differences({"first": first, "other": other})
    assert by_figure(found)["bias"].n == 18


def test_p_values_are_adjusted_for_all_judges_of_a_figure() -> None:
    others = {"other": pairs(OTHER), "third": pairs(PEOPLE)}
    found = judge_differences({"first": pairs(FIRST), **others})
    for figure in FIGURES:
        given = sorted((one.p, one.p_adjusted) for one in found if one.figure == figure and one.p is not None)
        if figure == "kappa_linear":
            assert given == []
            continue
        (low, low_adjusted), (high, high_adjusted) = given
        assert low_adjusted == pytest.approx(min(1, 2 * low))
        assert high_adjusted == pytest.approx(max(min(1, 2 * low), high))
    alone = judge_differences({"first": pairs(FIRST), "third": others["third"]})
    assert [one.p_adjusted for one in alone] == [one.p for one in alone]


def test_several_annotators_count_as_in_the_figures() -> None:
    """Correlations and bias are with people's mean, linking and kappa with each of them."""
    second = "npnf fnnp pfpn npff fnfn"
    first, other = ([*pairs(said, "anna"), *pairs(said, "ben", second)] for said in (FIRST, OTHER))
    for one in judge_differences({"first": first, "other": other}):
        ours, theirs = (getattr(agreement(side), one.figure) for side in (other, first))
        assert one.interval.value == pytest.approx(ours - theirs), one.figure


def test_without_links_or_verdicts_nothing_is_said() -> None:
    first, other = ([replace(one, judge_bullet=None) for one in pairs(said)] for said in (FIRST, OTHER))
    linking = by_figure(judge_differences({"first": first, "other": other}))["linking_accuracy"]
    assert (tuple(linking.interval), linking.p, linking.n) == ((None, None, None), None, 0)
    none = pairs("---- ---- ---- ---- ----")
    for one in judge_differences({"first": pairs(FIRST), "silent": none}):
        assert (tuple(one.interval), one.p, one.p_adjusted, one.n) == ((None, None, None), None, None, 0)


def test_one_judge_has_no_differences() -> None:
    assert judge_differences({"first": pairs(FIRST)}) == []
