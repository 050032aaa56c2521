"""Reads the quantity that begins at a token: in digits or words, with its magnitude, unit and range."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hayrick import numerals as n
from hayrick.numerals import number_at
from hayrick.numerals import token as _get
from hayrick.quantities import times
from hayrick.quantities.kinds import ENDS_OF_ORDINALS, UNITS, unit_of
from hayrick.quantities.parts import ends_before, fraction, part
from hayrick.quantities.values import PLAIN, Kind, Quantity

_ABOUT = frozenset(
    n.listed("about around approximately roughly nearly almost over under circa some approx ~ estimated")
)
_LEAST_YEAR = 1000
_ABOUT_IN_TWO = frozenset(
    tuple(pair.split("_"))
    for pair in n.listed(
        "more_than less_than fewer_than close_to upwards_of shy_of short_of excess_of north_of order_of"
    )
)
_DIGITS_OF_SPANS = 3
"""Significant digits of "2 hours and 15 minutes", however few are written."""
_ONE = frozenset(["a", "an"])
_CENTURIES = frozenset(["century", "centuries"])
_AFTER_CENTURY = _CENTURIES | {"-"}
"""What stands next to the number of a century, or to the first part of it."""

MINUS = "\N{MINUS SIGN}"
"""A sign before a number as a token of its own; other tokens have a hyphen for all dashes."""

_CODED = re.compile(r"(?:FY|CY)'?(\d{2}|\d{4})|Q([1-4])")

_STARTERS = frozenset(n.listed("half a an quarter hundred dozen"))
_STARTERS |= frozenset([*n.ONES, *n.TENS, *n.LEADING, *n.MULTIPLES, *n.VULGAR])


@lru_cache(maxsize=100_000)
def may_start(token: str) -> bool:
    """Whether a quantity may begin with a token."""
    if n.has_digits(token) or token in n.MONTHS or token in n.WEEKDAYS or token.lower() in _STARTERS:
        return True
    return token[-1].isdecimal() and _CODED.fullmatch(token) is not None


def is_alone(tokens: Sequence[str], lower: Sequence[str], i: int) -> bool:
    """Whether what is read at a token depends on no token beside it."""
    if not 0 < i < len(tokens) - 1 or lower[i + 1] in _AFTER or n.has_digits(tokens[i + 1]):
        return False
    return lower[i - 1] not in _BEFORE and not tokens[i - 1][0].isupper()


@lru_cache(maxsize=100_000)
def alone(token: str) -> Quantity | None:
    """What is read at a token that stands alone."""
    return at((".", token, "."), (".", token.lower(), "."), 1)


def at(tokens: Sequence[str], lower: Sequence[str], i: int) -> Quantity | None:
    """The quantity that starts at token `i`, or None; tokens as written, and in lower case."""
    if n.has_digits(tokens[i]):
        return times.clock(lower, i) or _century(lower, i) or fraction(lower, i) or _numeral(tokens, lower, i)
    if lower[i] in _ONE and (span := _one_and_more(tokens, lower, i)):
        return span
    if lower[i] == "an" or (lower[i] == "a" and _get(lower, i + 1) not in n.AFTER_A):
        return None
    return (
        times.clock(lower, i)
        or _century(lower, i)
        or _named(tokens, lower, i)
        or part(lower, i)
        or _numeral(tokens, lower, i)
    )


def _one_and_more(tokens: Sequence[str], lower: Sequence[str], i: int) -> Quantity | None:
    """The "an hour" of "an hour and 34 minutes"; alone, "a week" is as often no length of time."""
    unit, factor = n.SPANS.get(_get(lower, i + 1), ("", 0.0))
    first = Quantity(factor, "duration", unit, i, i + 2, 1.0, 1.0, 1, False)
    return first if unit and rest_of_span(tokens, lower, first) else None


def rest_of_span(tokens: Sequence[str], lower: Sequence[str], first: Quantity) -> Quantity | None:
    """The "15 minutes" of "2 hours and 15 minutes", or None: less than one of the unit before it."""
    if first.kind != "duration" or not first.number or not first.number.is_integer():
        return None
    j = first.end + (_get(lower, first.end) in {"and", ","})
    if j >= len(tokens) or not (n.has_digits(tokens[j]) or lower[j] in n.ONES or lower[j] in n.TENS):
        return None
    rest = _numeral(tokens, lower, j)
    if rest is None or rest.kind != "duration" or rest.unit != first.unit:
        return None
    return rest if 0 < rest.value < first.value / first.number else None


def with_rest(first: Quantity, rest: Quantity) -> Quantity:
    """Both parts of a span as a number of the smaller unit: an hour and 34 minutes are 94 minutes."""
    value = first.value + rest.value
    number = round(value / rest.value * rest.number, 6)
    return rest._replace(value=value, start=first.start, number=number, digits=_DIGITS_OF_SPANS, about=first.about)


def _make(kind: Kind, value: float, start: int, end: int) -> Quantity:
    return Quantity(value, kind, "", start, end, value, 1.0, 2, False)


def _named(tokens: Sequence[str], lower: Sequence[str], i: int) -> Quantity | None:
    """Months, weekdays, quarters, fiscal years, multiples and ordinals written as one word (or as "first quarter")."""
    token, word, following = tokens[i], lower[i], _get(lower, i + 1)
    if token in n.MONTHS and not (token == "May" and (i == 0 or following in {"be", "not", "have"})):
        return _make("month", n.MONTHS[token], i, i + 1)
    if token in n.WEEKDAYS:
        return _make("weekday", n.WEEKDAYS[token], i, i + 1)
    if coded := _CODED.fullmatch(token):
        if coded[2]:
            return _make("quarter", int(coded[2]), i, i + 1)
        return _make("year", int(coded[1]) + (2000 if len(coded[1]) == 2 else 0), i, i + 1)
    if word in n.MULTIPLES:
        return _make("multiple", n.MULTIPLES[word], i, i + 1)
    end = i + 2 + (following == "-")
    if word in n.LEADING and _get(lower, end - 1) == "quarter":
        return _make("quarter", n.LEADING[word], i, end) if n.LEADING[word] <= 4 else None
    value, end = _ordinal_in_words(lower, i)
    return _make("ordinal", value, i, end) if value else None


def _ordinal_in_words(lower: Sequence[str], i: int) -> tuple[int, int]:
    """Value and end of an ordinal in words ("twelfth", "twenty-first"), the first 0 if there is none."""
    if lower[i] in n.TENS and _get(lower, i + 1) == "-" and 0 < n.LEADING.get(_get(lower, i + 2), 0) < 10:
        # "Twenty-second" may be a time.
        return (n.TENS[lower[i]] + n.LEADING[lower[i + 2]], i + 3) if lower[i + 2] != "second" else (0, i)
    return n.ORDINALS.get(lower[i], 0), i + 1


def _century(lower: Sequence[str], i: int) -> Quantity | None:
    """A century as the year that its years begin like: the nineteenth is the 1800s."""
    if _get(lower, i + 1) not in _AFTER_CENTURY:
        return None
    number, end = _ordinal_in_words(lower, i)
    if lower[i][0].isdecimal() and lower[i][:-2].isdecimal() and lower[i][-2:] in ENDS_OF_ORDINALS:
        number = int(lower[i][:-2]) if len(lower[i]) <= 4 else 0
    end += _get(lower, end) == "-"
    is_one = number > 0 and _get(lower, end) in _CENTURIES
    return _make("year", 100 * (number - 1), i, end + 1) if is_one else None


def _numeral(tokens: Sequence[str], lower: Sequence[str], i: int) -> Quantity | None:
    """A number in digits or words with its unit."""
    number = number_at(lower, i)
    if number is None:
        return None
    before = _get(lower, i - 1)
    first = i - 1 if before in n.SIGNS else i
    about = _get(lower, first - 1) in _ABOUT or (_get(lower, first - 2), _get(lower, first - 1)) in _ABOUT_IN_TWO
    kind, unit, scale, end = unit_of(tokens, lower, i, number)
    if lower[i] in {"one", "a"} and kind == "count" and number.end == i + 1:
        return None
    value = number.number * number.magnitude * scale
    found = Quantity(value, kind, unit, first, end, number.number, number.magnitude, number.digits, about)
    return _negative(lower, found) if kind == "count" and value else found


def _negative(lower: Sequence[str], found: Quantity) -> Quantity:
    """A count of degrees below zero, if a sign before it or words after it say so."""
    start, end = found.start, found.end
    while _get(lower, end) in _DEGREES:
        end += 1
    if _get(lower, end) == "below" and _get(lower, end + 1) in {"zero", "freezing"}:
        end += 2
    elif end > found.end and _get(lower, start - 1) in _MINUS and not n.is_number(_get(lower, start - 2)):
        start, end = start - 1, found.end
    else:
        return found
    return found._replace(value=-found.value, number=-found.number, start=start, end=end)


_MINUS = frozenset([MINUS, "minus"])
_DEGREES = frozenset(n.listed("degree degrees ° c celsius f fahrenheit"))

_BEFORE = frozenset(n.SIGNS) | _ABOUT | {second for _, second in _ABOUT_IN_TWO} | {"-", "by"} | _MINUS
"""What has to do with a quantity after it, in lower case, besides words with a capital: names, months and codes."""

_AFTER = UNITS | frozenset([*map(str.lower, n.MONTHS), *n.AFTER_A, *n.ONES, *n.TENS, *n.VULGAR])
_AFTER |= frozenset(
    n.listed(": am pm a.m. p.m. - / ° a c to and or of century centuries the point be not have below degree degrees")
)
"""What has to do with a quantity before it, in lower case."""


def range_end(tokens: Sequence[str], lower: Sequence[str], first: Quantity) -> Quantity | None:
    """The second number of a range, if it supplies the unit or magnitude of the first."""
    j = first.end
    bare = first.kind in PLAIN or (first.kind == "money" and first.magnitude == 1)
    if not bare or _get(lower, j) not in {"-", "to", "and", "or"}:
        return None
    j += 1
    if _get(lower, j) in n.SIGNS:
        j += 1
    if j >= len(tokens) or not (n.has_digits(tokens[j]) or lower[j] in n.ONES or lower[j] in n.TENS):
        return None
    second = (times.clock(lower, j) if first.kind == "count" and first.number <= times.HOURS else None) or _numeral(
        tokens, lower, j
    )
    if second is None or (second.kind in PLAIN and second.magnitude == 1):
        return None
    if first.kind == "day" or (first.kind == "year" and (second.magnitude > 1 or second.number < _LEAST_YEAR)):
        # "From 1 million in 2019 to 2 million" is no range of years.
        return None
    if first.kind == "money":
        return second._replace(kind="money", unit=first.unit) if second.kind in {"count", "money"} else None
    return second


def goes_on(lower: Sequence[str], first: Quantity, second: Quantity) -> bool:
    """Whether a number has the unit of the one before it: the 51 of "from 94 minutes to 51"."""
    return (
        second.kind == "count"
        and second.magnitude == 1
        and first.kind in {"duration", "percent"}
        and _get(lower, first.start - 1) == "from"
        and list(lower[first.end : second.start]) == ["to"]
        and ends_before(lower, second.end)
    )


def as_range(first: Quantity, second: Quantity) -> Quantity:
    """The first quantity of a range, in the unit and magnitude of the second."""
    if second.kind == "clock":
        return times.before(first, second)
    scale = second.value / (second.number * second.magnitude) if second.number else 1.0
    value = first.number * second.magnitude * scale
    return first._replace(value=value, kind=second.kind, unit=second.unit, magnitude=second.magnitude)
