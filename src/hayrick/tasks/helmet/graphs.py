"""Random directed graphs with a question whose answer has a wanted size, and breadth-first search in them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import isqrt
from random import Random
from typing import NamedTuple, TypeVar

from hayrick.tokens import tokenizer

N = TypeVar("N", bound=Hashable)
"""A node: its name, or the number of its name."""

FEWEST, MOST = 5, 50
"""Bounds of the number of nodes that are asked for, unless none is."""

_DIGITS, _LETTERS = "0123456789abcdef", "abcdef"
_TRIED_STARTS, _TRIED_GRAPHS = 24, 40
_PARENTS_A_NODE = 6
_REACHED = 12
"""Mean number of nodes at the wanted distance, where nothing bounds the growth."""

_ENDING = 1.2
"""Edges a node where no node is to be at the distance: a third of all nodes have no edge that leads on."""


class Walk(NamedTuple):
    """A graph, the node that is asked about, and the answer; nodes are numbers of their names."""

    edges: tuple[tuple[int, int], ...]
    start: int
    answer: frozenset[int]


def followers(edges: Iterable[tuple[N, N]]) -> dict[N, list[N]]:
    """Nodes that the edges of each node lead to, in order."""
    found: dict[N, list[N]] = {}
    for tail, head in edges:
        found.setdefault(tail, []).append(head)
    return found


def layers(following: Mapping[N, Sequence[N]], start: N) -> Iterator[frozenset[N]]:
    """Nodes at distance 1, 2, ... from a node by shortest paths, up to the last distance that any node has."""
    seen, layer = {start}, frozenset([start])
    while layer := frozenset(head for node in layer for head in following.get(node, ()) if head not in seen):
        seen |= layer
        yield layer


def at_distance(following: Mapping[N, Sequence[N]], start: N, depth: int) -> frozenset[N]:
    """Nodes whose shortest path from a node has `depth` edges, >= 1."""
    return next(islice(layers(following, start), depth - 1, None), frozenset())


def after_steps(following: Mapping[N, Sequence[N]], start: N, depth: int) -> frozenset[N]:
    """Nodes, the start aside, to which some way of exactly `depth` edges leads, also where a shorter one does."""
    layer = frozenset([start])
    for _ in range(depth):
        layer = frozenset(head for node in layer for head in following.get(node, ()))
    return layer - {start}


def walk_by_depth(n_names: int, n_edges: int, depth: int, walks: bool, empty: bool, draw: Random) -> Walk | None:
    """Graph with a start node from which 5 to 50 nodes, or none, are at a distance; None where too few edges fit.

    Args:
        n_names: names to draw from, at least as many as edges, and four.
        n_edges: >= 1.
        depth: >= 1.
        walks: whether `after_steps` is asked for instead of `at_distance`.
        empty: whether no node is to be the answer.
        draw: source of all random choices.
    """
    found = after_steps if walks else at_distance
    growth = _ENDING if empty else _REACHED ** (1 / depth)
    for _ in range(_TRIED_GRAPHS):
        chosen = draw.sample(range(n_names), _nodes(n_edges, growth))
        edges = _distinct(chosen, [1.0] * len(chosen), n_edges, draw)
        following = followers(edges)
        starts = draw.sample(list(following), min(len(following), _TRIED_STARTS)) if not empty else chosen
        best = _nearest(((start, found(following, start, depth)) for start in starts), empty, draw)
        if best is not None:
            return Walk(edges, *best)
    return None


def walk_to_parents(n_names: int, n_edges: int, empty: bool, draw: Random) -> Walk | None:
    """Graph with a node that 5 to 50 nodes, or none, have an edge to; see `walk_by_depth`.

    Numbers of parents differ widely between nodes: heads of edges are drawn with weights from 1 to 32.
    """
    for _ in range(_TRIED_GRAPHS):
        chosen = draw.sample(range(n_names), _nodes(n_edges, _PARENTS_A_NODE))
        edges = _distinct(chosen, [2 ** draw.uniform(0, 5) for _ in chosen], n_edges, draw)
        above = followers((head, tail) for tail, head in edges)
        nodes = dict.fromkeys(tail for tail, _ in edges)
        best = _nearest(((node, frozenset(above.get(node, ()))) for node in nodes), empty, draw)
        if best is not None:
            return Walk(edges, *best)
    return None


def _nearest(
    candidates: Iterable[tuple[int, frozenset[int]]], empty: bool, draw: Random
) -> tuple[int, frozenset[int]] | None:
    """The candidate whose answer's size is nearest to one drawn from 5 to 50, small ones more often; or a void one."""
    wanted = FEWEST * (MOST / FEWEST) ** draw.random()
    fitting = [one for one in candidates if (not one[1] if empty else FEWEST <= len(one[1]) <= MOST)]
    if empty:
        return draw.choice(fitting) if fitting else None
    return min(fitting, key=lambda one: abs(len(one[1]) - wanted), default=None)


def _nodes(n_edges: int, growth: float) -> int:
    """Number of nodes, large enough for four times as many different edges."""
    return max(int(n_edges / growth), 2 * isqrt(n_edges) + 2)


def _distinct(nodes: Sequence[int], weights: Sequence[float], n: int, draw: Random) -> tuple[tuple[int, int], ...]:
    """`n` edges, no two equal and none from a node to itself."""
    found: dict[tuple[int, int], None] = {}
    while missing := n - len(found):
        tails, heads = draw.choices(nodes, k=missing), draw.choices(nodes, weights, k=missing)
        found.update(dict.fromkeys(edge for edge in zip(tails, heads, strict=True) if edge[0] != edge[1]))
    return tuple(found)


@lru_cache(maxsize=8)
def node_names(n: int, encoding: str) -> tuple[str, ...]:
    """Random names of eight hexadecimal digits, a letter first, all of equally many tokens before and after an arrow.

    More names go on with others. They are the same for all items, and drawn from anew for each.
    """
    count, draw = tokenizer(encoding).count, Random("nodes")

    def drawn() -> Iterator[tuple[str, tuple[int, int]]]:
        while True:
            name = draw.choice(_LETTERS) + "".join(draw.choices(_DIGITS, k=7))
            yield name, (count(f"{name} ->"), count(f" {name}\n"))

    first = list(islice(drawn(), 512))
    sizes = [size for _, size in first]
    usual = max(sizes, key=sizes.count)
    found = dict.fromkeys(name for name, size in first if size == usual)
    for name, size in drawn():
        if len(found) >= n:
            return tuple(found)[:n]
        if size == usual:
            found[name] = None
    raise AssertionError
