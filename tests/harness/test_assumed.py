"""What a plan and a run say they take for granted: contexts that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from hayrick.harness.plan import plan_run
from hayrick.harness.run_request import RunRequest
from hayrick.haystacks.files import read_haystack
from hayrick.types import BadInput

MODEL = "lab/big"


def planned(*systems: str, on: object, limit: int | None = None) -> tuple[list[str], list[str]]:
    """Contexts that a plan asks in, and its notes."""
    notes: list[str] = []
    request = RunRequest(inputs=[on], systems=systems, limit=limit)  # type: ignore[list-item]
    rows = plan_run(request, None, notes.append)
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
