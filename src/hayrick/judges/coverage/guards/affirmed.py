"""Whether a bullet says as true what the insight denies."""

from __future__ import annotations

from collections.abc import Sequence, Set

from hayrick.judges.coverage.guards.paraphrases import is_paraphrase
from hayrick.judges.coverage.texts.denial_ends import NEGATION, Denial
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.sides import frames, polarities
from hayrick.judges.coverage.words.lemmas import root
from hayrick.numerals import listed, token

_SAID = 0.5
"""Least share of the insight's weight that a text must say to deny it: in others a negation is chance."""
_PLAINLY = frozenset([NEGATION, *map(root, ["fail", "refuse", "decline", "without"])])
"""Governors of what cannot be said of the same thing without a denial."""
_LIGHT = frozenset(map(root, ["show", "have", "make", "take", "give"]))
"""Verbs that say little before a noun: "showed no improvement", "did not improve"."""
_CONTRAST = frozenset([",", "and", "but"])
"""What stands before the "not" of a contrast: "by Vermeer, not by Metsu"."""
_RESTRICTING = frozenset(
    listed("unless except excluding excepting until only few little hardly scarcely barely seldom rarely")
)
"""What may deny without being a denial: "unless changes are made" for "without changes"."""


def affirms_denied(insight: Facts, bullet: Facts, ours: Sequence[Denial]) -> bool:
    """Whether a bullet that denies nothing says all that the insight denies by one of some denials."""
    is_plain = not (bullet.denials or frames(bullet)) and _RESTRICTING.isdisjoint(bullet.spoken)
    if not is_plain or not says_half(insight, bullet):
        return False
    sides = polarities(insight, insight.denials)
    denied = {key for key, found in sides.items() if found == {True}} - _LIGHT
    return any(_is_affirmed(insight, bullet, denied.intersection(insight.under(one)), one) for one in ours)


def _is_affirmed(insight: Facts, bullet: Facts, keys: Set[str], denial: Denial) -> bool:
    """Whether a bullet says some terms under a denial of the insight, as what is or has happened."""
    lower = insight.reading.lower
    is_contrast = denial.governor == NEGATION and lower[denial.at - 1] in _CONTRAST and lower[denial.at] == "not"
    is_noun = lower[denial.at] == "without" and not token(lower, denial.at + 1).endswith("ing")
    if denial.governor not in _PLAINLY or is_contrast or is_noun or not keys <= bullet.said:
        return False
    if len(keys) < (1 if denial.governor == NEGATION else 2) or all(key[0] == "#" for key in keys):
        return False
    if bullet.unreal(frozenset(keys)):
        return False
    return not (is_paraphrase(insight, bullet, keys) or is_paraphrase(bullet, insight, keys))


def says_half(insight: Facts, bullet: Facts) -> bool:
    """Whether a bullet has half of the insight's weight."""
    return insight.weight(insight.said & bullet.said) >= _SAID * insight.whole_weight
