"""Correlations of two sequences."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray


def pearson(x: ArrayLike, y: ArrayLike) -> float | None:
    """Pearson's correlation of two equally long sequences; None where one is `constant` or has under two values."""
    a, b = _small(np.asarray(x, float)), _small(np.asarray(y, float))
    if len(a) < 2 or constant(a) or constant(b):
        return None
    a, b = (a - a.mean()) / np.ptp(a), (b - b.mean()) / np.ptp(b)
    return float(np.clip(a @ b / sqrt(float(a @ a) * float(b @ b)), -1.0, 1.0))


def constant(values: ArrayLike) -> NDArray[np.bool_]:
    """Whether values along the last axis, at least one, differ by at most 1e-9 of the largest absolute value.

    Means of the same values, summed in another order, differ by rounding.
    """
    given = _small(np.asarray(values, float))
    return np.asarray(np.ptp(given, axis=-1) <= 1e-9 * np.abs(given).max(-1))


def _small(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values, divided where differences of them could overflow."""
    return values / 1e200 if values.size and np.abs(values).max() > 1e200 else values


def spearman(x: ArrayLike, y: ArrayLike) -> float | None:
    """Spearman's rank correlation: Pearson's of the ranks; None where one is `constant` or has under two values.

    Tied values share the mean of their ranks; what is tied, see `kendall_tau`.
    """
    return pearson(ranks(x), ranks(y))


def ranks(values: ArrayLike) -> NDArray[np.float64]:
    """Ranks from 1 by ascending value along the last axis; tied values share the mean of their ranks."""
    given = np.asarray(values, float)
    if not given.size:
        return given
    order = np.argsort(given, axis=-1, kind="stable")
    least = 1e-9 * np.abs(given).max(-1, keepdims=True)
    new = np.diff(np.take_along_axis(given, order, -1), axis=-1) > least
    ends = np.ones((*given.shape[:-1], 1), bool)
    number = np.arange(given.shape[-1])
    first = np.maximum.accumulate(np.where(np.concatenate([ends, new], -1), number, 0), -1)
    last = np.where(np.concatenate([new, ends], -1), number, number[-1])
    last = np.minimum.accumulate(last[..., ::-1], -1)[..., ::-1]
    found = np.empty(given.shape)
    np.put_along_axis(found, order, (first + last) / 2 + 1, -1)
    return found


def kendall_tau(x: ArrayLike, y: ArrayLike) -> float | None:
    """Kendall's tau-b (corrected for ties); None where one is `constant` or has under two values. Quadratic time.

    Values are tied if they differ by at most 1e-9 of the largest absolute value, as in `constant`.
    """
    a, b = np.asarray(x, float), np.asarray(y, float)
    agree = untied_a = untied_b = 0.0
    for i in range(len(a) - 1):
        sign_a, sign_b = _signs(a, i), _signs(b, i)
        agree += float(sign_a @ sign_b)
        untied_a, untied_b = untied_a + float(sign_a @ sign_a), untied_b + float(sign_b @ sign_b)
    return agree / sqrt(untied_a * untied_b) if untied_a * untied_b > 0 else None


def _signs(values: NDArray[np.float64], i: int) -> NDArray[np.float64]:
    """Signs of the later values less value i; 0 where they are tied."""
    over = values[i + 1 :] - values[i]
    return np.where(np.abs(over) <= 1e-9 * np.abs(values).max(), 0.0, np.sign(over))
