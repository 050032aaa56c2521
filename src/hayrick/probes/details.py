"""Edits that change one detail of a sentence: a number, a date, a unit, a name, a word into its opposite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from random import Random

from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.probes.around import Around, names_in
from hayrick.probes.wordings import wordings
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import DATES, Quantity, restates
from hayrick.types import Insight

_SMALL = listed("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FACTORS = (0.4, 0.6, 1.3, 1.7, 2.5)
_LEAST_DIGITS = 3
_STEM = 4
_PLACE = re.compile(r"\b(?:in|at|near|from|to) $")
_ARTICLE = re.compile(r"\ban? $")
_VOWEL = re.compile(r"(?!eu|uni|us[ae]|one\b)[aeiou]", re.IGNORECASE)
_NEVER_CHANGED = DATES | {"ordinal", "model"}
_AFTER_NUMBER = rf"(?<=[\d,.])\s?|(?<=\b)(?:{'|'.join(_SMALL)}|hundred|thousand|million|billion)[ -]"


def number_changed(insight: Insight, around: Around, rng: Random) -> str | None:
    """One number becomes another one, at least 30 % off."""
    text = insight.text
    found = [one for one in _amounts(text) if _written(text, one)]
    if not found:
        return None
    chosen = rng.choice(found)
    start, end = _written(text, chosen) or (0, 0)
    changed = text[:start] + _other(text[start:end], chosen, rng) + text[end:]
    return None if any(restates(one, chosen) for one in quantities(changed)) else changed


def rounded(insight: Insight, around: Around, rng: Random) -> str | None:
    """A number of three digits or more is told as about its rounding to two."""
    text = insight.text
    for one in _amounts(text):
        place = _written(text, one)
        if place is None or one.digits < _LEAST_DIGITS or one.about or text[place[0] - 1 : place[0]] in "$€£":
            continue
        start, end = place
        near = float(f"{one.number:.1e}")
        if re.fullmatch(r"1[5-9]\d\d|20\d\d", text[start:end]):
            continue  # It may be a year.
        decimals = max(0, len(text[start:end].partition(".")[2]) - (one.digits - 2))
        changed = f"{text[:start]}about {near:,.{decimals}f}{text[end:]}"
        if near != one.number and any(restates(new, one) for new in quantities(changed)):
            return changed
    return None


def date_changed(insight: Insight, around: Around, rng: Random) -> str | None:
    """One year, month, weekday or day of the month becomes another one."""
    text = insight.text
    found = [one for one in quantities(text) if one.kind in {"year", "month", "day", "weekday"}]
    found = [one for one in found if text[one.end : one.end + 1] != "s"]  # Not "the 1960s".
    if not found:
        return None
    one = rng.choice(found)
    old = text[one.start : one.end]
    if one.kind in {"month", "weekday"}:
        new = rng.choice([name for name in _calendar(one) if name[:3] != old[:3]])
    else:
        step = rng.choice((-3, -2, 2, 3) if one.kind == "year" else (-5, -4, 4, 5))
        new = re.sub(r"\d+", lambda digits: str(int(digits[0]) + step), old, count=1)
        if one.kind == "day" and not 1 <= one.number + step <= 28:
            new = re.sub(r"\d+", str(int(one.number) % 20 + 4), old, count=1)
    changed = text[: one.start] + new + text[one.end :]
    return changed if new != old and not any(restates(other, one) for other in quantities(changed)) else None


def unit_changed(insight: Insight, around: Around, rng: Random) -> str | None:
    """A unit, a magnitude or a currency beside a number becomes another one."""
    found = []
    for old, new in wordings().units:
        if re.fullmatch(r"\W", old):
            found += [(one.start(), one.end(), new) for one in re.finditer(rf"{re.escape(old)}(?=\d)", insight.text)]
        else:
            pattern = rf"(?:{_AFTER_NUMBER})({re.escape(old)})\b(?!-)"
            found += [(one.start(1), one.end(1), new) for one in re.finditer(pattern, insight.text)]
    if not found:
        return None
    start, end, new = rng.choice(sorted(found))
    return insight.text[:start] + new + insight.text[end:]


def name_changed(insight: Insight, around: Around, rng: Random) -> str | None:
    """One name becomes another of the haystack that is written alike, a place's a stranger's; None if there is none."""
    text = insight.text
    found = list(names_in(text))
    if not found:
        return None
    start, old = rng.choice(found)
    taken = set(re.findall(r"\w+", text))
    if _PLACE.search(text[:start]) and old.isalpha() and not old.isupper():
        others: Sequence[str] = [name for name in wordings().places if " " not in name]
    else:
        others = [
            name for name in around.names if _shape(name) == _shape(old) and not taken & set(re.findall(r"\w+", name))
        ]
    others = [name for name in others if name[:_STEM] != old[:_STEM]]
    if not others:
        return None
    new = rng.choice(others)
    for found_at in reversed(list(re.finditer(rf"\b{re.escape(old)}\b", text))):
        text = _put(text, found_at.start(), found_at.end(), new)
    return text


def opposite_word(insight: Insight, around: Around, rng: Random) -> str | None:
    """One word becomes its opposite."""
    known = dict(wordings().opposites)
    found = list(_words(tuple(known)).finditer(insight.text))
    if not found:
        return None
    chosen = rng.choice(found)
    return _put(insight.text, chosen.start(), chosen.end(), known[chosen[0]])


@cache
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of some words and phrases, of which the longest at a place counts."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")


def _put(text: str, start: int, end: int, new: str) -> str:
    """The text with other words at a place, and the article that they need before it."""
    article = "an " if _VOWEL.match(new) else "a "
    return _ARTICLE.sub(article, text[:start]) + new + text[end:]


def _shape(name: str) -> tuple[int, bool]:
    """How a name is written: its number of words, and whether in capitals."""
    return len(name.split()), name.isupper()


def _amounts(text: str) -> list[Quantity]:
    return [one for one in quantities(text) if one.kind not in _NEVER_CHANGED]


def _written(text: str, one: Quantity) -> tuple[int, int] | None:
    """Place of the number alone within a quantity: its digits, or one word from two to sixteen."""
    digits = _DIGITS.search(text, one.start, one.end)
    if digits:
        return None if text[digits.start() - 1 : digits.start()].isalnum() else (digits.start(), digits.end())
    first = re.match(r"[A-Za-z]+(?![\w-])", text[one.start : one.end])
    return (one.start, one.start + first.end()) if first and first[0].lower() in _SMALL else None


def _other(written: str, one: Quantity, rng: Random) -> str:
    if written.lower() in _SMALL:
        place = _SMALL.index(written.lower())
        word = _SMALL[(place + rng.choice((3, 4, 5, 6))) % len(_SMALL)]
        return word.capitalize() if written[0].isupper() else word
    decimals = len(written.partition(".")[2])
    factors = [f for f in _FACTORS if one.kind != "percent" or one.number * f <= 100]
    value = round(one.number * rng.choice(factors), decimals)
    if abs(value - one.number) < 0.3 * one.number:
        value = one.number + rng.choice((2, 3, 4))
    return f"{value:,.{decimals}f}" if "," in written else f"{value:.{decimals}f}"


def _calendar(one: Quantity) -> Sequence[str]:
    return list(MONTHS)[:12] if one.kind == "month" else list(WEEKDAYS)
