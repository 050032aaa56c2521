"""Whether the sides of a contrast have changed places: one text denies what the other says, both ways."""

from __future__ import annotations

from hayrick.judges.coverage.guards.denials import REWORDED
from hayrick.judges.coverage.texts.denial_ends import Denial
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.sides import polarities
from hayrick.judges.coverage.words.lemmas import root

_CONTRASTING = frozenset(map(root, ["rather", "instead", "sooner", "lieu"]))


def crossed(insight: Facts, bullet: Facts) -> bool:
    """Whether the sides of a contrast have changed places: "A rather than B" and "B rather than A"."""
    ours, theirs = _contrasts(insight), _contrasts(bullet)
    beside = bullet.beside(insight)
    if not (ours and theirs) or max(len(beside.lost), len(beside.extra)) > REWORDED:
        return False
    mine, yours = polarities(insight, ours), polarities(bullet, theirs)
    turns = [(mine[key], yours[key]) for key in mine.keys() & yours.keys()]
    return ({True}, {False}) in turns and ({False}, {True}) in turns


def _contrasts(text: Facts) -> list[Denial]:
    """Denials by "rather than", "instead of" and "but not"."""
    lower = text.reading.lower
    return [
        one
        for one in text.denials
        if one.governor in _CONTRASTING or (lower[one.at] == "not" and lower[one.at - 1] in ("but", "and", ","))
    ]
