"""People among themselves, and a judge on the same labels: figures by hand, weights, and the jackknife."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from scipy import stats as scipy_stats

from hayrick.agreement import Pair, agreement
from hayrick.ceiling import beside, ceiling
from hayrick.stats import Interval
from hayrick.types import LABEL_VALUES, Label

Said = tuple[Label, int | None]
N: Label = "none"
P: Label = "partial"
F: Label = "full"

JUDGE: list[Said] = [(N, None), (P, 2), (F, 3), (F, 4)]
ANNA: list[Said] = [(N, None), (N, None), (F, 3), (F, 4)]
BEN: list[Said] = [(N, None), (P, 2), (P, 3), (F, 5)]


def pairs(judge: list[Said | None], people: dict[str, dict[int, Said]], clusters: str = "") -> list[Pair]:
    """Pairs of units 0, 1, ...; a judge's None is unjudged, a unit that an annotator lacks unanswered."""
    return [
        Pair(
            cluster=clusters[unit] if clusters else str(unit),
            judge_value=LABEL_VALUES[said[0]] if said else None,
            judge_label=said[0] if said else None,
            judge_bullet=said[1] if said else None,
            human_value=LABEL_VALUES[of[unit][0]],
            human_label=of[unit][0],
            human_bullet=of[unit][1],
            unit=unit,
            annotator=name,
        )
        for unit, said in enumerate(judge)
        for name, of in people.items()
        if unit in of
    ]


def every(said: list[Said]) -> dict[int, Said]:
    return dict(enumerate(said))


TWO = {"anna": every(ANNA), "ben": every(BEN)}


def test_a_judge_against_two_people_by_hand() -> None:
    found = agreement(pairs([*JUDGE], TWO))
    assert (found.n, found.n_unjudged) == (4, 0), "insights, not labels"
    # Judge 0, 1/2, 1, 1: deviations -5/8, -1/8, 3/8, 3/8 with squares 11/16. Means of people 0, 1/4, 3/4, 1: deviations
    # -1/2, -1/4, 1/4, 1/2 with squares 5/8. Products 5/8.
    assert found.coverage_correlation == pytest.approx(sqrt(Fraction(10, 11)))
    assert found.label_correlation == found.coverage_correlation
    assert found.bias == pytest.approx(float(Fraction(5, 8) - Fraction(1, 2)))
    # With Anna: distance 1/8, by chance 1/8 + 1/16 + 1/16 + 1/4 = 1/2. With Ben: 1/8, by chance 7/16.
    assert found.kappa_linear == pytest.approx(float((Fraction(3, 4) + Fraction(5, 7)) / 2))
    # Anna names 2 bullets, both the judge's; Ben 3, of which 2 are.
    assert found.linking_accuracy == pytest.approx(float(Fraction(4, 5)))
    assert found.linking_n == 5


def test_people_among_themselves_by_hand() -> None:
    found = ceiling(pairs([None] * 4, TWO))
    assert found is not None
    assert found.n == 4, "the judge's side is not used"
    # Anna's deviations -1/2, -1/2, 1/2, 1/2 (squares 1), Ben's -1/2, 0, 0, 1/2 (1/2), products 1/2; the same both ways.
    assert found.correlation.value == pytest.approx(sqrt(Fraction(1, 2)))
    # Distance 1/4, by chance 4 * 1/8.
    assert found.kappa.value == pytest.approx(float(Fraction(1, 2)))
    assert (found.linking.value, found.linking_n) == (0.5, 2)


def test_a_judge_meets_the_means_that_people_meet() -> None:
    found = beside(pairs([*JUDGE], TWO))
    assert found is not None
    # With Ben's values where Anna is left out, products 1/2 over sqrt(11/16 * 1/2); with Anna's, 3/4 over sqrt(11/16).
    judge = (sqrt(Fraction(8, 11)) + 3 / sqrt(11)) / 2
    assert found.correlation.value == pytest.approx(judge)
    assert found.difference.value == pytest.approx(judge - sqrt(Fraction(1, 2)))
    assert found.n == 4


def test_three_people_are_each_compared_with_the_mean_of_the_others() -> None:
    cleo: list[Said] = [(P, None), (N, None), (F, None), (P, None)]
    three = {**TWO, "cleo": every(cleo)}
    found = ceiling(pairs([*JUDGE], three))
    values = {name: [LABEL_VALUES[of[unit][0]] for unit in range(4)] for name, of in three.items()}
    each = []
    for name, own in values.items():
        others = [sum(of[unit] for other, of in values.items() if other != name) / 2 for unit in range(4)]
        each.append(float(scipy_stats.pearsonr(own, others).statistic))
    assert found is not None
    assert found.correlation.value == pytest.approx(sum(each) / 3)


def test_an_annotator_weighs_what_was_labelled_and_an_open_pair_is_no_label() -> None:
    judge: list[Said | None] = [*JUDGE, (F, 1), (N, None)]
    anna, ben = every([*ANNA, (N, None), (F, 1)]), every(BEN)
    of_four = ceiling(pairs([*JUDGE], TWO))
    assert ceiling(pairs(judge, {"anna": anna, "ben": ben})) == of_four, "units 4 and 5 have one label"
    assert agreement(pairs(judge, {"anna": anna, "ben": ben})).n == 6
    # Cleo agrees with Anna on units 4 and 5, which are two of her labels: weight 2 beside 6 of Anna and 4 of Ben.
    cleo = {4: anna[4], 5: anna[5]}
    found = ceiling(pairs(judge, {"anna": anna, "ben": ben, "cleo": cleo}))
    values = [LABEL_VALUES[label] for label, _ in (*ANNA, anna[4], anna[5])]
    others = [*(LABEL_VALUES[label] for label, _ in BEN), 0.0, 1.0]
    whole = float(scipy_stats.pearsonr(values, others).statistic)
    assert found is not None
    assert found.n == 6
    assert found.correlation.value == pytest.approx((6 * whole + 4 * sqrt(1 / 2) + 2 * 1) / 12)


def test_an_unjudged_insight_is_no_part_of_the_comparison_but_of_the_ceiling() -> None:
    given = pairs([*JUDGE[:3], None], TWO)
    found, people = beside(given), ceiling(given)
    assert found is not None
    assert people is not None
    assert (found.n, people.n) == (3, 4)
    assert (agreement(given).n, agreement(given).n_unjudged) == (3, 1)
    three = ceiling(pairs([*JUDGE[:3]], {name: {unit: of[unit] for unit in range(3)} for name, of in TWO.items()}))
    assert three is not None
    assert three.correlation.value is not None
    assert found.difference.value == pytest.approx((found.correlation.value or 0) - three.correlation.value)


@pytest.mark.parametrize(
    ("people", "why"),
    [
        ({"": every(ANNA)}, "one annotator"),
        ({"anna": {0: ANNA[0], 1: ANNA[1]}, "ben": {2: BEN[2], 3: BEN[3]}}, "two annotators of different insights"),
        ({}, "nobody"),
    ],
)
def test_no_ceiling_without_two_labels_of_an_insight(people: dict[str, dict[int, Said]], why: str) -> None:
    given = pairs([*JUDGE], people)
    assert ceiling(given) is None, why
    assert beside(given) is None, why


def test_one_annotator_gives_the_figures_of_pairs_without_units() -> None:
    given = pairs([*JUDGE], {"anna": every(ANNA)})
    assert agreement(given) == agreement([replace(one, unit=None, annotator="") for one in given])


def intervals(given: list[Pair]) -> list[Interval]:
    """People's correlation and kappa; the judge's correlation with all but one, and how it differs from people's."""
    people, judge = ceiling(given), beside(given)
    assert people is not None
    assert judge is not None
    return [people.correlation, people.kappa, judge.correlation, judge.difference]


def value(one: Interval) -> float:
    assert one.value is not None
    return one.value


def test_intervals_leave_out_clusters() -> None:
    two = {name: every([*of.values(), (F, 1), (P, 2)]) for name, of in TWO.items()}
    given = pairs([*JUDGE, (P, 1), (N, None)], two, "aabbcc")
    found = intervals(given)
    without = [intervals([one for one in given if one.cluster != cluster]) for cluster in "abc"]
    t = float(scipy_stats.t.ppf(0.975, 2))
    for number, (interval, most) in enumerate(zip(found, (1, 1, 1, 2), strict=True)):
        squares = sum((value(some[number]) - value(interval)) ** 2 for some in without)
        half = t * sqrt(2 / 3 * squares)
        assert half > 0
        assert interval.low == pytest.approx(max(-most, value(interval) - half))
        assert interval.high == pytest.approx(min(most, value(interval) + half))
