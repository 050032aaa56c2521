"""How often intervals of paired differences hold the truth, and how often equal systems are told apart; by simulation.

Usage: python -m bench.simulate_comparisons [REPLICATIONS] (default 2000; about five minutes on one core). Prints
Markdown tables, which docs/evidence/intervals.md shows. Two invented systems answer the same clusters of 4 to 10
insights: what is hard for one is mostly hard for the other. Nothing was chosen on these populations.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr
from scipy.stats import beta

from bench.interval_methods import shown, table
from bench.interval_populations import Floats, even
from hayrick.comparison.groups import ALPHA
from hayrick.stats.dependent import holm
from hayrick.stats.paired import Part, paired_means

SIZES = (3, 5, 6, 9, 12, 15, 20)
SEED = 20260
SHARED = 0.7
"""Correlation of the two systems' chances of a cluster, and of their luck with an insight."""

SPREAD = 0.15
"""Intraclass correlation of the chance of coverage."""

SWAPS = 999


class Population:
    """Systems of given chances of coverage, whose covered insights have a citation score where `cited`."""

    def __init__(self, means: Sequence[float], cited: float | None = None) -> None:
        self.means, self.cited = means, cited

    def draw(self, n: int, g: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Sums of value [systems, n, g], and of weight [n, g], which all systems share."""
        mask = even(n, g, rng)
        clusters, luck = rng.normal(size=(n, g, 1)), rng.normal(size=(2, n, g, 25))
        hard = rng.normal(size=(n, g, 25))
        sums = [self._values(mean, clusters, luck, hard, rng, mask) for mean in self.means]
        return np.stack(sums), mask.sum(2).astype(float)

    def _values(
        self,
        mean: float,
        clusters: Floats,
        luck: Floats,
        hard: Floats,
        rng: np.random.Generator,
        mask: NDArray[np.bool_],
    ) -> Floats:
        scale = 1 / SPREAD - 1
        chance = beta.ppf(ndtr(_mixed(clusters, rng)), mean * scale, (1 - mean) * scale)
        first, second = (ndtr(_mixed(one, rng)) < chance for one in luck)
        second = np.where(rng.random(first.shape) < 0.5, first, second)
        value = (first.astype(float) + second) / 2
        if self.cited is not None:
            logit = np.log(self.cited / (1 - self.cited)) + 0.7 * clusters + 0.8 * _mixed(hard, rng)
            value = value / (1 + np.exp(-logit))
        found: Floats = (value * mask).sum(2)
        return found


def _mixed(shared: Floats, rng: np.random.Generator) -> Floats:
    mixed: Floats = np.sqrt(SHARED) * shared + np.sqrt(1 - SHARED) * rng.normal(size=shared.shape)
    return mixed


EQUAL = {
    "coverage 0.5": Population((0.5, 0.5)),
    "coverage 0.8": Population((0.8, 0.8)),
    "coverage 0.95": Population((0.95, 0.95)),
    "joint, low": Population((0.5, 0.5), 0.2),
    "joint, high": Population((0.8, 0.8), 0.7),
}
UNEQUAL = {
    "coverage 0.6 and 0.5": Population((0.6, 0.5)),
    "coverage 0.9 and 0.75": Population((0.9, 0.75)),
    "coverage 0.98 and 0.9": Population((0.98, 0.9)),
    "joint, low": Population((0.6, 0.45), 0.2),
    "joint, high": Population((0.9, 0.75), 0.7),
}


class Cell:
    """Draws of one population with one number of clusters."""

    def __init__(self, population: Population, truth: float, size: int, n: int, rng: np.random.Generator) -> None:
        tops, bottoms = population.draw(n, size, rng)
        self.held: list[bool] = []
        self.rejected: list[bool] = []
        self.widths: list[float] = []
        for a, b, bottom in zip(tops[0], tops[1], bottoms, strict=True):
            part = Part(1.0, (a, bottom), (b, bottom))
            found = paired_means([part], [0] * size, swaps=SWAPS, seed=int(rng.integers(2**31)))
            if found.low is not None and found.high is not None:
                self.held.append(found.low - 1e-9 <= truth <= found.high + 1e-9)
                self.widths.append(found.high - found.low)
            self.rejected.append(found.p is not None and found.p <= ALPHA)

    @property
    def cells(self) -> list[str]:
        """Shares in percent and the mean width, as the table shows them."""
        held, rejected = fmean(self.held), fmean(self.rejected)
        return [f"**{shown(held, len(self.held))}**", f"{fmean(self.widths):.3f}", shown(rejected, len(self.rejected))]


def _truth(population: Population, rng: np.random.Generator) -> float:
    if len(set(population.means)) == 1:
        return 0.0
    tops, bottoms = population.draw(50_000, 5, rng)
    return float((tops[0].sum() - tops[1].sum()) / bottoms.sum())


def pairs(populations: dict[str, Population], n: int, last: str) -> None:
    rng = np.random.default_rng(SEED)
    rows = []
    for name, population in populations.items():
        truth = _truth(population, rng)
        for size in SIZES:
            cells = Cell(population, truth, size, n, rng).cells
            rows.append([name, str(size), f"{truth:.3f}", *cells])
    table(("populations", "clusters", "difference", "interval holds it, %", "mean width", last), rows)


def averaged(n: int) -> None:
    """Equal systems by the mean of two datasets of other difficulty, clusters in strata."""
    rng = np.random.default_rng(SEED + 1)
    easy, hard = Population((0.85, 0.85)), Population((0.4, 0.4))
    rows = []
    for size in (2, 3, 5, 10):
        held, rejected = [], []
        drawn = [(*one.draw(n, size, rng),) for one in (easy, hard)]
        for i in range(n):
            parts = []
            for number, (tops, bottoms) in enumerate(drawn):
                padded = np.zeros((3, 2 * size))
                padded[:, number * size : (number + 1) * size] = tops[0][i], tops[1][i], bottoms[i]
                parts.append(Part(0.5, (padded[0], padded[2]), (padded[1], padded[2])))
            strata = [0] * size + [1] * size
            found = paired_means(parts, strata, swaps=SWAPS, seed=int(rng.integers(2**31)))
            if found.low is not None and found.high is not None:
                held.append(found.low - 1e-9 <= 0 <= found.high + 1e-9)
            rejected.append(found.p is not None and found.p <= ALPHA)
        rows.append([f"2 x {size}", shown(fmean(held), len(held)), shown(fmean(rejected), len(rejected))])
    table(("clusters", "interval holds 0, %", "p <= .05, %"), rows)


def families(n: int) -> None:
    """Four equal systems, six pairs: draws in which any pair is told apart, without and with Holm's adjustment."""
    rng = np.random.default_rng(SEED + 2)
    rows = []
    for size in SIZES:
        tops, bottoms = Population((0.6,) * 4, 0.4).draw(n, size, rng)
        plain, adjusted = [], []
        for i in range(n):
            seed = int(rng.integers(2**31))
            values = [
                paired_means(
                    [Part(1.0, (tops[a][i], bottoms[i]), (tops[b][i], bottoms[i]))], [0] * size, swaps=SWAPS, seed=seed
                ).p
                for a, b in combinations(range(4), 2)
            ]
            plain.append(any(p is not None and p <= ALPHA for p in values))
            adjusted.append(any(p is not None and p <= ALPHA for p in holm(values)))
        rows.append([str(size), shown(fmean(plain), n), shown(fmean(adjusted), n)])
    table(("clusters", "any of 6 p <= .05, %", "any adjusted p <= .05, %"), rows)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print(f"## Equal systems ({n} draws a cell)")
    pairs(EQUAL, n, "p <= .05 (size), %")
    print(f"## Systems that differ ({n} draws a cell)")
    pairs(UNEQUAL, n, "p <= .05 (power), %")
    print(f"## Means of two datasets ({n} draws a line)")
    averaged(n)
    print(f"## Four equal systems ({n // 2} draws a line)")
    families(n // 2)


if __name__ == "__main__":
    main()
