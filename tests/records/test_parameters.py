"""Parameters after a name, as in a URL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hayrick.records.parameters import Parameters, size_name
from hayrick.retrieval.catalogue import retriever
from hayrick.types import BadInput


def of(tail: str) -> Parameters:
    return Parameters.of(f"name?{tail}", "task")[1]


def test_sizes_are_tokens_each_once() -> None:
    assert of("length=4k,8192, 8k ,1M").sizes("length", "8k") == [4096, 8192, 1048576]
    assert of("").sizes("length", "8k") == [8192]


@pytest.mark.parametrize("given", ["", "0", "k", "-1", "8kk", "1.5k", "4k,,8k"])
def test_sizes_that_are_none(given: str) -> None:
    with pytest.raises(BadInput, match="a number of tokens such as 8192 or 8k"):
        of(f"length={given}").sizes("length", "8k")


def test_paths_are_noted_as_files_that_are_read() -> None:
    parameters = of("book=a.txt,b/c.txt")
    assert parameters.paths("book") == parameters.files == [Path("a.txt"), Path("b/c.txt")]
    with pytest.raises(BadInput, match="no book"):
        of("").paths("book")


def test_what_nobody_took_is_refused_with_what_there_is() -> None:
    parameters = of("n=3&m=1")
    assert parameters.whole("n", 1) == 3
    with pytest.raises(BadInput, match="unknown parameter 'm'; expected 'n'"):
        parameters.require_used()


def test_a_tokenizer_must_count_exactly(tmp_path: Path) -> None:
    assert of("").encoding() == of("tokenizer=cl100k").encoding() == "cl100k"
    with pytest.raises(BadInput, match=r"tokenizer 'gpt-4'; expected cl100k"):
        of("tokenizer=gpt-4").encoding()
    with pytest.raises(BadInput, match="no such file"):
        of(f"tokenizer={tmp_path / 'absent.json'}").encoding()


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(BadInput, match=r"length twice \('1k' and '2k'\); expected every parameter once"):
        of("length=1k&n=2&length=2k")
    with pytest.raises(BadInput, match="k1 twice"):
        retriever("bm25?k1=1&k1=2")


def test_a_choice_is_one_of_those_there_are_and_the_first_if_none_is_given() -> None:
    assert (of("kind=b").one_of("kind", ("a", "b")), of("").one_of("kind", ("a", "b"))) == ("b", "a")
    with pytest.raises(BadInput, match="kind 'c'; expected a or b"):
        of("kind=c").one_of("kind", ("a", "b"))


@pytest.mark.parametrize("given", ["1e18", "1000001", "0", "nan", "inf", "9" * 5000])
def test_counts_have_bounds(given: str) -> None:
    with pytest.raises(BadInput, match=r"expected a (number|whole number from 1 to 1,000,000)\."):
        of(f"n={given}").whole("n", 1, least=1)
    assert of("n=1e6").whole("n", 1, least=1) == 10**6
    with pytest.raises(BadInput, match="n 21; expected a whole number up to 20"):
        of("n=21").whole("n", 1, most=20)


READ: dict[str, Callable[[Parameters], object]] = {
    "n": lambda given: given.whole("n", 1),
    "length": lambda given: given.sizes("length", "1k"),
    "tokenizer": Parameters.encoding,
    "kind": lambda given: given.one_of("kind", ("a", "b")),
    "x": Parameters.require_used,
}


@pytest.mark.parametrize("name", READ)
def test_huge_values_are_cut_in_errors(name: str) -> None:
    parameters = of(f"{name}={'9' * 5000}")
    with pytest.raises(BadInput) as caught:
        READ[name](parameters)
    assert len(str(caught.value)) < 500


def test_a_length_of_more_tokens_than_any_prompt_is_refused() -> None:
    with pytest.raises(BadInput, match="length '129M'; expected a number of tokens such as 8192 or 8k, at most 128M"):
        of("length=129M").sizes("length", "8k")


def test_lengths_are_shown_as_they_are_given() -> None:
    assert [size_name(one) for one in (8192, 1048576, 3145728, 1536 * 1024, 1000)] == [
        "8k",
        "1M",
        "3M",
        "1536k",
        "1000",
    ]
