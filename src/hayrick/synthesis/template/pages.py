"""Builds one document of paragraphs or turns, and tracks the places of planted sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hayrick.synthesis.drawing import drawn
from hayrick.synthesis.grammar import Pattern, expand, sentences_of
from hayrick.synthesis.scenario import Planted, Scenario
from hayrick.text import sentences

TRIES = 12
"""Largest number of expansions of a sentence that are tried for one that stands in no other document."""

_HERE, _SPEAKER, _OTHER = "\x00", "\x01", "\x02"
"""Placeholders within a text that are resolved later; no file contains them, as YAML rejects control characters."""


class Place(NamedTuple):
    """The place of a planted sentence in the text."""

    planted: Planted
    start: int
    end: int


class _Part(NamedTuple):
    """Text without breaks, with the planted sentence, if any, at the mark."""

    text: str
    planted: Planted | None = None
    sentence: str = ""


_Line = list[_Part]
"""A paragraph or a turn: parts joined by spaces."""


class Page:
    """A document under construction.

    Args:
        scenario: supplies layout, participants and lists.
        draw: source of random choices.
        fill: name of a slot, other than those for people -> its text.
        standing: sentence -> number of documents that it stands in so far.
    """

    def __init__(
        self,
        scenario: Scenario,
        draw: Random,
        fill: Callable[[str], str],
        standing: Mapping[str, int],
    ) -> None:
        self._is_dialogue = scenario.layout == "dialogue"
        self._people = _some(scenario, draw) if self._is_dialogue else scenario.participants
        self._draw = draw
        self._fill = fill
        self._standing = standing
        self.sentences: set[str] = set()
        """All sentences expanded for the document, with marks for those who speak."""

        self._heading = ""
        self._first: list[_Line] = []
        self._body: list[list[_Line]] = []
        self._last: list[_Line] = []
        self.n_words = 0

    def expand(self, text: str | Pattern) -> str:
        """Expand a text; speakers are filled in later, when the order of turns is known.

        Within one text `{person}` is always the same, and differs from `{other}`. Of each sentence at most `TRIES`
        expansions are tried, and the first is taken that stands in fewest other documents.
        """
        people = [_SPEAKER, _OTHER] if self._is_dialogue else pair(self._people, self._draw)

        def fill(name: str) -> str:
            if name in ("person", "other"):
                return people[name == "other"] if len(people) > 1 else self._fill(name)
            return _HERE + name if name in ("said", "clause") else self._fill(name)

        return "".join(self._sentence(part, fill) for part in sentences_of(text))

    def _sentence(self, pattern: Pattern, fill: Callable[[str], str]) -> str:
        least, found = 0, ""
        for number in range(TRIES if any(not isinstance(part, str) for part in pattern) else 1):
            text = expand(pattern, self._draw, fill)
            count = self._standing.get(text.strip(), 0)
            if number == 0 or count < least:
                least, found = count, text
            if count == 0:
                break
        self.sentences.add(found.strip())
        return found

    def size(self, text: str) -> int:
        """Number of words that an expanded text adds."""
        return len(text.split()) + (len(text.split("\n")) if self._is_dialogue else 0)

    def head(self, text: str) -> None:
        """Set the heading."""
        self._heading = text
        self.n_words += len(text.split())

    def open(self, text: str) -> None:
        """Set the expanded opening text."""
        self._first = self._lines(text)

    def close(self, text: str) -> None:
        """Set the expanded closing text."""
        self._last = self._lines(text)

    def fill(self, text: str) -> None:
        """Insert an expanded text at a random place of the body."""
        self._body.insert(int(self._draw.random() * (len(self._body) + 1)), self._lines(text))

    def plant(self, planted: Planted, sentence: str, frame: str, beside: str | None) -> None:
        """Append a planted sentence in its frame to the body.

        Args:
            planted: what it states.
            sentence: expanded sentence.
            frame: expanded frame, with the mark of `{said}` or `{clause}`.
            beside: an expanded text on the same subject for the same block, if any.
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
        self._body.append(self._joined(block, beside) if beside else block)

    def render(self) -> tuple[str, list[Place]]:
        """Return the document's text, and the places of the planted sentences in it."""
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

    def _joined(self, block: list[_Line], beside: str) -> list[_Line]:
        """Join a block with another text.

        In a report the block runs on in the text, before, after or between any of its sentences that are not quoted. In
        a dialogue they follow each other in any order; an exchange is not torn apart.
        """
        if self._is_dialogue:
            lines = self._lines(beside)
            return [*lines, *block] if self._draw.random() < 0.5 else [*block, *lines]
        cuts = [0, *(start for start, _ in sentences(beside)[1:] if _is_outside_quotes(beside[:start])), len(beside)]
        cut = cuts[int(self._draw.random() * len(cuts))]
        return _run_on(_run_on(self._lines(beside[:cut]), block), self._lines(beside[cut:]))

    def _lines(self, text: str) -> list[_Line]:
        self.n_words += self.size(text)
        return [[_Part(line.strip())] for line in text.split("\n") if line.strip()]

    def _spoken(self) -> Iterator[tuple[str, _Line]]:
        """Every line with its prefix: the speaker in a dialogue."""
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


def _run_on(first: list[_Line], second: list[_Line]) -> list[_Line]:
    """Two texts as one, in which the last line of the first and the first of the second are one line."""
    if not (first and second):
        return [*first, *second]
    return [*first[:-1], [*first[-1], *second[0]], *second[1:]]


def _is_outside_quotes(text: str) -> bool:
    """Whether no quotation is open at the end of a text."""
    return text.count('"') % 2 == 0 and text.count("“") == text.count("”")


def pair(people: Sequence[str], draw: Random) -> list[str]:
    """Two different participants, or one if there is only one."""
    return drawn(people, draw, min(2, len(people)))


def _some(scenario: Scenario, draw: Random) -> tuple[str, ...]:
    """Speakers of a dialogue, at least two."""
    low, high = scenario.speakers
    n = min(max(2, low + int(draw.random() * (high - low + 1))), len(scenario.participants))
    return tuple(drawn(scenario.participants, draw, n))


def _named(part: _Part, speaker: str, other: str) -> _Part:
    def name(text: str) -> str:
        return text.replace(_SPEAKER, speaker).replace(_OTHER, other)

    return part._replace(text=name(part.text), sentence=name(part.sentence))
