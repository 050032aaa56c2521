"""Reads the sentence in which a document tells an insight: does it state the insight, contradict it, or half of it?

The local checker compares words; a sentence that denies an insight has all of them. Here the guards of the local judge
(docs/reference/rubric.md) read the sentence with the words, and the sentences around it. They were made for bullets of
summaries; which of them hold in documents, and where, is measured in docs/evidence/verification.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from hayrick.checking.wording import agrees
from hayrick.judges.coverage.facts import Facts
from hayrick.judges.coverage.guards import GUARDS, Check, lacks_half, other_names
from hayrick.judges.coverage.negations import NEGATORS, scope
from hayrick.judges.coverage.places import Slot
from hayrick.judges.coverage.reading import Reading, content_word, read
from hayrick.judges.coverage.similarity import SIGNATURE, Prepared
from hayrick.judges.coverage.swaps import renamed
from hayrick.numerals import listed
from hayrick.quantities.values import Quantity
from hayrick.text import Span, sentences
from hayrick.types import Insight

LEAST = 0.5
"""Least similarity (that of the local judge, in [0, 1]) at which a sentence is taken to speak of an insight."""

ANOTHER = 0.8
"""Share of the best sentence's similarity from which another sentence without objection states the insight rightly."""

READING = f"statements.v1-{LEAST:g}-{ANOTHER:g},{SIGNATURE}"
"""All parameters, and the version of the judge's rules with theirs."""


class Rule(NamedTuple):
    """A guard, and when its objection to a sentence holds in a document.

    `least`: least similarity of sentence and insight. `around`: the objection must hold for the sentence with its
    neighbours as well. `sure`: where it says so too the document contradicts the insight, else the pair is only
    suspicious.
    """

    check: Check
    sure: Check
    least: float = LEAST
    around: Check | None = None


def _never(insight: Facts, said: Facts, known: Set[str]) -> bool:
    return False


def _other_name(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether another name stands in the place of one, or near it."""
    return renamed(insight, said) or next(_strange_names(insight, said, known), None) is not None


def _plainly_renamed(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether the other name stands among the same words: one near it may be that of who reports it."""
    return renamed(insight, said) or any(a.overlap(b) >= _AMONG for a, b in _strange_names(insight, said, known))


def _strange_names(insight: Facts, said: Facts, known: Set[str]) -> Iterator[tuple[Slot, Slot]]:
    """Names of the insight with what stands near their place; an abbreviation is none ("the CEO" for a person)."""
    for name, other in other_names(insight, said, known):
        if name.terms <= _abbreviations(insight) or not other.terms <= _abbreviations(said):
            yield name, other


def _lacks_name(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether no word of some name of the insight is said, abbreviations aside."""
    short = _abbreviations(insight)
    return any(name.terms.isdisjoint(said.reading.words) and not name.terms <= short for name in insight.names)


def _names_others(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether a name of the insight is absent and a name that it has not is there, wherever they stand."""
    if not _lacks_name(insight, said, known):
        return False
    own = {term for name in insight.names for term in name.terms}
    return any(own.isdisjoint(name.terms) and not name.terms <= _abbreviations(said) for name in said.names)


_AMONG = 2.0
"""Least overlap of the places of two names (`Slot.overlap`) at which one stands for the other."""


def _abbreviations(text: Facts) -> frozenset[str]:
    return frozenset(content_word(token) for token in text.reading.tokens if sum(map(str.isupper, token)) > 1)


# Words with which a text takes something away: where both have one, their negations may mean the same.
_NEGATIVE = frozenset(
    listed(
        "no not never cannot nor neither none nobody nothing nowhere without unless only except until hardly barely "
        "missing lacking lack lacks fail fails failed refuse refuses refused deny denied denies prohibit prohibits "
        "prohibited forbid forbids forbidden ban banned bans free instead rather far stop stops stopped halt halted"
    )
)
_CLAUSES = frozenset(
    listed(
        "if unless until before when whenever whose whether as since although though while once which who whom where "
        "that than"
    )
)
_END_OF_CLAUSE = frozenset(",;:.!?")
_CONTRAST = 6
"""Words after a negator in which "but" says that only a part is negated: "not here but there"."""


def _plainly_negated(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether one of the two negates its main clause, and nothing in the other one takes anything away."""
    return _negates(insight) != _negates(said) and not (_is_negative(insight) and _is_negative(said))


def _negated_in_part(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether the sentence negates its main clause and some words of an insight that takes nothing away."""
    return _negates(said) and not _is_negative(insight) and GUARDS["negated"].check(insight, said, known)


def _is_negative(text: Facts) -> bool:
    return not _NEGATIVE.isdisjoint(text.spoken) or any(word.endswith("n't") for word in text.spoken)


def _negates(text: Facts) -> bool:
    """Whether a negator stands in a clause that is not subordinate."""
    subordinate = negates = False
    tokens = text.reading.tokens
    lower = [token.lower() for token in tokens]
    for at, token in enumerate(lower):
        if token in _CLAUSES:
            subordinate = True
        elif token in _END_OF_CLAUSE:
            subordinate = False
        elif token.capitalize() in NEGATORS and not subordinate and "but" not in lower[at : at + _CONTRAST]:
            negates = negates or bool(scope(tokens, at))
    return negates


def _other_value(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether for a number in digits another one of its kind and unit stands there, also in digits.

    Numbers in words are combined in more ways than are read ("six metres fifty"), and times of day are written in many.
    """
    missing = [q for q in _in_digits(insight) if not agrees(q, said.reading.quantities)]
    rivals = [q for q in _in_digits(said) if not agrees(q, insight.reading.quantities)]
    return any((one.kind, one.unit) == (other.kind, other.unit) for one in missing for other in rivals)


def _in_digits(text: Facts) -> list[Quantity]:
    tokens = [*text.reading.tokens, "", ""]
    found = [q for q in text.reading.quantities if any(token[:1].isdecimal() for token in tokens[q.start : q.end])]
    return [q for q in found if ":" not in (tokens[q.start - 1], tokens[q.end]) and tokens[q.end] not in _OF_DAY]


def _plainly_denied(insight: Facts, said: Facts, known: Set[str]) -> bool:
    """Whether what denies is plain, and not what is told: "nobody worked for twelve days", "I have no doubt of it"."""
    if said.framed.by_next:
        return not _PLAINLY_UNTRUE.isdisjoint(said.following)
    return _MAYBE_DENYING.isdisjoint(said.spoken) and _UNTRUE.isdisjoint(insight.spoken)


_OF_DAY = frozenset(listed("am pm a.m. p.m. o'clock"))
_PLAINLY_UNTRUE = frozenset(
    listed(
        "untrue false fake hoax myth invented invention fabricated fabrication nonsense fiction unfounded baseless "
        "debunked denied denies deny refuted disproved disputed retracted withdrawn rejected dismissed corrected "
        "wrong incorrect mistake mistaken error true so case opposite contrary happened place none"
    )
)
_UNTRUE = frozenset(
    listed("untrue false fake hoax myth myths lie lies fiction falsehoods misinformation disinformation nonsense")
)
_MAYBE_DENYING = frozenset(listed("nobody none neither nowhere hardly anything far"))


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "denial": Rule(GUARDS["denial"].check, _plainly_denied),
        "negation": Rule(GUARDS["negation"].check, _plainly_negated, 0.75),
        "quantity": Rule(GUARDS["quantity"].check, _other_value, around=GUARDS["quantity"].check),
        "name": Rule(_other_name, _plainly_renamed, 0.7),
        "negated": Rule(_negated_in_part, _never, 0.6),
        "opposite": Rule(GUARDS["opposite"].check, _never, 0.8),
        "roles": Rule(GUARDS["roles"].check, _never, 0.8),
        "half": Rule(GUARDS["half"].check, _never, around=lacks_half),
        "absent name": Rule(_names_others, _never, 0.75, around=_lacks_name),
    }
)
"""Rule by the name of its guard, the gravest first; "absent name" is verify's own."""


class Objection(NamedTuple):
    """Why a document that tells an insight does not state it.

    `reason` is the name of the guard, a key of `RULES`; `sentence` is what the document says, with the sentence after
    it where that one denies it. `contradicts` is false where the pair is only suspicious.
    """

    reason: str
    sentence: str
    contradicts: bool


class StatementReader:
    """Reads documents for sentences that contradict insights, or state half of them.

    Args:
        insights: all insights of the haystack: a sentence that fits another one better speaks less of each.
    """

    def __init__(self, insights: Sequence[Insight]) -> None:
        self._prepared = Prepared([one.text for one in insights])
        self._numbers = {one.id: number for number, one in enumerate(insights)}
        self._split = frozenset(one.id for one in insights if one.extra.get("halves"))

    def objections(self, text: str, wanted: Collection[str]) -> dict[str, Objection]:
        """Find what speaks against taking insights for stated by a document.

        Args:
            text: the document's text.
            wanted: ids of the insights that are recorded in it, or found.

        Returns:
            Insight id -> objection; without insights of which no sentence speaks, and those to which nothing objects.
        """
        if not wanted:
            return {}
        page = _Page(text, self._prepared)
        found = {one: self._objection(page, one) for one in wanted}
        return {one: objection for one, objection in found.items() if objection is not None}

    def _objection(self, page: _Page, wanted: str) -> Objection | None:
        number = self._numbers[wanted]
        ranked = page.ranked(number)
        if not ranked:
            return None
        insight, known = self._prepared.facts[number], self._prepared.terms
        best, first = ranked[0]
        for name, rule in RULES.items():
            if best < rule.least or (name == "half" and wanted in self._split):
                continue
            if not rule.check(insight, page.facts(first), known):
                continue
            if rule.around is not None and not rule.around(insight, page.around(first), known):
                continue
            others = (at for similarity, at in ranked[1:] if similarity >= max(LEAST, ANOTHER * best))
            if any(self._is_right(page, insight, at) for at in others):
                return None
            return Objection(name, page.said(first, name), rule.sure(insight, page.facts(first), known))
        return None

    def _is_right(self, page: _Page, insight: Facts, at: int) -> bool:
        """Whether no rule objects to a sentence, whatever its similarity."""
        known = self._prepared.terms
        return not any(rule.check(insight, page.facts(at), known) for rule in RULES.values())


class _Page:
    """A document sentence by sentence, with the similarity of each to the insights."""

    def __init__(self, text: str, prepared: Prepared) -> None:
        self._text = text
        self._spans = sentences(text)
        self._readings = [read(text[slice(*span)]) for span in self._spans]
        self._similarities = [prepared.of_sentence(one) for one in self._readings]
        self._proper = frozenset(_proper(self._readings))
        self._facts: dict[int, Facts] = {}

    def ranked(self, insight: int) -> list[tuple[float, int]]:
        """(similarity, number) of the sentences that speak of an insight, the most similar first."""
        found = [(one[insight], n) for n, one in enumerate(self._similarities) if one.get(insight, 0) >= LEAST]
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def facts(self, at: int) -> Facts:
        """Facts of one sentence, which is read with the one after it."""
        if at not in self._facts:
            follows = (
                at + 1 < len(self._spans)
                and "\n" not in self._text[slice(self._spans[at].end, self._spans[at + 1].start)]
            )
            after = [self._readings[at + 1].tokens] if follows else []
            self._facts[at] = Facts(self._readings[at], self._proper, after)
        return self._facts[at]

    def around(self, at: int) -> Facts:
        """Facts of a sentence with the one before and the one after it."""
        near = self._spans[max(at - 1, 0) : at + 2]
        return Facts(read(self._text[near[0].start : near[-1].end]), self._proper)

    def said(self, at: int, reason: str) -> str:
        """The sentence, with the one after it where that one denies it."""
        span = self._spans[at]
        if reason == "denial" and self.facts(at).framed.by_next:
            span = Span(span.start, self._spans[at + 1].end)
        return self._text[slice(*span)]


def _proper(readings: Sequence[Reading]) -> Iterator[str]:
    """Words that a document capitalises within a sentence."""
    for reading in readings:
        following = zip(reading.tokens, reading.tokens[1:], strict=False)
        yield from (token for before, token in following if token[0].isupper() and before[0].isalnum())
