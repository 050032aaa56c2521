"""Curves that charts show beside their points: the front that nothing beats, and levels of a combined measure."""

from __future__ import annotations

from collections.abc import Sequence

PRODUCT, HARMONIC = "product", "harmonic"
"""How two fractions make a third."""

STEPS = 60
"""Of a curve."""


def front(points: Sequence[tuple[float, float]]) -> list[int]:
    """Numbers of the points (cost, score) that no other point beats in one of the two without losing in the other.

    By ascending cost; of equal points all.
    """
    found: list[int] = []
    best = float("-inf")
    for number in sorted(range(len(points)), key=lambda one: (points[one][0], -points[one][1])):
        score = points[number][1]
        if score > best or (found and points[number] == points[found[-1]]):
            found.append(number)
            best = score
    return found


def contour(
    level: float,
    kind: str,
    most: tuple[float, float] = (1.0, 1.0),
    least: tuple[float, float] = (0.0, 0.0),
) -> list[tuple[float, float]]:
    """Points (x, y) of a picture at which both make this level, by ascending x; none if the level is nowhere in it.

    Args:
        level: in (0, 1].
        kind: `PRODUCT` is x * y, `HARMONIC` 2 x y / (x + y).
        most: greatest x and y of the picture.
        least: least x and y.
    """
    divisor = most[1] if kind == PRODUCT else 2 * most[1] - level
    if divisor <= 0:
        return []
    start = max(least[0], level / divisor if kind == PRODUCT else level * most[1] / divisor)
    if start > most[0]:
        return []
    # Steps of one ratio: curves are steep where x is small.
    xs = [start * (most[0] / start) ** (step / STEPS) for step in range(STEPS)] + [most[0]]
    ys = [level / x if kind == PRODUCT else level * x / (2 * x - level) for x in xs]
    return [(x, min(y, most[1])) for x, y in zip(xs, ys, strict=True) if max(0.0, least[1]) < y <= most[1] + 1e-9]
