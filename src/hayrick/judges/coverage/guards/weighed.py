"""Denials by the words that a text has and an insight has not: a fitted weight for each of some hundred signs.

Rules know wordings; most denials are worded in their own way, but with words that denials have more often than sound
statements ("vain", "instead", "stayed", "truth"). A sign is such a word, its stem or one that is like it, the word with
where it stands, or two words that stand together. bench/judge/train_denials.py says what the weights are fitted on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import spoken_on
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import content_word

MODEL_FILE = Path(__file__).resolve().parents[3] / "models" / "denials.json"
SCHEMA = "hayrick.denials.v2"

MOST = 24
"""Most distinct tokens that a text may have beside the insight: in longer texts the words of other matters add up."""

MOST_OF_INSIGHT = 1.5
"""The same, for each distinct token of the insight."""

LEAST = 1.5
"""Log odds above which a text is taken for a denial: far above even, as a false alarm costs a whole insight."""

LEAST_AT_ENDS = 2.0
"""The same, where the text says all of the insight, so that its other words more often deny something else, or lacks
more than `MUCH` of it, so that they may be other words for it."""

MUCH = 0.4

_LEAST_LIKE = 0.4
"""Least share of a word's credit that a word must have to be a sign in its stead."""

_MISSING = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
_MANY = 4
"""Bounds of the shares of the insight that a text lacks, and how many tokens beside it make a sign more."""

_ROUNDED = 1e-6
"""More than sums of weights in another order differ by."""

_SAME = "_"
"""Stands for a word of the insight in a sign of two words."""


class Weights(NamedTuple):
    """The constant, and the weight of each sign."""

    constant: float
    of: Mapping[str, float]


@cache
def weights() -> Weights:
    """The fitted weights."""
    found: dict[str, float] = json.loads(MODEL_FILE.read_text(encoding="utf-8"))["weights"]
    return Weights(found.pop(""), found)


def others(insight: Facts, text: Facts) -> int:
    """How many distinct tokens a text, with the sentences after it, has beside those of an insight."""
    return len(spoken_on(text) - insight.spoken)


def says_much_else(insight: Facts, text: Facts) -> bool:
    """Whether those are too many for the text to be asked about."""
    return others(insight, text) > min(MOST, MOST_OF_INSIGHT * len(insight.spoken))


def signs(insight: Facts, text: Facts, missing: float) -> frozenset[str]:
    """What may weigh for or against a denial.

    Args:
        insight: what may be denied.
        text: what may deny it, with the sentences after it.
        missing: share of the insight's weight that the text lacks.
    """
    lower, spoken = text.reading.lower, insight.spoken
    own = text.positions(insight.said)
    found = set[str]()
    for at, token in enumerate(lower):
        if token not in spoken:
            found.update(of_token(token, "<" if at < own[0] else ">" if at > own[-1] else "="))
    found.update(pairs(lower, insight, ""))
    for one in text.after:
        for token in one.lower:
            if token not in spoken:
                found.update(of_token(token, "|"))
        found.update(pairs(one.lower, insight, "|"))
    found.update(_of_whole(insight, text, missing))
    return frozenset(found)


def _of_whole(insight: Facts, text: Facts, missing: float) -> tuple[str, str]:
    """The signs of no single token."""
    bounds = sum(missing > bound for bound in _MISSING)
    return f"missing {bounds}", f"beside {others(insight, text) // _MANY}"


def most(insight: Facts, text: Facts, missing: float) -> float:
    """Log odds that the signs do not exceed, wherever tokens stand; for the arguments see `signs`."""
    constant, of = weights()
    tokens = chain(text.reading.lower, *(one.lower for one in text.after))
    own = sum([_most_of(token) for token in tokens if token not in insight.spoken])
    return constant + own + sum(of.get(sign, 0.0) for sign in _of_whole(insight, text, missing))


@lru_cache(maxsize=50_000)
def _most_of(token: str) -> float:
    """The most that a token can add which the insight lacks, with the token before it or one of the insight after."""
    of = weights().of
    alone = max(sum(max(0.0, of.get(sign, 0.0)) for sign in of_token(token, place)) for place in "<>=|")
    begun = max(0.0, *(of.get(f"{place}{token} {_SAME}", 0.0) for place in ("", "|")))
    return alone + begun + _most_ended().get(token, 0.0)


@cache
def _most_ended() -> Mapping[str, float]:
    """Second word of pairs -> the most that one of these adds, if any adds something."""
    pairs = ((sign.partition(" ")[2], weight) for sign, weight in weights().of.items())
    return {word: weight for word, weight in sorted(pairs, key=lambda pair: pair[1]) if word and weight > 0}


@lru_cache(maxsize=50_000)
def of_token(token: str, place: str) -> tuple[str, ...]:
    """The signs of a token: it, it in its place, its stem and the stems that are like it."""
    if token not in "!?" and not any(map(str.isalpha, token)):
        return ()
    stem = content_word(token)
    like = (other for other, share in alike(stem) if share >= _LEAST_LIKE) if stem else ()
    return token, place + token, *(f"~{one}" for one in ((stem, *like) if stem else ()))


def pairs(lower: Sequence[str], insight: Facts, place: str) -> Iterator[str]:
    """Adjacent tokens of which the insight lacks one."""
    marked = [_SAME if token in insight.spoken else token for token in lower]
    return (f"{place}{one} {other}" for one, other in pairwise(marked) if one != _SAME or other != _SAME)


def is_denial(insight: Facts, text: Facts, missing: float) -> bool:
    """Whether the words that an insight does not have make a denial likely; for the arguments see `signs`."""
    if says_much_else(insight, text) or most(insight, text, missing) <= least(missing) - _ROUNDED:
        return False
    return odds(signs(insight, text, missing)) > least(missing)


def odds(found: Set[str]) -> float:
    """The log odds of a denial that some signs come to."""
    constant, of = weights()
    return constant + sum(of[sign] for sign in sorted(filter(of.__contains__, found)))


def least(missing: float) -> float:
    """Log odds above which a text that lacks this share of the insight is taken for a denial."""
    return LEAST if 0 < missing <= MUCH else LEAST_AT_ENDS
