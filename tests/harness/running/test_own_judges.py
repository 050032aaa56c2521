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

def starred(*texts):
    return "full" if "oven" in texts[1] else "none"

def half(insight, bullet=""):
    return starred(insight, bullet)

def alone():
    return True
"""
OBJECTS = """
from dataclasses import replace

import numpy

from hayrick.protocols import About
from hayrick.types import Judgement

class Oven:
    name, signature, asks = "oven", "oven", False

    def __init__(self, *names):
        self.names = names

    def found(self, item, response):
        value = float("oven" in response.reply)
        return [Judgement(unit=one.id, rater=self.name, value=value) for one in item.gold.insights]

class Plain(Oven):
    def judge(self, item, response, ask):
        return self.found(item, response)

class Later(Oven):
    async def judge(self, item, response, ask):
        return self.found(item, response)

class OfNumpy(Oven):
    def judge(self, item, response, ask):
        return [replace(one, value=numpy.float32(one.value)) for one in self.found(item, response)]

class Nothing(Oven):
    def judge(self, item, response, ask):
        return None

class NothingLater(Oven):
    async def judge(self, item, response, ask):
        return None

class Numbers(Oven):
    async def judge(self, item, response, ask):
        return [1.0]

class One(Oven):
    async def judge(self, item, response, ask):
        return self.found(item, response)[0]

class Yields(Oven):
    async def judge(self, item, response, ask):
        yield self.found(item, response)[0]

class Fewer(Oven):
    async def judge(self, item, response, ask):
        return self.found(item, response)[1:]

class Twice(Oven):
    async def judge(self, item, response, ask):
        return self.found(item, response) * 2

class Other(Oven):
    async def judge(self, item, response, ask):
        return [Judgement(unit="tone", rater="oven", value=1.0), *self.found(item, response)]

class Words(Oven):
    async def judge(self, item, response, ask):
        return [Judgement(unit=one.id, rater="oven", value="full") for one in item.gold.insights]

class Plainly(Oven):
    note, files, bounds, about = 3, ["oven.txt"], None, "an oven"

    def judge(self, item, response, ask):
        return self.found(item, response)

class Knowing(Plainly):
    about = About(note="It knows one oven.", files={"ovens.jsonl": [{"oven": 1}]})

class Short(Oven):
    async def judge(self, item):
        return []

class Number(Oven):
    judge = 3
"""
WRONG = [
    ("Nothing", "'judge' returned None; expected a list of hayrick.types.Judgement."),
    ("NothingLater", "'judge' returned None; expected a list of hayrick.types.Judgement."),
    ("Numbers", "'judge' returned a float in a list; expected a list of hayrick.types.Judgement."),
    ("One", "'judge' returned a Judgement; expected a list of hayrick.types.Judgement."),
    ("Yields", "'judge' returned a async_generator; expected a list of hayrick.types.Judgement."),
    ("Fewer", "no judgement of insight 'i1'; expected one for each insight of the item, and no others."),
    ("Twice", "2 judgements of insight 'i1'; expected one for each insight of the item, and no others."),
    ("Other", "a judgement of 'tone'; expected one for each insight of the item, and no others."),
    ("Words", "a judgement with the value 'full'; expected a float, or None where it is unjudged."),
    ("Short", "a 'judge' that takes other arguments; expected a method judge(item, response, ask)."),
    ("Number", "'judge' is a int; expected a method judge(item, response, ask)."),
]
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
    ("run {topic} --system lead --judge {own}:alone", "a function that needs other arguments; expected"),
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


@pytest.mark.parametrize("name", ["starred", "half"])
def test_what_can_be_called_with_insight_and_bullet_judges(hayrick: Command, native: Path, own: str, name: str) -> None:
    done = [
        hayrick("run", native, "--system", "reference", "--judge", f"{own}:{one}", "--json") for one in ("oven", name)
    ]
    values = [[row["value"] for row in strict_json(one.out)["rows"]] for one in done]
    assert values[0] == values[1] != []


@pytest.mark.parametrize("name", ["Plain", "Later", "OfNumpy"])
def test_an_object_judges_by_a_plain_method_as_by_an_async_one(tmp_path: Path, native: Path, name: str) -> None:
    (tmp_path / "objects.py").write_text(OBJECTS)
    found = library.run(native, lambda request: "- An oven.", judge=f"python:{tmp_path / 'objects.py'}:{name}")
    assert found.estimate("coverage")["value"] == 1.0
    assert {row["judge"] for row in found.judgements()} == {"oven"}


@pytest.mark.parametrize(("name", "notes", "files"), [("Plainly", 0, []), ("Knowing", 1, ["ovens.jsonl"])])
def test_an_object_says_of_itself_what_its_about_has(
    hayrick: Command, tmp_path: Path, native: Path, name: str, notes: int, files: list[str]
) -> None:
    (tmp_path / "objects.py").write_text(OBJECTS)
    judge, out = f"python:{tmp_path / 'objects.py'}:{name}", tmp_path / "out"
    done = hayrick("run", native, "--system", "lead", "--judge", judge, "--out", out, "--json")
    assert done.status == 0, done.err
    assert strict_json(done.out)["notes"].count("It knows one oven.") == notes
    assert [one.name for one in out.glob("ovens.*")] == files


@pytest.mark.parametrize(("name", "found"), WRONG, ids=[name for name, _ in WRONG])
def test_an_object_that_is_no_judge_is_told_in_one_line(
    refused: Callable[..., str], tmp_path: Path, bakery: Path, name: str, found: str
) -> None:
    (tmp_path / "objects.py").write_text(OBJECTS)
    spec = f"python:{tmp_path / 'objects.py'}:{name}"
    assert refused("run", bakery, "--system", "lead", "--judge", spec) == f"hayrick: --judge {spec}: {found}\n"


def test_an_object_in_memory_that_is_no_judge_is_told_in_python(native: Path) -> None:
    class Nothing:
        name, signature, asks = "nothing", "nothing", False

        def judge(self, item: object, response: object, ask: object) -> None:
            """Forgets to return."""

    with pytest.raises(BadInput, match=r"judge python:Nothing: 'judge' returned None; expected a list of"):
        library.run(native, "lead", judge=Nothing())
    with pytest.raises(BadInput, match=r"judge python:Nothing: 'judge' returned None; expected a list of"):
        library.judge("An oven.", "- An oven.", judge=Nothing())


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


@pytest.mark.parametrize("measure", [lambda item: 0.5, lambda item, response, judgements, more: 0.5])
def test_a_function_of_other_arguments_is_no_measure(native: Path, measure: object) -> None:
    with pytest.raises(BadInput, match="measure 'measure': a function that needs other arguments"):
        library.run(native, "lead", measures=measure)


RAISING = """
def always(insight, bullet):
    raise RuntimeError("no index")

def once(insight, bullet):
    if "six" in insight:
        raise RuntimeError("no index")
    return 1.0
"""


@pytest.mark.parametrize("command", ["run", "validate"])
def test_a_function_that_raises_at_every_pair_ends_the_command(
    refused: Callable[..., str], hayrick: Command, native: Path, tmp_path: Path, command: str
) -> None:
    (tmp_path / "mine.py").write_text(RAISING)
    words = {"run": ("run", native, "--system", "lead"), "validate": ("validate", GOLDEN / "annotations.json")}[command]
    judge, out = f"python:{tmp_path}/mine.py:always", tmp_path / "out"
    line = refused(*words, "--judge", judge, "--out", out)
    assert f"--judge {judge}: RuntimeError: no index ({tmp_path}/mine.py, line 3) at each of " in line
    assert "Mend it and give the same command again." in line
    assert not (out / "judgements.jsonl").exists()
    (tmp_path / "mine.py").write_text(RAISING.replace('raise RuntimeError("no index")', "return 1.0"))
    assert hayrick(*words, "--judge", judge, "--out", out).status == 0, "mended"


def test_a_function_that_raises_at_some_pairs_is_told(hayrick: Command, native: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RAISING)
    done = hayrick("run", native, "--system", "lead", "--judge", f"python:{tmp_path}/mine.py:once")
    assert done.status == 0
    told = f"Why: the judge raised RuntimeError: no index ({tmp_path}/mine.py, line 7)."
    assert "".join(told.split()) in "".join(done.out.split())
