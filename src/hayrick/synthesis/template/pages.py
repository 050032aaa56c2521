"""One document in the making: paragraphs of a report or turns of a dialogue, and where the planted sentences stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from hayrick.synthesis.assignment.flow import drawn
from hayrick.synthesis.grammar import expand
from hayrick.synthesis.scenario import DocumentPlan, Planted, Scenario

PAIRED_AFTER = 0.5
"""Of the planted sentences with a text beside them, the share that stand after it."""

_HERE, _SPEAKER, _OTHER = "\x00", "\x01", "\x02"
"""Marks within a text whose meaning is known later; no file holds them, since YAML refuses control characters."""


class Place(NamedTuple):
    """Characters at which a planted sentence stands."""

    planted: Planted
    start: int
    end: int


class _Part(NamedTuple):
    """Text that is never divided by a break, and the planted sentence in it, at the mark."""

    text: str
    planted: Planted | None = None
    sentence: str = ""


_Line = list[_Part]
"""A paragraph or a turn: parts with a space between."""


class Page:
    """A document that grows by blocks.

    Args:
        scenario: layout, participants and lists.
        plan: of the document.
        draw: what chooses.
        fill: name of a slot, besides those of people -> what stands there.
    """

    def __init__(self, scenario: Scenario, plan: DocumentPlan, draw: Random, fill: Callable[[str], str]) -> None:
        self._is_dialogue = scenario.layout == "dialogue"
        self._people = _some(scenario, draw) if self._is_dialogue else scenario.participants
        self._draw = draw
        self._fill = fill
        self._heading = ""
        self._first: list[_Line] = []
        self._body: list[list[_Line]] = []
        self._last: list[_Line] = []
        self.n_words = 0

    def expand(self, text: str) -> str:
        """A text with its choices and slots resolved; who speaks is known when the turns are in order.

        Within one text `{person}` is always the same, and never `{other}`.
        """
        people = [_SPEAKER, _OTHER] if self._is_dialogue else pair(self._people, self._draw)

        def fill(name: str) -> str:
            if name in ("person", "other"):
                return people[name == "other"] if len(people) > 1 else self._fill(name)
            return _HERE + name if name in ("said", "clause") else self._fill(name)

        return expand(text, self._draw, fill)

    def size(self, text: str) -> int:
        """Words that an expanded text adds."""
        return len(text.split()) + (len(text.split("\n")) if self._is_dialogue else 0)

    def head(self, text: str) -> None:
        """Set a heading above everything."""
        self._heading = text
        self.n_words += len(text.split())

    def open(self, text: str) -> None:
        """Begin with an expanded text."""
        self._first = self._lines(text)

    def close(self, text: str) -> None:
        """End with an expanded text."""
        self._last = self._lines(text)

    def fill(self, text: str) -> None:
        """Put an expanded text somewhere into the body."""
        self._body.insert(int(self._draw.random() * (len(self._body) + 1)), self._lines(text))

    def plant(self, planted: Planted, sentence: str, frame: str, beside: str | None) -> None:
        """Add a planted sentence in its frame at the end of the body.

        Args:
            planted: what it is.
            sentence: expanded.
            frame: expanded; with the mark of `{said}` or `{clause}`.
            beside: an expanded text to stand in one block with it.
        """
        before, _, after = frame.partition(_HERE)
        is_clause = after.startswith("clause")
        after = after.removeprefix("clause" if is_clause else "said")
        if is_clause:
            sentence = sentence.removesuffix(".")
        head, _, start = before.rpartition("\n")
        end, _, tail = after.partition("\n")
        block = self._lines(head) if head else []
        line: _Line = [_Part(f"{start}{_HERE}{end}", planted, sentence)]
        self.n_words += self.size(f"{start}{sentence}{end}")
        block.append(line)
        if tail:
            block.extend(self._lines(tail))
        self._body.append(self._joined(block, line, beside) if beside else block)

    def render(self) -> tuple[str, list[Place]]:
        """The document's text, and where the planted sentences stand in it."""
        pieces = [f"{self._heading}\n\n"] if self._heading else []
        places: list[Place] = []
        length = sum(map(len, pieces))
        between = "\n" if self._is_dialogue else "\n\n"
        for n, (prefix, line) in enumerate(self._spoken()):
            pieces.append(between + prefix if n else prefix)
            length += len(pieces[-1])
            for number, part in enumerate(line):
                text = part.text if number == 0 else f" {part.text}"
                before, _, after = text.partition(_HERE)
                if part.planted is not None:
                    start = length + len(before)
                    places.append(Place(part.planted, start, start + len(part.sentence)))
                    text = f"{before}{part.sentence}{after}"
                pieces.append(text)
                length += len(text)
        return "".join(pieces), places

    def _joined(self, block: list[_Line], line: _Line, beside: str) -> list[_Line]:
        """A block with a text beside it: in a report in one paragraph, in a dialogue as turns around it."""
        after = self._draw.random() < PAIRED_AFTER
        lines = self._lines(beside)
        if self._is_dialogue:
            return [*lines, *block] if after else [*block, *lines]
        if after:
            return [*lines[:-1], [*lines[-1], *block[0]], *block[1:]]
        return [*block[:-1], [*block[-1], *lines[0]], *lines[1:]]

    def _lines(self, text: str) -> list[_Line]:
        self.n_words += self.size(text)
        return [[_Part(line.strip())] for line in text.split("\n") if line.strip()]

    def _spoken(self) -> Iterator[tuple[str, _Line]]:
        """Every line with what stands before it: in a dialogue, who speaks."""
        lines = [*self._first, *(line for block in self._body for line in block), *self._last]
        previous = ""
        for line in lines:
            if not self._is_dialogue:
                yield "", line
                continue
            others = [name for name in self._people if name != previous]
            speaker = others[int(self._draw.random() * len(others))]
            rest = [name for name in self._people if name != speaker]
            other = previous or rest[int(self._draw.random() * len(rest))]
            yield f"{speaker}: ", [_named(part, speaker, other) for part in line]
            previous = speaker


def pair(people: Sequence[str], draw: Random) -> list[str]:
    """Two different participants to be named in one text, one where there is only one."""
    return drawn(people, draw, min(2, len(people)))


def _some(scenario: Scenario, draw: Random) -> tuple[str, ...]:
    """Who takes part in a dialogue: at least two."""
    low, high = scenario.speakers
    n = min(max(2, low + int(draw.random() * (high - low + 1))), len(scenario.participants))
    return tuple(drawn(scenario.participants, draw, n))


def _named(part: _Part, speaker: str, other: str) -> _Part:
    def name(text: str) -> str:
        return text.replace(_SPEAKER, speaker).replace(_OTHER, other)

    return part._replace(text=name(part.text), sentence=name(part.sentence))
