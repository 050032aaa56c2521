"""Reads the proposals of a planning model from its replies, filters them without a model, and counts them.

Source of the criteria for subtopics and insights: SummHay, section 3.2 and appendix A.1. The limits are our choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hayrick.asking import Tally
from hayrick.prompting import one_line
from hayrick.quantities.texts import quantities
from hayrick.replies.json import excerpt, read_array, read_object
from hayrick.synthesis.likeness import Seen
from hayrick.synthesis.scenario import Scenario
from hayrick.text import words
from hayrick.types import Unparsed

LONGEST_TITLE = 25
"""Maximum number of words of a subtopic."""

SHORTEST_INSIGHT, LONGEST_INSIGHT = 4, 80
"""Minimum and maximum number of words of an insight."""

_MOST_READ = 200
_DIGITS = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A dropped proposal and the reason; `subtopic` is the title that an insight was proposed for."""

    kind: Literal["subtopic", "insight"]
    text: str
    subtopic: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanReport:
    """Report on planning.

    Every proposal is kept or dropped, so `proposed_...` is the sum of `kept_...` and the dropped ones of that kind.
    `remarks` concern given parts, which are never changed, and parts that had to be made up. `short` lists what was
    wanted but not reached, one line each.
    """

    proposed_subtopics: int
    kept_subtopics: int
    proposed_insights: int
    kept_insights: int
    dropped: tuple[Dropped, ...]
    remarks: tuple[str, ...]
    short: tuple[str, ...]
    subtopic_rounds: int
    insight_rounds: int
    tally: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A complete scenario, and the report on its planning."""

    scenario: Scenario
    report: PlanReport


@dataclass(slots=True)
class Sieve:
    """Filters proposals: passes new and well-formed ones, and drops repetitions.

    Args:
        kind: kind of the proposals.
        given: given texts of that kind.
    """

    kind: Literal["subtopic", "insight"]
    given: Sequence[str] = ()
    proposed: int = 0
    dropped: list[Dropped] = field(default_factory=list)
    _seen: Seen = field(init=False)

    def __post_init__(self) -> None:
        self._seen = Seen(self.given)

    def sift(self, texts: Iterable[str], most: int, subtopic: str = "") -> list[str]:
        """Return the new proposals of one reply, at most `most`; drop the others with a reason."""
        found: list[str] = []
        for text in map(one_line, texts):
            self.proposed += 1
            earlier = self._seen.find(text)
            if fault := _fault(self.kind, text):
                self.drop(text[:400], fault, subtopic)
            elif earlier is not None:
                self.drop(text, f"says the same as '{earlier}'", subtopic)
            elif len(found) >= most:
                self.drop(text, "more than were asked for", subtopic)
            else:
                self._seen.add(text)
                found.append(text)
        return found

    def drop(self, text: str, reason: str, subtopic: str = "") -> None:
        """Record a proposal as dropped, even if it was passed earlier."""
        self.dropped.append(Dropped(kind=self.kind, text=text, subtopic=subtopic, reason=reason))


def _fault(kind: Literal["subtopic", "insight"], text: str) -> str:
    """Fault of a proposal by itself, "" for none."""
    size = len(words(text))
    if kind == "subtopic":
        return "" if 0 < size <= LONGEST_TITLE else "not the name of a subtopic"
    if not SHORTEST_INSIGHT <= size <= LONGEST_INSIGHT:
        return "not one sentence of 15 to 30 words"
    return "" if is_specific(text) else "no number, date or name"


def is_specific(text: str) -> bool:
    """Whether a sentence contains a number, a date or a name.

    A name is a capitalised word after the first word. Text in a script without capital letters always passes.
    """
    if quantities(text) or any(character.isdigit() for character in text):
        return True
    return text.upper() == text.lower() or any(word.lstrip("\"'([")[:1].isupper() for word in text.split()[1:])


def read_texts(reply: str, key: str) -> list[str] | Unparsed:
    """Read a list of texts: strings, or objects that contain one, under a key or as a bare array."""
    found = read_object(reply, (key,))
    values = read_array(reply) if isinstance(found, Unparsed) else found[key]
    if isinstance(values, Unparsed):
        return values
    texts = [text for value in values[:_MOST_READ] if (text := _text(value))] if isinstance(values, list) else []
    return texts or Unparsed(reason=f"no list of {key}", reply=excerpt(reply))


def _text(value: object) -> str:
    if isinstance(value, dict):
        value = next((part for part in value.values() if isinstance(part, str) and len(part.split()) > 1), "")
    return value.strip() if isinstance(value, str) else ""


def read_groups(reply: str, key: str, n: int) -> list[list[int]] | Unparsed:
    """Read groups of at least two numbers of the n things shown; returned numbers start from 0."""
    found = read_object(reply, (key,))
    if isinstance(found, Unparsed):
        return found
    values = found[key]
    if not isinstance(values, list):
        return Unparsed(reason=f"no list under '{key}'", reply=excerpt(reply))
    if len(values) > 1 and all(isinstance(value, int) for value in values):
        values = [values]
    groups = [sorted({number - 1 for number in _numbers(value) if 1 <= number <= n}) for value in values[:_MOST_READ]]
    return [group for group in groups if len(group) > 1]


def _numbers(value: object) -> list[int]:
    """Whole numbers in a number, text, list or object."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [value]
    if isinstance(value, str):
        return [int(found) for found in _DIGITS.findall(value[:200])]
    parts = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return [number for part in parts[:_MOST_READ] for number in _numbers(part)]


def read_number(reply: str, key: str, n: int) -> int | Unparsed:
    """Read one number from 0 to n under a key; null counts as 0."""
    found = read_object(reply, (key,))
    if isinstance(found, Unparsed):
        return found
    number = number_of(found[key], n)
    return (
        Unparsed(reason=f"'{key}' is not one of the numbers shown", reply=excerpt(reply)) if number is None else number
    )


def number_of(value: object, n: int) -> int | None:
    """The single number from 0 to n in a value, or None; null counts as 0."""
    numbers = [0] if value is None else _numbers(value)
    return numbers[0] if len(numbers) == 1 and 0 <= numbers[0] <= n else None


def read_queries(reply: str, n: int) -> dict[int, str] | Unparsed:
    """Read queries by position of their subtopic, from 0; missing and empty ones are left out."""
    found = read_object(reply, ("queries",))
    if isinstance(found, Unparsed):
        return found
    rows = found["queries"] if isinstance(found["queries"], list) else []
    queries: dict[int, str] = {}
    for place, row in enumerate(rows[:_MOST_READ]):
        is_object = isinstance(row, dict)
        numbers = _numbers(row.get("subtopic")) if is_object else [place + 1]
        text = row.get("query") if is_object else row
        if len(numbers) == 1 and 1 <= numbers[0] <= n and isinstance(text, str) and words(text):
            queries.setdefault(numbers[0] - 1, one_line(text))
    return queries or Unparsed(reason="no question for any subtopic", reply=excerpt(reply))
