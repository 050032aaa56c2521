"""Haystacks from Parquet, and from a hub that is stood in for."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from conftest import GOLDEN
from hayrick.haystacks.files import haystack_of, haystack_value
from hayrick.haystacks.hub import PUBLISHED, read_hub, read_parquet
from hayrick.types import BadInput, HayrickError, Haystack

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def uniform(value: dict[str, Any]) -> dict[str, Any]:
    """The value with every stored link as text, as one column holds one type, and without nulls and empty objects."""
    value = copy.deepcopy(value)
    for subtopic in value["subtopics"]:
        subtopic.pop("kept", None)
        for labels in subtopic.get("eval_summaries", {}).values():
            for label in labels:
                label["bullet_id"] = str(label["bullet_id"])
    value["subtopics"][0]["insights"][0].pop("note", None)
    return value


def two_haystacks() -> list[dict[str, Any]]:
    """Two haystacks whose summaries, retrievers and fields differ: the table's schema is the union."""
    one = uniform(json.loads((GOLDEN / "bakery.json").read_text()))
    two = copy.deepcopy(one)
    two["topic"] = "another shop"
    del two["maker"]
    for subtopic in two["subtopics"]:
        subtopic["summaries"] = {f"{key}-2": lines for key, lines in subtopic["summaries"].items()}
        subtopic["eval_summaries"] = {f"{key}-2": labels for key, labels in subtopic["eval_summaries"].items()}
        subtopic["retriever"] = {"rerank3": {"dA": 0.5}}
    return [one, two]


def values(haystacks: list[Haystack]) -> list[dict[str, object]]:
    return [haystack_value(haystack) for haystack in haystacks]


def test_a_union_schema_gives_the_haystacks_of_the_json(tmp_path: Path) -> None:
    rows = two_haystacks()
    path = tmp_path / "shops.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    union = pq.read_table(path).to_pylist()
    # The premise: the table gives rows fields that they never had.
    assert "maker" in union[1]
    assert "summary_subtopic_alpha-2" in union[0]["subtopics"][0]["summaries"]
    found = read_parquet(path)
    assert [haystack.id for haystack in found] == ["shops-1", "shops-2"]
    assert values(found) == rows
    assert found == [haystack_of(row, id=f"shops-{n}", where="") for n, row in enumerate(rows, start=1)]


def test_released_haystacks_survive_parquet(summhay: Path, tmp_path: Path) -> None:
    names = [summhay / f"topic_news{n}.json" for n in (1, 2)]
    rows = [uniform(json.loads(path.read_text())) for path in names]
    for row in rows:
        del row["topic_metadata"]
        for document in row["documents"]:
            del document["document_metadata"]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "two.parquet")
    found = values(read_parquet(tmp_path / "two.parquet", allow_unheld=True))
    wanted = values([haystack_of(row, id="x", where="", allow_unheld=True) for row in rows])
    for one, two in zip(found, wanted, strict=True):
        assert one["documents"] == two["documents"]
        assert one["subtopics"] == two["subtopics"]


def test_the_native_format_survives_parquet(tmp_path: Path) -> None:
    value = json.loads((GOLDEN / "bakery_native.json").read_text())
    del value["documents"][1]["title"]  # A null, which a table cannot tell from an absent field.
    pq.write_table(pa.Table.from_pylist([value]), tmp_path / "n.parquet")
    assert values(read_parquet(tmp_path / "n.parquet")) == [value]


@pytest.mark.parametrize("content", [b"PAR1 and then nothing", b"not parquet", b'{"a": 1}'])
def test_what_is_no_parquet_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(BadInput, match=r"a\.parquet: is not Parquet"):
        read_parquet(tmp_path / "a.parquet")


def test_a_row_that_is_no_haystack_is_named(tmp_path: Path) -> None:
    rows = two_haystacks()
    rows[1]["documents"][0]["document_id"] = "dB"
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    with pytest.raises(BadInput, match=r"a\.parquet: row 2: document id 'dB' occurs 2 times"):
        read_parquet(tmp_path / "a.parquet")


class _Dataset:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def with_format(self, name: str) -> _Dataset:
        assert name == "arrow"
        return self

    def __getitem__(self, which: slice) -> Any:
        return pa.Table.from_pylist(self.rows[which])


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """A stand-in for the datasets library; what it was asked for."""
    asked: list[tuple[str, str, str]] = []
    module = ModuleType("datasets")

    def load_dataset(name: str, *, split: str, revision: str) -> _Dataset:
        asked.append((name, split, revision))
        if name == "gone/away":
            raise FileNotFoundError("no such dataset\nat all")
        return _Dataset(two_haystacks())

    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    return asked


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("some/shops@abc123", ("some/shops", "train", "abc123")),
        ("@v1", (PUBLISHED, "train", "v1")),
        ("some/shops@refs/pr/1", ("some/shops", "train", "refs/pr/1")),
    ],
)
def test_the_hub_is_asked_for_name_split_and_revision(
    hub: list[tuple[str, str, str]], name: str, asked: tuple[str, str, str]
) -> None:
    found = read_hub(name)
    assert hub == [asked]
    stem = asked[0].split("/")[1]
    assert [haystack.id for haystack in found] == [f"{stem}-1", f"{stem}-2"]
    assert values(found) == two_haystacks()


@pytest.mark.parametrize("name", ["some/shops", "some/shops@", "", "@"])
def test_a_missing_revision_is_refused_before_anything_is_asked(hub: list[tuple[str, str, str]], name: str) -> None:
    with pytest.raises(BadInput, match="no revision; expected DATASET@REVISION"):
        read_hub(name)
    assert hub == []


def test_what_the_hub_cannot_give_is_one_line(hub: list[tuple[str, str, str]]) -> None:
    with pytest.raises(HayrickError, match="hub:gone/away@v1: the dataset cannot be read"):
        read_hub("gone/away@v1")


def test_without_the_library_the_install_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(HayrickError, match=r"pip install --editable '\.\[hub\]'"):
        read_hub("some/shops@v1")
