"""Re-ranking: passages of several relevances that fill a length exactly, in three orders."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import log2
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.measures.ranking import Grades, Ranking
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.rerank import NAME, ORDERS, REPLY_TOKENS
from hayrick.types import BadInput, Item, Response

ENDS = (".", "?", "!", " 7", ")", "”", " …", ".)")
"""How passages end: none may become one token with what follows."""


def passages(n: int, query: str = "q", levels: int = 4) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{query}-{k}",
            "text": f"{k} On {query}: {'mice and owls, ' * (k % 5)}end{ENDS[k % 8]}",
            "relevance": k % levels,
        }
        for k in range(n)
    ]


def lines(*rows: object) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "queries.jsonl"
    rows = [{"id": f"q{k}", "query": f"what do {k} owls eat?", "passages": passages(1300, f"q{k}")} for k in range(4)]
    path.write_text(lines(*rows), encoding="utf-8")
    return path


def task(path: Path, parameters: str) -> Task[Grades, Ranking]:
    return named_task(f"{NAME}?data={path}&{parameters}").task


def tokens(of: Task[Grades, Ranking], item: Item[Grades]) -> int:
    """Tokens of the prompt and the reply, as a model that is shown everything gets it."""
    return (
        prompt_tokens(of.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, "")))
        + REPLY_TOKENS
    )


@pytest.mark.parametrize(("length", "shots"), [(600, 0), (601, 0), (800, 1), (1024, 2), (4096, 0), (16384, 2)])
def test_one_more_passage_would_exceed_the_length(file: Path, length: int, shots: int) -> None:
    made = task(file, f"length={length}&n=2&shots={shots}")
    items = made.items(0)
    assert len(items) == 2 * ORDERS
    longest = 5 + 4 * 7 + 12
    for item in items:
        assert length - longest < tokens(made, item) <= length
        assert item.tags["passages"] == len(item.documents) == len(item.gold)


@pytest.mark.parametrize(("length", "shots"), [(600, 0), (700, 0), (1024, 2), (1100, 3), (16384, 2)])
def test_tokens_are_those_that_are_summed(file: Path, length: int, shots: int) -> None:
    """A prompt fills a length of its own tokens, and has a passage less at one token less; passages end variously."""
    made = task(file, f"length={length}&n=1&shots={shots}")
    item, *_ = made.items(0)
    exact = tokens(made, item)
    (same, *_), (less, *_) = (task(file, f"length={size}&n=1&shots={shots}").items(0) for size in (exact, exact - 1))
    assert (len(same.documents), tokens(made, same)) == (len(item.documents), exact)
    assert len(less.documents) == len(item.documents) - 1


def test_relevances_are_balanced_until_they_are_used_up(file: Path, tmp_path: Path) -> None:
    for item in task(file, "length=2k&n=4").items(0):
        counts = Counter(item.gold.values())
        assert set(counts) == {0.0, 1.0, 2.0, 3.0}
        assert max(counts.values()) - min(counts.values()) <= 1
    rare = [{**one, "relevance": int(k < 3)} for k, one in enumerate(passages(500))]
    (tmp_path / "rare.jsonl").write_text(lines({"query": "what?", "passages": rare}), encoding="utf-8")
    for item in task(tmp_path / "rare.jsonl", "length=2k").items(0):
        assert Counter(item.gold.values())[1.0] == 3


def test_three_orders_of_the_same_numbered_passages(file: Path) -> None:
    items = task(file, "length=1k&n=1").items(0)
    shown = [[document.text for document in item.documents] for item in items]
    assert len({tuple(texts) for texts in shown}) == ORDERS
    assert len({frozenset(texts) for texts in shown}) == 1, "a passage has the same number in every order"
    assert len({item.group for item in items}) == 1
    for item in items:
        numbers = [document.text[1 : document.text.index("]")] for document in item.documents]
        assert numbers == list(item.gold)
        assert sorted(map(int, numbers)) == [*range(1, len(numbers) + 1)]
        assert [int(document.id.rpartition("-")[2]) % 4 for document in item.documents] == [*item.gold.values()]


def test_same_seed_same_bytes_and_other_seeds_other_ones(file: Path) -> None:
    made = task(file, "length=1000,1k&n=3")
    assert made.items(3) == task(file, "length=1000,1k&n=3").items(3)
    assert [item.documents for item in made.items(3)] != [item.documents for item in made.items(4)]
    assert list(dict.fromkeys(item.dataset for item in made.items(3))) == ["rerank@1000", "rerank@1k"]
    assert len({item.id for item in made.items(3)}) == 2 * 3 * ORDERS
    assert len(task(file, "length=1k").items(0)) == 4 * ORDERS, "no more queries than there are"


def shown_before(made: Task[Grades, Ranking], item: Item[Grades]) -> str:
    text = made.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, "")).messages[-1].text
    return text[: text.index("Here are passages")]


def test_examples_are_other_queries_ranked_by_relevance(file: Path) -> None:
    made = task(file, "length=2k&n=4")
    for order, item in enumerate(made.items(0)):
        before = shown_before(made, item)
        examples = before.split("An example:\n\n")[1:]
        assert before == shown_before(made, made.items(0)[order // ORDERS * ORDERS]), "the same in all orders"
        asked = re.findall(r"The query: (.+)\n", before)
        assert len(set(asked)) == len(examples) == 2
        assert item.query not in asked
        for example, query in zip(examples, asked, strict=True):
            # The tests' passages begin with a number that says how relevant they are.
            found = {number: int(k) % 4 for number, k in re.findall(r"^\[(\d+)\] (\d+) On", example, re.M)}
            assert sorted(found) == ["1", "2", "3", "4", "5"]
            assert set(found.values()) == {0, 1, 2, 3}
            assert example.count(f"On q{query.split()[2]}:") == 5
            ranking = " > ".join(sorted(found, key=lambda number: -found[number]))
            assert f"\nThe right reply: {ranking}\n" in example
    none = task(file, "length=2k&n=1&shots=0")
    assert shown_before(none, none.items(0)[0]) == ""


def test_a_file_of_few_queries_shows_fewer_examples_and_says_so(tmp_path: Path) -> None:
    rows = [query(id="a"), query(id="b", query="What?"), query(id="c", query="who?"), query(id="d", query="WHO?")]
    for n, notes in ((1, "0 of 2 worked examples: the file has 0"), (4, "1 of 2 worked examples: the file has 1")):
        (tmp_path / "data.jsonl").write_text(lines(*rows[:n]), encoding="utf-8")
        made = task(tmp_path / "data.jsonl", "length=800")
        for item in made.items(0):
            assert shown_before(made, item).count("An example:") == (0 if n == 1 else 1)
            assert tokens(made, item) <= 800
        assert made.notes is not None
        assert notes in [*made.notes([], ())][-1]


def test_columns_of_the_original_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "original.jsonl"
    original = [{"id": one["id"], "text": one["text"], "label": one["relevance"]} for one in passages(100)]
    path.write_text(lines({"qid": 7, "query": "what?", "ctxs": original}), encoding="utf-8")
    assert {item.group for item in task(path, "length=600").items(0)} == {"7"}


def best(item: Item[Grades]) -> list[str]:
    return sorted(item.gold, key=lambda id: -item.gold[id])


def said(made: Task[Grades, Ranking], item: Item[Grades], reply: str) -> Response[Ranking]:
    return Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))


def scores(made: Task[Grades, Ranking], item: Item[Grades], reply: str) -> dict[str, tuple[float | None, bool]]:
    found = said(made, item, reply)
    rows = [row for measure in made.measures for row in measure.score(item, found, ())]
    return {row.measure: (row.value, row.failed) for row in rows}


def test_perfect_polite_and_silent_replies(file: Path) -> None:
    made = task(file, "length=1k&n=2")
    for item in made.items(0):
        ids = best(item)[:10]
        assert scores(made, item, " > ".join(ids)) == {"ndcg@10": (1.0, False), "ndcg@10.helmet": (1.0, False)}
        polite = f"Here is my ranking of the 10 best:\n\n**{' > '.join(f'[{id}]' for id in ids)}**\n\nAnything else?"
        assert scores(made, item, polite)["ndcg@10"] == (1.0, False)
        assert scores(made, item, ", ".join(ids))["ndcg@10"] == (1.0, False)
        assert scores(made, item, " \n") == {"ndcg@10": (0.0, True), "ndcg@10.helmet": (0.0, True)}
        assert scores(made, item, "I cannot.") == {"ndcg@10": (0.0, True), "ndcg@10.helmet": (0.0, True)}
        everything = sum(item.gold[id] / log2(rank + 1) for rank, id in enumerate(ids, start=1))
        one_unknown = item.gold[ids[0]] / log2(3) / everything
        assert scores(made, item, f"9999 > {ids[0]}")["ndcg@10"][0] == pytest.approx(one_unknown)


def test_notes_say_the_floor_and_count_wrong_numbers(file: Path) -> None:
    made = task(file, "length=1k&n=1")
    items = made.items(0)
    replies = ["9999 > 1", " > ".join(["1", "1", "2"]), ""]
    assert made.notes is not None
    floor, counts = made.notes([said(made, item, reply) for item, reply in zip(items, replies, strict=True)], ())
    shown = [scores(made, item, " > ".join(item.gold))["ndcg@10"][0] for item in items]
    mean = sum(value for value in shown if value is not None) / 3
    assert floor == f"In the order shown, the passages score {100 * mean:.1f} % of ndcg@10."
    assert counts == "1 rankings name a number that no passage has, 1 name one again."
    assert len(list(made.notes([said(made, items[0], "1 > 2")], ()))) == 1


PLAYERS = """
import re


def shown(request):
    return [re.match(r"\\[(\\d+)\\] (\\d+)", one["text"]).groups() for one in request["documents"]]


def perfect(request):
    # The tests' passages begin with a number that says how relevant they are.
    return " > ".join(number for number, k in sorted(shown(request), key=lambda one: -(int(one[1]) % 4)))


def polite(request):
    return "Sure, here are the best of them:\\n" + perfect(request).replace(" > ", ", ") + "\\nAnything else?"


def silent(request):
    return " "
"""


def test_models_that_are_perfect_polite_and_silent(file: Path, tmp_path: Path, hayrick: Any) -> None:
    (tmp_path / "players.py").write_text(PLAYERS, encoding="utf-8")
    found: dict[tuple[str, str], tuple[float, int, int]] = {}
    for player in ("perfect", "polite", "silent"):
        out = tmp_path / player
        system = f"python:{tmp_path / 'players.py'}:{player}"
        done = hayrick("run", f"{NAME}?data={file}&length=1k&n=3", "--system", system, "--out", out)
        assert (done.status, done.err) == (0, "")
        assert "In the order shown, the passages score" in done.out
        rows = json.loads((out / "estimates.json").read_text(encoding="utf-8"))["rows"]
        rows = [row for row in rows if row["dataset"] is None]
        found |= {(player, row["measure"]): (row["value"], row["n"], row["n_failed"]) for row in rows}
    assert [found[player, "ndcg@10"] for player in ("perfect", "polite", "silent")] == [(1, 3, 0), (1, 3, 0), (0, 3, 3)]
    assert found["perfect", "ndcg@10.helmet"] == (1.0, 3, 0)
    assert found["polite", "ndcg@10.helmet"][0] < 0.5, "it reads one number"


def query(**changed: object) -> dict[str, object]:
    return {"id": "a", "query": "what?", "passages": passages(60), **changed}


def with_passage(**changed: object) -> dict[str, object]:
    first, *others = passages(60)
    return query(passages=[{**first, **changed}, *others])


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", "an empty file"),
        ("[]\n", "expected a JSON object a line"),
        (lines(query(), query()), "data.jsonl:2: query 'a' again"),
        (lines(query(answer="x")), "data.jsonl:1: unknown column 'answer'"),
        (lines(query(ctxs=[])), "unknown column 'ctxs'"),
        (lines({"id": "a", "passages": passages(9)}), "no column 'query'"),
        (lines(query(query=" ")), "query ' '; expected a text"),
        (lines(query(passages=[])), "no passages"),
        (lines(query(passages=["text"])), "passages[1]: a string"),
        (lines(with_passage(id="q-1")), "passages[2]: passage 'q-1' again"),
        (lines(with_passage(text="")), "passages[1]: text ''"),
        (lines(with_passage(text=None)), "passages[1]: text None"),
        (lines(with_passage(relevance=-1)), "relevance -1; expected a number from 0 to 1,000,000"),
        (lines(with_passage(relevance=1e308)), "relevance 1e+308; expected a number from 0 to 1,000,000"),
        (lines(with_passage(id=[1])), "'id' is a list; expected a text or a whole number"),
        (lines(query(id={})), "'id' is an object; expected a text or a whole number"),
        (lines(with_passage(relevance="3")), "relevance '3'"),
        (lines(with_passage(relevance=True)), "relevance True"),
        (lines(with_passage(score=1)), "passages[1]: unknown column 'score'"),
        (lines(query(passages=passages(9, levels=1))), "passages of one relevance"),
        (lines(query(passages=passages(9))), "with all 9 passages; expected more than 600"),
        (lines(query(passages=[{**one, "text": "owl " * 700} for one in passages(9)])), "has 7"),
        (
            lines(query(passages=[{**one, "text": "owl " * 90} for one in passages(9)])),
            "room for one passage of each of 4",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path: Path, content: str, found: str) -> None:
    (tmp_path / "data.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        task(tmp_path / "data.jsonl", "length=600").items(0)
    assert found in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_parameters_are_refused(file: Path) -> None:
    for parameters, found in (
        ("length=0", "length '0'"),
        ("n=0", "n 0"),
        ("k=5", "parameter 'k'"),
        ("length=300", "300"),
        ("shots=-1", "shots -1"),
        ("length=600", "fewer shots"),
    ):
        with pytest.raises(BadInput, match=found):
            task(file, parameters).items(0)
    with pytest.raises(BadInput, match="2 files"):
        named_task(f"{NAME}?data=a,b")
    with pytest.raises(BadInput, match="no data"):
        named_task(NAME)
