"""A denial that concerns somebody else denies nothing of what was told before it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

RAISED = "Oakfield Bank raised its savings rate to 4 percent in March"
OF_OTHERS = [
    ". This is not true of Westhill Bank.",
    ". Nothing of the kind holds for Westhill.",
    ", but Westhill Bank did not.",
    "; Westhill did not.",
    ". Westhill Bank did not.",
]
OF_IT = [
    ". This is not true.",
    ". This is not true of Oakfield Bank.",
    ", but it did not.",
    ", but the bank did not.",
    ". It did not.",
]


@pytest.mark.parametrize("ending", OF_OTHERS)
def test_what_somebody_else_did_not_do_denies_nothing(ending: str) -> None:
    (coverage,) = cover([RAISED], [RAISED + ending])
    assert coverage.label == "full"


@pytest.mark.parametrize("ending", OF_IT)
def test_what_was_told_is_denied(ending: str) -> None:
    (coverage,) = cover([RAISED], [RAISED + ending])
    assert (coverage.label, coverage.contradicted) == ("none", True)


CONTRASTS = [
    ("Unlike Oakfield Bank, Westhill Bank raised its savings rate to 4 percent in March.", False),
    ("Westhill Bank, unlike Oakfield Bank, raised its savings rate to 4 percent in March.", False),
    ("Unlike Westhill Bank, Oakfield Bank raised its savings rate to 4 percent in March.", True),
    ("Oakfield Bank, unlike Westhill Bank, raised its savings rate to 4 percent in March.", True),
    ("Oakfield Bank raised its savings rate to 4 percent in March, unlike Westhill Bank.", True),
]


@pytest.mark.parametrize(("text", "is_told"), CONTRASTS)
def test_a_party_that_is_set_aside_did_nothing(text: str, is_told: bool) -> None:
    (coverage,) = cover([RAISED], [text])
    assert (coverage.value > 0.5) == is_told
