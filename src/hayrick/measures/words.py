"""Words per bullet. Source: SummHay, table 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score, Summary


def words_per_bullet(
    item: Item[object], response: Response[Summary], judgements: Sequence[Judgement]
) -> Iterator[Score]:
    """Yield one row per summary: mean words per bullet, weighted by the number of bullets; no row without an answer.

    All bullets as written count, judged or not. Words are separated by white space; citation and list marks do not
    count.
    """
    if response.answer is not None:
        bullets = response.answer.written
        words = sum(len(bullet.text.split()) for bullet in bullets)
        count = len(bullets)
        yield Score(
            response=response, measure=WORDS_PER_BULLET.name, unit=None, value=words / count, weight=float(count)
        )


WORDS_PER_BULLET: Measure[object, Summary] = Measure(
    name="words_per_bullet",
    description="words of a summary divided by its bullets",
    source="SummHay, table 2",
    score=words_per_bullet,
    heading="words/bullet",
    bounds=(0.0, inf),
    counts="bullets",
    main=False,
)
