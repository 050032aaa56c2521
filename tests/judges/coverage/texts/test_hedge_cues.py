"""Where hedges are looked for: as the regular expressions allow, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.judge.make_hedge_cues import source

from hayrick.judges.coverage.texts.hedge_kinds import KINDS, begun_in, written
from hayrick.judges.coverage.words import hedge_cues
from hayrick.judges.coverage.words.reading import read

EDITS = Path(__file__).parents[4] / "bench" / "edits"


def same_as_everywhere(bullet: str) -> bool:
    lower = read(bullet).lower
    text = " ".join(lower)
    everywhere = [(name, match.span()) for name, kind in KINDS.items() for match in kind.written.finditer(text)]
    return [(name, match.span()) for name, match in written(text, begun_in(lower, lower))] == everywhere


def test_the_table_is_what_the_patterns_say() -> None:
    assert Path(hedge_cues.__file__).read_text(encoding="utf-8") == source(), (
        "run python -m bench.judge.make_hedge_cues"
    )


@pytest.mark.parametrize(
    "text",
    [
        "it is said to be sold , perhaps , if the board agrees",
        "u.s. officials may or may not confirm it , should the deal close",
        "were the firm to close , it would depend on 3.5million and if.so",
        "the board confirmed the may-day plan could , it is thought , have been scrapped",
        "no",
        "",
    ],
)
def test_the_same_is_found_as_everywhere(text: str) -> None:
    assert same_as_everywhere(text)


@pytest.mark.parametrize("name", ["02", "04"])
def test_the_same_is_found_as_everywhere_in_edits(name: str) -> None:
    lines = (EDITS / name / "edits.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(same_as_everywhere(json.loads(line)["bullet"]) for line in lines)
