"""Chooses systems, subtopics, insights and items of a run by what a user types."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping

from hayrick.records.parameters import cut
from hayrick.report.missed import Judged, insights_of
from hayrick.types import BadInput

_LISTED = 8
"""Names that an error lists."""


def systems(judged: Iterable[Judged], wanted: str) -> set[tuple[str, str]]:
    """(system, context) of a system's name, or of one with its context: `gpt-4o`, `gpt-4o+full`.

    Raises:
        BadInput: the run has no such system.
    """
    known = dict.fromkeys((one.system, one.context) for _, one, _ in judged)
    found = {pair for pair in known if wanted in (pair[0], "+".join(pair))}
    if not found:
        raise _unknown("--system", wanted, [*dict.fromkeys(name for name, _ in known), *map("+".join, known)], "system")
    return found


def group(judged: Iterable[Judged], wanted: str, noun: str = "subtopic") -> str:
    """Id of a group (of a haystack: its subtopic) of an id, its beginning, or words of its query.

    Raises:
        BadInput: none fits, or several.
    """
    return _one({item.group: item.query for item, _, _ in judged}, wanted, f"--{noun}", noun)


def insight(judged: Iterable[Judged], wanted: str) -> str:
    """Id of an insight of its id, the beginning of it, or words of its text.

    Raises:
        BadInput: none fits, or several.
    """
    known = {one.id: one.text for item, _, _ in judged for one in insights_of(item) or ()}
    if not known:
        found = "a run whose tasks have no insights"
        raise BadInput(f"--insight {cut(wanted)}", found, "a run on haystacks", "See one item with --item.")
    return _one(known, wanted, "--insight", "insight")


def item(judged: Iterable[Judged], wanted: str) -> str:
    """Id of an item of its id, the beginning of it, or words of its query.

    Raises:
        BadInput: none fits, or several.
    """
    return _one({item.id: item.query for item, _, _ in judged}, wanted, "--item", "item")


def _one(known: Mapping[str, str], wanted: str, option: str, noun: str) -> str:
    if wanted in known:
        return wanted
    words = " ".join(wanted.casefold().split())
    fits: tuple[Callable[[str, str], bool], ...] = (
        lambda id, text: id.startswith(wanted),
        lambda id, text: words in " ".join(text.casefold().split()),
    )
    for fit in fits if words else ():
        found = [id for id, text in known.items() if fit(id, text)]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(map(cut, found[:_LISTED]))
            raise BadInput(f"{option} {cut(wanted)}", f"{len(found)} fit ({some})", f"one {noun}", "Give more of it.")
    raise _unknown(option, wanted, list(known), noun)


def _unknown(option: str, wanted: str, known: list[str], noun: str) -> BadInput:
    near = difflib.get_close_matches(wanted, known[:10_000], n=1)
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    expected = f"one of {', '.join(map(cut, known[:_LISTED]))}{more}"
    cure = f"Did you mean '{near[0]}'?" if near else ""
    return BadInput(f"{option} {cut(wanted)}", f"no such {noun} in this run", expected, cure)
