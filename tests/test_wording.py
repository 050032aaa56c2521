"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from hayrick.wording import counted


@pytest.mark.parametrize(
    ("n", "words", "told"),
    [
        (0, ("call",), "0 calls"),
        (1, ("call",), "1 call"),
        (1200, ("call",), "1,200 calls"),
        (1, ("summary was", "summaries were"), "1 summary was"),
        (2, ("summary was", "summaries were"), "2 summaries were"),
    ],
)
def test_a_noun_is_singular_for_one_alone(n: int, words: tuple[str, ...], told: str) -> None:
    assert counted(n, *words) == told
