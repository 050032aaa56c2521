"""What HELMET's released code makes of a judge's replies about a summary.

Source: HELMET's released code at commit 4526dfb.
Differs from ours: counts are believed, also where they exceed what there is, so that a figure can be above 1; an item
    with one unreadable reply is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from hayrick.measures.summaries import f1
from hayrick.replies.json import last_braces

_FENCE, _END = "```json", "```"


class Figures(NamedTuple):
    """Fluency, recall, precision and their product, each from 0 on."""

    fluency: float
    recall: float
    precision: float
    f1: float


def released_object(reply: str) -> dict[str, object] | None:
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


def _loaded(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
