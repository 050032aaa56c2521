"""Denials by the words that a bullet has and its insight has not."""

from __future__ import annotations

import json
import math
import re

from hayrick.judges.coverage.facts import Facts
from hayrick.judges.coverage.local import ALL_GUARDS, cover
from hayrick.judges.coverage.reading import read_parts
from hayrick.judges.coverage.weighed import LEAST, MODEL_FILE, MOST, SCHEMA, is_denial, weighed, weights

PORT = "The port of Hallin bought 14 electric cranes from the Finnish firm Takko in March for 31 million euros."
STAYED = (
    "In March the port of Hallin stuck with its old cranes, and the 14 electric cranes from the Finnish firm Takko for"
    " 31 million euros still stand in Takko's yard, every single one."
)
RULES = tuple(guard for guard in ALL_GUARDS if guard != "weighed")


def facts(text: str) -> Facts:
    return Facts(read_parts(text).whole)


def test_words_of_denials_contradict_where_no_rule_knows_the_wording() -> None:
    without, found = (cover([PORT], [STAYED], guards=guards)[0] for guards in (RULES, ALL_GUARDS))
    assert without.label == "full"
    assert (found.label, found.value, found.contradicted, found.reason) == ("none", 0.0, True, "weighed")


def test_words_that_the_insight_has_weigh_nothing() -> None:
    assert is_denial(facts(STAYED).weighed, facts(PORT).spoken)
    assert not is_denial(facts(STAYED).weighed, facts(STAYED).spoken)


def test_words_of_a_long_text_are_not_weighed() -> None:
    matters = " ".join(f"word{n}" for n in range(MOST))
    assert not is_denial(facts(f"{STAYED} {matters}").weighed, facts(PORT).spoken)


def test_a_text_that_says_all_of_the_insight_is_left_to_the_rules() -> None:
    bullet = f"{PORT[:-1]}; the old claim that a rival was bribed was rejected as pure imagination."
    assert is_denial(facts(bullet).weighed, facts(PORT).spoken)
    assert cover([PORT], [bullet])[0].reason != "weighed"


def test_a_text_that_repeats_little_of_the_insight_is_left_to_the_rules() -> None:
    bullet = (
        "Takko was paid 31 million euros, and whatever people wrote, it was pure imagination that nothing was spent."
    )
    assert is_denial(facts(bullet).weighed, facts(PORT).spoken)
    assert cover([PORT], [bullet])[0].reason != "weighed"


def test_a_text_without_words_of_denials_is_not_looked_at() -> None:
    assert weighed(facts(PORT)).tokens == ()
    assert weighed(facts(PORT)).most <= LEAST


def test_the_model_file_holds_finite_weights_of_lower_case_words() -> None:
    model = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    assert model["schema"] == SCHEMA
    held_out = {"fresh_eleventh", "fresh_twelfth", "fresh_thirteenth", "fresh_thirteenth_read"}
    assert not held_out & set(re.findall(r"\w+", model["trained_on"]))
    assert weights() == model["weights"]
    assert all(math.isfinite(weight) and word == word.lower() for word, weight in weights().items())
