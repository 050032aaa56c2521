"""Chooses systems, subtopics, insights and items of a run by what a user types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

from hayrick.records.parameters import cut
from hayrick.report.states import Judged, insights_of
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput
from hayrick.wording import listed

Where = tuple[str, ...]
"""Dataset, then group and id as far as they are needed; ids alone may repeat between datasets."""

_LISTED = 8
"""Names that an error lists."""


def systems(judged: Iterable[Judged], wanted: str) -> set[tuple[str, str]]:
    """(system, context) of a system's name, or of one with its context: `gpt-4o`, `gpt-4o+full`.

    Where no system has this name it is a glob over both: `gpt-*`, `*+bm25`.

    Raises:
        BadInput: the run has no such system.
    """
    known = dict.fromkeys((one.system, one.context) for _, one, _ in judged)
    found = {pair for pair in known if wanted in (pair[0], "+".join(pair))}
    found = found or {pair for pair in known if any(fnmatchcase(one, wanted) for one in (pair[0], "+".join(pair)))}
    if not found:
        raise _unknown("--system", wanted, [*dict.fromkeys(name for name, _ in known), *map("+".join, known)], "system")
    return found


def group(judged: Iterable[Judged], wanted: str) -> set[Where]:
    """(dataset, group) of a subtopic's id or the beginning of one, in any haystack, or of words of its query.

    Raises:
        BadInput: none fits, or several.
    """
    return _places({(item.dataset, item.group): item.query for item, _, _ in judged}, wanted, "subtopic")


def insight(judged: Iterable[Judged], wanted: str) -> set[Where]:
    """(dataset, group, insight) of an insight's id or the beginning of one, in any haystack, or of words of its text.

    Raises:
        BadInput: none fits, or several.
    """
    known: dict[Where, str] = {
        (item.dataset, item.group, one.id): one.text for item, _, _ in judged for one in insights_of(item) or ()
    }
    if not known:
        found = "a run whose tasks have no insights"
        raise BadInput(f"--insight {cut(wanted)}", found, "a run on haystacks", "See one item with --item.")
    return _places(known, wanted, "insight")


def item(judged: Iterable[Judged], wanted: str) -> set[Where]:
    """Keys of the items with an id or the beginning of one, or with words of its query.

    Raises:
        BadInput: none fits, or several.
    """
    known: dict[Where, str] = {item.key: item.query for item, _, _ in judged}
    return _places(known, wanted, "item")


def _places(known: Mapping[Where, str], wanted: str, noun: str) -> set[Where]:
    """Places that are meant: all with one id, which several datasets may have, or the one whose text has the words."""
    option = f"--{noun} {cut(wanted)}"
    words = " ".join(wanted.casefold().split())
    if found := {place for place in known if place[-1] == wanted}:
        return found
    begun = {place for place in known if words and place[-1].startswith(wanted)}
    if len({place[-1] for place in begun}) == 1:
        return begun
    found = begun or {place for place, text in known.items() if words and words in " ".join(text.casefold().split())}
    if len(found) > 1:
        some = ", ".join(cut("/".join(place)) for place in sorted(found)[:_LISTED])
        raise BadInput(option, f"{len(found)} fit ({some})", f"one {noun}", "Give more of it.")
    if not found:
        raise _unknown(f"--{noun}", wanted, list(dict.fromkeys(place[-1] for place in known)), noun)
    return found


def _unknown(option: str, wanted: str, known: list[str], noun: str) -> BadInput:
    expected = f"one of {listed(list(map(cut, known)), _LISTED)}"
    return BadInput(f"{option} {cut(wanted)}", f"no such {noun} in this run", expected, did_you_mean(wanted, known))
