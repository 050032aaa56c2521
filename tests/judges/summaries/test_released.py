"""HELMET's own prompts by path, and what its code makes of replies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hayrick.judges.summaries.counts import CountsJudge, read_share, templates_of
from hayrick.measures.summaries import SUMMARY_F1, Reference
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput, Item, Question, Response, Unparsed
from scripted import Script, done, nobody


def test_counts_beyond_what_there_is_are_not_read() -> None:
    assert isinstance(read_share('{"recall": 9}', "recall", 3), Unparsed)
    assert isinstance(read_share('{"precision": 4, "sentence_count": 2}', "precision", 3), Unparsed)
    assert isinstance(read_share('{"precision": 4}', "precision", 3), Unparsed)
    assert read_share('{"precision": 1, "sentence_count": 2}', "precision", 3) == 0.5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fluency.txt").write_text('Rate it, {"fluency": 1}. Text: {text}', encoding="utf-8")
    (tmp_path / "recall.txt").write_text("Points: {keypoints} Summary: {summary}", encoding="utf-8")
    (tmp_path / "precision.md").write_text("Expert: {expert_summary} Summary: {summary}", encoding="utf-8")
    return tmp_path


def counting(question: Question) -> str:
    """Reads well, finds one of two key points, and supports three of four sentences."""
    text = question.prompt.messages[-1].text
    if text.startswith("Rate"):
        assert text == 'Rate it, {"fluency": 1}. Text: A {summary} of it.'
        return '{"fluency": 1}'
    return '{"recall": 1}' if text.startswith("Points: 1. One.\n2. Two.") else '{"precision": 3, "sentence_count": 4}'


def test_prompts_of_a_folder_are_filled_and_their_counts_read(folder: Path) -> None:
    item = Item(
        dataset="d", group="1", id="1", query="", gold=Reference(text="Long.", short="S.", points=("One.", "Two."))
    )
    response = Response(item=item, system="s", context="full", answer="A {summary} of it.")
    judge = CountsJudge(JudgeOptions(name="counts:a/b"), templates_of(folder))
    script = Script(counting)
    found = done(judge.judge(item, response, script))
    assert {one.unit: one.value for one in found} == {"fluency": 1, "recall": 0.5, "precision": 0.75}
    (row,) = SUMMARY_F1.score(item, response, found)
    assert row.value == pytest.approx(0.6)
    failed = done(judge.judge(item, replace(response, answer=None), nobody))
    assert {one.unit: one.value for one in failed} == {"fluency": 0, "recall/1": 0, "recall/2": 0}
    unread = done(judge.judge(item, response, Script(lambda question: '{"recall": 3, "fluency": 1}')))
    assert {one.unit: one.value for one in unread} == {"fluency": 1, "recall": None, "precision": None}


def test_a_folder_must_hold_three_prompts_with_their_placeholders(folder: Path) -> None:
    (folder / "recall.txt").write_text("Points: {keypoints}", encoding="utf-8")
    with pytest.raises(BadInput, match=r"recall.txt: placeholders \{keypoints\}; expected"):
        templates_of(folder)
    (folder / "recall.txt").unlink()
    with pytest.raises(BadInput, match=r"no 'recall\.txt'"):
        templates_of(folder)
