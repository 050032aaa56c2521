"""What a probe is: a way to make texts of insights, and what a judge should say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from hayrick.probes.around import Around
from hayrick.types import Insight, Subtopic

Kind = Literal["states", "faulty", "denies", "absent"]

KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        "states": "the text states the insight",
        "faulty": "it states a part of it, or with a fault",
        "denies": "it says the opposite",
        "absent": "it does not mention it",
    }
)
"""Kind -> what texts of its probes do with an insight; in the order in which they are shown."""


class Text(NamedTuple):
    """What a system could have answered, and the insights that a judge is asked about."""

    insights: tuple[Insight, ...]
    bullets: tuple[str, ...]
    is_each: bool = True
    """Whether each bullet was made of the insight of the same number."""


class Probe(NamedTuple):
    """A way to make texts whose right verdict is known."""

    name: str
    kind: Kind
    says: str
    """What the text does, in a few words."""

    make: Callable[[Subtopic, Around, Random], Text | None]
    """The text of a subtopic; None if none can be made."""

    least: float = 0.0
    most: float = 1.0
    """Bounds of a right value, by the rubric; a label of three is right with its value 0, .5 or 1."""

    @property
    def bounds(self) -> str:
        """The right values in words."""
        return f">= {self.least:g}" if self.least > 0 else f"<= {self.most:g}"

    def is_right(self, value: float) -> bool:
        """Whether a judge's value of an insight is within the bounds."""
        return self.least - 1e-9 <= value <= self.most + 1e-9


Edit = Callable[[Insight, Around, Random], str | None]
"""The text of one insight; None if none can be made."""


def each(edit: Edit) -> Callable[[Subtopic, Around, Random], Text | None]:
    """Make a bullet of each insight by itself; insights of which none can be made are left out."""

    def make(subtopic: Subtopic, around: Around, rng: Random) -> Text | None:
        made = [(one, edit(one, around, rng)) for one in subtopic.insights]
        kept = [(one, text) for one, text in made if text is not None and text != one.text]
        return Text(tuple(one for one, _ in kept), tuple(text for _, text in kept)) if kept else None

    return make
