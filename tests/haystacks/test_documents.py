"""Documents that are in no haystack yet: what is read of folders and files, and what is refused."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from hayrick.haystacks import documents as reading
from hayrick.haystacks.documents import documents_of_texts, read_documents
from hayrick.types import BadInput, Document


def put(place: Path, text: str | bytes) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return place


def test_a_folder_gives_its_text_files_by_path_and_counts_what_else_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    outside = put(tmp_path / "outside" / "secret.txt", "secret")
    put(folder / "b.md", "Rye is dear.")
    put(folder / "a" / "z.TXT", b"\xef\xbb\xbfone\r\ntwo\rthree")
    for name in ("table.pdf", "a/page.html", ".git/note.md", "a/.hidden.txt"):
        put(folder / name, "no")
    put(folder / "empty.md", " \n ")
    (folder / "link.txt").symlink_to(outside)
    (folder / "up").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe.txt")
    found = read_documents([str(folder)])
    assert found.documents == (Document(id="a/z", text="one\ntwo\nthree"), Document(id="b", text="Rye is dear."))
    assert found.files == (folder / "a" / "z.TXT", folder / "b.md")
    assert dict(found.skipped) == {"of other types": 3, "hidden": 2, "empty": 1, "links": 2}


def test_lines_broken_at_a_width_are_joined_wherever_a_text_comes_from(tmp_path: Path) -> None:
    wrapped = (
        "# Leave\n\nEmployees of the mill have thirty days of leave a year, which they\n"
        "  take in agreement with Orla Hill. Those who work in shifts have two days\nmore.\n\n"
        "- The first item of a list that is as long as a line without an end\n- the second\n"
    )
    joined = (
        "# Leave\n\nEmployees of the mill have thirty days of leave a year, which they "
        "take in agreement with Orla Hill. Those who work in shifts have two days more.\n\n"
        "- The first item of a list that is as long as a line without an end\n- the second\n"
    )
    poem = "The harbour sleeps,\nthe goats are in,\nand all the boats\nare painted tin.\n"
    put(tmp_path / "a.md", wrapped)
    put(tmp_path / "b.txt", poem)
    lines = put(tmp_path / "c.jsonl", json.dumps({"id": "c", "text": wrapped}))
    found = read_documents([str(tmp_path / "a.md"), str(tmp_path / "b.txt"), str(lines)])
    assert [one.text for one in found.documents] == [joined, poem, joined]
    assert found.n_unwrapped == 2
    again = documents_of_texts([Document(id="c", text=wrapped), Document(id="b", text=poem)])
    assert ([one.text for one in again.documents], again.n_unwrapped) == ([joined, poem], 1)


CODE = "```\nmill grind --grain oats --stones coarse --hours 6\nmill sift\nmill bag\n```\n"
ITEMS = "- Oats are ground on Monday.\n- Rye is ground on Friday.\n- The mill rests on Sunday.\n- It has two wheels.\n"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        pytest.param(CODE, CODE, id="code"),
        pytest.param(
            f"{ITEMS}\nWhoever wants flour of another kind has to\norder it a week before.\n\n{CODE}",
            f"{ITEMS}\nWhoever wants flour of another kind has to order it a week before.\n\n{CODE}",
            id="a paragraph beside a list and code",
        ),
        pytest.param(
            '| rye | is ground on the second Friday of each month |\n\n"Coarse" flour is sold at the mill alone.\n',
            '| rye | is ground on the second Friday of each month |\n\n"Coarse" flour is sold at the mill alone.\n',
            id="an empty line before a quotation",
        ),
    ],
)
def test_lines_are_joined_in_prose_that_is_wrapped(text: str, joined: str) -> None:
    (found,) = documents_of_texts([Document(id="a", text=text)]).documents
    assert found.text == joined


def test_sources_keep_their_order_and_lines_may_have_titles(tmp_path: Path) -> None:
    lines = put(
        tmp_path / "more.jsonl", '{"id": "x/1", "text": "Rye.", "title": "On rye"}\n{"id": "0", "text": "Oats."}\n'
    )
    put(tmp_path / "texts" / "a.md", "Barley.")
    found = read_documents([str(lines), str(tmp_path / "texts"), str(put(tmp_path / "z.txt", "Wheat."))])
    assert [one.id for one in found.documents] == ["x/1", "0", "a", "z"]
    assert found.documents[0].title == "On rye"
    assert [path.name for path in found.files] == ["more.jsonl", "a.md", "z.txt"]


def test_the_fingerprint_is_that_of_ids_titles_and_texts() -> None:
    first, second = Document(id="a", text="x"), Document(id="b", text="y")
    same = documents_of_texts([first, second]).fingerprint
    assert same == documents_of_texts([Document(id="a", text="x"), second]).fingerprint
    for other in (
        [second, first],
        [Document(id="a", text="x", title="t"), second],
        [Document(id="a", text="z"), second],
    ):
        assert documents_of_texts(other).fingerprint != same


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.txt", b"\xff\xfe", "a.txt: byte 0xff at offset 0 is not UTF-8"),
        ("a.txt", "one\x00two", "a.txt: a text with NUL characters"),
        ("a.md", "", "a.md: an empty file"),
        ("a\x1b[1m.md", "Rye.", "a name with characters that cannot be shown"),
        ("a.pdf", "Rye.", "a.pdf: a file that ends in '.pdf'"),
        ("a.jsonl", '{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', "a.jsonl:2: document id 'a' again"),
        (
            "a.jsonl",
            '{"id": "a", "text": " "}\n',
            "document 'a' has an empty 'text'",
        ),
        ("a.jsonl", '{"id": "a", "text": "x"}\n{"id": "", "text": "y"}\n', "a.jsonl:2: 'id' is empty"),
        ("a.jsonl", '{"id": "\\u3000", "text": "x"}\n', "a.jsonl:1: 'id' is empty; expected a filled string."),
        ("a.jsonl", '{"id": "a"}\n', "a.jsonl:1"),
        ("a.jsonl", "[]\n", "a.jsonl:1"),
        ("a.jsonl", "", "a.jsonl: an empty file"),
    ],
)
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: str | bytes, found: str) -> None:
    with pytest.raises(BadInput, match=re.escape(found)):
        read_documents([str(put(tmp_path / name, content))])


def test_places_without_documents_are_refused(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    put(tmp_path / "other" / "a.pdf", "x")
    put(tmp_path / "other" / "b.md", "  ")
    for sources, found in (
        ([], "DOCUMENTS: none"),
        ([""], "an empty name"),
        ([str(tmp_path / "absent")], "no such file or folder"),
        ([str(tmp_path / "absent.md")], "no such file"),
        ([str(tmp_path / "none")], "none: no document in this folder;"),
        ([str(tmp_path / "other")], "other: no document in this folder (empty: 1, of other types: 1)"),
    ):
        with pytest.raises(BadInput, match=re.escape(found)):
            read_documents(sources)
    with pytest.raises(BadInput, match="documents: none"):
        documents_of_texts([])
    with pytest.raises(BadInput, match="document 'a' without id or text"):
        documents_of_texts([Document(id="a", text=" ")])
    with pytest.raises(BadInput, match="'a'"):
        documents_of_texts([Document(id="a", text="x"), Document(id="a", text="y")])


def test_one_id_twice_names_both_files(tmp_path: Path) -> None:
    first, second = put(tmp_path / "t" / "a.md", "x"), put(tmp_path / "t" / "a.txt", "y")
    with pytest.raises(BadInput, match=f"{second}: the document id 'a' again, after {first}"):
        read_documents([str(tmp_path / "t")])


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST", 10)
    put(tmp_path / "a.md", "x" * 10)
    assert len(read_documents([str(tmp_path)]).documents) == 1
    put(tmp_path / "b.md", "x" * 11)
    with pytest.raises(BadInput, match=r"b\.md: 11 bytes; expected at most 10"):
        read_documents([str(tmp_path)])


def test_a_folder_that_cannot_be_listed_is_refused_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "a.md", "x")
    put(tmp_path / "closed" / "b.md", "y")
    real = os.scandir

    def closed(path: str) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", closed)
    with pytest.raises(BadInput, match=r"closed: cannot be read \(Permission denied\)"):
        read_documents([str(tmp_path)])
