"""Judged summaries: what HELMET's code at commit 4526dfb makes of the judge's replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conforming import Metric
from hayrick.judges.summaries.released import released_figures, released_means, released_object


def aggregate(given: Any) -> object:
    replies = given["judge_outputs_fluency_recall_precision"]
    found = [released_figures(a, b, c, n) for (a, b, c), n in zip(replies, given["n_keypoints"], strict=True)]
    return {"per_item": [one and one._asdict() for one in found], "averaged": released_means(found)}


METRICS: Mapping[str, Metric] = {
    "summ_parse_json": Metric(lambda given: released_object(given["text"])),
    "summ_judge_aggregate": Metric(aggregate),
}
