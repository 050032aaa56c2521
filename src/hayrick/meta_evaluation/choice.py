"""Choosing the setting of a metric that agrees best with people, and how far such a choice can be trusted.

Source: Extract-then-Evaluate, table 2: "best" is the setting with the greatest r + rho, "Pareto efficient" the same
    among extracts of at most 1,024 tokens.
Differs: the original chooses and reports on the same data; the share of bootstrap samples that choose the same, and
    correlations of values chosen without the document that they belong to, stand beside here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.stats import Floats, constant, pearson, ranks, spearman
from hayrick.stats.clusters import numbered

Numbers = NDArray[np.int64]


class Choice(NamedTuple):
    """The chosen setting; correlations are None where undefined."""

    chosen: int
    """Number of the setting."""

    wins: tuple[float, ...]
    """For each setting the share of bootstrap samples of documents in which it is chosen."""

    held_out: tuple[float, ...]
    """Values of each row in the setting chosen without its document, standardised by the other documents' values."""

    held_out_pearson: float | None
    held_out_spearman: float | None

    optimism: float | None
    """Pearson's of the chosen setting less the held-out one, on the same rows."""


def choose(
    settings: Sequence[Sequence[float]],
    human: Sequence[float],
    documents: Sequence[str],
    *,
    draws: int = 1000,
    seed: int = 0,
) -> Choice | None:
    """Choose the setting with the greatest sum of Pearson's and Spearman's correlation; ties take the first.

    Args:
        settings: [S][N] values of a metric.
        human: [N] people's scores.
        documents: [N] the document of each row; resampled and left out whole.
        draws: number of bootstrap samples.
        seed: of the samples.

    Returns:
        None where no setting has a correlation, or there is one document only.
    """
    values, people = np.asarray(settings, float), np.asarray(human, float)
    of, names = numbered(documents)
    if len(names) < 2 or not len(values) or not np.isfinite(sums := _sums(values, people)).any():
        return None
    wins = _wins(values, people, [np.flatnonzero(of == number) for number in range(len(names))], draws, seed)
    held_out = _held_out(values, people, of, len(names))
    chosen, kept = int(np.argmax(sums)), pearson(held_out, people)
    seen = pearson(values[chosen], people)
    return Choice(
        chosen=chosen,
        wins=tuple(wins.tolist()),
        held_out=tuple(held_out.tolist()),
        held_out_pearson=kept,
        held_out_spearman=spearman(held_out, people),
        optimism=None if seen is None or kept is None else seen - kept,
    )


def _wins(values: Floats, people: Floats, rows: Sequence[Numbers], draws: int, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    counts = np.zeros(len(values))
    for _ in range(draws):
        taken = np.concatenate([rows[number] for number in rng.integers(0, len(rows), len(rows))])
        sums = _sums(values[:, taken], people[taken])
        if np.isfinite(sums).any():
            counts[int(np.argmax(sums))] += 1
    shares: Floats = counts / max(1.0, counts.sum())
    return shares


def _held_out(values: Floats, people: Floats, of: Numbers, n_documents: int) -> Floats:
    found = np.zeros(len(people))
    for number in range(n_documents):
        left, others = of == number, of != number
        chosen = values[int(np.argmax(_sums(values[:, others], people[others])))]
        spread = 1.0 if constant(chosen[others]) else chosen[others].std()
        found[left] = (chosen[left] - chosen[others].mean()) / spread
    return found


def _sums(values: Floats, people: Floats) -> Floats:
    """[S] sums of both correlations; minus infinity where they are undefined."""
    found: Floats = _r(values, people) + _r(ranks(values), ranks(people))
    return np.where(np.isfinite(found), found, -np.inf)


def _r(values: Floats, people: Floats) -> Floats:
    a, b = values - values.mean(-1, keepdims=True), people - people.mean()
    spread = np.sqrt((a**2).sum(-1) * float(b @ b))
    varies = ~(constant(values) | constant(people))
    found: Floats = np.where(varies, a @ b / np.where(varies, spread, 1), np.nan)
    return found


def efficient(costs: Sequence[float], sums: Sequence[float | None]) -> list[bool]:
    """Whether no other setting has a greater sum at no greater cost, or an equal one at a smaller cost."""

    def beats(other: int, one: int) -> bool:
        a, b = sums[other], sums[one]
        if a is None or b is None:
            return b is None and a is not None
        return (a > b and costs[other] <= costs[one]) or (a == b and costs[other] < costs[one])

    return [not any(beats(other, one) for other in range(len(sums))) for one in range(len(sums))]
