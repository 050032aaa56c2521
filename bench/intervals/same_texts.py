"""How often the interval over several lengths holds the truth where the same texts are asked about at each length.

Usage: python -m bench.intervals.same_texts [REPLICATIONS] (default 4000; under a minute on one core).

A text has eight questions at each length. Its chance of a right answer is that of the length, moved on the logit scale
by an effect of the text that is the same at every length. "Apart" takes a text at each length for another one, as was
done before; "as one" takes it for one cluster (`Resample.across_datasets`). Prints the Markdown table of
docs/evidence/intervals.md.
"""

from __future__ import annotations

import sys
from itertools import product
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from hayrick.protocols import Resample
from hayrick.stats import design, ratio_intervals

SEED, QUESTIONS = 20261, 8
MEANS = (0.85, 0.75, 0.65, 0.5)
"""Share of right answers at each length without an effect of the text, shortest first."""

EFFECTS = (0.0, 0.5, 1.0)
TEXTS = (6, 12, 30, 100)
WAYS = {"apart": Resample(), "as one": Resample(across_datasets=True)}
Floats = NDArray[np.float64]


def right(n: int, texts: int, lengths: int, effect: float, rng: np.random.Generator) -> Floats:
    """Right answers of each draw, length and text: [n, lengths, texts]."""
    means = np.array(MEANS[:lengths])
    logits = np.log(means / (1 - means))[:, None] + effect * rng.normal(size=(n, 1, texts))
    found: Floats = rng.binomial(QUESTIONS, 1 / (1 + np.exp(-logits))).astype(float)
    return found


def held(answers: Floats, truth: float, way: Resample) -> tuple[float, float]:
    """Share of intervals that hold the truth, and mean width."""
    n, lengths, texts = answers.shape
    places = [way.cluster(f"@{length}", str(text)) for length in range(lengths) for text in range(texts)]
    plan = design(places, way.datasets_from)
    member = np.eye(len(plan.strata))[plan.cluster]
    top, bottom = (values.reshape(n, -1) @ member for values in (answers, np.full_like(answers, QUESTIONS)))
    ends = [(low or 0.0, high or 0.0) for _, low, high in ratio_intervals(top, bottom, plan.strata)]
    return float(np.mean([low <= truth <= high for low, high in ends])), float(np.mean([b - a for a, b in ends]))


def main(n: int) -> None:
    rng = np.random.default_rng(SEED)
    ways = [f"{what} {name}" for name in WAYS for what in ("held, %,", "width")]
    heads = ["texts", "lengths", "effect of a text", "correlation", "truth", *ways]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for lengths, effect, texts in product((2, 4), EFFECTS, TEXTS):
        large = right(2_000, 500, lengths, effect, rng)
        truth = float(large.mean()) / QUESTIONS
        by_length = np.atleast_2d(np.corrcoef(large.transpose(1, 0, 2).reshape(lengths, -1)))
        correlation = float(by_length[np.triu_indices(lengths, 1)].mean())
        answers = right(n, texts, lengths, effect, rng)
        cells = [f"{texts}", f"{lengths}", f"{effect:g}", f"{correlation:.2f}", f"{truth:.3f}"]
        for way in WAYS.values():
            share, width = held(answers, truth, way)
            cells += [f"{100 * share:.1f} ±{196 * sqrt(max(share * (1 - share), 1 / n) / n):.1f}", f"{width:.3f}"]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
