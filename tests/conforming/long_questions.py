"""Questions about long texts: HELMET's judge at commit 4526dfb, BABILong (58e5d20) and NoLiMa."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import fmean
from typing import Any

from conforming import Metric
from hayrick.judges.rating import Rating, read_rating
from hayrick.judges.released_rating import released_object, released_score
from hayrick.measures.babilong import LABELS, Target, is_right, released_is_right
from hayrick.measures.nolima import RELEASED_NOLIMA
from hayrick.replies.json import read_object
from hayrick.types import Unparsed

OBJECTS = "judges: the last complete object counts, whatever follows it"
VERDICTS = "judges: an unreadable verdict is counted with bounds, not left out"
LABELLED = "babilong: the reply's answer counts, not its first sentence; labels at word borders"


def ours(given: Any) -> object | None:
    found = read_object(given["text"])
    return None if isinstance(found, Unparsed) else found


def aggregate(given: Any) -> dict[str, float]:
    score = released_score(given["judge_outputs"])
    return {"gpt-4-score": score, "reported_0_100": score * 100 / 3}


def bounded(given: Any) -> dict[str, float]:
    """Ours with unreadable verdicts at their worst."""
    read = [read_rating(one) for one in given["judge_outputs"]]
    score = fmean(one.score if isinstance(one, Rating) else 0.0 for one in read)
    return {"gpt-4-score": 3 * score, "reported_0_100": 100 * score}


def of_babilong(rule: Callable[[Target, str], bool]) -> Callable[[Any], bool]:
    def value(given: Any) -> bool:
        target = given["target"].lower()
        known = tuple(LABELS.get(given["task"], ()))
        labels = (target,) if target in known else tuple(part.strip() for part in target.split(","))
        known = known or labels
        return rule(Target(labels=labels, known=known, question=given["question"]), given["output"])

    return value


METRICS: Mapping[str, Metric] = {
    "longqa_parse_json": Metric(lambda given: released_object(given["text"]), ours, OBJECTS),
    "longqa_judge_aggregate": Metric(aggregate, bounded, VERDICTS),
    "babilong": Metric(of_babilong(released_is_right), of_babilong(is_right), LABELLED),
    "nolima": Metric(lambda given: int(RELEASED_NOLIMA[given["metric"]](given["response"], given["gold_answers"]))),
}
