"""What `hayrick run --dry-run` shows before anything is asked, and what `hayrick list tasks` tells of a task."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hayrick.harness.naming.names import named_task
from hayrick.harness.naming.shipped import TASKS
from hayrick.harness.naming.sources import described
from hayrick.prompting import abridged


def test_the_first_prompt_is_shown_without_its_middle_and_written_whole(tmp_path: Path, hayrick: Any) -> None:
    out = tmp_path / "dry"
    done = hayrick("run", "helmet/vt?length=2k", "--system", "openai/gpt-4o", "--limit", "2", "--dry-run", "--out", out)
    assert (done.status, done.err) == (0, "")
    whole = (out / "prompt.txt").read_text(encoding="utf-8")
    item = next(one for one in named_task("helmet/vt?length=2k").task.items(0) if one.documents[0].text in whole)
    assert whole.startswith("[system]\nYou follow")
    assert f"have the value {item.query}," in done.out
    assert " lines ...\n" in done.out
    assert done.out.count("\n") < 100 < whole.count("\n")
    assert json.loads((out / "plan.json").read_text(encoding="utf-8"))["rows"][0]["calls"] == 2


def test_a_run_that_asks_no_model_shows_no_prompt(tmp_path: Path, hayrick: Any) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text('{"item": "1k-0", "system": "s", "context": "full", "reply": "x"}\n', encoding="utf-8")
    done = hayrick(
        "run", "helmet/vt?length=1k&n=1", "--system", f"file:{replies}", "--dry-run", "--out", tmp_path / "o"
    )
    assert (done.status, "prompt" in done.out, (tmp_path / "o" / "prompt.txt").exists()) == (0, False, False)


def test_long_texts_are_abridged_and_short_ones_are_not() -> None:
    assert abridged("a\nb") == "a\nb"
    assert abridged("\n".join("abcdefg"), lines=4) == "a\nb\n... 3 lines ...\nf\ng"
    assert abridged("x" * 10, width=4) == "xx ... 6 characters ... xx"


def test_every_task_has_a_source() -> None:
    assert [name for name in TASKS if "Source: " not in described(name, "")] == []
    assert described("helmet/icl_trec_fine", "what") != described("helmet/icl_nlu", "what")
