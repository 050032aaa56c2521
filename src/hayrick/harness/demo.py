"""The run behind `hayrick demo`: bundled scenarios, and systems and a judge that need no model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hayrick.harness.jobs import Progress
from hayrick.harness.names import TaskOptions
from hayrick.harness.retrieving import Row, retrieve
from hayrick.harness.run import Result, RunRequest
from hayrick.harness.synthesis import MadeHaystack, SynthesisRequest, synthesise
from hayrick.measures import JOINT
from hayrick.tasks.summhay.baselines import BASELINES
from hayrick.tasks.summhay.cite_subtopic import NAME as CITE_SUBTOPIC

SCENARIOS = ("tidewall", "housing")
"""A news scenario and a conversation scenario; `hayrick list scenarios` lists all."""

RETRIEVERS = ("keywords", "bm25", "bm25rm3", "votes", "sentences", "oracle", "random")
BUDGET_TOKENS = 15_000
"""As in the paper: about a sixth of a haystack."""

HAYSTACKS = "haystacks"
"""Folder of the demo's haystacks within its run directory."""


def demo_haystacks(folder: Path, progress: Progress) -> list[MadeHaystack]:
    """Make the demo's haystacks in a folder."""
    return [synthesise(SynthesisRequest(scenario=name, out=folder / f"{name}.json"), progress) for name in SCENARIOS]


def demo_request(haystacks: Sequence[Path]) -> RunRequest:
    """Make the demo's request, which runs like any other."""
    return RunRequest(
        inputs=[str(path) for path in haystacks],
        systems=["extractive", CITE_SUBTOPIC, *BASELINES],
        judge="local",
        task=TaskOptions(citations="both"),
    )


def demo_retrieval(haystacks: Sequence[Path], progress: Progress) -> list[Row]:
    """Measure retrievers that need no model on the same haystacks."""
    return retrieve([str(path) for path in haystacks], RETRIEVERS, [BUDGET_TOKENS], progress=progress)


def repair_line(result: Result) -> str:
    """Describe in one line how repaired citations change the joint score of each system."""
    joint = {
        (key.system, key.variant): one.value or 0.0
        for found in result.tasks
        for key, one, _ in found.estimates
        if key.measure == JOINT.name and key.dataset is None
    }
    systems = dict.fromkeys(system for system, _ in joint)
    parts = [f"{s} {100 * joint[s, 'own']:.1f} -> {100 * joint[s, 'repaired']:.1f}" for s in systems]
    return (
        f"Joint score with own -> repaired citations: {', '.join(parts)}. Repair helps systems that cite too few or "
        "wrong documents: 'reference' cites one document per insight, 'cite-subtopic' all on its subtopic; the others "
        "cite the documents that they quote."
    )
