"""Whether a text has another number, date or unit where an insight has one, or two of them exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.parties import INSTEAD
from hayrick.judges.coverage.texts.places import LIKE, Slot
from hayrick.judges.coverage.texts.rates import few_of_many, is_other
from hayrick.judges.coverage.texts.units import other_unit, same_amounts
from hayrick.quantities.values import DATES, PLAIN, ROUNDED, Kind, Quantity, restates

_DAYS_OF_MONTH = 30.4
_WITH_UNIT = frozenset(["money", "percent", "duration"])
_SOLE = _WITH_UNIT | (DATES - {"year"})
"""Kinds of which one in a text stands for the only one of the insight; a year is too often that of something else."""
_NOT_SO = frozenset(["not", "previously", "formerly"])
"""What stands before a number that is not so, or no more; `INSTEAD` may, too."""
_POUNDS = frozenset(["pound", "pounds"])
_EXACT, _ROUND = 3, 1
"""Significant digits of the percentage of "one in three": in the insight, and in a bullet, where it may be rounded."""

_MOSTLY = 0.6
"""Least share of the insight's terms in a text whose only amount of a unit stands for the insight's anywhere."""


def other_quantity(insight: Facts, bullet: Facts) -> bool:
    """Whether a quantity that the bullet lacks has a rival: comparable, in a like place, and lacking in the insight."""
    theirs, ours = bullet.reading.quantities, insight.reading.quantities
    if any(insight.told) and is_other(insight.told, bullet.told):
        return True
    if not theirs or not ours:
        return False
    measured = bullet.measured if insight.measured else ()
    if other_unit(insight.measured, measured) or _became_measure(insight, bullet):
        return True
    if _is_replaced(insight, bullet):
        return True
    stated = bullet.exact
    kept = same_amounts(insight.measured, measured)
    if all((a.kind, a.unit, a.value) in stated or a.start in kept or any(_says(b, a) for b in theirs) for a in ours):
        return len(ours) > 1 and _exchanged(insight, bullet)
    there = same_amounts(measured, insight.measured)
    mine = [one for one in _as_told(insight, bullet, _EXACT) if one.quantity and one.quantity.start not in kept]
    yours = [one for one in _as_told(bullet, insight, _ROUND) if one.quantity and one.quantity.start not in there]
    missing = [a for a in mine if not any(_restates(b, a) for b in yours)]
    rivals = [b for b in yours if not any(_restates(b, a) for a in mine)]
    if any(_rival(a, b) for a in missing for b in rivals):
        return True
    lost, held, told = map(_dates, (missing, mine, yours))
    if any(n == 1 < held[kind] == told[kind] for kind, n in lost.items()):
        return True
    if len(bullet.beside(insight).shared) < _MOSTLY * len(insight.said):
        return False
    gone, come, ours_of, theirs_of = map(_units, (missing, rivals, mine, yours))
    return any(n == come[unit] == 1 and ours_of[unit] == theirs_of[unit] for unit, n in gone.items())


def _is_replaced(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet has a quantity of the insight as what is not so, and another one for it: "50, not 500"."""
    cues = _NOT_SO | INSTEAD.keys()
    if cues.isdisjoint(bullet.spoken) or not cues.isdisjoint(insight.spoken):
        return False
    lower, sides = bullet.reading.lower, (list[Quantity](), list[Quantity]())
    for b in bullet.reading.quantities:
        first, last = ("", "", *lower[max(0, b.start - 2) : b.start])[-2:]
        sides[last in _NOT_SO or INSTEAD.get(first) == (last,)].append(b)
    # Of "from 100 to 90" a text may say that it was 100.
    every = insight.reading.quantities
    ours = [a for a in every if "from" not in insight.reading.lower[max(0, a.start - 2) : a.start]]
    stated, aside = sides
    replaced = [a for a in ours if any(_says(b, a) for b in aside) and not any(_says(b, a) for b in stated)]
    return any(a.kind == b.kind and not any(_says(b, one) for one in every) for a in replaced for b in stated)


def _as_told(text: Facts, other: Facts, digits: int) -> list[Slot]:
    """The quantities of a text; pounds are money where the other text has some, and "one in ten" is a share."""
    pounds = any(q.kind == "money" for q in other.reading.quantities)
    lower = text.reading.lower
    return [
        one._replace(quantity=_told(one.quantity, lower, pounds, digits)) if one.quantity else one
        for one in text.quantities
    ]


def _told(q: Quantity, lower: Sequence[str], pounds: bool, digits: int) -> Quantity:
    if q.kind != "count":
        return q
    few = few_of_many(lower, q.start)
    if 0 < few < q.value:
        share = 100 * few / q.value
        return q._replace(kind="percent", value=share, number=share, digits=digits, about=digits == _ROUND)
    return q._replace(kind="money", unit="GBP") if pounds and not _POUNDS.isdisjoint(lower[q.end : q.end + 1]) else q


def _units(some: Sequence[Slot]) -> Counter[tuple[Kind, str]]:
    """How many sums, shares and spans there are of each unit."""
    return Counter((a.quantity.kind, a.quantity.unit) for a in some if a.quantity and a.quantity.kind in _SOLE)


def _became_measure(insight: Facts, bullet: Facts) -> bool:
    """Whether a sum or span of the insight is there with a unit of measurement instead: 530 pounds for 530 euros."""
    sums = [a for a in insight.reading.quantities if a.kind in ("money", "duration") and a.magnitude == 1]
    written = {one.written for one in bullet.measured} if sums else frozenset()
    return any(a.number in written and not any(_says(b, a) for b in bullet.reading.quantities) for a in sums)


def _dates(some: Sequence[Slot]) -> Counter[Kind]:
    """How many dates there are of each kind: of several, as many in both texts, another one stands for one lost."""
    return Counter(a.quantity.kind for a in some if a.quantity and a.quantity.kind in DATES)


def _exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether between two neighbours of an insight's quantity the bullet has only another one of its kind."""
    theirs, ours = bullet.reading.quantities, insight.reading.quantities
    if not any(a.kind == b.kind and not _says(b, a) for a in ours for b in theirs):
        return False
    for a in insight.quantities:
        here = [b for b in bullet.quantities if (b.before[0], b.after[0]) == (a.before[0], a.after[0])]
        alike = [b for b in here if a.quantity and b.quantity and a.quantity.kind == b.quantity.kind]
        if alike and "^" not in a.before and "$" not in a.after and not any(_restates(b, a) for b in alike):
            return True
    return False


def _has_unit(q: Quantity) -> bool:
    return q.magnitude > 1 or q.kind in _WITH_UNIT


def _restates(stated: Slot, exact: Slot) -> bool:
    a, b = stated.quantity, exact.quantity
    return a is not None and b is not None and _says(a, b)


def _says(stated: Quantity, exact: Quantity) -> bool:
    return restates(stated, exact) or _as_long(stated, exact) or _rounded(stated, exact) or _is_same_sum(stated, exact)


def _is_same_sum(a: Quantity, b: Quantity) -> bool:
    """Whether only one of two equal sums says its currency ("from 80 million dollars to 64 million")."""
    return {a.kind, b.kind} == {"count", "money"} and a.value == b.value and a.magnitude > 1


def _rounded(stated: Quantity, exact: Quantity) -> bool:
    """Whether one digit is what decimals round to ("8" for 8.2), or a rounder number is marked as about it.

    The first allows less than 5 %, the second ("about 50" for 48, "nearly 750" for 740) 6 %.
    """
    if (stated.kind, stated.unit) != (exact.kind, exact.unit) or exact.value <= 0 or stated.digits > exact.digits:
        return False
    error = abs(stated.value - exact.value) / exact.value
    if stated.about and exact.kind in ROUNDED and (stated.digits < exact.digits or _ends_in_five(stated)):
        return error <= 0.06
    alike = stated.digits == 1 < exact.digits and stated.magnitude == exact.magnitude
    return alike and round(exact.number) == stated.number and error < 0.05


def _ends_in_five(q: Quantity) -> bool:
    """Whether the last significant digit is a five: a multiple of 50 is rounder than one of 10."""
    return f"{q.number:.15e}".partition("e")[0].replace(".", "").rstrip("0").endswith("5")


def _as_long(a: Quantity, b: Quantity) -> bool:
    """Whether days and months are about as long as each other ("90 days", "three months")."""
    if a.kind != "duration" or b.kind != "duration" or a.unit == b.unit:
        return False
    days, months = (a, b) if a.unit == "days" else (b, a)
    return abs(days.value - _DAYS_OF_MONTH * months.value) <= 0.03 * days.value


def _rival(a: Slot, b: Slot) -> bool:
    if a.quantity is None or b.quantity is None:
        return False
    if a.quantity.number == b.quantity.number and _has_unit(a.quantity) and _has_unit(b.quantity):
        return True
    one, other = a.quantity.kind, b.quantity.kind
    if one == other and one not in PLAIN - DATES:
        return a.overlap(b) >= LIKE
    if one in PLAIN and other in PLAIN:
        if "model" in (one, other):
            return a.before[0] == b.before[0] != "^"
        return (a.after[0] == b.after[0] and a.after[0] != "$") or a.overlap(b) >= LIKE
    return False
