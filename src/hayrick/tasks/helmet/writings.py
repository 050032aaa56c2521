"""Short pieces of writing in many formats, on many topics, in several styles; made from tables of our own phrases.

A piece depends on its key and number alone. Pieces of one key differ in what they tell, not only in names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from hayrick.tasks.helmet import phrases
from hayrick.text import seeded

PIECES = 8
"""Pieces of each key."""

LEAST, MOST = 250, 1500
"""Bounds of a piece's characters."""

_LONGEST_BODY = 1150
_NAMES, _TOWNS, _DAYS, _MONTHS, _COLOURS = (
    tuple(one.split()) for one in (phrases.NAMES, phrases.TOWNS, phrases.DAYS, phrases.MONTHS, phrases.COLOURS)
)
_VOWEL = re.compile(r"\b([Aa]) (?=[aeiou])")


class Topic(NamedTuple):
    """What a piece is about."""

    name: str
    person: str
    place: str
    things: tuple[str, ...]


def _topic(line: str) -> Topic:
    name, _, rest = line.partition(": ")
    person, place, things = rest.split("; ")
    return Topic(name, person, place, tuple(things.split(", ")))


TOPICS: Mapping[str, Topic] = MappingProxyType({one.name: one for one in map(_topic, phrases.TOPICS.split("\n"))})
STYLES = tuple(phrases.STYLES)
_FRAMES = tuple(phrases.FRAMES.split("\n"))


class Key(NamedTuple):
    """What a user asks for: the same words ask for all pieces with one key."""

    format: str
    topic: str
    style: str

    @property
    def noun(self) -> str:
        """The piece in words, such as "cheerful letter about kites"."""
        return f"{self.style} {self.format} about {self.topic}"

    @property
    def request(self) -> str:
        """What a user says."""
        return f"Write a {self.noun}."

    def is_near(self, other: Key) -> bool:
        """Whether format or topic are the same, but not all three."""
        return self != other and (self.format == other.format or self.topic == other.topic)


def _paragraph(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return " ".join(sentences)


def _letter(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return f"Dear {values['name']},\n\n{' '.join(sentences)}\n\nYours from {values['town']},\n{values['second']}"


def _diary(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return f"{values['day']}, {values['number']} {values['month']}.\n{' '.join(sentences)}\nTo bed at {values['time']}."


def _verses(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    lines = [one.rstrip(".").replace(", ", ",\n", 1) for one in sentences]
    return f"{values['town']}, {values['month']}\n\n" + ";\n".join(lines) + "."


def _report(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    head = f"{values['town'].upper()}: {values['number']} SEE {values['colour'].upper()} {values['a'].upper()}"
    return f"{head}\n\n{' '.join(sentences)}"


def _speech(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return f"Friends of {values['town']}! {' '.join(sentences)} I thank you, and above all {values['name']}."


def _riddle(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return "\n".join([*sentences, f"I am no {values['b']} and no {values['colour']} stone. What am I?"])


def _steps(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return "\n".join(f"{number}. Remember: {one}" for number, one in enumerate(sentences, start=1))


def _dialogue(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    names = (values["name"], values["second"])
    return "\n".join(f"{names[number % 2]}: {one}" for number, one in enumerate(sentences))


def _fable(sentences: Sequence[str], values: Mapping[str, str]) -> str:
    return f"Once, near {values['town']}, this was told. {' '.join(sentences)} So it goes with every {values['a']}."


_LAYOUTS: Mapping[str, Callable[[Sequence[str], Mapping[str, str]], str]] = MappingProxyType(
    {
        "short story": _paragraph,
        "letter": _letter,
        "diary entry": _diary,
        "poem": _verses,
        "news report": _report,
        "speech": _speech,
        "riddle": _riddle,
        "list of advice": _steps,
        "dialogue": _dialogue,
        "fable": _fable,
    }
)
FORMATS = tuple(_LAYOUTS)


@lru_cache(maxsize=1)
def every_key() -> tuple[Key, ...]:
    """All combinations of format, topic and style."""
    return tuple(Key(*one) for one in product(FORMATS, TOPICS, STYLES))


@lru_cache(maxsize=1 << 16)
def piece(key: Key, number: int) -> str:
    """A piece of 250 to 1,500 characters.

    Args:
        key: one of `every_key`.
        number: from 0 to `PIECES` - 1.
    """
    draw = seeded(f"{key.noun}/{number}")
    wanted = draw.randrange(LEAST, _LONGEST_BODY)
    sentences: list[str] = []
    for frame in draw.sample(_FRAMES, len(_FRAMES)):
        sentences.append(frame.format_map(_values(key, draw)))
        if sum(map(len, sentences)) >= wanted:
            break
    return _VOWEL.sub(r"\1n ", _LAYOUTS[key.format](sentences, _values(key, draw)))


def _values(key: Key, draw: Random) -> dict[str, str]:
    topic, (adjectives, asides) = TOPICS[key.topic], phrases.STYLES[key.style]

    def pick(table: Sequence[str]) -> str:
        return table[int(draw.random() * len(table))]

    first = int(draw.random() * len(topic.things))
    second = (first + 1 + int(draw.random() * (len(topic.things) - 1))) % len(topic.things)
    weather = pick(phrases.WEATHER)
    return {
        "a": topic.things[first],
        "b": topic.things[second],
        "person": topic.person,
        "place": topic.place,
        "adj": pick(adjectives),
        "aside": pick(asides),
        "name": pick(_NAMES),
        "second": pick(_NAMES),
        "town": pick(_TOWNS),
        "day": pick(_DAYS),
        "month": pick(_MONTHS),
        "number": str(2 + int(draw.random() * 28)),
        "colour": pick(_COLOURS),
        "time": pick(phrases.TIMES),
        "freq": pick(phrases.FREQ),
        "freq_adverb": pick(phrases.FREQ_ADVERBS),
        "later": pick(phrases.LATER),
        "weather": weather,
        "weather_cap": weather[0].upper() + weather[1:],
        "sound": pick(phrases.SOUNDS),
        "smell": pick(phrases.SMELLS),
    }
