"""Arguments of `hayrick` in Python: a wrong one is one line that names it, and nothing is written."""

from __future__ import annotations

from os import fsencode
from pathlib import Path
from typing import Any

import pytest

import hayrick
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
