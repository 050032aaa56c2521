"""Write `hedge_cues.py` from the regular expressions of hedges: how they may begin, and which words they need.

Run `python -m bench.judge.make_hedge_cues` after a change of `hedge_words.py`. Where each match of a kind has one of
several sets of words, the set is taken that is least likely to stand in other texts.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from hayrick.judges.coverage.texts.hedge_kinds import KINDS
from hayrick.judges.coverage.words import hedge_cues

BEGINNING, LONGEST = 5, 8
"""Letters of a beginning, and of a needed word."""

MOST = 4000
"""Most strings that are looked at for one piece of a pattern."""

COMMON = (
    ", the to a and of in is for that it on as with are was be by at has have from this or an had not but they were his"
)
COMMON += " its he we which been she one all would her their will more if about can when what like out some any must"
COMMON += (
    " also up other time into than only over new such no could two may them said first being these first so see now"
)
COMMON += (
    " even under off final made being without still before them second best early long well long both made set due"
)
COST = {word: 1000 // n for n, word in enumerate(COMMON.split(), 1)}
"""For how many other words a common one is avoided: words are about as frequent as their rank is low."""

REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT)
EMPTY = (codes.AT, codes.ASSERT, codes.ASSERT_NOT)
TABLE, END = "_WRITTEN = {\n", "\n}\n"
"""How the table begins and ends in the module."""

Begun = set[tuple[str, bool]]
"""Beginnings of what a pattern matches, and whether they are cut off."""


def ways(name: str) -> list[tuple[set[str], set[str]]]:
    """Of each way to write a kind of hedge the beginnings of first words, and words of which it has one."""
    alone: tuple[set[str], set[str]] = set(), set()
    found: dict[frozenset[str], set[str]] = {}
    for side in _sides(list(parser.parse(KINDS[name].written.pattern))):
        begun = {text.partition(" ")[0] for text, _ in _of_sequence(side)}
        needed = _needed(side, False, False)
        assert needed is not None, f"a hedge '{name}' may have any words"
        if all(word[:BEGINNING] in begun for word in needed):
            for both, more in zip(alone, (begun, needed), strict=True):
                both |= more
        else:
            found.setdefault(frozenset(begun), set()).update(needed)
    return [(set(begun), needed) for begun, needed in found.items()] + [alone] * bool(alone[0])


def _sides(parts: list[tuple[Any, Any]]) -> list[list[tuple[Any, Any]]]:
    """The alternatives of a pattern, with what stands around them."""
    for at, (code, given) in enumerate(parts):
        if code is codes.SUBPATTERN:
            return _sides([*parts[:at], *given[-1], *parts[at + 1 :]])
        if code is codes.BRANCH:
            return [[*parts[:at], *side, *parts[at + 1 :]] for side in given[1]]
        if code not in EMPTY:
            break
    return [parts]


def _of_sequence(parts: Any) -> Begun:
    found: Begun = {("", False)}
    for code, given in parts:
        if all(is_cut for _, is_cut in found):
            break
        following = _of_part(code, given)
        found = {joined for one in found for joined in ([one] if one[1] else [_join(one, two) for two in following])}
    return found


def _join(one: tuple[str, bool], two: tuple[str, bool]) -> tuple[str, bool]:
    text = one[0] + two[0]
    return (text[:BEGINNING], True) if len(text) >= BEGINNING else (text, two[1])


def _of_part(code: Any, given: Any) -> Begun:
    if code is codes.LITERAL:
        return {(chr(given), given == ord(" "))}
    if code is codes.IN:
        assert all(kind is codes.LITERAL for kind, _ in given), "a hedge may begin with any word"
        return {(chr(one), False) for _, one in given}
    if code is codes.BRANCH:
        return set().union(*map(_of_sequence, given[1]))
    if code is codes.SUBPATTERN:
        return _of_sequence(given[-1])
    if code in REPEATS:
        least, most, part = given
        times = range(least, min(most, BEGINNING) + 1)
        return set().union(*(_of_sequence([(codes.SUBPATTERN, (part,))] * n) for n in times))
    assert code in EMPTY, code
    return {("", False)}


def _needed(parts: Sequence[tuple[Any, Any]], left: bool, right: bool) -> set[str] | None:
    """Words of which each match has one, None if there are no such; `left`, `right`: what is beside may continue it."""
    every = [_strings(*part) for part in parts]
    found: list[set[str] | None] = []
    at = 0
    while at < len(parts):
        end, texts = at, {""}
        while end < len(parts) and (more := every[end]) is not None and len(texts) * len(more) <= MOST:
            texts = {a + b for a in texts for b in more}
            end += 1
        end = max(end, at + 1)
        is_open = not _is_closed(parts[:at], left, -1), not _is_closed(parts[end:], right, 0)
        found.append(_words(texts, *is_open) if every[at] is not None else _inside(*parts[at], *is_open))
        at = end
    return min((one for one in found if one is not None), key=_total, default=None)


def _inside(code: Any, given: Any, left: bool, right: bool) -> set[str] | None:
    """Words of a part that matches too many strings to list."""
    if code is codes.SUBPATTERN:
        return _needed(given[-1], left, right)
    if code is codes.BRANCH:
        sides = [_needed(side, left, right) for side in given[1]]
        return None if None in sides else set().union(*filter(None, sides))
    return _needed(given[2], True, True) if code in REPEATS and given[0] else None


def _words(texts: set[str], left: bool, right: bool) -> set[str] | None:
    """A rare word or pair of each text, rather one of many; not one that what is beside may continue."""
    usable = [_usable(text.split(" "), left, right) for text in texts]
    if not all(usable):
        return None
    held = Counter(word for words in usable for word in words)
    return {min(words, key=lambda word: (_cost(word) / held[word] ** 0.3, word)) for words in usable}


def _usable(words: list[str], left: bool, right: bool) -> set[str]:
    whole = words[left : len(words) - right]
    pairs = {f"{a}_{b}" for a, b in pairwise(whole) if _is_word(a) and _is_word(b)}
    if right and len(words[-1]) >= LONGEST and len(words) > left:
        whole.append(words[-1])
    return {word[:LONGEST] for word in whole if _is_word(word)} | pairs


def _is_word(text: str) -> bool:
    return text != "" and text[0] != "-"


def _cost(word: str) -> float:
    return 2 + min(map(_cost, word.split("_"))) / 20 if "_" in word else COST.get(word, 1)


def _total(words: set[str]) -> float:
    return sum(map(_cost, words))


def _strings(code: Any, given: Any) -> set[str] | None:
    """All that a part matches, None if that is too much."""
    if code is codes.LITERAL:
        return {chr(given)}
    if code is codes.IN:
        return {chr(one) for _, one in given} if all(kind is codes.LITERAL for kind, _ in given) else None
    if code in EMPTY:
        return {""}
    if code is codes.BRANCH:
        sides = [_joined(side) for side in given[1]]
        return None if None in sides else set().union(*filter(None, sides))
    if code is codes.SUBPATTERN:
        return _joined(given[-1])
    if code in REPEATS and given[1] <= 2 and (one := _joined(given[2])) is not None and len(one) ** given[1] <= MOST:
        return {"".join(many) for n in range(given[0], given[1] + 1) for many in product(one, repeat=n)}
    return None


def _joined(parts: Any) -> set[str] | None:
    texts = {""}
    for part in parts:
        more = _strings(*part)
        if more is None or len(texts) * len(more) > MOST:
            return None
        texts = {a + b for a in texts for b in more}
    return texts


def _is_closed(parts: Sequence[tuple[Any, Any]], is_open: bool, end: int) -> bool:
    """Whether what parts match has a blank at an end: the last character (-1) or the first one (0)."""
    if not parts:
        return not is_open
    code, given = parts[end]
    others = list(parts[:-1] if end else parts[1:])
    if code in EMPTY:
        return _is_closed(others, is_open, end)
    if code is codes.BRANCH:
        sides = [list(side) for side in given[1]]
    elif code is codes.SUBPATTERN:
        sides = [list(given[-1])]
    elif code in REPEATS:
        sides = [list(given[2]), *([] if given[0] else [[]])]
    else:
        return bool(code is codes.LITERAL and given == ord(" "))
    return all(_is_closed([*others, *side] if end else [*side, *others], is_open, end) for side in sides)


def source() -> str:
    """The module with the table that the patterns give; what stands around it is kept."""
    head, _, rest = Path(hedge_cues.__file__).read_text(encoding="utf-8").partition(TABLE)
    lines = []
    for name in KINDS:
        lines.append(f'    "{name}": """')
        written = sorted(f"{' '.join(sorted(begun))} / {' '.join(sorted(needed))}" for begun, needed in ways(name))
        lines += textwrap.wrap(" | ".join(written), 116, break_long_words=False, break_on_hyphens=False)
        lines.append('    """,')
    return head + TABLE + "\n".join(lines) + END + rest.partition(END)[2]


def main() -> None:
    Path(hedge_cues.__file__).write_text(source(), encoding="utf-8")


if __name__ == "__main__":
    main()
