"""Which passages a model is shown, in which order, under which name."""

from __future__ import annotations

from typing import get_args

import pytest

from hayrick.protocols import Known
from hayrick.systems.contexts import EVERY_CONTEXT, Order, Showing, ordered, showings
from hayrick.types import BadInput, Document, Tags

DOCUMENTS = tuple(Document(id=f"d{n}", text=f"text {n}") for n in range(1, 7))
KNOWN = Known(grades=[1, 0, 2, 0, 3, 1])


def shown(order: Order | None, key: str = "h", seed: int = 0, spec: str = "full") -> list[int]:
    showing = Showing(spec=spec, order=order, seed=seed)
    return [passage.position for passage in showing.passages("text 3", DOCUMENTS, KNOWN, key)]


@pytest.mark.parametrize(
    ("order", "positions", "why"),
    [
        (None, [1, 2, 3, 4, 5, 6], "as stored"),
        ("stored", [1, 2, 3, 4, 5, 6], "as stored"),
        ("top", [5, 3, 1, 6, 2, 4], "grades 3, 2, 1, 1, 0, 0; ties as stored"),
        ("bottom", [2, 4, 1, 6, 3, 5], "grades 0, 0, 1, 1, 2, 3; ties as stored"),
        ("middle", [2, 1, 3, 5, 6, 4], "of the rising order every other one, then the others from the end"),
    ],
)
def test_orders(order: Order | None, positions: list[int], why: str) -> None:
    assert shown(order) == positions, why


def test_random_order_depends_on_the_seed_and_the_key_alone() -> None:
    # Pinned: contexts that were shuffled once must be shown alike again.
    assert shown("random") == [5, 2, 1, 4, 6, 3]
    assert shown("random", seed=1) != shown("random") != shown("random", key="another")
    passages = Showing(spec="full").passages("any query", DOCUMENTS, None, "h")
    assert [one.position for one in ordered(passages, "random", None, "h")] == shown("random")


def test_a_retriever_shows_the_best_first() -> None:
    assert shown(None, spec="oracle") == [5, 3, 1, 6, 2, 4]
    assert shown("stored", spec="oracle") == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("order", ["top", "bottom", "middle"])
def test_orders_by_relevance_need_to_know_it(order: Order) -> None:
    with pytest.raises(BadInput, match=f"order '{order}': no known relevance"):
        Showing(spec="full", order=order).passages("q", DOCUMENTS, None, "h")


def test_a_budget_that_shows_nothing_is_refused() -> None:
    showing = Showing(spec="bm25", budget_tokens=0)
    with pytest.raises(BadInput, match="context bm25@0: a budget of 0 tokens shows nothing for the query 'why'"):
        showing.passages("why", DOCUMENTS, KNOWN, "h")


def test_full_under_a_budget_shows_the_first_documents() -> None:
    # Three tokens each: "text", a space with its digit in two.
    passages = Showing(spec="full", budget_tokens=6).passages("text 6", DOCUMENTS, None, "h")
    assert [(one.position, one.tokens) for one in passages] == [(1, 3), (2, 3)]


def test_all_takes_in_what_is_stored() -> None:
    names = [showing.name for showing in showings("all", ["keywords", "rerank3"])]
    assert names == [*EVERY_CONTEXT, "released:rerank3"]


def test_every_budget_order_and_seed() -> None:
    names = [showing.name for showing in showings("bm25", (), [8, 9], ["top", "random"], seeds=2)]
    assert names == [f"bm25@{budget}/{order}" for budget in (8, 9) for order in ("top", "random0", "random1")]


@pytest.mark.parametrize(
    ("showing", "name", "tags"),
    [
        (Showing(spec="full"), "full", {"shown": "full", "order": "stored"}),
        (Showing(spec="sentences"), "sentences", {"shown": "sentences", "order": "stored"}),
        (Showing(spec="bm25"), "bm25", {"shown": "bm25", "order": "best first"}),
        (Showing(spec="bm25", order="stored"), "bm25/stored", {"shown": "bm25", "order": "stored"}),
        (
            Showing(spec="full", budget_tokens=8000, order="bottom"),
            "full@8000/bottom",
            {"shown": "full", "order": "bottom", "budget_tokens": 8000},
        ),
        (
            Showing(spec="bm25", order="random", seed=3),
            "bm25/random3",
            {"shown": "bm25", "order": "random", "seed": 3},
        ),
        (
            Showing(spec="dense:me/top@v2", budget_tokens=8000, order="middle"),
            "dense:me/top@v2@8000/middle",
            {"shown": "dense:me/top@v2", "order": "middle", "budget_tokens": 8000},
        ),
        (Showing(spec="dense:me/top"), "dense:me/top", {"shown": "dense:me/top", "order": "best first"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_tags_say_what_a_name_says_without_parsing_it(showing: Showing, name: str, tags: Tags) -> None:
    assert (showing.name, showing.tags) == (name, tags)


def test_every_showing_has_a_name_and_tags_of_its_own() -> None:
    found = [*showings("all", ["rerank3"], [8, 9], [*get_args(Order)], seeds=2), *showings("all", ["rerank3"])]
    assert len({one.name for one in found}) == len(found)
    assert len({tuple(sorted(one.tags.items())) for one in found if one.order}) == sum(1 for one in found if one.order)
