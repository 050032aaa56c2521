"""Names by a spaCy pipeline: a blank one with a ruler, written to a folder, stands for one that was trained."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from corpora import novel
from hayrick.harness.naming.names import named_task
from hayrick.tasks.ethic.names import ByRecogniser
from hayrick.types import BadInput, Document, Item
from scripted import done, nobody


def spacy() -> Any:
    return pytest.importorskip("spacy", reason="names by a recogniser need the extra ner")


def pipeline(folder: Path, label: str = "PERSON") -> Path:
    made = spacy().blank("en")
    ruler = made.add_pipe("entity_ruler")
    names = ("Mrs. Anne-Marie O'Neil's", "King Arthur", "hero number", "Avalon")
    ruler.add_patterns([{"label": "GPE" if one == "Avalon" else label, "pattern": one} for one in names])
    made.to_disk(folder)
    return folder


def item(*texts: str) -> Item[frozenset[str]]:
    documents = tuple(Document(id=str(at), text=text) for at, text in enumerate(texts))
    return Item(dataset="d", group="g", id="i", query="", gold=frozenset(), documents=documents)


@pytest.mark.parametrize("label", ["PERSON", "PER"])
def test_single_words_without_titles_of_people_alone(tmp_path: Path, label: str) -> None:
    system = ByRecogniser(str(pipeline(tmp_path, label)))
    one, none = done(system.respond([item("I saw Mrs. Anne-Marie O'Neil's cat.", "King Arthur of Avalon."), item("")],
                                    nobody))  # fmt: skip
    assert one.answer == frozenset({"anne-marie", "o'neil", "arthur"})
    assert one.reply == "anne-marie, arthur, o'neil"
    assert (none.answer, none.reply) == (frozenset(), "None")


def test_a_changed_pipeline_has_another_signature(tmp_path: Path) -> None:
    first = ByRecogniser(str(pipeline(tmp_path))).signature
    assert ByRecogniser(str(pipeline(tmp_path))).signature == first
    assert ByRecogniser(str(pipeline(tmp_path, "PER"))).signature != first


def test_its_run_makes_labels(tmp_path: Path, hayrick: Command) -> None:
    book, ner = novel(tmp_path), pipeline(tmp_path / "ner")
    spec = f"ethic/recalling_books?data={book}&least=0"
    made = hayrick("run", f"{spec}&labels=none&together=1", "--system", f"ner:{ner}", "--out", tmp_path / "run")
    assert (made.status, made.err) == (0, "")
    (labelled,) = named_task(f"{spec}&labels={tmp_path / 'run'}").task.items(0)
    assert labelled.gold == {"hero", "number"}


@pytest.mark.parametrize(("label", "found"), [("GPE", "recognises no people"), (None, "no pipeline")])
def test_what_recognises_no_people_is_refused(tmp_path: Path, label: str | None, found: str) -> None:
    spacy()
    name = str(tmp_path / "absent") if label is None else str(pipeline(tmp_path, label))
    with pytest.raises(BadInput, match=found):
        ByRecogniser(name)


def test_without_spacy_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(BadInput, match=r"the package spacy is missing.*'\.\[ner\]'"):
        ByRecogniser("en_core_web_sm")
