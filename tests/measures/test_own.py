"""A user's function as a measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from hayrick.measures.own import measure_of
from hayrick.types import BadInput, Item, Judgement, Response, Score
from toy import items

ITEM = items(0)[0]
VERDICTS = [Judgement(unit="u", rater="r", value=0.25)]


def rows(function: Any, answer: str | None = "Oslo") -> list[Score]:
    response = Response(item=ITEM, system="s", context="full", answer=answer)
    return list(measure_of(function, "mine").score(ITEM, response, VERDICTS))


def right(item: Item[str], response: Response[str], weight: float = 0.5) -> float:
    """Half a point.

    More.
    """
    return weight * (response.answer == item.gold)


def judged(item: Item[str], response: Response[str], judgements: Sequence[Judgement]) -> float | None:
    return judgements[0].value if response.answer == item.gold else None


def test_a_function_has_the_item_the_response_and_where_it_wants_them_the_judgements() -> None:
    assert [(row.value, row.failed) for row in rows(right)] == [(0.5, False)]
    assert [(row.value, row.failed) for row in rows(judged)] == [(0.25, False)]
    assert rows(judged, "Bergen") == [], "None leaves a response out"
    assert [measure_of(one, "mine").judged for one in (right, judged)] == [False, True]
    assert measure_of(right, "mine").description == "Half a point."


def test_without_an_answer_it_is_not_called_and_scores_nothing() -> None:
    assert [(row.value, row.failed) for row in rows(judged, None)] == [(0.0, True)]


@pytest.mark.parametrize("found", [np.float32(0.5), np.float64(0.5), np.array(0.5), np.array([0.5])])
def test_a_number_of_numpy_is_a_number(found: object) -> None:
    assert [type(row.value) for row in rows(lambda item, response: found)] == [float]
    assert [row.value for row in rows(lambda item, response: np.bool_(found == 0.5))] == [1.0]


@pytest.mark.parametrize(
    "found", [np.float32("nan"), np.array([0.5, 0.5]), np.str_("1"), -0.01, 1.01, float("nan"), float("inf"), "1", [1]]
)
def test_what_is_no_fraction_is_refused(found: object) -> None:
    with pytest.raises(BadInput, match="a number from 0 to 1, or None"):
        rows(lambda item, response: found)
