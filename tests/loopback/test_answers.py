"""What the scripted server says: summaries, verdicts, and verdicts spoiled in every known way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .answers import CARELESS, answer, dress, marked, numbered_documents
from .rules import CONDITIONS, MISBEHAVIOURS

PROMPT = """Read these.

Document 1: Rye sold best in March. It was cold.

Document 2: The oven broke twice! Repairs were dear.

[Document 12] Flour cost 40 crowns a sack. Salt was cheap.

Question: what about the oven repairs?
"""
JUDGE = """Insight i1: The oven broke twice in April
Insight i2: Flour rose to 40 crowns
Insight i3: Nobody bought cake

Bullet 1: The oven broke twice in April and again later
Bullet 2: Flour was dear [3]
"""
VERDICTS = [
    {"insight": "i1", "coverage": "full", "bullet": 1},
    {"insight": "i2", "coverage": "partial", "bullet": 2},
    {"insight": "i3", "coverage": "none", "bullet": None},
]


def test_documents_end_at_a_blank_line() -> None:
    assert numbered_documents(PROMPT) == {
        1: "Rye sold best in March. It was cold.",
        2: "The oven broke twice! Repairs were dear.",
        12: "Flour cost 40 crowns a sack. Salt was cheap.",
    }
    assert numbered_documents("No documents here.") == {}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"bullets": 2}, ["- Rye sold best in March. [1]", "- The oven broke twice! [2]"]),
        ({"bullets": 1, "query": "Question: (.*)"}, ["- The oven broke twice! [2]"]),
        ({"bullets": 1, "cite": "none"}, ["- Rye sold best in March."]),
        ({"bullets": 1, "cite": "wrong"}, ["- Rye sold best in March. [1001]"]),
        ({"bullets": 1, "line": "* {text} (source {number})"}, ["* Rye sold best in March. (source 1)"]),
        ({"bullets": 1, "before": ["Here:"]}, ["Here:", "- Rye sold best in March. [1]"]),
        ({"document": r"^\[Document (\d+)\] "}, ["- Flour cost 40 crowns a sack. [12]"]),
    ],
)
def test_summaries(spec: dict[str, object], expected: list[str]) -> None:
    assert answer({"make": "summary", **spec}, PROMPT).split("\n") == expected


def test_verdicts_follow_the_share_of_words() -> None:
    # i1: oven, broke, twice, April are all there; i2: flour of flour, rose, 40, crowns is 1/4, hence the lower bar.
    assert json.loads(answer({"make": "judge", "partial": 0.25}, JUDGE)) == VERDICTS


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"single": True}, VERDICTS[0]),
        ({"under": "answers"}, {"answers": VERDICTS}),
        (
            {"single": True, "labels": {"full": "YES"}, "id_key": "id", "label_key": "verdict", "bullet_key": "line"},
            {"id": "i1", "verdict": "YES", "line": 1},
        ),
    ],
)
def test_the_script_gives_the_form(spec: dict[str, object], expected: object) -> None:
    labels = {"none": "none", "partial": "partial", "full": "full"} | dict(spec.get("labels", {}))  # type: ignore[call-overload]
    assert json.loads(answer({"make": "judge", "partial": 0.25, **spec, "labels": labels}, JUDGE)) == expected


@pytest.mark.parametrize(
    ("way", "bullet"),
    [
        ("bullet_words", "Bullet 4"),
        ("bullet_text", "4"),
        ("bullet_list", [4]),
        ("bullet_several", [4, 5]),
        ("bullet_na", "NA"),
        ("bullet_unknown", 1004),
        ("bullet_zero_based", 3),
    ],
)
def test_careless_bullets_are_still_json(way: str, bullet: object) -> None:
    assert json.loads(dress([{"bullet": 4}, {"bullet": None}], [way])) == [{"bullet": bullet}, {"bullet": None}]


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("fence", '```json\n[{"bullet": 4}]\n```'),
        ("trailing_comma", '[{"bullet": 4},]'),
        ("single_quotes", "[{'bullet': 4}]"),
        ("cut", '[{"bull'),
        ("upper", '[{"BULLET": 4}]'),
        ("twice", '[{"bullet": 4}]\n[{"bullet": 4}]'),
        ("no_json", "I cannot judge this."),
        ("empty", ""),
    ],
)
def test_careless_texts(way: str, expected: str) -> None:
    assert dress([{"bullet": 4}], [way]) == expected


def test_ways_add_up_and_unknown_ones_are_refused() -> None:
    spoiled = dress([{"bullet": 4}], ["bullet_words", "fence", "prose"])
    assert '```json\n[{"bullet": "Bullet 4"}]\n```' in spoiled
    assert not spoiled.startswith("```")
    with pytest.raises(KeyError, match="known are"):
        dress([], ["politely"])


def test_every_way_changes_the_reply() -> None:
    plain = dress([{"bullet": 4}], [])
    assert [way for way in CARELESS if dress([{"bullet": 4}], [way]) == plain] == []


def test_a_prompt_may_say_itself_what_is_answered() -> None:
    spec = marked('Count. [[loopback {"make": "fixed", "text": "seven"}]] Thanks.')
    assert spec is not None
    assert answer(spec, "Count.") == "seven"
    assert marked("Count.") is None
    assert answer({}, "Count.") == "Count."


def test_all_words_of_a_script_are_explained() -> None:
    text = (Path(__file__).parents[2] / "docs" / "development" / "testing.md").read_text(encoding="utf-8")
    assert {word for word in (*CONDITIONS, *MISBEHAVIOURS, *CARELESS) if f"`{word}`" not in text} == set()
