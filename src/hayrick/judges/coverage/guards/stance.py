"""What a text that states an insight does with it: asserts, denies or doubts it, by the words that stand around it.

Rules know wordings of denials and hedges; this weighs all the other words. A logistic model of three classes has two
weights for each sign: a word, a stem or a pair of words with its place, and the objection that the rules raise.
bench/judge/train_stance.py says what
they are fitted on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import exp
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.coverage.guards.weighed import of_token, pairs, says_much_else
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import spoken_on

MODEL_FILE = Path(__file__).resolve().parents[3] / "models" / "stance.json"
SCHEMA = "hayrick.stance.v1"

MOST_MISSING = 0.15
"""Most of the insight's weight that the text may lack: of one that lacks more, other words tell something else, too."""

LEAST_DENIED, LEAST_DOUBTED = 0.9, 0.7
"""Probabilities above which a text is taken to deny or to doubt: a false alarm costs more than a miss."""

LEAST_ASSERTED = 0.98
"""Probability above which it is taken to assert although a guard saw words of denial or doubt."""

_INSERTION = 3
"""Least number of adjacent words of its own within the insight that make an insertion."""


class Stance(NamedTuple):
    """Probabilities that a text denies the insight, and that it leaves it open; it asserts it with the rest."""

    denied: float
    doubted: float

    @property
    def asserted(self) -> float:
        """Probability that it asserts the insight."""
        return 1.0 - self.denied - self.doubted


class Weights(NamedTuple):
    """Log odds of a denial and of a doubt against an assertion: the constants, and what each sign adds."""

    constant: tuple[float, float]
    of: Mapping[str, tuple[float, float]]


@cache
def weights() -> Weights:
    """The fitted weights."""
    found: dict[str, list[float]] = json.loads(MODEL_FILE.read_text(encoding="utf-8"))["weights"]
    pairs = {sign: (denied, doubted) for sign, (denied, doubted) in found.items()}
    return Weights(pairs.pop(""), pairs)


def stance(insight: Facts, text: Facts, missing: float, reason: str | None) -> Stance | None:
    """What a text does with an insight that it states.

    Args:
        insight: what is stated.
        text: with the sentences after it.
        missing: share of the insight's weight that the text lacks.
        reason: the gravest objection of the rules, None without one.

    Returns:
        None where it lacks too much, has no other words, or so many that they tell of other matters.
    """
    if missing > MOST_MISSING or spoken_on(text) <= insight.spoken or says_much_else(insight, text):
        return None
    return odds(all_signs(insight, text, reason))


def all_signs(insight: Facts, text: Facts, reason: str | None) -> frozenset[str]:
    """Everything that may weigh: words around what the text says of the insight, and the objection of the rules."""
    found = {f"rule {reason}", f"sentences after {len(text.after)}"}
    for place, tokens in _around(insight, text):
        for token in tokens:
            if token not in insight.spoken:
                found.update(of_token(token, place))
        found.update(pairs(tokens, insight, place))
    return frozenset(found)


def _around(insight: Facts, text: Facts) -> Iterator[tuple[str, Sequence[str]]]:
    """Tokens before and after the insight in its sentences, longer insertions, and the sentences that follow.

    Single words within are left out: they stand in the place of others.
    """
    lower = text.reading.lower
    own = text.positions(insight.said)
    yield "<", lower[: own[0]]
    yield ">", lower[own[-1] + 1 :]
    for foreign, run in groupby(range(own[0], own[-1] + 1), lambda at: lower[at] not in insight.spoken):
        inserted = [lower[at] for at in run]
        if foreign and len(inserted) >= _INSERTION:
            yield "=", inserted
    for one in text.after:
        yield "|", one.lower


def odds(found: frozenset[str]) -> Stance:
    """The probabilities that some signs come to."""
    (denied, doubted), of = weights()
    for sign in sorted(filter(of.__contains__, found)):
        denied, doubted = denied + of[sign][0], doubted + of[sign][1]
    most = max(0.0, denied, doubted)
    parts = exp(-most), exp(denied - most), exp(doubted - most)
    return Stance(parts[1] / sum(parts), parts[2] / sum(parts))
