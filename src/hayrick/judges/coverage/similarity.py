"""Similarity of a summary's bullets to the insights of a subtopic, from the weights of shared terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.unlike import unlike
from hayrick.judges.coverage.version import RULES
from hayrick.judges.coverage.words.likeness import alike, neighbours
from hayrick.judges.coverage.words.reading import Parts, Reading, read, read_parts
from hayrick.judges.coverage.words.surface import without_citations
from hayrick.types import Lookalike

RECALL_WEIGHT = 6
"""Weight of recall of the insight relative to precision of the bullet (the square of F-beta's beta)."""

NUMBER_WEIGHT = 2
"""Weight of a quantity relative to an equally rare word."""

QUERY_WEIGHT = 0.3
"""Weight of a word of the query relative to an equally rare one: what was asked says little about what is told."""

REPLACEABLE = 0.6
"""Weight of a word to which others are alike, relative to a name or another word that stands alone in the table of like
words: who tells the same in other words replaces it."""

RIVALRY = 0.25
"""Share of the lead of the best-matching insight that is subtracted from the similarity to the others."""

WIDTH = 2.0
"""Precision is taken against at most this many times the insight's weight: the part of a bullet that speaks of it."""

WHOLE, SPREAD, MANY = 0.9, 0.06, 4
"""What more sentences than the insight has are worth, where no single one of them tells more; and, for whole bullets,
what goes from that for each sentence after so many: in a long paragraph an insight's words meet by chance."""

_LEAST_WHOLE = 0.5

SIGNATURE = (
    f"{RULES}:recall={RECALL_WEIGHT},number={NUMBER_WEIGHT},query={QUERY_WEIGHT:g},"
    f"replaceable={REPLACEABLE:g},rivalry={RIVALRY:g},width={WIDTH:g},whole={WHOLE:g}-{SPREAD:g}"
)
"""The version of all rules, guards included, and the parameters of similarity in one line."""

_UNIT = 1 << 20
"""Weights are integer multiples of 1/_UNIT, so that sums do not depend on the order of terms."""


class Match(NamedTuple):
    """A bullet, or adjacent sentences of it, that share terms with an insight.

    `similarity` is in [0, 1], `bullet` the 0-based position, `start` and `end` the half-open positions of sentences.
    """

    similarity: float
    bullet: int
    start: int = 0
    end: int = 1

    @property
    def width(self) -> int:
        """Number of sentences."""
        return self.end - self.start


class Prepared:
    """The insights of one subtopic with the weights of their terms.

    A term found in one of n insights weighs 1, in more of them less; a term found in none weighs as if half an insight
    had it. Quantities weigh `NUMBER_WEIGHT` times as much, words of the query `QUERY_WEIGHT` times, and words to which
    others are alike `REPLACEABLE` times: those give a part of that to a bullet without the word itself.
    """

    def __init__(
        self, insights: Sequence[str], query: str = "", lookalikes: Sequence[Sequence[Lookalike]] = ()
    ) -> None:
        parts = [read_parts(text) for text in insights]
        self.readings = [one.whole for one in parts]
        self.sentences = [len(one.sentences) for one in parts]
        self._longer = sorted({n for own in self.sentences for n in (own, own + 1)} - {1})
        holders: dict[str, list[int]] = {}
        for i, reading in enumerate(self.readings):
            for term in reading.words | reading.numbers:
                holders.setdefault(term, []).append(i)
        n = len(insights)
        asked = read(query).words if query else frozenset()
        weights = {term: _weight(term, n, len(held), term in asked) for term, held in holders.items()}
        self._terms = {term: (_replaceable(term, weight), holders[term]) for term, weight in weights.items()}
        self._like = {
            word: [(term, round(share * self._terms[term][0])) for term, share in near]
            for word, near in neighbours(self._terms).items()
        }
        self._unseen = _weight("", n, 0.5), _weight("#", n, 0.5)
        self._totals = [sum(self._terms[term][0] for term in r.words | r.numbers) for r in self.readings]
        self._widths = [(RECALL_WEIGHT * total, WIDTH * total) for total in self._totals]
        self.terms = frozenset(self._terms)
        self.facts = _facts(self.readings)
        whole = {term: weight / _UNIT for term, weight in weights.items()}
        for facts in self.facts:
            facts.weights = whole
            facts.known = self.terms
            facts.siblings = [one for one in self.facts if one is not facts]
        for facts, known in zip(self.facts, lookalikes, strict=False):
            facts.unlike = unlike(facts.reading, known)

    def similarities(self, bullet: Parts) -> Iterator[tuple[int, int, dict[int, float]]]:
        """Similarity of parts of a bullet to the insights with which they share anything.

        The square root of F over the weights of shared terms, recall counting `RECALL_WEIGHT` times and precision
        within `WIDTH` times the insight. From a sentence goes `RIVALRY` times the lead of the insight that it is most
        similar to; a bullet of several sentences counts `WHOLE` as much or less. Adjacent sentences are compared with
        insights of as many, and, counting `WHOLE` as much, with those of one sentence less; in a bullet of more than
        `MANY` sentences these have rivals, too. Some of these parts may end in a bullet that continues this one.

        Yields:
            The first sentence of the part, the one after the last, and similarities by the insights' positions.
        """
        sentences = bullet.sentences
        for start, sentence in enumerate(sentences):
            yield start, start + 1, self.of_sentence(sentence)
        n, every = len(sentences), bullet.every
        for width in self._longer:
            for start in range(min(n, len(every) - width + 1)):
                if start == 0 and width == n:
                    continue
                many = every[start : start + width]
                plain = self.of_sentences(many)
                rivalled = self._rivalled(plain)
                equal = {i: v for i, v in rivalled.items() if self.sentences[i] == width}
                one_more = rivalled if n > MANY else plain
                longer = {i: WHOLE * v for i, v in one_more.items() if self.sentences[i] == width - 1}
                yield start, start + width, equal | longer
        if n > 1:
            whole = self._plain(bullet.whole.words, bullet.whole.numbers)
            yield 0, n, {i: self._worth(i, n) * value for i, value in whole.items()}

    def of_sentence(self, sentence: Reading) -> dict[int, float]:
        """Similarity of one sentence to the insights with which it shares anything."""
        return self._rivalled(self._plain(sentence.words, sentence.numbers))

    def of_sentences(self, many: Sequence[Reading]) -> dict[int, float]:
        """Similarity of some sentences together to the insights with which they share anything; none has rivals."""
        words = frozenset[str]().union(*(one.words for one in many))
        return self._plain(words, frozenset[str]().union(*(one.numbers for one in many)))

    def _worth(self, i: int, sentences: int) -> float:
        """What a bullet of so many sentences counts as a whole: all for an insight that has as many itself."""
        own = self.sentences[i]
        return 1.0 if sentences <= own else max(_LEAST_WHOLE, WHOLE - SPREAD * max(0, sentences - MANY))

    def _rivalled(self, plain: dict[int, float]) -> dict[int, float]:
        lead = RIVALRY * max(plain.values(), default=0.0)
        return {i: rest for i, value in plain.items() if (rest := (1 + RIVALRY) * value - lead) > 0}

    def shares(self, i: int) -> dict[str, float]:
        """The terms of an insight with their shares of its weight."""
        reading, total = self.readings[i], self._totals[i]
        return {term: self._terms[term][0] / total if total else 1.0 for term in reading.words | reading.numbers}

    def _plain(self, words: Set[str], numbers: Set[str]) -> dict[int, float]:
        known = (words | numbers if numbers else words) & self.terms
        strange = words - known
        total = self._unseen[0] * len(strange) + self._unseen[1] * len(numbers - known)
        shared = [0] * len(self._widths)
        for term in known:
            weight, held = self._terms[term]
            total += weight
            for i in held:
                shared[i] += weight
        for term, credit in self._credits(strange, known).items():
            for i in self._terms[term][1]:
                shared[i] += credit
        return {
            i: sqrt((1 + RECALL_WEIGHT) * both / (own + (total if total < width else width)))
            for i, (both, (own, width)) in enumerate(zip(shared, self._widths, strict=True))
            if both
        }

    def _credits(self, strange: Set[str], known: Set[str]) -> dict[str, int]:
        """What words that are no terms count for terms that a text lacks: of several that are alike the nearest."""
        found: dict[str, int] = {}
        like = self._like
        for word in strange & like.keys():
            for term, credit in like[word]:
                if term not in known and credit > found.get(term, 0):
                    found[term] = credit
        return found


@lru_cache(maxsize=256)
def prepare(insights: tuple[str, ...], query: str = "", lookalikes: tuple[tuple[Lookalike, ...], ...] = ()) -> Prepared:
    """Prepare the insights of a subtopic; cached, as many summaries are judged against them."""
    return Prepared(insights, query, lookalikes)


def matches(
    prepared: Prepared, bullets: Sequence[str], parts: Sequence[Parts], ceiling: float = 1.0
) -> list[list[Match]]:
    """For each insight its most similar bullet or, above the ceiling, all parts of bullets, the most similar first.

    Ties are broken by the bullets' texts without citations, so that neither order nor citations decide.
    """
    best: list[Match | None] = [None] * len(prepared.readings)
    above: list[list[Match]] = [[] for _ in prepared.readings]
    for position, bullet in enumerate(parts):
        for start, end, values in prepared.similarities(bullet):
            for i, value in values.items():
                known = best[i]
                if value > ceiling:
                    above[i].append(Match(value, position, start, end))
                elif known is None or value > known.similarity or _wins_tie(value, position, known, bullets):
                    best[i] = Match(value, position, start, end)
    for many in above:
        if len(many) > 1:
            many.sort(key=lambda m: (m.similarity, _order(bullets[m.bullet]), m.start - m.end, m.start), reverse=True)
    return [many or ([one] if one else []) for many, one in zip(above, best, strict=True)]


def match(insights: Sequence[str], bullets: Sequence[str], query: str = "") -> list[Match | None]:
    """The most similar bullet of each insight, None where none is similar at all."""
    found = matches(prepare(tuple(insights), query), bullets, [read_parts(text) for text in bullets])
    return [candidates[0] if candidates else None for candidates in found]


def _wins_tie(value: float, position: int, known: Match, bullets: Sequence[str]) -> bool:
    return value == known.similarity and _order(bullets[position]) > _order(bullets[known.bullet])


def _order(bullet: str) -> tuple[str, str]:
    return without_citations(bullet), bullet


def _facts(readings: Sequence[Reading]) -> list[Facts]:
    """Facts of the insights of a subtopic; a word that one of them capitalises within a sentence is a name in all."""
    proper: set[str] = set()
    for reading in readings:
        following = zip(reading.tokens, reading.tokens[1:], strict=False)
        proper.update(token for before, token in following if token[0].isupper() and before[0].isalnum())
    return [Facts(reading, proper) for reading in readings]


def _weight(term: str, n: int, holders: float, is_asked: bool = False) -> int:
    rarity = log((n + 1) / holders) / log(n + 1) if n else 1.0
    return round(_UNIT * rarity * (QUERY_WEIGHT if is_asked else NUMBER_WEIGHT if term.startswith("#") else 1))


def _replaceable(term: str, weight: int) -> int:
    return round(REPLACEABLE * weight) if alike(term) else weight
