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


def chinese(request: dict[str, object]) -> str:
    return "- 该潮汐电站自五月以来为两千户家庭供电，费用为四亿英镑，当地居民表示欢迎。[1]"


def test_notes_name_the_systems_that_did_not_answer_in_english() -> None:
    haystack = hayrick.synth("tidewall", documents=12, words=120)
    result = hayrick.run(haystack, [german, english, chinese])
    lines = [note for note in result.notes if "function words" in note]
    # Of 29 German words "am" is an English one, too.
    assert [line.partition(" of")[0] for line in lines] == ["python:german: 3 %", "python:chinese: 0 %"]
    assert all("reads English only" in line for line in lines)
