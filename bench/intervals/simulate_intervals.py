"""How often the intervals of `stats` and `agreement` hold the truth, by simulation; prints Markdown tables.

Usage: python -m bench.intervals.simulate_intervals [REPLICATIONS] (default 4000; about five minutes on one core).

Simulated populations are drawn anew; recorded ones resample the subtopics of released SummHay systems, whose pooled
score is then the truth. The method was chosen on other populations, seeds and systems (see
`recorded.CHOSEN_ON`, and `CHOOSING` and `CHOOSING_ORDINARY` of `populations`).
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from bench.intervals.methods import SEED, SIZES, clopper_pearson, compare, coverage_of, kish, score_alone, shown, table
from bench.intervals.populations import CHOOSING, CHOOSING_ORDINARY, POPULATIONS, UNEQUAL, Draw, Sums
from bench.intervals.recorded import judges, pairs_of_systems, resampled, validation
from bench.places import SUMMHAY
from hayrick.stats import mean_of_ratios, ratio_intervals
from hayrick.stats.clusters import FLAT_ROWS, jackknife

WIDTHS = ("width percentile", "width score alone", "width ours")
METHODS = ("truth", "percentile", "plain t", "score alone", "score (ours)", *WIDTHS)


def simulated(n: int) -> None:
    rng = np.random.default_rng(SEED)
    rows = []
    for name, (draw, bounds) in POPULATIONS.items():
        top, bottom = draw(100_000, 5, rng, 0.0)
        truth = float(top.sum() / bottom.sum())
        for size in SIZES:
            rows.append([name, str(size), *compare(*draw(n, size, rng, 0.0), [0] * size, truth, bounds)])
        shifts = (-0.12, 0.0, 0.04)
        large = [draw(100_000, 5, rng, shift) for shift in shifts]
        truth = float(sum(t.sum() for t, _ in large) / sum(b.sum() for _, b in large))
        drawn = [draw(n, 9, rng, shift) for shift in shifts]
        tops, bottoms = (np.concatenate([pair[i] for pair in drawn], 1) for i in (0, 1))
        rows.append([name, "3 x 9", *compare(tops, bottoms, [0] * 9 + [1] * 9 + [2] * 9, truth, bounds)])
    table(("population", "clusters", *METHODS), rows)


class Cell(NamedTuple):
    """One population with one number of clusters: coverage and mean width by method, and draws without variance."""

    covered: dict[str, float]
    width: dict[str, float]
    flat: float
    flat_missed: float


def _cell(draw: Draw, size: int, truth: float, n: int, rng: np.random.Generator) -> Cell:
    top, bottom = draw(n, size, rng, 0.0)
    some = bottom.sum(1) > 0
    top, bottom, layers = top[some], bottom[some], [0] * size
    jack = jackknife([(1.0, top, bottom)], layers)
    found = {"score alone": score_alone(jack, size), "Kish": kish(jack, size), "exact": clopper_pearson(jack, size)}
    ours = [
        (low, high) for _, low, high in ratio_intervals(top, bottom, layers) if low is not None and high is not None
    ]
    keep = jack.has_interval
    found = {name: (low[keep], high[keep]) for name, (low, high) in found.items()}
    found["ours"] = (np.array([low for low, _ in ours]), np.array([high for _, high in ours]))
    held = {name: (low - 1e-9 <= truth) & (truth <= high + 1e-9) for name, (low, high) in found.items()}
    flat = jack.variance[keep] <= 0
    return Cell(
        {name: float(np.mean(one)) for name, one in held.items()},
        {name: float(np.mean(high - low)) for name, (low, high) in found.items()},
        float(np.mean(flat)),
        float(np.mean(flat & ~held["ours"])),
    )


def _truth(draw: Draw, rng: np.random.Generator) -> float:
    top, bottom = draw(100_000, 5, rng, 0.0)
    return float(top.sum() / bottom.sum())


def unequal(n: int) -> None:
    """Coverage and widths without and with the allowance near a bound, and what draws without variance miss."""
    rng = np.random.default_rng(SEED + 5)
    covered, widths, flats = [], [], []
    for name, by_correlation in UNEQUAL.items():
        for icc, draw in by_correlation.items():
            truth = _truth(draw, rng)
            cells = [_cell(draw, size, truth, n, rng) for size in SIZES]
            first = [name, f"{icc:g}", f"{truth:.3g}"]
            covered.append(
                first
                + [f"{100 * one.covered['score alone']:.1f} / **{100 * one.covered['ours']:.1f}**" for one in cells]
            )
            widths.append(first[:2] + [f"{one.width['score alone']:.3f} / {one.width['ours']:.3f}" for one in cells])
            for size, one in zip(SIZES, cells, strict=True):
                if one.flat_missed > 0.01:
                    others = (one.covered["ours"] - one.flat + one.flat_missed) / (1 - one.flat)
                    shares = [f"{100 * share:.1f}" for share in (one.flat, one.flat_missed, others)]
                    flats.append([*first[:2], str(size), *shares])
    sizes = [f"{size} clusters" for size in SIZES]
    table(("population", "correlation", "truth", *sizes), covered)
    print(f"Mean widths ({n} draws a cell, as above):")
    table(("population", "correlation", *sizes), widths)
    print("Draws in which all clusters agree, where more than 1 % of all draws are such and miss the truth:")
    table(("population", "correlation", "clusters", "% agree", "% agree and miss", "others cover, %"), flats)


def choosing(n: int) -> None:
    """What the allowance was chosen on: lowest and mean coverage, and mean width as a multiple of the score alone."""
    rng = np.random.default_rng(SEED + 6)
    rows = []
    for kind, populations in (("unequal", CHOOSING), ("ordinary", CHOOSING_ORDINARY)):
        found: dict[tuple[int, int], Cell] = {}
        for number, draw in enumerate(populations):
            truth = _truth(draw, rng)
            found |= {(number, size): _cell(draw, size, truth, n, rng) for size in SIZES}
        for name in ("score alone", "Kish", "exact", "ours"):
            row = [kind, name]
            for size in SIZES:
                cells = [one for (_, g), one in found.items() if g == size]
                held = [100 * one.covered[name] for one in cells]
                wider = np.mean([one.width[name] / one.width["score alone"] for one in cells])
                row.append(f"{min(held):.1f}, {np.mean(held):.1f}, x{wider:.2f}")
            rows.append(row)
    table(("populations", "method", *(f"{size} clusters" for size in SIZES)), rows)


def new_haystacks(n: int) -> None:
    """Haystacks drawn anew: their spread counts, so that subtopics as clusters are too few."""
    rng = np.random.default_rng(SEED + 1)
    rows = []
    for name in ("coverage, good", "joint, low"):
        draw, bounds = POPULATIONS[name]

        def haystacks(count: int, draw: Draw = draw) -> list[Sums]:
            return [draw(1, 9, rng, shift) for shift in rng.normal(0, 0.06, count)]

        large = haystacks(20_000)
        truth = float(sum(t.sum() for t, _ in large) / sum(b.sum() for _, b in large))
        for count in (6, 10, 20):
            several = [haystacks(count) for _ in range(n)]
            top, bottom = (np.array([[pair[i][0] for pair in one] for one in several]) for i in (0, 1))
            whole = ratio_intervals(top.sum(2), bottom.sum(2), [0] * count, bounds=bounds)
            split = ratio_intervals(
                top.reshape(n, -1), bottom.reshape(n, -1), np.repeat(np.arange(count), 9), bounds=bounds
            )
            cells = [coverage_of(x, truth) for x in (split, whole)]
            rows.append([name, str(count), f"{truth:.3g}", f"{100 * cells[0][0]:.1f}", f"**{shown(cells[1][0], n)}**"])
    table(("population", "haystacks", "truth", "subtopics as clusters", "haystacks as clusters (ours)"), rows)


def questions(n: int) -> None:
    """Clusters of one question each, right or wrong: with 8 rows a cluster where all agree, and with its own one."""
    rng = np.random.default_rng(SEED + 7)
    rows = []
    for truth in (0.5, 0.8, 0.9, 0.95, 0.98, 0.995):
        row = [f"{truth:g}"]
        for size in (5, 12, 20, 60, 100):
            right, ones = (rng.random((n, size)) < truth).astype(float), np.ones((n, size))
            eight, own = (
                coverage_of(mean_of_ratios([(right, ones)], [0] * size, rows=several * ones), truth)
                for several in (FLAT_ROWS, 1)
            )
            row.append(f"{100 * eight[0]:.1f} / **{100 * own[0]:.1f}**, {own[1]:.2f}")
        rows.append(row)
    table(("truth", *(f"{size} questions" for size in (5, 12, 20, 60, 100))), rows)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("## Simulated populations")
    simulated(n)
    print("## Unequal clusters")
    unequal(n)
    print("## Clusters of one question")
    questions(n)
    print("## What the allowance was chosen on")
    choosing(n // 2)
    print("## New haystacks")
    new_haystacks(n // 2)
    if SUMMHAY.is_dir():
        print("## Recorded systems, subtopics resampled")
        resampled(n // 2)
        print("## Pairs of recorded systems")
        pairs_of_systems(n)
        print("## Recorded judges against humans")
        validation()
    print("## Agreement")
    judges(n)


if __name__ == "__main__":
    main()
