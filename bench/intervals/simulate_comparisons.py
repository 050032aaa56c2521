"""How often intervals of paired differences hold the truth, and how often equal systems are told apart; by simulation.

Usage: python -m bench.intervals.simulate_comparisons [REPLICATIONS] [--only PART...] (default 2000; about five minutes
on one core for the parts equal, different, means and families, and six for the part unequal). Prints
Markdown tables, which docs/evidence/intervals.md shows. Two invented systems answer the same clusters of 4 to 10
insights: what is hard for one is mostly hard for the other. Nothing was chosen on the populations of the first four
parts; on kinds of the last one (clusters of six, other seeds) the test was chosen among those of `comparison_methods`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr
from scipy.stats import beta

from bench.intervals.comparison_methods import OTHERS
from bench.intervals.methods import shown, table
from bench.intervals.populations import Floats, even
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


class Cited:
    """Citation scores of the insights that either of two systems covers: chances of coverage, medians, and kinds.

    Scores of a "skewed" system are spread over [0, 1] by cluster and insight, those of a "precise" one are alike, those
    of a "rough" one are 0 or 1. Which insights are covered does not depend on their scores.
    """

    def __init__(
        self, covered: tuple[float, float], medians: tuple[float, float], kinds: tuple[str, str] = ("skewed", "skewed")
    ) -> None:
        self.covered, self.medians, self.kinds = covered, medians, kinds

    def draw(self, n: int, g: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Sums of value, and of weight, [2, n, g]."""
        mask = even(n, g, rng)
        clusters, topics = rng.normal(size=(2, n, g, 1))
        hard, luck = rng.normal(size=(2, n, g, 25))
        found = [
            self._sums(*given, clusters, topics, hard, luck, mask, rng)
            for given in zip(self.covered, self.medians, self.kinds, strict=True)
        ]
        return np.stack([top for top, _ in found]), np.stack([bottom for _, bottom in found])

    def _sums(
        self,
        covered: float,
        median: float,
        kind: str,
        clusters: Floats,
        topics: Floats,
        hard: Floats,
        luck: Floats,
        mask: NDArray[np.bool_],
        rng: np.random.Generator,
    ) -> tuple[Floats, Floats]:
        scale = 1 / SPREAD - 1
        chance = beta.ppf(ndtr(_mixed(topics, rng)), covered * scale, (1 - covered) * scale) if covered < 1 else 1.0
        weight = mask & (ndtr(_mixed(luck, rng)) < chance)
        spread = 0.15 if kind == "precise" else 0.7
        shift = logit(median) + spread * _mixed(clusters, rng)
        own = _mixed(hard, rng)
        value = (ndtr(own) < expit(shift)).astype(float) if kind == "rough" else expit(shift + 1.7 * spread * own)
        return (value * weight).sum(2), weight.sum(2).astype(float)


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


COVERED = ((1.0, 1.0), (0.54, 0.54), (1.0, 0.54), (1.0, 0.25), (1.0, 0.125), (1.0, 0.06))
UNLIKE_SIZES = (6, 8, 10, 14)
ROUGH = 0.608
"""Median of a rough system whose mean is that of a precise one with median .6: .598."""

QUALITIES: dict[str, tuple[tuple[float, float], tuple[str, str]]] = {
    "equal, middling": ((0.5, 0.5), ("skewed", "skewed")),
    "equal, low": ((0.15, 0.15), ("skewed", "skewed")),
    "equal, precise and rough": ((0.6, ROUGH), ("precise", "rough")),
    "different, middling": ((0.75, 0.45), ("skewed", "skewed")),
}


def unequal(n: int) -> None:
    """Two systems that cover unlike shares of the insights: whether their citation scores are told apart."""
    rng = np.random.default_rng(SEED + 3)
    rows = []
    for quality, (medians, kinds) in QUALITIES.items():
        for covered in COVERED:
            population = Cited(covered, medians, kinds)
            tops, bottoms = Cited((1.0, 1.0), medians, kinds).draw(20_000, 5, rng)
            truth = float((tops[0].sum() - tops[1].sum()) / bottoms[0].sum())
            for size in UNLIKE_SIZES:
                cells = _unequal_cells(population, truth, size, n, rng)
                rows.append([quality, f"{covered[0]:g}, {covered[1]:g}", str(size), *cells])
    heads = ("n of b", "in clusters", *(f"{one}, %" for one in OTHERS), "ours, %", "interval holds it, %")
    table(("citation quality", "coverage a, b", "clusters", *heads, "p <= .05 and 0 in the interval, %"), rows)


def _unequal_cells(population: Cited, truth: float, size: int, n: int, rng: np.random.Generator) -> list[str]:
    tops, bottoms = population.draw(n, size, rng)
    rejected: dict[str, list[bool]] = {name: [] for name in [*OTHERS, "ours"]}
    held, contradicted, counts = [], [], []
    for top, bottom in zip(tops.swapaxes(0, 1), bottoms.swapaxes(0, 1), strict=True):
        if not bottom.any(1).all():
            continue
        counts.append((bottom[1].sum(), (bottom[1] > 0).sum()))
        for name, test in OTHERS.items():
            rejected[name].append(test(top, bottom, SWAPS, rng) <= ALPHA)
        part = Part(1.0, (top[0], bottom[0]), (top[1], bottom[1]))
        found = paired_means([part], [0] * size, swaps=SWAPS, seed=int(rng.integers(2**31)))
        is_apart = found.p is not None and found.p <= ALPHA
        rejected["ours"].append(is_apart)
        if found.low is not None and found.high is not None:
            held.append(found.low - 1e-9 <= truth <= found.high + 1e-9)
            contradicted.append(is_apart and found.low < 0 < found.high)
    means = np.mean(counts, 0)
    shares = [f"{100 * fmean(one):.1f}" for one in rejected.values()]
    ends = [f"{100 * fmean(one):.1f}" for one in (held, contradicted)]
    return [f"{means[0]:.1f}", f"{means[1]:.1f}", *shares[:-1], f"**{shares[-1]}**", *ends]


def unequal_means(n: int) -> None:
    """The same by the mean of two datasets, clusters in strata, for equal citation of a low and a high score."""
    rng = np.random.default_rng(SEED + 4)
    rows = []
    for covered in COVERED[2:]:
        for size in (3, 5, 10):
            drawn = [Cited(covered, (median, median)).draw(n, size, rng) for median in (0.2, 0.6)]
            held, rejected = [], []
            for i in range(n):
                sums = np.zeros((2, 2, 2, 2 * size))  # [part, value or weight, system, cluster]
                for number, (tops, bottoms) in enumerate(drawn):
                    sums[number, :, :, number * size : (number + 1) * size] = tops[:, i], bottoms[:, i]
                parts = [Part(0.5, (one[0, 0], one[1, 0]), (one[0, 1], one[1, 1])) for one in sums]
                found = paired_means(parts, [0] * size + [1] * size, swaps=SWAPS, seed=int(rng.integers(2**31)))
                if found.difference is None:
                    continue
                rejected.append(found.p is not None and found.p <= ALPHA)
                if found.low is not None and found.high is not None:
                    held.append(found.low - 1e-9 <= 0 <= found.high + 1e-9)
            cells = shown(fmean(held), len(held)), shown(fmean(rejected), len(rejected))
            rows.append([f"{covered[0]:g}, {covered[1]:g}", f"2 x {size}", *cells])
    table(("coverage a, b", "clusters", "interval holds 0, %", "p <= .05, %"), rows)


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


PARTS = ("equal", "different", "means", "families", "unequal")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.intervals.simulate_comparisons")
    parser.add_argument("replications", type=int, nargs="?", default=2000)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    given = parser.parse_args()
    n, wanted = given.replications, given.only
    if "equal" in wanted:
        print(f"## Equal systems ({n} draws a cell)")
        pairs(EQUAL, n, "p <= .05 (size), %")
    if "different" in wanted:
        print(f"## Systems that differ ({n} draws a cell)")
        pairs(UNEQUAL, n, "p <= .05 (power), %")
    if "means" in wanted:
        print(f"## Means of two datasets ({n} draws a line)")
        averaged(n)
    if "families" in wanted:
        print(f"## Four equal systems ({n // 2} draws a line)")
        families(n // 2)
    if "unequal" in wanted:
        print(f"## Citation where coverage differs ({n // 2} draws a line)")
        unequal(n // 2)
        unequal_means(n // 2)


if __name__ == "__main__":
    main()
