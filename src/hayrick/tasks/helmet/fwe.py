"""Frequent words: the three most frequent words of a text whose words follow a zeta distribution.

Source: RULER (Hsieh et al., 2024), section 3 (frequent words extraction): exponent 2, words of six letters, and "..."
    as the most frequent word, which is not asked for.
Differs: invented words that can be spoken, where it draws any letters; a word on each line; our own prompt. Counts are
    the rounded-down shares of the distribution, so that the answer is certain; what is left over is filled with "...".
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import count

import numpy as np

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.prompting.fitting import Counts
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.choices import Draws
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Pieces, Size
from hayrick.types import BadInput, Item

WANTED = 3
UNREAD = "..."
"""Most frequent; stands for words that could not be read."""

_POOL = 4096


def task(parameters: Parameters) -> Task[Wanted, str]:
    """Frequent words; parameters of `Size` and `alpha`, the exponent of the distribution (2; from 1.1 to 4)."""
    size, template = Size.of(parameters), load("frequent-words")
    alpha = parameters.number("alpha", 2.0)
    if not 1.1 <= alpha <= 4:
        raise BadInput(parameters.where, f"alpha {alpha:g}", "a number from 1.1 to 4")
    told = f"alpha:{alpha:g}"
    return building.task_of(
        size,
        lambda seed: size.items(partial(_item, size, alpha), seed, told),
        lambda item, passages: showing(template, passages, {"number": str(WANTED)}),
        signature=told,
    )


def counts(scale: int, alpha: float, most_ranks: int) -> Counts:
    """How often the words of ranks 1, 2, ... occur: the whole part of scale / rank ** alpha, all of them >= 1."""
    ranks = min(most_ranks, int(scale ** (1 / alpha)) + 1)
    found = (scale / np.arange(1, ranks + 1) ** alpha + 1e-9).astype(np.int64)
    return found[found > 0]


def _item(size: Size, alpha: float, length: int, number: int, draw: Draws) -> Item[Wanted]:
    template, every = load("frequent-words"), made_text.words(_POOL)
    drawn = draw.sample(range(_POOL), _POOL)
    unread, pool = building.tokens_of_line(UNREAD, size.encoding), _tokens(_POOL, size.encoding)
    tokens = np.array([unread, *pool[drawn]])

    def make(room: int, draw: Draws) -> Item[Wanted]:
        times = _times(tokens, alpha, room)
        if not _tells_apart(times):
            raise size.too_short(length, needed)
        words = [every[i] for i in drawn[: len(times) - 1]]
        text = [word for word, n in zip([UNREAD, *words], times.tolist(), strict=True) for _ in range(n)]
        draw.shuffle(text)
        return building.item_of(
            size,
            length,
            number,
            query="the words that occur most often",
            gold=Wanted(values=tuple(words[:WANTED]), form=made_text.WORD_FORM),
            lines=text,
            tags={"alpha": alpha},
        )

    needed = f"{WANTED} words that occur more often than all others"
    # The pieces are tokens: a text is made for so many of them as lines add up to.
    fewest = _fewest(alpha)
    least = int((fewest * tokens[: len(fewest)]).sum())
    pieces = Pieces(lambda: np.arange(2 * max(length, least)), make, least, needed)
    return building.filled(
        size, length, pieces, lambda passages: showing(template, passages, {"number": str(WANTED)}), draw
    )


def _tells_apart(times: Counts) -> bool:
    """Whether the last wanted word occurs more often than the next one."""
    return len(times) >= WANTED + 2 and bool(times[WANTED] > times[WANTED + 1])


@lru_cache(maxsize=4)
def _fewest(alpha: float) -> Counts:
    """Counts of the shortest text in which the wanted words can be told."""
    return next(found for scale in count(1) if _tells_apart(found := counts(scale, alpha, _POOL)))


def _times(tokens: Counts, alpha: float, room: int) -> Counts:
    """How often "..." and the words occur in at most `room` tokens; "..." fills what the others leave."""
    low, high = 0, room
    while low < high:
        middle = (low + high + 1) // 2
        times = counts(middle, alpha, _POOL)
        low, high = (middle, high) if int((times * tokens[: len(times)]).sum()) <= room else (low, middle - 1)
    times = counts(low, alpha, _POOL) if low else np.zeros(1, dtype=np.int64)
    times[0] += (room - int((times * tokens[: len(times)]).sum())) // int(tokens[0])
    return times


@lru_cache(maxsize=4)
def _tokens(pool: int, encoding: str) -> Counts:
    """Tokens of each invented word on a line of its own."""
    return building.tokens_of_lines(made_text.words(pool), encoding)
