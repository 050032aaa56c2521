"""What an insight denies by a word and a bullet by a frame: "the dam is not safe", "it is not true that it is safe"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.judges.coverage.texts.denial_ends import NEGATION, STOPS, Denial
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import next_sentences
from hayrick.judges.coverage.texts.frames import denies
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.texts.polarity import reached
from hayrick.judges.coverage.texts.sides import beside, frames, framing, plain_frames
from hayrick.judges.coverage.words.lemmas import root
from hayrick.numerals import listed

_LEAST = 0.6
"""Least share of the weight that frames reach, of what the insight says, that must stand in a clause it denies."""

_HALF = 0.5
_BREAKS = STOPS | frozenset(listed("but although though whereas while yet that because so as since until"))


def agreed(insight: Facts, bullet: Facts) -> frozenset[str]:
    """Terms that the insight denies by a word, and the bullet, or its next sentence, by frames alone.

    The frames must concern all that they reach, and of the insight little but the clauses that it denies.
    """
    if not insight.denials:
        return frozenset()
    return next(filter(None, (_agreed(insight, one) for one in (bullet, *next_sentences(bullet)))), frozenset())


def _agreed(insight: Facts, bullet: Facts) -> frozenset[str]:
    """The same of one text."""
    denied = _framed_terms(bullet)
    told = [one for one in insight.denials if _is_told(insight, one, bullet)] if denied else []
    alike = [one for one in told if _is_alike(insight, one, bullet) and _first(insight, one, bullet) in denied]
    if not alike or not _is_of_clauses(insight, told, bullet):
        return frozenset()
    return denied.intersection(key for one in alike for key in insight.under(one))


def _is_told(insight: Facts, denial: Denial, bullet: Facts) -> bool:
    """Whether the bullet has half of what the insight denies."""
    keys = frozenset(insight.under(denial))
    shared = keys & bullet.said
    return bool(shared) and insight.weight(shared) >= _HALF * insight.weight(keys)


def _is_alike(insight: Facts, denial: Denial, bullet: Facts) -> bool:
    """Whether the bullet does not have the word by which the insight denies, if it is not "not" and the like."""
    return denial.governor == NEGATION or denial.governor not in bullet.governors


def _first(insight: Facts, denial: Denial, bullet: Facts) -> str:
    """The first term under a denial that the bullet has, too."""
    return next(key for key in insight.under(denial) if key in bullet.said)


@once
def _framed_terms(text: Facts) -> frozenset[str]:
    """Terms that stand under an odd number of frames and under nothing else that denies, wherever they stand."""
    plain = plain_frames(text)
    if not plain or len(plain) < len(frames(text)):
        return frozenset()
    odd = reached(len(text.line), plain)
    otherwise = {i for one in beside(text, framing(text)) for i in range(one.start, one.end)}
    return text.said.difference(key for at, key in text.terms if at in otherwise or not odd[at])


def _is_of_clauses(insight: Facts, denials: Sequence[Denial], bullet: Facts) -> bool:
    """Whether frames reach little of the insight but the clauses of some denials; a question may hold others."""
    lower = bullet.reading.lower
    stated = [one for one in plain_frames(bullet) if lower[one.end - 1] != "?"]
    keys = insight.said.intersection(key for one in stated for key in bullet.under(one))
    clauses = {key for one in denials for key in _clause(insight, one)}
    return insight.weight(keys & clauses) >= _LEAST * insight.weight(keys)


def _clause(text: Facts, denial: Denial) -> list[str]:
    """Terms of the clause in which a denial stands."""
    lower = text.reading.lower
    ends = [i for i, token in enumerate(lower) if token in _BREAKS or (token == "and" and lower[i - 1] == ",")]
    start = max((i for i in ends if i < denial.at), default=0)
    end = min((i for i in ends if i > denial.at), default=len(lower))
    return [key for key in text.line[start:end] if key]


def excuses_frames(insight: Facts, bullet: Facts) -> bool:
    """Whether the insight has words of the bullet's frames, or denies itself what only they deny.

    What is denied in both by a word, or by "none" alone, is left to `turned`.
    """
    every = bullet.framed.every
    if bullet.framed.by_later:
        return False
    if not frames(bullet):
        return bool(insight.denials)
    lower = bullet.reading.lower
    spoken = frozenset(_denying_roots(insight.reading.lower))
    if spoken and not bullet.framed.by_next:
        wordings = (_denying_roots(lower[one.begin : one.stop]) for one in every)
        if not any(map(spoken.isdisjoint, wordings)):
            return True
    return bool(agreed(insight, bullet))


def _denying_roots(tokens: Sequence[str]) -> Iterator[str]:
    return (root(token) for token in tokens if denies(token))
