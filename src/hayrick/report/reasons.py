"""Reasons of judges for people: a rule as a phrase, and the name or number of the insight that the bullet lacks."""

from __future__ import annotations

from collections.abc import Iterator

from hayrick.checking.wording import agrees
from hayrick.checking.wording import read as quantities_of
from hayrick.judges.coverage.phrases import phrase
from hayrick.probes.around import names_in
from hayrick.text import fold, words

_MOST = 3
_NAME, _QUANTITY = "name", "quantity"


def reason_in_words(reason: str, insight: str, bullet: str | None) -> str:
    """A judge's reason for people.

    Args:
        reason: a rule of the local judge, or what another judge says, which is kept.
        insight: its text.
        bullet: that which the judge links to the insight; None for none.

    Returns:
        The rule as a phrase; for another name or number also those of the insight that the bullet has not, at most
        three: `another name stands in its place ("Sikorsky" is not in the bullet)`.
    """
    told = phrase(reason)
    if bullet is None or reason not in (_NAME, _QUANTITY):
        return told
    absent = list(dict.fromkeys((_names if reason == _NAME else _quantities)(insight, bullet)))[:_MOST]
    if not absent:
        return told
    named = ", ".join(f'"{one}"' for one in absent)
    return f"{told} ({named} {'is' if len(absent) == 1 else 'are'} not in the bullet)"


def _names(insight: str, bullet: str) -> Iterator[str]:
    said = {*words(bullet)}
    return (name for _, name in names_in(insight) if said.isdisjoint(words(name)))


def _quantities(insight: str, bullet: str) -> Iterator[str]:
    said = quantities_of(bullet).quantities
    plain = fold(insight)
    return (plain[one.start : one.end] for one in quantities_of(insight).quantities if not agrees(one, said))
