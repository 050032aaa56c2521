"""What the tasks made after RULER share: lines of text that fill a length in tokens exactly, and lines planted in them.

A text is a list of lines. None is empty, none begins or ends with white space, and a prompt shows them between two
lines of its own. No token of cl100k reaches from the end of a line into the next one, so that the tokens of a prompt
are those of its lines, each counted once, and of what stands around them. The same holds inside a line before a blank.

Source: RULER (Hsieh et al., 2024), section 3 and appendix B; HELMET, appendix B.5.
Differs: lengths are counted in cl100k, of the whole prompt and the reply, where the originals count with Llama's
    tokenizers and without the chat format; any length works (the originals: 4k to 128k, HELMET's later version to 2M);
    every sentence is a line; no worked examples and no beginning of the answer in the prompt.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from hayrick.measures.needles import MATCHES, OTHERS_NAMED, Wanted, needle_recall
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import Parameters, size_name
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Prompt, Tags

MEASURES: tuple[Measure[Wanted, str], ...] = (needle_recall(), OTHERS_NAMED)
REPLY_TOKENS = 128
"""Reserved for the reply. The originals reserve 50 or 100, too few for four identifiers in a sentence."""

PAPER = "Hsieh et al. (2024), RULER, section 3; Yen et al. (2025), HELMET, appendix B.5"
Counts = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is made, from a task's parameters: `length`, `n` and `match`."""

    task: str
    """Name of the task, for errors."""

    lengths: tuple[int, ...]
    """Tokens of prompt and reply, each a dataset of its own."""

    n: int
    """Items of each length, >= 1."""

    match: str
    """A name of `MATCHES`."""

    @classmethod
    def of(cls, parameters: Parameters, default_n: int = 100) -> Size:
        """Read the parameters.

        Raises:
            BadInput: a parameter is not what it must be.
        """
        name = parameters.spec.partition("?")[0]
        lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", default_n, least=1)
        match = parameters.text("match", "words")
        if match not in MATCHES:
            raise BadInput(f"task '{parameters.spec}'", f"match '{match}'", " or ".join(MATCHES))
        return cls(task=name, lengths=tuple(lengths), n=n, match=match)

    def items(self, make: Callable[[int, int, Random], Item[Wanted]], seed: int) -> list[Item[Wanted]]:
        """Make all items: of each length, number and its own source of random choices."""
        return [
            make(length, number, Random(f"{self.task}/{seed}/{length}/{number}"))
            for length in self.lengths
            for number in range(self.n)
        ]

    def too_short(self, length: int, expected: str) -> BadInput:
        """Error for a length that what must stand in the text does not fit into."""
        return BadInput(f"task '{self.task}'", f"length {length}", f"room for {expected}", "Give a greater length.")


def task_of(
    size: Size,
    items: Callable[[int], list[Item[Wanted]]],
    prompt: Callable[[Item[Wanted], Sequence[Passage]], Prompt],
    signature: str = "",
) -> Task[Wanted, str]:
    """Task that asks for values of a text; `signature` is of the parameters that are not of `Size`."""
    own = f"lengths:{'+'.join(map(str, size.lengths))},n:{size.n},match:{size.match}"
    return Task(
        name=size.task,
        paper=PAPER,
        items=items,
        prompt=prompt,
        parse=lambda item, reply: reply.strip() or None,
        measures=(needle_recall(size.match), OTHERS_NAMED),
        max_tokens=REPLY_TOKENS,
        expected_tokens=40,
        signature=",".join(filter(None, (own, signature))),
    )


def item_of(
    size: Size, length: int, number: int, query: str, gold: Wanted, lines: Sequence[str], tags: Tags
) -> Item[Wanted]:
    """Item of one text, which is a group of its own."""
    name = size_name(length)
    return Item(
        dataset=f"{size.task.rpartition('/')[2]}@{name}",
        group=str(number),
        id=f"{name}-{number}",
        query=query,
        gold=gold,
        documents=(Document(id="text", text="\n".join(lines)),),
        tags={"length": length, **tags},
    )


def room_for_lines(length: int, prompt: Callable[[Sequence[Passage]], Prompt]) -> int:
    """Tokens that are left for the lines of a text; may be negative.

    Args:
        length: of prompt and reply.
        prompt: shows a text between two lines of its own.
    """
    only = Passage(document="text", position=1, text="x")
    return length - REPLY_TOKENS - (prompt_tokens(prompt([only])) - tokens_of_line("x"))


@lru_cache(maxsize=1 << 16)
def tokens_of_line(line: str) -> int:
    """Tokens of a line and its end."""
    return tokenizer().count(f"{line}\n")


@lru_cache(maxsize=1 << 16)
def tokens_inside(piece: str) -> int:
    """Tokens of a piece that stands after a blank inside a line."""
    return tokenizer().count(f" {piece}")


class Text:
    """Lines to fill with, in order; after the last one comes the first one again.

    Args:
        lines: at least one, none empty and none with white space at its ends.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(lines)
        self._ends: Counts = np.cumsum([0, *map(tokens_of_line, self.lines)])

    @property
    def tokens(self) -> int:
        """Tokens of all lines."""
        return int(self._ends[-1])

    def fitting(self, start: int, room: int) -> list[str]:
        """As many lines as fit into `room` tokens, from line `start` on; none where room is negative."""
        if room < 0:
            return []
        rounds, rest = divmod(int(self._ends[start]) + room, self.tokens)
        n = rounds * len(self.lines) + int(np.searchsorted(self._ends, rest, "right")) - 1 - start
        return list((self.lines * (rounds + 1))[start : start + n])


def most(tokens: Sequence[int] | Counts, room: int) -> int:
    """How many of the first pieces fit into `room` tokens."""
    return int(np.searchsorted(np.cumsum(tokens), room, "right"))


def evenly(n: int) -> list[float]:
    """Depths from 0 (the beginning) to 1 (the end), to three decimals; a single one stands in the middle."""
    return [round(i / (n - 1), 3) for i in range(n)] if n > 1 else [0.5]


def place_at(depth: float, n_lines: int) -> int:
    """Number of lines that stand before a line planted at a depth."""
    return int(depth * n_lines + 0.5)


def free_places(taken: Sequence[int], n: int, n_lines: int, draw: Random) -> list[int]:
    """Draw further places, so that no two planted lines have the same one; there are `n_lines` + 1 places.

    Raises:
        BadInput: more lines are to be planted than there are places.
    """
    used = sorted(taken)
    if n + len(used) > n_lines + 1:
        found = f"{n + len(used)} lines to plant and {n_lines + 1} places"
        raise BadInput("planted lines", found, "a place for each", "Give a greater length, or fewer lines.")
    drawn: list[int] = []
    while len(drawn) < n:
        place = draw.randrange(n_lines + 1)
        at = bisect_left(used, place)
        if at == len(used) or used[at] != place:
            insort(used, place)
            drawn.append(place)
    return drawn


def planted(lines: Sequence[str], needles: Sequence[str], places: Sequence[int]) -> list[str]:
    """Lines with others planted in them, each before the line that has the number of its place.

    Raises:
        BadInput: two needles are equal, or one is a line already.
    """
    if len(set(needles)) < len(needles):
        raise BadInput("planted lines", f"'{max(needles, key=needles.count)}' more than once", "different lines")
    standing = set(needles).intersection(lines)
    if standing:
        raise BadInput("planted lines", f"'{min(standing)}', which the text holds already", "lines that are new")
    found: list[str] = []
    done = 0
    for place, needle in sorted(zip(places, needles, strict=True)):
        found += lines[done:place]
        found.append(needle)
        done = place
    return [*found, *lines[done:]]
