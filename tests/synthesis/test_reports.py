"""Replies of a writer, how alike documents are, and the ledger of faults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hayrick.synthesis.author.chapter_prompts import read_chapter
from hayrick.synthesis.author.faults import Ledger
from hayrick.synthesis.author.report_prompts import KEPT, Draft, read_report
from hayrick.synthesis.likeness import repeats
from hayrick.types import Unparsed

LONG = "word " * 80


class TestReplies:
    @pytest.mark.parametrize(
        ("reply", "expected"),
        [
            ("A title\n\nOne.\n\nTwo\nthree.", ("A title", "One.\n\nTwo three.")),
            ("# A title\n\nOne.", ("A title", "One.")),
            ("**Title: A title**\n\nOne.", ("A title", "One.")),
            ("A title\nOne.\nTwo.", ("A title", "One.\n\nTwo.")),
            ("```text\nA title\n\nOne.\n```", ("A title", "One.")),
            ("<<12345678 document>>\nA title\n\nOne.\n<<12345678 end>>", ("A title", "One.")),
            ("One paragraph alone.", ("", "One paragraph alone.")),
            (f"{LONG}\n\nTwo.", ("", f"{LONG.strip()}\n\nTwo.")),
            ("A title\n\nOne\x00two\ud800.", ("A title", "One two\ufffd.")),
        ],
        ids=[
            "as asked for",
            "a heading's mark",
            "bold, and called a title",
            "no empty lines",
            "in a code fence",
            "in our own marks",
            "no title",
            "no title, but a long first paragraph",
            "control characters and lone surrogates",
        ],
    )
    def test_reports(self, reply: str, expected: tuple[str, str]) -> None:
        assert read_report(reply, 1) == Draft(*expected)

    @pytest.mark.parametrize(
        ("reply", "least"),
        [
            ("", 0),
            (" \n ", 0),
            ("A title\n\nOne two.", 3),
            ("***", 0),
            ("A title\n\nInsight 1: Ada sold 3 flutes.\n\nMore.", 1),
            ("A title\n<<12345678 wishes>>\nOne.\n\nTwo.", 1),
        ],
        ids=["empty", "blank", "too short", "no word", "the prompt's list copied", "the prompt's marks copied"],
    )
    def test_what_is_no_report(self, reply: str, least: float) -> None:
        assert isinstance(read_report(reply, least), Unparsed)

    def test_a_revision_of_half_the_length_is_taken_and_a_shorter_one_is_not(self) -> None:
        text = f"T\n\n{'word ' * 50}"
        assert isinstance(read_report(text, KEPT * 100), Draft)
        assert isinstance(read_report(text, KEPT * 101), Unparsed)

    @pytest.mark.parametrize(
        ("reply", "expected"),
        [
            ("Ann: Hello.\nBert: Hi.", "Ann: Hello.\nBert: Hi."),
            ("**Ann:** Hello.\n\nBERT : Hi.", "Ann: Hello.\nBert: Hi."),
            ("Here it is:\nAnn: Hello\nand more.\n(She laughs.)", "Ann: Hello and more. (She laughs.)"),
            ("Ann: It costs: 3.\nCleo: I am not invited.", "Ann: It costs: 3. Cleo: I am not invited."),
            ("Ann:\nBert: Hi.", "Bert: Hi."),
        ],
        ids=["plain", "marks and capitals", "lines without speaker", "a stranger is no speaker", "an empty turn"],
    )
    def test_chapters(self, reply: str, expected: str) -> None:
        assert read_chapter(reply, ["Ann", "Bert"]) == expected

    @pytest.mark.parametrize(
        "reply", ["", "Nobody speaks.", "Cleo: Hello.", "Ann:", "Ann: Hello.\nInsight 1: x.", "Ann: <<12345678 end>>"]
    )
    def test_what_is_no_chapter(self, reply: str) -> None:
        assert isinstance(read_chapter(reply, ["Ann", "Bert"]), Unparsed)

    @given(st.text(max_size=400))
    @settings(max_examples=100)
    def test_any_reply_is_read_or_refused(self, reply: str) -> None:
        for found in (read_report(reply, 1), read_chapter(f"Ann: {reply}", ["Ann"])):
            text = found.text if isinstance(found, Draft) else "" if isinstance(found, Unparsed) else found
            assert text.encode("utf-8") == text.strip().encode("utf-8")


class TestLikeness:
    WORDS = tuple(f"w{n}" for n in range(40))

    @pytest.mark.parametrize(
        ("second", "expected"),
        [
            (WORDS, (0, 1.0)),
            ((*WORDS[:23], *(f"x{n}" for n in range(8))), (0, 16 / 24)),
            ((*WORDS[:15], *(f"x{n}" for n in range(25))), None),
            (list(reversed(WORDS)), None),
            ([], None),
        ],
        ids=["equal", "16 of 24 runs", "8 of 33 runs", "equal words in another order", "empty"],
    )
    def test_repeats(self, second: Sequence[str], expected: tuple[int, float] | None) -> None:
        assert repeats([" ".join(self.WORDS), " ".join(second)]) == [None, expected]

    def test_the_nearest_earlier_document_counts_and_absent_ones_do_not(self) -> None:
        text = " ".join(self.WORDS)
        assert repeats([None, text, "other words", text, text]) == [None, None, None, (1, 1.0), (1, 1.0)]


class TestLedger:
    @given(st.lists(st.sets(st.sampled_from("abc")), max_size=8))
    def test_found_is_repaired_and_remaining(self, checks: list[set[str]]) -> None:
        ledger = Ledger()
        for seen in checks:
            ledger.settle("d", "missing", dict.fromkeys(seen, ""))
        last = checks[-1] if checks else set()
        assert {fault.insight for fault in ledger.remaining} == last
        assert ledger.found["missing"] == ledger.repaired["missing"] + len(last)
        # What is there, goes and comes again counts twice.
        times = sum(
            name in now and name not in before
            for before, now in zip([set(), *checks], checks, strict=False)
            for name in now
        )
        assert ledger.found["missing"] == times

    def test_a_refused_reply_is_repaired_where_a_text_stands_and_remains_where_none_does(self) -> None:
        ledger = Ledger()
        ledger.open("a", "broken")
        ledger.open("b", "broken")
        ledger.open("a", "missing", "i")
        ledger.close_refused({("a", None), ("a", "i")})
        assert [(fault.document, fault.kind) for fault in ledger.remaining] == [("a", "missing"), ("b", "broken")]
        assert (ledger.found["broken"], ledger.repaired["broken"]) == (2, 1)
