"""Denials by the words that a bullet has and its insight has not."""

from __future__ import annotations

import json
import math
import re
from itertools import chain
from pathlib import Path

import pytest

from hayrick.judges.coverage.guards.guards import WRONG, missing
from hayrick.judges.coverage.guards.weighed import (
    MODEL_FILE,
    MOST,
    SCHEMA,
    is_denial,
    most,
    odds,
    says_much_else,
    signs,
    weights,
)
from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.said import ALL_GUARDS, Said
from hayrick.judges.coverage.similarity import matches, prepare
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read_parts

PORT = "The port of Hallin bought 14 electric cranes from the Finnish firm Takko in March for 31 million euros."
STAYED = (
    "In March the port of Hallin stuck with its old cranes, and the 14 electric cranes from the Finnish firm Takko for"
    " 31 million euros still stand in Takko's yard, every single one."
)
RULES = tuple(guard for guard in ALL_GUARDS if guard != "weighed")


def facts(text: str) -> Facts:
    return Facts(read_parts(text).whole)


def denies(insight: str, text: str) -> bool:
    return is_denial(facts(insight), facts(text), missing(facts(insight), facts(text)))


def test_words_of_denials_contradict_where_no_rule_knows_the_wording() -> None:
    without, found = (cover([PORT], [STAYED], guards=guards)[0] for guards in (RULES, ALL_GUARDS))
    assert without.label == "full"
    assert (found.label, found.value, found.contradicted, found.reason) == ("none", 0.0, True, "weighed")


def test_words_that_the_insight_has_weigh_nothing() -> None:
    assert denies(PORT, STAYED)
    assert not denies(STAYED, STAYED)


def test_words_of_a_long_text_are_not_weighed() -> None:
    matters = " ".join(f"word{n}" for n in range(MOST))
    assert not denies(PORT, f"{STAYED} {matters}")


def test_words_beside_a_short_insight_are_not_weighed() -> None:
    assert denies(PORT, STAYED)
    assert says_much_else(facts("The port bought cranes."), facts(f"{STAYED} So the newspaper of the town says."))


def test_signs_are_words_with_their_places_their_stems_what_is_like_them_and_pairs() -> None:
    insight, text = facts("The port bought cranes."), facts("Nobody bought cranes, a myth.")
    found = signs(insight, text, 0.0)
    assert {"nobody", "<nobody", "myth", ">myth", "~myth", "~legend", "nobody _", "missing 0"} <= found
    assert not {"bought", "cranes", "_ _", "~crane"} & found
    after = Facts(read_parts("The port bought cranes.").whole, following=[read_parts("A myth.").whole])
    assert {"|myth", "|a myth"} <= signs(insight, after, 0.0)


def test_more_is_asked_of_what_says_all_of_the_insight() -> None:
    beside = f"{PORT[:-1]}; the plan for a second crane was dropped."
    assert missing(facts(PORT), facts(beside)) == 0
    assert not denies(PORT, beside)
    assert is_denial(facts(PORT), facts(beside), 0.01)


def test_a_text_that_repeats_little_of_the_insight_is_left_to_the_rules() -> None:
    bullet = "Takko was paid, and whatever people wrote, it was pure imagination that nothing was spent."
    assert is_denial(facts(PORT), facts(bullet), missing(facts(PORT), facts(bullet)))
    assert cover([PORT], [bullet], guards=())[0].value <= WRONG
    assert cover([PORT], [bullet])[0].reason != "weighed"


def test_a_word_of_its_own_for_what_is_negated_is_no_denial() -> None:
    insight = "The parties dropped a clause on overtime from the contract."
    bullet = "The contract of the parties has no clause on overtime at all."
    assert denies(insight, bullet)
    assert cover([insight], [bullet])[0].reason != "weighed"


def test_the_model_file_holds_finite_weights_of_lower_case_words() -> None:
    model = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    assert model["schema"] == SCHEMA
    held_out = {"11", "12", "13", "14", "14_read", "15", "16"}
    assert not held_out & set(re.findall(r"\w+", model["trained_on"]))
    constant = model["weights"].pop("")
    assert weights() == (constant, model["weights"])
    assert all(math.isfinite(weight) and sign == sign.lower() for sign, weight in weights().of.items())


def exceed(insight: Facts, text: Facts) -> bool:
    """Whether the odds are above the bound by which texts are left out before their signs are read."""
    lost = missing(insight, text)
    return odds(signs(insight, text, lost)) > most(insight, text, lost) + 1e-6


@pytest.mark.parametrize("text", [STAYED, f"Nobody bought cranes. {STAYED} It is a myth, not a fact.", PORT, "."])
def test_no_odds_are_above_the_bound(text: str) -> None:
    insight, parts = facts(PORT), read_parts(text)
    assert not exceed(insight, facts(text))
    assert not exceed(insight, Facts(parts.sentences[0], following=parts.sentences[1:]))


def test_a_bound_is_near_the_odds_of_words_whose_places_weigh_nothing() -> None:
    insight, text = facts(PORT), facts(f"{PORT[:-1]} zorbly.")
    lost = missing(insight, text)
    assert most(insight, text, lost) == pytest.approx(odds(signs(insight, text, lost)))


def test_no_odds_of_recorded_bullets_are_above_the_bound(summhay: Path) -> None:
    data = json.loads((summhay / "topic_news1.json").read_text(encoding="utf-8"))
    n_close = 0
    for subtopic in data["subtopics"]:
        prepared = prepare(tuple(one["insight"] for one in subtopic["insights"]), subtopic["query"])
        bullets = list(chain.from_iterable(subtopic["summaries"].values()))[::9]
        said = Said(prepared, [read_parts(one) for one in bullets], ALL_GUARDS, FITTED.full)
        for insight, found in zip(
            prepared.facts, matches(prepared, bullets, said.bullets, FITTED.partial), strict=True
        ):
            texts = [said.facts(one) for one in found]
            assert not any(exceed(insight, text) for text in texts)
            n_close += sum(not says_much_else(insight, text) for text in texts)
    assert n_close > 100
