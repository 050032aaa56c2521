"""A judge of the user's own is the same on the command line and in Python; what cannot be one is told in one line."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hayrick as library
from conftest import GOLDEN, Command, strict_json
from hayrick.types import BadInput

OWN = """
from dataclasses import dataclass

def oven(insight, bullet, word="oven"):
    return "full" if word in bullet else "none"

def three(insight, bullet, more):
    return True

def named(*, insight, bullet):
    return True

async def later(insight, bullet):
    return True

class Later:
    async def __call__(self, insight, bullet):
        return True

async def maker(options):
    return None

async def scores(query, documents):
    return [0.0] * len(documents)

async def length(item, response):
    return 0.5
"""
REFUSED = [
    ("run {topic} --system lead --judge {own}:later", "--judge {own}:later: an async function"),
    ("run {topic} --system lead --judge {own}:Later", "--judge {own}:Later: an async function"),
    ("run {topic} --system lead --judge {own}:maker", "--judge {own}:maker: an async function"),
    ("run {topic} --system lead --judge ensemble:local+{own}:later", "--judge {own}:later: an async function"),
    ("run {topic} --system {own}:maker?model=a/b --judge local", "--system {own}:maker?model=a/b: an async function"),
    ("run {own}:maker --system lead", "task '{own}:maker': an async function"),
    ("retrieve {topic} --retriever {own}:scores", "retriever '{own}:scores': an async function"),
    ("run {topic} --system lead --judge {own}:oven?model=a/b", "a model for a function of an insight and a bullet"),
    ("run {topic} --system lead --judge {own}:three", "a function that needs other arguments; expected"),
    ("run {topic} --system lead --judge {own}:named", "a function that needs other arguments; expected"),
    ("meta {scored} --metric {own}:oven", "a function of two arguments, where there are no insights"),
]


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN)
    return f"python:{tmp_path / 'own.py'}"


def test_a_function_of_insight_and_bullet_judges_on_the_command_line_as_in_python(
    hayrick: Command, native: Path, own: str
) -> None:
    from hayrick.records.user_code import load_function

    function: Any = load_function(f"{own}:oven", "here")
    in_python = library.run(native, "reference", judge=function)
    done = hayrick("run", native, "--system", "reference", "--judge", f"{own}:oven", "--json")
    assert done.status == 0
    rows = [{k: v for k, v in row.items() if k != "signature"} for row in strict_json(done.out)["rows"]]
    wanted = [{k: v for k, v in row.items() if k != "signature"} for row in in_python.rows()]
    assert rows == wanted
    coverage = in_python.estimate("coverage")["value"]
    assert isinstance(coverage, float)
    assert 0 < coverage < 1


@pytest.mark.parametrize(("words", "found"), REFUSED, ids=[words for words, _ in REFUSED])
def test_what_cannot_be_awaited_or_judged_is_told_in_one_line(
    refused: Callable[..., str], bakery: Path, own: str, words: str, found: str
) -> None:
    names = {"topic": bakery, "own": own, "scored": GOLDEN / "scored.jsonl"}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        line = refused(*words.format(**names).split())
    assert found.format(**names) in line
    assert [str(one.message) for one in caught if "never awaited" in str(one.message)] == []


def test_an_async_function_is_no_measure(native: Path) -> None:
    async def length(item: object, response: object) -> float:
        return 0.5

    with pytest.raises(BadInput, match="measure 'length': an async function"):
        library.run(native, "lead", measures=length)
