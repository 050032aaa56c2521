"""`hayrick.collect`: documents as paths, texts and values give one haystack, and the command's rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import hayrick
from conftest import ROOT, Command
from hayrick.types import BadInput, Document

TEXTS = {"old": "The oven was made in Sweden in 1931.", "new": "Rye bread takes nine hours."}
FACTS: dict[str, Any] = {
    "schema": 1,
    "topic": "Bread",
    "questions": [
        {
            "question": "How is bread baked?",
            "facts": [
                "Rye bread takes nine hours.",
                "The oven was made in 1931 in Sweden.",
                "Salt is from the sea.",
            ],
        }
    ],
}


def test_one_haystack_in_whatever_form_documents_and_facts_are_given(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for id, text in TEXTS.items():
        (folder / f"{id}.md").write_text(text)
    facts = tmp_path / "facts.yaml"
    facts.write_text(json.dumps(FACTS))
    wanted = hayrick.collect(TEXTS, FACTS)
    assert wanted.haystack.held_by == {"q1.1": ("new",), "q1.2": ("old",)}
    assert wanted.left_out == ("q1.3",)
    documents = [Document(id=id, text=text) for id, text in TEXTS.items()]
    for given in (documents, wanted.haystack, [folder / "old.md", str(folder / "new.md")]):
        for form in (FACTS, str(facts), facts):
            found = hayrick.collect(given, form)
            assert (found.haystack.documents, found.haystack.held_by) == (
                tuple(documents),
                wanted.haystack.held_by,
            )
    # A folder is sorted by path.
    assert [one.id for one in hayrick.collect(folder, FACTS).haystack.documents] == ["new", "old"]


def test_rows_and_tables_are_those_of_the_command(command: Command, tmp_path: Path) -> None:
    handbook = ROOT / "docs" / "examples" / "handbook"
    facts = handbook.with_suffix(".yaml")
    done = command("collect", handbook, "--facts", facts, "--out", tmp_path / "a.json", "--json")
    printed = json.loads(done.out)
    found = hayrick.collect(handbook, facts, out=tmp_path / "b.json")
    assert found.rows() == printed["rows"]
    assert found.rows("undecided") == printed["undecided"]
    assert list(found.left_out) == printed["left_out"]
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert "found nowhere; nearest" in repr(found)
    assert "<table" in found._repr_html_()
    assert hayrick.run(found.haystack, "reference").estimate("coverage")["value"] == 1.0


@pytest.fixture(name="command")
def _command(hayrick: Command) -> Command:
    return hayrick


@pytest.mark.parametrize(
    ("documents", "facts", "found"),
    [
        (3, FACTS, "documents: a int of something else"),
        ([], FACTS, "documents: a list of something else"),
        ({}, FACTS, "documents: none"),
        ({"a": 3}, FACTS, "documents: a dict of something else"),
        ({"a": " "}, FACTS, "document 'a' without id or text"),
        (["a.md", Document(id="a", text="x")], FACTS, "documents: a list of something else"),
        (TEXTS, 3, "facts: a int"),
        (TEXTS, {"schema": 1, "topic": "t", "questions": {1, 2}}, "facts: a value that YAML lacks"),
        (TEXTS, {**FACTS, "topics": "t"}, "unknown key 'topics'"),
    ],
)
def test_other_values_are_refused(documents: object, facts: Any, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        hayrick.collect(documents, facts)


def test_a_model_needs_a_file_and_a_haystack_needs_a_place() -> None:
    with pytest.raises(BadInput, match="a model that checks, and no 'out'"):
        hayrick.collect(TEXTS, FACTS, checker="a/b")
    nothing = hayrick.collect({"a": "Nothing of the kind."}, FACTS)
    assert nothing.left_out == ("q1.1", "q1.2", "q1.3")
    with pytest.raises(BadInput, match="no document that states one of 3 facts"):
        _ = nothing.haystack
    with pytest.raises(BadInput, match="'places' or 'undecided'"):
        nothing.rows("open")


def test_the_block_of_the_guide_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    page = Path("docs", "guide", "own_documents.md").read_text("utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(block, "own_documents.md", "exec"), {})
    assert "given: none" in capsys.readouterr().out
