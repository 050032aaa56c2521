"""Tasks described by what they say of themselves, their instances and lengths, and the coverage that was measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Command, strict_json
from corpora import novel, reviews
from hayrick.harness.haystacks.describing import described
from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.systems.contexts import Showing


def test_ethics_tables_of_a_folder(hayrick: Command, tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    (tmp_path / "medicine").mkdir()
    novel(tmp_path / "books")
    reviews(tmp_path / "medicine")
    spec = f"ethic?data={tmp_path}&judge=none&least=0"
    result = hayrick("describe", spec)
    assert result.status == 0
    rows = [line.split() for line in result.out.splitlines() if line.strip().startswith("ethic/")]
    assert [row[0] for row in rows] == [
        "ethic/recalling_medicine",
        "ethic/organizing_books",
        "ethic/attributing_medicine",
    ]
    assert rows[0][2:5] == ["remember", "medicine", "multi"]
    assert rows[1][2:5] == ["analyze", "books", "single"]
    assert "ethic is without" in result.out


def test_counts_are_those_of_the_prompts_and_coverage_that_of_the_directory(hayrick: Command, tmp_path: Path) -> None:
    spec = "helmet/json_kv?length=1k&n=6"
    assert hayrick("coverage", spec, "--out", tmp_path / "needs").status == 0
    (found,) = described([spec], [tmp_path / "needs"], encoding="cl100k", sample=0, seed=0)
    task = named_task(spec).task
    every = [
        prompt_tokens(task.prompt(one, Showing(spec="full").passages("", one.documents, None, "")), "cl100k")
        for one in task.items(0)
    ]
    assert found.n == 6
    assert found.tokens == pytest.approx(sum(every) / 6)
    (row, *_) = strict_json((tmp_path / "needs" / "coverage.json").read_text())["rows"]
    assert found.coverage == row["information_coverage"]


def test_what_is_no_task_and_no_directory(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "Did you mean 'helmet/json_kv'" in refused("describe", "helmet/json_kw?length=1k")
    assert "no coverage.json" in refused("describe", "helmet/json_kv?length=1k&n=6", "--coverage", tmp_path)


@pytest.mark.parametrize("name", ["banana", "estimate", "/nonexistent", "/dev/zero"])
@pytest.mark.parametrize("command", ["describe", "coverage"])
def test_counts_are_of_a_tokenizer_that_is_known(refused: Callable[..., str], command: str, name: str) -> None:
    line = refused(command, "helmet/json_kv?length=1k&n=2", "--tokenizer", name)
    assert f"--tokenizer: tokenizer '{name}'; expected cl100k, o200k or the path of a tokenizer.json" in line
