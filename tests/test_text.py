"""What counts as a word, as the same word, and as a sentence, in several scripts."""

from __future__ import annotations

import itertools
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.text import STOP_WORDS, ByChunk, fold, sentences, stem, term, terms, words

WORDS = [
    ("The hen's 1,025 eggs", ["the", "hen's", "1025", "eggs"], "thousands separators go"),
    ("1,00,000 and 3.50", ["100000", "and", "3.50"], "Indian grouping; decimals stay"),
    ("[3,17]", ["3", "17"], "a list of numbers is no thousand"),
    ("1,2345", ["1", "2345"], "four digits are no group"),
    ("version 1.2.3.", ["version", "1.2.3"], "the last full stop ends the sentence"),
    ("E85 and 170hp", ["e85", "and", "170", "hp"], "digits belong to letters before them, not after"),
    ("don’t — stop", ["don't", "stop"], "curly apostrophe"),
    ("snake_case", ["snake", "case"], "underscore separates"),
    ("naïve", ["naïve"], "letters beyond ASCII"),
    ("hay\u00adrick hay\u200drick", ["hayrick", "hayrick"], "soft hyphen and joiner vanish"),
    ("ＡＢＣ １２", ["abc", "12"], "full width is plain"),
    ("हिन्दी भाषा", ["हिन्दी", "भाषा"], "vowel signs and virama stay inside the word"),
    ("தமிழ்", ["தமிழ்"], "Tamil"),
    ("كِتَاب كتاب", ["كتاب", "كتاب"], "Arabic with and without vowel signs"),
    ("שָׁלוֹם", ["שלום"], "Hebrew points"),
    ("٣٤ ۵", ["34", "5"], "digits of other scripts"),
    ("干草堆", ["干草", "草堆"], "Han runs become bigrams"),
    ("草", ["草"], "a lone character stays"),
    ("カタカナ・テスト", ["カタ", "タカ", "カナ", "テス", "スト"], "the middle dot separates"),
    ("ช้าง", ["ช้", "้า", "าง"], "Thai runs become bigrams of code points"),
    ("GPT模型4", ["gpt", "模型", "4"], "scripts side by side"),
    ("🎉🐴", [], "emoji are no words"),
    ("", [], "nothing"),
]


@pytest.mark.parametrize(("text", "expected", "why"), WORDS)
def test_words(text: str, expected: list[str], why: str) -> None:
    assert words(text) == expected, why


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert words(unicodedata.normalize("NFD", "Café Übermut")) == words("Café Übermut") == ["café", "übermut"]


STEMS = [
    ("barns", "barn", "plural"),
    ("barn's", "barn", "possessive"),
    ("ponies", "pon", "ies goes whole"),
    ("pony", "pon", "and y, so that both meet"),
    ("mowing", "mow", "ing"),
    ("ring", "ring", "three letters must stay"),
    ("was", "was", "short words stay"),
    ("1990s", "1990s", "numbers stay"),
    ("états", "états", "other than ASCII stays"),
]


@pytest.mark.parametrize(("word", "expected", "why"), STEMS)
def test_stem(word: str, expected: str, why: str) -> None:
    assert stem(word) == expected, why


def test_terms_leave_function_words_out_and_keep_order_and_repetition() -> None:
    assert terms("The goats and the goat, 3 times") == ["goat", "goat", "3", "tim"]
    assert term("the") == ""
    assert all(word == word.lower() for word in STOP_WORDS)


SENTENCES = [
    ("One. Two! Three?", ["One.", "Two!", "Three?"], "three marks"),
    ("It costs 3.50 today. Fine.", ["It costs 3.50 today.", "Fine."], "inside a number"),
    ("Dr. Hay met Mr. Barn. They ate.", ["Dr. Hay met Mr. Barn.", "They ate."], "titles"),
    ("My right hon. Friend rose. He sat.", ["My right hon. Friend rose.", "He sat."], "forms of address"),
    ("J. Mower won. He left.", ["J. Mower won.", "He left."], "initials"),
    ("Up 5 a.m. daily. Down.", ["Up 5 a.m. daily.", "Down."], "a small letter follows"),
    ("It grew in the U.S. Farmers cheered.", ["It grew in the U.S.", "Farmers cheered."], "a capital follows"),
    ("1. Mow the hay. 2. Dry it.", ["1. Mow the hay.", "2. Dry it."], "list numbers stay with their line"),
    ('He said "go." Then left.', ['He said "go."', "Then left."], "closing quote"),
    ("Title\n\nText here", ["Title", "Text here"], "line breaks"),
    ("Wait… what? Yes.", ["Wait… what?", "Yes."], "an ellipsis before a small letter goes on"),
    ("草很高。牛很大！好", ["草很高。", "牛很大！", "好"], "no space needed after Chinese marks"),
    ("यह घास है। वह गाय है।", ["यह घास है।", "वह गाय है।"], "danda"),
    ("هل هذا قش؟ نعم.", ["هل هذا قش؟", "نعم."], "Arabic question mark"),
    ("example.com is a site. Visit.", ["example.com is a site.", "Visit."], "no space after the dot"),
    ("   \n \t ", [], "blank"),
    ("...", ["..."], "marks alone"),
]


@pytest.mark.parametrize(("text", "expected", "why"), SENTENCES)
def test_sentences(text: str, expected: list[str], why: str) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected, why


@given(st.text())
def test_sentences_are_ordered_disjoint_trimmed_and_lose_only_white_space(text: str) -> None:
    spans = sentences(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)
    assert "".join("".join(text[a:b] for a, b in spans).split()) == "".join(text.split())


@given(st.text())
def test_fold_keeps_positions(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_words_are_never_empty_or_with_spaces(text: str) -> None:
    assert all(word and not any(character.isspace() for character in word) for word in words(text))


@given(st.lists(st.sampled_from(["hay", "1,000", "Kühe", "草地", "भाषा", "E85", "don't"]), max_size=6))
def test_words_of_lines_are_the_lines_words(parts: list[str]) -> None:
    assert words("\n".join(parts)) == [word for part in parts for word in words(part)]


@pytest.mark.parametrize(
    "text", ["Café für £5, naïve 1,025 ft", "東京 E85\u2028x 3.5", "Ａ１ b\u00ad\u200bc", "é", " \u3000"]
)
def test_words_of_a_text_are_those_of_what_stands_between_its_blanks(text: str) -> None:
    assert words(text) == [word for part in text.split() for word in words(part)]


@given(st.text())
def test_terms_by_chunk_are_those_of_the_text_and_are_read_once(text: str) -> None:
    by_chunk = ByChunk(terms)
    assert [*by_chunk.of(fold(text))] == terms(text)
    assert [*by_chunk.of(fold(text))] == terms(text)


def test_a_list_of_numbers_without_blanks_is_read_in_linear_time() -> None:
    start = time.process_time()
    assert len(words("1" + ",11" * 20_000)) == 20_001
    assert time.process_time() - start < 10
    assert words("1" + ",111" * 30) == ["1" + "111" * 30]


def test_chunks_are_kept_unless_they_are_long() -> None:
    read: list[str] = []

    def noted(chunk: str) -> list[str]:
        read.append(chunk)
        return words(chunk)

    by_chunk, long = ByChunk(noted), "x" * 41
    assert [*by_chunk.of(f"hay hay {long} {long}")] == ["hay", "hay", long, long]
    assert read == ["hay", long, long]
