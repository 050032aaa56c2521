"""What `hayrick demo` runs: the bundled haystack, and systems and a judge that need no model."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from hayrick.harness.local import Progress, Request, Result
from hayrick.harness.retrieving import Row, retrieve
from hayrick.systems.baselines import BASELINES

RETRIEVERS = ("keywords", "bm25", "bm25rm3", "votes", "sentences", "oracle", "random")
BUDGET_TOKENS = 3000
"""A bit under a third of the bundled haystack, so that retrievers differ."""


def bundled() -> list[Path]:
    """Paths of the bundled haystacks."""
    folder = Path(str(resources.files("hayrick.bundled")))
    return sorted(folder.glob("*.json"))


def demo_request() -> Request:
    """The demo as a request, so that it runs like any other."""
    inputs = [str(path) for path in bundled()]
    return Request(inputs=inputs, systems=["extractive", *BASELINES], judge="local", citations="both")


def demo_retrieval(progress: Progress) -> list[Row]:
    """How far retrievers that need no model would get on the same haystacks."""
    return retrieve([str(path) for path in bundled()], RETRIEVERS, [BUDGET_TOKENS], progress=progress)


def repair_line(result: Result) -> str:
    """What repaired citations add to the joint score of each system, in one line."""
    joint = {
        (key.system, key.citations): one.value or 0.0
        for key, one in result.estimates
        if key.measure == "joint" and key.haystack is None
    }
    systems = dict.fromkeys(system for system, _ in joint)
    parts = [f"{s} {100 * joint[s, 'own']:.1f} -> {100 * joint[s, 'repaired']:.1f}" for s in systems]
    return (
        f"Joint score with own -> repaired citations: {', '.join(parts)}. Repair helps who cites too little or "
        "wrongly: 'reference' says every insight and cites one document for each; the others cite what they quote."
    )
