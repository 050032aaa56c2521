"""Graphs as rows of numbers, from which a text of edges is made in no time, again and again.

A node is the number of its name, so that what is kept is small, and names are of equally many letters, so that a text
is a table of letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from hayrick.records.cache import Numbers
from hayrick.tasks.helmet import graphs
from hayrick.tasks.helmet.choices import WORTH_TOKENS, kept_choices
from hayrick.tasks.helmet.graphs import Walk, node_names
from hayrick.tokens import tokenizer

Letters = np.ndarray[Any, np.dtype[np.uint8]]
"""Names, a row each, a letter a column."""

NO_NAMES: Letters = np.zeros((0, 0), dtype=np.uint8)
_MANY_NAMES = 4096


class Graph(NamedTuple):
    """What is kept of a graph and its question."""

    start: int
    n_nodes: int
    tails: Numbers
    heads: Numbers
    answer: Numbers
    layers: Numbers
    """How many nodes are at distance 1, 2, ... from the start; empty where that is not asked for."""

    @classmethod
    def of(cls, rows: Iterator[Sequence[int] | Numbers]) -> Graph:
        """The next graph of rows that `rows_of` made."""
        counts, *others = (np.asarray(next(rows), dtype=np.int64) for _ in range(5))
        return cls(int(counts[0]), int(counts[1]), *others)

    def shown(self, names: Letters) -> str:
        """The edges, one a line: "c4496fa0 -> d25f09ce"."""
        table = np.empty((len(self.tails), 2 * names.shape[1] + 5), dtype=np.uint8)
        width = names.shape[1]
        table[:, :width] = names[self.tails]
        table[:, width : width + 4] = np.frombuffer(b" -> ", dtype=np.uint8)
        table[:, width + 4 : -1] = names[self.heads]
        table[:, -1] = ord("\n")
        return str(table.tobytes()[:-1], "ascii")


def rows_of(walk: Walk, *, layers: bool) -> list[Sequence[int]]:
    """Rows of a graph; `layers` says whether nodes are counted by their distance."""
    nodes = {node for edge in walk.edges for node in edge}
    found = graphs.layers(graphs.followers(walk.edges), walk.start) if layers else ()
    tails, heads = zip(*walk.edges, strict=True)
    return [[walk.start, len(nodes)], tails, heads, sorted(walk.answer), [len(layer) for layer in found]]


def letters(n: int, encoding: str) -> Letters:
    """The first `n` names of nodes; many are kept, since the tokens of each are counted."""

    def made() -> list[list[int]]:
        return [list("".join(node_names(n, encoding)).encode("ascii"))]

    told = ["names of nodes", tokenizer(encoding).name, str(n)]
    (found,) = kept_choices(told, made, WORTH_TOKENS if n >= _MANY_NAMES else 0)
    return np.array(found, dtype=np.uint8).reshape(n, -1)


def name_of(names: Letters, node: int) -> str:
    """The name of a node."""
    return str(names[node].tobytes(), "ascii")
