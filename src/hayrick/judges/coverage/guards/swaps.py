"""Details that stand in the place of another one in a sentence that is otherwise the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.parties import ASIDE
from hayrick.judges.coverage.words.classes import CLASSES
from hayrick.judges.coverage.words.function_words import BEFORE_NOUNS, QUANTIFIED
from hayrick.judges.coverage.words.groups import share_a_group
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.judges.coverage.words.lexicon import are_same, relation
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.table_words import Word, word_of
from hayrick.judges.coverage.words.vocabulary import kinds
from hayrick.numerals import listed

_LONGEST, _MOST_REWORDED = 3, 8
_LEAST_SHARED, _LEAST_OF_SHORT = 0.7, 0.5
"""Least share of an insight's terms that a text has which is otherwise equal to it; the second of a short fact."""

SHORT = 5
"""Most terms of a fact that counts as short."""

_MOST_LOST, _MOST_OF_CLASS = 2, 5
"""Most terms that either text may have of its own, once words that mean the same are paired off: for a pair of words
that are merely not related, and for one of a class or two names."""

_KINDS = frozenset("nc")
"""Nouns, and adjectives that tell a kind, in the table of words."""
_PARTICLES = frozenset(listed("up down off out over away back on in by through aside along"))
_CLASSED = frozenset(CLASSES)
_OF_ALL = frozenset(map(content_word, listed("total overall altogether combined")))
"""Words that say of a number that it is all, for which nothing else stands."""


class Gap(NamedTuple):
    """Terms between two shared neighbours: where they begin and end among the tokens, and they."""

    start: int
    end: int
    keys: tuple[str, ...]

    def head(self, text: Facts) -> Word:
        """Its last word."""
        return word_of(self.keys[-1], text.reading.lower[self.end - 1])


def swapped(insight: Facts, bullet: Facts) -> bool:
    """Whether in otherwise equal texts a name or a detail is another one.

    Words that mean about the same are paired off first. Of the rest, a word of the bullet stands for one of the insight
    if they have a neighbour in common. Verbs are left alone, and so are texts that differ in many places: honest
    rewording exchanges those, and many at once. Where one word alone differs, `_is_another` says more.
    """
    shared = bullet.beside(insight).shared
    least = _LEAST_SHARED if len(insight.said) > SHORT else _LEAST_OF_SHORT
    if len(shared) == len(bullet.said) or len(shared) < least * len(insight.said):
        return False
    places = list(_aligned(insight, bullet, shared))
    is_near = len(shared) >= _LEAST_SHARED * len(insight.said)
    if any(_of_one_class(a, b) and (is_near or not _says_the_same(a, b, insight, bullet)) for a, b in places):
        return True
    same = shared | bullet.otherwise(insight)
    both = insight.first.keys() - same, bullet.first.keys() - same
    if any((is_near or both[0] <= {*a.keys}) and _other_name(a, b, insight, bullet) for a, b in places):
        return True
    # Of more words only those that belong to a class can stand for each other.
    most = _MOST_LOST if any(map(_CLASSED.isdisjoint, both)) else _MOST_OF_CLASS
    limits = most, min(most, max(2, len(shared) // 3))
    if _exceeds(*both[::-1], limits[1]) or _exceeds(*both, limits[0]):
        return False
    if len(both[0]) <= len(both[1]) == 1 == len(places) and any(_is_another(a, b, insight, bullet) for a, b in places):
        return True
    words = insight.words_of(both[0]), bullet.words_of(both[1])
    lost, extra = _unlike(words[0], words[1]), _unlike(words[1], words[0])
    for word in _OF_ALL & lost.keys():
        del lost[word]
    if not 0 < len(lost) <= limits[0] or not 0 < len(extra) <= limits[1]:
        return False
    most = max(len(lost), len(extra))
    return any(
        (share_a_group(CLASSES, a, b) or (most <= _MOST_LOST and _other_thing(lost[a], extra[b], most == 1)))
        and (a not in insight.named or b in bullet.named)
        and insight.meets(a, bullet, b)
        for a in lost
        for b in extra
    ) or any(both[0] <= {*a.keys} and both[1] <= {*b.keys} and _other_head(a, b, insight, bullet) for a, b in places)


def _is_another(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    """Whether the only word that differs is an unrelated noun, or an unrelated verb of what has happened.

    Adjectives are left alone: honest edits exchange unrelated ones ("prestigious", "esteemed") as often as false ones.
    """
    one, other = a.head(insight), b.head(bullet)
    if len(a.keys) > 1 or len(b.keys) > 1 or relation(one.key, other.key) not in ("other", "contrary"):
        return False
    if _is_done(a, one, insight) and _is_done(b, other, bullet):
        return True
    if _is_plain(a, one, insight) and _is_plain(b, other, bullet) and _are_one_for_one(a, insight, b, bullet):
        return True
    return _stands_as_noun(a, one, insight) and _stands_as_noun(b, other, bullet)


def _is_plain(gap: Gap, word: Word, text: Facts) -> bool:
    """Whether a word can be a noun or verb and no adjective, and has the form of no verb but in "-ed" and "-ing".

    In others stands what a text does or wants ("discusses", "to book"), which honest edits call by unrelated words.
    """
    own = word.kinds.lower()
    token = text.reading.lower[gap.end - 1]
    is_base = "v" in own and not token.endswith(("ed", "ing")) and not is_past(token)
    return not {"n", "v"}.isdisjoint(own) and "a" not in own and not is_base


def _are_one_for_one(a: Gap, insight: Facts, b: Gap, bullet: Facts) -> bool:
    """Whether a single token stands for another one: those before and after are equal, function words too."""
    ours, theirs = insight.reading.lower, bullet.reading.lower
    return (
        ours[a.start - 1 : a.start] == theirs[b.start - 1 : b.start]
        and ours[a.end : a.end + 1] == theirs[b.end : b.end + 1]
    )


def _stands_as_noun(gap: Gap, word: Word, text: Facts) -> bool:
    """Whether a word can be nothing but a noun, or is one because of what stands before it."""
    own = word.kinds.lower()
    if own == "n" or own == "nt":
        return True
    at = gap.start - 1
    before = text.reading.lower[at] if gap.start else ""
    if text.reading.lower[gap.end - 1].endswith("ing"):
        return before in QUANTIFIED
    if "n" not in own:
        return False
    if _is_nominal(gap, text) or before.endswith(("'", "'s", "ed")):
        return True
    # "its brake patents"
    return at > 0 and "n" in kinds(text.line[at]) and text.reading.lower[at - 1] in BEFORE_NOUNS


def _is_done(gap: Gap, word: Word, text: Facts) -> bool:
    """Whether it is a verb in the past without a particle, with which it might mean anything."""
    lower = text.reading.lower
    after = lower[gap.end : gap.end + 1]
    return "v" in word.kinds and is_past(lower[gap.end - 1]) and _PARTICLES.isdisjoint(after)


def _other_head(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    """Whether in one place, where nouns stand, the last of them is not related to that of the other text."""
    if not (_is_nominal(a, insight) and _is_nominal(b, bullet)):
        return False
    one, other = a.head(insight), b.head(bullet)
    return _is_noun(one) and _is_noun(other) and relation(one.key, other.key) in ("other", "contrary")


def _is_noun(word: Word) -> bool:
    return "n" in word.kinds or ("N" in word.kinds and "a" not in word.kinds)


def _is_nominal(gap: Gap, text: Facts) -> bool:
    """Whether an article, a preposition, a number or an adjective stands before it."""
    before = text.reading.lower[gap.start - 1] if gap.start else ""
    if before in BEFORE_NOUNS or before[:1].isdecimal():
        return True
    key = text.line[gap.start - 1] if gap.start else ""
    return bool(key) and "a" in word_of(key, before).kinds


def renamed(insight: Facts, bullet: Facts) -> bool:
    """Whether between the same neighbours stands another name; of `swapped` the part that holds in longer texts."""
    shared = bullet.beside(insight).shared
    return any(
        _other_name(a, b, insight, bullet) and bullet.reading.tokens[max(b.start - 1, 0)] != '"'
        for a, b in _aligned(insight, bullet, shared)
    )


def _exceeds(some: Set[str], others: Set[str], most: int) -> bool:
    """Whether more than so many stems mean the same as none of the others, whatever words they stand for."""
    if len(some) <= most:
        return False
    for a in some:
        for b in others:
            if mean_the_same(a, b):
                break
        else:
            if not most:
                return True
            most -= 1
    return False


def _unlike(some: Mapping[str, Word], others: Mapping[str, Word]) -> dict[str, Word]:
    """Words that mean the same as none of the others."""
    return {key: a for key, a in some.items() if not any(mean_the_same(a.key, b.key) for b in others.values())}


@lru_cache(maxsize=100_000)
def mean_the_same(a: str, b: str) -> bool:
    """Whether two keys of the table of words are forms of one, or mean about the same."""
    return _akin_words(a.partition(" ")[0], b.partition(" ")[0]) or are_same(a, b)


def _akin_words(a: str, b: str) -> bool:
    return a[:4] == b[:4] or a in b or b in a


def _other_thing(a: Word, b: Word, few: bool) -> bool:
    """Whether two words are nouns that are not related: for things, or where nothing else differs."""
    if relation(a.key, b.key) not in ("other", "contrary"):
        return False
    one, other = a.kinds, b.kinds
    if "v" in one and "v" in other:
        return False
    if "t" in one and "t" in other:
        return True
    return (
        few and ("t" in one + other or "c" in one + other) and not (_KINDS.isdisjoint(one) or _KINDS.isdisjoint(other))
    )


def _aligned(insight: Facts, bullet: Facts, shared: Set[str]) -> Iterator[tuple[Gap, Gap]]:
    """What the bullet has of its own, with what the insight has between the same neighbours."""
    lost: dict[tuple[str, str], Gap] | None = None
    for ends, gap in _gaps(bullet, shared):
        single = insight.between.get(ends)
        other = Gap(single[0], single[0] + 1, single[1:]) if single else None
        if other is None and len(insight.said) - len(shared) <= _MOST_REWORDED:
            lost = dict(_gaps(insight, shared)) if lost is None else lost
            other = lost.get(ends)
        if other is not None and (single is None or (ends[0], single[1]) not in bullet.bound):
            yield other, gap


def _gaps(text: Facts, shared: Set[str]) -> Iterator[tuple[tuple[str, str], Gap]]:
    """Runs of up to three terms that are not shared, by their shared neighbours."""
    keys = text.keys
    places = [-1, *[n for n, key in enumerate(keys) if key in shared], len(keys)]
    for before, after in pairwise(places):
        if 1 < after - before <= _LONGEST + 1 and after - before <= len(keys):
            start, end = text.terms[before + 1][0], text.terms[after - 1][0] + 1
            ends = keys[before] if before >= 0 else "^", keys[after] if after < len(keys) else "$"
            yield ends, Gap(start, end, tuple(keys[before + 1 : after]))


def _of_one_class(a: Gap, b: Gap) -> bool:
    return any(share_a_group(CLASSES, x, y) for x in a.keys for y in b.keys)


def _says_the_same(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    return are_same(a.head(insight).key, b.head(bullet).key)


def _other_name(a: Gap, b: Gap, insight: Facts, bullet: Facts) -> bool:
    if _akin(a, b) or not (_is_name(a, insight) and _is_name(b, bullet)):
        return False
    if not ASIDE.keys().isdisjoint(bullet.reading.lower[max(b.start - 2, 0) : b.end]):
        return False
    if bullet.is_otherwise(b.keys, insight, a.keys):
        return False
    return len(a.keys) > 1 or len(b.keys) > 1 or not are_same(a.head(insight).key, b.head(bullet).key)


def _akin(a: Gap, b: Gap) -> bool:
    """Whether terms may be forms of one, or one of them is a quantity, of which other rules speak."""
    both = (*a.keys, *b.keys)
    return any(key[0] == "#" for key in both) or any(_akin_words(x, y) for x in a.keys for y in b.keys)


def _is_name(gap: Gap, text: Facts) -> bool:
    """Whether terms are capitalised; where a sentence begins, whether no such word is known otherwise."""
    tokens = text.reading.tokens
    if not tokens[gap.start][0].isupper():
        return False
    initial = gap.start == 0 or tokens[gap.start - 1] in ".!?:/"
    return not initial or not all(map(kinds, gap.keys))
