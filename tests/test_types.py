from __future__ import annotations

import dataclasses

import pytest

from hayrick.types import LABEL_VALUES, NOTHING, BadInput, Bullet, Document, HayrickError, Haystack


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


def test_nouns_are_frozen_slotted_and_keyword_only() -> None:
    document = Document(id="d", text="t")
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.id = "e"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Bullet(1, "text")  # type: ignore[call-arg]
    assert not hasattr(document, "__dict__")


def test_nouns_compare_by_value() -> None:
    def haystack(holder: str) -> Haystack:
        document = Document(id="d", text="t", extra={"a": [1]})
        return Haystack(id="h", topic="t", documents=(document,), subtopics=(), held_by={"i": (holder,)})

    assert haystack("d") == haystack("d")
    assert haystack("d") != haystack("e")
