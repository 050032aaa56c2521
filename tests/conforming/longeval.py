"""llm-longeval at commit 65bc6be: ratings read from replies, and correlations with people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isnan, nan
from statistics import fmean
from typing import Any

from conforming import Metric
from hayrick.replies.ratings import read_rating
from hayrick.stats import kendall_tau, pearson, spearman

RATING = "ratings: one is read from other forms, too, and what holds none from 1 to 7 is unjudged, not 0"
DECIMALS = 4
_START = re.compile(r" ?(\d{1,300})")


def number_at_start(reply: str) -> float:
    """The whole number that a reply begins with, after one space at most; 0 where there is none.

    So does llm-longeval (65bc6be) read ratings, whatever the scale: "10" is 10, "Score: 4" is 0.
    """
    found = _START.match(reply)
    return float(found[1]) if found else 0.0


def several(given: Any) -> list[str]:
    """Replies of a vector: one, or the samples whose ratings are averaged."""
    output = given["output"]
    return [output] if isinstance(output, str) else list(output)


def ours(given: Any) -> object:
    """The widest of the original's scales: 1 to 7."""
    found = [read_rating(one, 1, 7) for one in several(given)]
    read = [one for one in found if isinstance(one, float)]
    return fmean(read) if read else found[0] if found else None


def places(values: Sequence[float]) -> list[float]:
    """Values by their place among the different ones: exactly equal ones are tied, as in the original."""
    known = {one: float(place) for place, one in enumerate(sorted(set(values)))}
    return [known[one] for one in values]


def correlation(given: Any) -> object:
    """Undefined of constant values, as in the original."""
    one, other = (list(map(float, given[name])) for name in ("pred", "human"))
    if len(one) != len(other) or len(one) < 2:
        raise ValueError("two series of the same two or more values are needed")
    if any(map(isnan, [*one, *other])):
        return dict.fromkeys(("pearson", "spearman", "kendalltau"), nan)
    found = {
        "pearson": pearson(one, other),
        "spearman": spearman(places(one), places(other)),
        "kendalltau": kendall_tau(places(one), places(other)),
    }
    return {name: nan if value is None else round(value, DECIMALS) for name, value in found.items()}


METRICS: Mapping[str, Metric] = {
    "parse_score": Metric(lambda given: fmean(map(number_at_start, several(given))), ours, RATING),
    "correlation": Metric(correlation),
}
