"""Denials by the words that a text has and an insight has not: a fitted weight for each of some hundred words.

Rules know wordings; most denials are worded in their own way, but with words that denials have more often than sound
statements ("vain", "instead", "stayed", "truth"). bench/train_denials.py says what the weights are fitted on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hayrick.judges.coverage.facts import Facts

MODEL_FILE = Path(__file__).resolve().parents[2] / "models" / "denials.json"
SCHEMA = "hayrick.denials.v1"

MOST = 20
"""Most distinct tokens that a text may have beside the insight. In longer texts the words of other matters add up: with
24 six of 809 units of REALSumm that people find said are taken for denials, with 20 two of 791, and as many of the
denials that the weights were not fitted on are noticed."""


LEAST = 0.5
"""Log odds above which a text is taken for a denial: somewhat above even, as a false alarm costs a whole insight."""


class Weighed(NamedTuple):
    """What a text may weigh at most, and its tokens with their weights, 0 for most, in a fixed order."""

    most: float
    tokens: tuple[tuple[str, float], ...]


@cache
def weights() -> Mapping[str, float]:
    """The weight of each lower-case word, and of the constant as the empty word."""
    found: dict[str, float] = json.loads(MODEL_FILE.read_text(encoding="utf-8"))["weights"]
    return found


def tokens_of(text: Facts) -> frozenset[str]:
    """The distinct tokens of a text and of the sentences after it, in lower case."""
    return text.spoken.union(token.lower() for one in text.after for token in one)


def weighed(text: Facts) -> Weighed:
    """The weights of a text and of the sentences after it."""
    known = weights()
    tokens = tokens_of(text)
    most = known[""] + sum(sorted(weight for token in tokens if (weight := known.get(token, 0.0)) > 0))
    return Weighed(most, tuple((token, known.get(token, 0.0)) for token in sorted(tokens)) if most > LEAST else ())


def is_denial(text: Weighed, spoken: Set[str]) -> bool:
    """Whether the words that an insight does not have make a denial likely."""
    if text.most <= LEAST:
        return False
    beside = [weight for token, weight in text.tokens if token not in spoken]
    return len(beside) <= MOST and weights()[""] + sum(beside) > LEAST
