"""HELMET's JSON KV: the value of a key in a JSON object of random identifiers that fills a length in tokens.

Source: HELMET, appendix B.5: six queries an object, at evenly spaced positions; 100 queries a length.
Differs: as many pairs as fit the length (cl100k by default), not a fixed number; all queries of an object are asked,
    not 100 of all. Two worked examples, as there, each a key and its value below the object; where those come from is
    not published, ours are other pairs of the object. A value is read at word borders; of reply and parsed reply, of
    which the original takes the better, the reply holds both.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from hayrick.measures.answers import SUBSTRING_EXACT_MATCH, References, released_measure
from hayrick.prompting import load, prompt_tokens, showing
from hayrick.prompting.fitting import Counts, added_tokens, adds_up, largest_fitting, told
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import MOST_MADE, MOST_SHOTS, Parameters, size_name
from hayrick.text import seeded
from hayrick.types import BadInput, Document, Item, Prompt

NAME = "helmet/json_kv"
MEASURES: tuple[Measure[References, str], ...] = (
    SUBSTRING_EXACT_MATCH,
    released_measure("substring_exact_match.helmet", tuple, "corresponding value:"),
)
DEPTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
REPLY_TOKENS = 100
SHOTS = 2
Pair = tuple[str, str]
_A_PAIR = 40
"""About the fewest tokens of a pair."""


def task(parameters: Parameters) -> Task[References, str]:
    """JSON KV.

    Parameters: `length` (8k; several with commas between them); `n`, the items of each length (100); `shots`, worked
    examples in each prompt (2); `tokenizer`.

    Raises:
        BadInput: a parameter is not what it must be.
    """
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 100, least=1, most=MOST_MADE)
    shots, encoding = parameters.whole("shots", SHOTS, least=0, most=MOST_SHOTS), parameters.encoding()
    settings = [_Setting(length, shots, encoding) for length in lengths]

    def items(seed: int) -> list[Item[References]]:
        return [item for setting in settings for item in list(_items(setting, -(-n // len(DEPTHS)), seed))[:n]]

    return Task(
        name=NAME,
        paper="Yen et al. (2025), HELMET, appendix B.5",
        items=items,
        prompt=lambda item, passages: _prompt(item.query, passages, _examples(_pairs_of(item), shots)),
        parse=lambda item, reply: reply.strip() or None,
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=25,
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n},shots:{shots}{told(encoding)}",
    )


class _Setting(NamedTuple):
    """A length, the examples of a prompt, and what the length is counted in."""

    length: int
    shots: int
    encoding: str


def _prompt(key: str, passages: Sequence[Passage], examples: str) -> Prompt:
    return showing(load("json-kv"), passages, {"key": key, "examples": examples})


def _examples(pairs: Sequence[Pair], shots: int) -> str:
    """Pairs of an object that no item asks about, the same for its six queries."""
    asked = {key for key, _ in _asked(pairs)} if shots else set()
    drawn = seeded(f"{NAME}/{pairs[0][0]}").sample(pairs, shots + len(asked))
    shown = [(key, value) for key, value in drawn if key not in asked][:shots]
    return "".join(f"An example of a key: {key}\nThe right reply to it: {value}\n\n" for key, value in shown)


def _pairs_of(item: Item[References]) -> list[Pair]:
    return [*json.loads(item.documents[0].text).items()]


def _items(setting: _Setting, n_objects: int, seed: int) -> Iterator[Item[References]]:
    length = setting.length
    name = size_name(length)
    for number in range(n_objects):
        pairs = _fitting(setting, seeded(f"{NAME}/{seed}/{length}/{number}"))
        document = Document(id="object", text=_json(pairs))
        for depth, (key, value) in zip(DEPTHS, _asked(pairs), strict=True):
            yield Item(
                dataset=f"json_kv@{name}",
                group=str(number),
                id=f"{name}-{number}-{depth:g}",
                query=key,
                gold=(value,),
                documents=(document,),
                tags={"length": length, "depth": depth},
            )


def _asked(pairs: Sequence[Pair]) -> list[Pair]:
    return [pairs[round(depth * (len(pairs) - 1))] for depth in DEPTHS]


def _fitting(setting: _Setting, draw: Random) -> list[Pair]:
    """As many pairs as fit with each of the six queries and the reply; tokens never reach from one line to the next."""
    length, shots, encoding = setting
    room, pairs, sums, least = length - REPLY_TOKENS, list[Pair](), np.zeros(1, dtype=np.int64), len(DEPTHS) + shots
    # More than fit, also where lines need fewer tokens than they add up to.
    while sums[-1] <= 1.05 * max(room, 0):
        more = [(_identifier(draw), _identifier(draw)) for _ in range(max(room, 0) // _A_PAIR + least)]
        pairs += more
        sums = np.concatenate([sums, sums[-1] + np.cumsum(_tokens(more, encoding))])

    def needed(n: int) -> int:
        shown = pairs[:n]
        examples = _examples(shown, shots)
        if adds_up(encoding):
            return int(sums[n]) + max(_tokens_around(pair, examples, encoding) for pair in _asked(shown))
        return max(_prompt_tokens(pair[0], shown, examples, encoding) for pair in _asked(shown))

    around = _tokens_around(pairs[0], _examples(pairs, shots), encoding)
    guess = int(np.searchsorted(sums, room - around, "right")) - 1
    n = largest_fitting(lambda n: n < least or needed(n) <= room, max(guess, least), len(pairs))
    if n < least:
        expected = f"room for {least} pairs, {shots} examples and a query"
        smallest = f"{needed(least) + REPLY_TOKENS:,}, or somewhat more, since texts differ"
        cure = f"Give a greater length: {smallest}; or fewer shots."
        raise BadInput(f"task '{NAME}'", f"length {length}", expected, cure)
    return pairs[:n]


def _identifier(draw: Random) -> str:
    return str(uuid.UUID(int=draw.getrandbits(128), version=4))


def _tokens(pairs: Sequence[Pair], encoding: str) -> Counts:
    """Tokens of the line of each pair."""
    return added_tokens("x\n", [f'"{key}": "{value}",\n' for key, value in pairs], encoding)


def _tokens_around(pair: Pair, examples: str, encoding: str) -> int:
    return _prompt_tokens(pair[0], [pair], examples, encoding) - int(_tokens([pair], encoding)[0])


def _prompt_tokens(key: str, pairs: Sequence[Pair], examples: str, encoding: str) -> int:
    passage = Passage(document="object", position=1, text=_json(pairs))
    return prompt_tokens(_prompt(key, [passage], examples), encoding)


def _json(pairs: Sequence[Pair]) -> str:
    return json.dumps(dict(pairs), indent=0)
