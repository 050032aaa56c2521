"""Questions about drawn sections made by rule, without a model: a word left out of a sentence; what is said of words.

Exactly the drawn section answers: no other sentence of the context shares half of the words that are left of the one
that is asked about, and words that name a matter stand in no other section.
Source: ours. Differs from ETHIC's low-coverage questions: a sentence is asked about in its own words, which is simpler.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from hayrick.text import sentences, terms

GAP = "____"
BETWEEN = "; "
"""Stands between the answers of several gaps."""

LEAST_WORDS, MOST_WORDS = 9, 40
LEAST_TERMS = 5
"""Content words that must be left of a sentence."""

MATTERS = 3
_LEAST_MATTERS = 2
_LEAST_LETTERS = 5
_WORD = re.compile(r"[^\W\d_]{4,30}|\d{2,12}")


class Question(NamedTuple):
    """A question with its answer.

    Args:
        query: what is asked.
        answer: the right one; "" where there is no such text.
        evidence: texts of the context that hold the answer.
    """

    query: str
    answer: str
    evidence: tuple[str, ...]


class Words:
    """Words of a context's sentences and sections.

    Args:
        sections: in order; read once.
    """

    def __init__(self, sections: Sequence[str]) -> None:
        self.sections = sections
        spans = [[section[one.start : one.end] for one in sentences(section)] for section in sections]
        self.sentences = [one for several in spans for one in several]
        self.section_of = [place for place, several in enumerate(spans) for _ in several]
        self.within: list[list[int]] = [[] for _ in sections]
        for number, place in enumerate(self.section_of):
            self.within[place].append(number)
        self.terms = [frozenset(terms(one)) for one in self.sentences]
        self.with_term: dict[str, list[int]] = {}
        for number, several in enumerate(self.terms):
            for term in several:
                self.with_term.setdefault(term, []).append(number)

    def is_unique(self, number: int, left: frozenset[str]) -> bool:
        """Whether no other sentence has half of these terms."""
        shared = Counter(other for term in left for other in self.with_term[term] if other != number)
        return 2 * max(shared.values(), default=0) < len(left)

    def only_in(self, place: int, term: str) -> bool:
        """Whether a term stands in no other section."""
        return all(self.section_of[number] == place for number in self.with_term.get(term, ()))


Rule = Callable[[Words, Sequence[int], Random], Question | None]
"""Of a context, places of drawn sections from 0 on, and random numbers; None where no question can be made."""


def gaps(words: Words, places: Sequence[int], draw: Random) -> Question | None:
    """A sentence of each section with a word left out; answers have semicolons between them."""
    found = [_gap(words, place, draw) for place in places]
    made = [one for one in found if one is not None]
    if len(made) < len(found):
        return None
    answer = BETWEEN.join(word for _, word, _ in made)
    evidence = tuple(sentence for _, _, sentence in made)
    if len(made) == 1:
        query = f"A word or number is left out of this sentence of the text, at {GAP}. Which one is it?\n{made[0][0]}"
        return Question(query, answer, evidence)
    listed = "\n".join(f"{number}. {shown}" for number, (shown, _, _) in enumerate(made, start=1))
    query = (
        f"A word or number is left out of each of these sentences of the text, at {GAP}. Which ones are they? "
        f"Give them in this order, with semicolons between them.\n{listed}"
    )
    return Question(query, answer, evidence)


def matters(words: Words, places: Sequence[int], draw: Random) -> Question | None:
    """What is said where the text has words that stand in the drawn sections alone."""
    named = [_matters(words, place) for place in places]
    if not all(named):
        return None
    query = f"What does the text say {', and '.join(f'in the passage with the words {one}' for one in named)}?"
    return Question(query, "", tuple(words.sections[place] for place in places))


def _gap(words: Words, place: int, draw: Random) -> tuple[str, str, str] | None:
    """(a sentence with its gap, the word that is left out, the sentence)."""
    for number in draw.sample(words.within[place], len(words.within[place])):
        sentence = words.sentences[number]
        if not LEAST_WORDS <= len(sentence.split()) <= MOST_WORDS or GAP in sentence:
            continue
        if (found := _hidden(words, sentence)) is None:
            continue
        left = words.terms[number] - set(terms(found[0]))
        if len(left) >= LEAST_TERMS and words.is_unique(number, left):
            return f"{sentence[: found.start()]}{GAP}{sentence[found.end() :]}", found[0], sentence
    return None


def _hidden(words: Words, sentence: str) -> re.Match[str] | None:
    """The word, not the first one, that stands in the fewest sentences and once in this one; the longest of several."""
    times = Counter(terms(sentence))

    def is_fit(found: re.Match[str]) -> bool:
        own = terms(found[0])
        around = sentence[max(0, found.start() - 1) : found.start()] + sentence[found.end() : found.end() + 1]
        alone = not any(one.isalnum() or one in "-_'\u2019" for one in around)
        return found.start() > 0 and alone and len(own) == 1 and times[own[0]] == 1

    fit = [found for found in _WORD.finditer(sentence) if is_fit(found)]
    return min(fit, key=lambda found: (len(words.with_term[terms(found[0])[0]]), -len(found[0])), default=None)


def _matters(words: Words, place: int) -> str:
    """Up to three words that stand in this section alone, the most frequent ones; "" where there are not two."""
    section = words.sections[place]
    times = Counter(terms(section))
    found: dict[str, str] = {}
    for one in _WORD.finditer(section):
        own = terms(one[0])
        if len(own) == 1 and len(one[0]) >= _LEAST_LETTERS and one[0].isalpha() and words.only_in(place, own[0]):
            found.setdefault(own[0], one[0])
    ranked = sorted(found, key=lambda term: (-times[term], -len(found[term])))[:MATTERS]
    if len(ranked) < _LEAST_MATTERS:
        return ""
    *first, last = (f'"{found[term]}"' for term in ranked)
    return f"{', '.join(first)} and {last}"
