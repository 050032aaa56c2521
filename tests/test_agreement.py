"""Judges against humans: figures by hand, and the six recorded judges to six decimals."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt

import pytest
from scipy import stats as scipy_stats

from conftest import SHARED
from hayrick.agreement import Agreement, Pair, agreement, kappa_linear
from hayrick.types import LABEL_VALUES, BadInput, Label

SUMMHAY = SHARED / "data" / "summhay"


def pair(
    judge: Label | None,
    human: Label,
    *,
    cluster: str = "a",
    value: float | None = None,
    judge_bullet: int | None = None,
    human_bullet: int | None = None,
) -> Pair:
    return Pair(
        cluster=cluster,
        judge_value=value if value is not None or judge is None else LABEL_VALUES[judge],
        judge_label=judge,
        judge_bullet=judge_bullet,
        human_value=LABEL_VALUES[human],
        human_label=human,
        human_bullet=human_bullet,
    )


SIX = [pair("none", "none"), pair("none", "none"), pair("partial", "none")]
SIX += [pair("partial", "partial"), pair("full", "partial"), pair("full", "full")]


def test_figures_by_hand() -> None:
    found = agreement(SIX)
    assert (found.n, found.n_unjudged) == (6, 0)
    # Judge 3 / 6 in sum, human 2 / 6.
    assert found.bias == pytest.approx(float(Fraction(3, 6) - Fraction(2, 6)))
    # In halves: judge 0 0 1 1 2 2 (mean 1, squares 4), human 0 0 0 1 1 2 (mean 2/3, squares 6 - 6 * 4/9 = 10/3),
    # products 1 + 2 + 4 - 6 * 2/3 = 3.
    assert found.coverage_correlation == pytest.approx(3 / sqrt(4 * 10 / 3))
    assert found.label_correlation == found.coverage_correlation
    # Mean distance 1/6. By chance: judge 1/3 each, human 1/2, 1/3, 1/6: 1/3 (1/3 + 1/3 + 2/3) = 4/9. 1 - 3/8.
    assert found.kappa_linear == pytest.approx(float(Fraction(5, 8)))


@pytest.mark.parametrize(
    ("pairs", "expected", "why"),
    [
        ([pair("full", "none"), pair("none", "full")], Fraction(-1), "always opposite: distance 1, chance 1/2"),
        ([pair("full", "full"), pair("none", "none")], Fraction(1), "always equal"),
        ([pair("full", "none"), pair("full", "full")], Fraction(0), "a constant judge does as well as chance"),
        ([pair("full", "full"), pair("full", "full")], None, "one label on both sides: chance is certain"),
        ([], None, "no pair"),
        ([pair(None, "full"), pair("full", "full"), pair("none", "none")], Fraction(1), "unjudged is left out"),
    ],
)
def test_kappa(pairs: list[Pair], expected: Fraction | None, why: str) -> None:
    assert kappa_linear(pairs) == (None if expected is None else pytest.approx(float(expected))), why


def test_soft_values_count_for_coverage_and_bias_but_not_for_labels() -> None:
    pairs = [pair("full", "full", value=0.8), pair("none", "none", value=0.2), pair("partial", "full", value=0.4)]
    found = agreement(pairs)
    assert found.coverage_correlation == pytest.approx(scipy_stats.pearsonr([0.8, 0.2, 0.4], [1, 0, 1]).statistic)
    assert found.label_correlation == pytest.approx(scipy_stats.pearsonr([1, 0, 0.5], [1, 0, 1]).statistic)
    assert found.bias == pytest.approx((1.4 - 2) / 3)


def test_linking_counts_pairs_with_both_bullets_whatever_the_labels() -> None:
    pairs = [
        pair("full", "full", judge_bullet=2, human_bullet=2),
        pair("full", "none", judge_bullet=1, human_bullet=3),
        pair("full", "full", judge_bullet=None, human_bullet=3),
        pair("full", "none", judge_bullet=3, human_bullet=None),
        pair(None, "full", judge_bullet=3, human_bullet=3),
    ]
    found = agreement(pairs)
    assert (found.linking_accuracy, found.linking_n) == (0.5, 2)
    assert (found.n, found.n_unjudged) == (4, 1)


def test_nothing_judged_and_constant_values_are_undefined() -> None:
    found = agreement([pair(None, "full"), pair(None, "none")])
    assert (found.n, found.n_unjudged, found.linking_n) == (0, 2, 0)
    assert found.coverage_correlation is found.bias is found.kappa_linear is found.linking_accuracy is None
    constant = agreement([pair("full", "full", cluster="a"), pair("full", "none", cluster="b")])
    assert constant.coverage_correlation is None
    assert constant.bias == 0.5
    assert constant.kappa_linear == 0.0


def test_one_cluster_has_no_interval() -> None:
    found = agreement(SIX)
    assert found.coverage_correlation is not None
    assert found.coverage_correlation_low is found.kappa_linear_high is found.bias_low is None


def test_correlation_interval_is_the_jackknife() -> None:
    labels: list[tuple[str, Label, Label]] = [
        ("a", "full", "full"),
        ("a", "none", "partial"),
        ("b", "partial", "partial"),
        ("b", "none", "none"),
        ("c", "full", "partial"),
        ("c", "none", "none"),
        ("c", "full", "full"),
    ]
    found = agreement([pair(judge, human, cluster=cluster) for cluster, judge, human in labels])

    def correlation(without: str) -> float:
        kept = [(LABEL_VALUES[j], LABEL_VALUES[h]) for cluster, j, h in labels if cluster != without]
        return float(scipy_stats.pearsonr([j for j, _ in kept], [h for _, h in kept]).statistic)

    whole = correlation("")
    variance = 2 / 3 * sum((correlation(cluster) - whole) ** 2 for cluster in "abc")
    half = float(scipy_stats.t.ppf(0.975, 2)) * sqrt(variance)
    assert found.coverage_correlation == pytest.approx(whole)
    assert found.coverage_correlation_low == pytest.approx(max(-1, whole - half))
    assert found.coverage_correlation_high == pytest.approx(min(1, whole + half))


def test_an_undefined_replicate_leaves_no_interval() -> None:
    # Without cluster b the human side is constant.
    found = agreement([pair("full", "full"), pair("none", "full"), pair("none", "none", cluster="b")])
    assert found.coverage_correlation == pytest.approx(0.5)
    assert found.coverage_correlation_low is None


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (pair("full", "full", value=1.5), "judge value 1.5"),
        (pair("full", "full", value=float("nan")), "judge value nan"),
        (pair(None, "full", value=0.5), "judge value 0.5 with label None"),
    ],
)
def test_bad_pairs(broken: Pair, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        agreement([broken])


LABELS: dict[str, Label] = {
    "NO_COVERAGE": "none",
    "PARTIAL_COVERAGE": "partial",
    "FULL_COVERAGE": "full",
    "not_covered": "none",
    "partially_covered": "partial",
    "fully_covered": "full",
}


def recorded(judge: str) -> Agreement:
    pairs = []
    for row in json.loads((SUMMHAY / "judge_annotations.json").read_text(encoding="utf-8")):
        human = {given["insight_id"]: given for given in row["annotation"]}
        for reply in row[judge]:
            given = human[reply["insight_id"]]
            link, chosen = reply["bullet_id"], given["candidate_id"]
            pairs.append(
                pair(
                    LABELS[reply["coverage"]],
                    LABELS[given["coverage"]],
                    cluster=f"{row['topic']}/{row['subtopic_id']}",
                    judge_bullet=link if isinstance(link, int) else None,
                    human_bullet=int(chosen) + 1 if chosen.isdigit() else None,
                )
            )
    return agreement(pairs)


@pytest.mark.skipif(
    not SUMMHAY.is_dir(), reason="needs the released human annotations; HAYRICK_SHARED names the folder"
)
def test_recorded_judges_to_six_decimals() -> None:
    judges = json.loads((SUMMHAY / "expected_judge_validation.json").read_text(encoding="utf-8"))
    assert len(judges) == 6
    for judge, expected in judges.items():
        found = recorded(judge)
        assert (found.n, found.n_unjudged, found.linking_n) == (expected["n_insights"], 0, expected["linking_n"])
        for figure in ("coverage_correlation", "linking_accuracy", "bias"):
            value, low, high = (getattr(found, figure + end) for end in ("", "_low", "_high"))
            assert round(value, 6) == expected[figure], f"{judge} {figure}"
            assert low < value < high
        assert found.label_correlation == found.coverage_correlation
        assert found.kappa_linear_low is not None
