"""Needles in a haystack, in eight kinds: lines that give keys their values, among other lines, and keys to look up.

Source: RULER (Hsieh et al., 2024), section 3 (niah) and appendix B; HELMET, appendix B.5.
Differs: our own sentences, names and prompt; essays are the user's text files or our own prose, and each item begins at
    another sentence; the line of a single wanted value stands at each of `depths` evenly spaced depths in turn, where
    the originals draw one of 40; depths are those of lines, and the other needles' are drawn from all places.
    See `lines` for lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType

import numpy as np

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.prompting.fitting import Counts, adds_up
from hayrick.protocols import Passage, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.choices import Draws
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Pieces, Size, Text
from hayrick.types import BadInput, Item, Prompt
from hayrick.wording import counted

_KINDS = {"number": "number", "uuid": "code"}
_SHORTEST_LINE = {"name": 14, "uuid": 35}
"""Kind of key -> fewer cl100k tokens than any line with such a key has, so that a pool always fills a length."""

_WORDS = 7
"""Of a line; it has as many tokens at least."""

_POOL = 4096
_PROSE_TOKENS = 65_536
_MAKERS: Mapping[str, Callable[[int], Sequence[str]]] = MappingProxyType(
    {"name": made_text.keys, "number": made_text.numbers, "uuid": made_text.uuids}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One kind of needle task."""

    hay: str
    """What fills the text: "repeat", "essay" or "needles", which are further keys with values."""

    key: str = "name"
    """Kind of key: "name" or "uuid"."""

    value: str = "number"
    """Kind of value: "number" or "uuid"."""

    queries: int = 1
    """Keys that are asked about."""

    values: int = 1
    """Values of each of them."""

    keys: int = 1
    """All keys in an essay, those that are not asked about included."""

    counted: str = ""
    """Which of the three numbers is a parameter."""

    @property
    def single(self) -> bool:
        """Whether one value is wanted, so that items have a depth."""
        return not self.counted or self.counted == "keys"

    def of(self, n: int) -> Design:
        """The same design with another value of its parameter."""
        if self.counted == "values":
            return replace(self, values=n)
        return replace(self, keys=n, queries=n if self.counted == "queries" else 1)


DESIGNS: Mapping[str, Design] = MappingProxyType(
    {
        "niah_single_1": Design(hay="repeat"),
        "niah_single_2": Design(hay="essay"),
        "niah_single_3": Design(hay="essay", value="uuid"),
        "niah_mk_essay": Design(hay="essay", keys=4, counted="keys"),
        "niah_mk_needle": Design(hay="needles"),
        "niah_mk_uuid": Design(hay="needles", key="uuid", value="uuid"),
        "niah_mv": Design(hay="essay", values=4, counted="values"),
        "niah_mq": Design(hay="essay", keys=4, queries=4, counted="queries"),
    }
)
"""Last part of a task's name -> its design; in RULER niah_multikey_1 to 3, niah_multivalue and niah_multiquery."""


def task(parameters: Parameters) -> Task[Wanted, str]:
    """A task of `DESIGNS`, by its name.

    Parameters: those of `Size`; `depths` (5) where one value is wanted; `text` (files) for essays; `keys`, `values` or
    `queries` (4) by design.
    """
    size = Size.of(parameters)
    design = DESIGNS[size.task.rpartition("/")[2]]
    n_depths = parameters.whole("depths", 5, least=1) if design.single else 0
    if design.counted:
        design = design.of(parameters.whole(design.counted, 4, least=2))
    paths = tuple(parameters.paths("text", optional=True)) if design.hay == "essay" else ()
    text = made_text.text_of_files(paths, size.encoding) if paths else None
    make = partial(_item, size, design, text, building.evenly(n_depths) if n_depths else None)
    parts = {
        "depths": n_depths,
        design.counted: getattr(design, design.counted, 0),
        "text": "+".join(map(fingerprint_file, paths)),
    }
    told = ",".join(f"{name}:{value}" for name, value in parts.items() if value)
    return building.task_of(
        size,
        lambda seed: size.items(make, seed, told),
        lambda item, passages: _prompt(design, item.query, passages),
        signature=told,
    )


def line(value_kind: str, key: str, value: str) -> str:
    """The line that gives a key a value."""
    return f"A pass {_KINDS[value_kind]} of {key} is {value}."


def _prompt(design: Design, keys: str, passages: Sequence[Passage]) -> Prompt:
    return showing(load("niah"), passages, {"kind": _KINDS[design.value], "keys": keys})


def _item(
    size: Size,
    design: Design,
    text: Text | None,
    depths: Sequence[float] | None,
    length: int,
    number: int,
    draw: Draws,
) -> Item[Wanted]:
    pairs, tokens = _pairs(size, design, length, draw)
    wanted = pairs[: max(design.queries, design.values)]
    asked = ", ".join(dict.fromkeys(key for key, _ in wanted))
    needles = 1 if design.hay == "needles" else len(pairs)
    # Sums are worked out only where they are asked for: not where choices are known.
    if design.hay == "needles":
        sums, hay = lambda: np.cumsum(tokens()), partial(_beside, design, pairs)
    else:
        full = text or _own_text(size, design, length)
        start = draw.randrange(len(full.lines))
        sums, hay = lambda: full.sums(start, length) + int(tokens().sum()), partial(full.first, start)
    depth = depths[number % len(depths)] if depths else None

    def make(n: int, draw: Draws) -> Item[Wanted]:
        beside = hay(n)
        if design.hay != "needles":
            _require_absent(size, pairs, "\n".join(beside))
        places = [] if depth is None else [building.place_at(depth, n)]
        places += building.free_places(places, needles - len(places), n, draw)
        return building.item_of(
            size,
            length,
            number,
            query=asked,
            gold=Wanted(values=tuple(value for _, value in wanted), form=made_text.FORMS[design.value]),
            lines=building.planted(beside, _lines(design, pairs[:needles]), places),
            tags={} if depth is None else {"depth": depth},
        )

    pieces = Pieces(sums, make, max(needles, 2) - 1, f"{counted(needles, 'needle')} and as many lines besides")
    return building.filled(size, length, pieces, lambda passages: _prompt(design, asked, passages), draw)


def _lines(design: Design, pairs: Sequence[tuple[str, str]]) -> list[str]:
    return [line(design.value, *pair) for pair in pairs]


def _beside(design: Design, pairs: Sequence[tuple[str, str]], n: int) -> list[str]:
    return _lines(design, pairs[1 : n + 1])


def _own_text(size: Size, design: Design, length: int) -> Text:
    if design.hay == "repeat":
        return made_text.repeated(size.encoding)
    return made_text.prose(max(_PROSE_TOKENS, length), size.encoding)


def _pairs(size: Size, design: Design, length: int, draw: Draws) -> tuple[list[tuple[str, str]], Callable[[], Counts]]:
    """Keys and values of all needles, those that are asked about first, and the tokens of their lines."""
    pool = max(_POOL, length // (_SHORTEST_LINE[design.key] if adds_up(size.encoding) else _WORDS))
    n = pool if design.hay == "needles" else design.keys - 1 + design.values
    if n > pool:
        raise size.too_short(length, f"{n} needles")
    keys, key_tokens = _pool(design.key, pool, 0, size.encoding)
    values, value_tokens = _pool(design.value, pool, pool, size.encoding)
    key_ids, value_ids = draw.sample(range(pool), n), draw.sample(range(pool), n)
    if design.values > 1:
        key_ids = key_ids[:1] * n
    pairs = [(keys[key], values[value]) for key, value in zip(key_ids, value_ids, strict=True)]
    # Each part of a line but the first begins with a blank, and none ends with one: their tokens add up.
    short, inside = line(design.value, "x", "x"), building.tokens_inside(["x"], size.encoding)
    frame = building.tokens_of_line(short, size.encoding) - 2 * int(inside[0])
    return pairs, lambda: key_tokens[key_ids] + value_tokens[value_ids] + frame


@lru_cache(maxsize=8)
def _pool(kind: str, n: int, skipped: int, encoding: str) -> tuple[Sequence[str], Counts]:
    """Keys or values of a kind after the first `skipped` ones, and their tokens inside a line."""
    found = _MAKERS[kind](skipped + n)[skipped:]
    return found, building.tokens_inside(found, encoding)


def _require_absent(size: Size, pairs: Sequence[tuple[str, str]], text: str) -> None:
    for one in (one for pair in pairs for one in pair):
        if one in text:
            cure = "Give another text, or another seed."
            raise BadInput(f"task '{size.task}'", f"the needle's '{one}' in the text", "it in its needle alone", cure)
