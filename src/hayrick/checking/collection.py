"""Where documents state facts: places that a person gave or a checker found, and pairs that a person should decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from hayrick.checking.local import Finding
from hayrick.haystacks.facts import Fact, Facts
from hayrick.types import Document, Haystack, Insight, Subtopic

MADE = "collection"
"""Field of a haystack that says how its places were found."""

UNCLEAR = (0.2, 0.99)
"""Probabilities, the second excluded, at which a person should read the sentence. Chosen with the shares of errors in
view that docs/evidence/own_documents.md reports: with few facts the checker is too sure of what it finds."""

Why = Literal["unclear", "doubted", "contradicted", "nowhere"]
"""Why a person should decide: its probability is `UNCLEAR`; it is found, and a rule objects; its words are there, and
the sentence says something that the fact excludes; no document states the fact, and this comes closest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A document that states a fact; found by the checker, or given by a person."""

    insight: str
    document: str
    place: Literal["found", "given"]
    probability: float | None = None
    evidence: str | None = None

    def row(self) -> dict[str, object]:
        """JSON row."""
        return _row(asdict(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A pair that a person should decide, and what the checker makes of it."""

    insight: str
    document: str
    why: Why
    found: bool
    probability: float
    evidence: str | None
    reason: str | None = None
    """Name of the rule that objects."""

    def row(self) -> dict[str, object]:
        """JSON row."""
        return _row(asdict(self))


def _row(values: dict[str, object]) -> dict[str, object]:
    probability = values["probability"]
    return {**values, "probability": round(probability, 6) if isinstance(probability, float) else None}


def places_of(facts: Facts, documents: Sequence[Document], found: Sequence[Finding]) -> Iterator[Place]:
    """Where facts are stated, fact by fact, in the order of the documents.

    Args:
        facts: some have documents that a person gave.
        documents: of the haystack.
        found: of the other facts, in the order of the documents.
    """
    of_fact = _by_insight(found)
    for fact in _facts(facts):
        if fact.documents is not None:
            given = [one.id for one in documents if one.id in fact.documents]
            yield from (Place(insight=fact.id, document=one, place="given") for one in given)
            continue
        for one in of_fact.get(fact.id, ()):
            if one.found:
                yield Place(
                    insight=fact.id,
                    document=one.document,
                    place="found",
                    probability=one.probability,
                    evidence=one.evidence,
                )


def undecided_pairs(facts: Facts, found: Sequence[Finding]) -> Iterator[Undecided]:
    """Pairs that a person should decide, fact by fact; of a fact that no document states, at least the nearest one.

    Args:
        facts: those with documents that a person gave are decided.
        found: of the other facts, with the most probable pair of each.
    """
    of_fact = _by_insight(found)
    for fact in _facts(facts):
        own = of_fact.get(fact.id, [])
        unclear = [_undecided(one, why) for one in own if (why := why_undecided(one)) is not None]
        if own and not unclear and not any(one.found for one in own):
            unclear = [_undecided(max(own, key=lambda one: one.probability), "nowhere")]
        yield from unclear


def why_undecided(found: Finding) -> Why | None:
    """Why a person should decide a pair; None where nobody is asked."""
    if found.contradicted:
        return "contradicted"
    if found.found and found.objection is not None:
        return "doubted"
    return "unclear" if UNCLEAR[0] <= found.probability < UNCLEAR[1] else None


def _undecided(found: Finding, why: Why) -> Undecided:
    return Undecided(
        insight=found.insight,
        document=found.document,
        why=why,
        found=found.found,
        probability=found.probability,
        evidence=found.evidence,
        reason=found.objection.reason if found.objection is not None else None,
    )


def haystack_of_facts(
    facts: Facts, documents: Sequence[Document], held: Mapping[str, tuple[str, ...]] | None, id: str
) -> Haystack:
    """A haystack whose subtopics are the questions, and whose insights are the facts.

    Subtopics have no title: retrievers and systems get it with the query, and are to be asked the question alone.

    Args:
        facts: as read.
        documents: of the haystack.
        held: id of a fact -> documents that state it; others are left out, and so are questions without facts. None
            leaves out nothing, and records nothing.
        id: of the haystack.
    """
    subtopics = []
    for question in facts.questions:
        kept = [fact for fact in question.facts if held is None or held.get(fact.id)]
        if kept:
            insights = tuple(Insight(id=fact.id, text=fact.text, extra={"places": _kind(fact)}) for fact in kept)
            subtopics.append(Subtopic(id=question.id, title="", query=question.text, insights=insights))
    return Haystack(
        id=id,
        topic=facts.topic,
        domain=facts.domain,
        documents=tuple(documents),
        subtopics=tuple(subtopics),
        held_by=dict(held or {}),
    )


def _kind(fact: Fact) -> Literal["found", "given"]:
    return "found" if fact.documents is None else "given"


def recorded_places(haystack: Haystack) -> Iterator[Place]:
    """Places that a haystack made by 'hayrick collect' records, in stored order; rows of another form are left out."""
    made = haystack.extra.get(MADE)
    listed = made.get("places") if isinstance(made, Mapping) else None
    for row in listed if isinstance(listed, Sequence) else ():
        value = row if isinstance(row, Mapping) else {}
        insight, document, place = (value.get(name) for name in ("insight", "document", "place"))
        probability, evidence = value.get("probability"), value.get("evidence")
        if isinstance(insight, str) and isinstance(document, str) and (place == "found" or place == "given"):
            yield Place(
                insight=insight,
                document=document,
                place=place,
                probability=probability if isinstance(probability, float) else None,
                evidence=evidence if isinstance(evidence, str) else None,
            )


def is_own_work(haystack: Haystack, checker: str) -> bool:
    """Whether 'hayrick collect' found some of a haystack's places with this checker, so that it confirms nothing.

    Args:
        haystack: that was checked.
        checker: `local`, or the name of a model.
    """
    made = haystack.extra.get(MADE)
    by = made.get("checker") if isinstance(made, dict) else None
    insights = (one for subtopic in haystack.subtopics for one in subtopic.insights)
    found = any(one.extra.get("places") == "found" for one in insights)
    return isinstance(by, dict) and by.get("name") == checker and found


def _facts(facts: Facts) -> Iterator[Fact]:
    return (fact for question in facts.questions for fact in question.facts)


def _by_insight(found: Sequence[Finding]) -> dict[str, list[Finding]]:
    of_fact: dict[str, list[Finding]] = {}
    for one in found:
        of_fact.setdefault(one.insight, []).append(one)
    return of_fact
