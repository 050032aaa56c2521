"""Haystacks in other layouts: all comes back, or is named."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import GOLDEN
from hayrick.harness.haystacks.convert import Target, convert
from hayrick.haystacks.files import haystack_of, haystack_value, read_haystack
from hayrick.haystacks.layouts import in_layout, not_kept
from hayrick.haystacks.tables import haystack_row, native_value, utf8
from hayrick.records.several_files import write_together
from hayrick.types import BadInput, Haystack

SUMMHAY = json.loads((GOLDEN / "bakery.json").read_text())
NATIVE = json.loads((GOLDEN / "bakery_native.json").read_text())
FILES = ["bakery.json", "bakery_native.json", "quillmere.json"]


def through_table(haystack: Haystack) -> Haystack:
    row: Any = utf8(json.loads(json.dumps(haystack_row(in_layout(haystack, "native")))))
    id, value = native_value(row, "row")
    return haystack_of(value, id=id, where="row", allow_unheld=True)


@pytest.mark.parametrize("name", FILES)
def test_a_haystack_comes_back_from_each_layout(name: str) -> None:
    one = read_haystack(GOLDEN / name)
    other = in_layout(one, "summhay" if one.format == "native" else "native")
    assert not_kept(one, other) == []
    assert haystack_value(in_layout(other, one.format)) == haystack_value(one)
    again = through_table(one)
    assert again == in_layout(one, "native")
    assert haystack_value(in_layout(again, one.format)) == haystack_value(one)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
NAMES = st.sampled_from(
    ["fields", "haystack", "insights_included", "document_id", "document_text", "held_by", "subtopic", "insight", "x"]
)


PLACES: list[Callable[[Any], Any]] = [lambda v: v, lambda v: v["documents"][0], lambda v: v["subtopics"][0]]


@settings(max_examples=40)
@given(extra=st.dictionaries(NAMES, VALUES, max_size=3), place=st.sampled_from(PLACES))
def test_what_a_layout_cannot_hold_is_named(extra: dict[str, Any], place: Callable[[Any], Any]) -> None:
    value = json.loads(json.dumps(NATIVE))
    place(value).update({name: one for name, one in extra.items() if name not in NATIVE})
    one = haystack_of(value, id="x", where="x")
    assert through_table(one) == one
    there = in_layout(one, "summhay")
    # An order of insights that is none, or the usual one, says nothing.
    unkept = {line.split("'")[1] for line in not_kept(one, there)} | {"insights_included"}
    back = place(haystack_value(in_layout(there, "native")))
    for name, field in place(value).items():
        assert name in unkept or back[name] == field


def test_names_of_the_layouts_own_fields_and_the_order_of_holders_are_named() -> None:
    value = json.loads(json.dumps(NATIVE))
    value["documents"][1]["document_text"] = "another"
    value["held_by"]["i1"] = ["dB", "dA"]
    one = haystack_of(value, id="x", where="x")
    assert not_kept(one, in_layout(one, "summhay")) == [
        "'document_text' of 1 document",
        "'order in held_by' of 1 insight",
    ]
    summhay = json.loads(json.dumps(SUMMHAY))
    summhay["documents"][0]["id"] = 7
    two = haystack_of(summhay, id="x", where="x")
    assert not_kept(two, in_layout(two, "native")) == ["'id' of 1 document"]


def test_an_id_that_changes_is_named_alone() -> None:
    text = json.dumps(NATIVE)
    for id, told in (("dA", "document"), ("i1", "insight"), ("s1", "subtopic")):
        assert f'"{id}"' in text
        one = haystack_of(json.loads(text.replace(f'"{id}"', f'"{id}\\ud800"')), id="x", where="x")
        assert not_kept(one, through_table(one)) == [f"'id' of 1 {told}"]


def test_a_run_reads_the_same_title_and_domain_from_both_layouts() -> None:
    one = read_haystack(GOLDEN / "quillmere.json")
    other = in_layout(one, "summhay")
    assert (one.domain, one.documents[0].title) == (other.domain, other.documents[0].title)
    assert replace(other, format="native").held_by == one.held_by


BROKEN: list[tuple[str, Any, str]] = [
    ("haystack", None, "'haystack' is missing or empty"),
    ("fields", "{", "is not JSON|ends too early"),
    ("fields", "[]", "a JSON object of further fields"),
    ("fields", '{"topic": "another"}', "a JSON object of further fields"),
    ("documents", None, "'documents' is null"),
    ("documents", ["x"], "'documents' is a list"),
    ("held_by", [{"insight": "i1", "documents": ["dA"]}] * 2, "'held_by' has 'i1' twice"),
    ("held_by", [{"insight": ["i1"], "documents": ["dA"]}], "'insight' is a list"),
    ("held_by", [{"insight": "i1", "documents": [["dA"]]}], "a list of strings"),
]


@pytest.mark.parametrize(("name", "value", "found"), BROKEN)
def test_a_row_that_is_no_haystack_is_refused(name: str, value: object, found: str) -> None:
    row = {**haystack_row(read_haystack(GOLDEN / "bakery_native.json")), name: value}
    with pytest.raises(BadInput, match=found):
        haystack_of(native_value(row, "t: row 1")[1], id="x", where="t: row 1")


@pytest.mark.parametrize("to", ["native", "hf"])
def test_a_released_haystack_comes_back_from_files(summhay: Path, tmp_path: Path, to: Target) -> None:
    if to == "hf":
        pytest.importorskip("pyarrow")
    name = summhay / "topic_news1.json"
    done = convert([str(name)], to, tmp_path / "there")
    assert (done.lost, done.notes) == ([], [])
    there = tmp_path / "there" / name.name if to == "native" else tmp_path / "there"
    convert([str(there)], "summhay", tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(name.read_text())


def test_the_datasets_library_reads_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets", reason="not in the dev group (docs/decisions/071-optional-packages.md)")
    from hayrick.haystacks.hub import read_hub

    out = tmp_path / "two"
    convert([str(GOLDEN / "bakery.json"), str(GOLDEN / "quillmere.json")], "hf", out)
    sizes = {"haystacks": 2, "documents": 46, "insights": 16}
    monkeypatch.chdir(tmp_path)
    for name, size in sizes.items():
        table = datasets.load_dataset(str(out), name, split="train", cache_dir=str(tmp_path / "cache"))
        assert len(table) == size
    found = read_hub(f"{out}@main")
    assert found == [in_layout(read_haystack(GOLDEN / name), "native") for name in ("bakery.json", "quillmere.json")]


def test_of_files_that_are_written_together_a_full_disk_is_told_by_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match=re.escape(f"{tmp_path}/new/one: cannot be written (No space left on device)")):
        write_together({tmp_path / "new" / "one": [b"whole"]}, is_new=False)
    assert list(tmp_path.iterdir()) == []


def test_files_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    def breaks() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_together({tmp_path / "new" / "one": [b"whole"], tmp_path / "new" / "two": breaks()}, is_new=False)
    assert list(tmp_path.iterdir()) == []
    write_together({tmp_path / "new" / "one": [b"whole"], tmp_path / "new" / "two": [b"a", b"b"]}, is_new=False)
    assert (tmp_path / "new" / "two").read_bytes() == b"ab"
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
