"""How often the intervals of `hayrick meta` contain the true correlation: normal and skewed scores, few documents.

Documents and summaries are drawn: the metric and people share an effect of the document and one of the summary; where
scores are skewed, people's are the share of 12 units that are faithful, near 1. The true value is that of 4,000
documents. Prints the share of intervals that contain it, of 1,000 draws; the standard error is .007.

    python -m bench.intervals.meta
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hayrick.meta_evaluation.levels import LEVELS, Paired, interval
from hayrick.stats import pearson, spearman

DRAWS = 1000
LARGE = 4000
SETTINGS = ((20, 2), (20, 5), (68, 3))
"""Documents and systems: those of Krishna et al.'s PubMed, and of Koh et al."""


def drawn(rng: np.random.Generator, documents: int, systems: int, *, skewed: bool) -> list[Paired]:
    """One set of scored summaries."""
    shared = rng.normal(size=(documents, 1)) * 0.5 + rng.normal(size=(documents, systems)) * 0.7
    human = shared + rng.normal(size=(documents, systems)) * 0.6
    if skewed:
        human = rng.binomial(12, 1 / (1 + np.exp(-1.2 - 1.2 * human))) / 12
    metric = shared + rng.normal(size=(documents, systems)) * 0.6
    return [
        Paired(str(document), str(system), float(metric[document, system]), float(human[document, system]))
        for document in range(documents)
        for system in range(systems)
    ]


def rows() -> Iterator[str]:
    """One line for each setting and level."""
    for skewed in (False, True):
        for documents, systems in SETTINGS:
            rng = np.random.default_rng(1)
            truth = drawn(rng, LARGE, systems, skewed=skewed)
            sets = [drawn(rng, documents, systems, skewed=skewed) for _ in range(DRAWS)]
            for level in ("instance", "summary"):
                for name, coefficient in (("pearson", pearson), ("spearman", spearman)):
                    true = LEVELS[level](truth, coefficient) or 0.0
                    found = [interval(one, level, lambda some: LEVELS[level](some, coefficient)) for one in sets]  # noqa: B023
                    known = [one for one in found if one.low is not None and one.high is not None]
                    inside = sum(
                        one.low <= true <= one.high for one in known if one.low is not None and one.high is not None
                    )
                    kind = "skewed" if skewed else "normal"
                    where = f"{documents} x {systems}"
                    yield f"{kind:7} {where:7} {level:9} {name:9} true {true:.2f} contained {inside / len(known):.3f}"


if __name__ == "__main__":
    for line in rows():
        print(line, flush=True)
