"""HELMET's JSON KV: the value of a key in a JSON object of random identifiers that fills a length in tokens.

Source: HELMET, appendix B.5: six queries an object, at evenly spaced positions; 100 queries a length.
Differs: as many pairs as fit the length in cl100k, not a fixed number; all queries of an object are asked, not 100 of
    all; no worked examples, where it has two. A value is read at word borders; of reply and parsed reply, of which the
    original takes the better, the reply holds both.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from random import Random

from hayrick.measures import SUBSTRING_EXACT_MATCH
from hayrick.measures.answers import References
from hayrick.prompting import load, prompt_tokens, showing
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import Parameters, size_name
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Prompt

NAME = "helmet/json_kv"
MEASURES: tuple[Measure[References, str], ...] = (SUBSTRING_EXACT_MATCH,)
DEPTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
REPLY_TOKENS = 100
Pair = tuple[str, str]


def task(parameters: Parameters) -> Task[References, str]:
    """JSON KV; `length` (8k; several with commas between them) and `n`, the items of each length (100)."""
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 100, least=1)

    def items(seed: int) -> list[Item[References]]:
        return [item for length in lengths for item in list(_items(length, -(-n // len(DEPTHS)), seed))[:n]]

    return Task(
        name=NAME,
        paper="Yen et al. (2025), HELMET, appendix B.5",
        items=items,
        prompt=lambda item, passages: _prompt(item.query, passages),
        parse=lambda item, reply: reply.strip() or None,
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=25,
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n}",
    )


def _prompt(key: str, passages: Sequence[Passage]) -> Prompt:
    return showing(load("json-kv"), passages, {"key": key})


def _items(length: int, n_objects: int, seed: int) -> Iterator[Item[References]]:
    name = size_name(length)
    for number in range(n_objects):
        pairs = _fitting(length, Random(f"{NAME}/{seed}/{length}/{number}"))
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


def _fitting(length: int, draw: Random) -> list[Pair]:
    """As many pairs as fit with each of the six queries and the reply; tokens never reach from one line to the next."""
    room = length - REPLY_TOKENS
    pairs: list[Pair] = []
    used = [0]
    while used[-1] <= room:
        key, value = (str(uuid.UUID(int=draw.getrandbits(128), version=4)) for _ in range(2))
        pairs.append((key, value))
        used.append(used[-1] + _tokens(pairs[-1]))
    for n in range(len(pairs), len(DEPTHS) - 1, -1):
        if used[n] + max(map(_tokens_around, _asked(pairs[:n]))) <= room:
            return pairs[:n]
    raise BadInput(f"task '{NAME}'", f"length {length}", "room for six pairs and a query", "Give a greater length.")


def _tokens(pair: Pair) -> int:
    return tokenizer().count(f'"{pair[0]}": "{pair[1]}",\n')


def _tokens_around(pair: Pair) -> int:
    only = Passage(document="object", position=1, text=_json([pair]))
    return prompt_tokens(_prompt(pair[0], [only])) - _tokens(pair)


def _json(pairs: Sequence[Pair]) -> str:
    return json.dumps(dict(pairs), indent=0)
