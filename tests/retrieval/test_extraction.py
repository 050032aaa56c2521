"""Extracts for a summary: what is selected by hand, budgets, and texts that nobody expects."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.retrieval.extraction import EXTRACTORS, extractor, judge_context
from hayrick.retrieval.extraction.base import Source
from hayrick.retrieval.extraction.coverage import rouge_order, stems
from hayrick.text import sentences
from hayrick.tokens import count_tokens
from hayrick.types import BadInput
from hayrick.wrapped import whole_sentences

NAMES = [entry.name for entry in EXTRACTORS if ":" not in entry.name]
DOCUMENT = (
    "Rain fell. The ferry sails at nine. Goats eat. The ferry is old and slow. Hay is dry. It sails again at ten."
)


@pytest.mark.parametrize(
    ("name", "summary", "budget", "chosen"),
    [
        ("lead", "anything", 12, (0, 1)),
        # Two of two words, then nothing adds anything: the rest is the beginning.
        ("rouge1", "slow ferry", 10, (3,)),
        ("rouge1", "slow ferry", 12, (0, 3)),
        # "ferry sails" and "at nine" are in one sentence, "ferry is" in another.
        ("rouge2", "The ferry sails at nine. The ferry is ten.", 16, (1, 3)),
        ("bm25", "hay and goats", 10, (2, 4)),
    ],
)
def test_by_hand(name: str, summary: str, budget: int, chosen: tuple[int, ...]) -> None:
    (found,) = extractor(name).extracts(summary, DOCUMENT, [budget])
    assert found.sentences == chosen


def test_what_is_skipped_covers_nothing() -> None:
    long = f"Slow ferry {'word ' * 30}."
    (found,) = extractor("rouge1").extracts("slow ferry", f"{long} A goat. A slow boat. A ferry.", [9])
    assert found.sentences == (2, 3)


def test_a_text_keeps_its_own_form_and_shows_gaps() -> None:
    (found,) = extractor("bm25").extracts("hay goats rain", "Rain. Goats.\n\nThe end has come at last. Hay.", [12])
    assert (found.sentences, found.text) == ((0, 1, 3), "Rain. Goats.\nHay.")


@pytest.mark.parametrize("name", NAMES)
def test_budgets_may_come_in_any_order_and_repeated(name: str) -> None:
    found = extractor(name).extracts("ferry", DOCUMENT, [30, 0, 12, 30, 1])
    assert [one.budget for one in found] == [30, 0, 12, 30, 1]
    assert found[0] == found[3]
    assert found[1][1:] == ((), "", 0)
    assert found == [extractor(name).extracts("ferry", DOCUMENT, [one.budget])[0] for one in found]


@pytest.mark.parametrize("name", NAMES)
def test_where_nothing_fits_the_best_sentence_is_cut(name: str) -> None:
    sentence = "The ferry sails at nine and comes back at ten with forty goats."
    (found,) = extractor(name).extracts("ferry", sentence, [4])
    assert found == (4, (0,), "The ferry sails at", 4)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "document",
    [
        "",
        " \n",
        "One",
        "ferry " * 500,
        "渡し船は九時に出ます。遅いです。",
        "เรือเฟอร์รี่ออกเก้าโมง",
        "⛴️ 👩‍👩‍👧",
        "\ud800 ferry",
    ],
)
def test_hard_texts(name: str, document: str) -> None:
    for summary in ("", "ferry", document):
        for found in extractor(name).extracts(summary, document, [0, 1, 7, 60]):
            assert found.tokens == count_tokens(found.text).n <= found.budget
            # One token may be less than one character.
            assert found.text or not document.strip() or found.budget < 7


sentence = st.lists(st.sampled_from(list("abcde")), min_size=1, max_size=5).map(" ".join)


@given(parts=st.lists(sentence, min_size=1, max_size=7), summary=sentence, sizes=st.sampled_from([(1,), (2,), (1, 2)]))
def test_the_lazy_order_is_that_of_trying_all(parts: list[str], summary: str, sizes: tuple[int, ...]) -> None:
    source = Source(". ".join(part.capitalize() for part in parts) + ".")
    taken: list[int] = []
    for found in rouge_order(sizes, summary, source)(taken):
        left = [number for number in range(len(source.spans)) if number not in taken]
        assert found == max(left, key=lambda number: (recall([*taken, number], summary, source, sizes), -number))
        taken.append(found)


def recall(chosen: list[int], summary: str, source: Source, sizes: tuple[int, ...]) -> float:
    parts = [stems(summary[start:end]) for start, end in sentences(summary)]
    total = 0.0
    for n in sizes:
        wanted, shown = (
            Counter(tuple(part[i : i + n]) for part in group for i in range(len(part) - n + 1))
            for group in (parts, [stems(source.sentences[number]) for number in chosen])
        )
        total += (wanted & shown).total() / max(wanted.total(), 1)
    return round(total, 9)


def test_a_judge_context_is_read() -> None:
    found = judge_context("extract:rouge1+2@1024")
    assert found.budget == 1024
    assert found.signature == "extract(rouge1+2|stems|misfits:10|cl100k)@1024"


WRONG = ["", "full", "extract:lead", "extract:@5", "extract:lead@", "extract:lead@0", "extract:lead@-3", "extract:no@5"]


@pytest.mark.parametrize("spec", [*WRONG, "extract:lead:x@5", "extract:lead@1024?no=1", "extract:lead@5?compat=no"])
def test_a_wrong_judge_context_is_refused(spec: str) -> None:
    with pytest.raises(BadInput, match="expected"):
        judge_context(spec)


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(BadInput, match="a budget of -1 tokens"):
        extractor("lead").extracts("a", "b", [5, -1])


WRAPPED = (
    "The ferry sails\nat nine from Orla\nand is slow. Goats\nlike it. Mr.\nHill does not, because it is\nso\nslow."
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (WRAPPED, ["The ferry sails\nat nine from Orla\nand is slow.", "Goats\nlike it."]),
        # A heading, and lines that are sentences.
        ("Ferries\nThe ferry sails at nine.\nIt is slow.\ngoats eat", ["Ferries", "The ferry sails at nine."]),
        # Beyond the longest sentence it goes on with a new one.
        ("ferry goat\n" * 400, [("ferry goat\n" * 181).strip()]),
        # A full line goes on after a capital, a short one does not.
        (f"a\nb\nc\nd\n{'e ' * 20}f\nOrla\nHill", [f"a\nb\nc\nd\n{'e ' * 20}f\nOrla", "Hill"]),
        ("", []),
    ],
)
def test_sentences_of_wrapped_lines_are_whole(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in whole_sentences(text)][: len(parts)] == parts
