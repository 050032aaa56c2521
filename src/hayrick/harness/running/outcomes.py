"""Counts of the classes of responses (`replies.classes`), and what to tell a reader of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from hayrick.replies.classes import (
    CLASS,
    CUT,
    EMPTY_AFTER_REASONING,
    ERROR,
    OK,
    OVERLONG,
    TOO_LONG,
    TRUNCATED,
    is_class,
    rank,
)
from hayrick.systems.own import LONGEST
from hayrick.types import Response

Key = tuple[str, str, str | None]
"""System, context and dataset; None for all datasets."""

MUCH = 0.05
"""Share of cut replies above which a score says more about the token limit than about the model."""

_CURES: Mapping[str, str] = {
    CUT: "these were cut off at --max-tokens, and are scored as far as they go",
    EMPTY_AFTER_REASONING: "give the reasoning a budget, or a larger one, with --reasoning-tokens",
    TOO_LONG: "their prompts do not fit the window and were not answered",
    f"{ERROR}:{OVERLONG}": f"longer than allowed, and not kept; a system of your own may give {LONGEST:,} characters",
    TRUNCATED: "the server read only a part of their prompts; give it a larger window",
}


def counts(responses: Iterable[Response[object]]) -> dict[Key, dict[str, int]]:
    """Count responses by class, for each system, context and dataset, and over all datasets.

    Responses without a class (of systems that ask no model) are in no count. Classes come in reporting order.
    """
    found: dict[Key, Counter[str]] = {}
    for one in responses:
        kind = one.extra.get(CLASS)
        if isinstance(kind, str) and is_class(kind):
            for dataset in (one.item.dataset, None):
                found.setdefault((one.system, one.context, dataset), Counter())[kind] += 1
    return {key: {kind: one[kind] for kind in sorted(one, key=rank)} for key, one in found.items()}


def outcome_notes(task: str, responses: Sequence[Response[object]]) -> list[str]:
    """One line of counts for each system and context with a response that is not ok, and warnings of cut replies."""
    found = counts(responses)
    warnings: dict[tuple[str, str], list[str]] = {}
    for (system, context, dataset), classes in found.items():
        n, cut = sum(classes.values()), classes.get(CUT, 0)
        if dataset is not None and cut > MUCH * n:
            warnings.setdefault((system, context), []).append(
                f"WARNING: {task}, {system} ({context}) on {dataset}: {cut} of {n} replies ({cut / n:.1%}) were cut at "
                "their token limit and scored as far as they go; give a higher --max-tokens."
            )
    notes = []
    for (system, context, dataset), classes in found.items():
        if dataset is None and set(classes) != {OK}:
            shown = ", ".join(f"{n} {kind}" for kind, n in classes.items())
            # Where a warning says so, it is not said twice.
            told = [one for one in classes if one in _CURES and not (one == CUT and (system, context) in warnings)]
            cures = "; ".join(f"{kind}: {_CURES[kind]}" for kind in told)
            notes.append(f"{task}, {system} ({context}), responses by class: {shown}.{f' {cures}.' if cures else ''}")
    return [*notes, *chain.from_iterable(warnings.values())]
