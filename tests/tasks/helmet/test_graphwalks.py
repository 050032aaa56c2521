"""GraphWalks: graphs that fill a length, answers solved a second way, and five ways of replying."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.replies.nodes import Nodes
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet import graphs
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Item, Response

Gold = frozenset[str]


def task(name: str, parameters: str) -> Task[Gold, Nodes]:
    return named_task(f"helmet/graphwalks_{name}?{parameters}").task


def tokens(of: Task[Gold, Nodes], item: Item[Gold]) -> int:
    """Tokens of the prompt, as a model that is shown everything gets it, and of the reply."""
    (passage,) = Showing(spec="full").passages(item.query, item.documents, None, "")
    return prompt_tokens(of.prompt(item, [passage])) + of.max_tokens


def edges(item: Item[Gold]) -> list[tuple[str, str]]:
    pairs = [tuple(line.split(" -> ")) for line in item.documents[0].text.split("\n")]
    return [(tail, head) for tail, head in pairs]


def start(item: Item[Gold]) -> str:
    return item.query.rstrip("?").split()[-1]


def solved_by_matrices(pairs: list[tuple[str, str]], node: str, depth: int, walks: bool) -> set[str]:
    """Nodes at a distance, by powers of the adjacency matrix."""
    names = sorted({one for pair in pairs for one in pair})
    place = {name: number for number, name in enumerate(names)}
    matrix = np.zeros((len(names), len(names)), dtype=bool)
    for tail, head in pairs:
        matrix[place[tail], place[head]] = True
    power, nearer = np.eye(len(names), dtype=bool), np.zeros(len(names), dtype=bool)
    for _ in range(depth):
        nearer |= power[place[node]]
        power = power @ matrix
    reached = power[place[node]] if walks else power[place[node]] & ~nearer
    return {names[number] for number in np.flatnonzero(reached)} - {node}


@pytest.mark.parametrize("reading", ["shortest", "walk"])
@pytest.mark.parametrize("depth", [1, 2, 3, 5, 8])
def test_answers_are_those_of_a_second_algorithm(depth: int, reading: str) -> None:
    items = task("bfs", f"length=3k&n=26&depth={depth}&reading={reading}").items(1)
    for item in items:
        assert set(item.gold) == solved_by_matrices(edges(item), start(item), depth, reading == "walk")
        assert item.tags["hops"] == depth
    sizes = [len(item.gold) for item in items]
    assert [number for number, size in enumerate(sizes) if size == 0] == [24], "one in 25 asks for nothing"
    assert all(5 <= size <= 50 for size in sizes if size)
    assert len(set(sizes)) > 4


def test_parents_are_those_of_a_second_algorithm() -> None:
    items = task("parents", "length=4k&n=50").items(1)
    for item in items:
        assert set(item.gold) == set(re.findall(rf"^(\w+) -> {start(item)}$", item.documents[0].text, re.MULTILINE))
        assert 5 <= len(item.gold) <= 50 or not item.gold
    assert sum(not item.gold for item in items) == 2


@pytest.mark.parametrize("name", ["bfs", "parents"])
@pytest.mark.parametrize("length", [1600, 8192, 9001])
def test_one_more_edge_would_exceed_the_length(name: str, length: int) -> None:
    made = task(name, f"length={length}&n=5")
    for item in made.items(2):
        pairs = edges(item)
        assert len(set(pairs)) == len(pairs) == item.tags["edges"]
        assert all(tail != head for tail, head in pairs)
        assert tokens(made, item) <= length
        (passage,) = Showing(spec="full").passages("", item.documents, None, "")
        one_more = prompt_tokens(made.prompt(item, [passage])) + cost(pairs[0]) + made.max_tokens
        assert one_more > length
        assert item.tags["nodes"] == len({node for pair in pairs for node in pair})


def cost(edge: tuple[str, str]) -> int:
    return tokenizer().count(f"{edge[0]} -> {edge[1]}\n")


def test_lengths_in_another_tokenizer_hold_too() -> None:
    pytest.importorskip("bpe_openai")
    made = task("bfs", "length=3k&n=3&tokenizer=o200k")
    for item in made.items(0):
        (passage,) = Showing(spec="full").passages("", item.documents, None, "")
        assert 3072 - 20 < prompt_tokens(made.prompt(item, [passage]), "o200k") + made.max_tokens <= 3072
    assert made.signature != task("bfs", "length=3k&n=3").signature


def test_a_known_graph_is_solved(shared: Path) -> None:
    seen = 0
    for case in json.loads((shared / "vectors" / "helmet_later.json").read_text()):
        if case["metric"] != "graphwalks_solve":
            continue
        pairs = [(tail, head) for tail, head in case["input"]["edges"]]
        asked: dict[str, Any] = case["input"]["operation"]
        if "parents" in asked:
            above = graphs.followers((head, tail) for tail, head in pairs)
            found = frozenset(above.get(asked["parents"], ())) - {asked["parents"]}
        else:
            found = graphs.at_distance(graphs.followers(pairs), asked["bfs"], asked["depth"])
        assert sorted(found) == sorted(case["expected"])
        seen += 1
    assert seen >= 2


def test_ways_may_use_an_edge_again_but_never_end_where_they_begin() -> None:
    following = graphs.followers([("a", "b"), ("b", "a"), ("a", "a"), ("b", "c")])
    assert graphs.at_distance(following, "a", 2) == {"c"}
    assert graphs.after_steps(following, "a", 2) == {"b", "c"}
    assert graphs.at_distance(following, "c", 1) == frozenset()


@pytest.mark.parametrize("name", ["bfs", "parents"])
def test_same_seed_same_items_and_other_seeds_other_ones(name: str) -> None:
    made = task(name, "length=2k&n=4")
    assert made.items(3) == made.items(3)
    assert made.items(3)[:2] == task(name, "length=2k&n=2").items(3)
    assert {item.documents[0].text for item in made.items(3)}.isdisjoint(
        item.documents[0].text for item in made.items(4)
    )


def scores(of: Task[Gold, Nodes], item: Item[Gold], reply: str) -> list[tuple[float | None, bool]]:
    """Exact, F1, strict F1 and HELMET's, and whether it failed."""
    response = Response(item=item, system="s", context="full", reply=reply, answer=of.parse(item, reply))
    return [(row.value, row.failed) for measure in of.measures for row in measure.score(item, response, ())]


@pytest.mark.parametrize("name", ["bfs", "parents"])
def test_perfect_polite_silent_repeating_and_thinking_replies(name: str) -> None:
    made = task(name, "length=2k&n=25")
    full, empty = made.items(0)[0], made.items(0)[24]
    listed = f"Final Answer: [{', '.join(sorted(full.gold))}]"
    assert scores(made, full, listed) == [(1.0, False)] * 4
    polite = scores(made, full, f"Sure, here you are!\n**{listed}**\nDo you need anything else?")
    assert [value for value, _ in polite] == [1.0, 1.0, 0.0, 1.0]
    assert scores(made, full, "I do not know.") == scores(made, full, "") == [(0.0, True)] * 4
    thought = f"Let me see. Final Answer: [{start(full)}]? No, that is where it begins.\n{listed}"
    assert [value for value, _ in scores(made, full, thought)][:3] == [1.0, 1.0, 1.0]
    repeated = scores(made, full, full.documents[0].text)
    assert repeated == [(0.0, True)] * 4
    half = scores(made, full, f"Final Answer: [{', '.join(sorted(full.gold))}, nowhere]")
    n = len(full.gold)
    assert half == [(0.0, False)] + [(pytest.approx(2 * n / (2 * n + 1)), False)] * 3
    assert scores(made, empty, "Final Answer: []") == [(1.0, False)] * 4
    assert scores(made, empty, "There is none.") == [(0.0, True)] * 4, "no format is no right answer"


def test_a_run_says_what_naming_all_nodes_would_score() -> None:
    made = task("parents", "length=2k&n=25")
    items = made.items(0)
    replies = [f"Final Answer: [{', '.join(sorted({node for pair in edges(one) for node in pair}))}" for one in items]
    responses = [
        Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
        for item, reply in zip(items, replies, strict=True)
    ]
    assert made.notes is not None
    floor, cut = made.notes(responses, ())
    rows = [scores(made, item, reply)[1][0] or 0.0 for item, reply in zip(items, replies, strict=True)]
    assert f"scores {100 * sum(rows) / 25:.1f} % of node_f1" in floor
    assert "1 of 25 questions ask for none" in floor
    assert cut.startswith("25 lists have no end")


def test_published_rows_are_read_and_sorted_by_length(tmp_path: Path) -> None:
    short, long = "a -> b\nb -> c\nc -> b\n" * 10, "a -> b\nd -> b\n" * 300
    rows: list[dict[str, object]] = [
        {"prompt": f"{short}Find it.", "answer_nodes": ["b"], "problem_type": "bfs", "prompt_chars": 1},
        {"prompt": f"{long}Find it.", "answer": ["a", "d"], "problem_type": "parents", "date_added": "2026-02-27"},
        {"prompt": f"{short}Find all.", "answer_nodes": [], "problem_type": "parents"},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    made = task("parents", f"path={path}")
    items = made.items(0)
    assert [(item.dataset, set(item.gold)) for item in items] == [
        ("graphwalks_parents@128", set()),
        ("graphwalks_parents@4k", {"a", "d"}),
    ]
    assert items[1].tags["date_added"] == "2026-02-27"
    (passage,) = Showing(spec="full").passages("", items[1].documents, None, "")
    prompt = made.prompt(items[1], [passage])
    assert [(one.role, one.text.strip()) for one in prompt.messages] == [("user", rows[1]["prompt"])]
    assert scores(made, items[1], "Final Answer: [d, a]") == [(1.0, False)] * 4
    assert [item.dataset for item in task("parents", f"path={path}&length=4k").items(0)] == ["graphwalks_parents@4k"]
    assert [item.tags["nodes"] for item in task("bfs", f"path={path}").items(0)] == [3]
    with pytest.raises(BadInput, match="no row 'bfs' of 1M tokens"):
        task("bfs", f"path={path}&length=1M")


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"answer_nodes": [], "problem_type": "bfs"}, "no column 'prompt'"),
        ({"prompt": "a -> b", "problem_type": "bfs"}, "answer_nodes is null"),
        ({"prompt": "a -> b", "answer_nodes": [1], "problem_type": "bfs"}, "answer_nodes is a list"),
        ({"prompt": " ", "answer_nodes": [], "problem_type": "bfs"}, "prompt is empty"),
        ({"prompt": "a -> b", "answer_nodes": []}, "no column 'problem_type'"),
    ],
)
def test_rows_of_another_layout_are_refused(row: dict[str, object], found: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(BadInput, match=found):
        task("bfs", f"path={path}")


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("bfs?length=700", "length 700"),
        ("parents?length=20", "length 20"),
        ("bfs?depth=0", "depth 0"),
        ("bfs?depth=17", "depth 17"),
        ("bfs?reading=other", "reading 'other'"),
        ("parents?depth=2", "unknown parameter 'depth'"),
        ("bfs?path=a.jsonl,b.jsonl", "2 files"),
        ("bfs?path=missing.jsonl", "missing.jsonl"),
        ("bfs?path=missing.parquet", "missing.parquet"),
        ("bfs?tokenizer=estimate", "tokenizer 'estimate'"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        named_task(f"helmet/graphwalks_{spec}").task.items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)
