"""Information coverage: the share of a context that is needed to answer a query.

Source: ETHIC (Lee et al., 2025), section 2.3 and equation 1.
Differs: a chunk without a readable verdict is left out of its item's mean and bounded (`Score.extremes`); the paper
    does not say what becomes of one. The variant weighted by tokens is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score

NEEDED, UNNEEDED = "needed", "unneeded"
LEAST = 0.5
"""From this value of a judgement on a chunk counts as needed: the probability of a judge, or the share of its votes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a judge of chunks must know besides the chunks, which are the item's documents.

    Args:
        instruction: the prompt as a model is sent it, without the context.
        answers: right answers as texts; empty where none is known.
        tokens: number of tokens of each chunk.
    """

    instruction: str
    answers: tuple[str, ...]
    tokens: tuple[int, ...]


def _share(name: str, description: str, source: str, weight: Callable[[int], float]) -> Measure[Need, str]:
    """Share of the chunks that are needed, one row an item; `weight` is that of a chunk of so many tokens."""

    def score(item: Item[Need], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
        weights = {one.id: weight(n) for one, n in zip(item.documents, item.gold.tokens, strict=True)}
        total = sum(weights.values())
        read = [one for one in judgements if one.value is not None]
        needed = sum(weights[one.unit] for one in read if one.value is not None and one.value >= LEAST)
        judged = sum(weights[one.unit] for one in read)
        worst, best = needed / total, (needed + total - judged) / total
        yield Score(
            response=response,
            measure=name,
            unit=None,
            value=needed / judged if read else None,
            unjudged=not read,
            extremes=(worst, best) if read and len(read) < len(item.documents) else None,
        )

    return Measure(name=name, description=description, source=source, score=score, counts="items")


INFORMATION_COVERAGE = _share(
    "information_coverage", "share of the context's chunks that are needed", "ETHIC, equation 1", lambda tokens: 1.0
)
BY_TOKENS = _share(
    "information_coverage.tokens", "share of the context's tokens in chunks that are needed", "ours", float
)


def _size(name: str, description: str, value: Callable[[Need], float]) -> Measure[Need, str]:
    def score(item: Item[Need], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
        yield Score(response=response, measure=name, unit=None, value=value(item.gold))

    return Measure(
        name=name,
        description=description,
        source="ours",
        score=score,
        bounds=(0.0, inf),
        counts="items",
        judged=False,
        main=False,
    )


CHUNKS = _size("chunks", "chunks of a context", lambda need: float(len(need.tokens)))
TOKENS = _size("context_tokens", "tokens of a context", lambda need: float(sum(need.tokens)))
MEASURES: tuple[Measure[Need, str], ...] = (INFORMATION_COVERAGE, BY_TOKENS, CHUNKS, TOKENS)
