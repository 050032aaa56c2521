"""Repeats of one judge, and two judges as one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.judges.combined import RepeatCounts, combine, ensemble, label_of, repeat_counts
from hayrick.types import LABEL_VALUES, BadInput, Judgement, Label, Unparsed

Short = tuple[str, int | None]


def one(short: Short, rater: str = "j", unit: str = "i", value: float | None = None) -> Judgement:
    """A judgement such as ("full", 3); "?" could not be read."""
    labels: dict[str, Label] = {"full": "full", "partial": "partial", "none": "none"}
    label = labels.get(short[0])
    return Judgement(
        unit=unit,
        rater=rater,
        label=label,
        value=value if value is not None else (LABEL_VALUES[label] if label else None),
        link=short[1],
        unparsed=None if label else Unparsed(reason="no JSON object"),
    )


NONE: Short = ("none", None)
FAILED: Short = ("?", None)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (0.0, "none"),
        (0.25, "none"),
        (0.26, "partial"),
        (0.5, "partial"),
        (0.75, "partial"),
        (0.76, "full"),
        (1, "full"),
    ],
)
def test_half_way_is_the_lower_label(value: float, label: Label) -> None:
    assert label_of(value) == label


@pytest.mark.parametrize(
    ("repeats", "value", "label", "bullet"),
    [
        ([("full", 3)], Fraction(1), "full", 3),
        ([("full", 3), ("full", 3), NONE], Fraction(2, 3), "full", 3),
        ([("full", 3), NONE, NONE], Fraction(1, 3), "none", None),
        ([("full", 3), NONE], Fraction(1, 2), "partial", 3),
        ([("partial", 2), NONE], Fraction(1, 4), "none", None),
        ([("full", 3), ("partial", 2)], Fraction(3, 4), "partial", 2),
        ([("full", 3), ("partial", 5), NONE], Fraction(1, 2), "partial", 3),
        ([("full", 5), ("full", 5), ("full", 2)], Fraction(1), "full", 5),
        ([("full", None), ("full", None), ("full", 4)], Fraction(1), "full", 4),
        ([("full", 3), ("none", 1)], Fraction(1, 2), "partial", 3),
        ([("full", 3), FAILED, FAILED], Fraction(1), "full", 3),
        ([("partial", 3), ("full", 3), FAILED], Fraction(3, 4), "partial", 3),
    ],
    ids=[
        "one repeat is itself",
        "the most frequent label, though the mean is nearer to partial",
        "and where most say none there is no link",
        "one each of full and none: the mean 1/2 decides",
        "one each of partial and none: half-way is the lower",
        "one each of full and partial: half-way is the lower; of bullets named as often the first",
        "one of each",
        "the bullet named most often",
        "no link is no vote",
        "nor is one that says none",
        "failures are left out",
        "and do not count for the mean",
    ],
)
def test_repeats(repeats: list[Short], value: Fraction, label: str, bullet: int | None) -> None:
    for order in permutations([one(short) for short in repeats]):
        found = combine(order)
        assert found.value == pytest.approx(float(value))
        assert (found.label, found.link, found.unparsed) == (label, bullet, None)
        assert (found.rater, found.unit) == ("j", "i")


def test_soft_values_are_averaged() -> None:
    found = combine([one(("full", 1), value=0.9), one(("partial", 1), value=0.6)])
    # One vote each: the mean (0.9 + 0.6) / 2 = 3/4 decides.
    assert found.value == pytest.approx(0.75)
    assert found.label == "partial"


def denied(reason: str | None = None, rater: str = "j") -> Judgement:
    """A judgement that the summary states the opposite."""
    return replace(one(NONE, rater), contradicted=True, reason=reason)


def because(short: Short, reason: str | None, rater: str = "j") -> Judgement:
    """A judgement with a reason."""
    return replace(one(short, rater), reason=reason)


@pytest.mark.parametrize(
    ("repeats", "label", "contradicted", "reason"),
    [
        ([denied("it fell")], "none", True, "it fell"),
        ([denied("it fell"), denied("it fell"), one(NONE)], "none", True, "it fell"),
        ([denied("it fell"), because(NONE, "absent")], "none", False, "absent"),
        ([denied("it fell"), one(NONE)], "none", False, None),
        ([denied("b"), denied("a"), denied("b")], "none", True, "b"),
        ([denied("b"), denied("a")], "none", True, "a"),
        ([denied("it fell"), one(FAILED), one(FAILED)], "none", True, "it fell"),
        ([denied("it fell"), denied(), one(("full", 1)), one(("full", 1))], "partial", False, None),
        (
            [denied("it fell"), because(("partial", 1), "half"), because(("partial", 1), "half")],
            "partial",
            False,
            "half",
        ),
    ],
    ids=[
        "one repeat is itself",
        "two of three",
        "one of two is no majority; the reason is one of the result",
        "and there need be none",
        "the reason given most often",
        "of reasons given as often the first",
        "failures have no vote",
        "only where the result is none",
        "of judgements with the result's label",
    ],
)
def test_contradictions_of_repeats(
    repeats: list[Judgement], label: str, contradicted: bool, reason: str | None
) -> None:
    for order in permutations(repeats):
        found = combine(order)
        assert (found.label, found.contradicted, found.reason) == (label, contradicted, reason)


def test_nothing_readable_stays_unread() -> None:
    found = combine([one(FAILED), one(FAILED)])
    assert (found.label, found.value, found.unparsed) == (None, None, Unparsed(reason="no JSON object"))


@pytest.mark.parametrize(
    "repeats",
    [[], [one(NONE), one(NONE, unit="k")], [one(NONE), one(NONE, rater="k")]],
    ids=["none", "of two insights", "of two judges"],
)
def test_what_cannot_be_combined(repeats: list[Judgement]) -> None:
    with pytest.raises(BadInput, match="several of one, by one judge"):
        combine(repeats)


@pytest.mark.parametrize(
    ("a", "b", "value", "label", "bullet"),
    [
        (("full", 1), ("full", 2), 1.0, "full", 1),
        (("full", 1), NONE, 0.5, "partial", 1),
        (NONE, ("full", 2), 0.5, "partial", 2),
        (("partial", 1), ("full", 2), 0.75, "partial", 2),
        (("partial", 1), ("full", None), 0.75, "partial", 1),
        (("partial", 1), NONE, 0.25, "none", None),
        (NONE, NONE, 0.0, "none", None),
    ],
    ids=[
        "equal values: A's bullet",
        "full and none are partial",
        "the judge that covers it",
        "the bullet of the higher value",
        "the other one's where that names none",
        "partial and none are none",
        "none",
    ],
)
def test_two_judges(a: Short, b: Short, value: float, label: str, bullet: int | None) -> None:
    (found,) = ensemble([one(a, "x")], [one(b, "y")])
    assert (found.value, found.label, found.link, found.rater) == (value, label, bullet, "ensemble:x+y")


@pytest.mark.parametrize(
    ("a", "b", "label", "contradicted", "reason"),
    [
        (denied("it fell", "x"), denied("denial", "y"), "none", True, "it fell"),
        (because(NONE, "absent", "x"), denied("denial", "y"), "none", True, "denial"),
        (because(("partial", 1), "half", "x"), denied("denial", "y"), "none", False, "denial"),
        (one(("full", 1), "x"), denied("denial", "y"), "partial", False, "denial"),
        (denied("it fell", "x"), one(("full", 1), "y"), "partial", False, "it fell"),
        (one(("full", 1), "x"), because(("partial", 1), "half", "y"), "partial", False, "half"),
        (because(("full", 1), "all of it", "x"), one(NONE, "y"), "partial", False, "all of it"),
        (denied("it fell", "x"), one(FAILED, "y"), None, False, None),
    ],
    ids=[
        "both: the first one's reason",
        "one of them: its reason",
        "not where the other finds a part of it; the reason is the stricter judge's",
        "nor where the other finds all of it",
        "in either order",
        "the stricter judge's reason",
        "or the other's where it gives none",
        "nothing is left of a judgement where the other is unread",
    ],
)
def test_contradictions_of_two_judges(
    a: Judgement, b: Judgement, label: str | None, contradicted: bool, reason: str | None
) -> None:
    (found,) = ensemble([a], [b])
    assert (found.label, found.contradicted, found.reason) == (label, contradicted, reason)


def test_one_judge_alone_is_not_two() -> None:
    for a, b in ((FAILED, ("full", 1)), (("full", 1), FAILED)):
        (found,) = ensemble([one(a)], [one(b)])
        assert (found.label, found.value, found.link) == (None, None, None)
        assert found.unparsed == Unparsed(reason="no JSON object")


def test_judgements_are_matched_by_insight() -> None:
    a = [one(("full", 1), "x", "i1"), one(NONE, "x", "i2")]
    b = [one(NONE, "y", "i2"), one(("full", 1), "y", "i1")]
    assert [(found.unit, found.value) for found in ensemble(a, b)] == [("i1", 1.0), ("i2", 0.0)]
    with pytest.raises(BadInput, match="judged by one judge only"):
        ensemble(a, b[:1])
    with pytest.raises(BadInput, match="judged twice"):
        ensemble(a, [*b, b[0]])


def test_repeats_are_counted() -> None:
    counts = repeat_counts(
        [
            [one(("full", 1)), one(("full", 2)), one(("partial", 1))],
            [one(NONE), one(NONE), one(FAILED)],
            [one(FAILED), one(("full", 1))],
        ]
    )
    # First: 3 pairs, 1 of one label, all 3 linked, 1 to one bullet. Second: 1 pair. Third: a single readable one.
    assert counts == RepeatCounts(
        n_insights=2, n_pairs=4, n_same_label=2, n_linked_pairs=3, n_same_bullet=1, n_unparsed=2
    )


SHORTS = st.sampled_from([NONE, FAILED, ("full", 1), ("partial", 2), ("full", None), ("partial", 1)])


@given(st.lists(SHORTS, min_size=1, max_size=6))
def test_a_combination_is_a_judgement(shorts: list[Short]) -> None:
    found = combine([one(short) for short in shorts])
    assert (found.label is None) == (found.value is None) == (found.unparsed is not None)
    assert found.value is None or 0 <= found.value <= 1
    assert found.link is None or found.label in ("partial", "full")
    assert found.label in {label for label, _ in shorts if label != "?"} | {None, "partial", "none"}
