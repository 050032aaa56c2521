from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.naming.inputs import read
from hayrick.records.read_files import fingerprint_file
from hayrick.types import (
    LABEL_VALUES,
    NO_TAGS,
    NOTHING,
    BadInput,
    Bullet,
    Document,
    HayrickError,
    Haystack,
    Item,
    Judgement,
    Prompt,
    Question,
    Reply,
    Response,
    Score,
    Summary,
)


@pytest.mark.parametrize(
    ("cure", "line"),
    [
        ("", "a.json: no 'x'; expected a string."),
        ("Add it.", "a.json: no 'x'; expected a string. Add it."),
        ("Add\n  it.", "a.json: no 'x'; expected a string. Add it."),
    ],
)
def test_bad_input_is_one_line_of_where_found_expected_and_cure(cure: str, line: str) -> None:
    problem = BadInput("a.json", "no 'x'", "a string", cure)
    assert str(problem) == line
    assert isinstance(problem, HayrickError)
    assert (problem.where, problem.found, problem.expected) == ("a.json", "no 'x'", "a string")


def test_label_values_are_0_one_half_1_and_cannot_be_changed() -> None:
    assert dict(LABEL_VALUES) == {"none": 0, "partial": 1 / 2, "full": 1}
    with pytest.raises(TypeError):
        LABEL_VALUES["none"] = 1.0  # type: ignore[index]
    with pytest.raises(TypeError):
        NOTHING["a"] = 1  # type: ignore[index]
    with pytest.raises(TypeError):
        NO_TAGS["a"] = 1  # type: ignore[index]


ITEM = Item(dataset="h", group="s", id="q", query="why?", gold="because", tags={"length": 8})
RESPONSE = Response(item=ITEM, system="m", context="full", answer="so", tags={"order": "top", "budget_tokens": 9})
NOUNS = [
    Document(id="d", text="t"),
    Bullet(id=1, text="t"),
    Summary(bullets=(), n_lines=0),
    ITEM,
    RESPONSE,
    Judgement(unit="i", rater="j", value=0.5),
    Score(response=RESPONSE, measure="m", unit=None, value=1.0),
    Question(role="r", prompt=Prompt(messages=(), signature="s"), max_tokens=1),
]


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: type(noun).__name__)
def test_nouns_are_frozen_slotted_and_keyword_only(noun: Any) -> None:
    (first, *_) = dataclasses.fields(noun)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(noun, first.name, "other")
    with pytest.raises(TypeError):
        type(noun)(*(getattr(noun, field.name) for field in dataclasses.fields(noun)))
    assert not hasattr(noun, "__dict__")


def test_tags_of_item_and_response_are_seen_together() -> None:
    assert RESPONSE.all_tags == {"length": 8, "order": "top", "budget_tokens": 9}
    plain = dataclasses.replace(ITEM, tags={})
    assert dataclasses.replace(RESPONSE, item=plain).all_tags == RESPONSE.tags
    assert dataclasses.replace(RESPONSE, tags={"length": 16}).all_tags == {"length": 16}


def test_a_response_is_named_by_its_item_system_context_and_tags() -> None:
    assert ITEM.key == ("h", "s", "q")
    assert RESPONSE.key == ("h", "s", "q", "m", "full", ("budget_tokens", 9), ("order", "top"))
    same = dataclasses.replace(RESPONSE, tags={"budget_tokens": 9, "order": "top"}, variant="repaired", answer=None)
    assert same.key == RESPONSE.key, "variants of one response share its key, and the order of tags is none"
    for change in ({"system": "n"}, {"context": "bm25"}, {"tags": {"order": "top"}}):
        assert dataclasses.replace(RESPONSE, **change).key != RESPONSE.key


def test_a_score_is_of_the_item_of_its_response() -> None:
    assert Score(response=RESPONSE, measure="m", unit=None, value=1.0).item is ITEM


def test_a_reply_has_stopped_by_itself_unless_said() -> None:
    assert Reply("text") == Reply("text", "stop", False, False, ())


def test_nouns_compare_by_value() -> None:
    def haystack(holder: str) -> Haystack:
        document = Document(id="d", text="t", extra={"a": [1]})
        return Haystack(id="h", topic="t", documents=(document,), subtopics=(), held_by={"i": (holder,)})

    assert haystack("d") == haystack("d")
    assert haystack("d") != haystack("e")


def test_a_haystack_that_was_read_knows_its_data_until_it_is_changed(bakery: Path) -> None:
    (found,) = read([str(bakery)])
    haystack = found.haystack
    assert haystack.fingerprint == pickle.loads(pickle.dumps(haystack)).fingerprint == fingerprint_file(bakery)
    changed = dataclasses.replace(haystack, topic="another")
    assert (changed.fingerprint, dataclasses.replace(haystack).fingerprint) == (None, None)
    assert dataclasses.replace(haystack) == haystack, "the same data, wherever they are from"
    assert "fingerprint" not in repr(haystack)
