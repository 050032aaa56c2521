"""Ratings of sections by a model through the command: by probabilities, and drawn where the server has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from equipment import JUDGE, WRITER, Done, playing, rows

from hayrick.harness.storage.journal_file import read_calls

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

TASK = """
from hayrick.judges.scales import rating_notes
from hayrick.judges.section_rating import JUDGES
from hayrick.measures.section_ratings import SECTION_RATINGS
from hayrick.protocols import Task
from hayrick.replies.section_texts import read_section_texts
from hayrick.types import Item, Message, Prompt

task = Task(
    name="rated", paper="ours",
    items=lambda seed: [
        Item(dataset="books", group=name, id="1", query="", gold=("A storm.", f"The end of {name}."))
        for name in ("whole", "lazy")
    ],
    prompt=lambda item, passages: Prompt(messages=(Message(role="user", text=f"Sum up {item.group}."),), signature="p"),
    parse=lambda item, reply: read_section_texts(reply, len(item.gold)) or None,
    measures=SECTION_RATINGS, judges=JUDGES, notes=lambda responses, judgements: rating_notes(judgements),
)
"""
ANSWERS = [
    {"make": "fixed", "text": "4", "when": {"role": "judge"}},
    {"make": "fixed", "text": "<Section 1>\nIt storms.\n<Section 2>\nIt ends.", "when": {"contains": "whole"}},
    {"make": "fixed", "text": "<Section 1>\nIt storms.", "when": {"contains": "lazy"}},
]
GIVEN = {"do": "answer", "alternatives": {"4": 0.6, "5": 0.2, "The": 0.2}, "when": {"logprobs": True}}
REJECTED = {"do": "status", "status": 400, "message": "Unknown option.", "when": {"logprobs": True}}


@pytest.mark.parametrize(
    ("rule", "value", "n_calls", "note"),
    [
        (GIVEN, 4.25, 6, "Ratings: 9 by probabilities, 0 as means of drawn replies, 0 could not be read; 3 are"),
        (REJECTED, 4.0, 18, "Ratings: 0 by probabilities, 9 as means of drawn replies, 0 could not be read; 3 are"),
    ],
)
def test_ratings_come_by_probabilities_or_are_drawn(
    tmp_path: Path, rule: dict[str, object], value: float, n_calls: int, note: str
) -> None:
    out = tmp_path / "out"
    words = ("run", "python:rated.py:task", "--system", WRITER, "--judge", JUDGE, "--judge-repeat", 2, "--out", out)
    with playing(tmp_path, {"answers": ANSWERS, "rules": [rule]}) as (server, run):
        run.home.mkdir()
        (run.home / "rated.py").write_text(TASK, encoding="utf-8")
        done: Done = run(*words)
        assert done.status == 0, done.err
        if rule is GIVEN:
            n_sent, before = len(server.log()), (out / "estimates.json").read_bytes()
            assert run(*words).status == 0
            assert len(server.log()) == n_sent, "everything is in the journal"
            assert (out / "estimates.json").read_bytes() == before
    assert note in done.out
    judged = [one for one in read_calls(out) if one.purpose == "judge"]
    assert len(judged) == n_calls
    assert any(one.alternatives for one in judged) == (rule is GIVEN)
    means = {row["measure"]: row["value"] for row in rows(out / "estimates.json") if row["dataset"] is None}
    assert means["section_rating"] == pytest.approx((3 * value + 1) / 4)
    assert means["section_rating.written"] == pytest.approx(value)
