"""Results and haystacks as objects: saved, shown, copied, and sent to another process."""

from __future__ import annotations

import copy
import gc
import json
import multiprocessing
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

import hayrick
from hayrick.types import BadInput


def test_a_saved_result_is_the_same_when_loaded(native: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    made = hayrick.run(native, ["lead", "reference"], citations="both")
    folder = made.folder
    loaded = hayrick.Result.load(made.save(tmp_path / "run"))
    for kind in ("estimates", "scores", "judgements", "responses", "missed"):
        assert loaded.rows(kind) == made.rows(kind) != []
    assert repr(loaded) == repr(made)
    assert all(len(line) <= 100 for line in repr(made).splitlines())
    printed = request.getfixturevalue("hayrick")("show", made.folder).out.splitlines()
    rows = [line.split() for line in printed if line.startswith(" ") and "--columns" not in line]
    assert {cell for row in rows for cell in row} <= set(repr(made).split()), "in two grids, where one is too wide"
    assert len(rows) > 3
    assert loaded.missed() == made.missed() != []
    with pytest.raises(BadInput, match="new or empty"):
        made.save(tmp_path / "run")
    del made
    assert not folder.exists()


def test_rows_that_a_reader_changes_are_the_reader_s(native: Path) -> None:
    found = hayrick.run(native, ["lead", "query"])
    for kind in ("responses", "missed", "scores", "estimates"):
        before = json.dumps(found.rows(kind))
        for row in found.rows(kind):
            emptied(row)
        emptied(found.estimate("joint", "lead"))
        assert json.dumps(found.rows(kind)) == before, kind


def emptied(value: Any) -> None:
    """Empty dicts and lists within a value, the innermost first."""
    for one in [*(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())]:
        emptied(one)
    if isinstance(value, dict | list):
        value.clear()


def test_html_is_escaped(native: Path) -> None:
    html = hayrick.score(
        native, [{"subtopic": hayrick.load(native).subtopics[0].id, "summary": "- x", "system": "<b>"}]
    )
    assert "&lt;b&gt;" in html._repr_html_()
    assert "<b>" not in html._repr_html_()


def test_rows_are_a_frame(native: Path) -> None:
    pytest.importorskip("pandas", reason="frames need pandas")
    result = hayrick.run(native, "lead")
    frame = result.to_frame()
    assert len(frame) == len(result.rows())
    assert "tags" not in frame.columns


def test_without_pandas_a_frame_is_refused_in_one_line(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match="pip install pandas"):
        hayrick.run(native, "lead").to_frame("missed")


def test_bullets_that_no_document_supports_are_counted(native: Path) -> None:
    subtopic = hayrick.load(native).subtopics[0]
    foreign = "- Whales sing below the ice. [1]\n- Nobody plays chess on Mars. [2]"
    silent, telling = (
        hayrick.score(native, {subtopic.id: text}, citations="both").notes
        for text in (foreign, f"- {subtopic.insights[0].text} [1]")
    )
    told = "Of 2 bullets with repaired citations 2 cite nothing: no document supports them well enough."
    assert told in silent
    assert not any("repaired" in one for one in telling)


def test_a_function_is_found_by_its_name_alone(native: Path) -> None:
    found = hayrick.run(native, {"mine": lambda request: "- Six. [1]", "other": lambda request: "- Seven. [1]"})
    assert found.estimate("joint", "mine") == found.estimate("joint", "python:mine")
    assert [one.system for one in found.missed("mine")] == [one.system for one in found.missed("python:mine")]
    assert found.missed("mine")
    with pytest.raises(
        BadInput, match=r"no system 'pyton:mine'; expected python:mine, python:other\. Did you mean 'py"
    ):
        found.estimate("joint", "pyton:mine")
    with pytest.raises(BadInput, match=r"0 rows with measure='jiont'; .* Systems: python:mine \(full\), .* Measures: "):
        found.estimate("jiont")


def run_there(haystack: hayrick.Haystack) -> hayrick.Result:
    """A run in another process."""
    return hayrick.run(haystack, "lead")


def test_haystacks_and_results_go_to_another_process_and_back(native: Path) -> None:
    haystack = replace(hayrick.load(native), extra=MappingProxyType({"a": 1}))
    here = run_there(haystack)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(run_there, haystack).result(120)
    assert there.rows() == here.rows()
    assert there.responses() == here.responses()
    assert str(there) == str(here)
    assert [one.unit for one in there.missed(inputs=[haystack])] == [one.unit for one in here.missed()]


def test_haystacks_and_results_are_copied(native: Path, tmp_path: Path) -> None:
    haystack = replace(hayrick.load(native), extra=MappingProxyType({"a": 1}))
    assert copy.deepcopy(haystack) == haystack
    assert pickle.loads(pickle.dumps(haystack)) == haystack
    made = hayrick.run(haystack, "lead")
    rows, copies = made.rows(), [copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    folder = copies[2].folder
    assert folder != made.folder
    del made
    gc.collect()
    assert [one.rows() for one in copies] == [rows] * 3
    copies.clear()
    gc.collect()
    assert not folder.exists(), "its own directory goes with it"
    kept = hayrick.run(haystack, "lead", out=tmp_path / "out")
    assert pickle.loads(pickle.dumps(kept)).folder == tmp_path / "out"
    assert (tmp_path / "out" / "estimates.json").exists()


def test_a_haystack_prints_without_its_texts(native: Path) -> None:
    haystack = hayrick.load(native)
    n, m = len(haystack.documents), len(haystack.subtopics)
    assert repr(haystack) == f"Haystack(id='bakery_native', topic='a bakery', {n} documents, {m} subtopics)"


def test_a_frame_of_nothing_missed_has_its_columns(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    frames = SimpleNamespace(from_records=lambda rows, columns: given.append((rows, columns)))
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=frames))
    found = hayrick.run(native, "reference")
    assert found.missed() == []
    found.to_frame("missed")
    found.to_frame()
    (none, columns), (_, of_rows) = given
    row = hayrick.run(native, "lead").rows("missed")[0]
    assert (none, set(columns)) == ([], row.keys() - {"tags"})
    assert of_rows is None
