"""Which passages an answer copies out of the text that was shown; for answers that are to become labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

from hayrick.protocols import Measure
from hayrick.replies.quotes import Located, located
from hayrick.types import Item, Judgement, Response, Score

Quotes = tuple[str, ...]


def _quoted(name: str, description: str, count: Callable[[Located], int]) -> Measure[object, Quotes]:
    def score(item: Item[object], response: Response[Quotes], judgements: Sequence[Judgement]) -> Iterator[Score]:
        """One row an item; no value where the system failed, which is counted."""
        answer = response.answer
        text = "\n".join(one.text for one in item.documents)
        value = None if answer is None else float(count(located(text, answer)))
        yield Score(response=response, measure=name, unit=None, value=value, failed=answer is None)

    return Measure(
        name=name, description=description, source="ours", score=score, bounds=(0.0, inf), counts="items", judged=False
    )


SPANS_MARKED = _quoted("spans_marked", "passages that the answer copies out of the text", lambda one: len(one.found))
SPANS_NOT_THERE = _quoted(
    "spans_not_there",
    "passages that the answer claims to copy and the text does not have",
    lambda one: len(one.missing),
)
