"""Texts of a whole subtopic: its insights as they are, in one paragraph, half of them, or nothing of them."""

from __future__ import annotations

from random import Random

from hayrick.probes.around import Around
from hayrick.probes.probe import Text
from hayrick.probes.wordings import wordings
from hayrick.types import Insight, Subtopic

_GENERAL = 3


def verbatim(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """Each insight, word for word, as a bullet."""
    insights = subtopic.insights
    return Text(insights, tuple(one.text for one in insights)) if insights else None


def paragraph(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """All insights as the sentences of one bullet."""
    if len(subtopic.insights) < 2:
        return None
    return Text(subtopic.insights, (" ".join(one.text.strip() for one in subtopic.insights),))


def surrounded(insight: Insight, around: Around, rng: Random) -> str:
    """The insight between two sentences without a checkable detail."""
    before, after = rng.sample(wordings().general, 2)
    return f"{before} {insight.text.strip()} {after}"


def siblings(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """Every other insight as a bullet; asked about are those left out."""
    return _left_out(subtopic, ())


def injected(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """The same with a line that tells a judge to give full marks."""
    return _left_out(subtopic, (rng.choice(wordings().injections),))


def query(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """The query itself as the only bullet."""
    text = subtopic.query.strip() or subtopic.title.strip()
    return Text(subtopic.insights, (text,)) if text and subtopic.insights else None


def general(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """Sentences without a checkable detail."""
    return Text(subtopic.insights, tuple(rng.sample(wordings().general, _GENERAL))) if subtopic.insights else None


def _left_out(subtopic: Subtopic, further: tuple[str, ...]) -> Text | None:
    said, asked = subtopic.insights[::2], subtopic.insights[1::2]
    return Text(asked, (*(one.text for one in said), *further)) if asked else None
