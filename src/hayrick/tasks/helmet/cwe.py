"""Common words: the ten words of a numbered list that occur thirty times each, where all others occur three times.

Source: RULER (Hsieh et al., 2024), section 3 (common words extraction), its settings for long lists.
Differs: invented words, where it has a list of English ones; an entry on each line; our own prompt, no worked example.
"""

from __future__ import annotations

from functools import lru_cache, partial
from random import Random

import numpy as np

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Counts, Size
from hayrick.types import Item

COMMON, COMMON_TIMES, OTHER_TIMES = 10, 30, 3
_SHORTEST_ENTRY = 5
_POOL = 4096


def task(parameters: Parameters) -> Task[Wanted, str]:
    """Common words; parameters of `Size`."""
    size, template = Size.of(parameters), load("common-words")
    return building.task_of(
        size,
        lambda seed: size.items(partial(_item, size), seed),
        lambda item, passages: showing(template, passages, {"number": str(COMMON)}),
    )


def _item(size: Size, length: int, number: int, draw: Random) -> Item[Wanted]:
    template = load("common-words")
    room = building.room_for_lines(length, lambda passages: showing(template, passages, {"number": str(COMMON)}))
    pool = max(_POOL, length // (_SHORTEST_ENTRY * OTHER_TIMES))
    words, tokens, entries = made_text.words(pool), _tokens(pool), _entries(COMMON * COMMON_TIMES + OTHER_TIMES * pool)
    drawn = draw.sample(range(pool), pool)
    # Tokens of all entries that hold the common words and the first so many others, three entries each.
    by_others = OTHER_TIMES * np.cumsum(tokens[drawn[COMMON:]]) + int(COMMON_TIMES * tokens[drawn[:COMMON]].sum())
    n_entries = COMMON * COMMON_TIMES + OTHER_TIMES * np.arange(1, len(by_others) + 1)
    n = int(np.searchsorted(by_others + entries[n_entries], room, "right"))
    if n < COMMON:
        raise size.too_short(length, f"{COMMON} common words and as many others")
    common = [words[i] for i in drawn[:COMMON]]
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


@lru_cache(maxsize=4)
def _tokens(pool: int) -> Counts:
    """Tokens of each invented word after an entry's number."""
    return np.array([building.tokens_inside(word) for word in made_text.words(pool)])


@lru_cache(maxsize=4)
def _entries(n: int) -> Counts:
    """Tokens of the first 0 to n entries without their words: a number, a full stop, and the end of the line."""
    inside = building.tokens_inside("x")
    return np.cumsum([0, *(building.tokens_of_line(f"{place}. x") - inside for place in range(1, n + 1))])
