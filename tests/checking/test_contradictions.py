"""Which objections to a sentence are contradictions, and which only make a pair suspicious."""

from __future__ import annotations

import pytest

from hayrick.checking.statements import Objection, StatementReader
from hayrick.types import Insight

MILL = "The old mill in Tarnby was sold to the baker Odile Marsh for 46,000 crowns in the spring."
OTHERS = (Insight(id="mill", text=MILL), Insight(id="lens", text="Volunteers restored the cracked lighthouse lens."))
BEFORE, AFTER = "Market day was windy and few stalls were put up.", "Snow is forecast for the end of the week."

FERRY = "The night ferry to Ravn leaves the eastern quay at {} with lorries on board."
BOAT = "Her boat {} won the regatta off the western pier of Lindholm in a strong wind."
TRAINED = "The RNLI trained forty volunteers at the harbour of Lindholm last summer."
GATES = "the council of Lindholm approved fourteen tide gates for the western harbour."
LETTER = "he false letter about the tide gates of Lindholm was written by a clerk."

CASES = [
    (FERRY.format("7 pm"), FERRY.format("9 pm"), False, "times of day are written in many ways"),
    (FERRY.format("18:30"), FERRY.format("19:40"), False, "in digits, too"),
    (FERRY.format("pier 7"), FERRY.format("pier 9"), True, "another number"),
    (BOAT.format("Wavelet"), BOAT.format("Tarnby"), True, "another name, though other insights have it"),
    (BOAT.format('"Wavelet"'), BOAT.format("Tarnby"), True, "in the place of one in quotation marks"),
    (BOAT.format("Wavelet"), BOAT.format('"Tarnby"'), False, "what stands in quotation marks may be quoted"),
    (
        TRAINED,
        "Last summer the BBC gave training to forty volunteers at the harbour of Lindholm.",
        False,
        "an abbreviation for another one, in a sentence of another shape",
    ),
    (f"T{GATES[1:]}", f"Nobody believes that {GATES}", False, "nobody may be what is told"),
    (f"T{GATES[1:]}", f"It is untrue that {GATES}", True, "plainly denied"),
    (f"T{LETTER}", f"It is untrue that t{LETTER}", False, "the insight itself speaks of what is false"),
    (
        "The western pier of Lindholm was free of lorries when the storm came.",
        "The western pier of Lindholm was not free of lorries when the storm came.",
        False,
        "where both take something away, a negation may say the same",
    ),
]


NO_OBJECTION = [
    (
        "The council banned lorries from the western pier of Lindholm in the spring.",
        "The council did not allow lorries on the western pier of Lindholm in the spring.",
        "a negation of the contrary",
    ),
    (
        "The Ravn Boat Club sold fourteen tickets for the regatta off the western pier of Lindholm.",
        "The RBC sold fourteen tickets for the regatta off the western pier of Lindholm.",
        "the initials of a name",
    ),
    (
        "The RBC sold fourteen tickets for the regatta off the western pier of Lindholm.",
        "The Ravn Boat Club sold fourteen tickets for the regatta off the western pier of Lindholm.",
        "a name of which the insight has the initials",
    ),
    (
        "The old boat house in Ravn was sold to the painter Ida Holt for 46,000 crowns in the autumn.",
        "Pia Strand now owns the old boat house in Ravn, which was sold in autumn for 46,000 crowns. "
        "Ida Holt had bought it.",
        "the next sentence has the name",
    ),
    (
        "The club of Lindholm sold 46,000 tickets for the regatta off the western pier.",
        "The club of Lindholm sold 64,000 tickets for the regatta off the western pier. The year before it was 46,000.",
        "the next sentence has the number",
    ),
]


def objection(insight: str, text: str) -> Objection | None:
    reader = StatementReader([Insight(id="this", text=insight), *OTHERS])
    return reader.objections(f"{BEFORE} {text} {AFTER}", ["this"]).get("this")


@pytest.mark.parametrize(("insight", "text", "contradicts", "why"), CASES, ids=[case[3] for case in CASES])
def test_what_contradicts_and_what_is_only_suspicious(insight: str, text: str, contradicts: bool, why: str) -> None:
    found = objection(insight, text)
    assert found is not None
    assert (found.contradicts, found.sentence) == (contradicts, text), why
    assert objection(insight, insight) is None


def test_the_sentence_that_tells_most_of_the_insight_is_named() -> None:
    wrong, short = MILL.replace("46,000", "64,000"), "So the old mill in Tarnby was sold."
    for text in (f"{wrong} {short}", f"{short} {wrong}"):
        found = StatementReader(OTHERS).objections(text, ["mill"])["mill"]
        assert (found.reason, found.contradicts, found.sentence) == ("quantity", True, wrong)


@pytest.mark.parametrize(("insight", "text", "why"), NO_OBJECTION, ids=[case[2] for case in NO_OBJECTION])
def test_what_is_no_objection(insight: str, text: str, why: str) -> None:
    assert objection(insight, text) is None, why


def test_a_number_two_sentences_on_belongs_to_something_else() -> None:
    tickets = "The club of Lindholm sold 46,000 tickets for the regatta off the western pier."
    wrong = tickets.replace("46,000", "64,000")
    found = objection(tickets, f"{wrong} It was a dry day. The concert sold 46,000.")
    assert found is not None
    assert (found.reason, found.contradicts) == ("quantity", True)
