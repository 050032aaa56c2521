"""Ratings on a scale of whole numbers, from the text of a reply or from the probabilities of its first token.

Source: G-Eval (Liu et al., 2023), section 2; ETHIC, section 4.1.
Differs: the sum of ratings times probabilities is divided by the probability of all ratings together. ETHIC's scorer
    (f1a30fe) leaves it undivided, so that a judge whose first token may be no rating rates lower.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from hayrick.replies.json import excerpt
from hayrick.types import Alternative, Unparsed

_AROUND = " \t\r\n*_\"'`.()[]\u2581\u0120"
_NUMBER = r"(?<![\w.,-])(\d{1,3}(?:\.\d{1,3})?)(?![\w,]|\.\d)(?:\s{0,3}/\s{0,3}\d{1,3})?"
_NAMED = re.compile(rf"\b(?:rating|score)\b[^\w\n-]{{0,9}}(?:is|of)?[^\w\n-]{{0,9}}{_NUMBER}", re.IGNORECASE)
_FIRST = re.compile(_NUMBER)


class Weighted(NamedTuple):
    """Mean of the ratings by their probabilities, and the probability of all of them together, in [0, 1]."""

    value: float
    mass: float


def weighted_rating(alternatives: Sequence[Alternative], least: int, most: int) -> Weighted | None:
    """Mean rating of the first token's alternatives; None where none of them is a rating.

    Args:
        alternatives: tokens with their log-probabilities; "4" and " 4" are the same rating.
        least: of the scale.
        most: of the scale.
    """
    found = [(rating, exp(min(0.0, one.logprob))) for one in alternatives if (rating := _whole(one.token)) is not None]
    on_scale = [(rating, share) for rating, share in found if least <= rating <= most]
    mass = sum(share for _, share in on_scale)
    return Weighted(sum(rating * share for rating, share in on_scale) / mass, min(1.0, mass)) if mass > 0 else None


def read_rating(reply: str, least: int, most: int) -> float | Unparsed:
    """Read the number after the last "rating" or "score", else the first one; `Unparsed` where it is off the scale.

    "4", "4.", "**4**", "4/5", "Rating: 4" and "4 - it keeps to the text" are 4.
    """
    named = _NAMED.findall(reply)
    first = _FIRST.search(reply)
    written = named[-1] if named else first[1] if first else None
    if written is None:
        return Unparsed(reason="no number", reply=excerpt(reply))
    if not least <= float(written) <= most:
        return Unparsed(reason=f"{written} is no rating from {least} to {most}", reply=excerpt(reply))
    return float(written)


def _whole(token: str) -> int | None:
    plain = token.strip(_AROUND)
    return int(plain) if len(plain) < 4 and plain.isdecimal() else None
