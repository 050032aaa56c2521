"""A quantity of a text, and when two of them are equal or one is a rounding of the other."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal[
    "count",
    "money",
    "percent",
    "ordinal",
    "multiple",
    "duration",
    "year",
    "quarter",
    "month",
    "day",
    "weekday",
    "clock",
    "model",
]

PLAIN: frozenset[Kind] = frozenset({"count", "ordinal", "multiple", "year", "day", "model"})
"""Kinds that texts write alike: only the context of a bare number reveals its kind."""

DATES: frozenset[Kind] = frozenset({"year", "quarter", "month", "day", "weekday", "clock"})
"""Kinds that denote a time."""

ROUNDED: frozenset[Kind] = frozenset({"count", "money", "percent", "multiple", "duration"})
"""Kinds that people round; dates, ordinals and model numbers are not among them."""


class Quantity(NamedTuple):
    """One quantity of a text.

    `value` is number times magnitude in the unit of its kind: percent in percent (basis points divided by 100),
    duration in days or months (see `unit`; the two are not comparable), months and weekdays from 1, times of the day
    in minutes. `unit` is a currency code for money, "days" or "months" for duration, else "". `start` and `end` are
    half-open positions in the text (characters) or in the tokens, depending on what was read. `number` is the number
    as written, without magnitude and unit. `digits` counts its significant digits. `about` is true if the text marks
    it as approximate.

    Only degrees have a sign ("-4 °C", "minus four degrees"): a fall of others is told as often in words.
    """

    value: float
    kind: Kind
    unit: str
    start: int
    end: int
    number: float
    magnitude: float
    digits: int
    about: bool


def same(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities are equal: comparable kinds, same unit, equal values.

    Count, year, ordinal, day of month, multiple and model number are comparable with one another. Amounts of money are
    comparable only in the same currency, durations only if both count days or both count months.
    """
    return comparable(a, b) and abs(a.value - b.value) <= 1e-9 * max(abs(a.value), abs(b.value))


def comparable(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities can be compared."""
    return (a.kind == b.kind and a.unit == b.unit) or (a.kind in PLAIN and b.kind in PLAIN)


def restates(stated: Quantity, exact: Quantity) -> bool:
    """Whether `stated` equals `exact` or is a rounded version of it.

    Rounded means: fewer significant digits, but at least two (or a word like "about"), `exact` rounds to it, and the
    error is at most 3 %. Dates, ordinals and model numbers are not rounded.
    """
    if same(stated, exact):
        return True
    if not comparable(stated, exact) or not {stated.kind, exact.kind} <= ROUNDED or exact.value == 0:
        return False
    coarser = stated.digits < exact.digits and (stated.digits >= 2 or stated.about)
    return coarser and abs(stated.value - exact.value) <= 0.03 * abs(exact.value) and _rounds(exact.value, stated)


def _rounds(value: float, stated: Quantity) -> bool:
    return float(f"{value:.{max(stated.digits, 1) - 1}e}") == float(f"{stated.value:.12g}") or stated.about
