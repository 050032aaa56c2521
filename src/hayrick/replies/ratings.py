"""Ratings on a scale of whole numbers, from the text of a reply or from the probabilities of its first token.

Source: G-Eval (Liu et al., 2023), section 2; ETHIC, section 4.1; Less is More (Wu et al., 2024), section 3.2.
Differs: the sum of ratings times probabilities is divided by the probability of all ratings together. ETHIC's scorer
    (f1a30fe) leaves it undivided, so that a judge whose first token may be no rating rates lower. A text without a
    rating on the scale is `Unparsed`; llm-longeval (65bc6be) takes it for 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from hayrick.numerals import ONES
from hayrick.replies.json import excerpt
from hayrick.types import Alternative, Unparsed

_AROUND = " \t\r\n*_\"'`.()[]\u2581\u0120"
_NUMBER = (
    r"(?<![\w.,\u2212\u2013-])(\d{1,3}(?:\.\d{1,3})?)(?!\w|[.,]\d|\s?[\u2013-]\s?\d)"
    r"(?:\s{0,3}(?:/|out\s+of)\s{0,3}(\d{1,3}))?"
)
_SCALE = r"(?:\s{0,3}\([^()\n]{0,30}\))?"
_NAME = rf"\b(?:rating|score)\b{_SCALE}[^\w\n-]{{0,9}}(?:is|of)?[^\w\n-]{{0,9}}"
_NAMED = re.compile(_NAME + _NUMBER, re.IGNORECASE)
_BEGINS = re.compile(rf"[{re.escape(_AROUND)}#-]{{0,20}}{_NUMBER}", re.IGNORECASE)
_MARKED = re.compile(rf"[:=][^\w\n-]{{0,9}}{_NUMBER}|{_NUMBER}\W{{0,20}}\Z", re.IGNORECASE)
_LISTED = re.compile(r"^\s{0,9}(\d{1,3})[.)]\s", re.MULTILINE)
_WORDS = {word: value for word, value in ONES.items() if 0 < value < 11}
_WORDED = re.compile(
    rf"\W{{0,20}}(?:{_NAME})?\b({'|'.join(_WORDS)})\b(?:\s+out\s+of\s+({'|'.join(_WORDS)}))?\W{{0,20}}", re.IGNORECASE
)


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
    """Read the rating of a reply; `Unparsed` where it has none, several, or one that is off the scale.

    It is the number after the last "rating" or "score"; else the one that the reply begins with; else the one after a
    colon, or at the end, if these agree. "4", "4, since", "**4**", "4/5", "four", "Score (1-5): 4" and "Consistency: 4"
    are 4; "4/10" is none from 1 to 5. "4.5" is 4.5.
    """
    found = _written(reply)
    if found is None:
        return Unparsed(reason="no rating", reply=excerpt(reply))
    value, of = found
    if not least <= value <= most or of not in (None, most):
        said = f"{value:g}" if of is None else f"{value:g} of {of}"
        return Unparsed(reason=f"{said} is no rating from {least} to {most}", reply=excerpt(reply))
    return value


def _written(reply: str) -> tuple[float, int | None] | None:
    """A number and what it is out of, as a reply gives it as its rating; None where there is none, or several."""
    if named := _NAMED.findall(reply):
        return _number(*named[-1])
    if word := _WORDED.fullmatch(reply):
        return float(_WORDS[word[1].casefold()]), _WORDS[word[2].casefold()] if word[2] else None
    if len(set(_LISTED.findall(reply))) > 1:
        return None
    if begins := _BEGINS.match(reply):
        return _number(begins[1], begins[2])
    marked = {_number(one[0] or one[2], one[1] or one[3]) for one in _MARKED.findall(reply)}
    return marked.pop() if len(marked) == 1 else None


def _number(value: str, of: str | None) -> tuple[float, int | None]:
    return float(value), int(of) if of else None


def _whole(token: str) -> int | None:
    plain = token.strip(_AROUND)
    return int(plain) if len(plain) < 4 and plain.isdecimal() else None
