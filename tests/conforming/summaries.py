"""Judged summaries: what HELMET's code at commit 4526dfb makes of the judge's replies.

Differs from ours: counts are believed, also where they exceed what there is, so that a figure can be above 1; an item
    with one unreadable reply is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from conforming import Metric
from hayrick.measures.summaries import f1

_FENCE, _END = "```json", "```"


class Figures(NamedTuple):
    """Fluency, recall, precision and their product, each from 0 on."""

    fluency: float
    recall: float
    precision: float
    f1: float


def released_object(reply: str) -> dict[str, Any] | None:
    """The last "{...}" of a reply as JSON, else what follows the first mark of a block of JSON; None if neither is.

    Inner braces end an object: the original looks for the shortest "{...}".
    """
    last = last_braces(reply)
    found = None if last is None else _loaded(last)
    if found is None and _FENCE in reply:
        found = _loaded(reply.split(_FENCE, 1)[1].split(_END, 1)[0].strip())
    return found


def released_figures(fluency: str, recall: str, precision: str, n_points: int) -> Figures | None:
    """Figures of a summary from the judge's three replies; None if one of them cannot be read.

    Args:
        fluency: `{"fluency": 1}`.
        recall: `{"recall": 3}`, the key points counted.
        precision: `{"precision": 4, "sentence_count": 5}`.
        n_points: key points that there are; with none, recall is 0.
    """
    replies = [released_object(one) for one in (fluency, recall, precision)]
    wanted = (("fluency",), ("recall",), ("precision", "sentence_count"))
    numbers: list[float] = []
    for found, names in zip(replies, wanted, strict=True):
        values = [None if found is None else found.get(name) for name in names]
        numbers += [float(value) for value in values if isinstance(value, int | float)]
    if len(numbers) < sum(map(len, wanted)):
        return None
    fluent, stated, supported, sentences = numbers
    share = stated / n_points if n_points else 0.0
    right = supported / sentences if sentences else 0.0
    return Figures(fluent, share, right, f1(fluent, share, right))


def released_means(items: Sequence[Figures | None]) -> Mapping[str, float]:
    """Means over the items that have figures, by the original's names; empty if none has."""
    left = [one for one in items if one is not None]
    if not left:
        return {}
    return {f"gpt-4-{name}": fmean([getattr(one, name) for one in left]) for name in Figures._fields}


def _loaded(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def last_braces(reply: str) -> str | None:
    """The last of the shortest "{...}" that follow each other, as released scorers look for an object.

    Inner braces end it. Time is linear.
    """
    found, at = None, reply.find("{")
    while at >= 0:
        end = reply.find("}", at)
        if end < 0:
            break
        found, at = reply[at : end + 1], reply.find("{", end)
    return found


def aggregate(given: Any) -> object:
    replies = given["judge_outputs_fluency_recall_precision"]
    found = [released_figures(a, b, c, n) for (a, b, c), n in zip(replies, given["n_keypoints"], strict=True)]
    return {"per_item": [one and one._asdict() for one in found], "averaged": released_means(found)}


METRICS: Mapping[str, Metric] = {
    "summ_parse_json": Metric(lambda given: released_object(given["text"])),
    "summ_judge_aggregate": Metric(aggregate),
}
