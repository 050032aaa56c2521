"""Questions about long texts: HELMET's judge at commit 4526dfb, BABILong (58e5d20) and NoLiMa.

Of HELMET's judge the last "{...}" without inner braces counts, ratings are not checked, and an unreadable reply leaves
the answer out of the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from conforming import Metric
from conforming.summaries import released_object
from hayrick.judges.rating import Rating, read_rating
from hayrick.measures.babilong import LABELS, Target, is_right, released_is_right
from hayrick.measures.ratings import CORRECTNESS, FLUENCY
from hayrick.replies.json import read_object
from hayrick.types import Unparsed

OBJECTS = "judges: the last complete object counts, whatever follows it"
VERDICTS = "judges: an unreadable verdict is counted with bounds, not left out"
LABELLED = "babilong: the reply's answer counts, not its first sentence; labels at word borders"


def released_score(replies: Sequence[str]) -> float:
    """Mean of fluency x correctness, 0 to 3, over the replies that can be read; 0 where none can."""
    read = [one for one in map(released_object, replies) if one is not None]
    return fmean(one[FLUENCY] * one[CORRECTNESS] for one in read) if read else 0.0


def _last_line(reply: str) -> str:
    return reply.strip().rpartition("\n")[2]


RELEASED_NOLIMA: Mapping[str, Callable[[str, Sequence[str]], bool]] = {
    "EM": lambda reply, golds: reply.strip() in golds,
    "contains": lambda reply, golds: any(gold in reply for gold in golds),
    "lastline_EM": lambda reply, golds: _last_line(reply) in golds,
    "lastline_contains": lambda reply, golds: any(gold in _last_line(reply) for gold in golds),
}
"""Name of the released metric -> whether a reply is right by it."""


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
