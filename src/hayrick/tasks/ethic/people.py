"""Numbers of people in a text: a number in digits or words that a noun for people follows.

Source: ETHIC, section 3.2 (numbers of patients or populations).
Differs: found by rule and not by GPT-4o, in any text; the rule is stated in `numbers_of_people`.
"""

from __future__ import annotations

import re

from hayrick.quantities.texts import quantities
from hayrick.quantities.values import Quantity
from hayrick.text import fold

_NOUNS = (
    "people|persons|men|women|boys|girls|children|babies|adults|kids|ladies|gentlemen|lads|lasses|youths|folk|souls"
    "|fathers|mothers|parents|sons|daughters|brothers|sisters|siblings|cousins|uncles|aunts|nephews|nieces|husbands"
    "|wives|widows|relations|heirs|friends|guests|visitors|neighbours|neighbors|strangers|lovers|partners|companions"
    "|passengers|travellers|travelers|prisoners|servants|maids|footmen|workers|workmen|labourers|farmers|sailors"
    "|soldiers|officers|troops|doctors|nurses|patients|participants|volunteers|residents|inhabitants"
    "|citizens|voters|students|pupils|teachers|employees|witnesses|victims|survivors|subjects|individuals|infants"
    "|newborns|toddlers|adolescents|teenagers|outpatients|inpatients|veterans|members|colleagues|jurors|lawyers"
    "|slaves|orphans|tenants|players|priests|clergymen|recruits"
)
_NO_ADJECTIVE = r"(?!(?:a|an|the|of|or|to|and|in|on|at|for|from|with|by|my|his|her|its|our|your|their)\b)"
_PEOPLE = re.compile(
    r"(?: +(?:or|to|and) +\w{1,20})?"  # two or three
    rf"(?: +of +\w{{1,20}}|(?: +{_NO_ADJECTIVE}[\w'-]{{1,20}}){{1,2}})?"  # of her; young; healthy young
    rf" +(?:{_NOUNS})\b",
    re.IGNORECASE,
)
_SAMPLE = re.compile(r"(?<!\w)n ?= ?\Z", re.IGNORECASE)
_BEFORE = 12
"""Characters before a number that are read."""

_KINDS = frozenset({"count", "year"})
"""A bare number; one of four digits may look like a year."""


def numbers_of_people(text: str) -> frozenset[str]:
    """Numbers of people in a text, in digits without separators: "two daughters", "3,000 men" give 2 and 3000.

    A number counts if a plural noun for people follows it on the same line without a mark, with at most two adjectives
    between them ("five younger sisters"), or "of" and a word ("two of her sisters"), or if it is the size of a sample
    ("n = 45"). In "two or three ladies" both count; "half a million people" are 500000. "One" never counts, nor do
    ordinals, money and ages, nor numbers whose noun is left out.
    """
    folded = fold(text)
    return frozenset(digits(found) for found in quantities(text) if _is_of_people(found, folded))


def digits(quantity: Quantity) -> str:
    """Value of a quantity as it is written in labels; a hyphen before a number of people is a list mark."""
    return f"{abs(quantity.value):.15g}"


def _is_of_people(found: Quantity, text: str) -> bool:
    is_sample = _SAMPLE.search(text[max(0, found.start - _BEFORE) : found.start]) is not None
    return found.kind in _KINDS and (is_sample or _PEOPLE.match(text, found.end) is not None)
