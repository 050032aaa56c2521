"""Conversations as rows of numbers, from which the same conversations are made again.

A turn is the number of its request, that of its piece, and how much of the piece is said. The pieces themselves are
kept once for all conversations, packed: making them takes most of the time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from hayrick.measures.copying import Copied
from hayrick.records.cache import Numbers, kept
from hayrick.tasks.helmet.choices import code
from hayrick.tasks.helmet.conversations import Conversation, Places, Turn, last_request
from hayrick.tasks.helmet.writings import PIECES, every_key, piece

Write = Callable[[int, int], str]
"""Piece of a number of `every_key` and a number below `PIECES`."""

_BETWEEN = "\0"


def rows_of(made: Conversation) -> list[Sequence[int]]:
    """Rows of a conversation."""
    found = [_piece_of(turn) for turn in made.turns]
    return [
        [key for key, _, _ in found],
        [number for _, number, _ in found],
        [said for _, _, said in found],
        made.places.turns,
        [token for both in made.places.tokens for token in both],
        [*map(ord, made.gold.string)],
        [made.content_tokens, made.prompt_tokens],
    ]


def conversation_of(rows: Iterator[Sequence[int] | Numbers], ordinal: int, write: Write) -> Conversation:
    """The next conversation of rows.

    Args:
        rows: that `rows_of` made.
        ordinal: which of the replies to the repeated request is wanted, from 1.
        write: where pieces come from.
    """
    keys, numbers, said, places, tokens, letters, sizes = (np.asarray(next(rows)).tolist() for _ in range(7))
    requests = _requests()
    turns = tuple(
        Turn(requests[key], write(key, number)[:end]) for key, number, end in zip(keys, numbers, said, strict=True)
    )
    string, rivals = "".join(map(chr, letters)), tuple(turns[place].reply for place in places)
    content_tokens, prompt_tokens = sizes
    return Conversation(
        turns=turns,
        query=last_request(every_key()[keys[places[0]]].noun, ordinal, string),
        gold=Copied(string, rivals[ordinal - 1], rivals),
        ordinal=ordinal,
        places=Places(tuple(places), tuple(zip(tokens[::2], tokens[1::2], strict=True))),
        content_tokens=content_tokens,
        prompt_tokens=prompt_tokens,
    )


def written(key: int, number: int) -> str:
    """A piece that is made where it was not made before."""
    return piece(every_key()[key], number)


def remembered() -> Write:
    """Pieces of the user's cache, where they are kept when all of them have been made once."""
    pieces = _every_piece()
    return lambda key, number: pieces[key * PIECES + number]


@lru_cache(maxsize=1)
def _every_piece() -> list[str]:
    def made() -> list[Numbers]:
        text = _BETWEEN.join(written(key, number) for key in range(len(every_key())) for number in range(PIECES))
        return [np.frombuffer(zlib.compress(text.encode(), level=1), dtype=np.uint8).astype(np.int64)]

    (packed,) = kept(["every piece", code()], made)
    return zlib.decompress(packed.astype(np.uint8).tobytes()).decode().split(_BETWEEN)


@lru_cache(maxsize=1)
def _requests() -> list[str]:
    return [key.request for key in every_key()]


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    """Request -> number of its key."""
    return {request: number for number, request in enumerate(_requests())}


def _piece_of(turn: Turn) -> tuple[int, int, int]:
    """Numbers of a turn's key and piece, and how many characters of it are said: a turn that is cut says fewer."""
    key = _numbers()[turn.asked]
    number = next(number for number in range(PIECES) if written(key, number).startswith(turn.reply))
    return key, number, len(turn.reply)
