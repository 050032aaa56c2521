"""Short facts whose predicate a text lacks: what it speaks of is not what it says of it.

In a fact of few words each word but the predicate may name what it is about ("The Fisheries Minister has resigned."),
so that a text about the same matter shares most of them.
"""

from __future__ import annotations

from collections.abc import Set

from hayrick.judges.coverage.guards.swaps import SHORT
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.once import once
from hayrick.judges.coverage.words.function_words import AUXILIARIES, BEFORE_NOUNS
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.judges.coverage.words.lexicon import are_same
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.table_words import word_of
from hayrick.numerals import listed

MOST_BESIDE = 3
"""Most terms that a text has beside the fact's: with more it may say the predicate in other words."""

_AUXILIARIES = AUXILIARIES.union(listed("'s 're 've 'll 'd ca wo"))
_BEFORE_NOUNS = BEFORE_NOUNS.union(listed("'s ' about against during"))
_LIGHT = frozenset(
    map(
        content_word,
        listed("give make take have get use refer become remain come go do put set say include year old attend"),
    )
)
"""Words that say little as predicates: others often stand in their place, or none."""

_PARTICLES = frozenset(listed("up down off out away back aside over into"))


@once
def predicates(fact: Facts) -> frozenset[str]:
    """The terms that may carry what a fact says of its subject.

    They are what follows an auxiliary, and verbs in the past; without any, words that can be verbs. A term is none
    after a word that stands before nouns, nor is the first one, which is the subject's.
    """
    reading, line = fact.reading, fact.line
    sure, possible = set[str](), set[str]()
    before, is_first = "", True
    for token, key in zip(reading.lower, line, strict=True):
        if key and key[0] != "#" and not token.endswith("ly"):
            if not is_first and key not in _LIGHT and before not in _BEFORE_NOUNS:
                if before in _AUXILIARIES or is_past(token):
                    sure.add(key)
                elif "v" in word_of(key, token).kinds.lower():
                    possible.add(key)
            is_first = False
        if not token.endswith("ly"):
            before = token
    return frozenset(sure or possible) - fact.named


def lacks_predicate(insight: Facts, text: Facts) -> bool:
    """Whether an insight is a short fact whose predicate the text lacks, with no word in its stead that is like it.

    A verb with a particle may mean anything ("stepped down"), and so may a negation ("has no clause any more"): nothing
    is said of texts that have one.
    """
    if len(insight.said) > SHORT or not predicates(insight) or text.denials:
        return False
    _, lost, extra = text.beside(insight)
    if len(extra) > MOST_BESIDE:
        return False
    gone = [key for key in predicates(insight) & lost if key not in text.elsewhere]
    return any(not _is_replaced(key, insight, text, extra) for key in gone) and not _has_particle(text, extra)


def _is_replaced(key: str, insight: Facts, text: Facts, extra: Set[str]) -> bool:
    """Whether a text has a word that is a form of a term, like it or means the same."""
    like = {other for other, _ in alike(key)}
    if not like.isdisjoint(extra) or any(key[:4] == one[:4] or any(key == o for o, _ in alike(one)) for one in extra):
        return True
    own = insight.words_of({key}).get(key)
    return own is not None and any(are_same(own.key, other.key) for other in text.words_of(extra).values())


def _has_particle(text: Facts, extra: Set[str]) -> bool:
    """Whether a particle stands after a verb that a text has beside the insight."""
    lower = text.reading.lower
    return any(
        key in extra and lower[at + 1] in _PARTICLES and "v" in word_of(key, lower[at]).kinds.lower()
        for at, key in enumerate(text.line[:-1])
    )
