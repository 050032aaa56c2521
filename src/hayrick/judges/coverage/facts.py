"""Extracts facts from a text: names and quantities with their neighbours, negations, and the use of function words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from itertools import compress
from typing import Any, Generic, NamedTuple, TypeVar, overload

from hayrick.judges.coverage.frames import OTHERS, Framed, framed
from hayrick.judges.coverage.hedge_replies import on_last
from hayrick.judges.coverage.hedges import Excuse, Hedge, excuses, hedges
from hayrick.judges.coverage.lemmas import root
from hayrick.judges.coverage.moods import happened, unreal
from hayrick.judges.coverage.negations import SOFTENERS, STOPS, scope
from hayrick.judges.coverage.opposites import TURNS, contraries_of
from hayrick.judges.coverage.polarity import NEGATING, Denial, denials, governs, reached, signs
from hayrick.judges.coverage.reading import Reading, content_word, form
from hayrick.judges.coverage.roles import Act, Sides, acts, routes, sides
from hayrick.judges.coverage.swaps import Word, between, word_of
from hayrick.judges.coverage.units import Measured, measured
from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.quantities.values import Quantity
from hayrick.text import STOP_WORDS

_ARTICLES = frozenset(listed("a an the its their his our your my"))
_AFTER_NO_ARTICLE = frozenset(
    listed("a an the of to in on at by for with from into as and or but is are was were be been has . , ;")
)
_LINKS = frozenset(listed("of for with from at into and or"))
_AFTER_NO_LINK = frozenset(listed("of and or is are was were be been has have . , ;"))
_TURNABLE = frozenset(TURNS)
_LONGEST = 5000
_PLACES = 4
_NEGATED = 4

LIKE = 1.0
"""Least overlap of two places that are taken for one: a stem in common on the same side, or two across."""

T = TypeVar("T")


class _Once(Generic[T]):
    """Like `functools.cached_property`, but without the lock that Python 3.11 takes."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> _Once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> T | _Once[T]:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._find(owner)
        return value


class Slot(NamedTuple):
    """A name, quantity or word with its neighbours: two stems before it, nearest first, and two stems after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    terms: frozenset[str]
    quantity: Quantity | None

    def overlap(self, other: Slot) -> float:
        """Similarity of two contexts: number of shared stems on the same side, plus half of those on opposite sides."""
        before, after = frozenset(self.before), frozenset(self.after)
        across = len(before.intersection(other.after)) + len(after.intersection(other.before))
        return len(before.intersection(other.before)) + len(after.intersection(other.after)) + across / 2


class Beside(NamedTuple):
    """Terms that a text shares with another one, those of the other that it lacks, and those that it has more."""

    shared: frozenset[str]
    lost: frozenset[str]
    extra: frozenset[str]


class Facts:
    """The facts of one text, each computed on first use.

    Args:
        reading: the text; of a very long one only the beginning is looked at, for the sake of time.
        proper: words that count as names even where they begin a sentence; None counts every capitalised word there.
        following: tokens of the sentences that follow in the same text, two at most.
    """

    def __init__(
        self, reading: Reading, proper: Set[str] | None = frozenset(), following: Sequence[Sequence[str]] = ()
    ) -> None:
        if len(reading.tokens) > _LONGEST:
            within = [q for q in reading.quantities if q.end <= _LONGEST]
            reading = reading._replace(
                tokens=reading.tokens[:_LONGEST],
                lower=reading.lower[:_LONGEST],
                line=reading.line[:_LONGEST],
                quantities=within,
            )
        self.reading = reading
        self._proper = proper
        self._following = following
        self._last: tuple[Facts, Beside] | None = None
        self.weights: Mapping[str, float] = {}
        """How much a term says among sibling insights; 1 where nothing is given."""

    @_Once
    def has_sentences(self) -> bool:
        """Whether it is of several sentences."""
        return any(token in ".!?" for token in self.reading.tokens[1:-2])

    @_Once
    def following(self) -> frozenset[str]:
        """The distinct tokens of the sentence that follows, in lower case."""
        return frozenset(map(str.lower, self._following[0])) if self._following else frozenset()

    @_Once
    def framed(self) -> Framed:
        """The text with the frames around it."""
        return framed(self.reading.tokens, self._following, self._signs)

    @_Once
    def _signs(self) -> int:
        return signs(self.reading.tokens)

    @_Once
    def denials(self) -> list[Denial]:
        """What of it stands under a denial."""
        return denials(self.reading.tokens, self.reading.lower) if self._signs & OTHERS else []

    def under(self, denial: Denial) -> list[str]:
        """Terms that stand under a denial, in order, without what denies them."""
        return [
            key for at, key in enumerate(self.line[denial.start : denial.end], denial.start) if key and at != denial.at
        ]

    @_Once
    def next_denials(self) -> list[list[str]]:
        """The stems under each denial of the next sentence."""
        if not self._following:
            return []
        tokens = self._following[0]
        spans = denials(tokens, [token.lower() for token in tokens])
        mask = reached(len(tokens), spans)
        return [
            [key for at in range(one.start, one.end) if at != one.at and (key := content_word(tokens[at]))]
            for one in spans
            if mask[one.end - 1]
        ]

    @_Once
    def governors(self) -> frozenset[str]:
        """Stems of words that may deny something."""
        return frozenset(map(root, filter(governs, self.spoken)))

    @_Once
    def hedges(self) -> list[Hedge]:
        """Its own hedges."""
        return hedges(self.reading.tokens, self.reading.lower)

    @_Once
    def hedges_after(self) -> list[Hedge]:
        """Hedges of the next sentence that speak of this one."""
        return on_last(self._following[0]) if self._following else []

    @_Once
    def excuses(self) -> frozenset[Excuse]:
        """What of it excuses hedges of others."""
        return excuses(self.reading.tokens)

    @_Once
    def happened(self) -> frozenset[str]:
        """Stems of what it says has happened."""
        return happened(self.reading.tokens, self.reading.line)

    def unreal(self, asked: Set[str]) -> frozenset[str]:
        """Those of some stems of which it says that they may, will or should happen."""
        return unreal(self.reading.tokens, self.reading.line, asked)

    @_Once
    def line(self) -> list[str]:
        """One term for each token, empty where the token says nothing of its own."""
        line = list(self.reading.line)
        for q in self.reading.quantities:
            line[q.start : q.end] = [form(q)] + [""] * (q.end - q.start - 1)
        return line

    @_Once
    def terms(self) -> list[tuple[int, str]]:
        """Terms with their positions among the tokens."""
        return list(compress(enumerate(self.line), self.line))

    def words_of(self, keys: Set[str]) -> dict[str, Word]:
        """For some of its terms the words that stand there first."""
        lower = self.reading.lower
        return {key: word_of(key, lower[i]) for i, key in reversed(self.terms) if key in keys}

    @_Once
    def said(self) -> frozenset[str]:
        """Words and numbers."""
        return self.reading.words | self.reading.numbers

    def beside(self, other: Facts) -> Beside:
        """What it says beside another text; kept until another one is asked about, as many guards ask for the same."""
        if self._last is None or self._last[0] is not other:
            ours, theirs = self.said, other.said
            shared = ours & theirs
            self._last = other, Beside(shared, theirs - shared, ours - shared)
        return self._last[1]

    @_Once
    def exact(self) -> frozenset[tuple[str, str, float]]:
        """Its quantities as they are, wherever they stand."""
        return frozenset((q.kind, q.unit, q.value) for q in self.reading.quantities)

    @_Once
    def named(self) -> frozenset[str]:
        """The terms of its names."""
        return frozenset(term for name in self.names for term in name.terms)

    @_Once
    def keys(self) -> list[str]:
        """Content stems and quantities in order."""
        return list(filter(None, self.line))

    @_Once
    def first(self) -> dict[str, int]:
        """Index in `keys` of the first occurrence of each term."""
        keys = self.keys[::-1]
        return dict(zip(keys, range(len(keys) - 1, -1, -1), strict=True))

    @_Once
    def near(self) -> frozenset[tuple[str, str]]:
        """Pairs of terms, the second at most three terms after the first."""
        keys = self.keys
        return frozenset(pair for step in (1, 2, 3) for pair in zip(keys, keys[step:], strict=False))

    @_Once
    def glue(self) -> float:
        """Share of function words among all words, in [0, 1]; 1 if there are no words."""
        words = sum(map(str.isalpha, self.reading.tokens))
        return sum(map(STOP_WORDS.__contains__, self.reading.lower)) / words if words else 1.0

    @_Once
    def bound(self) -> dict[tuple[str, str], bool]:
        """For each pair of adjacent terms, whether a function word stands between them."""
        found: dict[tuple[str, str], bool] = {}
        before, bound = "", False
        for key, token in zip(self.line, self.reading.lower, strict=True):
            if key:
                if before:
                    found[before, key] = bound
                before, bound = key, False
            elif token in STOP_WORDS:
                bound = True
        return found

    @_Once
    def quantities(self) -> list[Slot]:
        """Quantities with their neighbours."""
        return [self._slot(q.start, q.end, q) for q in self.reading.quantities]

    @_Once
    def measured(self) -> list[Measured]:
        """Numbers with a unit of measurement."""
        return list(measured(self.reading.tokens, self.reading.quantities))

    @_Once
    def between(self) -> dict[tuple[str, str], tuple[int, str]]:
        """Each term by its two neighbours."""
        return between(self.terms)

    def within(self, ends: Container[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Those of some pairs of neighbours that it has, with the term between them."""
        keys = self.keys
        pairs = zip(["^", *keys], [*keys[1:], "$"], strict=False)
        return {pair: key for pair, key in zip(pairs, keys, strict=False) if pair in ends}

    @_Once
    def acts(self) -> list[Act]:
        """Verbs between parties."""
        return acts(self.reading.tokens, self.terms)

    @_Once
    def sides(self) -> dict[str, Sides]:
        """Parties around each verb that occurs once."""
        return sides(self)

    @_Once
    def routes(self) -> frozenset[tuple[str, str]]:
        """From what to what."""
        return frozenset(routes(self.reading.tokens, self.line))

    @_Once
    def names(self) -> list[Slot]:
        """Names (runs of capitalised words) with their neighbours."""
        return [self._slot(start, end, None) for start, end in self._runs()]

    @_Once
    def negated(self) -> list[tuple[str, ...]]:
        """The first content stems under each negation that nothing takes back."""
        mask = reached(len(self.line), self.denials)
        plain = (one for one in self.denials if one.governor in NEGATING and not one.compares and mask[one.end - 1])
        scopes = (tuple(self.under(one)[:_NEGATED]) for one in plain)
        return [stems for stems in scopes if stems]

    @_Once
    def broken(self) -> int:
        """Number of adjacent function words that are ungrammatical in English ("the of", "with and", a final "the")."""
        lower = self.reading.lower
        pairs = zip(lower, [*lower[1:], "."], strict=True)
        return sum(
            (a in _ARTICLES and b in _AFTER_NO_ARTICLE) or (a in _LINKS and b in _AFTER_NO_LINK) for a, b in pairs
        )

    @_Once
    def softened(self) -> list[tuple[str, ...]]:
        """Content stems in the scope of words that take something away without negating it ("halt", "without")."""
        tokens = self.reading.tokens
        return [scope(tokens, i) for i, word in enumerate(self.reading.lower) if word in SOFTENERS]

    @_Once
    def spoken(self) -> frozenset[str]:
        """The distinct tokens in lower case, function words included."""
        return frozenset(self.reading.lower)

    @_Once
    def turns(self) -> frozenset[str]:
        """Function words that have an opposite."""
        return _TURNABLE & self.spoken

    @_Once
    def contraries(self) -> frozenset[str]:
        """Stems that may say the contrary of one of its words."""
        return contraries_of(self.reading.words)

    def token(self, word: str) -> Slot:
        """First occurrence of a lower-case token, which must be in `spoken`, with its neighbours."""
        at = self.reading.lower.index(word)
        return self._slot(at, at + 1, None)

    def places(self, key: str) -> list[Slot]:
        """The first few places of a content stem; one without surroundings where it has none."""
        found = [i for i, one in enumerate(self.line) if one == key][:_PLACES]
        return [self._slot(at, at + 1, None) for at in found] or [Slot((), (), frozenset([key]), None)]

    def meets(self, key: str, other: Facts, theirs: str) -> bool:
        """Whether a stem stands in a like place as one of another text."""
        return any(a.overlap(b) >= LIKE for a in self.places(key) for b in other.places(theirs))

    def _slot(self, start: int, end: int, quantity: Quantity | None) -> Slot:
        line = self.line
        before = tuple(_some(line[max(0, start - 12) : start][::-1])) or ("^",)
        after = tuple(_some(line[end : end + 12])) or ("$",)
        return Slot(before, after, frozenset(key for key in line[start:end] if key), quantity)

    def _runs(self) -> Iterator[tuple[int, int]]:
        tokens, line = self.reading.tokens, self.line
        begin = -1
        initial = True
        for i, token in enumerate(tokens):
            named = bool(line[i]) and line[i][0] != "#" and self._is_name(i, initial)
            if named and begin < 0:
                begin = i
            elif not named and begin >= 0:
                yield begin, i
                begin = -1
            initial = token in STOPS or (initial and not token[0].isalnum())
        if begin >= 0:
            yield begin, len(tokens)

    def _is_name(self, i: int, initial: bool) -> bool:
        token = self.reading.tokens[i]
        if not token[0].isupper() or token in MONTHS or token in WEEKDAYS:
            return False
        if not initial or self._proper is None or token in self._proper or (len(token) > 1 and token.isupper()):
            return True
        return i + 1 < len(self.reading.tokens) and self.reading.tokens[i + 1][0].isupper()


def _some(keys: list[str]) -> Iterator[str]:
    found = 0
    for key in keys:
        if key:
            yield key
            found += 1
            if found == 2:
                return
