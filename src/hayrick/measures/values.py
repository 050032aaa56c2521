"""Measures without a judge: one value for each response, from its answer and the item's gold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hayrick.protocols import A, G, Measure
from hayrick.types import Item, Judgement, Response, Score


def measure_of_answers(
    *,
    name: str,
    description: str,
    value: Callable[[G, A], float],
    source: str = "ours",
    bounds: tuple[float, float] = (0.0, 1.0),
    counts: str = "items",
    main: bool = True,
) -> Measure[G, A]:
    """Measure that compares each answer with its item's gold; a response without answer fails with the least value.

    Args:
        name: in rows and tables.
        description: what it measures, in one line.
        value: of (gold, answer), within `bounds`.
        source: paper and section, or "ours".
        bounds: least and greatest possible value.
        counts: what its `n` counts, in the plural.
        main: whether tables of experiments show it.
    """

    def score(item: Item[G], response: Response[A], judgements: Sequence[Judgement]) -> Iterator[Score]:
        answer = response.answer
        found = bounds[0] if answer is None else float(value(item.gold, answer))
        yield Score(response=response, measure=name, unit=None, value=found, failed=answer is None)

    return Measure(
        name=name,
        description=description,
        source=source,
        score=score,
        bounds=bounds,
        counts=counts,
        judged=False,
        main=main,
    )


def measure_of_replies(
    *,
    name: str,
    description: str,
    value: Callable[[G, str], float],
    source: str,
    shown: bool = True,
) -> Measure[G, A]:
    """Measure of replies as another reader, such as the original's, takes them; values are fractions.

    A response that ours cannot read fails with 0, whatever the other reader would make of it.

    Args:
        name: in rows and tables.
        description: what it measures, in one line.
        value: of (gold, reply as it was written), in [0, 1].
        source: whose reader it is.
        shown: whether the table of a run has a column for it.
    """

    def score(item: Item[G], response: Response[A], judgements: Sequence[Judgement]) -> Iterator[Score]:
        failed = response.answer is None
        found = 0.0 if failed else float(value(item.gold, response.reply))
        yield Score(response=response, measure=name, unit=None, value=found, failed=failed)

    return Measure(
        name=name,
        description=description,
        source=source,
        score=score,
        counts="items",
        judged=False,
        main=False,
        shown=shown,
    )


def only_of(measure: Measure[G, A], keeps: Callable[[G], bool]) -> Measure[G, A]:
    """The same measure, without rows for items whose gold is of another kind.

    Args:
        measure: any.
        keeps: whether the measure is defined on an item, by its gold.
    """

    def score(item: Item[G], response: Response[A], judgements: Sequence[Judgement]) -> Iterator[Score]:
        if keeps(item.gold):
            yield from measure.score(item, response, judgements)

    return replace(measure, score=score)
