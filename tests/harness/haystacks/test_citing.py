"""Replacing citations: what is kept, what is refused, and that repaired is never taken for own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.haystacks.citing import cite
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.types import BadInput, Bullet, Response


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def bullets_of(response: Response[Any]) -> tuple[Bullet, ...]:
    return response.answer.bullets if response.answer else ()


def test_texts_stay_and_both_citations_are_kept(bakery: Path, tmp_path: Path) -> None:
    found = cite(str(bakery), "recorded", tmp_path / "cited.jsonl")
    written = rows(tmp_path / "cited.jsonl")
    own = run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge="none")).tasks[0].responses
    assert found.summaries == len(written) == len(own)
    assert [[b["text"] for b in row["bullets"]] for row in written] == [
        [b.text for b in bullets_of(one)] for one in own
    ]
    kept = [[frozenset(b["own_cites"]) for b in row["bullets"]] for row in written]
    assert kept == [[b.cites for b in bullets_of(one)] for one in own]
    assert all(row["citations"].startswith("repaired:") for row in written)


def test_repaired_summaries_read_again_carry_their_own_citations(bakery: Path, tmp_path: Path) -> None:
    out = tmp_path / "cited.jsonl"
    cite(str(bakery), "recorded", out)
    before = run(RunRequest(inputs=[str(bakery)], systems=["recorded"], judge="local"))
    after = run(RunRequest(inputs=[str(bakery)], systems=[f"file:{out}"], judge="local"))

    def joint(result: Result) -> dict[tuple[str, str], float | None]:
        rows = [(key, one) for key, one, _ in result.tasks[0].estimates]
        found = {(k.system, k.context): e.value for k, e in rows if k.measure == "joint" and not k.dataset}
        return dict(sorted(found.items()))

    assert joint(after) == joint(before)


def test_bullets_keep_the_lines_of_the_reply_in_which_they_stand(bakery: Path, tmp_path: Path) -> None:
    reply = "## Facts\n- Flour costs 12 percent more. [2]\n\n## False claims\n- The bakery opens at six. [1]"
    given, cited = tmp_path / "mine.jsonl", tmp_path / "cited.jsonl"
    given.write_text(json.dumps({"subtopic": "s1", "summary": reply}))
    cite(str(bakery), str(given), cited)
    own, again = (
        run(RunRequest(inputs=[str(bakery)], systems=[f"file:{path}"])).tasks[0].responses for path in (given, cited)
    )
    assert [bullets_of(one) for one in again] == [bullets_of(one) for one in own]
    assert [(one.id, one.heading) for one in bullets_of(own[0])] == [(2, "Facts"), (4, "False claims")]


def test_documents_need_no_haystack_and_summaries_no_subtopic(tmp_path: Path) -> None:
    documents, summaries = tmp_path / "documents.jsonl", tmp_path / "summaries.jsonl"
    documents.write_text(
        '{"id": "a", "text": "The mill burned down in 1871."}\n{"id": "b", "text": "Bread is dear this winter."}\n'
    )
    summaries.write_text('{"summary": "- The mill burned in 1871. [2]"}\n{"summary": "- Bread is dear."}\n')
    found = cite(str(documents), str(summaries), tmp_path / "out.jsonl")
    assert found.summaries == 2
    assert [row["bullets"][0]["cites"] for row in rows(tmp_path / "out.jsonl")] == [["a"], ["b"]]
    evidence = rows(tmp_path / "out.jsonl")[0]["bullets"][0]["evidence"][0]
    assert evidence["sentence"] == "The mill burned down in 1871."[evidence["start"] : evidence["end"]]


@pytest.mark.parametrize("which", ["source", "summaries"])
def test_an_input_is_never_written_over(which: str, bakery: Path, tmp_path: Path) -> None:
    source, summaries = tmp_path / "topic.json", tmp_path / "mine.jsonl"
    source.write_bytes(bakery.read_bytes())
    subtopic = json.loads(bakery.read_text(encoding="utf-8"))["subtopics"][0]["subtopic_id"]
    summaries.write_text(json.dumps({"subtopic": subtopic, "summary": "- x"}) + "\n")
    out = source if which == "source" else summaries
    content = out.read_bytes()
    with pytest.raises(BadInput, match="an input of this command"):
        cite(str(source), str(summaries), out)
    assert out.read_bytes() == content
