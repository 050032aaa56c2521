"""When a guard of the local judge objects to the sentence in which a document tells an insight.

The guards (docs/reference/rubric.md) were made for bullets of summaries; which of them hold in documents, and where, is
measured in docs/evidence/verification.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from hayrick.checking.wording import agrees
from hayrick.judges.coverage.guards.guards import GUARDS, Check, lacks_half, other_names
from hayrick.judges.coverage.guards.swaps import renamed
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.negations import NEGATORS, scope
from hayrick.judges.coverage.texts.places import Slot
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed
from hayrick.quantities.values import Quantity

LEAST = 0.5
"""Least similarity (that of the local judge, in [0, 1]) at which a sentence is taken to speak of an insight."""


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


def _never(insight: Facts, said: Facts) -> bool:
    return False


def _other_name(insight: Facts, said: Facts) -> bool:
    """Whether another name stands in the place of one, or near it."""
    return renamed(insight, said) or next(_strange_names(insight, said), None) is not None


def _plainly_renamed(insight: Facts, said: Facts) -> bool:
    """Whether the other name stands among the same words: one near it may be that of who reports it."""
    return renamed(insight, said) or any(a.overlap(b) >= _AMONG for a, b in _strange_names(insight, said))


def _strange_names(insight: Facts, said: Facts) -> Iterator[tuple[Slot, Slot]]:
    """Names of the insight with what stands near their place; an abbreviation is none ("the CEO" for a person)."""
    for name, other in other_names(insight, said):
        if name.terms <= _abbreviations(insight) or not other.terms <= _abbreviations(said):
            yield name, other


def _lacks_name(insight: Facts, said: Facts) -> bool:
    """Whether no word of some name of the insight is said, abbreviations aside."""
    short = _abbreviations(insight)
    return any(name.terms.isdisjoint(said.reading.words) and not name.terms <= short for name in insight.names)


def _names_others(insight: Facts, said: Facts) -> bool:
    """Whether a name of the insight is absent and a name that it has not is there, wherever they stand."""
    if not _lacks_name(insight, said):
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


def _plainly_negated(insight: Facts, said: Facts) -> bool:
    """Whether one of the two negates its main clause, and nothing in the other one takes anything away."""
    return _negates(insight) != _negates(said) and not (_is_negative(insight) and _is_negative(said))


def _negated_in_part(insight: Facts, said: Facts) -> bool:
    """Whether the sentence negates its main clause and some words of an insight that takes nothing away."""
    return _negates(said) and not _is_negative(insight) and GUARDS["negated"].check(insight, said)


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


def _other_value(insight: Facts, said: Facts) -> bool:
    """Whether for a number in digits another one of its kind and unit stands there, also in digits.

    Numbers in words are combined in more ways than are read ("six metres fifty"), and times of day are written in many.
    """
    missing = [q for q in _in_digits(insight) if not agrees(q, said.reading.quantities)]
    rivals = [q for q in _in_digits(said) if not agrees(q, insight.reading.quantities)]
    return any((one.kind, one.unit) == (other.kind, other.unit) for one in missing for other in rivals)


def _in_digits(text: Facts) -> list[Quantity]:
    tokens = [*text.reading.tokens, "", ""]
    found = [q for q in text.reading.quantities if any(token[:1].isdecimal() for token in tokens[q.start : q.end])]
    return [q for q in found if q.kind != "clock" and not _OF_DAY.intersection((tokens[q.start - 1], tokens[q.end]))]


def _plainly_denied(insight: Facts, said: Facts) -> bool:
    """Whether what denies is plain, and not what is told: "nobody worked for twelve days", "I have no doubt of it"."""
    if said.framed.by_next:
        return not _PLAINLY_UNTRUE.isdisjoint(said.following)
    return _MAYBE_DENYING.isdisjoint(said.spoken) and _UNTRUE.isdisjoint(insight.spoken)


_OF_DAY = frozenset([":", "o'clock"])
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
