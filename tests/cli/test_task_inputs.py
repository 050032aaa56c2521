"""Tasks by name, and recorded replies with a sample of the items: one clear line, or the right answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import Command, Refused, lines_of


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (
            "helmet/nope",
            "INPUT: unknown task 'helmet/nope'; expected a file, or a task that 'hayrick list tasks' names.",
        ),
        ("helmet/json_kw?length=8k", "unknown task 'helmet/json_kw'; expected a file"),
        ("ethic/recaling", "Did you mean 'ethic/recalling'"),
        ("helmett", "Did you mean 'helmet'"),
        ("absent.json", "no such file"),
        ("helmet/vt?length=1k&length=2k", "length twice ('1k' and '2k'); expected every parameter once"),
        ("helmet/niah_single_1?n=1e18&length=1k", "n 1e+18; expected a whole number from 1 to 100,000"),
        (f"helmet/vt?length={'9' * 5000}", "expected a number of tokens such as 8192 or 8k, at most 128M"),
    ],
)
def test_what_is_no_task_or_no_parameter_of_one_is_told(
    refused: Refused, tmp_path: Path, given: str, found: str
) -> None:
    line = refused("run", given, "--system", "openai/gpt-4o", "--dry-run", "--limit", 1, "--out", tmp_path / "out")
    assert found in line
    assert len(line) < 600


def test_replies_to_all_items_serve_a_sample_of_them(hayrick: Command, refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "outputs.jsonl"
    rows = [{"id": n, "prediction": f"owl {n}", "ground_truth": [f"owl {n}"]} for n in range(8)]
    path.write_text("\n".join(map(json.dumps, rows)))
    task = f"helmet/infbench_qa?path={path}&rouge=no"
    done = hayrick("run", task, "--system", f"file:{path}", "--limit", 3, "--out", tmp_path / "three")
    assert (done.status, done.err) == (0, "")
    assert len(lines_of(tmp_path / "three" / "responses.jsonl")) == 3
    again = ("run", task, "--system", f"file:{tmp_path / 'three' / 'responses.jsonl'}", "--limit", 1)
    assert hayrick(*again, "--out", tmp_path / "one").status == 0
    assert len(lines_of(tmp_path / "one" / "responses.jsonl")) == 1
    path.write_text("\n".join(map(json.dumps, rows)))
    (other := tmp_path / "other.jsonl").write_text('{"id": 99, "prediction": "owl"}')
    assert "unknown item '99'" in refused("run", task, "--system", f"file:{other}", "--limit", 3)
