"""Writes the documents of a plan with a model; they are checked, repaired in rounds, and recorded.

Reports are written whole and revised (`author.reports`); conversations are written chapter by chapter
(`author.chapters`). Sentences with the scenario's own text are inserted afterwards, so that no model changes them.
Source: SummHay, section 3.2 and appendix A.1.3; the limits are the paper's, planted sentences and counts are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hayrick.protocols import Ask
from hayrick.synthesis.author.chapters import Conversations
from hayrick.synthesis.author.checkers import Checker
from hayrick.synthesis.author.claims import Stated, claims, require_writable, to_state
from hayrick.synthesis.author.faults import FAULT_KINDS, Few, WriteReport
from hayrick.synthesis.author.planting import finish
from hayrick.synthesis.author.report_prompts import BriefedDocument
from hayrick.synthesis.author.reports import Reports
from hayrick.synthesis.scenario import DocumentPlan, PlantedSentence, Scenario
from hayrick.types import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Documents, their planted sentences, and a report.

    `held_by` has an entry for every insight that a document states, in scenario order; the insights in
    `report.dropped` have none and do not belong in the haystack.
    """

    documents: tuple[Document, ...]
    statements: tuple[PlantedSentence, ...]
    held_by: Mapping[str, tuple[str, ...]]
    report: WriteReport


async def write(scenario: Scenario, plans: Sequence[DocumentPlan], ask: Ask, checker: Checker) -> Written:
    """Write every planned document.

    Args:
        scenario: complete.
        plans: what each document should state.
        ask: answers as "writer".
        checker: decides what a text states.

    Raises:
        BadInput: a plan could not be written or checked by any model.
    """
    require_writable(scenario, plans, is_checked_locally=not checker.is_model)
    if scenario.layout == "dialogue":
        talks = Conversations(scenario, plans, ask, checker)
        made = await talks.write()
        tried = WriteReport(drafts=talks.drafts, revisions=talks.revisions, tries=talks.tries, never=talks.never)
        ledger = talks.ledger
    else:
        reports = Reports(scenario, plans, ask, checker)
        made = await reports.write()
        tried = WriteReport(drafts=reports.drafts, revisions=reports.revisions)
        ledger = reports.ledger
    counted = replace(
        tried,
        found={kind: ledger.found[kind] for kind in FAULT_KINDS},
        repaired={kind: ledger.repaired[kind] for kind in FAULT_KINDS},
        remaining=ledger.remaining,
        tally=checker.tally,
    )
    return _assembled(scenario, plans, made, counted, is_certain=checker.is_model)


def _assembled(
    scenario: Scenario,
    plans: Sequence[DocumentPlan],
    made: Sequence[BriefedDocument | None],
    report: WriteReport,
    *,
    is_certain: bool,
) -> Written:
    """Assemble documents, planted sentences, and the record of which document states what."""
    titles = {number: one.title for number, one in enumerate(made) if one is not None and one.title}
    documents: list[Document] = []
    statements: list[PlantedSentence] = []
    unplaced: list[str] = []
    holders: dict[str, list[str]] = {one.id: [] for one in scenario.insights}
    missing, suspected = [], []
    for number, (plan, one) in enumerate(zip(plans, made, strict=True)):
        planned = {stated.insight: stated for stated in to_state(scenario, plan)}
        present = one.present if one is not None else {}
        missing += [(insight, plan.id) for insight in planned if insight not in present]
        leaks = [insight for insight in present if insight not in planned]
        if one is None:
            continue
        held = {planned[insight]: evidence for insight, evidence in present.items() if insight in planned}
        if is_certain:
            texts = {claim.id: claim.text for claim in claims(scenario, plan)} if leaks else {}
            held |= {Stated(insight, None, texts[insight]): present[insight] for insight in leaks}
        else:
            suspected += [(insight, plan.id) for insight in leaks]
        for stated in held:
            holders[stated.insight].append(plan.id)
        finished = finish(scenario, plans, number, one.text, held, titles)
        documents.append(_document(scenario, plan, one.title, finished.text))
        statements += finished.statements
        unplaced += finished.unplaced
    held_by = {insight: tuple(ids) for insight, ids in holders.items() if ids}
    report = replace(
        report,
        missing=tuple(missing),
        suspected=tuple(suspected),
        unwritten=tuple(plan.id for plan, one in zip(plans, made, strict=True) if one is None),
        few=tuple(_few(scenario, plans, held_by)),
        dropped=tuple(insight for insight, ids in holders.items() if not ids),
        unplaced=tuple(unplaced),
    )
    return Written(
        documents=tuple(documents),
        statements=tuple(_without_dropped(statements, held_by)),
        held_by=held_by,
        report=report,
    )


def _document(scenario: Scenario, plan: DocumentPlan, title: str, text: str) -> Document:
    extra = {
        **({"date": plan.date.isoformat()} if plan.date else {}),
        **({"language": plan.language} if len(scenario.languages) > 1 else {}),
    }
    return Document(id=plan.id, text=text, title=title or None, extra=extra)


def _few(scenario: Scenario, plans: Sequence[DocumentPlan], held_by: Mapping[str, Sequence[str]]) -> list[Few]:
    """Insights with fewer documents than wanted: than their own number, or the scenario's minimum."""
    planned = {one.id: 0 for one in scenario.insights}
    for plan in plans:
        for stated in to_state(scenario, plan):
            planned[stated.insight] += 1
    found = []
    for one in scenario.insights:
        wanted = planned[one.id] if one.documents is not None else scenario.minimum_documents
        n = len(held_by.get(one.id, ()))
        if n < wanted:
            found.append(Few(insight=one.id, documents=n, wanted=wanted))
    return found


def _without_dropped(statements: Sequence[PlantedSentence], held_by: Mapping[str, object]) -> list[PlantedSentence]:
    """The statements, without references to insights that are not in the haystack."""
    return [one if one.insight is None or one.insight in held_by else replace(one, insight=None) for one in statements]
