"""What `hayrick demo` runs: haystacks made from bundled scenarios, and systems and a judge that need no model."""

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

SCENARIOS = ("tidewall", "housing")
"""A news scenario and a conversation; `hayrick list scenarios` names the others."""

RETRIEVERS = ("keywords", "bm25", "bm25rm3", "votes", "sentences", "oracle", "random")
BUDGET_TOKENS = 15_000
"""As in the paper: a sixth of a haystack."""

HAYSTACKS = "haystacks"
"""Folder of the demo's haystacks within its run directory."""


def demo_haystacks(folder: Path, progress: Progress) -> list[MadeHaystack]:
    """Make the demo's haystacks in a folder."""
    return [synthesise(SynthesisRequest(scenario=name, out=folder / f"{name}.json"), progress) for name in SCENARIOS]


def demo_request(haystacks: Sequence[Path]) -> RunRequest:
    """The demo as a request, so that it runs like any other."""
    return RunRequest(
        inputs=[str(path) for path in haystacks],
        systems=["extractive", *BASELINES],
        judge="local",
        task=TaskOptions(citations="both"),
    )


def demo_retrieval(haystacks: Sequence[Path], progress: Progress) -> list[Row]:
    """How far retrievers that need no model would get on the same haystacks."""
    return retrieve([str(path) for path in haystacks], RETRIEVERS, [BUDGET_TOKENS], progress=progress)


def repair_line(result: Result) -> str:
    """What repaired citations add to the joint score of each system, in one line."""
    joint = {
        (key.system, key.variant): one.value or 0.0
        for found in result.tasks
        for key, one, _ in found.estimates
        if key.measure == JOINT.name and key.dataset is None
    }
    systems = dict.fromkeys(system for system, _ in joint)
    parts = [f"{s} {100 * joint[s, 'own']:.1f} -> {100 * joint[s, 'repaired']:.1f}" for s in systems]
    return (
        f"Joint score with own -> repaired citations: {', '.join(parts)}. Repair helps who cites too little or "
        "wrongly: 'reference' says every insight and cites one document for each; the others cite what they quote."
    )
