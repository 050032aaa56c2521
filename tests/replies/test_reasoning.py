"""Reasoning before an answer: what is removed, what is text, and the known answers of the specification."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from hayrick.replies.classes import class_of, is_class, rank
from hayrick.replies.reasoning import visible, visible_as_helmet
from hayrick.types import Reply


@pytest.mark.parametrize(
    ("reply", "text", "state"),
    [
        ("plain", "plain", "none"),
        ("  plain \n", "  plain \n", "none"),
        ("<think>a</think>\n\n 4 ", "4", "closed"),
        ("\n <THINKING>a</Thinking>4", "4", "closed"),
        ('<think type="deep">a</think>4', "4", "closed"),
        ("<think>a <think> b</think>4</think>", "4</think>", "closed"),
        ("<think>a</think>first<think>b</think>second", "first<think>b</think>second", "closed"),
        ("a or b?</think>b", "b", "closed"),
        ("<think>4, or 5", "", "unclosed"),
        ("<think></think>", "", "closed"),
        ("Use <think> to open a block.", "Use <think> to open a block.", "none"),
        ("Use <think>x</think> to think.", "Use <think>x</think> to think.", "none"),
        ("<thinker>4", "<thinker>4", "none"),
        ("<thinking>so </think> no</thinking>4", "4", "closed"),
        ("<seed:think>a</seed:think>4", "4", "closed"),
        ("[THINK]a[/THINK]4", "4", "closed"),
        ("◁think▷a◁/think▷4", "4", "closed"),
        ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>4", "4", "closed"),
        ("<|channel|>analysis<|message|>a", "", "unclosed"),
    ],
)
def test_only_a_block_that_opens_a_reply_is_reasoning(reply: str, text: str, state: str) -> None:
    found = visible(reply)
    assert (found.text, found.state) == (text, state)


def test_known_answers(shared: Path) -> None:
    vectors = json.loads((shared / "vectors" / "helmet_later.json").read_text(encoding="utf-8"))
    ours = [one for one in vectors if one["metric"] == "think_strip"]
    theirs = [one for one in vectors if one["metric"] == "think_strip_helmet"]
    assert len(ours) >= 3
    assert len(theirs) >= 2
    for one in ours:
        found = visible(one["input"]["text"])
        assert {"answer": found.text, "state": found.state} == one["expected"], one["input"]["name"]
    for one in theirs:
        kept = visible_as_helmet(one["input"]["text"])
        assert {"output": kept.text, "thoughts": kept.reasoning or None} == one["expected"], one["input"]["name"]


@pytest.mark.parametrize("piece", ["<think ", "<think>", "</think ", "<|channel|>analysis", "[THINK", "<"])
def test_hostile_replies_take_linear_time(piece: str) -> None:
    before = time.process_time()
    visible(piece * 300_000)
    assert time.process_time() - before < 20, "docs/development/testing.md: a text that takes more than linear time"


@pytest.mark.parametrize(
    ("reply", "failure", "kind"),
    [
        (Reply("x"), "", "ok"),
        (Reply("x", "max_tokens"), "", "cut"),
        (Reply(" \n"), "", "empty"),
        (Reply("", "max_tokens"), "", "empty"),
        (Reply("", "max_tokens", reasoned=True), "", "empty_after_reasoning"),
        (Reply("x", reasoned=True), "", "ok"),
        (Reply("x", "content_filter"), "", "refused"),
        (Reply("x", truncated=True), "", "truncated_by_server"),
        (None, "too_long", "too_long"),
        (None, "429", "error:429"),
        (None, "", "error:unknown"),
    ],
)
def test_every_reply_has_a_class(reply: Reply | None, failure: str, kind: str) -> None:
    assert class_of(reply, failure) == kind
    assert is_class(kind)
    assert rank(kind) >= rank("ok")
