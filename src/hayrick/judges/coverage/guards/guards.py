"""Guards against the label "full": detect bullets that use an insight's words to state something else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from hayrick.judges.coverage.guards.agreed import agreed
from hayrick.judges.coverage.guards.amounts import other_quantity
from hayrick.judges.coverage.guards.asserted import denied, hedged, open_question
from hayrick.judges.coverage.guards.contraries import converse, negated, negation, opposite
from hayrick.judges.coverage.guards.contrasts import crossed
from hayrick.judges.coverage.guards.denials import affirms, denies_verb, rewords
from hayrick.judges.coverage.guards.predicates import lacks_predicate
from hayrick.judges.coverage.guards.replaced import replaced
from hayrick.judges.coverage.guards.roles import exchanged
from hayrick.judges.coverage.guards.several import several_swapped
from hayrick.judges.coverage.guards.swaps import swapped
from hayrick.judges.coverage.guards.weighed import is_denial
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.parties import ASIDE, set_aside
from hayrick.judges.coverage.texts.places import LIKE, Slot

_LEAST_GLUE, _LOST_GLUE = 0.10, 0.11
"""A bullet is a word list if its share of function words is below the first, and by the second below the insight's."""

_LEAST_BOUND = 0.5
"""Adjacent terms joined by a function word in the insight: least share that the bullet must also join so."""

_LEAST_ORDER, _LEAST_BROKEN_ORDER = 0.25, 0.5
"""Least share of the insight's adjacent terms that a bullet must keep close, in order; the second if ungrammatical."""

_HALF, _INSTEAD = 0.35, 0.15
"""Share of an insight's weight that makes half of it, and how many terms a bullet may have for each that is missing."""

_CLAUSE, _LEAST_CLAUSE = 0.25, 3
"""The same share, and least number of terms, if what is missing stands in one piece."""

REFUTED, DENIED, WRONG, PART, DOUBTED = 0.0, 0.25, 0.4, 0.6, 0.75
"""Most that is left of a value: of a denied statement, the opposite, a wrong detail, half an insight, a hedge or
a list of words. The rubric (docs/reference/rubric.md) allows .5 for a wrong detail and .25 for a denial: what is
noticed is worth less, so that the mean over all such bullets, some of which pass unnoticed, is about that."""

Check = Callable[[Facts, Facts], bool]
"""Of an insight and a text: whether there is the objection."""

Holds = Literal["bullet", "around", "alone"]
"""What an objection holds for beside the sentences in which it is found: the bullet, adjacent sentences of which these
are a part, or nothing else."""


class Guard(NamedTuple):
    """A check and the most that it leaves.

    `least`: it is asked above this value only, since in texts that share little the check says little.
    """

    check: Check
    limit: float
    holds: Holds = "around"
    least: float = 0.0


class Objection(NamedTuple):
    """Name of the guard that objects, its limit, and for what it holds."""

    name: str
    limit: float
    holds: Holds


def counterclaim(insight: Facts, text: Facts) -> bool:
    """Whether a text tells a sentence of the documents that says the opposite of the insight."""
    return any(one.contradicts and one.is_told(text.said) for one in insight.unlike)


def lookalike(insight: Facts, text: Facts) -> bool:
    """Whether a text tells a sentence of the documents that resembles the insight."""
    return any(one.is_told(text.said) for one in insight.unlike)


def objection(insight: Facts, bullet: Facts, asked: Collection[str], above: float = 1.0) -> Objection | None:
    """The gravest reason why the bullet cannot cover the insight fully, None where there is none.

    Args:
        insight: what is to be covered.
        bullet: what might cover it.
        asked: names of the guards to ask, of `GUARDS`.
        above: guards that leave as much or more are not asked.
    """
    for name, (check, limit, holds, least) in _chosen(frozenset(asked)):
        if limit >= above:
            return None
        if above > least and check(insight, bullet):
            return Objection(name, limit, holds)
    return None


@lru_cache(maxsize=100)
def _chosen(names: frozenset[str]) -> Sequence[tuple[str, Guard]]:
    return [(name, guard) for name, guard in GUARDS.items() if name in names]


def weighed(insight: Facts, bullet: Facts) -> bool:
    """Whether the words that the insight does not have are those by which denials are worded."""
    lost = missing(insight, bullet)
    return (
        lost < 1 and is_denial(insight, bullet, lost) and not rewords(insight, bullet) and not agreed(insight, bullet)
    )


def negates(insight: Facts, bullet: Facts) -> bool:
    """Whether one of the two negates a word that the other one says, or what it says has happened."""
    return (negation(insight, bullet) or denies_verb(insight, bullet)) and not affirms(insight, bullet)


def other_name(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet replaces a name of the insight, or part of it, by a foreign name in the same context.

    Or whether it tells of somebody what the insight tells of the one that it begins with: "unlike Oakfield, Westhill".
    """
    if next(other_names(insight, bullet), None) is not None:
        return True
    if ASIDE.keys().isdisjoint(bullet.spoken) or not ASIDE.keys().isdisjoint(insight.spoken):
        return False
    first = insight.keys[0] if insight.keys else ""
    return first in insight.named and first in set_aside(bullet.reading.lower, bullet.line)


def other_names(insight: Facts, bullet: Facts) -> Iterator[tuple[Slot, Slot]]:
    """Names of the insight that the bullet lacks, each with a foreign name in the same context.

    A name that another sentence of the bullet has may be called "she" or "the company" here.
    """
    if insight.named <= bullet.reading.words:
        return
    there = bullet.elsewhere
    missing = [a for a in insight.names if not a.terms <= bullet.reading.words and a.terms.isdisjoint(there)]
    strangers = [b for b in bullet.names if insight.known.isdisjoint(b.terms)]
    yield from (
        (a, b)
        for b in strangers
        for a in missing
        if a.overlap(b) >= LIKE and not _akin(a, b) and not bullet.is_otherwise(b.terms, insight, a.terms)
    )


def _akin(a: Slot, b: Slot) -> bool:
    """Whether two names may be variants, as they share a beginning."""
    return any(x[:3] == y[:3] for x in a.terms for y in b.terms)


def half(insight: Facts, bullet: Facts) -> bool:
    """Whether much of the insight is missing in the bullet, which has hardly anything else in its stead.

    What several sentences say of other matters stands for no part of an insight of one sentence.
    """
    _, lost, extra = bullet.beside(insight)
    if len(lost) < 3 or len(lost) == len(insight.said):
        return False
    if len(extra) > _INSTEAD * len(lost):
        return bullet.has_sentences and not insight.has_sentences and lacks_half(insight, bullet)
    return lacks_half(insight, bullet) or _lacks_clause(insight, bullet)


def lacks_half(insight: Facts, text: Facts) -> bool:
    """Whether a text lacks much of the insight's weight, whatever else it says."""
    return missing(insight, text) >= _HALF


def missing(insight: Facts, text: Facts) -> float:
    """Share of the insight's weight that a text lacks."""
    return insight.weight(text.beside(insight).lost) / (insight.whole_weight or 1.0)


def _lacks_clause(insight: Facts, text: Facts) -> bool:
    """Whether a text lacks a run of terms that is much of the insight."""
    least = _CLAUSE * insight.whole_weight
    lost, terms = 0.0, 0
    for key in insight.keys:
        lost, terms = (0.0, 0) if key in text.said else (lost + insight.weights.get(key, 1.0), terms + 1)
        if terms >= _LEAST_CLAUSE and lost >= least:
            return True
    return False


def stuffing(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet is a list of words that lacks the function words of a sentence."""
    if bullet.glue < _LEAST_GLUE and insight.glue > bullet.glue + _LOST_GLUE and len(bullet.keys) >= 5:
        return True
    if bullet.glue > insight.glue - _LOST_GLUE / 2:
        return False
    ours = insight.bound
    kept = [bound for pair, bound in bullet.bound.items() if ours.get(pair)]
    return len(kept) >= 3 and sum(kept) < _LEAST_BOUND * len(kept)


def disorder(insight: Facts, bullet: Facts) -> bool:
    """Whether few adjacent terms of the insight are close and in order in the bullet."""
    first = bullet.first
    matched = [key for key in insight.keys if key in first]
    if len(matched) < 6:
        return False
    pairs = len(matched) - 1
    places = [first[key] for key in matched]
    # Checking first occurrences is fast and usually enough; otherwise check all occurrences.
    if sum([0 < b - a <= 3 for a, b in pairwise(places)]) >= _LEAST_BROKEN_ORDER * pairs:
        return False
    kept = sum(map(bullet.near.__contains__, pairwise(matched)))
    return kept < pairs * (_LEAST_BROKEN_ORDER if bullet.broken else _LEAST_ORDER)


def other_roles(insight: Facts, bullet: Facts) -> bool:
    """Whether parties have changed places, or what is denied and what is said."""
    return exchanged(insight, bullet) or crossed(insight, bullet)


def other_details(insight: Facts, bullet: Facts) -> bool:
    """Whether in a text that is otherwise the insight a detail is another one, or several are."""
    return swapped(insight, bullet) or several_swapped(insight, bullet)


def _unless_converse(check: Check) -> Check:
    def checked(insight: Facts, bullet: Facts) -> bool:
        return check(insight, bullet) and not converse(insight, bullet)

    return checked


GUARDS: Mapping[str, Guard] = MappingProxyType(
    {
        "denial": Guard(denied, REFUTED, "bullet"),
        "weighed": Guard(weighed, REFUTED, "bullet", least=WRONG),
        "negation": Guard(negates, DENIED),
        "opposite": Guard(opposite, DENIED, least=DOUBTED),
        "counterclaim": Guard(counterclaim, DENIED),
        "lookalike": Guard(lookalike, WRONG),
        "quantity": Guard(other_quantity, WRONG),
        "name": Guard(other_name, WRONG),
        "roles": Guard(_unless_converse(other_roles), WRONG),
        "swap": Guard(_unless_converse(other_details), WRONG),
        "replaced": Guard(replaced, WRONG),
        "predicate": Guard(lacks_predicate, WRONG, "alone"),
        "half": Guard(half, PART, "alone"),
        "open": Guard(open_question, PART, "bullet"),
        "negated": Guard(negated, DOUBTED),
        "hedge": Guard(hedged, DOUBTED, "bullet"),
        "stuffing": Guard(stuffing, DOUBTED, "alone"),
        "order": Guard(disorder, DOUBTED, "alone"),
    }
)
"""Guard by name, in the order in which they are applied."""
