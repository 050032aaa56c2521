"""A user's own function as a measure: one number for a response."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hayrick.protocols import Measure, plain
from hayrick.types import BadInput, Item, Judgement, Response, Score


def measure_of(function: Callable[..., object], name: str) -> Measure[Any, Any]:
    """Measure of a function (item, response) or (item, response, judgements) -> a number from 0 to 1.

    It is not called for a response without answer, which scores 0 and counts as failed; None leaves a response out. For
    other bounds, or rows of their own for each unit, make a `Measure`.

    Args:
        function: the function.
        name: of the measure.
    """
    wanted = inspect.signature(function).parameters.values()
    judged = len([one for one in wanted if one.default is one.empty]) > 2

    def score(item: Item[Any], response: Response[Any], judgements: Sequence[Judgement]) -> Iterator[Score]:
        if response.answer is None:
            yield Score(response=response, measure=name, unit=None, value=0.0, failed=True)
            return
        found = function(item, response, judgements) if judged else function(item, response)
        if found is not None:
            yield Score(response=response, measure=name, unit=None, value=_fraction(found, name))

    description = (inspect.getdoc(function) or "your own").splitlines()[0]
    return Measure(
        name=name, description=description, source="ours", score=score, counts="responses", judged=judged, main=False
    )


def _fraction(found: object, name: str) -> float:
    value = plain(found)
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        cure = "Make a hayrick.Measure with bounds of its own."
        raise BadInput(f"measure '{name}'", f"{found!r}"[:80], "a number from 0 to 1, or None", cure)
    return float(value)
