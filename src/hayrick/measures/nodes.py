"""Agreement of a listed set of nodes with the right one, as three readers read the reply.

Source: OpenAI's GraphWalks; HELMET at commit 5dde2de.
"""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.measures.sets import f1
from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import Measure
from hayrick.replies.nodes import Nodes, helmet_nodes, strict_nodes

Gold = frozenset[str]
"""The nodes that are asked for; there may be none."""


def helmet_f1(gold: Gold, found: Sequence[str]) -> float:
    """F1 in which a node that is named twice counts twice against precision; 1 where both are empty.

    Source: HELMET at commit 5dde2de.
    """
    right = len(gold.intersection(found))
    return 2 * right / (len(gold) + len(found)) if gold or found else 1.0


NODE_EXACT: Measure[Gold, Nodes] = measure_of_answers(
    name="node_exact",
    description="whether the listed nodes are those that are asked for, all and no other",
    value=lambda gold, answer: float(gold == set(answer.named)),
)
NODE_F1: Measure[Gold, Nodes] = measure_of_answers(
    name="node_f1",
    description="F1 of the nodes in the last list after 'Final Answer'; 1 where both sets are empty",
    source="OpenAI, GraphWalks",
    value=lambda gold, answer: f1(gold, set(answer.named)),
)


def _strict(gold: Gold, reply: str) -> float:
    found = strict_nodes(reply)
    return 0.0 if found is None else f1(gold, set(found))


NODE_F1_STRICT: Measure[Gold, Nodes] = measure_of_replies(
    name="node_f1.strict",
    description="node_f1 of a last line that is 'Final Answer: [...]' and nothing else; 0 where it is not",
    source="OpenAI, GraphWalks; lm-evaluation-harness",
    value=_strict,
)
NODE_F1_HELMET: Measure[Gold, Nodes] = measure_of_replies(
    name="node_f1.helmet",
    description="node_f1 as HELMET (5dde2de) reads it: the first list, else the first bracket; repetitions cost "
    "precision",
    source="HELMET at commit 5dde2de",
    value=lambda gold, reply: helmet_f1(gold, helmet_nodes(reply)),
)
