"""Reads English numbers in digits or words; tables of the words and symbols of units and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


def listed(words: str) -> list[str]:
    """Split a word list written as one string."""
    return words.split()


ONES = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen"
        )
    )
}
TENS = {word: 10 * i for i, word in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
LARGE = {"hundred": 100.0, "dozen": 12.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
LARGE |= {"mn": 1e6, "mln": 1e6, "bn": 1e9, "tn": 1e12, "trn": 1e12}
ORDINALS = {
    word: i for i, word in enumerate(listed("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), 3)
}
ORDINALS |= {f"{word}th": value for word, value in ONES.items() if value > 12}
ORDINALS |= {f"{word[:-1]}ieth": value for word, value in TENS.items()}
LEADING = {"first": 1, "second": 2} | ORDINALS
VULGAR = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8}
PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
MULTIPLES = {
    f"{verb}{end}": times
    for verb, times in (("doubl", 2), ("tripl", 3), ("quadrupl", 4))
    for end in ("e", "ed", "es", "ing")
} | {"twice": 2}
MONTHS = {
    word: i
    for i, word in enumerate(
        listed("January February March April May June July August September October November December"), 1
    )
}
MONTHS |= {name[:3]: i for name, i in MONTHS.items()} | {"Sept": 9}
WEEKDAYS = {name: i for i, name in enumerate(listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"), 1)}
AFTER_A = frozenset(PARTS) | frozenset(LARGE)
"""Words that may follow "a" in the sense of one: "a third", "a million"."""

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW"}
CODES = {code: code for code in listed("USD EUR GBP JPY CHF INR CNY CAD AUD")}
COINS = {"dollar": ("USD", 1.0), "dollars": ("USD", 1.0), "euro": ("EUR", 1.0), "euros": ("EUR", 1.0)}
COINS |= {"cent": ("USD", 0.01), "cents": ("USD", 0.01), "yen": ("JPY", 1.0), "rupees": ("INR", 1.0)}
COINS |= {"penny": ("GBP", 0.01), "pence": ("GBP", 0.01)}
COINS |= {
    name: (code, 1.0)
    for code, names in (
        ("CHF", "franc francs"), ("SEK", "krona kronor"), ("NOK", "krone kroner"), ("INR", "rupee"),
        ("CNY", "yuan renminbi"), ("RUB", "rouble roubles ruble rubles"), ("PLN", "zloty zlotys"),
        ("CZK", "koruna korunas"), ("HUF", "forint forints"), ("MXN", "peso pesos"), ("BRL", "reais"),
        ("TRY", "lira liras"), ("ZAR", "rand"), ("ILS", "shekel shekels"), ("THB", "baht"), ("AED", "dirham dirhams"),
        ("KWD", "dinar dinars"), ("NGN", "naira"), ("KES", "shilling shillings"), ("UAH", "hryvnia"),
    )
    for name in listed(names)
}  # fmt: skip
"""Of names that several countries use, one; they tell currencies apart, not countries."""
PERCENT = frozenset(["%", "percent", "pct", "percentage"])
_LENGTHS = {
    "second": 1 / 86400,
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "millisecond": 1 / 86400000,
    "ms": 1 / 86400000,
    "day": 1.0,
    "week": 7.0,
}
SPANS = {name: ("days", length) for name, length in _LENGTHS.items()}
SPANS |= {"month": ("months", 1.0), "year": ("months", 12.0), "decade": ("months", 120.0)}
SPANS |= {name + "s": span for name, span in SPANS.items()}
_GLUED = {"k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9, "t": 1e12, "tn": 1e12}
_WRITTEN = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)([A-Za-z]*)")
_FIRST_GROUP, _GROUP = re.compile(r"[1-9]\d{0,2}"), re.compile(r"\d00")
"""Of a number whose thousands are separated by spaces: others than whole hundreds may be numbers of their own."""
_BEFORE_COUNTED = frozenset(
    [*map(str.lower, MONTHS), *"-./", *listed("week day page row no vol chapter aged at section")]
)
"""What stands before a number that the next one does not continue."""
_MAX_DIGITS = 18
_BOTTOMS = frozenset(listed("2 3 4 5 8 16"))
"""Under the stroke of a fraction after a whole number; others may be dates or scores."""


class Number(NamedTuple):
    """A number as written, and its magnitude.

    `end` is the position after its last token, `digits` the count of significant digits, `glue` letters attached to its
    digits other than a magnitude, `written` its digits with separators ("" for a number in words).
    """

    number: float
    magnitude: float
    end: int
    digits: int
    glue: str
    written: str


def number_at(lower: Sequence[str], i: int) -> Number | None:
    """Read the number that starts at token `i` of lower-case tokens; None if there is none.

    More than 18 digits are an identifier, not a number.
    """
    if lower[i] in VULGAR:
        return Number(VULGAR[lower[i]], 1.0, i + 1, 1, "", "")
    return _digits(lower, i) if has_digits(lower[i]) else of_magnitude(lower, i) or _spelled(lower, i)


def has_digits(token: str) -> bool:
    """Whether a token is a number in digits, perhaps without the zero before its decimals (".5")."""
    return token[:1].isdecimal() or (len(token) > 1 and token[0] == ".")


def token(tokens: Sequence[str], i: int) -> str:
    """Token `i`, or "" outside of the text."""
    return tokens[i] if 0 <= i < len(tokens) else ""


def _digits(lower: Sequence[str], i: int) -> Number | None:
    match = _WRITTEN.match(lower[i])
    if match is None or len(match[1]) > _MAX_DIGITS:
        return None
    written, glue, end = match[1], match[2], i + 1
    part = 0.0
    if not glue and _FIRST_GROUP.fullmatch(written) and token(lower, i - 1) not in _BEFORE_COUNTED:
        while len(written) < _MAX_DIGITS and _GROUP.fullmatch(token(lower, end)):
            written, end = f"{written} {lower[end]}", end + 1
        if token(lower, end)[:1].isdecimal() or token(lower, end) in LARGE:
            written, end = match[1], i + 1
        part, end = _fraction(lower, end)
    plain = written.replace(",", "").replace(" ", "")
    if part:
        plain, written = f"{int(plain) + part:g}", ""
    magnitude = _GLUED.get(glue, 1.0)
    large = end + 1 if token(lower, end) == "-" else end
    if not glue and token(lower, large) in LARGE:
        magnitude, end = LARGE[lower[large]], large + 1
    return Number(float(plain), magnitude, end, _significant(plain), "" if glue in _GLUED else glue, written)


def _fraction(lower: Sequence[str], i: int) -> tuple[float, int]:
    """What the fraction that begins at a token adds to the whole number before it, and its end: "2 1/2", "2½"."""
    if token(lower, i) in VULGAR:
        return VULGAR[lower[i]], i + 1
    j = i + (token(lower, i) == "-")
    if token(lower, j + 1) != "/":
        return 0.0, i
    top, bottom, after = token(lower, j), token(lower, j + 2), token(lower, j + 3)
    if bottom not in _BOTTOMS or after in {"/", "of"} or not top.isdecimal():
        return 0.0, i
    return (int(top) / int(bottom), j + 3) if len(top) < 3 and 0 < int(top) < int(bottom) else (0.0, i)


def is_number(word: str) -> bool:
    """Whether a lower-case word is a number or the end of one."""
    return has_digits(word) or word in VULGAR or word in ONES or word in TENS or word in LARGE


def of_magnitude(lower: Sequence[str], i: int) -> Number | None:
    """Half or a quarter of a magnitude: "half a million", "a quarter of a million", "half-million"."""
    j = i + (lower[i] == "a")
    part = {"half": 0.5, "quarter": 0.25}.get(token(lower, j))
    j += 2 if token(lower, j + 1) in {"of", "-"} else 1
    j += token(lower, j) == "a"
    if part is None or token(lower, j) not in LARGE:
        return None
    return Number(part, LARGE[lower[j]], j + 1, 1, "", "")


def _significant(plain: str) -> int:
    return len(plain.replace(".", "").strip("0")) or 1


def _spelled(lower: Sequence[str], i: int) -> Number | None:
    """Read a number in words; "a" counts only before a magnitude ("a million")."""
    total, current, magnitude, j = 0.0, 0.0, 1.0, i
    if lower[i] == "a":
        if token(lower, i + 1) not in LARGE:
            return None
        current, j = 1.0, i + 1
    while j < len(lower):
        word = lower[j]
        if word in TENS and current % 100 == 0:
            current += TENS[word]
        elif word in ONES and _takes_one(current, ONES[word]):
            current += ONES[word]
        elif word in {"hundred", "dozen"} and 0 < current < 100:
            current *= LARGE[word]
        elif word in LARGE and current > 0:
            magnitude = LARGE[word]
            total, current = _multiplied(total, current, magnitude), 0.0
        elif current >= 1 and current.is_integer() and (part := _part(lower, j)):
            current, j = current + part, j + 2
        elif not (word in {"-", "and"} and j > i and _goes_on(lower, j, current, total)):
            break
        j += 1
    if j == i:
        return None
    if token(lower, j) == "point" and ONES.get(token(lower, j + 1), 10) < 10:
        decimals = ""
        while ONES.get(token(lower, j + 1 + len(decimals)), 10) < 10:
            decimals += str(ONES[lower[j + 1 + len(decimals)]])
        current, j = current + float(f"0.{decimals}"), j + 1 + len(decimals)
        if token(lower, j) in LARGE:
            magnitude, j = LARGE[lower[j]], j + 1
            total, current = _multiplied(total, current, magnitude), 0.0
    number = (total + current) / magnitude
    return Number(number, magnitude, j, _significant(f"{number:g}"), "", "")


def _multiplied(total: float, current: float, magnitude: float) -> float:
    """Apply a magnitude: in "two million three hundred thousand", "thousand" multiplies only the hundreds."""
    return total + current * magnitude if total >= magnitude else (total + current) * magnitude


def _part(lower: Sequence[str], j: int) -> float:
    """Value that "and a half" or "and a quarter" adds, 0 for other words."""
    if lower[j] == "and" and token(lower, j + 1) == "a":
        return {"half": 0.5, "quarter": 0.25}.get(token(lower, j + 2), 0.0)
    return 0.0


def _takes_one(current: float, one: int) -> bool:
    """Whether a number below twenty may follow: "twenty" can be followed by "five", but "five" cannot."""
    return current % 100 == 0 or (current % 100 >= 20 and current % 10 == 0 and one < 10)


def _goes_on(lower: Sequence[str], j: int, current: float, total: float) -> bool:
    """Whether a spelled number continues after a hyphen or "and"."""
    following = token(lower, j + 1)
    if lower[j] == "-":
        return following in LARGE or (following in ONES and current % 10 == 0 and current % 100 >= 20)
    return (following in ONES or following in TENS) and (current >= 100 or total > 0) and current % 100 == 0
