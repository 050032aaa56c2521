"""Accuracy of labels, read tolerantly and as HELMET's scorer reads them."""

from __future__ import annotations

from hayrick.measures.answers import released_exact_match
from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import Measure
from hayrick.replies.answers import released_answer

LABEL_ACCURACY: Measure[str, str] = measure_of_answers(
    name="label_accuracy",
    description="whether the label that the reply names is the right one",
    source="HELMET, appendix B.4",
    value=lambda gold, answer: gold == answer,
)


def is_exact_match(gold: str, reply: str) -> bool:
    """Whether the reply's answer is the gold label alone, without case, punctuation and articles.

    Source: HELMET's released scorer at commit 4526dfb, which reads the answer after "label:" or on the first line.
    """
    return released_exact_match(gold, released_answer(reply, "label:"))


LABEL_EXACT_MATCH_HELMET: Measure[str, str] = measure_of_replies(
    name="exact_match.helmet",
    description="whether the reply is the right label and nothing else, as HELMET's scorer reads it",
    source="HELMET, appendix B.4, and its released scorer",
    value=is_exact_match,
)
