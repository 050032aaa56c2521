"""How often the intervals of `stats` and `agreement` hold the truth, by simulation; prints Markdown tables.

Usage: python bench/simulate_intervals.py [REPLICATIONS] (default 4000; about five minutes on one core).

Simulated populations are drawn anew; recorded ones resample the subtopics of released SummHay systems, whose pooled
score is then the truth. The method was chosen on other populations, seeds and systems (see `CHOSEN_ON`, `CHOOSING` and
`CHOOSING_ORDINARY`).
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from hayrick.agreement import Pair, agreement
from hayrick.stats import Interval, ratio_intervals, t_quantile
from hayrick.stats.clusters import Jackknife, jackknife
from hayrick.stats.intervals import FLAT_ROWS
from hayrick.stats.paired import paired_difference
from hayrick.types import Label

Floats = NDArray[np.float64]
Sums = tuple[Floats, Floats]
Draw = Callable[[int, int, np.random.Generator, float], Sums]
Sizes = Callable[[int, int, np.random.Generator], NDArray[np.bool_]]
Ends = tuple[Floats, Floats]

SHARED = Path(os.environ.get("HAYRICK_SHARED", Path(__file__).resolve().parents[2] / "shared"))
SUMMHAY = SHARED / "data" / "summhay"
SIZES = (3, 5, 9, 15, 25)
SEED = 20240
CHOSEN_ON = slice(3, None, 16)
"""Systems (of the 78 sorted names) on which methods were compared before; they are not reported."""

REPORTED = slice(5, None, 8)
MEASURES = ("coverage", "citation", "joint", "words")
POSITIVE = (0.0, float("inf"))
LABELS: dict[str, Label] = {"NO_COVERAGE": "none", "PARTIAL_COVERAGE": "partial", "FULL_COVERAGE": "full"}
HUMAN: dict[str, Label] = {"not_covered": "none", "partially_covered": "partial", "fully_covered": "full"}
VALUES = {"none": 0.0, "partial": 0.5, "full": 1.0}


# Populations: [replications, clusters] sums of value and of weight; `shift` moves a haystack.


def even(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which of 25 places are insights: the first 4 to 10 of each cluster."""
    return np.arange(25) < rng.integers(4, 11, size=(n, g, 1))


def skewed(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """3 to 25 insights a cluster, 10 on average and most often few: clusters of very unequal weight."""
    return np.arange(25) < np.rint(3 + 22 * rng.beta(0.6, 1.4, (n, g, 1)))


def skewed_otherwise(n: int, g: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """3 to 25 insights a cluster, log-normal: what methods were chosen on."""
    return np.arange(25) < np.clip(np.rint(np.exp(rng.normal(2, 0.75, (n, g, 1)))), 3, 25)


def _covered(mean: float, icc: float, n: int, g: int, rng: np.random.Generator, shift: float) -> Floats:
    """Values 0, .5, 1 whose chance varies by cluster (beta, intraclass correlation `icc`)."""
    mean = float(np.clip(mean + shift, 0.02, 0.995))
    scale = 1 / icc - 1
    chance = rng.beta(mean * scale, (1 - mean) * scale, size=(n, g, 1))
    first, second = rng.random((n, g, 25)), rng.random((n, g, 25))
    second = np.where(rng.random((n, g, 25)) < 0.5, first, second)
    return ((first < chance).astype(float) + (second < chance)) / 2


def coverage(mean: float, icc: float = 0.15, sizes: Sizes = even) -> Draw:
    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        mask = sizes(n, g, rng)
        return (_covered(mean, icc, n, g, rng, shift) * mask).sum(2), mask.sum(2).astype(float)

    return draw


def cited(
    covered: float, median: float, zeros: float, joint: bool, icc: float = 0.15, sizes: Sizes = even, apart: float = 0.7
) -> Draw:
    """Citation scores (of covered insights) or joint scores (of all): skewed, with zeros, correlated in a cluster.

    `apart` is the standard deviation between clusters of the scores' logits.
    """

    def draw(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
        mask, value = sizes(n, g, rng), _covered(covered, icc, n, g, rng, shift)
        logit = np.log(median / (1 - median)) + 3 * shift
        logit = logit + rng.normal(0, apart, (n, g, 1)) + rng.normal(0, 0.8, (n, g, 25))
        score = np.where(rng.random((n, g, 25)) < zeros, 0, 1 / (1 + np.exp(-logit)))
        weight = mask if joint else mask & (value > 0)
        return ((value * score if joint else score) * weight).sum(2), weight.sum(2).astype(float)

    return draw


def words(n: int, g: int, rng: np.random.Generator, shift: float) -> Sums:
    """Words of bullets: log-normal, more bullets in wordy clusters."""
    wordy = rng.normal(0, 0.35, (n, g, 1))
    mask = np.arange(10) < np.clip(np.rint(6 + 3 * wordy + rng.normal(0, 1.5, (n, g, 1))), 1, 10)
    length = np.exp(3.1 + 2 * shift + wordy + rng.normal(0, 0.45, (n, g, 10)))
    return (length * mask).sum(2), mask.sum(2).astype(float)


POPULATIONS: dict[str, tuple[Draw, tuple[float, float]]] = {
    "coverage, middling": (coverage(0.5), (0.0, 1.0)),
    "coverage, good": (coverage(0.8), (0.0, 1.0)),
    "coverage, near 1": (coverage(0.95), (0.0, 1.0)),
    "coverage, at 1": (coverage(0.99), (0.0, 1.0)),
    "citation, low": (cited(0.65, 0.17, 0.3, joint=False), (0.0, 1.0)),
    "citation, high": (cited(0.65, 0.67, 0.05, joint=False), (0.0, 1.0)),
    "joint, low": (cited(0.5, 0.25, 0.35, joint=True), (0.0, 1.0)),
    "joint, high": (cited(0.8, 0.7, 0.03, joint=True), (0.0, 1.0)),
    "words per bullet": (words, POSITIVE),
}

CORRELATIONS = (0.15, 0.3, 0.5)
UNEQUAL: dict[str, dict[float, Draw]] = {
    **{f"coverage {m:g}": {icc: coverage(m, icc, skewed) for icc in CORRELATIONS} for m in (0.05, 0.5, 0.8, 0.95)},
    "joint, low": {icc: cited(0.5, 0.25, 0.35, True, icc, skewed) for icc in CORRELATIONS},
}
"""Clusters of unequal weight, strongly clustered, by intraclass correlation of the chance of coverage: reported."""

CHOOSING: list[Draw] = [
    *(coverage(mean, icc, skewed_otherwise) for mean in (0.07, 0.6, 0.85, 0.93) for icc in (0.2, 0.4)),
    cited(0.4, 0.3, 0.3, True, 0.4, skewed_otherwise, 1.0),
]
"""Populations of the same kind on which the allowance for clusters near a bound was chosen."""

CHOOSING_ORDINARY: list[Draw] = [
    *(coverage(mean, 0.12) for mean in (0.45, 0.75, 0.93)),
    cited(0.6, 0.2, 0.25, False),
    cited(0.5, 0.22, 0.3, True),
]
"""Ordinary populations, of which the allowance was to widen the intervals as little as possible."""


# Methods


def percentile(top: Floats, bottom: Floats, strata: NDArray[np.int64], rng: np.random.Generator) -> list[Interval]:
    """The percentile bootstrap over clusters within strata (999 resamples), for comparison."""
    times = np.zeros((999, len(strata)))
    for stratum in np.unique(strata):
        at = np.flatnonzero(strata == stratum)
        times[:, at] = rng.multinomial(len(at), np.full(len(at), 1 / len(at)), size=999)
    found = []
    for start in range(0, len(top), 500):
        over, under = top[start : start + 500] @ times.T, bottom[start : start + 500] @ times.T
        # A resample without weight repeats the estimate: rare, and only where clusters can be empty.
        whole = top[start : start + 500].sum(1) / bottom[start : start + 500].sum(1)
        ratio = np.where(under > 0, over / np.where(under > 0, under, 1), whole[:, None])
        low, high = np.quantile(ratio, [0.025, 0.975], axis=1)
        found += [Interval(*map(float, row)) for row in zip(whole, low, high, strict=True)]
    return found


def _wilson(value: Floats, k: Floats, square: float) -> Ends:
    """Ends of (value - p)^2 <= k (p - square p^2)."""
    middle, lead = 2 * value + k, 1 + square * k
    width = np.sqrt((middle**2 - 4 * lead * value**2).clip(0))
    return (middle - width) / (2 * lead), (middle + width) / (2 * lead)


def score_alone(jack: Jackknife, clusters: int, most: float = 1.0) -> Ends:
    """The score interval without the allowance for clusters near a bound (ours until it was added)."""
    square = float(most == 1.0)
    w = jack.value * (1 - square * jack.value)
    varies = (jack.variance > 0) & (w > 1e-12)
    flat = square / (FLAT_ROWS * clusters)
    k = np.where(varies, jack.variance / np.where(varies, w, 1), flat) * t_quantile(0.95, jack.df) ** 2
    return _wilson(jack.value, k, square)


def kish(jack: Jackknife, clusters: int) -> Ends:
    """The same with the degrees of freedom of the number of equal clusters that unequal ones count for."""
    return score_alone(jack._replace(df=np.minimum(jack.df, jack.clusters - 1).clip(1)), clusters)


def clopper_pearson(jack: Jackknife, clusters: int) -> Ends:
    """Exact binomial interval of the effective number of rows, reduced by t (Korn and Graubard, 1998)."""
    w = jack.value * (1 - jack.value)
    varies = (jack.variance > 0) & (w > 1e-12)
    rows = np.where(varies, w / np.where(varies, jack.variance, 1), FLAT_ROWS * clusters)
    rows = rows * (1.959964 / t_quantile(0.95, jack.df)) ** 2
    hits, misses = rows * jack.value, rows * (1 - jack.value)
    low = np.where(hits > 0, beta.ppf(0.025, hits.clip(1e-9), misses + 1), 0.0)
    return low, np.where(misses > 0, beta.ppf(0.975, hits + 1, misses.clip(1e-9)), 1.0)


def coverage_of(intervals: Iterable[Interval], truth: float) -> tuple[float, float, int]:
    """Share of intervals that hold the truth, mean width, and number; rows without interval are left out."""
    known = [(i.low, i.high) for i in intervals if i.low is not None and i.high is not None]
    hits = sum(low - 1e-9 <= truth <= high + 1e-9 for low, high in known)
    return hits / len(known), sum(high - low for low, high in known) / len(known), len(known)


def shown(share: float, n: int) -> str:
    return f"{100 * share:.1f} ±{196 * sqrt(max(share * (1 - share), 1 / n) / n):.1f}"


def compare(top: Floats, bottom: Floats, strata: Sequence[int], truth: float, bounds: tuple[float, float]) -> list[str]:
    some = bottom.sum(1) > 0
    top, bottom, layers = top[some], bottom[some], np.asarray(strata, dtype=np.int64)
    boot, boot_width, _ = coverage_of(percentile(top, bottom, layers, np.random.default_rng(1)), truth)
    plain, _, _ = coverage_of(ratio_intervals(top, bottom, layers, bounds=None), truth)
    ours, width, n = coverage_of(ratio_intervals(top, bottom, layers, bounds=bounds), truth)
    low, high = score_alone(jackknife([(1.0, top, bottom)], layers), top.shape[1], bounds[1])
    alone = np.mean((low - 1e-9 <= truth) & (truth <= high + 1e-9))
    digits = 3 if truth <= 1 else 1
    cells = [f"{truth:.3g}", f"{100 * boot:.1f}", f"{100 * plain:.1f}", f"{100 * alone:.1f}", f"**{shown(ours, n)}**"]
    return [*cells, *(f"{one:.{digits}f}" for one in (boot_width, float(np.mean(high - low)), width))]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print("\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()


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


# Recorded systems


def recorded() -> dict[str, list[tuple[int, dict[str, tuple[float, float]]]]]:
    """Sums per measure of every recorded system, subtopic by subtopic, with the haystack's number."""
    found: dict[str, list[tuple[int, dict[str, tuple[float, float]]]]] = {}
    for number, name in enumerate(("topic_news1", "topic_news2", "topic_news4")):
        haystack = json.loads((SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        held: dict[str, set[int]] = {}
        for position, document in enumerate(haystack["documents"], 1):
            for insight in document["insights_included"]:
                held.setdefault(insight, set()).add(position)
        for subtopic in haystack["subtopics"]:
            for key, judged in subtopic["eval_summaries"].items():
                sums = _scores(judged, subtopic["summaries"][key], held)
                found.setdefault(key, []).append((number, sums))
    return found


def _scores(
    judged: list[dict[str, object]], bullets: list[str], held: dict[str, set[int]]
) -> dict[str, tuple[float, float]]:
    value, score = [], []
    for row in judged:
        value.append(VALUES[LABELS[str(row["coverage"])]])
        link, right = row["bullet_id"], held.get(str(row["insight_id"]), set())
        text = bullets[link - 1] if isinstance(link, int) and 1 <= link <= len(bullets) else ""
        cites = {int(x) for group in re.findall(r"\[([\d, ]+)\]", text) for x in re.findall(r"\d+", group)}
        score.append(2 * len(cites & right) / (len(cites) + len(right)) if cites & right else 0.0)
    covered = sum(v > 0 for v in value)
    return {
        "coverage": (sum(value), len(value)),
        "citation": (sum(s for v, s in zip(value, score, strict=True) if v > 0), covered),
        "joint": (sum(v * s for v, s in zip(value, score, strict=True)), len(value)),
        "words": (sum(len(b.split()) for b in bullets), len(bullets)),
    }


def resampled(n: int) -> None:
    """Draw subtopics of recorded systems with replacement; all systems of a cell are pooled, the extremes shown."""
    systems = recorded()
    names = sorted(systems)
    names = [name for name in names[REPORTED] if name not in names[CHOSEN_ON]][:10]
    print("Systems:", ", ".join(name.removeprefix("summary_subtopic_") for name in names))
    rng = np.random.default_rng(SEED + 2)
    rows = []
    for measure in MEASURES:
        for size in (*SIZES, 0):
            boot, ours = [], []
            for name in names:
                strata = np.array([number for number, _ in systems[name]])
                sums = np.array([by[measure] for _, by in systems[name]])
                truth = float(sums[:, 0].sum() / sums[:, 1].sum())
                if size:
                    at, layers = rng.integers(len(sums), size=(n, size)), np.zeros(size, np.int64)
                else:
                    layers = np.sort(strata)
                    at = np.concatenate(
                        [rng.choice(np.flatnonzero(strata == h), (n, (strata == h).sum())) for h in range(3)], 1
                    )
                top, bottom = sums[at, 0], sums[at, 1]
                some = bottom.sum(1) > 0
                boot.append(coverage_of(percentile(top[some], bottom[some], layers, rng), truth)[0])
                bounds = POSITIVE if measure == "words" else (0.0, 1.0)
                ours.append(coverage_of(ratio_intervals(top, bottom, layers, bounds=bounds), truth)[0])
            mean = [sum(x) / len(x) for x in (boot, ours)]
            cells = [f"{100 * mean[0]:.1f}", f"**{shown(mean[1], n * len(ours))}**"]
            cells += [f"{100 * min(ours):.1f} to {100 * max(ours):.1f}"]
            rows.append([measure, str(size or "9 + 9 + 8"), *cells])
    table(("measure", "clusters", "percentile", "score (ours)", "lowest and highest of the systems"), rows)


def pairs_of_systems(n: int) -> None:
    """Differences of recorded systems: coverage of the interval, and size of the swap test where nothing differs."""
    systems = recorded()
    names = sorted(systems)[REPORTED]
    rng = np.random.default_rng(SEED + 3)
    rows = []
    for measure in MEASURES[:3]:
        for size in (3, 5, 9, 15, 26):
            hits: list[float] = []
            rejected: list[float] = []
            for one, two in zip(names[::2], names[1::2], strict=False):
                a, b = (np.array([by[measure] for _, by in systems[name]]) for name in (one, two))
                truth = float(a[:, 0].sum() / a[:, 1].sum() - b[:, 0].sum() / b[:, 1].sum())
                for _ in range(n // 4):
                    at = rng.integers(len(a), size=size)
                    found = paired_difference((a[at, 0], a[at, 1]), (b[at, 0], b[at, 1]), [0] * size, swaps=1)
                    if found.low is not None and found.high is not None:
                        hits.append(found.low - 1e-9 <= truth <= found.high + 1e-9)
                    swap = rng.integers(0, 2, size=(size, 1))
                    x, y = np.where(swap, a[at], b[at]), np.where(swap, b[at], a[at])
                    draw = int(rng.integers(2**31))
                    null = paired_difference((x[:, 0], x[:, 1]), (y[:, 0], y[:, 1]), [0] * size, swaps=399, seed=draw)
                    rejected.append(null.p is not None and null.p <= 0.05)
            cells = [np.mean(hits), np.mean(rejected)]
            rows.append([measure, str(size), shown(float(cells[0]), len(hits)), shown(float(cells[1]), len(rejected))])
    table(("measure", "clusters", "interval holds the difference", "p <= .05 where nothing differs"), rows)


# Agreement


def annotated() -> dict[str, list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for row in json.loads((SUMMHAY / "judge_annotations.json").read_text(encoding="utf-8")):
        human = {given["insight_id"]: given for given in row["annotation"]}
        for key in (key for key in row if key.startswith("predictions_")):
            for reply in row[key]:
                given, label = human[reply["insight_id"]], LABELS[reply["coverage"]]
                said = HUMAN[given["coverage"]]
                pair = Pair(
                    cluster=f"{row['topic']}/{row['subtopic_id']}",
                    judge_value=VALUES[label],
                    judge_label=label,
                    judge_bullet=reply["bullet_id"] if isinstance(reply["bullet_id"], int) else None,
                    human_value=VALUES[said],
                    human_label=said,
                    human_bullet=int(given["candidate_id"]) + 1 if given["candidate_id"].isdigit() else None,
                )
                found.setdefault(key.removeprefix("predictions_"), []).append(pair)
    return found


def _figures(tables: Floats) -> list[Floats]:
    """Correlation and kappa of stacks of 3 x 3 counts [..., judge, human]."""
    steps, n = np.array([0.0, 0.5, 1.0]), tables.sum((-1, -2))
    judge, human = tables.sum(-1) / n[..., None], tables.sum(-2) / n[..., None]
    means = judge @ steps, human @ steps
    both = np.einsum("...ij,i,j->...", tables, steps, steps) / n - means[0] * means[1]
    spread = (judge @ steps**2 - means[0] ** 2) * (human @ steps**2 - means[1] ** 2)
    apart = np.abs(steps[:, None] - steps)
    chance = np.einsum("...i,ij,...j->...", judge, apart, human)
    return [both / np.sqrt(spread), 1 - (tables * apart).sum((-1, -2)) / n / chance]


def _agreement_rows(name: str, draw: Callable[[int, int], Floats], truth: Floats, n: int) -> list[list[str]]:
    rows = []
    for size in (5, 9, 14, 25):
        tables = draw(n, size)
        whole, without = _figures(tables.sum(1)), _figures(tables.sum(1)[:, None] - tables)
        cells = []
        for figure, expected in enumerate(_figures(truth)):
            known = np.isfinite(whole[figure]) & np.isfinite(without[figure]).all(1)
            value, left = whole[figure][known], without[figure][known]
            half = t_quantile(0.95, [size - 1])[0] * np.sqrt(((left - value[:, None]) ** 2).sum(1) * (size - 1) / size)
            cells.append(shown(float(np.mean(np.abs(value - expected) <= half)), int(known.sum())))
        rows.append([name, str(size), *cells])
    return rows


def judges(n: int) -> None:
    """Jackknife intervals of correlation and kappa, on invented judges and on resampled recorded ones."""
    rng = np.random.default_rng(SEED + 4)
    rows = []
    for name, skill, lenient in (("invented, good", 0.8, 0.0), ("invented, weak and lenient", 0.4, 0.25)):

        def invented(n: int, size: int, skill: float = skill, lenient: float = lenient) -> Floats:
            mask = np.arange(80) < rng.integers(20, 81, (n, size, 1))
            mood = rng.dirichlet([2.0, 2.0, 2.0], (n, size))[:, :, None, :]
            human = (rng.random((n, size, 80, 1)) > np.cumsum(mood, -1)[..., :2]).sum(-1)
            sure = rng.beta(8 * skill, 8 * (1 - skill), (n, size, 1))
            guess = np.where(rng.random((n, size, 80)) < lenient, 2, rng.integers(0, 3, (n, size, 80)))
            judge = np.where(rng.random((n, size, 80)) < sure, human, guess)
            cell = (np.arange(9) == (3 * judge + human)[..., None]) & mask[..., None]
            counts: Floats = cell.sum(2).reshape(n, size, 3, 3).astype(float)
            return counts

        def in_parts(n: int, size: int, draw: Callable[[int, int], Floats] = invented) -> Floats:
            return np.concatenate([draw(200, size) for _ in range(n // 200)])

        rows += _agreement_rows(name, in_parts, in_parts(4000, 10).sum((0, 1)), n)
    if SUMMHAY.is_dir():
        order = {"none": 0, "partial": 1, "full": 2}
        for name, pairs in annotated().items():
            clusters = {pair.cluster: i for i, pair in enumerate({pair.cluster: pair for pair in pairs}.values())}
            counts = np.zeros((len(clusters), 3, 3))
            for pair in pairs:
                counts[clusters[pair.cluster], order[pair.judge_label or "none"], order[pair.human_label]] += 1

            def again(n: int, size: int, counts: Floats = counts) -> Floats:
                return np.asarray(counts[rng.integers(len(counts), size=(n, size))])

            rows += _agreement_rows(name, again, counts.sum(0), n)[2:3]
    table(("judge", "clusters", "correlation", "kappa"), rows)


def validation() -> None:
    rows = []
    for name, pairs in annotated().items():
        found = agreement(pairs)
        rows.append([name, str(found.n)])
        for figure in ("coverage_correlation", "kappa_linear", "linking_accuracy", "bias"):
            value, low, high = (getattr(found, figure + end) for end in ("", "_low", "_high"))
            rows[-1].append(f"{value:.3f} [{low:.3f}, {high:.3f}]")
        rows[-1].insert(4, str(found.linking_n))
    table(("judge", "n", "coverage correlation", "kappa, linear", "linked", "linking accuracy", "bias"), rows)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("## Simulated populations")
    simulated(n)
    print("## Unequal clusters")
    unequal(n)
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
