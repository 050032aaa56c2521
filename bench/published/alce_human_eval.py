"""ALCE's human evaluation: published means recomputed, and how string recall and length go with people's utility.

    python -m bench.published.alce_human_eval [--data FOLDER]

The file holds 800 outputs (4 systems each on 100 questions of ASQA and of ELI5) without citation marks, whether each
wanted answer stands in an output, and a person's utility from 1 to 5. Citation measures cannot be computed from it: the
file with citations and passages is not here. Intervals resample questions, 10,000 times.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.places import DATA
from hayrick.measures.wanted import words_of
from hayrick.stats import kendall_tau, pearson

FILE = DATA / "alce_human_eval" / "human_eval_utility_completed.json"
DRAWS = 10_000


class Rated(NamedTuple):
    """One output: its measures and people's rating."""

    question: str
    str_em: float
    str_hit: float
    words: float
    utility: float


class Published(NamedTuple):
    """Means over a system's outputs, as ours are named; shares in percent, 0 for ELI5, where none are published."""

    str_em: float
    str_hit: float
    words: float


def outputs(file: Path) -> Mapping[str, Mapping[str, tuple[list[Rated], Published]]]:
    """Data set -> system -> its outputs, and the published means."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return {name: {system: _system(rows) for system, rows in systems.items()} for name, systems in found.items()}


def _system(rows: Mapping[str, Any]) -> tuple[list[Rated], Published]:
    overall = rows["overall_results"]
    rated = [_rated(question, one) for question, one in rows.items() if question != "overall_results"]
    return rated, Published(overall.get("str_em", 0.0), overall.get("str_hit", 0.0), overall["length"])


def _rated(question: str, one: Mapping[str, Any]) -> Rated:
    flags = one["automatic_correctness_scores"]
    share = sum(flags) / max(1, len(flags))
    return Rated(question, share, float(share == 1), float(words_of(one["output"])), float(one["utility_score"]))


def means(rated: Sequence[Rated]) -> Published:
    """Means of our measures, shares in percent."""
    n = len(rated)
    em, hit = (100 * sum(getattr(one, name) for one in rated) / n for name in ("str_em", "str_hit"))
    return Published(em, hit, sum(one.words for one in rated) / n)


def correlation(rated: Sequence[Rated], name: str, of: Callable[[Any, Any], float | None]) -> float | None:
    """Correlation of a measure with utility over outputs."""
    return of([getattr(one, name) for one in rated], [one.utility for one in rated])


def interval(rated: Sequence[Rated], name: str) -> tuple[float, float]:
    """95 % interval of Pearson's correlation: percentiles over resampled questions."""
    groups: dict[str, list[int]] = {}
    for place, one in enumerate(rated):
        groups.setdefault(one.question, []).append(place)
    members = list(groups.values())
    x, y = (np.array([getattr(one, of) for one in rated]) for of in (name, "utility"))
    terms = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y])
    by_group = np.array([terms[:, places].sum(axis=1) for places in members])
    drawn = np.random.default_rng(0).multinomial(len(members), np.full(len(members), 1 / len(members)), DRAWS)
    n, sx, sy, sxx, syy, sxy = (drawn @ by_group).T
    with np.errstate(invalid="ignore", divide="ignore"):
        r = (n * sxy - sx * sy) / np.sqrt((n * sxx - sx**2) * (n * syy - sy**2))
    low, high = np.percentile(r[np.isfinite(r)], [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=FILE, help="human_eval_utility_completed.json")
    found = outputs(parser.parse_args().data)
    for name, systems in found.items():
        print(f"{name}: mean (published)")
        for system, (rated, published) in systems.items():
            ours = means(rated)
            cells = [f"{key} {getattr(ours, key):.2f} ({getattr(published, key):.2f})" for key in Published._fields]
            print(f"  {', '.join(cells)}  {system}")
        every = [one for rated, _ in systems.values() for one in rated]
        for measure in Published._fields:
            r, tau = correlation(every, measure, pearson), correlation(every, measure, kendall_tau)
            low, high = interval(every, measure)
            shown = "-" if r is None or tau is None else f"r {r:.3f} [{low:.3f}, {high:.3f}], tau-b {tau:.3f}"
            print(f"  {measure} with utility: {shown}, n {len(every)} outputs of {len(systems)} systems")
            each = [correlation(rated, measure, pearson) for rated, _ in systems.values()]
            print(f"    by system: {', '.join('-' if one is None else f'{one:.2f}' for one in each)}")


if __name__ == "__main__":
    main()
