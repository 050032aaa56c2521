"""What the tasks made after RULER share: lines of text that fill a length in tokens exactly, and lines planted in them.

A text is a list of lines. None is empty, none begins or ends with white space, and a prompt shows them between two
lines of its own. No token of cl100k reaches from the end of a line into the next one, so that the tokens of a prompt
are those of its lines, each counted once, and of what stands around them. The same holds inside a line before a blank.
In other tokenizers such sums are where a search begins that counts whole prompts (`fitting`).

Source: RULER (Hsieh et al., 2024), section 3 and appendix B; HELMET, appendix B.5.
Differs: lengths are those of the whole prompt and the reply, in cl100k unless another tokenizer is given, where the
    originals count with Llama's tokenizers; any length works (the originals: 4k to 128k, HELMET's later version to 2M);
    every sentence is a line; no worked examples and no beginning of the answer in the prompt.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from hayrick.measures.needles import NEEDLE_RECALL, NEEDLE_RECALL_HELMET, OTHERS_NAMED, Wanted
from hayrick.prompting import prompt_tokens
from hayrick.prompting.fitting import Counts, added_tokens, number_that_fits, told
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import MOST_MADE, Parameters, size_name
from hayrick.tasks.helmet.choices import Draws, made
from hayrick.tokens import CL100K, tokenizer
from hayrick.types import BadInput, Document, Item, Prompt, Tags

MEASURES: tuple[Measure[Wanted, str], ...] = (NEEDLE_RECALL, NEEDLE_RECALL_HELMET, OTHERS_NAMED)
REPLY_TOKENS = 128
"""Reserved for the reply. The originals reserve 50 or 100, too few for four identifiers in a sentence."""

PAPER = "Hsieh et al. (2024), RULER, section 3; Yen et al. (2025), HELMET, appendix B.5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is made, from a task's parameters: `length`, `n` and `tokenizer`."""

    task: str
    """Name of the task, for errors."""

    lengths: tuple[int, ...]
    """Tokens of prompt and reply, each a dataset of its own."""

    n: int
    """Items of each length, >= 1."""

    encoding: str = CL100K
    """What lengths are counted in, see `hayrick.tokens`."""

    @classmethod
    def of(cls, parameters: Parameters, default_n: int = 100) -> Size:
        """Read the parameters.

        Raises:
            BadInput: a parameter is not what it must be.
        """
        name = parameters.spec.partition("?")[0]
        lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", default_n, least=1, most=MOST_MADE)
        return cls(task=name, lengths=tuple(lengths), n=n, encoding=parameters.encoding())

    def items(self, make: Callable[[int, int, Draws], Item[Wanted]], seed: int, told: str = "") -> list[Item[Wanted]]:
        """Make all items: of each length, number and its own source of random choices.

        Args:
            make: makes an item.
            seed: of the run.
            told: what items depend on beside `Size` and the seed, see `task_of`.
        """
        return [
            item
            for length in self.lengths
            for item in made(
                [told, tokenizer(self.encoding).name],
                [f"{self.task}/{seed}/{length}/{number}" for number in range(self.n)],
                lambda number, draw, length=length: make(length, number, draw),  # type: ignore[misc]
                length * self.n,
            )
        ]

    def too_short(self, length: int, expected: str, least: int | None = None) -> BadInput:
        """Error for a length that `expected` does not fit into; `least` is one that a text needs."""
        return too_short(self.task, length, expected, least)


def too_short(task: str, length: int, expected: str, least: int | None) -> BadInput:
    """Error of a task for a length; see `Size.too_short`."""
    needed = f": {least:,}, or somewhat more, since texts differ" if least else ""
    return BadInput(f"task '{task}'", f"length {length}", f"room for {expected}", f"Give a greater length{needed}.")


def task_of(
    size: Size,
    items: Callable[[int], list[Item[Wanted]]],
    prompt: Callable[[Item[Wanted], Sequence[Passage]], Prompt],
    signature: str = "",
) -> Task[Wanted, str]:
    """Task that asks for values of a text; `signature` is of the parameters that are not of `Size`."""
    own = f"lengths:{'+'.join(map(str, size.lengths))},n:{size.n}{told(size.encoding)}"
    return Task(
        name=size.task,
        paper=PAPER,
        items=items,
        prompt=prompt,
        parse=lambda item, reply: reply.strip() or None,
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=40,
        signature=",".join(filter(None, (own, signature))),
        right=lambda item: item.gold.values,
    )


def item_of(
    size: Size, length: int, number: int, query: str, gold: Wanted, lines: Sequence[str], tags: Tags
) -> Item[Wanted]:
    """Item of one text, which is a group of its own.

    Args:
        size: of the task's texts.
        length: tokens of this text; names the dataset.
        number: of the text among those of its length.
        query: what is asked about the text.
        gold: the values wanted.
        lines: of the text.
        tags: besides `length`.
    """
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


class Pieces(NamedTuple):
    """What a text is made of, and how one is made of the first so many pieces."""

    sums: Callable[[], Counts]
    """Tokens of the lines of a text of 0, 1, 2, ... pieces, as they add up; more than fit."""

    make: Callable[[int, Draws], Item[Wanted]]
    """Item of so many pieces; given the same random choices each time."""

    least: int
    """Fewest pieces that `make` can be asked for, >= 1."""

    needed: str
    """What these are, for errors."""


def filled(
    size: Size, length: int, pieces: Pieces, prompt: Callable[[Sequence[Passage]], Prompt], draw: Draws
) -> Item[Wanted]:
    """Item of as many pieces as fill a length.

    Args:
        size: that the item belongs to.
        length: of prompt and reply.
        pieces: of its text.
        prompt: shows a text between two lines of its own.
        draw: where random choices come from.

    Raises:
        BadInput: the length is too short, or all pieces fit.
    """

    def tokens(text: str) -> int:
        return prompt_tokens(prompt([Passage(document="text", position=1, text=text)]), size.encoding)

    def fitting() -> int:
        around, state = tokens("x") - tokens_of_line("x", size.encoding), draw.getstate()

        def recounted(n: int) -> int:
            draw.setstate(state)
            return tokens(pieces.make(n, draw).documents[0].text) - around

        sums = pieces.sums()
        n = number_that_fits(sums, length - REPLY_TOKENS - around, size.encoding, recounted, pieces.least)
        if n < pieces.least:
            smallest = pieces.make(pieces.least, draw).documents[0].text
            raise size.too_short(length, pieces.needed, tokens(smallest) + REPLY_TOKENS)
        if n == len(sums) - 1:
            found = f"length {length} with more room than {n} pieces fill"
            raise BadInput(f"task '{size.task}'", found, "a length that they fill", "Give a smaller length.")
        return n

    return pieces.make(draw.found(fitting), draw)


def tokens_of_lines(lines: Sequence[str], encoding: str = CL100K) -> Counts:
    """Tokens of each line and its end."""
    return added_tokens("x\n", [f"{line}\n" for line in lines], encoding)


def tokens_of_line(line: str, encoding: str = CL100K) -> int:
    """Tokens of a line and its end."""
    return int(tokens_of_lines([line], encoding)[0])


def tokens_inside(pieces: Sequence[str], encoding: str = CL100K) -> Counts:
    """Tokens of each piece where it stands after a blank inside a line."""
    return added_tokens("x", [f" {piece}" for piece in pieces], encoding)


class Text:
    """Lines to fill with, in order; after the last one comes the first one again.

    Args:
        lines: at least one, none empty and none with white space at its ends.
        encoding: what their tokens are counted in.
    """

    def __init__(self, lines: Iterable[str], encoding: str = CL100K) -> None:
        self.lines = tuple(lines)
        self._counts = tokens_of_lines(self.lines, encoding)

    @property
    def tokens(self) -> int:
        """Tokens of all lines."""
        return int(self._counts.sum())

    def sums(self, start: int, room: int) -> Counts:
        """Tokens of the first 0, 1, 2, ... lines from line `start` on, up to more lines than `room` tokens hold."""
        n = len(self.lines)
        # Room and a half: where counts do not add up, the lines may need fewer tokens than their sum.
        rounds = 2 + max(0, room + room // 2) // self.tokens
        return np.cumsum([0, *np.tile(self._counts, rounds + 1)[start : start + rounds * n]])

    def first(self, start: int, n: int) -> list[str]:
        """So many lines, from line `start` on."""
        return list((self.lines * ((start + n) // len(self.lines) + 1))[start : start + n])


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
