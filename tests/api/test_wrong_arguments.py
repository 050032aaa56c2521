"""Arguments of `hayrick` in Python: a wrong one is one line that names it, and nothing is written."""

from __future__ import annotations

from dataclasses import fields
from os import fsencode
from pathlib import Path
from typing import Any, cast

import pytest

import hayrick
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions
from hayrick.ranges import WHOLE
from hayrick.types import BadInput, Document

TEXTS = {"a": "Rye bread takes nine hours.", "b": "Salt is from the sea."}
FACTS: dict[str, Any] = {
    "schema": 1,
    "topic": "Bread",
    "questions": [{"question": "How is bread baked?", "facts": ["Rye bread takes nine hours."]}],
}
BYTES: Any = b"made"


class InBytes:
    """A path in bytes, as os.scandir gives them for a folder in bytes."""

    def __fspath__(self) -> bytes:
        return b"made"


@pytest.mark.parametrize("place", [BYTES, InBytes()])
@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda path, place: hayrick.collect(TEXTS, FACTS, out=place), "out"),
        (lambda path, place: hayrick.run(path, "lead", out=place), "out"),
        (lambda path, place: hayrick.synth("tidewall", documents=6, out=place), "out"),
        (lambda path, place: hayrick.run(path, "lead").save(place), "save"),
        (lambda path, place: hayrick.run(path, "lead").report(place), "report"),
        (lambda path, place: hayrick.run(path, "lead").report("made", beside={"a": place}), "beside"),
        (lambda path, place: hayrick.Result.load(place), "Result.load"),
        (lambda path, place: hayrick.compare({"a": place}), "compare"),
    ],
)
def test_a_path_in_bytes_is_refused_and_nothing_is_written(
    call: Any, where: str, place: object, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=rf"^{where}: b'made', of type bytes; expected a path\. .*fsdecode"):
        call(native, place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "call",
    [
        hayrick.load,
        lambda path: hayrick.run("tidewall.json", "lead", out=path),
        lambda path: hayrick.collect(path, FACTS),
        lambda path: hayrick.collect([path], FACTS),
        lambda path: hayrick.collect(TEXTS, path),
        lambda path: hayrick.compare(path),
        lambda path: hayrick.compare({"a": path}),
        hayrick.synth,
        hayrick.verify,
        hayrick.Result.load,
    ],
)
def test_what_can_be_no_path_is_refused_and_shown_in_short(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for no_path, said in (
        ("a\0b", "has NUL or half a character"),
        ("\ud800", "has NUL or half a character"),
        ("Rye bread takes nine hours. " * 1000, ", 28,000 characters; expected a path. No file has so long a name"),
    ):
        with pytest.raises(BadInput) as found:
            call(no_path)
        assert said in str(found.value)
        assert len(str(found.value)) < 250
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("no_path", ["a\0b", "\ud800"])
def test_an_input_of_a_run_that_no_name_can_be_is_refused(no_path: str) -> None:
    with pytest.raises(BadInput, match=r"^inputs: .*; expected a path or a name\."):
        hayrick.run(no_path, "lead")
    with pytest.raises(BadInput, match=r"^haystack: .*; expected a path or a name\."):
        hayrick.score(no_path, ["- It opens at six."])


def test_inputs_in_bytes_are_named_as_such(native: Path) -> None:
    path: Any = fsencode(native)
    with pytest.raises(BadInput, match="inputs: a bytes; expected a path"):
        hayrick.run(path, "lead")
    with pytest.raises(BadInput, match="systems: a bytes; expected a name"):
        hayrick.run(native, b"lead")


@pytest.mark.parametrize("name", sorted(WHOLE.keys() - {"documents", "words", "swaps", "tokens"}))
def test_numbers_of_a_run_stay_in_their_ranges(name: str, native: Path) -> None:
    least, most = WHOLE[name]
    for number in (least - 1, most + 1, 10**5000):
        with pytest.raises(BadInput, match=rf"^{name}: .*; expected a whole number (of at least|from) \d"):
            hayrick.run(native, "lead", **{name: cast("Any", number)})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"documents": 10**9}, "documents: 1000000000; expected a whole number from 1 to 1,000,000."),
        ({"words": 1}, "words: 1; expected a whole number from 20 to 1,000,000."),
        ({"seed": 10**13}, "seed: 10000000000000; expected a whole number from 0 to 1,000,000,000,000."),
        ({"seed": -1}, "seed: -1; expected a whole number of at least 0."),
        ({"processes": 65}, "processes: 65; expected a whole number from 1 to 64."),
    ],
)
def test_numbers_of_a_synthesis_stay_in_their_ranges(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as problem:
        hayrick.synth("tidewall", **given)
    assert str(problem.value) == said


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("synth", "tidewall", "--out", "x.json", "--documents"), "documents"),
        (("synth", "tidewall", "--out", "x.json", "--words"), "words"),
        (("run", "x.json", "--system", "lead", "--seed"), "seed"),
        (("run", "x.json", "--system", "lead", "--repeat"), "repeats"),
        (("run", "x.json", "--system", "lead", "--jobs"), "connections"),
        (("run", "x.json", "--system", "lead", "--judge-repeat"), "judge_repeats"),
        (("compare", "x", "--swaps"), "swaps"),
        (("collect", "x", "--facts", "x", "--out", "x.json", "--processes"), "processes"),
    ],
)
def test_a_command_refuses_the_numbers_that_python_refuses(
    words: tuple[str, ...], name: str, request: pytest.FixtureRequest
) -> None:
    refused = request.getfixturevalue("refused")
    least, most = WHOLE[name]
    for number in (least - 1, most + 1):
        assert f"{number} is not in the range" in refused(*words, number)


OPTIONS = [one.name for kind in (TaskOptions, ModelOptions) for one in fields(kind)]


@pytest.mark.parametrize("name", ["limit", "seed", "repeats", "processes", *OPTIONS])
@pytest.mark.parametrize("value", [object(), -1.5, b"x", [None]])
def test_every_option_refuses_other_values_by_its_name(name: str, value: object, native: Path) -> None:
    with pytest.raises(BadInput, match=f"^{name}: "):
        hayrick.run(native, "lead", **{name: cast("Any", value)})


def kept(native: object) -> hayrick.Result:
    return hayrick.run(native, ["lead", "query"])


WRONG: Any = 5


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda path: hayrick.collect({"a": "x"}, {**FACTS, "topic": "x \ud800"}), "facts: a value that YAML lacks"),
        (lambda path: hayrick.collect([Document(id="a", text=WRONG)], FACTS), "documents 1: a int as 'text'"),
        (lambda path: hayrick.collect([Document(id=WRONG, text="x")], FACTS), "documents 1: a int as 'id'"),
        (lambda path: hayrick.cite([Document(id="a", text=WRONG)], "x"), "documents 1: a int as 'text'"),
        (lambda path: hayrick.cite(["x"], "x", model=WRONG), "model: 5; expected a text"),
        (lambda path: hayrick.collect(TEXTS, FACTS, checker=WRONG, out="q.json"), "checker: 5; expected a text"),
        (lambda path: hayrick.collect(TEXTS, FACTS, overwrite=WRONG), "overwrite: 5; expected True or False"),
        (lambda path: hayrick.verify(path, checker=WRONG), "checker: 5; expected a text"),
        (lambda path: hayrick.verify(path, unsound_below=WRONG), "unsound_below: 5; expected a probability"),
        (lambda path: hayrick.verify(path, unsound_below=float("nan")), "unsound_below: nan; expected a probability"),
        (lambda path: hayrick.load(path, name=WRONG), "name: 5; expected a text"),
        (lambda path: hayrick.synth(WRONG), "scenario: 5, of type int; expected a path"),
        (lambda path: hayrick.synth("tidewall", checker=WRONG), "checker: 5; expected a text"),
        (lambda path: hayrick.synth("tidewall", planner=WRONG, out="q.json"), "planner: 5; expected a text"),
        (lambda path: hayrick.compare(kept(path), swaps=-1), "swaps: -1; expected a whole number from 100"),
        (lambda path: hayrick.compare(kept(path), swaps=0), "swaps: 0; expected a whole number from 100"),
        (lambda path: hayrick.compare(kept(path), swaps=cast("Any", 150.5)), "swaps: 150.5; expected a whole"),
        (lambda path: hayrick.compare(kept(path), seed=-1), "seed: -1; expected a whole number of at least 0"),
        (lambda path: hayrick.compare(kept(path), seed=cast("Any", "a")), "seed: 'a'; expected a whole number"),
        (lambda path: hayrick.compare(kept(path), measures=WRONG), "measures: 5; expected a text, or a list"),
        (lambda path: hayrick.compare(kept(path), systems=[WRONG]), "systems: 5; expected a text, or a list"),
        (lambda path: hayrick.compare(kept(path), against=[WRONG]), "against: 5; expected a text, or a list"),
        (lambda path: hayrick.compare(kept(path), tasks=[WRONG]), "tasks: 5; expected a text, or a list"),
        (lambda path: hayrick.compare({"a": WRONG}), "compare: 5, of type int; expected a path"),
        (lambda path: kept(path).estimate("joint", system=WRONG), "system: 5; expected a text"),
        (lambda path: kept(path).estimate(WRONG), "measure: 5; expected a text"),
        (lambda path: kept(path).missed(system=WRONG), "system: 5; expected a text"),
        (lambda path: kept(path).missed(inputs=WRONG), "inputs: 5, of type int; expected a path"),
        (lambda path: kept(path).report("q.html", name=WRONG), "name: 5; expected a text"),
        (lambda path: kept(path).report("q.html", title=WRONG), "title: 5; expected a text"),
        (lambda path: kept(path).report("q.html", beside=cast("Any", ["a"])), "beside: \\['a'\\]; expected a dict"),
        (lambda path: kept(path).report(cast("Any", None)), "report: None, of type NoneType; expected a path"),
        (lambda path: kept(path).save(cast("Any", None)), "save: None, of type NoneType; expected a path"),
        (lambda path: hayrick.Result.load(cast("Any", None)), "Result.load: None, of type NoneType; expected a path"),
        (lambda path: hayrick.run(path, "lead", out=WRONG), "out: 5, of type int; expected a path"),
        (lambda path: hayrick.run(path, "lead", retrievers=WRONG), "retrievers: 5; expected a dict name -> function"),
        (lambda path: hayrick.run(path, "lead", progress=WRONG), "progress: 5; expected a function"),
        (lambda path: hayrick.run(path, "lead", budget_usd=1e13), "budget_usd: 1.*; expected dollars from 0"),
        (lambda path: hayrick.run(path, "lead", attribution="x"), "attribution: .* citations repaired or both"),
        (lambda path: hayrick.run(path, "lead", repeats=2), "repeats: an option that is not used here"),
        (lambda path: hayrick.judge("a b", "- a b", connections=1), "connections: an option that is not used here"),
        (lambda path: hayrick.score(path, {"s1": "- x"}, budgets=[5]), "budgets: an option that is not used here"),
    ],
)
def test_a_wrong_argument_is_named_in_one_line_and_nothing_is_written(
    call: Any, said: str, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=f"^{said}") as problem:
        call(native)
    assert "\n" not in str(problem.value)
    assert list(tmp_path.iterdir()) == []


def test_inputs_of_a_report_are_one_path_or_several(native: Path, tmp_path: Path) -> None:
    made = hayrick.Result.load(kept(hayrick.load(native)).save(tmp_path / "run"))
    assert made.missed(inputs=native) == made.missed(inputs=[str(native)]) != []
