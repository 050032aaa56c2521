"""GraphWalks: readers of lists of nodes and the solver, against `replies.nodes`, `measures.nodes` and our graphs.

The printed reader of the data card cannot match its first node; it stands here, since nobody should use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conforming import Metric
from hayrick.measures.nodes import helmet_f1
from hayrick.measures.sets import f1
from hayrick.replies.nodes import helmet_nodes, read_nodes, strict_nodes
from hayrick.tasks.helmet.graphs import at_distance, followers

LAST = "graphs: the last list after 'Final Answer' counts, and a reply without one fails with 0"
EMPTY = "graphs: a right empty answer is worth 1"
CARD = "graphs: brackets are no part of a node; the card's first node keeps the words before it"


def read_by_helmet(given: Any) -> float:
    return helmet_f1(frozenset(given["answer"]), helmet_nodes(given["response"]))


def read_by_us(given: Any) -> float:
    found = read_nodes(given["response"])
    return 0.0 if found is None else f1(set(given["answer"]), set(found.named))


def both_readers(value: Callable[[Sequence[str], Sequence[str] | None], float]) -> Callable[[Any], object]:
    """The last line alone, and any line."""

    def found(given: Any) -> object:
        lenient = read_nodes(given["response"])
        named = None if lenient is None else lenient.named
        gold = given["answer"]
        return {"f1": value(gold, strict_nodes(given["response"])), "flexible_f1": value(gold, named)}

    return found


def none_is_nothing(gold: Sequence[str], found: Sequence[str] | None) -> float:
    """0 / 0 is 0 in lm-evaluation-harness."""
    return f1(set(gold), set(found)) if gold and found else 0.0


def as_printed(given: Any) -> object:
    """The data card's reader: brackets are taken off the ends of the whole match."""
    line = given["response"].split("\n")[-1]
    if "Final Answer:" not in line:
        return {"nodes": [], "error": True}
    found = re.search(r"Final Answer: ?\[.*\]", line)
    nodes = [] if found is None else [one.strip() for one in found[0].strip("[]").split(",") if one.strip()]
    return {"nodes": nodes, "error": found is None}


def strictly_read(given: Any) -> object:
    found = strict_nodes(given["response"])
    return {"nodes": list(found or ()), "error": found is None}


def solved(given: Any) -> object:
    edges, asked = [(tail, head) for tail, head in given["edges"]], given["operation"]
    if "parents" in asked:
        node, above = asked["parents"], followers((head, tail) for tail, head in edges)
        return sorted({*above.get(node, ())} - {node})
    return sorted(at_distance(followers(edges), asked["bfs"], asked["depth"]))


METRICS: Mapping[str, Metric] = {
    "graphwalks_helmet": Metric(read_by_helmet, read_by_us, LAST),
    "graphwalks_lmeval": Metric(
        both_readers(none_is_nothing),
        both_readers(lambda gold, found: 0.0 if found is None else f1(set(gold), set(found))),
        EMPTY,
    ),
    "graphwalks_card_reader": Metric(as_printed, strictly_read, CARD),
    "graphwalks_solve": Metric(solved),
}
