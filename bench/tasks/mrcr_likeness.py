"""Measure how alike MRCR's pieces are, by the ratio that replies are scored by.

`python -m bench.tasks.mrcr_likeness [PAIRS]` prints the mean ratio, with a 95 % interval by the normal distribution, of
so many pairs (300) of pieces of one key, and of pieces of two keys that differ.
"""

from __future__ import annotations

import sys
from math import sqrt
from random import Random
from statistics import fmean, stdev

from hayrick.measures.copying import ratio
from hayrick.tasks.helmet.writings import PIECES, every_key, piece


def main() -> None:
    """Print a line for each kind of pair."""
    n, keys, draw = int((sys.argv[1:] or ["300"])[0]), every_key(), Random("likeness")
    same, other = [], []
    for _ in range(n):
        key = draw.choice(keys)
        first, second = draw.sample(range(PIECES), 2)
        same.append(ratio(piece(key, first), piece(key, second)))
        one, two = draw.sample(keys, 2)
        other.append(ratio(piece(one, draw.randrange(PIECES)), piece(two, draw.randrange(PIECES))))
    for name, found in (("of one key", same), ("of two keys", other)):
        print(f"{name:<12} {fmean(found):.3f} +- {1.96 * stdev(found) / sqrt(n):.3f} (n = {n})")


if __name__ == "__main__":
    main()
