"""How long replies are: the output's length, reported apart from that of the input.

Source: ours; ETHIC, section "Limitations", names the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from hayrick.protocols import Measure
from hayrick.tokens import count_tokens
from hayrick.types import Item, Judgement, Response, Score


def _written(item: Item[Any], response: Response[Any], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an item, also where the reply cannot be read."""
    value = float(count_tokens(response.reply).n)
    yield Score(response=response, measure=REPLY_TOKENS.name, unit=None, value=value)


REPLY_TOKENS: Measure[Any, Any] = Measure(
    name="reply_tokens",
    description="tokens of the reply (cl100k), without reasoning; 0 where there is none",
    heading="reply tokens",
    source="ours",
    score=_written,
    bounds=(0.0, inf),
    counts="items",
    judged=False,
    main=False,
)
