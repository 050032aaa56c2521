"""Orders of numbered options, as models write them: "[3], [1], [2]", "3 > 1 > 2", a list of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hayrick.replies.rankings import read_ranking

Order = tuple[int | None, ...]
"""Numbers of options, each once, in the order of a reply; None for each option that it leaves out, at the end."""

_BRACKETED = re.compile(r"[\[<\uff3b]\s{0,3}(?:[^\W\d]{1,12}\s{0,3})?(\d{1,9})\s{0,3}[\]>\uff3d]")
_BETWEEN = re.compile(r"[\s,;>|.&*\u2192\u3001\uff0c-]{0,12}(?:and|then)?[\s,*]{0,3}")

_RANKED = re.compile(r"^[ \t>*-]{0,8}[\[(](\d{1,4})[\])][ \t:.=-]{0,4}(?=\[)", re.MULTILINE)
"""A number in brackets at the beginning of a line, right before another one: "[1] [3]"."""

_LABEL = r"(?:[^\W\d]{1,12}[ \t#]{1,3})?"
_PLACED = re.compile(
    rf"(?:^|[{{,;])[^\w\n\[(<,;]{{0,8}}{_LABEL}(\d{{1,4}})(?:st|nd|rd|th)?[\"*_ \t]{{0,4}}"
    r"(?:[|:=.)\t\u2192]|-+>?(?=[ \t]))"
    rf"[\"*_ \t]{{0,4}}{_LABEL}(\d{{1,9}})(?=[\"*_ \t]{{0,4}}(?:[|,;}}\n]|[(:.\u2013\u2014-]\s|\Z))",
    re.MULTILINE,
)
"""A place and an option: "Rank 1: Option 3", a row of a table, a pair of a JSON object."""

_BY_OPTION = re.compile(r"^\W{0,8}(?:option|summary|id)s?\W{1,8}(?:rank|place|position|order)\b", re.IGNORECASE | re.M)
"""Headings of a table in which options come first."""

_BLANK = re.compile(r"\n[ \t]*\n")


def read_order(reply: str, n: int) -> Order | None:
    """Options in the order of a reply, each where it is first named; None where the reply names none.

    Numbers in brackets come first: the longest run of them (the last of equal ones) if it has two or more, else all.
    Where lines begin with two ("[1] [3]") and the first ones count from 1 on, these are the lines' own numbers.
    Without brackets, places that are named from 1 on with an option each ("Rank 1: Option 3", a table) are read, else a
    ranking (`rankings.read_ranking`). Numbers that no option has are kept: they are wrong.

    Args:
        reply: any text; the time taken is linear in its length.
        n: number of options, which are numbered from 1 on.
    """
    found = _bracketed(reply) or _by_places(reply) or read_ranking(reply)
    if not found:
        return None
    named = tuple(dict.fromkeys(int(one) for one in found))
    n_left_out = n - len({one for one in named if 1 <= one <= n})
    return (*named, *([None] * n_left_out))


def released_order(reply: str) -> list[str]:
    """All numbers of a reply as they are written, repetitions included. Source: ETHIC's scorer at commit f1a30fe."""
    return re.findall(r"\d+", reply)


def _bracketed(reply: str) -> Sequence[str]:
    ranks = [int(one[1]) for one in _RANKED.finditer(reply)]
    if len(ranks) > 1 and ranks == [*range(1, len(ranks) + 1)]:
        reply = _RANKED.sub("", reply)
    runs: list[list[str]] = []
    start = end = 0
    for one in _BRACKETED.finditer(reply):
        # A list in a paragraph of its own does not go on from the end of "Third: [2]".
        apart = runs and len(runs[-1]) == 1 and _BLANK.search(reply, end, one.start()) and _is_told(reply, start)
        if not runs or apart or not _BETWEEN.fullmatch(reply, end, one.start()):
            runs.append([])
        runs[-1].append(one[1])
        start, end = one.span()
    longest = max(reversed(runs), key=lambda run: len(set(run)), default=[])
    return longest if len(longest) > 1 else [one for run in runs for one in run]


def _by_places(reply: str) -> Sequence[str]:
    """Options by their places; none where these do not count from 1 on, in any order of the lines."""
    pairs = [(int(one[1]), one[2]) for one in _PLACED.finditer(reply)]
    if _BY_OPTION.search(reply):
        pairs = [(int(place), str(option)) for option, place in pairs]
    places = sorted(place for place, _ in pairs)
    return [one for _, one in sorted(pairs)] if len(pairs) > 1 and places == [*range(1, len(places) + 1)] else []


def _is_told(reply: str, start: int) -> bool:
    """Whether a word or number stands before a place on its line."""
    return any(map(str.isalnum, reply[max(reply.rfind("\n", max(0, start - 80), start) + 1, start - 80, 0) : start]))
