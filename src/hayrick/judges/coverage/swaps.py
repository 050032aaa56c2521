"""Details that stand in the place of another one in a sentence that is otherwise the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from hayrick.judges.coverage.classes import CLASSES
from hayrick.numerals import listed
from hayrick.text import STOP_WORDS

if TYPE_CHECKING:
    from hayrick.judges.coverage.facts import Facts

_BEFORE_A_NOUN = frozenset(
    listed(
        "a an the this that these those its their his her our my your any some no each every of in on at for from with "
        "by into over about as via per between through during without against among under"
    )
)
_DETERMINERS = frozenset(listed("a an the this these those its their his her our my your"))
_LONGEST = 2
_MOST_GAPS, _MOST_LOST, _MOST_REWORDED = 1, 1, 8
_LEAST_SHARED = 0.7


class Gap(NamedTuple):
    """Terms between two shared neighbours: where they begin and end among the tokens, and they."""

    start: int
    end: int
    keys: tuple[str, ...]


def swapped(insight: Facts, bullet: Facts, known: Set[str] = frozenset()) -> bool:
    """Whether in otherwise aligned texts a name or a noun is another one, or a word another one of its class.

    Verbs and adjectives are left alone unless a list knows them, and so are texts that differ in many places: honest
    rewording exchanges those, and many at once.
    """
    ours, theirs = insight.said, bullet.said
    shared = ours & theirs
    if len(shared) == len(theirs) or len(shared) < _LEAST_SHARED * len(ours):
        return False
    pairs = list(_aligned(insight, bullet, shared))
    if not pairs:
        return False
    if any(_of_one_class(a, b) or _other_name(a, b, insight, bullet) for a, b in pairs):
        return True
    few = len(pairs) <= _MOST_GAPS and max(len(ours), len(theirs)) - len(shared) <= _MOST_LOST
    return few and any(_other_noun(a, b, insight, bullet) for a, b in pairs)


def _aligned(insight: Facts, bullet: Facts, shared: Set[str]) -> Iterator[tuple[Gap, Gap]]:
    """What the bullet has of its own, with what the insight has between the same neighbours."""
    lost: dict[tuple[str, str], Gap] | None = None
    for ends, gap in _gaps(bullet, shared):
        other = insight.between.get(ends)
        if other is None and len(insight.said) - len(shared) <= _MOST_REWORDED:
            lost = dict(_gaps(insight, shared)) if lost is None else lost
            other = lost.get(ends)
        if other is not None:
            yield other, gap


def between(terms: Sequence[tuple[int, str]]) -> dict[tuple[str, str], Gap]:
    """Each term by its two neighbours, the last one where several have the same."""
    keys = ["^", *(key for _, key in terms), "$"]
    found = {(keys[n], keys[n + 2]): Gap(i, i + 1, (key,)) for n, (i, key) in enumerate(terms)}
    found.pop(("^", "$"), None)
    return found


def _gaps(text: Facts, shared: Set[str]) -> Iterator[tuple[tuple[str, str], Gap]]:
    """Runs of one or two terms that are not shared, by their shared neighbours."""
    before, start, end, run = "^", 0, 0, list[str]()
    for i, key in [*text.terms, (-1, "$")]:
        if key in shared or key == "$":
            if 0 < len(run) <= _LONGEST and (before, key) != ("^", "$"):
                yield (before, key), Gap(start, end, tuple(run))
            before, run = key, []
        else:
            start = start if run else i
            end = i + 1
            run.append(key)


def _of_one_class(a: Gap, b: Gap) -> bool:
    return any(not CLASSES.get(x, _NO_CLASS).isdisjoint(CLASSES.get(y, _NO_CLASS)) for x in a.keys for y in b.keys)


_NO_CLASS: frozenset[int] = frozenset()


def _other_name(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    return not _akin(a, b) and _is_name(a, insight) and _is_name(b, bullet)


def _other_noun(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    return not _akin(a, b) and _is_noun(a, insight) and _is_noun(b, bullet)


def _akin(a: Gap, b: Gap) -> bool:
    """Whether terms may be forms of one, or one of them is a quantity, of which other rules speak."""
    both = (*a.keys, *b.keys)
    return any(key[0] == "#" for key in both) or any(x[:4] == y[:4] or x in y or y in x for x in a.keys for y in b.keys)


def _is_name(gap: Gap, text: Facts) -> bool:
    tokens = text.reading.tokens
    return gap.start > 0 and tokens[gap.start - 1] not in ".!?:" and tokens[gap.start][0].isupper()


def _is_noun(gap: Gap, text: Facts) -> bool:
    """Whether the terms end a phrase that an article, a preposition or a possessive begins, by what is around them."""
    tokens = text.reading.tokens
    following = tokens[gap.end].lower() if gap.end < len(tokens) else "."
    if following in _DETERMINERS or (following not in STOP_WORDS and following[0].isalnum()):
        return False
    if tokens[gap.end - 1].endswith(("ed", "ing", "ly")):
        return False
    before = [token.lower() for token in tokens[max(0, gap.start - 3) : gap.start]]
    while len(before) > 1 and before[-1] not in STOP_WORDS and before[-1].isalpha():
        before.pop()
    return bool(before) and before[-1] in _BEFORE_A_NOUN
