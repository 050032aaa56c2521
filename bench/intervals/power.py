"""Whether `hayrick plan --power` promises what `hayrick compare` then keeps, on the released rows of SummHay's systems.

Usage: python -m bench.intervals.power [DRAWS] [--only PART...] (default 50 draws a pair and cell; about ten minutes on
one core). Prints the tables of docs/evidence/power.md. Parts:

- widths: half-widths of intervals on a haystack, predicted from the two others.
- held-out: power on a haystack, predicted from the two others. Subtopics of the haystack are drawn with replacement for
  random pairs of systems, one of which is shifted so that the true difference is known.
- sizes: the same with the table that ships, on all 26 subtopics, for several numbers of subtopics.
- systems: four systems, of which one differs: tests adjusted by Holm.
- designs: invented normal contributions of equal and unequal clusters.
- pilots: what a pilot of two systems on one haystack promises, against the same two on all subtopics.
- elsewhere: the same systems under another judge, and other systems on a bundled haystack.

Data: `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout). Nothing was chosen on these draws.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np

from bench.intervals.make_power import MEASURES, TASK, fitted, released
from bench.intervals.methods import table
from bench.places import HAYSTACKS
from hayrick.comparison import Side, sides_of
from hayrick.comparison.groups import ALPHA
from hayrick.comparison.sides import Cell
from hayrick.comparison.variances import Variances, variances
from hayrick.harness.reviewing.compare import finished_runs
from hayrick.harness.running.demo import demo_haystack, demo_request
from hayrick.harness.running.run import run
from hayrick.records.reported import recorded
from hayrick.reporting import Reporting
from hayrick.stats import Floats, ratio_intervals
from hayrick.stats.dependent import holm
from hayrick.stats.paired import Part, paired_means
from hayrick.stats.power import detectable, power
from hayrick.stats.spread import Member, Spread, half_width

SEED = 20261
SWAPS = 999
PAIRS = 60
EFFECTS = (0.05, 0.1, 0.2, 0.3)
SIZES = (6, 9, 15, 26, 60)


def sums(sides: Sequence[Side], measure: str) -> Floats:
    """Sums of value and of weight of each system and subtopic, [systems, 2, subtopics]."""
    found = [[one.cells[measure].get(slot, Cell()).without(set()) for slot in sides[0].asked] for one in sides]
    return np.array(found).transpose(0, 2, 1)


def members_of(sizes: Sequence[float], strata: Sequence[int] | None = None) -> list[Member]:
    total = sum(sizes)
    layers = strata if strata is not None else [0] * len(sizes)
    return [
        Member(layer, n / total, 0.0, (n / total) ** 2, n / total**2) for n, layer in zip(sizes, layers, strict=True)
    ]


def difference(one: Variances) -> Spread:
    assert one.difference is not None
    return one.difference


def share(found: Sequence[float]) -> str:
    """Mean of the pairs' shares in percent, and 1.96 of its standard errors."""
    return f"{100 * fmean(found):.1f} ±{196 * float(np.std(found, ddof=1)) / sqrt(len(found)):.1f}"


def rejected(a: Floats, b: Floats, effect: float, size: int, draws: int, rng: np.random.Generator) -> float:
    """Share of draws in which two systems are told apart whose scores are shifted to differ by the effect."""
    natural = a[0].sum() / a[1].sum() - b[0].sum() / b[1].sum()
    shifted = np.stack([b[0] + (natural - effect) * b[1], b[1]])
    count = 0
    for _ in range(draws):
        at = rng.integers(a.shape[1], size=size)
        part = Part(1.0, (a[0, at], a[1, at]), (shifted[0, at], shifted[1, at]))
        found = paired_means([part], [0] * size, bounds=None, swaps=SWAPS, seed=int(rng.integers(2**31)))
        count += found.p is not None and found.p <= ALPHA
    return count / draws


def some_pairs(n: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    every = list(combinations(range(n), 2))
    return [every[i] for i in rng.choice(len(every), PAIRS, replace=False)]


def widths(draws: int) -> None:
    """Half-widths of 78 systems on a haystack, predicted from the two others."""
    rows = []
    for held in HAYSTACKS:
        sides, _ = released((held,))
        known = {one.measure: one for one in fitted(tuple(one for one in HAYSTACKS if one != held))}
        members = members_of(sums(sides, "coverage")[0, 1])
        for measure in MEASURES:
            seen = sums(sides, measure)
            intervals = ratio_intervals(seen[:, 0], seen[:, 1], [0] * seen.shape[2])
            half = np.array(
                [(one.high - one.low) / 2 for one in intervals if one.high is not None and one.low is not None]
            )
            told = half_width(known[measure].value, known[measure].score, members, (0.0, 1.0)) or 0.0
            spread = ", ".join(f"{100 * x:.1f}" for x in np.quantile(half, (0.1, 0.9)))
            size = f"{len(members)}, {int(sums(sides, 'coverage')[0, 1].sum())}"
            rows.append([held, size, measure, f"{100 * told:.1f}", f"{100 * half.mean():.1f}", spread])
    heads = (
        "held out",
        "subtopics, insights",
        "measure",
        "predicted ±",
        "observed ±, mean of 78",
        "10 and 90 % of systems",
    )
    table(heads, rows)


def told_and_kept(
    effects: Sequence[float],
    spread: Spread,
    members: Sequence[Member],
    size: int,
    seen: Floats,
    pairs: Sequence[tuple[int, int]],
    draws: int,
    rng: np.random.Generator,
) -> Iterator[str]:
    """For each effect the promised power, and the share of draws of these pairs in which the test tells them apart."""
    for effect in effects:
        told = power(effect, spread, members, clusters=size)
        kept = [rejected(seen[a], seen[b], effect, size, draws, rng) for a, b in pairs]
        yield f"{100 * told:.1f} / **{share(kept)}**"


def held_out(draws: int) -> None:
    rng = np.random.default_rng(SEED)
    rows = []
    for held in HAYSTACKS:
        sides, _ = released((held,))
        known = {one.measure: one for one in fitted(tuple(one for one in HAYSTACKS if one != held))}
        members = members_of(sums(sides, "coverage")[0, 1])
        for measure in MEASURES:
            seen, pairs = sums(sides, measure), some_pairs(len(sides), rng)
            spread = difference(known[measure])
            cells = list(told_and_kept(EFFECTS, spread, members, len(members), seen, pairs, draws, rng))
            rows.append([held, measure, *cells])
    table(("held out", "measure", *(f"{100 * one:g} points" for one in EFFECTS)), rows)


def sizes(draws: int) -> None:
    rng = np.random.default_rng(SEED + 1)
    sides, _ = released()
    known = {one.measure: one for one in fitted()}
    members = members_of(sums(sides, "coverage")[0, 1])
    rows = []
    for measure in MEASURES:
        seen, pairs = sums(sides, measure), some_pairs(len(sides), rng)
        for size in SIZES:
            spread = difference(known[measure])
            cells = list(told_and_kept((0.0, *EFFECTS), spread, members, size, seen, pairs, draws, rng))
            rows.append([measure, str(size), *cells])
    table(("measure", "subtopics", *(f"{100 * one:g} points" for one in (0.0, *EFFECTS))), rows)


def systems(draws: int) -> None:
    """Four systems, one of which is shifted: how often one of its three pairs is told apart by the adjusted p."""
    rng = np.random.default_rng(SEED + 2)
    sides, _ = released()
    known = {one.measure: one for one in fitted()}
    members = members_of(sums(sides, "coverage")[0, 1])
    rows = []
    for measure in MEASURES:
        seen = sums(sides, measure)
        for size in (9, 15, 26):
            cells = []
            for effect in EFFECTS[1:]:
                told = power(effect, difference(known[measure]), members, clusters=size, pairs=6)
                kept = [
                    _adjusted(seen[rng.choice(len(seen), 4, replace=False)], effect, size, rng)
                    for _ in range(10 * draws)
                ]
                cells.append(f"{100 * told:.1f} / **{share(kept)}**")
            rows.append([measure, str(size), *cells])
    table(("measure", "subtopics", *(f"{100 * one:g} points" for one in EFFECTS[1:])), rows)


def _adjusted(four: Floats, effect: float, size: int, rng: np.random.Generator) -> float:
    """Share of the three pairs of the first system that are told apart in a draw."""
    means = four[:, 0].sum(1) / four[:, 1].sum(1)
    wanted = means[0] - effect * np.array([0, 1, 1, 1])
    shifted = np.stack([four[:, 0] + (wanted - means)[:, None] * four[:, 1], four[:, 1]], 1)
    at = rng.integers(four.shape[2], size=size)
    drawn = shifted[:, :, at]
    seed = int(rng.integers(2**31))
    values = [
        paired_means([Part(1.0, tuple(drawn[a]), tuple(drawn[b]))], [0] * size, bounds=None, swaps=SWAPS, seed=seed).p
        for a, b in combinations(range(4), 2)
    ]
    return fmean(p is not None and p <= ALPHA for p in holm(values)[:3])


DESIGNS = {
    "6 x 7": [7] * 6,
    "9 x 7": [7] * 9,
    "5 to 9": [5, 6, 6, 7, 7, 8, 8, 9, 9],
    "3 to 25": [3, 4, 5, 6, 8, 10, 14, 25],
    "3 to 25, twelve": [3, 3, 4, 4, 5, 6, 7, 8, 10, 12, 18, 25],
    "26 x 8": [8] * 26,
}


def designs(draws: int) -> None:
    """Normal contributions: power of the test where nothing is assumed that is not so."""
    rng = np.random.default_rng(SEED + 4)
    rows, n_draws = [], 40 * draws
    for name, given in DESIGNS.items():
        n, members = np.array(given, float), members_of(given)
        for spread in (Spread(None, 0.007, 0.159), Spread(None, 0.03, 0.06)):
            scale = sqrt(sum(one.variance(spread) for one in members))
            cells = []
            for effect in (0.0, 1.8 * scale, 2.8 * scale, 4 * scale):
                noise = rng.normal(size=(n_draws, len(n))) * np.sqrt(spread.groups * n**2 + spread.units * n)
                found = [
                    paired_means([Part(1.0, (one, n), (0 * n, n))], 0 * n, bounds=None, swaps=SWAPS, seed=i).p
                    for i, one in enumerate(effect * n + noise)
                ]
                kept = [float(p is not None and p <= ALPHA) for p in found]
                cells.append(f"{100 * power(effect, spread, members, clusters=len(n)):.1f} / **{share(kept)}**")
            rows.append([name, f"{spread.groups:g}, {spread.units:g}", *cells])
    table(("insights of clusters", "variance of groups, units", "0", "1.8 errors", "2.8 errors", "4 errors"), rows)


def pilots(draws: int) -> None:
    """Detectable difference by two systems on one haystack, over that by the same two on all 26 subtopics."""
    rng = np.random.default_rng(SEED + 3)
    everything, told = released()
    members = members_of(sums(everything, "coverage")[0, 1])
    parts = [released((name,))[0] for name in HAYSTACKS]
    pairs = some_pairs(len(everything), rng)
    rows = []
    for measure in MEASURES:
        (shipped,) = (one for one in fitted() if one.measure == measure)
        usual = detectable(difference(shipped), members, most=1.0) or 0.0
        ratios, by_table = [], []
        for a, b in pairs:
            whole = _detected([everything[a], everything[b]], told, measure, members)
            by_table.append(usual / whole)
            ratios += [_detected([sides[a], sides[b]], told, measure, members) / whole for sides in parts]
        cells = [", ".join(f"{x:.2f}" for x in np.quantile(one, (0.1, 0.5, 0.9))) for one in (ratios, by_table)]
        rows.append([measure, *cells])
    table(("measure", f"pilot of one haystack (n = {len(ratios)})", f"the table (n = {len(by_table)})"), rows)


def _detected(sides: Sequence[Side], told: Reporting, measure: str, members: Sequence[Member]) -> float:
    found = variances(sides, told, [measure] if measure == "coverage" else ["coverage", measure], by_unit=True)[-1]
    return detectable(difference(found)._replace(datasets=None), members, most=1.0) or 1.0


def elsewhere(draws: int) -> None:
    """Detectable differences by the table, and by rows of another judge or of other systems on another haystack."""
    sides, told = released(judge="local")
    rows = _compared("78 recorded systems, local judge", sides, told)
    with TemporaryDirectory() as folder:
        out = Path(folder) / "demo"
        demo_haystack(out)
        run(demo_request(out), out)
        (found,) = finished_runs([out], [])
    told = recorded(TASK, found.manifest)
    rows += _compared(
        "demo: 4 systems without a model, local judge", sides_of({"demo": found.scores[TASK]}, told), told
    )
    heads = (
        "rows",
        "subtopics, insights",
        "measure",
        "detectable by the table",
        "by these rows",
        "±, table",
        "±, rows",
    )
    table(heads, rows)


def _compared(name: str, sides: Sequence[Side], told: Reporting) -> list[list[str]]:
    shipped = {one.measure: one for one in fitted()}
    first = sums(sides, "coverage")[0, 1]
    members, rows = members_of(first), []
    for one in variances(sides, told, MEASURES, by_unit=True):
        cells = [detectable(difference(of), members, most=1.0) for of in (shipped[one.measure], one)]
        cells += [half_width(of.value, of.score, members, (0.0, 1.0)) for of in (shipped[one.measure], one)]
        shown = [f"{100 * (cell or 0):.1f}" for cell in cells]
        rows.append([name, f"{len(members)}, {int(first.sum())}", one.measure, *shown])
    return rows


PARTS = {one.__name__.replace("_", "-"): one for one in (widths, held_out, sizes, systems, designs, pilots, elsewhere)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.intervals.power")
    parser.add_argument("draws", type=int, nargs="?", default=50)
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    given = parser.parse_args()
    for name in given.only:
        print(f"## {name} ({PAIRS} pairs, {given.draws} draws)")
        PARTS[name](given.draws)


if __name__ == "__main__":
    main()
