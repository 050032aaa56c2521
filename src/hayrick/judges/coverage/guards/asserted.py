"""Whether a bullet asserts what it says of an insight, or denies it, asks or plans it, or doubts it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from hayrick.judges.coverage.guards.agreed import agreed, excuses_frames
from hayrick.judges.coverage.guards.denials import taken_back, turned
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import hedges_after, may_say_no, next_denials
from hayrick.judges.coverage.texts.frames import is_denied, reaches
from hayrick.judges.coverage.texts.hedges import UNREAL, Hedge, reach, unexcused
from hayrick.judges.coverage.texts.settled import says_no
from hayrick.judges.coverage.words.reading import content_word
from hayrick.text import STOP_WORDS

_MOST_REPEATED = 1
"""Words of the insight that a sentence which only comments on the one before may repeat."""

_DENIED, _DOUBTED = 0.4, 0.5
"""Least share of the terms that denials, or doubts, reach that the insight must have: others concern other things."""

_SETTLED = 0.6
"""Least share of the insight's words that a text must have to say no to them."""


def denied(insight: Facts, bullet: Facts) -> bool:
    """Whether a frame around the sentence, a word in it, or the next sentence, denies it."""
    frames = bullet.framed
    if not _concerns(bullet.denied_terms, insight, _DENIED):
        return _settled(insight, bullet)
    if frames.inside is not None or frames.by_next or frames.by_later:
        shared = insight.spoken & bullet.spoken - STOP_WORDS
        if is_denied(frames, insight.framed, shared, insight.has_sentences) and not excuses_frames(insight, bullet):
            return True
    is_any = bullet.denials or insight.denials or frames.every or next_denials(bullet)
    if is_any and (turned(insight, bullet) or taken_back(insight, bullet)):
        return True
    return _settled(insight, bullet)


def _settled(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet asks, plans or reports what the insight states, and then says no."""
    if not may_say_no(bullet) or agreed(insight, bullet):
        return False
    shared = insight.own_words & bullet.spoken
    if len(shared) < _SETTLED * len(insight.own_words):
        return False
    if not says_no(shared, insight.spoken, bullet.reading.lower, [one.lower for one in bullet.after]):
        return False
    hedges = [one for one in bullet.hedges if one.kind != "condition"]
    return _only_unreal(insight, bullet) or _leaves_open(insight, bullet, hedges) or _is_commented(insight, bullet)


def open_question(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet only asks, plans or makes depend on something what the insight states."""
    if agreed(insight, bullet):
        return False
    if _only_unreal(insight, bullet):
        return True
    return _leaves_open(insight, bullet, [one for one in bullet.hedges if one.kind in UNREAL])


def hedged(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet reports as doubtful what the insight states."""
    if agreed(insight, bullet):
        return False
    return _is_commented(insight, bullet) or _leaves_open(insight, bullet, bullet.hedges)


def _only_unreal(insight: Facts, bullet: Facts) -> bool:
    theirs = insight.happened & bullet.reading.words
    if not theirs:
        return False
    unreal = bullet.unreal(theirs)
    # Not of the line of terms, in which "doubled" is a quantity.
    first = next(key for key in insight.reading.line if key in theirs)
    return first in unreal and 2 * len(unreal) >= len(theirs)


def _is_commented(insight: Facts, bullet: Facts) -> bool:
    """Whether the sentence after it only comments on it, and doubts it."""
    after = hedges_after(bullet)
    if not after or len(insight.own_words & bullet.following) > _MOST_REPEATED:
        return False
    return bool(unexcused(after, insight.excuses, insight.reading.words, bullet.spoken))


def _concerns(reached: Set[str], insight: Facts, least: float) -> bool:
    """Whether of what a denial or doubt reaches, if it reaches anything, the insight says a certain share."""
    return len(reached & insight.said) >= least * len(reached)


def _happens_outside(insight: Facts, bullet: Facts, inside: Set[str]) -> bool:
    """Whether what the insight says has happened is said in the bullet, but not among some of its terms."""
    said = insight.happened & bullet.reading.words
    return bool(said) and said.isdisjoint(inside)


def _leaves_open(insight: Facts, bullet: Facts, hedges: Sequence[Hedge]) -> bool:
    found = unexcused(hedges, insight.excuses, insight.reading.words, bullet.spoken) if hedges else []
    if not found:
        return False
    shared = insight.own_words & bullet.spoken
    inside = reach(found, shared)
    terms = frozenset(map(content_word, inside)) - {""}
    if not _concerns(terms, insight, _DOUBTED) or (bullet.has_sentences and _happens_outside(insight, bullet, terms)):
        return False
    return reaches(inside, bullet.spoken - inside, shared, insight.has_sentences)
