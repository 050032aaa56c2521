"""Why a score in Inspect's logs has no value, or the floor."""

from __future__ import annotations

import pytest

from hayrick.harness.running.judged import Judged
from hayrick.harness.scheduling.logged import logged
from hayrick.types import Response, Score
from toy import TASK, items

ITEM = items(0)[0]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("refused", "refusal"),
        ("ok", "invalid_response_format"),
        ("", "invalid_response_format"),
        ("cut", "no_response"),
    ],
)
def test_a_floor_has_the_class_of_the_response_as_its_reason(kind: str, reason: str) -> None:
    extra = {"class": kind} if kind else {}
    response: Response[str] = Response(item=ITEM, system="s", context="full", answer=None, extra=extra)
    row = Score(response=response, measure="exact", unit=None, value=0.0, failed=True)
    found = logged(TASK, [Judged(ITEM, response, None)], [row]).scores["exact"]
    assert (found.value, found.reason) == (0.0, reason)


def test_values_are_weighted_and_unjudged_is_no_zero() -> None:
    response = Response(item=ITEM, system="s", context="full", answer="Oslo", extra={"class": "ok"})
    heavy = Score(response=response, measure="exact", unit="1", value=1.0, weight=3.0)
    light = Score(response=response, measure="exact", unit="2", value=0.0)
    unjudged = Score(response=response, measure="exact", unit="3", value=None, unjudged=True)
    judged = [Judged(ITEM, response, None)]
    found = logged(TASK, judged, [heavy, light, unjudged]).scores["exact"]
    assert (found.value, found.reason) == (0.75, "")  # 3 x 1 of weights 3 + 1.
    found = logged(TASK, judged, [unjudged]).scores["exact"]
    assert (found.value, found.reason) == (None, "grader_failed")


def test_a_response_is_explained_by_its_own_rows_alone() -> None:
    rows = []
    for value, system in ((0.25, "s"), (0.75, "t")):
        response = Response(item=ITEM, system=system, context="full", answer="Oslo")
        rows.append(Score(response=response, measure="exact", unit=None, value=value))
    again = Response(item=ITEM, system="s", context="full", answer="Oslo")  # As it was read from a file.
    assert logged(TASK, [Judged(ITEM, again, None)], rows).scores["exact"].explanation == "0.25"
