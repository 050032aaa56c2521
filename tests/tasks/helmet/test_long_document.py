"""Long documents are cut to lengths that are exact for the prompt as rendered and the reply."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from random import Random

import pytest

from hayrick.prompting import plain, prompt_tokens
from hayrick.protocols import Passage
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet.long_document import NOTES, Cutting, Fitted, LongDocument
from hayrick.tokens import CL100K, O200K, count_tokens, tokenizer
from hayrick.types import BadInput, Prompt

REPLY = 50
NEEDS = pytest.mark.skipif(importlib.util.find_spec("bpe_openai") is None, reason="needs the extra o200k")
OLD = pytest.mark.filterwarnings("ignore:open_binary is deprecated:DeprecationWarning")
ENCODINGS = [CL100K, pytest.param(O200K, marks=[NEEDS, OLD])]
TEXTS = {
    "words": "The keeper of the tower wrote 4,017 letters; none came back. ",
    "lines": "Line one.\n\n\n  Line two -- and more...\n",
    "other scripts": "漢字とかな交じり文。Ключ лежит 👩‍👩‍👧 под ковриком.\n",
    "one word": "abracadabra",
}


def prompt(passages: Sequence[Passage]) -> Prompt:
    return plain(f"Read this.\n\n{passages[0].text}\n\nWho wrote letters?", "test")


def size(text: str, encoding: str = CL100K) -> int:
    return prompt_tokens(prompt([Passage(document="document", position=1, text=text)]), encoding) + REPLY


def cutting(parameters: str = "") -> Cutting:
    return Cutting.of(Parameters.of(f"helmet/x?{parameters}", "task")[1])


def document(kind: str, n: int = 5000, encoding: str = CL100K) -> LongDocument:
    draw = Random(kind)
    pieces = [TEXTS[kind] + " " * draw.randrange(3) for _ in range(n // 10)]
    return LongDocument("".join(pieces) + "end", encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("cut", ["end", "middle"])
@pytest.mark.parametrize("kind", TEXTS)
def test_one_more_token_would_exceed_the_length(kind: str, cut: str, encoding: str) -> None:
    of = document(kind, encoding=encoding)
    for length in (100, 101, 777, 1500):
        found = of.fitted(lambda text: size(text, encoding), length, cut)
        assert found is not None
        assert 0 < found.shown_tokens < found.document_tokens == count_tokens(of.text, encoding).n
        assert length - 3 <= size(found.text, encoding) <= length
        assert size(of.shown(found.shown_tokens + 1, cut), encoding) > length or size(found.text, encoding) == length


@pytest.mark.parametrize("cut", ["end", "middle"])
def test_a_document_that_just_fits_is_whole_and_one_token_less_cuts_it(cut: str) -> None:
    of = document("words")
    exact = size(of.text)
    whole, less = (of.fitted(size, length, cut) for length in (exact, exact - 1))
    assert whole == Fitted(of.text, of.tokens, of.tokens)
    assert less is not None
    assert NOTES[cut].strip() in less.text
    assert less.shown_tokens < of.tokens
    assert size(less.text) <= exact - 1


def test_what_is_left_out_stands_at_the_end_or_in_the_middle() -> None:
    of = LongDocument(" ".join(map(str, range(1000))), CL100K)
    end, middle = (of.fitted(size, 300, cut) for cut in ("end", "middle"))
    assert end is not None
    assert middle is not None
    assert end.text.startswith("0 1 2 ")
    assert end.text.endswith(NOTES["end"])
    first, last = middle.text.split(NOTES["middle"])
    assert of.text.startswith(first)
    assert of.text.endswith(last)
    halves = [count_tokens(part).n for part in (first, last)]
    assert 0 <= halves[0] - halves[1] <= 1
    assert middle.tags == {"document_tokens": of.tokens, "shown_tokens": middle.shown_tokens}


def test_a_length_without_room_for_a_token_is_refused() -> None:
    given = cutting("length=70")
    around = size(NOTES["end"].strip())
    made = given.fitted(document("words"), around + 5, prompt, REPLY)
    assert 1 <= made.shown_tokens <= 5
    with pytest.raises(BadInput, match=r"helmet/x.*length 40; expected more than"):
        given.fitted(document("words"), 40, prompt, REPLY)


def test_parameters_are_read_and_others_refused() -> None:
    made = cutting("length=8k,32k&cut=middle&shortest=64k&tokenizer=cl100k")
    assert made.lengths == (8192, 32768)
    assert made.signature == "lengths:8192+32768,cut:middle,shortest:65536,cl100k"
    with pytest.raises(BadInput, match="cut 'front'; expected end or middle"):
        cutting("cut=front")


@pytest.mark.parametrize("encoding", [*ENCODINGS, "estimate"])
@pytest.mark.parametrize("kind", TEXTS)
def test_ends_of_tokens_are_places_to_cut(kind: str, encoding: str) -> None:
    text = document(kind, 300, encoding).text
    of = tokenizer(encoding)
    ends = list(of.ends(text))
    assert len(ends) == of.count(text)
    assert ends == sorted(ends)
    assert ends[-1] == len(text)
    assert of.ends("") == of.ends("")[:0]
    for n in (1, len(ends) // 2, len(ends) - 1):
        if of.count(text[: ends[n - 1]]) <= n:
            assert of.cut(text, n) == text[: ends[n - 1]]
