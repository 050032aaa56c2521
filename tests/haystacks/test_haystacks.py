"""Haystack files come back as they were, and broken ones are refused by name."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOLDEN
from hayrick.haystacks.files import haystack_of, haystack_value, read_haystack, write_haystack
from hayrick.types import BadInput

SUMMHAY = json.loads((GOLDEN / "bakery.json").read_text())
NATIVE = json.loads((GOLDEN / "bakery_native.json").read_text())


@pytest.mark.parametrize("name", ["bakery.json", "bakery_native.json"])
def test_golden_files_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    haystack = read_haystack(GOLDEN / name)
    assert haystack_value(haystack) == json.loads((GOLDEN / name).read_text())
    write_haystack(tmp_path / name, haystack)
    assert read_haystack(tmp_path / name) == haystack
    assert haystack.id == name.removesuffix(".json")


@pytest.mark.parametrize("number", [1, 2, 4])
def test_released_files_come_back_as_they_were(summhay: Path, number: int) -> None:
    path = summhay / f"topic_news{number}.json"
    value = json.loads(path.read_text())
    haystack = read_haystack(path, allow_unheld=True)
    assert haystack_value(haystack) == value
    assert len(haystack.documents) == len(value["documents"]) == 100
    assert haystack.format == "summhay"


def test_both_formats_of_one_haystack_say_the_same() -> None:
    one = haystack_of(SUMMHAY, id="x", where="x")
    two = haystack_of(NATIVE, id="x", where="x")
    assert one.held_by == two.held_by == {"i1": ("dA", "dB"), "i2": ("dB", "dE"), "i3": ("dC", "dE"), "i4": ("dF",)}
    assert [(d.id, d.text) for d in one.documents] == [(d.id, d.text) for d in two.documents]
    assert [s.query for s in one.subtopics] == [s.query for s in two.subtopics]
    assert (one.domain, two.domain) == (None, "news")


def test_the_stored_order_of_a_documents_insights_is_kept() -> None:
    # dB stores i2 before i1, dE i3 before i2: neither is the order of the subtopics.
    value: Any = haystack_value(haystack_of(SUMMHAY, id="x", where="x"))
    assert [d["insights_included"] for d in value["documents"]] == [
        ["i1"],
        ["i2", "i1"],
        ["i3"],
        [],
        ["i3", "i2"],
        ["i4"],
    ]


PLACES = [
    lambda value: value,
    lambda value: value["documents"][0],
    lambda value: value["subtopics"][0],
    lambda value: value["subtopics"][0]["insights"][0],
]
UNKNOWN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(
    native=st.booleans(),
    place=st.sampled_from(PLACES),
    name=st.text(min_size=1, max_size=6).map(lambda name: f"x{name}"),
    value=UNKNOWN,
)
def test_unknown_fields_are_kept_at_every_level(native: bool, place: Any, name: str, value: object) -> None:
    whole = copy.deepcopy(NATIVE if native else SUMMHAY)
    place(whole)[name] = value
    again = haystack_value(haystack_of(whole, id="x", where="x"))
    assert again == whole
    assert json.loads(json.dumps(again)) == whole


IDS = st.text(min_size=1, max_size=5).filter(str.strip)


@given(st.data())
def test_any_sound_haystack_round_trips(data: st.DataObject) -> None:
    documents = data.draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    insights = data.draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    holders = st.lists(st.sampled_from(documents), min_size=1, unique=True)
    held = {insight: data.draw(holders) for insight in insights}
    value = {
        "schema": 1,
        "topic": data.draw(st.text(max_size=9)),
        "documents": [{"id": d, "text": data.draw(st.text(max_size=9))} for d in documents],
        "subtopics": [{"id": "s", "title": "", "query": "", "insights": [{"id": i, "text": "t"} for i in insights]}],
        "held_by": held,
    }
    haystack = haystack_of(value, id="x", where="x")
    assert haystack_value(haystack) == value
    assert haystack_of(haystack_value(haystack), id="x", where="x") == haystack


def _set(value: Any, path: list[Any], new: object) -> None:
    for step in path[:-1]:
        value = value[step]
    if new is ...:
        del value[path[-1]]
    else:
        value[path[-1]] = new


BROKEN: list[tuple[bool, list[Any], object, str]] = [
    (False, ["documents"], ..., "'documents' is missing"),
    (False, ["subtopics"], ..., "'subtopics' is missing"),
    (False, ["documents"], [], "an empty list"),
    (False, ["documents"], {"a": 1}, "an object"),
    (False, ["documents", 0], 3, "documents 1: a number"),
    (False, ["documents", 1, "document_id"], "dA", "document id 'dA' occurs 2 times"),
    (False, ["documents", 1, "document_id"], ..., "documents 2: 'document_id' is missing or null"),
    (False, ["documents", 1, "document_id"], " ", "'document_id' is empty"),
    (False, ["documents", 1, "document_text"], 5, "'document_text' is a number"),
    (False, ["documents", 0, "insights_included"], None, "'insights_included'"),
    (False, ["documents", 0, "insights_included"], ["i1", 2], "a list of strings"),
    (False, ["documents", 0, "insights_included"], ["nope"], "unknown insight 'nope'"),
    (False, ["documents", 5, "insights_included"], [], "insight 'i4' is held by no document; expected at least one"),
    (False, ["subtopics", 1, "subtopic_id"], "s1", "subtopic id 's1' occurs 2 times"),
    (False, ["subtopics", 1, "insights", 0, "insight_id"], "i1", "insight id 'i1' occurs 2 times"),
    (False, ["subtopics", 1, "insights"], [], "'insights' is an empty list"),
    (False, ["subtopics", 0, "insights", 0, "insight"], "", "'insight' is empty"),
    (False, ["topic"], ..., "'topic' is missing or null"),
    (True, ["schema"], 2, "schema 2; expected schema 1"),
    (True, ["schema"], True, "schema True"),
    (True, ["held_by"], ["dA"], "'held_by' is a list"),
    (True, ["held_by", "i1"], ["dA", "zz"], "unknown document 'zz'"),
    (True, ["held_by", "i1"], ["dA", "dA"], "document id 'dA' occurs 2 times"),
    (True, ["held_by", "zz"], ["dA"], "unknown insight 'zz'"),
    (True, ["held_by", "zz"], [], "'held_by' names unknown insight 'zz'"),
    (True, ["held_by", "i1"], [], "insight 'i1' is held by no document"),
    (True, ["documents", 0, "title"], 3, "'title' is a number"),
    (True, ["domain"], 3, "'domain' is a number"),
]


@pytest.mark.parametrize(("native", "path", "new", "found"), BROKEN)
def test_a_broken_haystack_is_refused_with_file_and_place(
    native: bool, path: list[Any], new: object, found: str
) -> None:
    value = copy.deepcopy(NATIVE if native else SUMMHAY)
    _set(value, path, new)
    with pytest.raises(BadInput) as caught:
        haystack_of(value, id="x", where="file.json")
    assert str(caught.value).startswith("file.json")
    assert found in str(caught.value)
    assert "; expected " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_insights_that_nothing_holds_can_be_allowed() -> None:
    value = copy.deepcopy(SUMMHAY)
    value["documents"][5]["insights_included"] = []
    haystack = haystack_of(value, id="x", where="x", allow_unheld=True)
    assert "i4" not in haystack.held_by
    assert haystack_value(haystack) == value


def test_unknown_ids_can_be_allowed() -> None:
    value = copy.deepcopy(NATIVE)
    value["held_by"] |= {"zz": ["dA"], "i1": ["dA", "d9"]}
    haystack = haystack_of(value, id="x", where="x", allow_unknown=True)
    assert (haystack.held_by["zz"], haystack.held_by["i1"]) == (("dA",), ("dA", "d9"))
    assert haystack_value(haystack) == value


@pytest.mark.parametrize("value", [[], "text", 3, None, True])
def test_other_json_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="expected a haystack"):
        haystack_of(value, id="x", where="x")
