"""Random choices of HELMET's in-context learning: examples in rounds of one a class, and a number for each class."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

from hayrick.tasks.helmet.labelled import Labelled


def balanced(pools: Sequence[Sequence[int]], n_rounds: int, draw: Random) -> list[int]:
    """Rounds of one member of each pool, shuffled within each round, one after the other.

    A pool is used up before one of its members comes again; what does not come out even comes first.

    Args:
        pools: members of each class, none empty.
        n_rounds: >= 0.
        draw: where choices come from.

    Source: HELMET's released code at commit 4526dfb, draw by draw.
    """
    columns: list[list[int]] = []
    for pool in pools:
        places = range(len(pool))
        chosen = draw.sample(places, n_rounds % len(pool))
        while len(chosen) < n_rounds:
            chosen += draw.sample(places, min(n_rounds - len(chosen), len(pool)))
        columns.append([pool[place] for place in chosen])
    found: list[int] = []
    for members in zip(*columns, strict=True):
        one_round = list(members)
        draw.shuffle(one_round)
        found += one_round
    return found


def pools_of(rows: Sequence[Labelled]) -> list[list[int]]:
    """Places of the texts of each label, labels by their first text."""
    found: dict[str, list[int]] = {}
    for place, (_, label) in enumerate(rows):
        found.setdefault(label, []).append(place)
    return list(found.values())


def seed_of(text: str, seed: int, again: int = 0) -> int:
    """Seed for a text's examples and numbers, from 0 to 2**31 - 1.

    Args:
        text: that is asked about.
        seed: of the run; the original's is 42.
        again: how often the text was asked before.

    Source: HELMET's released code at commit 4526dfb, where `again` is 0.
    """
    named = f"{text}\n{again}" if again else text
    return (int(hashlib.sha256(named.encode("utf-8")).hexdigest(), 16) + seed) % 2**31


def numbers_of(n: int, local_seed: int) -> list[int]:
    """Numbers from 0 to n - 1, one for each class in the order of their names.

    Source: HELMET's released code at commit 4526dfb.
    """
    found = list(range(n))
    Random(local_seed).shuffle(found)
    return found
