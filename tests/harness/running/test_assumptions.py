"""What a plan and a run say they take for granted: contexts that cannot be, or cannot choose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hayrick.harness.planning.plan import plan
from hayrick.harness.running.run_request import RunRequest
from hayrick.haystacks.files import read_haystack
from hayrick.types import BadInput

MODEL = "lab/big"


def planned(*systems: str, on: object, limit: int | None = None) -> tuple[list[str], list[str]]:
    """Contexts that a plan asks in, and its notes."""
    notes: list[str] = []
    request = RunRequest(inputs=[on], systems=systems, limit=limit)  # type: ignore[list-item]
    rows = plan(request, None, notes.append).calls
    return [row.context for row in rows], notes


def test_all_leaves_out_the_oracle_where_nothing_is_known_to_be_relevant() -> None:
    contexts, notes = planned(f"{MODEL}+all", on="helmet/mrcr_2?length=2k&n=1")
    assert contexts == ["full", "keywords", "bm25", "bm25rm3", "sentences", "random"]
    assert notes == [
        f"{MODEL}+all on helmet/mrcr_2 is without oracle: no document of its data is known to be relevant."
    ]


def test_all_has_the_oracle_where_data_say_what_is_relevant(native: Path) -> None:
    contexts, notes = planned(f"{MODEL}+all", on=read_haystack(native))
    assert "oracle" in contexts
    assert [line for line in notes if "oracle" in line] == []


def test_an_oracle_that_was_named_is_still_refused() -> None:
    with pytest.raises(BadInput, match="retriever 'oracle': no known relevance of the documents"):
        planned(f"{MODEL}+oracle", on="helmet/mrcr_2?length=2k&n=1")


def test_a_retriever_cannot_choose_where_each_item_is_one_document() -> None:
    systems = [f"{MODEL}+{context}" for context in ("full", "bm25", "random", "sentences")]
    _, notes = planned(*systems, on="helmet/niah_single_1?length=2k&n=2")
    assert notes == [
        "bm25, random cannot choose on helmet/niah_single_1: every item is a single document, of which the first "
        "15,000 tokens are shown. The context 'sentences' chooses among its sentences."
    ]
    assert planned(systems[0], systems[-1], on="helmet/niah_single_1?length=2k&n=2")[1] == []


@pytest.mark.parametrize("text", ["An old tern sang.", "Sentences. Are two."])
def test_sentences_are_named_where_there_are_some(tmp_path: Path, text: str) -> None:
    rows = [{"id": f"{n}", "query": "Who sang?", "answer": "tern", "context": text} for n in range(2)]
    path = tmp_path / "own.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (note,) = planned(f"{MODEL}+bm25", on=f"texts?path={path}")[1]
    assert "bm25 cannot choose on texts" in note
    assert ("'sentences'" in note) == text.startswith("Sentences")


def test_with_several_documents_in_one_item_nothing_is_said(tmp_path: Path) -> None:
    documents = (["One.", "Two."], ["One."])
    rows = [{"id": f"{n}", "query": "Who?", "answer": "x", "context": some} for n, some in enumerate(documents)]
    path = tmp_path / "own.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert planned(f"{MODEL}+bm25", on=f"texts?path={path}")[1] == []
