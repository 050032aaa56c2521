"""Whether a bullet denies what an insight says, or the other way round: the same words under another polarity.

A term that stands under an odd number of denials is denied. Denials that both texts have, and those that stand where
the other text has a word of refusal or an opposite ("rejected all claims", "no claim was accepted"), say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hayrick.judges.coverage.guards.affirmed import affirms_denied, says_half
from hayrick.judges.coverage.guards.agreed import agreed
from hayrick.judges.coverage.guards.paraphrases import is_paraphrase
from hayrick.judges.coverage.texts.denial_ends import NEGATING, NEGATION, Denial, kind
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import next_denials
from hayrick.judges.coverage.texts.frames import Reach, denies
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.texts.polarity import reached
from hayrick.judges.coverage.texts.sides import beside, framing, polarities
from hayrick.judges.coverage.words.denial_words import ORDINARY
from hayrick.judges.coverage.words.lemmas import root
from hayrick.numerals import listed

_HEAD, _MOST = 0.25, 0.5
"""Least share of the weight of what both say that must be denied: with what has happened among it, and without."""

_CONDITION = 8
"""Within how many tokens after "if" a negation is part of the condition."""

REWORDED = 2
"""Most terms that two texts may have of their own for their denials to be compared term by term."""

_FIRST = 3
"""Among how many of the first terms under a denial must be one of the other text."""

_FRAME_END = 8
"""Within how many of a frame's last words the one stands that denies."""

_COMPARED = frozenset(listed("any every most than record first more ever best"))
_BEFORE_MOST = frozenset(listed("the its his her their our my"))
_ANYWHERE = ORDINARY | {NEGATION}
"""Governors that two texts may both have without denying the same."""
_AUXILIARIES = frozenset(
    listed("do does did will would can could should must shall cannot don't doesn't didn't won't neither nor")
)


def turned(insight: Facts, bullet: Facts) -> bool:
    """Whether most of what both say, or much and what the insight says has happened, is denied by one of them only."""
    ours = _apart(insight, bullet, bool(bullet.framed.every))
    ours, theirs = _unpaired(insight, ours, bullet, _apart(bullet, insight, True))
    theirs = _of_insight(insight, bullet, [one for one in theirs if not _is_told_beside(bullet, one, insight)])
    if both := agreed(insight, bullet):
        ours = [one for one in ours if both.isdisjoint(insight.under(one))]
        theirs = [one for one in theirs if one.governor or both.isdisjoint(bullet.under(one))]
    if affirms_denied(insight, bullet, ours):
        return True
    if not theirs:
        ours = [one for one in ours if one.governor == NEGATION]
    if not (ours or theirs):
        return False
    mine, yours = polarities(insight, ours), polarities(bullet, theirs)
    shared = mine.keys() & yours.keys()
    flipped = {key for key in shared if mine[key].isdisjoint(yours[key])}
    if not flipped or is_paraphrase(insight, bullet, flipped):
        return False
    planned = insight.unreal(flipped)
    heads = (insight.happened or planned) | (_verbs(insight, ours) | _verbs(bullet, theirs)) - planned
    lifted = insight.happened & _negated_roots(bullet)
    heads |= {key for one in insight.denials if one.governor in lifted for key in insight.under(one)[:1]}
    happened = any(True in yours[key] for key in heads & flipped)
    if not says_half(insight, bullet):
        return False
    return insight.weight(flipped) >= (_HEAD if happened else _MOST) * insight.weight(shared)


def _verbs(text: Facts, denials: Sequence[Denial]) -> frozenset[str]:
    """Stems of the verbs that stand right after "does not" and the like, but for conditions."""
    lower, line = text.reading.lower, text.line
    plain = (
        one
        for one in denials
        if one.governor == NEGATION
        and not _AUXILIARIES.isdisjoint(lower[one.at - 1 : one.at + 1])
        and "if" not in lower[max(0, one.at - _CONDITION) : one.at]
    )
    return frozenset(next(filter(None, line[one.at + 1 : one.end]), "") for one in plain)


def _negated_roots(text: Facts) -> frozenset[str]:
    """Stems of the words right after "not": what does not cancel a trip says nothing against it."""
    lower = text.reading.lower
    return frozenset(root(lower[one.at + 1]) for one in text.denials if one.governor == NEGATION and one.start > one.at)


def _unpaired(
    one: Facts, ours: Sequence[Denial], other: Facts, theirs: Sequence[Denial]
) -> tuple[list[Denial], list[Denial]]:
    """Denials but those of the same thing in both texts, however far each reaches ("did not win", "no one won")."""
    left, rest = [], list(theirs)
    for denial in ours:
        pair = next((it for it in rest if _deny_alike(one, denial, other, it)), None)
        if pair is None:
            left.append(denial)
        else:
            rest.remove(pair)
    return left, rest


def _deny_alike(one: Facts, denial: Denial, other: Facts, theirs: Denial) -> bool:
    """Whether two denials that are no frames reach what the other one denies first.

    Or each denies a word that the other text lacks: nobody "was hurt", "was harmed".
    """
    if not (denial.governor and theirs.governor):
        return False
    ours, others = one.under(denial), other.under(theirs)
    if not {*ours[:1]}.isdisjoint(others) or not {*others[:1]}.isdisjoint(ours):
        return True
    is_plain = {denial.governor, theirs.governor} <= NEGATING
    return is_plain and other.said.isdisjoint(ours[:1]) and one.said.isdisjoint(others[:1])


def rewords(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet negates what the insight takes away in one word, and says little else.

    "Has no clause" and "dropped a clause" are the same.
    """
    if len(bullet.beside(insight).extra) > REWORDED:
        return False
    denied = {key for one in bullet.denials for key in bullet.under(one)}
    return bool(denied) and is_paraphrase(insight, bullet, denied)


def _of_insight(insight: Facts, bullet: Facts, denials: Sequence[Denial]) -> list[Denial]:
    """Denials of a bullet but those of something else, where it says elsewhere that all has happened that should."""
    mine, yours = polarities(insight, insight.denials), polarities(bullet, denials)
    if not insight.happened or any(mine.get(key, {False}).isdisjoint(yours.get(key, ())) for key in insight.happened):
        return list(denials)
    return [
        one
        for one in denials
        if not one.governor
        or insight.said.issuperset(bullet.under(one)[:1])
        or any(one.start <= other.at < one.end or other.start <= one.at < other.end for other in denials)
    ]


def affirms(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet says somewhere all that the insight says, and denies there what it denies."""
    if not insight.said <= bullet.said:
        return False
    mine, yours = polarities(insight, insight.denials), polarities(bullet, bullet.denials)
    return all(not sides.isdisjoint(yours.get(key, ())) for key, sides in mine.items())


def taken_back(insight: Facts, bullet: Facts) -> bool:
    """Whether the next sentence denies nothing but what the insight says has happened."""
    return _denies_only(insight, bullet, next_denials(bullet))


def denies_verb(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet denies in some place nothing but what the insight says has happened."""
    if insight.denials or not bullet.denials:
        return False
    mask = reached(len(bullet.line), bullet.denials)
    return _denies_only(
        insight, bullet, [bullet.under(one) for one in bullet.denials if mask[one.end - 1] and not one.compares]
    )


def _denies_only(insight: Facts, bullet: Facts, many: Sequence[Sequence[str]]) -> bool:
    if not many:
        return False
    own = {key for key, sides in polarities(insight, insight.denials).items() if True not in sides}
    return any(
        keys
        and keys[0] in insight.happened & own
        and insight.said.issuperset(keys)
        and not is_paraphrase(insight, bullet, {*keys})
        for keys in many
    )


def _apart(one: Facts, other: Facts, with_frames: bool) -> list[Denial]:
    """Denials of a text that the other one does not have in like words, and its frames if these count."""
    wide = framing(one) if with_frames else []
    found = [
        Denial(frame.begin, "", frame.start, frame.end)
        for frame in wide
        if other.reading.words.isdisjoint(_denying(one, frame))
    ]
    if not one.denials:
        return found
    lower = other.reading.lower
    compared = not _COMPARED.isdisjoint(lower) or any(
        word.endswith("est") and before in _BEFORE_MOST for before, word in pairwise(lower)
    )
    return found + [
        denial
        for denial in beside(one, wide)
        if not other.said.isdisjoint(one.under(denial)[:_FIRST])
        and (denial.governor in _ANYWHERE or denial.governor not in other.governors)
        and not (denial.compares and compared and not _is_same_side(one, denial, other))
    ]


def _is_told_beside(one: Facts, denial: Denial, insight: Facts) -> bool:
    """Whether a sibling of the insight denies the same: all insights are true, so that it denies none of them."""
    return bool(_denied_beside(insight)) and any(
        (kind(denial.governor), head) in _denied_beside(insight) for head in one.under(denial)[:1]
    )


def _is_same_side(one: Facts, denial: Denial, other: Facts) -> bool:
    """Whether what stands before a denial of a comparison is what the other text compares with something."""
    lower = other.reading.lower
    if "than" not in lower:
        return False
    middle = lower.index("than")
    sides = frozenset(filter(None, other.line[:middle])), frozenset(filter(None, other.line[middle:]))
    before = frozenset(filter(None, one.line[: denial.at]))
    return not before.isdisjoint(sides[0] - sides[1]) and before.isdisjoint(sides[1] - sides[0])


def _denying(text: Facts, frame: Reach) -> Iterator[str]:
    """Stems of the words of a frame that deny something."""
    span = slice(max(frame.begin, frame.stop - _FRAME_END), frame.stop)
    for token, key in zip(text.reading.tokens[span], text.line[span], strict=True):
        if key and denies(token):
            yield key


@once
def _denied_beside(insight: Facts) -> frozenset[tuple[str, str]]:
    """What siblings of an insight deny, as `denied_heads` has it."""
    return frozenset[tuple[str, str]]().union(*(one.denied_heads for one in insight.siblings))
