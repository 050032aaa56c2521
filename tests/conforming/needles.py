"""Recall of planted values: RULER's scorer and HELMET's expression, against `measures.needles`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conforming import Metric
from hayrick.measures.needles import Wanted, as_substring, at_word_borders

BORDERS = "needles: a value counts at word borders, and a number may have thousands separators"


MATCHES = {"words": at_word_borders, "substring": as_substring}


def hits(match: str, values: Sequence[str], reply: str) -> list[float]:
    """An item without values is refused when it is made."""
    if not values:
        Wanted(values=(), form="")
    return [float(MATCHES[match](value, reply)) for value in values]


def recall(match: str) -> Callable[[Any], object]:
    def value(given: Any) -> float:
        answers = given["answers"] if "answers" in given else given["answer"]
        found = hits(match, [answers] if isinstance(answers, str) else answers, given["output"])
        return sum(found) / len(found)

    return value


def over_replies(match: str, of_one: Callable[[list[float]], float]) -> Callable[[Any], object]:
    """RULER's percentage over replies, to two decimals; control characters of a reply become line breaks first."""

    def value(given: Any) -> float:
        replies = [re.sub(r"[\x00-\x1f]", "\n", reply).strip() for reply in given["preds"]]
        each = [of_one(hits(match, values, reply)) for values, reply in zip(given["refs"], replies, strict=True)]
        return round(100 * sum(each) / len(each), 2)

    return value


def mean(found: list[float]) -> float:
    return sum(found) / len(found)


METRICS: Mapping[str, Metric] = {
    "ruler_recall": Metric(recall("substring"), recall("words"), BORDERS),
    "ruler.string_match_all": Metric(over_replies("substring", mean), over_replies("words", mean), BORDERS),
    "ruler.string_match_part": Metric(over_replies("substring", max), over_replies("words", max), BORDERS),
}
