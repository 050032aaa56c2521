"""Where hedges are looked for: the table of beginnings is what the regular expressions allow."""

from __future__ import annotations

from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from hayrick.judges.coverage.hedge_cues import BEGUN, LONGEST
from hayrick.judges.coverage.hedges import _KINDS, _written

Begun = set[tuple[str, bool]]
"""Beginnings of what a pattern matches, and whether they are cut off."""


def of_sequence(parts: Any) -> Begun:
    found: Begun = {("", False)}
    for code, given in parts:
        if all(is_cut for _, is_cut in found):
            break
        following = of_part(code, given)
        found = {joined for one in found for joined in ([one] if one[1] else [join(one, two) for two in following])}
    return found


def join(one: tuple[str, bool], two: tuple[str, bool]) -> tuple[str, bool]:
    text = one[0] + two[0]
    return (text[:LONGEST], True) if len(text) >= LONGEST else (text, two[1])


def of_part(code: Any, given: Any) -> Begun:
    if code is codes.LITERAL:
        return {(chr(given), given == ord(" "))}
    if code is codes.IN:
        assert all(kind is codes.LITERAL for kind, _ in given), "a hedge may begin with any word"
        return {(chr(one), False) for _, one in given}
    if code is codes.BRANCH:
        return set().union(*map(of_sequence, given[1]))
    if code is codes.SUBPATTERN:
        return of_sequence(given[-1])
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, most, part = given
        times = range(least, min(most, LONGEST) + 1)
        return set().union(*(of_sequence([(codes.SUBPATTERN, (part,))] * n) for n in times))
    assert code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT), code
    return {("", False)}


@pytest.mark.parametrize("name", _KINDS)
def test_the_table_has_every_beginning(name: str) -> None:
    begun = of_sequence(parser.parse(_KINDS[name].written.pattern))
    assert {text.partition(" ")[0] for text, _ in begun} == {text for text, names in BEGUN.items() if name in names}


@pytest.mark.parametrize(
    "text",
    [
        "it is said to be sold , perhaps , if the board agrees",
        "u.s. officials may or may not confirm it , should the deal close",
        "were the firm to close , it would depend on 3.5million and if.so",
        "i\u0307f confirmed the may-day plan could , it is thought , have been scrapped",
        "no",
        "",
    ],
)
def test_the_same_is_found_as_everywhere(text: str) -> None:
    everywhere = [(name, match.span()) for name, kind in _KINDS.items() for match in kind.written.finditer(text)]
    assert [(name, match.span()) for name, match in _written(text)] == everywhere
