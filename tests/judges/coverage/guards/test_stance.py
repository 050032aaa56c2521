"""What the words around an insight say of it: a fitted model beside the rules."""

from __future__ import annotations

import json
import math

import pytest

from hayrick.judges.coverage import said
from hayrick.judges.coverage.guards import stance as module
from hayrick.judges.coverage.guards.guards import missing
from hayrick.judges.coverage.guards.stance import MODEL_FILE, SCHEMA, Stance, Weights, all_signs, odds, stance, weights
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.said import ALL_GUARDS, OF_WORDING
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read_parts

OVEN = "The bakery on Mill Lane lent its second oven to the school kitchen in May."
CLAUSE = OVEN[0].lower() + OVEN[1:-1]
RULES = tuple(guard for guard in ALL_GUARDS if guard != "stance")


def facts(text: str) -> Facts:
    return Facts(read_parts(text).whole)


@pytest.mark.parametrize(
    "text",
    [f"{OVEN} A made-up tale, as the school has since shown.", f"{OVEN} The editor has apologised for the invention."],
)
def test_a_comment_that_no_rule_knows_denies(text: str) -> None:
    without, found = (cover([OVEN], [text], guards=guards)[0] for guards in (RULES, ALL_GUARDS))
    assert (without.label, without.value) == ("full", 1.0)
    assert (found.label, found.value, found.contradicted, found.reason) == ("none", 0.0, True, "weighed")


@pytest.mark.parametrize("text", [f"The mayor denied that {CLAUSE}.", f"Both sides deny that {CLAUSE}."])
def test_the_denial_of_a_party_is_a_denial(text: str) -> None:
    found = cover([OVEN], [text])[0]
    assert (found.value, found.reason) == (0.0, "denial")


@pytest.mark.parametrize(
    "comment",
    [
        "None of the neighbours doubted it.",
        "There was never any doubt about that.",
        "This was disputed at first, but the receipts prove it.",
    ],
)
def test_words_of_denial_and_doubt_that_concern_another_matter_are_overruled(comment: str) -> None:
    without, found = (cover([OVEN], [f"{OVEN} {comment}"], guards=guards)[0] for guards in (RULES, ALL_GUARDS))
    assert without.reason in OF_WORDING
    assert (found.label, found.value, found.contradicted, found.reason) == ("full", 1.0, False, None)


def test_what_is_overruled_leaves_other_objections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "stance", lambda *_: Stance(0.0, 0.0))
    wrong = OVEN.replace("May", "June")
    found = cover([OVEN], [f"{wrong} None of the neighbours doubted it."])[0]
    assert (found.value, found.reason) == (0.4, "quantity")


def test_an_opposite_word_stays_as_grave_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "stance", lambda *_: Stance(1.0, 0.0))
    found = cover(
        ["Rents on Mill Lane rose by 9 percent in March."], ["Rents on Mill Lane fell by 9 percent in March."]
    )[0]
    assert (found.value, found.reason) == (0.25, "opposite")


def test_an_objection_to_a_detail_stays_whatever_the_words_around_it() -> None:
    wrong = OVEN.replace("May", "June")
    for text in (wrong, f"{wrong} There can be no doubt about that."):
        found = cover([OVEN], [text])[0]
        assert (found.value, found.reason) == (0.4, "quantity")


@pytest.mark.parametrize("text", [f"{OVEN} The newspaper had to retract that.", f"It is a lie that {CLAUSE}."])
def test_a_denial_that_rules_know_keeps_its_name(text: str) -> None:
    assert cover([OVEN], [text])[0].reason == "denial"


@pytest.mark.parametrize(
    "text",
    [
        OVEN,
        f"{OVEN} The school's cook fried forty eggs.",
        f"In the same week, {CLAUSE}, and the baker took on two more apprentices.",
        f"The weather was poor. {OVEN}",
    ],
)
def test_what_is_merely_added_changes_nothing(text: str) -> None:
    assert cover([OVEN], [text])[0].label == "full"


def test_a_text_without_other_words_or_that_lacks_much_is_left_to_the_rules() -> None:
    assert stance(facts(OVEN), facts(OVEN), 0.0, None) is None
    text = facts("The bakery on Mill Lane lent its oven; the paper admitted its error.")
    lost = missing(facts(OVEN), text)
    assert lost > module.MOST_MISSING
    assert stance(facts(OVEN), text, lost, None) is None
    many = facts(f"{OVEN} {' '.join(f'word{n}' for n in range(40))}.")
    assert stance(facts(OVEN), many, 0.0, None) is None


def test_signs_are_words_around_the_insight_and_the_rules_objection() -> None:
    insight = facts("The port bought nine cranes.")
    text = Facts(
        read_parts("Myth: the port bought nine cranes, wrongly.").whole, following=[read_parts("Not so.").whole]
    )
    found = all_signs(insight, text, "hedge")
    assert {"myth", "<myth", "~myth", ">wrongly", "|so", "|not so", "rule hedge", "sentences after 1"} <= found
    swapped = facts("The port purchased nine cranes.")
    assert not {"purchased", "=purchased"} & all_signs(insight, swapped, None)
    inserted = facts("The port bought, so people there claimed, nine cranes.")
    assert "=claimed" in all_signs(insight, inserted, None)


def test_probabilities_are_those_of_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    # Odds of 1 to 2 to 1/2 for assertion, denial and doubt; then the sign makes them 1 : 4 : 1/2.
    known = Weights((math.log(2), math.log(1 / 2)), {"myth": (math.log(2), 0.0)})
    monkeypatch.setattr(module, "weights", lambda: known)
    plain, denied = odds(frozenset()), odds(frozenset(["myth", "unknown"]))
    assert plain.denied == pytest.approx(2 / 3.5)
    assert plain.doubted == pytest.approx(0.5 / 3.5)
    assert denied.denied == pytest.approx(4 / 5.5)


def test_no_weight_is_too_great_for_a_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "weights", lambda: Weights((900.0, -900.0), {}))
    assert odds(frozenset()).denied == 1.0


def test_the_model_that_ships_is_of_its_schema() -> None:
    value = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    assert value["schema"] == SCHEMA
    assert all(len(pair) == 2 and all(map(math.isfinite, pair)) for pair in value["weights"].values())
    assert len(weights().of) == len(value["weights"]) - 1
