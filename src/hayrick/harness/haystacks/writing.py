"""Writes the documents of a haystack: by the template writer and its checker, or by models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from hayrick.checking.local import StatingChecker
from hayrick.checking.verdicts import UNSOUND_BELOW
from hayrick.harness.haystacks.authors import Authors, write_with_models
from hayrick.harness.haystacks.local_checks import read_drafts
from hayrick.harness.work.processes import Processes
from hayrick.protocols import Progress
from hayrick.records.write_files import write_json
from hayrick.synthesis import Scenario, assign, composed, drafts, restate
from hayrick.synthesis.gold import insights_of
from hayrick.synthesis.scenario import DocumentPlan, PlantedSentence
from hayrick.types import BadInput, Document

REPORT = "report.json"


class Written(NamedTuple):
    """Documents of either writer, with a report for the haystack and notes for the reader."""

    documents: tuple[Document, ...]
    statements: tuple[PlantedSentence, ...]
    report: dict[str, object]
    notes: list[str]
    words: float
    """Mean number of words planned per document."""

    checker: StatingChecker | None = None
    """The checker that has read the documents."""


def written_documents(
    scenario: Scenario,
    authors: Authors,
    folder: Path | None,
    processes: Processes,
    progress: Progress,
) -> Written:
    """Write the documents that a scenario plans.

    Args:
        scenario: complete.
        authors: with the model that writes, if one does.
        folder: for the report of such a model; None for none.
        processes: share the template writer's checks.
        progress: told how far it is.

    Raises:
        BadInput: material is missing, or a model wrote nothing that states an insight.
    """
    plans = assign(scenario)
    words = fmean(plan.words for plan in plans)
    if authors.writer is None:
        return _from_template(scenario, plans, words, processes, progress)
    modelled = write_with_models(scenario, plans, authors)
    found = modelled.report
    if folder is not None:
        write_json(folder / REPORT, asdict(found))
    if not modelled.statements:
        cure = "Name another --writer; report.json says what came." if folder else "Name another writer."
        raise BadInput(f"--writer {authors.writer}", "no document that states any insight", "documents", cure)
    n_found, n_repaired = sum(found.found.values()), sum(found.repaired.values())
    kinds = ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in found.found.items() if n)
    notes = [
        f"Faults found: {n_found}{f' ({kinds})' if kinds else ''}; repaired {n_repaired}; {len(found.remaining)} remain"
        f"{f' (see {folder / REPORT})' if folder and found.remaining else ''}."
    ]
    notes.extend(f"Insight '{one}' is stated nowhere and was dropped." for one in found.dropped)
    report = {"faults": dict(found.found), "repaired": dict(found.repaired), "remaining": len(found.remaining)}
    return Written(modelled.documents, modelled.statements, report, notes, words)


def _from_template(
    scenario: Scenario, plans: Sequence[DocumentPlan], words: float, processes: Processes, progress: Progress
) -> Written:
    checker = StatingChecker(insights_of(scenario))
    written = read_drafts(drafts(scenario, plans), checker, processes, partial(progress, "checking"))
    done = restate(scenario, composed(written), checker, UNSOUND_BELOW)
    notes = [
        f"Sentences not recognised as their insight: {done.n_faults}; reworded and now recognised: {done.n_repaired}."
    ]
    report: dict[str, object] = {"restated": done.n_faults, "unrecognised": len(done.remaining)}
    shown = notes if done.n_faults else []
    return Written(done.written.documents, done.written.statements, report, shown, words, checker)
