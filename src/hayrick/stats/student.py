"""Student's t: quantiles and tails, for any real number of degrees of freedom."""

from __future__ import annotations

from functools import cache
from math import atan2, exp, lgamma, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

from hayrick.stats.clusters import Floats
from hayrick.types import BadInput


def t_quantile(probability: float, df: ArrayLike) -> Floats:
    """Two-sided quantiles q of Student's t: P(|t| <= q) = probability; df may be any real numbers >= 1, [..., K].

    Those of one row do not depend on other rows, to the last digit. Relative error under 2e-9 up to probability .99 and
    100,000 degrees of freedom, under 2e-7 up to 10 million, and under 3e-4 at .999 (against SciPy).

    Raises:
        BadInput: the probability is not between 0 and 1.
    """
    if not 0 < probability < 1:
        raise BadInput("level", f"{probability:g}", "a probability between 0 and 1", "Say 0.95 for 95 %.")
    given = np.asarray(df, float)
    rows = [np.unique(row, return_inverse=True) for row in given.reshape(-1, given.shape[-1])] if given.size else []
    alike: dict[int, list[int]] = {}
    for number, (nu, _) in enumerate(rows):
        alike.setdefault(len(nu), []).append(number)
    found = np.empty((len(rows), given.shape[-1]))
    for numbers in alike.values():
        quantiles = _t_quantiles(probability, np.stack([rows[number][0] for number in numbers]))
        for number, one in zip(numbers, quantiles, strict=True):
            found[number] = one[rows[number][1]]
    return found.reshape(given.shape)


def _t_quantiles(probability: float, nu: Floats) -> Floats:
    """Quantiles for [R, K] degrees of freedom; each row is improved until all of it is exact."""
    nodes, node_weights = _nodes()
    # With t = sqrt(df) tan(angle) the density is cos(angle)^(df - 1), which is smooth on a finite range.
    half = np.array([sqrt(pi) / 2 * np.exp(lgamma(n / 2) - lgamma((n + 1) / 2)) for n in nu.flat]).reshape(nu.shape)
    angles, rows = np.zeros_like(nu), np.arange(len(nu))
    for _ in range(60):
        angle, power = angles[rows], nu[rows] - 1
        at = angle[..., None] * (nodes + 1) / 2
        # Not broadcast: with one exponent for a whole row numpy squares, and some processors' powers differ from that.
        powers = np.repeat(power[..., None], len(nodes), -1)
        area = angle / 2 * (np.cos(at) ** powers @ node_weights)
        step = (probability * half[rows] - area) / np.cos(angle) ** power
        angles[rows] += step
        rows = rows[~np.all(np.abs(step) < 1e-13, axis=-1)]
        if not len(rows):
            break
    quantiles: Floats = np.sqrt(nu) * np.tan(angles)
    return quantiles


@cache
def _nodes() -> tuple[Floats, Floats]:
    """Places and weights of Gauss-Legendre integration."""
    places, weights = np.polynomial.legendre.leggauss(40)
    return places, weights


def t_tail(t: float, df: float) -> float:
    """Two-sided p-value of Student's t: P(|T| >= |t|); df >= 1. Absolute error under 1e-9 up to df 10,000."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    # With T = sqrt(df) tan(angle) the density is cos(angle)^(df - 1), which is smooth on a finite range.
    least = atan2(abs(t), sqrt(df))
    most = min(pi / 2, max(least, 12 / sqrt(df)))
    at = least + (most - least) * (nodes + 1) / 2
    area = (most - least) / 2 * float(np.cos(at) ** (df - 1) @ weights)
    return min(1.0, 2 * area * exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(pi))
