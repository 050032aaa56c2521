"""GraphWalks: nodes at a distance from a node, or with an edge to it, in a graph whose edges fill a length in tokens.

Source: OpenAI, GraphWalks (data card openai/graphwalks, 2025-04 and 2026-02); HELMET at commit 5dde2de.
Differs: our own prompt, in which asked is for the list alone; nodes have random names, where the original's follow from
    numbers; no edge occurs twice or leads back to its node; 5 to 50 nodes are asked for, or none in 4 of 100 graphs.
    Asked is for nodes whose shortest path has a number of edges, as the card of 2026-02 says it; `reading=walk` asks
    for all to which some way of so many edges leads. `path` reads the published rows, with their own prompts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from hayrick.measures.nodes import NODE_EXACT, NODE_F1, NODE_F1_HELMET, NODE_F1_STRICT, Gold
from hayrick.prompting import load, prompt_tokens, showing
from hayrick.prompting.fitting import adds_up, largest_fitting, told
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import MOST_MADE, Parameters, size_name
from hayrick.replies.nodes import Nodes, read_nodes
from hayrick.tasks.helmet import graphs
from hayrick.tasks.helmet.choices import kept_choices
from hayrick.tasks.helmet.graphs import MOST, Walk, node_names
from hayrick.tasks.helmet.graphwalks_rows import read_rows, shown
from hayrick.tasks.helmet.kept_graphs import NO_NAMES, Graph, Letters, letters, name_of, rows_of
from hayrick.tasks.helmet.lines import too_short
from hayrick.tasks.helmet.published import one_path
from hayrick.text import seeded
from hayrick.tokens import tokenizer
from hayrick.types import Document, Item, Judgement, Prompt, Response
from hayrick.wording import counted

MEASURES: tuple[Measure[Gold, Nodes], ...] = (NODE_EXACT, NODE_F1, NODE_F1_STRICT, NODE_F1_HELMET)
NAMES = ("helmet/graphwalks_bfs", "helmet/graphwalks_parents")
PAPER = "OpenAI (2025), GraphWalks; HELMET at commit 5dde2de"
READINGS = ("shortest", "walk")
EMPTY_EVERY = 25
"""One graph in so many has a question that no node answers."""

MARGIN_TOKENS = 64
Edge = tuple[str, str]
DEEPEST = 16
_MOST_TRIED = 4_096
"""Edges that are tried for a graph that suffices."""

_WAYS = {
    "shortest": "Asked for are nodes whose shortest path from {start}, along the edges, has exactly that many edges:"
    " no node that a shorter path reaches, and not {start} itself.",
    "walk": "Asked for are all nodes that some path from {start}, along the edges, reaches with exactly that many"
    " edges, also where a shorter path does, but not {start} itself. A path may use nodes and edges again.",
}
_HEADS = "Asked for are all nodes with an edge that ends in {start}, but not {start} itself."


class Kind(NamedTuple):
    """A kind of question about a graph."""

    name: str
    depth: int | None
    """Number of edges; None asks for nodes with an edge to the one that is named."""

    reading: str
    encoding: str

    def question(self, start: str) -> str:
        """The question about a node; an item's query."""
        if self.depth is None:
            return f"Which nodes are parents of {start}?"
        return f"Which nodes are {counted(self.depth, 'edge')} away from {start}?"

    def meaning(self, start: str) -> str:
        """What the question means exactly."""
        return (_HEADS if self.depth is None else _WAYS[self.reading]).format(start=start)

    def made(self, n_edges: int, empty: bool, draw: Random) -> Walk | None:
        """A graph with a question; None where there is none of so few edges."""
        n_names = _n_names(n_edges)
        if self.depth is None:
            return graphs.walk_to_parents(n_names, n_edges, empty, draw)
        return graphs.walk_by_depth(n_names, n_edges, self.depth, self.reading == "walk", empty, draw)

    @property
    def reply_tokens(self) -> int:
        """Tokens of the longest list that is asked for, times 1.5, and a margin."""
        listed = ", ".join(node_names(MOST, self.encoding))
        return _reserved(tokenizer(self.encoding).count(f"Final Answer: [{listed}]"))


def task(parameters: Parameters) -> Task[Gold, Nodes]:
    """GraphWalks; `length` (8k; several with commas between them), `n` graphs a length (100), `tokenizer`.

    `graphwalks_bfs` has `depth`, the number of edges (3), and `reading` (`shortest`, or `walk`). With `path`, the rows
    of a published file: all, or the first `n` of each `length`.

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    name = parameters.spec.partition("?")[0]
    path = one_path(parameters)
    return _made(name, parameters) if path is None else _published(name, path, parameters)


def _made(name: str, parameters: Parameters) -> Task[Gold, Nodes]:
    lengths, n, encoding = (
        parameters.sizes("length", "8k"),
        parameters.whole("n", 100, 1, MOST_MADE),
        parameters.encoding(),
    )
    kind = Kind(name, None, "", encoding)
    if name == NAMES[0]:
        depth = parameters.whole("depth", 3, least=1, most=DEEPEST)
        kind = Kind(name, depth, parameters.one_of("reading", READINGS), encoding)
    asked = "parents" if kind.depth is None else f"depth:{kind.depth},reading:{kind.reading}"
    return _task(
        name,
        items=lambda seed: [item for length in lengths for item in _items(kind, length, n, seed)],
        prompt=lambda item, passages: _prompt(kind, item.query, passages),
        max_tokens=kind.reply_tokens,
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n},{asked}{told(encoding)}",
    )


def _published(name: str, path: Path, parameters: Parameters) -> Task[Gold, Nodes]:
    lengths = parameters.sizes("length", "") if "length" in parameters.left else None
    n, encoding = parameters.whole("n", 10**6, least=1), parameters.encoding()
    rows = read_rows(path, name.rpartition("_")[2], lengths, n, encoding)
    shown_lengths = "+".join(str(length) for length, _ in rows.by_length)
    return _task(
        name,
        items=lambda seed: rows.items(name.rpartition("/")[2]),
        prompt=lambda item, passages: shown(passages),
        max_tokens=_reserved(rows.most_tokens(encoding)),
        signature=f"rows:{rows.fingerprint},lengths:{shown_lengths},n:{n}{told(encoding)}",
    )


def _task(
    name: str,
    items: Callable[[int], list[Item[Gold]]],
    prompt: Callable[[Item[Gold], Sequence[Passage]], Prompt],
    max_tokens: int,
    signature: str,
) -> Task[Gold, Nodes]:
    return Task(
        name=name,
        paper=PAPER,
        items=items,
        prompt=prompt,
        parse=lambda item, reply: read_nodes(reply),
        measures=MEASURES,
        max_tokens=max_tokens,
        expected_tokens=150,
        notes=_notes,
        signature=signature,
    )


def _reserved(tokens: int) -> int:
    """Tokens to reserve for a reply whose list has so many."""
    return int(1.5 * tokens) + MARGIN_TOKENS


def _prompt(kind: Kind, query: str, passages: Sequence[Passage]) -> Prompt:
    start = query.rstrip("?").rpartition(" ")[2]
    return showing(load("graphwalks"), passages, {"question": query, "meaning": kind.meaning(start)})


def _n_names(n_edges: int) -> int:
    """How many names nodes are drawn from."""
    return max(64, 1 << n_edges.bit_length())


def _items(kind: Kind, length: int, n: int, seed: int) -> Iterator[Item[Gold]]:
    told = [kind.name, str(kind.depth), kind.reading, tokenizer(kind.encoding).name, f"{length},{n},{seed}"]
    chosen = kept_choices(told, lambda: [row for at in range(n) for row in _chosen(kind, length, at, seed)], length * n)
    names = NO_NAMES
    for number in range(n):
        graph = Graph.of(chosen)
        if len(names) != _n_names(len(graph.tails)):
            names = letters(_n_names(len(graph.tails)), kind.encoding)
        yield _item_of(kind, length, number, graph, names)


def _chosen(kind: Kind, length: int, number: int, seed: int) -> list[Sequence[int]]:
    """Rows of a graph that fills the length."""
    draw = seeded(f"{kind.name}/{seed}/{length}/{number}")
    empty = number % EMPTY_EVERY == EMPTY_EVERY - 1
    n_edges = _edges_fitting(kind, length)
    walk = kind.made(n_edges, empty, draw) if n_edges else None
    while walk is not None and not adds_up(kind.encoding) and _tokens_of_walk(kind, walk) > length:
        n_edges -= 1
        walk = kind.made(n_edges, empty, draw)
    if walk is None:
        smallest = next(filter(None, (kind.made(n, empty, draw) for n in range(1, _MOST_TRIED))), None)
        least = smallest and _tokens_of_walk(kind, smallest)
        raise too_short(kind.name, length, f"a graph in which {graphs.FEWEST} nodes are asked for", least)
    return rows_of(walk, layers=kind.depth is not None)


def _item_of(kind: Kind, length: int, number: int, graph: Graph, names: Letters) -> Item[Gold]:
    size, start = size_name(length), name_of(names, graph.start)
    tags: dict[str, str | int | float] = {
        "length": length,
        "nodes": graph.n_nodes,
        "edges": len(graph.tails),
        "answer_nodes": len(graph.answer),
    }
    if kind.depth is not None:
        tags |= {"hops": kind.depth, "at_distances": "+".join(map(str, graph.layers.tolist()))}
    return Item(
        dataset=f"{kind.name.rpartition('/')[2]}@{size}",
        group=str(number),
        id=f"{size}-{number}",
        query=kind.question(start),
        gold=frozenset(name_of(names, node) for node in graph.answer.tolist()),
        documents=(Document(id="edges", text=graph.shown(names)),),
        tags=tags,
    )


@lru_cache(maxsize=64)
def _edges_fitting(kind: Kind, length: int) -> int:
    """Largest number of edges that fit with question and reply; 0 where none does."""
    names = node_names(64, kind.encoding)
    several = tokenizer(kind.encoding).count(_lines([*pairwise(names)]))
    guess = (length - kind.reply_tokens) * (len(names) - 1) // several
    if guess < 1:
        return 0
    most = guess + len(names)
    names = node_names(_n_names(most), kind.encoding)
    edges = [*pairwise(names)]
    return largest_fitting(lambda n: _tokens(kind, edges[:n], names[0]) <= length, guess, most)


def _tokens(kind: Kind, edges: Sequence[Edge], start: str) -> int:
    """Tokens of prompt and reply."""
    only = Passage(document="edges", position=1, text=_lines(edges))
    return prompt_tokens(_prompt(kind, kind.question(start), [only]), kind.encoding) + kind.reply_tokens


def _tokens_of_walk(kind: Kind, walk: Walk) -> int:
    names = node_names(_n_names(len(walk.edges)), kind.encoding)
    return _tokens(kind, [(names[tail], names[head]) for tail, head in walk.edges], names[walk.start])


def _lines(edges: Sequence[Edge]) -> str:
    return "\n".join(f"{tail} -> {head}" for tail, head in edges)


def _notes(responses: Sequence[Response[Nodes]], judgements: Sequence[Judgement]) -> list[str]:
    """What naming all nodes, or as many random ones, would score, and how many lists were cut off."""
    items = {one.item.key: cast(Item[Gold], one.item) for one in responses}.values()
    pairs = [(len(item.gold), int(item.tags["nodes"])) for item in items]
    every = sum(2 * gold / (gold + nodes) for gold, nodes in pairs) / max(1, len(pairs))
    some = sum(gold / nodes if gold else 1.0 for gold, nodes in pairs) / max(1, len(pairs))
    cut = sum(one.answer is not None and not one.answer.closed for one in responses)
    none = sum(not gold for gold, _ in pairs)
    floors = (
        f"Naming all nodes of the graph scores {100 * every:.1f} % of node_f1, naming as many at random as are asked"
        f" for {100 * some:.1f} %; {none} of {len(pairs)} questions ask for none."
    )
    return [floors, f"{cut} lists have no end; what they name counts."] if cut else [floors]
