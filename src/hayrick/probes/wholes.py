"""Texts of a whole subtopic: its insights as they are, in one paragraph, half of them, or nothing of them."""

from __future__ import annotations

from random import Random

from hayrick.probes.around import Around
from hayrick.probes.probe import Text
from hayrick.probes.wordings import wordings
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import same
from hayrick.text import terms
from hayrick.types import Insight, Subtopic

_GENERAL = 3
_MOST_SHARED = 1 / 3
"""Share of an insight's words that what is said instead of it may have."""


def verbatim(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """Each insight, word for word, as a bullet."""
    insights = subtopic.insights
    return Text(insights, tuple(one.text for one in insights)) if insights else None


def paragraph(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """All insights as the sentences of one bullet."""
    if len(subtopic.insights) < 2:
        return None
    return Text(subtopic.insights, (" ".join(one.text.strip() for one in subtopic.insights),), is_each=False)


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
    return Text(subtopic.insights, (text,), is_each=False) if text and subtopic.insights else None


def general(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
    """Sentences without a checkable detail."""
    some = tuple(rng.sample(wordings().general, _GENERAL))
    return Text(subtopic.insights, some, is_each=False) if subtopic.insights else None


def _left_out(subtopic: Subtopic, further: tuple[str, ...]) -> Text | None:
    """Every other insight, and those of the rest that say nothing of what these say."""
    said = [one.text for one in subtopic.insights[::2]]
    asked = tuple(one for one in subtopic.insights[1::2] if not any(_overlap(one.text, other) for other in said))
    return Text(asked, (*said, *further), is_each=False) if asked else None


def _overlap(insight: str, other: str) -> bool:
    """Whether an insight shares a quantity or a third of its words with another one, and so may be stated in part."""
    own, theirs = set(filter(None, terms(insight))), set(filter(None, terms(other)))
    if len(own & theirs) > _MOST_SHARED * len(own):
        return True
    return any(same(a, b) for a in quantities(insight) for b in quantities(other))
