"""One insight in a run: the sentences that state it, and what each system said and cited for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hayrick.attribution import Attributor
from hayrick.checking.collection import recorded_places
from hayrick.planted import statements
from hayrick.report.nearest import Nearest, Said
from hayrick.report.states import (
    NO_ANSWER,
    Judged,
    Place,
    holders,
    insights_of,
    places_of,
    question_of,
    shown_of,
    state_of_insight,
)
from hayrick.types import Bullet, Haystack, Insight, Item, Judgement, Response, Tags


@dataclass(frozen=True, slots=True)
class Evidence:
    """A document that states an insight, and the sentence in which it does so."""

    place: Place
    sentence: str | None
    """None if attribution finds none that fits."""

    probability: float | None
    """That the document states the insight; None without a sentence, or for a planted one."""

    by: Literal["attribution", "collect"] | None = None
    """What found the sentence and has this probability of it; None where none has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """What one system made of an insight."""

    system: str
    context: str
    tags: Tags
    found: str
    """`covered`, `partly covered`, `not covered`, `contradicted`, `no answer`, or `unjudged`."""

    label: str | None
    value: float | None
    reason: str | None
    """The judge's reason, or why there is no judgement."""

    said: Said | None
    """The bullet that the judge links to the insight, else the nearest one."""

    is_linked: bool
    right: tuple[Place, ...]
    """Documents that the linked bullet cites and that state the insight."""

    wrong: tuple[Place, ...]
    """Documents that it cites and that do not."""

    unknown: tuple[str, ...]
    """Its citations, as written, that match no document."""

    missing: tuple[Place, ...]
    """Documents that state the insight and that it does not cite; empty without a linked bullet."""

    shown: tuple[Place, ...] | None
    """Documents that state the insight and that the system was shown; None where it was shown all documents, or does
    not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InsightReport:
    """An insight, its evidence, and what each system made of it."""

    dataset: str
    group: str
    query: str
    insight: str
    text: str
    evidence: tuple[Evidence, ...]
    n_documents: int
    systems: tuple[Treatment, ...]


def insight_reports(judged: Iterable[Judged], insight: str) -> list[InsightReport]:
    """Reports on every insight with this id, one for each item that has it.

    Args:
        judged: items, responses and judgements; those without such an insight are ignored.
        insight: its id.
    """
    items: dict[tuple[str, str, str], tuple[Item[Any], Insight, list[Treatment]]] = {}
    for item, response, judgements in judged:
        for one in insights_of(item) or ():
            if one.id == insight:
                given = items.setdefault(item.key, (item, one, []))
                found = next((row for row in judgements or () if row.unit == one.id), None)
                given[2].append(_treatment(item, one, response, found))
    return [
        InsightReport(
            dataset=item.dataset,
            group=item.group,
            query=question_of(item),
            insight=one.id,
            text=one.text,
            evidence=evidence_of(item, one),
            n_documents=len(item.documents),
            systems=tuple(treatments),
        )
        for item, one, treatments in items.values()
    ]


def evidence_of(item: Item[Any], insight: Insight, attributor: Attributor | None = None) -> tuple[Evidence, ...]:
    """Sentences in which documents state an insight.

    Planted ones where they are recorded, those by which 'hayrick collect' found the documents, else by attribution. A
    record that does not stand in its document is not used. An `attributor` over the item's documents saves that one
    is made for each insight.
    """
    places = places_of(item, holders(item, insight))
    texts = {one.id: one.text for one in item.documents}
    by_id = {place.document: place for place in places}
    haystack = getattr(item.gold, "haystack", None)
    recorded = [*_collected(haystack, insight), *_planted(haystack, insight)] if isinstance(haystack, Haystack) else []
    found = {
        id: Evidence(by_id[id], text, probability, None if probability is None else "collect")
        for id, text, probability in recorded
        if id in by_id and text in texts[id]
    }
    if len(found) < len(places):
        for one in (attributor or Attributor(item.documents)).attribute([insight.text])[0].supports:
            if one.document_id in by_id:
                given = Evidence(by_id[one.document_id], one.sentence, one.probability, "attribution")
                found.setdefault(one.document_id, given)
    return tuple(found.get(place.document, Evidence(place, None, None)) for place in places)


def _planted(haystack: Haystack, insight: Insight) -> Iterator[tuple[str, str, None]]:
    """Document id and planted sentence, where a haystack records planted sentences."""
    rows = statements(haystack)
    return ((one.document, one.text, None) for one in rows if one.insight == insight.id and one.kind == "says")


def _collected(haystack: Haystack, insight: Insight) -> Iterator[tuple[str, str, float]]:
    """Document id, sentence and probability of the places that 'hayrick collect' found."""
    return (
        (one.document, one.evidence, one.probability)
        for one in recorded_places(haystack)
        if one.insight == insight.id and one.evidence and one.probability is not None
    )


def _treatment(item: Item[Any], insight: Insight, response: Response[Any], judgement: Judgement | None) -> Treatment:
    state = state_of_insight(insight, response, judgement)
    names = {"whole": "covered", "partly": "partly covered", "missed": state.why, "unjudged": "unjudged"}
    bullets: Sequence[Bullet] = response.answer.written if response.answer else ()
    link = judgement.link if judgement and state.kind in ("whole", "partly") else None
    bullet = next((one for one in bullets if one.id == link), None)
    stating = holders(item, insight)
    cited = bullet.cites if bullet else frozenset()
    reason = judgement.reason if judgement else None
    if reason is None and state.kind == "unjudged":
        reason = judgement.unparsed.reason if judgement and judgement.unparsed else "no judgement"
    return Treatment(
        system=response.system,
        context=response.context,
        tags=response.tags,
        found=names[state.kind],
        label=judgement.label if judgement and state.why != NO_ANSWER else None,
        value=state.value,
        reason=reason,
        said=Said(bullet.text, bullet.id) if bullet else Nearest(response).to(insight.text),
        is_linked=bullet is not None,
        right=places_of(item, cited & stating),
        wrong=places_of(item, cited - stating),
        unknown=tuple(sorted(bullet.unknown)) if bullet else (),
        missing=places_of(item, stating - cited) if bullet else (),
        shown=shown_of(item, response, insight),
    )
