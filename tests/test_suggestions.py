"""What is suggested for a name that is not known, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import GOLDEN, Command
from hayrick.suggestions import did_you_mean


@pytest.mark.parametrize(
    ("given", "known", "says"),
    [
        ("bm52", ["full", "bm25", "bm25rm3"], "Did you mean 'bm25'?"),
        ("LOCAL", ["local", "recorded"], "Did you mean 'local'?"),
        ("recorde:*gpt-4o", ["recorded:PATTERN", "lead"], "Did you mean 'recorded:*gpt-4o'?"),
        ("nothing-like-it", ["lead"], ""),
        ("x" * 10**6, ["lead"] * 10**6, ""),
        ("", ["lead"], ""),
    ],
)
def test_the_nearest_name_is_suggested(given: str, known: list[str], says: str) -> None:
    assert did_you_mean(given, known) == says


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("run", "{bakery}", "--system", "recoded"), "recorded"),
        (("run", "{bakery}", "--system", "openai/gpt-4o+bm52"), "bm25"),
        (("run", "{bakery}", "--system", "openai/gpt-4o+ful"), "full"),
        (("run", "{bakery}", "--system", "lead", "--judge", "locale"), "local"),
        (("run", "helmet/json_kw", "--system", "lead"), "helmet/json_kv"),
        (("run", "helmet/json_kv?lenght=8k", "--system", "lead"), "length"),
        (("retrieve", "{bakery}", "--retriever", "sentence"), "sentences"),
        (("validate", "{annotations}", "--judge", "recorded:on"), "recorded:one"),
        (("meta", "{scored}", "--metric", "rogue1"), "rouge1"),
        (("meta", "{scored}", "--metric", "local", "--grid", "--extractor", "led"), "lead"),
        (("synth", "tidewal", "--out", "{out}"), "tidewall"),
        (("synth", "tidewall", "--out", "{out}", "--writer", "templat"), "template"),
        (("verify", "{bakery}", "--checker", "locl"), "local"),
        (("cite", "{bakery}", "--summaries", "recorded", "--out", "{out}", "--model", "trainde"), "trained"),
        (("verfy", "{bakery}"), "verify"),
        (("run", "{bakery}", "--system", "lead", "--citatons", "own"), "--citations"),
    ],
)
def test_every_kind_of_name_has_a_suggestion(
    hayrick: Command, bakery: Path, annotations: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    places = {"bakery": bakery, "annotations": annotations, "scored": GOLDEN / "scored.jsonl", "out": tmp_path / "out"}
    done = hayrick(*(word.format_map(places) for word in words))
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert f"Did you mean {says}" in done.err.replace("'", "")
    assert not (tmp_path / "out").exists()


def test_what_was_left_out_is_said(hayrick: Command, bakery: Path) -> None:
    done = hayrick("plan", bakery, "--system", "openai/gpt-4o", "--system", "openai/gpt-4o+bm25")
    assert done.out.count("has no context in its name and was taken as openai/gpt-4o+full") == 1
    assert "No --judge was given: judged by local." in done.out.splitlines()
    done = hayrick("plan", bakery, "--system", "openai/gpt-4o+full", "--judge", "local")
    assert "was taken as" not in done.out
    assert "No --judge" not in done.out
    assert "No --judge was given: judged by local." in hayrick("run", bakery, "--system", "lead").out.splitlines()
