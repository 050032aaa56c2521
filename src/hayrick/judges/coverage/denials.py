"""Whether a bullet denies what an insight says, or the other way round: the same words under another polarity.

A term that stands under an odd number of denials is denied. Denials that both texts have, and those that stand where
the other text has a word of refusal or an opposite ("rejected all claims", "no claim was accepted"), say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.judges.coverage.contraries import contraries
from hayrick.judges.coverage.denial_words import ADVERSE, ORDINARY
from hayrick.judges.coverage.facts import Facts
from hayrick.judges.coverage.frames import Reach, denies
from hayrick.judges.coverage.lemmas import root
from hayrick.judges.coverage.polarity import NEGATION, Denial, governs
from hayrick.numerals import listed

_HEAD, _MOST = 0.25, 0.5
"""Least share of the weight of what both say that must be denied: with what has happened among it, and without."""

_FIRST = 3
"""Among how many of the first terms under a denial must be one of the other text."""

_FRAME_END = 8
"""Within how many of a frame's last words the one stands that denies."""

_COMPARED = frozenset(listed("any every most than record first more ever best"))
_FEW = frozenset(listed("only few little hardly scarcely barely"))


def turned(insight: Facts, bullet: Facts) -> bool:
    """Whether most of what both say, or much and what the insight says has happened, is denied by one of them only."""
    ours = _apart(insight, bullet, insight.framed.every if bullet.framed.every else ())
    theirs = _apart(bullet, insight, bullet.framed.every)
    if not theirs:
        ours = [one for one in ours if one.governor == NEGATION]
    if not (ours or theirs) or _is_paraphrase(insight, bullet):
        return False
    mine, yours = _polarities(insight, ours), _polarities(bullet, theirs)
    shared = mine.keys() & yours.keys()
    flipped = [key for key in shared if mine[key].isdisjoint(yours[key])]
    happened = any(True in yours[key] for key in insight.happened.intersection(flipped))
    weights = insight.weights
    least = (_HEAD if happened else _MOST) * sum(weights.get(key, 1.0) for key in shared)
    return bool(flipped) and sum(weights.get(key, 1.0) for key in flipped) >= least


def taken_back(insight: Facts, bullet: Facts) -> bool:
    """Whether the next sentence denies nothing but what the insight says has happened."""
    return _denies_only(insight, bullet, bullet.next_denials)


def denies_verb(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet denies in some place nothing but what the insight says has happened."""
    if insight.denials or not bullet.denials:
        return False
    mask = _mask(bullet, bullet.denials)
    return _denies_only(insight, bullet, [bullet.under(one) for one in bullet.denials if mask[one.end - 1]])


def _denies_only(insight: Facts, bullet: Facts, many: Sequence[Sequence[str]]) -> bool:
    if not many or _is_paraphrase(insight, bullet):
        return False
    own = {key for key, sides in _polarities(insight, insight.denials).items() if True not in sides}
    return any(keys and keys[0] in insight.happened & own and insight.said.issuperset(keys) for keys in many)


def _apart(one: Facts, other: Facts, frames: Sequence[Reach]) -> list[Denial]:
    """Denials of a text that the other one does not have in like words, and its frames."""
    found = [
        Denial(frame.begin, "", frame.start, frame.end)
        for frame in frames
        if other.reading.words.isdisjoint(_denying(one, frame))
    ]
    if not one.denials:
        return found
    compared = any(word in _COMPARED or word.endswith("est") for word in other.spoken)
    return found + [
        denial
        for denial in one.denials
        if not other.said.isdisjoint(one.under(denial)[:_FIRST])
        and (denial.governor in ORDINARY or denial.governor not in other.governors)
        and not (denial.compares and compared)
        and not any(frame.begin <= denial.at < frame.stop for frame in one.framed.every)
    ]


def _denying(text: Facts, frame: Reach) -> Iterator[str]:
    """Stems of the words of a frame that deny something."""
    span = slice(max(frame.begin, frame.stop - _FRAME_END), frame.stop)
    for token, key in zip(text.reading.tokens[span], text.line[span], strict=True):
        if key and denies(token):
            yield key


def _is_paraphrase(insight: Facts, bullet: Facts) -> bool:
    """Whether the insight has a word that denies or refuses, or an opposite, for which a denial may stand."""
    lost, extra = insight.reading.words - bullet.reading.words, bullet.reading.words - insight.reading.words
    unspoken = insight.spoken - bullet.spoken
    if not (ADVERSE.isdisjoint(lost) and _FEW.isdisjoint(unspoken)):
        return True
    if any(root(word) not in ORDINARY for word in unspoken if governs(word)):
        return True
    return next(contraries(lost, extra), None) is not None


def _mask(text: Facts, denials: Sequence[Denial]) -> list[bool]:
    """Whether each token stands under an odd number of denials."""
    mask = [False] * len(text.reading.tokens)
    for one in denials:
        for i in range(one.start, one.end):
            mask[i] = not mask[i]
    return mask


def _polarities(text: Facts, denials: Sequence[Denial]) -> dict[str, set[bool]]:
    """Of each term, for all its places, whether it stands under an odd number of denials."""
    mask = _mask(text, denials)
    found: dict[str, set[bool]] = {}
    for at, key in text.terms:
        found.setdefault(key, set()).add(mask[at])
    return found
