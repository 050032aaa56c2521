"""A judge that refuses all is known before much is paid, also where it is the second one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from equipment import JUDGE, WRITER, command, haystack, playing, script

from conftest import GOLDEN

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

OTHER = "openai-api/loop/other"
FEW = 4
COMMANDS = {
    "run": (
        ("run", GOLDEN / "quillmere.json", "--system", f"{WRITER}+full", "--judge", f"ensemble:{JUDGE}+{OTHER}"),
        {"system": FEW, "judge": FEW},
    ),
    "validate": (
        ("validate", "LABELS", "--judge", JUDGE, "--judge", OTHER),
        {"judge": FEW},  # Of the eight insights of the first summary.
    ),
    "meta": (
        ("meta", GOLDEN / "scored.jsonl", "--metric", f"consistency:{JUDGE}", "--metric", f"consistency:{OTHER}"),
        {"judge": 3},  # The first summary's rating, which cannot be read and is asked for again.
    ),
}


@pytest.mark.parametrize(("repeats", "n_calls"), [(2, FEW), (3, 3), (5, 5)])
def test_a_judge_that_refuses_costs_the_repeats_of_one_item_at_most(tmp_path: Path, repeats: int, n_calls: int) -> None:
    refusing = {"do": "status", "status": 401, "when": {"role": "judge"}}
    path = haystack(tmp_path / "harps.json", 6, 3)
    roles = {"system": r"\Awriter", "judge": r"\Ajudge"}
    with playing(tmp_path, script(refusing, roles=roles)) as (server, run):
        done = run(*command(path, tmp_path / "out", "--repeat", repeats, context="bm25"))
        asked = Counter(row["role"] for row in server.log())
    assert done.status == 2
    assert f"{JUDGE} answered no call" in done.err
    assert asked["system"] == n_calls
    assert asked["judge"] <= FEW


def with_insights(labelled: dict[str, list[dict[str, object]]], n: int) -> None:
    """Give a labelled summary some insights more, which nobody finds in it."""
    for number in range(n):
        name = f"more{number}"
        labelled["reference_insights"].append({"insight_id": name, "insight": f"It has {number + 30} ovens."})
        labelled["annotation"].append({"insight_id": name, "coverage": "not_covered", "candidate_id": ""})


@pytest.mark.parametrize("trouble", [{"status": 401}, {"status": 404}, {"status": 429, "code": "insufficient_quota"}])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_second_judge_that_refuses_costs_few_calls_of_the_first(
    tmp_path: Path, name: str, trouble: dict[str, object]
) -> None:
    words, most = COMMANDS[name]
    labels = json.loads((GOLDEN / "annotations.json").read_text())
    for number, one in enumerate(labels):
        one["summary"].append(f"- It sold {number + 4} loaves.")  # Else one question would serve two summaries.
    with_insights(labels[0], 6)
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    refusing = {"do": "status", "when": {"role": "other"}, **trouble}
    roles = {"system": r"\Awriter", "judge": r"\Ajudge", "other": r"\Aother"}
    with playing(tmp_path, script(refusing, roles=roles)) as (server, run):
        done = run(*(tmp_path / "labels.json" if one == "LABELS" else one for one in words), "--out", tmp_path / "r")
        asked = Counter(row["role"] for row in server.log())
    assert done.status == 2
    assert f"{OTHER} answered no call" in done.err
    assert asked.pop("other") <= FEW
    assert asked <= Counter(most)
