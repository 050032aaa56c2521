"""Units of measurement behind plain numbers: "14 km" is not "14 miles", and 100 km are 62 miles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hayrick.numerals import listed
from hayrick.quantities.values import PLAIN, Quantity

_TABLE = """
metre 1 m metre meter|metre 1000 km kilometre kilometer|metre 0.01 cm centimetre centimeter
metre 0.001 mm millimetre millimeter|metre 1609.34 mile mi|metre 0.9144 yard yd|metre 0.3048 foot feet ft
metre 0.0254 inch inches|metre 1852 nautical|kilogram 1 kg kilogram kilo kilogramme|kilogram 0.001 g gram gramme
kilogram 0.000001 mg milligram|kilogram 0.000000001 mcg microgram|kilogram 1000000 kiloton
kilogram 1000 tonne ton|kilogram 0.4536 pound lb lbs|kilogram 0.02835 ounce oz
litre 1 l litre liter|litre 0.001 ml millilitre milliliter|litre 3.785 gallon|litre 159 barrel|litre 0.473 pint
hectare 1 hectare ha|hectare 0.4047 acre|watt 1 w watt|watt 1000 kw kilowatt|watt 1000000 mw megawatt
watt 1000000000 gw gigawatt|joule 1 kwh|joule 1000 mwh|joule 1000000 gwh|byte 1 kb kilobyte|byte 1000 mb megabyte
byte 1000000 gb gigabyte|byte 1000000000 tb terabyte|speed 1.852 knot
celsius 1 celsius|kelvin 1 kelvin|fahrenheit 1 fahrenheit|volt 1 volt|volt 1000 kilovolt|hertz 1 hz hertz
hertz 1000 khz kilohertz|hertz 1000000 mhz megahertz|hertz 1000000000 ghz gigahertz
calorie 1 calorie|calorie 1000 kilocalorie kcal|metre 9.46e15 lightyear|metre 0.000001 micrometre micron
metre 0.000000001 nm nanometre|litre 0.01 cl centilitre|litre 0.000001 microlitre
volt 0.001 millivolt|amp 1 amp ampere|amp 0.001 milliamp|bar 0.001 millibar|bar 0.069 psi
watt 0.001 milliwatt|watt 745.7 hp horsepower|byte 1000000000000 pb petabyte|bit 1 kbps|bit 1000 mbps|bit 1000000 gbps
"""
_GLUED = re.compile(r"[\d.,]+([A-Za-z]+)")
_HOURS = re.compile(r"(- )?hours?\b")
_BETWEEN = frozenset(["-", "degree", "degrees"])
"""What may stand between a number and its unit."""
_KILO = 1000
"""Watts of the first unit of energy, a kilowatt-hour."""

_TOLERANCE = 0.03


class Measured(NamedTuple):
    """A number with its unit: where it begins, as written, dimension, and value in the dimension's first unit."""

    start: int
    written: float
    unit: str
    dimension: str
    value: float


def _units() -> Mapping[str, tuple[str, float, str]]:
    found: dict[str, tuple[str, float, str]] = {}
    for line in _TABLE.strip().replace("\n", "|").split("|"):
        dimension, factor, *names = listed(line)
        for name in names:
            found[name] = found[name + "s"] = dimension, float(factor), names[0]
    return MappingProxyType(found)


_UNITS = _units()


def measured(tokens: Sequence[str], quantities: Sequence[Quantity]) -> Iterator[Measured]:
    """Numbers of a text that a unit follows."""
    for q in quantities:
        if q.kind in PLAIN and (found := _unit_of(tokens, q)):
            dimension, factor, name = found
            yield Measured(q.start, q.value, name, dimension, q.value * factor)


def _unit_of(tokens: Sequence[str], q: Quantity) -> tuple[str, float, str] | None:
    glued = _GLUED.fullmatch(tokens[q.end - 1])
    if glued:
        return _UNITS.get(glued[1].lower())
    at = q.end + (not _BETWEEN.isdisjoint(tokens[q.end : q.end + 1]))
    found = _UNITS.get(tokens[at].lower()) if at < len(tokens) else None
    if found and found[0] == "watt" and _HOURS.match(" ".join(tokens[at + 1 : at + 3]).lower()):
        return "joule", found[1] / _KILO, f"{found[2]} hour"
    return found


def other_unit(ours: Sequence[Measured], theirs: Sequence[Measured]) -> bool:
    """Whether a measured number of the first text is there with another unit or value, and not as it is."""
    for a in ours:
        rivals = [b for b in theirs if b.dimension == a.dimension or b.written == a.written]
        if rivals and not any(_same(a, b) for b in rivals):
            return any(b.written == a.written and b.unit != a.unit for b in rivals)
    return False


def same_amounts(ours: Sequence[Measured], theirs: Sequence[Measured]) -> frozenset[int]:
    """Where the measured numbers of the first text begin that are in the second one, in whatever unit."""
    return frozenset(a.start for a in ours if any(_same(a, b) for b in theirs))


def _same(a: Measured, b: Measured) -> bool:
    return a.dimension == b.dimension and abs(a.value - b.value) <= _TOLERANCE * max(abs(a.value), abs(b.value))
