"""Common words: the ten words of a numbered list that occur thirty times each, where all others occur three times.

Source: RULER (Hsieh et al., 2024), section 3 (common words extraction), its settings for long lists.
Differs: invented words, where it has a list of English ones; an entry on each line; our own prompt, no worked example.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.prompting.fitting import Counts, adds_up
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.choices import Draws
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Pieces, Size
from hayrick.types import Item

COMMON, COMMON_TIMES, OTHER_TIMES = 10, 30, 3
_FEWEST_TOKENS = {True: 5, False: 2}
"""Fewer tokens than an entry has, by whether they are cl100k's."""

_POOL = 4096


def task(parameters: Parameters) -> Task[Wanted, str]:
    """Common words; parameters of `Size`."""
    size, template = Size.of(parameters), load("common-words")
    return building.task_of(
        size,
        lambda seed: size.items(partial(_item, size), seed),
        lambda item, passages: showing(template, passages, {"number": str(COMMON)}),
    )


def _item(size: Size, length: int, number: int, draw: Draws) -> Item[Wanted]:
    template, encoding = load("common-words"), size.encoding
    pool = max(_POOL, length // (_FEWEST_TOKENS[adds_up(encoding)] * OTHER_TIMES))
    words, drawn = made_text.words(pool), draw.sample(range(pool), pool)
    common = [words[i] for i in drawn[:COMMON]]

    def make(n: int, draw: Draws) -> Item[Wanted]:
        listed = common * COMMON_TIMES + [words[i] for i in drawn[COMMON : COMMON + n]] * OTHER_TIMES
        draw.shuffle(listed)
        return building.item_of(
            size,
            length,
            number,
            query="the words that occur most often",
            gold=Wanted(values=tuple(common), form=made_text.WORD_FORM),
            lines=[f"{place}. {word}" for place, word in enumerate(listed, start=1)],
            tags={"words": COMMON + n},
        )

    def sums() -> Counts:
        tokens, entries = _tokens(pool, encoding), _entries(COMMON * COMMON_TIMES + OTHER_TIMES * pool, encoding)
        # Tokens of all entries that hold the common words and so many others, three entries each.
        others = np.cumsum([0, *tokens[drawn[COMMON:]]])
        numbered = entries[COMMON * COMMON_TIMES + OTHER_TIMES * np.arange(len(others))]
        return COMMON_TIMES * int(tokens[drawn[:COMMON]].sum()) + OTHER_TIMES * others + numbered

    pieces = Pieces(sums, make, COMMON, f"{COMMON} common words and as many others")
    return building.filled(
        size, length, pieces, lambda passages: showing(template, passages, {"number": str(COMMON)}), draw
    )


@lru_cache(maxsize=4)
def _tokens(pool: int, encoding: str) -> Counts:
    """Tokens of each invented word after an entry's number."""
    return building.tokens_inside(made_text.words(pool), encoding)


@lru_cache(maxsize=4)
def _entries(n: int, encoding: str) -> Counts:
    """Tokens of the first 0 to n entries without their words: a number, a full stop, and the end of the line."""
    inside = building.tokens_inside(["x"], encoding)
    lines = building.tokens_of_lines([f"{place}. x" for place in range(1, n + 1)], encoding)
    return np.cumsum([0, *(lines - inside)])
