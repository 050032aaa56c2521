"""Answers in a language that the local judge does not read."""

from __future__ import annotations

import hayrick

GERMAN = (
    "Das Gezeitenkraftwerk am Fenner-Fluss liefert seit Mai Strom für zweitausend Haushalte der Umgebung",
    "Der Bau kostete nach Angaben der Betreiber vierhundert Millionen Euro und dauerte sechs lange Jahre",
)


def german(request: dict[str, object]) -> str:
    return "\n".join(f"- {line}. [1]" for line in GERMAN * 3)


def english(request: dict[str, object]) -> str:
    return "\n".join(f"- The plant on the river has delivered power to {n} homes since the spring. [1]" for n in "3456")


def test_a_note_names_the_system_that_did_not_answer_in_english() -> None:
    haystack = hayrick.synth("tidewall", documents=12, words=120)
    result = hayrick.run(haystack, [german, english])
    (line,) = [note for note in result.notes if "function words" in note]
    assert line.startswith("python:german: 4 % of the words of its bullets are English function words")
    assert "reads English only" in line
