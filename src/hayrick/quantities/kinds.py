"""What kind of quantity a number is, and in which unit, by what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick import numerals as n
from hayrick.numerals import Number
from hayrick.numerals import token as _get
from hayrick.quantities.values import Kind

_LEAST_MONEY = 1000
"""So many pounds and more are money; fewer may be a weight."""

UNITS = frozenset(n.listed("per permille ‰ bps bp basis pound pounds fold times business working calendar"))
UNITS |= frozenset([*n.listed("consecutive straight"), *n.PERCENT, *n.COINS, *map(str.lower, n.CODES), *n.SPANS])
"""What a unit may begin with, in lower case."""

ENDS_OF_ORDINALS = frozenset(n.listed("st nd rd th"))

_RATES = frozenset(n.listed("a an per each every daily weekly monthly yearly"))


def unit_of(tokens: Sequence[str], lower: Sequence[str], i: int, number: Number) -> tuple[Kind, str, float, int]:
    """Kind, unit, conversion factor to the kind's unit, and end of a number at token `i`."""
    end, glue = number.end, number.glue
    before = tokens[i - 1] if i else ""
    if before in n.SIGNS or before in n.CODES:
        return "money", n.SIGNS.get(before) or n.CODES[before], 1.0, end
    j = end + 1 if _get(lower, end) == "-" else end
    word, following = _get(lower, j), _get(lower, j + 1)
    if not glue and word not in UNITS:
        return _bare(tokens, lower, i, number)
    if word in n.PERCENT or (word == "per" and following == "cent"):
        long = word == "per" or (word == "percentage" and following in {"point", "points"})
        return "percent", "", 1.0, j + 1 + long
    if word in {"permille", "‰"} or (word == "per" and following == "mille"):
        return "percent", "", 0.1, j + 1 + (word == "per")
    if word in {"bps", "bp"} or (word == "basis" and following in {"points", "point"}):
        return "percent", "", 0.01, j + 1 + (word == "basis")
    if word in {"pound", "pounds"} and number.number * number.magnitude >= _LEAST_MONEY:
        return "money", "GBP", 1.0, j + 1
    if word in n.COINS or (j < len(tokens) and tokens[j] in n.CODES):
        unit, factor = n.COINS.get(word) or (n.CODES[tokens[j]], 1.0)
        return "money", unit, factor, j + 1
    if glue in ENDS_OF_ORDINALS:
        return _ordinal(tokens, lower, i, end, number.number)
    if glue == "x" or word == "fold" or (word == "times" and following not in _RATES):
        return "multiple", "", 1.0, end if glue == "x" else j + 1
    span = j + 1 if word in {"business", "working", "calendar", "consecutive", "straight"} else j
    if _get(lower, span) in n.SPANS and not glue:
        unit, factor = n.SPANS[lower[span]]
        return "duration", unit, factor, span + 1
    return _bare(tokens, lower, i, number)


def _ordinal(
    tokens: Sequence[str], lower: Sequence[str], i: int, end: int, value: float
) -> tuple[Kind, str, float, int]:
    if _get(lower, end) == "quarter" and value <= 4:
        return "quarter", "", 1.0, end + 1
    return ("day" if value <= 31 and _beside_month(tokens, lower, i, end) else "ordinal"), "", 1.0, end


def _beside_month(tokens: Sequence[str], lower: Sequence[str], i: int, end: int) -> bool:
    after = end + 1 if _get(lower, end) == "of" else end
    return (i > 0 and tokens[i - 1] in n.MONTHS) or (after < len(tokens) and tokens[after] in n.MONTHS)


def _bare(tokens: Sequence[str], lower: Sequence[str], i: int, number: Number) -> tuple[Kind, str, float, int]:
    """Kind of a number without a unit: day of a month, year, model number after a name, else count."""
    end, whole = number.end, number.written.isdecimal() and number.magnitude == 1 and not number.glue
    if whole and number.number <= 31 and _beside_month(tokens, lower, i, end):
        return "day", "", 1.0, end
    if (
        len(number.written) == 4
        and 1900 <= number.number <= 2099
        and number.written.isdecimal()
        and number.glue in {"", "s"}
    ):
        return "year", "", 1.0, end
    name = i - 2 if i > 1 and tokens[i - 1] == "-" else i - 1
    if (
        whole
        and name >= 0
        and tokens[name][0].isupper()
        and (tokens[name].isupper() or (name and lower[name - 1] not in ".!?:"))
    ):
        return "model", "", 1.0, end
    return "count", "", 1.0, end
