"""What a hedge or a denial in a side clause says of the clause around it: nothing."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.texts.clauses import side_clause

INSIGHT = "The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots."
OTHERS = ["Rents stayed flat.", "Volunteers restored the lighthouse lens.", "Delays of the night service became rarer."]
STATED = """
The airline Corvo, which some had expected to fold, cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo, rumoured last year to be for sale, cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo had hoped to avoid it, yet it cancelled 310 flights over Easter because of a shortage of pilots.
As the unions had feared, the airline Corvo cancelled 310 flights over Easter because of a shortage of pilots.
Contrary to what it had promised, the airline Corvo cancelled 310 flights over Easter because of a shortage of pilots.
After weeks of rumours, the airline Corvo cancelled 310 flights over Easter because of a shortage of pilots.
The rumour proved true: the airline Corvo cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo, which had doubted that it would, cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots, which the state may punish.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots. This may surprise travellers.
The airline Corvo cancelled 310 flights over Easter, one of them to Hope, because of a shortage of pilots.
"""
DOUBTED = """
The airline Corvo, which serves the islands, may have cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo, sources say, cancelled 310 flights over Easter because of a shortage of pilots.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots, which nobody has confirmed.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots, an angry traveller tells us.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots. That is what a porter heard.
The airline Corvo cancelled 310 flights over Easter because of a shortage of pilots. Treat this with caution.
While its head was away, it was said that the airline Corvo cancelled 310 flights over Easter for a shortage of pilots.
The rumour has not been confirmed: the airline Corvo cancelled 310 flights over Easter because of a shortage of pilots.
"""


@pytest.mark.parametrize("bullet", STATED.strip().splitlines())
def test_a_side_clause_leaves_the_insight_stated(bullet: str) -> None:
    assert cover([INSIGHT, *OTHERS], [bullet])[0].value > 0.75


@pytest.mark.parametrize("bullet", DOUBTED.strip().splitlines())
def test_what_doubts_the_main_clause_still_counts(bullet: str) -> None:
    assert cover([INSIGHT, *OTHERS], [bullet])[0].value <= 0.75


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("the crew , who could land at last , went north .", "could", "who could land at last"),
        (
            "crews that were supposed to resist change switched to hooks .",
            "supposed",
            "that were supposed to resist change",
        ),
        ("the crews who left may return .", "may", None),
        ("in may the crew may go north .", "may go", None),
        ("the boat , a wreck thought lost , sailed .", "thought", "a wreck thought lost"),
        ("more than 600 birds may have starved .", "may", None),
        ("it sold more than anyone had thought likely .", "likely", "than anyone had thought likely"),
    ],
)
def test_side_clauses(text: str, phrase: str, expected: str | None) -> None:
    start = text.index(phrase)
    clause = side_clause(text, start, start + len(phrase))
    assert (text[clause.start : clause.end].strip() if clause else None) == expected
