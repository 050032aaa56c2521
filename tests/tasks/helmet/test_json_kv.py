"""JSON KV: objects that fill a length exactly, six evenly spaced queries each."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.harness.naming.names import named_task
from hayrick.measures.answers import References
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.json_kv import DEPTHS, NAME, REPLY_TOKENS
from hayrick.types import BadInput, Document, Item, Prompt, Response


def task(parameters: str) -> Task[References, str]:
    return named_task(f"{NAME}?{parameters}").task


def tokens(of: Task[References, str], item: Item[References]) -> int:
    return prompt_tokens(prompt(of, item)) + REPLY_TOKENS


def prompt(of: Task[References, str], item: Item[References]) -> Prompt:
    """As a model that is shown everything gets it."""
    return of.prompt(item, Showing(spec="full").passages(item.query, item.documents, None, ""))


def pairs(item: Item[References]) -> dict[str, str]:
    found: dict[str, str] = json.loads(item.documents[0].text)
    return found


@pytest.mark.parametrize(("length", "shots"), [(600, 0), (800, 2), (1024, 2), (2048, 5), (8192, 0), (8192, 2)])
def test_one_more_pair_would_exceed_the_length(length: int, shots: int) -> None:
    made = task(f"length={length}&n=18&shots={shots}")
    for group in ("0", "1", "2"):
        items = [item for item in made.items(5) if item.group == group]
        assert len(items) == 6
        assert max(tokens(made, item) for item in items) <= length
        more = json.dumps(dict(drawn(length, 5, group, len(pairs(items[0])) + 1)), indent=0)
        assert more.startswith(items[0].documents[0].text[:-2])
        longer = [replace(item, documents=(Document(id="object", text=more),)) for item in items]
        assert max(tokens(made, item) for item in longer) > length


def drawn(length: int, seed: int, group: str, n: int) -> list[list[str]]:
    """The first pairs that are drawn for an object."""
    draw = random.Random(f"{NAME}/{seed}/{length}/{group}")
    return [[str(uuid.UUID(int=draw.getrandbits(128), version=4)) for _ in range(2)] for _ in range(n)]


def test_examples_are_other_pairs_of_the_object() -> None:
    made, plain = task("length=1k&n=12&shots=3"), task("length=1k&n=12&shots=0")
    shown = defaultdict(set)
    for item in made.items(2):
        text = prompt(made, item).messages[-1].text
        found = re.findall(r"key: (\S+)\nThe right reply to it: (\S+)\n", text)
        assert len(set(found)) == 3
        assert set(found) <= pairs(item).items()
        assert text.count(item.query) == 2, "in the object and asked"
        assert text.count(item.gold[0]) == 1
        shown[item.group].add(tuple(found))
    assert {len(found) for found in shown.values()} == {1}, "the same for all queries of an object"
    item = plain.items(2)[0]
    assert "example" not in prompt(plain, item).messages[-1].text
    assert [one for one in task("length=1k&n=12").signature.split(",") if "shots" in one] == ["shots:2"]


def test_queries_stand_at_six_evenly_spaced_depths() -> None:
    items = task("length=4k&n=12").items(0)
    for group in ("0", "1"):
        mine = [item for item in items if item.group == group]
        keys = list(pairs(mine[0]))
        places = [keys.index(item.query) / (len(keys) - 1) for item in mine]
        assert places == pytest.approx(DEPTHS, abs=0.5 / (len(keys) - 1))
        assert [item.tags for item in mine] == [{"length": 4096, "depth": depth} for depth in DEPTHS]
        assert [item.gold for item in mine] == [(pairs(mine[0])[item.query],) for item in mine]
        assert len({item.documents[0].text for item in mine}) == 1


def test_same_seed_same_items_and_other_seeds_other_ones() -> None:
    made = task("length=1k&n=12")
    assert made.items(3) == made.items(3)
    assert {item.query for item in made.items(3)}.isdisjoint(item.query for item in made.items(4))
    assert made.items(3)[:6] == task("length=1k&n=6").items(3), "more items leave the first ones as they are"


def test_lengths_are_datasets_and_ids_are_unique_over_all() -> None:
    items = task("length=1k,2k,1500&n=8").items(0)
    assert list(dict.fromkeys(item.dataset for item in items)) == ["json_kv@1k", "json_kv@2k", "json_kv@1500"]
    assert [sum(item.dataset == name for item in items) for name in ("json_kv@1k", "json_kv@2k")] == [8, 8]
    assert len({item.id for item in items}) == len(items) == 24
    by_length = {item.tags["length"]: len(pairs(item)) for item in items}
    assert by_length[1024] < by_length[1500] < by_length[2048]


def test_as_many_queries_as_the_paper_by_default() -> None:
    assert len(task("length=800").items(0)) == 100


def test_keys_and_values_are_identifiers_and_all_differ() -> None:
    (item,) = task("length=8k&n=1").items(0)
    words = [word for pair in pairs(item).items() for word in pair]
    assert len(set(words)) == len(words)
    assert all([*map(len, word.split("-"))] == [8, 4, 4, 4, 12] and word[14] == "4" for word in words)


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ("length=300", "length 300"),
        ("length=0", "length '0'"),
        ("length=8q", "length '8q'"),
        ("length=1k,", "length ''"),
        ("length=700", "room for 8 pairs, 2 examples"),
        ("length=1k&shots=400", "room for 406 pairs"),
        ("shots=-1", "shots -1"),
        ("n=0", "n 0"),
        ("n=1.5", "n 1.5"),
        ("size=8k", "unknown parameter 'size'"),
    ],
)
def test_wrong_parameters_are_refused(parameters: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        task(parameters).items(0)
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("{}", 1.0),
        ("Here is the answer: {}", 1.0),
        ("Corresponding value: {}\n", 1.0),
        ('{{"value": "{}"}}', 1.0),
        ("The value is **{}**.", 1.0),
        ("I do not know.", 0.0),
        ("{}"[:1], 0.0),
    ],
)
def test_polite_replies_are_read(reply: str, value: float) -> None:
    made = task("length=1k&n=1")
    (item,) = made.items(0)
    assert score(made, item, reply.format(*item.gold) if "{}" in reply else reply) == (value, False)


def test_a_silent_reply_is_a_failure() -> None:
    made = task("length=1k&n=1")
    (item,) = made.items(0)
    assert score(made, item, " \n ") == (0.0, True)


SMALL = task("length=800&n=2")
FIRST, SECOND = SMALL.items(0)


@given(st.text())
def test_wrong_answers_never_raise(reply: str) -> None:
    assert score(SMALL, FIRST, reply)[0] == 0.0
    assert score(SMALL, FIRST, f"{reply} {SECOND.gold[0]}")[0] == 0.0


def score(made: Task[References, str], item: Item[References], reply: str) -> tuple[float | None, bool]:
    response = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
    (row,) = made.measures[0].score(item, response, ())
    return row.value, row.failed
