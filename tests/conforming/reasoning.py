"""Reasoning in replies: HELMET's stripping, the same from 4526dfb to 5dde2de, and our rule (`replies.reasoning`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conforming import Metric
from hayrick.replies.reasoning import Visible, visible, visible_as_helmet

TAGS = "reasoning: only a block that opens the reply is removed, and one that never closes leaves no answer"


def parts(found: Visible) -> object:
    return {"output": found.text, "thoughts": None if found.state == "none" else found.reasoning}


def ours(given: Any) -> object:
    found = visible(given["text"])
    return {"answer": found.text, "state": found.state}


METRICS: Mapping[str, Metric] = {
    "think_strip_helmet": Metric(
        lambda given: parts(visible_as_helmet(given["text"])), lambda given: parts(visible(given["text"])), TAGS
    ),
    "think_strip": Metric(ours),
}
