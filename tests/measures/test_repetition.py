"""Repetition: what repeats itself, and what people write."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from conftest import SHARED
from hayrick.measures.repetition import THRESHOLD, is_repetitive, repetition

STORY = (
    "A ferry left Corrin at dawn with nine passengers. Fog came down before the second buoy. The pilot stopped both "
    "engines and rang the bell. For an hour nobody answered. Then a trawler called from the north and offered a rope. "
    "They reached the quay by noon, cold and hungry."
)
LOOP = "The purpose of the writer is to prove that learning grammar is a needful part of schooling. "


def test_a_text_that_says_each_thing_once_repeats_nothing() -> None:
    assert repetition(STORY) == repetition("") == repetition("...") == 0
    assert repetition(f"{STORY} The pilot, whose engines had sto") == 0


@pytest.mark.parametrize(
    "text",
    [
        LOOP * 300,
        "The ferry the the the the the the the the the the the the the the the the",
        "Summary: A ferry left Corrin at dawn. " * 4,
        " ".join(f"{n}. The pilot of the ferry stopped the engines at buoy {n}." for n in range(1, 20)),
        f"{STORY} {'The pilot rang the ferry bell again in fog. ' * 12}",
        "The ferry left Corrin harbour at dawn. At dawn the ferry left the harbour of Corrin. "
        "From Corrin harbour, the ferry left at dawn.",
        "船は夜明けに出た。" * 40,
    ],
)
def test_loops_are_repetitive_word_for_word_and_nearly_so(text: str) -> None:
    assert repetition(text) >= THRESHOLD
    assert is_repetitive(text)


def test_the_share_is_that_of_the_words_after_the_first_time() -> None:
    assert repetition(LOOP * 10) == pytest.approx(0.9)
    assert not is_repetitive(f"{STORY} A ferry left Corrin at dawn with nine passengers.")


def test_short_sentences_and_names_that_come_again_repeat_nothing() -> None:
    assert repetition("He agreed. She left. He agreed. They met. He agreed. Corrin slept.") == 0


@pytest.mark.skipif(not (SHARED / "data" / "squality").is_dir(), reason="needs summaries that people wrote")
def test_no_summary_that_people_wrote_is_called_repetitive() -> None:
    def written() -> Iterator[str]:
        for line in (SHARED / "data/squality/v1-3_txt_dev.jsonl").read_text(encoding="utf-8").splitlines():
            for question in json.loads(line)["questions"]:
                yield from (one["response_text"] for one in question["responses"])

    texts = list(written())
    assert len(texts) > 400
    assert not [text for text in texts if is_repetitive(text)]
