"""Extracts facts from a text: names and quantities with their neighbours, negations, and the use of function words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import chain

from hayrick.judges.coverage.texts.acronyms import Initials, acronyms, in_full, initials
from hayrick.judges.coverage.texts.acts import Act, acts, routes
from hayrick.judges.coverage.texts.degrees import Degree, degrees
from hayrick.judges.coverage.texts.denial_ends import NEGATING, Denial, kind
from hayrick.judges.coverage.texts.frames import OTHERS, Framed, framed
from hayrick.judges.coverage.texts.hedges import Excuse, Hedge, excuses, hedges
from hayrick.judges.coverage.texts.moods import happened, unreal
from hayrick.judges.coverage.texts.negations import scope, softens
from hayrick.judges.coverage.texts.once import Once
from hayrick.judges.coverage.texts.places import Beside, Slot, names, slot
from hayrick.judges.coverage.texts.polarity import denials, governs, reached, signs
from hayrick.judges.coverage.texts.positions import Positions
from hayrick.judges.coverage.texts.rates import Told, told
from hayrick.judges.coverage.texts.units import Measured, measured, same_amounts
from hayrick.judges.coverage.texts.unlike import Unlike
from hayrick.judges.coverage.words.function_words import SENTENCE_ENDS
from hayrick.judges.coverage.words.grammar import broken, glue
from hayrick.judges.coverage.words.lemmas import root
from hayrick.judges.coverage.words.opposites import contraries_of
from hayrick.judges.coverage.words.reading import Reading
from hayrick.judges.coverage.words.turns import TURNS
from hayrick.text import STOP_WORDS

_TURNABLE = frozenset(TURNS)
_LONGEST = 5000
_NEGATED = 4


class Facts(Positions):
    """The facts of one text, each computed on first use.

    Args:
        reading: the text; of a very long one only the beginning is looked at, for the sake of time.
        proper: words that count as names even where they begin a sentence; None counts every capitalised word there.
        following: the sentences that follow in the same text, two at most.
    """

    def __init__(
        self, reading: Reading, proper: Set[str] | None = frozenset(), following: Sequence[Reading] = ()
    ) -> None:
        super().__init__(reading if len(reading.tokens) <= _LONGEST else reading.cut(_LONGEST))
        self._proper = proper
        self.after = following
        self.elsewhere: Set[str] = frozenset()
        """Words of the bullet of which it is one of several sentences."""
        self._last: tuple[Facts, Beside] | None = None
        self._last_otherwise: tuple[Facts, frozenset[str]] | None = None
        self._whole: Facts | None = None
        self.weights: Mapping[str, float] = {}
        """How much a term says among sibling insights; 1 where nothing is given."""
        self.unlike: Sequence[Unlike] = ()
        """What tells an insight from sentences of the documents that resemble it."""
        self.known: Set[str] = frozenset()
        """Words and numbers of all insights of the subtopic: what is none of them in a text is foreign to it."""
        self.siblings: Sequence[Facts] = ()
        """The other insights of the subtopic: they are true together, so that what tells one says nothing against it.
        """

    def part(self, start: int, end: int) -> Facts:
        """What stands between two positions of a text without frames; it says nothing that all does not."""
        found = Facts(self.reading.between(start, end), None, self.after)
        found.framed = self.framed
        found.elsewhere = self.elsewhere
        found._whole = self._whole or self
        if not self.cues:
            found.cues = 0
        length = len(found.line)
        found.denials = [
            one._replace(at=one.at - start, start=max(one.start - start, 0), end=min(one.end - start, length))
            for one in self.denials
            if start <= one.at < end and one.start < end and one.end > start
        ]
        return found

    @Once
    def has_sentences(self) -> bool:
        """Whether it is of several sentences."""
        return not SENTENCE_ENDS.isdisjoint(self.reading.tokens[1:-2])

    @Once
    def following(self) -> frozenset[str]:
        """The distinct tokens of the sentence that follows, in lower case."""
        return frozenset(self.after[0].lower) if self.after else frozenset()

    @Once
    def framed(self) -> Framed:
        """The text with the frames around it."""
        return framed(self.reading.tokens, [one.tokens for one in self.after], self.cues)

    @Once
    def cues(self) -> int:
        """The bits of `polarity.signs` of its words."""
        return signs(self.spoken)

    @Once
    def denials(self) -> list[Denial]:
        """Its denials, each with what stands under it."""
        return denials(self.reading.tokens, self.reading.lower) if self.cues & OTHERS else []

    @Once
    def denied_terms(self) -> frozenset[str]:
        """Terms that stand under any denial or frame, without the words that deny them."""
        frames = self.framed.every
        if not (self.denials or frames):
            return frozenset()
        denied = chain(*(range(one.start, one.end) for one in self.denials))
        reached = set(chain(denied, *(range(one.start, one.end) for one in frames)))
        wording = chain((one.at for one in self.denials), *(range(one.begin, one.stop) for one in frames))
        return frozenset(filter(None, map(self.line.__getitem__, reached.difference(wording))))

    def under(self, denial: Denial) -> list[str]:
        """Terms that stand under a denial, in order, without what denies them."""
        return [
            key for at, key in enumerate(self.line[denial.start : denial.end], denial.start) if key and at != denial.at
        ]

    @Once
    def denied_heads(self) -> frozenset[tuple[str, str]]:
        """The governor of each denial, one for all plain ones, with the first term under it."""
        return frozenset((kind(one.governor), head) for one in self.denials for head in self.under(one)[:1])

    @Once
    def governors(self) -> frozenset[str]:
        """Stems of words that may deny something."""
        return frozenset(map(root, filter(governs, self.spoken)))

    @Once
    def hedges(self) -> list[Hedge]:
        """Its own hedges."""
        return hedges(self.reading.tokens, self.reading.lower)

    @Once
    def excuses(self) -> frozenset[Excuse]:
        """What makes a hedge in another text no doubt of it: its own hedges, or that it is of the present or due."""
        return excuses(self.reading.tokens)

    @Once
    def happened(self) -> frozenset[str]:
        """Stems of what it says has happened."""
        return happened(self.reading.tokens, self.reading.line)

    def unreal(self, asked: Set[str]) -> frozenset[str]:
        """Those of some stems of which it says that they may, will or should happen."""
        return unreal(self.reading.tokens, self.reading.line, asked)

    @Once
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

    def weight(self, keys: Set[str]) -> float:
        """How much some of its terms say among sibling insights."""
        return sum(self.weights.get(key, 1.0) for key in sorted(keys))

    @Once
    def whole_weight(self) -> float:
        """How much all of its terms say."""
        return self.weight(self.said)

    @Once
    def exact(self) -> frozenset[tuple[str, str, float]]:
        """Its quantities as they are, wherever they stand."""
        return frozenset((q.kind, q.unit, q.value) for q in self.reading.quantities)

    @Once
    def named(self) -> frozenset[str]:
        """The terms of its names."""
        return frozenset(term for name in self.names for term in name.terms)

    def otherwise(self, other: Facts) -> frozenset[str]:
        """Terms by which two texts tell the same name, one of them in short, or the same amount in other units.

        Kept, as `beside` is, until another text is asked about.
        """
        if self._last_otherwise is None or self._last_otherwise[0] is not other:
            self._last_otherwise = other, frozenset({*_same_amounts(self, other), *self._names_in_short(other)})
        return self._last_otherwise[1]

    def is_otherwise(self, mine: Collection[str], other: Facts, theirs: Collection[str]) -> bool:
        """Whether some of its terms tell the same as some of another text's, see `otherwise`."""
        same = self.otherwise(other)
        return not (same.isdisjoint(mine) or same.isdisjoint(theirs))

    def _names_in_short(self, other: Facts) -> Iterator[str]:
        both = self._whole or self, other._whole or other
        for short, long in (both, both[::-1]):
            for letters, key in short.acronyms.items():
                if terms := in_full(letters, long.initials):
                    yield from (*terms, key)

    @Once
    def acronyms(self) -> Mapping[str, str]:
        """Its words of capitals."""
        return acronyms(self.reading.tokens, self.line)

    @Once
    def initials(self) -> tuple[Initials, Initials]:
        """The initials of its words."""
        return initials(self.reading.tokens, self.line)

    @Once
    def glue(self) -> float:
        """Share of function words among all words, in [0, 1]; 1 if there are no words."""
        return glue(self.reading.tokens, self.reading.lower)

    @Once
    def broken(self) -> int:
        """Number of adjacent function words that are ungrammatical in English."""
        return broken(self.reading.lower)

    @Once
    def quantities(self) -> list[Slot]:
        """Quantities with their neighbours."""
        return [slot(self.line, q.start, q.end, q) for q in self.reading.quantities]

    @Once
    def told(self) -> Told:
        """Rates, times and parts of numbers in words."""
        return told(self.reading.lower, self.spoken, self.reading.quantities)

    @Once
    def degrees(self) -> list[tuple[tuple[str, str, float], Degree]]:
        """Quantities by which something is more or less."""
        return list(degrees(self.reading.lower, self.reading.quantities))

    @Once
    def measured(self) -> list[Measured]:
        """Numbers with a unit of measurement."""
        return list(measured(self.reading.tokens, self.reading.quantities))

    @Once
    def acts(self) -> list[Act]:
        """Verbs between parties."""
        return acts(self.reading.tokens, self.reading.lower, self.terms)

    @Once
    def routes(self) -> frozenset[tuple[str, str]]:
        """Pairs of terms: from what to what something goes or turns, and what is replaced with what."""
        return frozenset(routes(self.reading.lower, self.line))

    @Once
    def names(self) -> list[Slot]:
        """Names (runs of capitalised words) with their neighbours."""
        return [slot(self.line, start, end) for start, end in names(self.reading.tokens, self.line, self._proper)]

    @Once
    def negated(self) -> list[tuple[str, ...]]:
        """The first content stems under each negation that nothing takes back."""
        mask = reached(len(self.line), self.denials)
        plain = (one for one in self.denials if one.governor in NEGATING and not one.compares and mask[one.end - 1])
        scopes = (tuple(self.under(one)[:_NEGATED]) for one in plain)
        return [stems for stems in scopes if stems]

    @Once
    def softened(self) -> list[tuple[str, ...]]:
        """Content stems in the scope of words that take something away without negating it ("halt", "without")."""
        tokens = self.reading.tokens
        lower = self.reading.lower
        return [scope(tokens, i) for i in range(len(lower)) if softens(lower, i)]

    @Once
    def own_words(self) -> frozenset[str]:
        """Its words that are neither function words nor punctuation."""
        return frozenset(word for word in self.spoken - STOP_WORDS if word[0].isalnum())

    @Once
    def turns(self) -> frozenset[str]:
        """Function words that have an opposite."""
        return _TURNABLE & self.spoken

    @Once
    def contraries(self) -> frozenset[str]:
        """Stems that may say the contrary of one of its words."""
        return contraries_of(self.reading.words)


def _same_amounts(one: Facts, other: Facts) -> Iterator[str]:
    """The number and the word after it of each amount that two texts have, in whatever units."""
    if one.measured and other.measured:
        for ours, theirs in ((one, other), (other, one)):
            for start in same_amounts(ours.measured, theirs.measured):
                yield from [key for at, key in ours.terms if at >= start][:2]
