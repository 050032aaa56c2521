"""Texts, names and values that the tasks made after RULER are filled with, all drawn from a seed.

Source: RULER (Hsieh et al., 2024), section 3 and appendix B: repeated sentences, essays, needles; keys of words,
    numbers of seven digits, UUIDs; letters as variables and coded words.
Differs: sentences and word lists of our own, where it has Paul Graham's essays and the package wonderwords.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np

from hayrick.prompting import one_line, tidy
from hayrick.records.read_files import read_text
from hayrick.tasks.helmet.lines import Text, tokens_of_lines
from hayrick.text import sentences
from hayrick.tokens import CL100K
from hayrick.types import BadInput

REPEATED = ("The hay is dry.", "The barn is full.", "The gate is shut.", "The dog is asleep.", "So ends the day.")

_WHO = """the baker|the ferryman|my uncle|the schoolteacher|a tired clerk|the old gardener|our neighbour|
the postman|her cousin|the night watchman|a young carpenter|the librarian|the innkeeper|the bell ringer|some farmer|
the seamstress|the miller|a travelling painter|the youngest sister|the beekeeper"""
_DID = """mended|carried away|forgot|praised|painted|sold|measured|lent out|hid|found|polished|drew|weighed|
borrowed|cleaned|counted|looked for|talked about|laughed at|set down|wrapped up|gave away|asked for|wrote about"""
_WHAT = """a wooden ladder|the kitchen table|two baskets of pears|a map of the valley|the broken clock|
a bundle of letters|the green umbrella|an iron kettle|a pair of boots|the church accounts|a jar of honey|
the garden bench|a sack of flour|an unfinished letter|the spare wheel|a blue teapot|the oldest apple tree|
a box of nails|the harbour lights|a thick rope|the attic window|a borrowed coat|the seed catalogue|a silver spoon"""
_WHERE = """behind the mill|near the bridge|on the market square|at the edge of the wood|below the chapel|
in the cellar|along the river path|beside the station|in an empty classroom|under the eaves|
at the far end of the lane|by the pond|in front of the bakery|on the upper meadow|across the yard|
between two hedges|at the crossroads|in the boat shed"""
_WHEN = """before breakfast|late in autumn|on a rainy afternoon|while the others slept|after the fair|
every other week|without saying why|as the fog lifted|to everyone's surprise|for the second time|
when the bells rang|in spite of the cold|during the long winter|just as it grew dark|as if nothing had happened|
in the middle of the harvest"""
_PARTS = tuple(tuple(" ".join(one.split()) for one in part.split("|")) for part in (_WHO, _DID, _WHAT, _WHERE, _WHEN))

_ADJECTIVES = """amber brisk calm clever crisp dusty eager early faint fancy fond frosty gentle glossy golden
grand happy hollow humble idle jolly keen kind late light lively lucky mellow merry mild modest narrow neat noble
odd pale patient plain proud quick quiet rapid rare ripe rough round royal rustic shady sharp shy silent simple
sleepy slim"""
_MATERIALS = """alder apple ash barley beech birch bramble brass bronze cedar chalk cherry clay clover cobalt
copper coral cotton elm fern flax flint glass granite hazel heather holly honey iron ivory jade lemon lilac linen
maple marble mint moss oak olive opal paper pearl pepper pine plum quartz reed rose saffron sage sand slate willow"""
_THINGS = """anchor arrow badger barrel basket beacon bellows bottle bridge broom bucket candle canoe castle
chimney comet compass cradle falcon feather fiddle garden goblet hammer harbour heron island jacket kettle ladder
lantern lizard market meadow mirror mitten orchard otter paddle parcel pebble pigeon pillow pulley rabbit ribbon
river rocket saddle sparrow stable tunnel violin wagon"""

_FEWEST_TOKENS = 12
"""Fewer than the mean sentence of our prose has; all have at least nine words."""

_BLANK_LINES = re.compile(r"\n\s*\n")
_CONSONANTS, _VOWELS = "bdfgklmnprstvwz", "aeiou"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I, which the names in the prompt of variable tracking have."""

FORMS = {"number": r"\d{7}", "uuid": r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"}
"""Kind of value -> regular expression of it."""

WORD_FORM = f"(?:[{_CONSONANTS}][{_VOWELS}]){{3}}"
"""Regular expression of an invented word."""


@lru_cache(maxsize=4)
def repeated(encoding: str) -> Text:
    """Five short sentences."""
    return Text(REPEATED, encoding)


@lru_cache(maxsize=4)
def prose(tokens: int, encoding: str = CL100K) -> Text:
    """At least so many tokens of plain sentences of our own, no two alike; a greater number goes on with others."""
    every = list(islice(_sentences(), tokens // _FEWEST_TOKENS + 1))
    sums = np.cumsum(tokens_of_lines(every, encoding))
    return Text(every[: int(np.searchsorted(sums, tokens)) + 1], encoding)


def _sentences() -> Iterator[str]:
    draw = Random("prose")
    found: set[str] = set()
    while True:
        who, did, what, where, when = (draw.choice(part) for part in _PARTS)
        sentence = f"{who[0].upper()}{who[1:]} {did} {what} {where} {when}."
        if sentence not in found:
            found.add(sentence)
            yield sentence


def text_of_files(paths: tuple[Path, ...], encoding: str) -> Text:
    """Sentences of text files, one after the other.

    Raises:
        BadInput: a file cannot be read, or holds no sentence.
    """
    found: list[str] = []
    for path in paths:
        # Lines of a printed page belong together up to a blank one.
        paragraphs = map(one_line, _BLANK_LINES.split(tidy(read_text(path))))
        own = [text[span.start : span.end] for text in paragraphs for span in sentences(text)]
        if not own:
            raise BadInput(str(path), "no sentence", "a text")
        found += own
    return Text(found, encoding)


@lru_cache(maxsize=8)
def keys(n: int) -> Sequence[str]:
    """Names of three words, such as "brisk-copper-lantern", all different.

    Raises:
        BadInput: there are not so many.
    """
    parts = (_ADJECTIVES.split(), _MATERIALS.split(), _THINGS.split())
    return _enough("names", n, map("-".join, product(*parts)))


@lru_cache(maxsize=8)
def numbers(n: int) -> Sequence[str]:
    """Numbers of seven digits, all different; the first is not 0."""
    draw = Random("numbers")
    return tuple(map(str, draw.sample(range(10**6, 10**7), n)))


@lru_cache(maxsize=8)
def uuids(n: int) -> Sequence[str]:
    """Random UUIDs of version 4."""
    draw = Random("uuids")
    return tuple(str(uuid.UUID(int=draw.getrandbits(128), version=4)) for _ in range(n))


@lru_cache(maxsize=8)
def words(n: int) -> Sequence[str]:
    """Invented words of six letters, such as "tavelo", all different.

    Raises:
        BadInput: there are not so many.
    """
    return _enough("invented words", n, map("".join, product(*[_CONSONANTS, _VOWELS] * 3)))


def variables(n: int, draw: Random) -> list[str]:
    """Names of five capital letters, all different."""
    return _distinct(n, lambda: "".join(draw.choices(_LETTERS, k=5)))


def _distinct(n: int, make: Callable[[], str]) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < n:
        found[make()] = None
    return list(found)


def _enough(noun: str, n: int, every: Iterator[str]) -> Sequence[str]:
    """Draw `n` different texts from all there are."""
    found = list(every)
    if n > len(found):
        raise BadInput("made text", f"{n} {noun}", f"at most {len(found)}", "Give a smaller length.")
    return Random(noun).sample(found, n)
