"""The core of a sentence: what is left without phrases before and after it that tell nothing of an insight."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.numerals import listed

_BEFORE = frozenset([*listed(", : ; ) that"), '"'])
"""What ends a phrase before the core."""
_AFTER = frozenset([*listed(", : ; ("), '"'])
"""What begins a phrase after the core."""

_LEAST_TERMS = 8
"""Of an insight whose place in a text is told by its terms; of shorter ones they stand near each other by chance."""


class Core(NamedTuple):
    """Where the core begins and ends among the tokens, and whether marks stand there."""

    start: int
    end: int
    at_marks: bool


def core(text: Facts, insight: Facts) -> Core | None:
    """The core of a text; None where nothing stands around it.

    It reaches from the first term that an insight shares to the last one, and on both sides as far as the insight has
    terms there that the text lacks, in whose place others may stand; not beyond a mark. "According to the minutes,",
    "Key finding:", "The report notes that" and "(see the annex)" are left out, unless they deny something.
    """
    own, ours = _span(text.keys, insight.said), _span(insight.keys, text.said)
    if not own or not ours or own == (0, len(text.keys) - 1) or text.framed.every:
        return None
    lower = text.reading.lower
    first, last = text.terms[own[0]][0], text.terms[own[1]][0]
    start = next((at for at in range(first, 0, -1) if lower[at - 1] in _BEFORE), 0)
    end = next((at for at in range(last + 1, len(lower)) if lower[at] in _AFTER), len(lower))
    marks = start, end
    if len(insight.keys) >= _LEAST_TERMS:
        before, after = own[0] - ours[0], own[1] + len(insight.keys) - ours[1]
        start = max(start, text.terms[before - 1][0] + 1) if before > 0 else start
        end = min(end, text.terms[after][0]) if after < len(text.terms) else end
    start = 0 if any(one.at < start for one in text.denials) else start
    end = len(lower) if any(one.at >= end for one in text.denials) else end
    return Core(start, end, marks == (start, end)) if any(text.line[:start]) or any(text.line[end:]) else None


def _span(keys: Sequence[str], said: Set[str]) -> tuple[int, int] | None:
    """Which of some terms are the first and the last one that is said; None if none is."""
    held = list(map(said.__contains__, keys))
    return (held.index(True), len(held) - 1 - held[::-1].index(True)) if True in held else None
