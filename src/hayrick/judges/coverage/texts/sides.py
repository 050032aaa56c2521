"""On which side of a text's denials and frames its terms stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hayrick.judges.coverage.texts.denial_ends import STOPS, Denial
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.frames import Reach, denies
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.texts.polarity import reached
from hayrick.judges.coverage.words.denial_words import NEGATIVES
from hayrick.judges.coverage.words.frame_words import ANSWERS_NO, PLAIN_REPLY, TOLD
from hayrick.judges.coverage.words.function_words import ENDS
from hayrick.numerals import listed

_VERDICT = 4
"""How many of its last words deny in a frame that looks back."""
_ANSWERS_NO, _PLAIN_REPLY, _TOLD = re.compile(ANSWERS_NO), re.compile(PLAIN_REPLY), re.compile(TOLD)
_DOUBTS = frozenset(
    listed(
        "hardly scarcely barely perhaps maybe may might could probably possibly likely unlikely apparently allegedly if"
        " reportedly supposedly presumably seemingly seems rumour rumours rumor rumors rumoured whether unless unclear"
    )
)
"""Words beside a frame that leave open whether it denies."""
_NOTHING: frozenset[str] = frozenset()


def polarities(text: Facts, denials: Sequence[Denial]) -> dict[str, set[bool]]:
    """Of each term, for all its places, whether it stands under an odd number of denials."""
    mask = reached(len(text.line), denials)
    found: dict[str, set[bool]] = {}
    for at, key in text.terms:
        found.setdefault(key, set()).add(mask[at])
    return found


def framing(text: Facts) -> list[Reach]:
    """Frames of a text but "none" alone ("none of the ferries runs"): it is a denial, and reaches as far as that."""
    lower = text.reading.lower
    return [one for one in text.framed.every if lower[one.begin : one.stop] != ("none",)]


def beside(text: Facts, some: Sequence[Reach]) -> list[Denial]:
    """Denials of a text but those that are part of the wording of some frames.

    What looks back ("the claim that no dam is safe is not true") may stand around what it denies.
    """
    wordings = [(one.stop - _VERDICT if one.end == one.stop else one.begin, one.stop) for one in some]
    return [one for one in text.denials if not any(begin <= one.at < stop for begin, stop in wordings)]


@once
def frames(text: Facts) -> list[Denial]:
    """Its frames as denials without a governor; what the next sentence denies is one of the whole text."""
    found = [Denial(one.begin, "", one.start, one.end) for one in framing(text)]
    length = len(text.line)
    return [*found, Denial(length, "", 0, length)] if text.framed.by_next else found


@once
def plain_frames(text: Facts) -> list[Denial]:
    """Frames that deny for certain, with what they concern; fewer than `frames` where some leave it open."""
    lower = text.reading.lower
    found = [reach for one in framing(text) if (reach := _plain_reach(lower, one))]
    if text.framed.by_next and text.after and _denies_all(lower, text.after[0].lower):
        found.append((0, len(lower)))
    return [Denial(0, "", *one) for one in found]


def _plain_reach(lower: Sequence[str], frame: Reach) -> tuple[int, int] | None:
    """What a frame concerns: up to a semicolon, and from the report on that it calls untrue.

    None where it may leave open what it says, is denied itself, or denies a denial.
    """
    start, end = frame.start, frame.end
    if frame.begin >= end:
        return (start, end) if _denies_all(lower[start:end], lower[frame.begin : frame.stop]) else None
    if frame.stop > start:
        start = _told_from(lower, frame)
    else:
        end = next((i for i in range(start, end) if lower[i] in ENDS or lower[i] == ":"), end)
    return None if _is_open(lower, frame, start, end) else (start, end)


def _is_open(lower: Sequence[str], frame: Reach, start: int, end: int) -> bool:
    """Whether words beside a frame leave it open or deny it, or what it reaches denies something itself."""
    first = max((i + 1 for i in range(frame.begin) if lower[i] in STOPS), default=0)
    own = range(max(frame.begin, frame.stop - _VERDICT), frame.stop)
    outside = [lower[i] for i in range(first, end) if i not in own]
    around = [*lower[first : min(start, frame.begin)], *lower[start : start + 2], *lower[own.start : own.stop]]
    return not (_DOUBTS.isdisjoint(around) and NEGATIVES.isdisjoint(lower[first : own.start])) or any(
        map(denies, outside)
    )


def _told_from(lower: Sequence[str], frame: Reach) -> int:
    """Where the report begins that a frame calls untrue, which looks back; else where the frame's reach does."""
    told = " ".join(lower[frame.start : frame.stop])
    starts = [one.start() for one in _TOLD.finditer(told)]
    return frame.start + told.count(" ", 0, starts[-1]) if starts else frame.start


def _denies_all(told: Sequence[str], reply: Sequence[str]) -> bool:
    """Whether a reply denies a statement, or answers a question with no, and speaks of nothing else."""
    is_question = told[-1] == "?"
    if is_question and any(map(denies, told)):
        return False
    pattern = _ANSWERS_NO if is_question else _PLAIN_REPLY
    return pattern.match(" ".join(reply)) is not None and _DOUBTS.isdisjoint(reply)


@once
def unsaid(text: Facts) -> frozenset[str]:
    """Terms that the text denies wherever it has them, by frames, too."""
    every = [*beside(text, framing(text)), *plain_frames(text)]
    return frozenset(key for key, sides in polarities(text, every).items() if False not in sides) if every else _NOTHING
