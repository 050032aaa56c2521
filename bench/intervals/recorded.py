"""Tables of `bench.intervals.simulate_intervals` from recorded data.

Subtopics of systems are resampled; judges stand beside people. Of systems the pooled score is the truth. Methods were
compared on others before (`CHOSEN_ON`). Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside
the checkout).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import numpy as np

from bench.intervals.methods import SEED, SIZES, coverage_of, percentile, shown, table
from bench.intervals.populations import POSITIVE, Floats
from bench.places import HAYSTACKS, SUMMHAY
from hayrick.agreement import Pair, agreement
from hayrick.stats import ratio_intervals, t_quantile
from hayrick.stats.paired import Part, paired_means
from hayrick.types import Label

CHOSEN_ON = slice(3, None, 16)
"""Systems (of the 78 sorted names) on which methods were compared before; they are not reported."""

REPORTED = slice(5, None, 8)
MEASURES = ("coverage", "citation", "joint", "words")
LABELS: dict[str, Label] = {"NO_COVERAGE": "none", "PARTIAL_COVERAGE": "partial", "FULL_COVERAGE": "full"}
HUMAN: dict[str, Label] = {"not_covered": "none", "partially_covered": "partial", "fully_covered": "full"}
VALUES = {"none": 0.0, "partial": 0.5, "full": 1.0}


def recorded() -> dict[str, list[tuple[int, dict[str, tuple[float, float]]]]]:
    """Sums per measure of every recorded system, subtopic by subtopic, with the haystack's number."""
    found: dict[str, list[tuple[int, dict[str, tuple[float, float]]]]] = {}
    for number, name in enumerate(HAYSTACKS):
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
                    found = paired_means([Part(1.0, (a[at, 0], a[at, 1]), (b[at, 0], b[at, 1]))], [0] * size, swaps=1)
                    if found.low is not None and found.high is not None:
                        hits.append(found.low - 1e-9 <= truth <= found.high + 1e-9)
                    swap = rng.integers(0, 2, size=(size, 1))
                    x, y = np.where(swap, a[at], b[at]), np.where(swap, b[at], a[at])
                    draw = int(rng.integers(2**31))
                    null = paired_means(
                        [Part(1.0, (x[:, 0], x[:, 1]), (y[:, 0], y[:, 1]))], [0] * size, swaps=399, seed=draw
                    )
                    rejected.append(null.p is not None and null.p <= 0.05)
            cells = [np.mean(hits), np.mean(rejected)]
            rows.append([measure, str(size), shown(float(cells[0]), len(hits)), shown(float(cells[1]), len(rejected))])
    table(("measure", "clusters", "interval holds the difference", "p <= .05 where nothing differs"), rows)


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
