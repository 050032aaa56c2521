"""Answers of any type as JSON can hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.records.values import json_value


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: frozenset[str]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        ("text", "text"),
        (frozenset({"b", "a"}), ["a", "b"]),
        ({2, 1}, [1, 2]),
        ({1: frozenset({"x"}), "y": (1, 2.5)}, {"1": ["x"], "y": [1, 2.5]}),
        (Pair(1, frozenset({"z"})), {"left": 1, "right": ["z"]}),
        ([Pair(0, frozenset())], [{"left": 0, "right": []}]),
        (float("nan"), "nan"),
        (b"ab", "b'ab'"),
        (1 + 2j, "(1+2j)"),
    ],
)
def test_every_type_of_answer(value: object, expected: object) -> None:
    assert json_value(value) == expected
    json.dumps(json_value(value), allow_nan=False)


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(JSON)
def test_what_json_can_hold_stays_as_it_is(value: object) -> None:
    assert json_value(value) == value
