"""Which worked examples stand before a question: drawn anew for each, and the same in every run.

Source: HELMET's released code at commit 4526dfb, draw by draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np


def seed_of(question: str) -> int:
    """Seed of the choices for a question, from 0 to 2**31 - 1."""
    return int(hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest(), 16) % 2**31


def drawn_demos(question: str, keys: Sequence[str]) -> Iterator[int]:
    """Places of demonstrations for a question, each key once."""
    seen: set[str] = set()
    for place in np.random.default_rng(seed_of(question)).permutation(len(keys)).tolist():
        if keys[place] not in seen:
            seen.add(keys[place])
            yield place
