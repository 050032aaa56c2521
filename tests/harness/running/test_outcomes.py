"""What readers are told of responses that failed or were cut."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hayrick.harness.running.outcomes import outcome_notes
from hayrick.types import Response
from toy import items


def responses(*kinds: str) -> list[Response[object]]:
    return [
        Response(item=items(0)[0], system="s", context="full", answer=None, extra={"class": kind} if kind else {})
        for kind in kinds
    ]


@pytest.mark.parametrize(
    ("kinds", "notes"),
    [
        ((), []),
        (("", "no class"), []),
        (("ok",) * 3, []),
        (("error:429", "ok", "cut"), ["1 ok, 1 cut, 1 error:429.", "1 of 3 replies (33.3%) were cut"]),
        (("ok", "too_long"), ["1 ok, 1 too_long. too_long: their prompts do not fit the window"]),
        # One reply of 20 is 5 %, which is not much; one of 19 is.
        (("cut", *["ok"] * 19), ["19 ok, 1 cut. cut: these were cut off at --max-tokens"]),
        (("cut", *["ok"] * 18), ["18 ok, 1 cut.", "1 of 19 replies (5.3%) were cut"]),
    ],
)
def test_responses_that_are_not_ok_are_counted_by_class(kinds: Sequence[str], notes: list[str]) -> None:
    found = outcome_notes("toy", responses(*kinds))
    assert len(found) == len(notes)
    assert all(note in line for note, line in zip(notes, found, strict=True)), found
    assert sum("--max-tokens" in line for line in found) == ("cut" in kinds), "what to do is said once"
