"""Arguments of `hayrick` in Python: a wrong one is one line that names it, and nothing is written."""

from __future__ import annotations

from os import fsencode
from pathlib import Path
from typing import Any, cast

import pytest

import hayrick
from hayrick.ranges import WHOLE
from hayrick.types import BadInput

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
