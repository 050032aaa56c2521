"""What judges read of the source of each summary: all of it, or an extract; with a grid, many extracts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.harness.validating.judging import Ready
from hayrick.human_scores import HumanScores
from hayrick.judges.in_extract import extract_notes
from hayrick.protocols import about_of
from hayrick.records.parameters import Parameters
from hayrick.retrieval.extraction import PREFIX, USUAL, Extract, extractor, judge_context
from hayrick.types import BadInput

FULL = "full"
"""Name of the context in which a judge reads the whole source."""


class Context(NamedTuple):
    """What judges read of the source of each summary."""

    name: str
    """`full`, or `extract:NAME@TOKENS`."""

    extractor: str = ""
    budget: int | None = None
    signature: str = ""
    extracts: Sequence[Extract] = ()
    """One a summary, in the corpus' order; none for the whole source."""


WHOLE = Context(FULL)


def contexts_of(
    name: str | None, extractors: Sequence[str], budgets: Sequence[int], scores: HumanScores
) -> list[Context]:
    """What judges read: one context, and with a grid those of its cells.

    Args:
        name: `extract:NAME@TOKENS`; None for the whole source.
        extractors: of the grid; without any there is no grid.
        budgets: of the grid, in tokens.
        scores: whose documents are read.

    Raises:
        BadInput: there are a context and a grid, or one of them is unknown.
    """
    if name is not None and extractors:
        raise BadInput("--judge-context", "together with --grid", "one of them", "The grid has extracts of its own.")
    return [context_of(name, scores), *_of_grid(scores, extractors, budgets)]


def context_of(name: str | None, scores: HumanScores) -> Context:
    """What judges read: an extract, or the whole source where no name is given.

    Raises:
        BadInput: the context is written otherwise, or unknown.
    """
    if name is None:
        return WHOLE
    name = USUAL if name == PREFIX else name
    one = judge_context(name)
    extracts = [one.extractor.extracts(this.summary, this.document, [one.budget])[0] for this in scores.summaries]
    return Context(name, name.rpartition("@")[0], one.budget, one.signature, extracts)


def context_notes(context: Context, made: Mapping[str, Ready[Sequence[str], str]], scores: HumanScores) -> list[str]:
    """How long extracts are, a warning where summaries are longer, and the metrics that the context cannot change."""
    if not context.extracts:
        return []
    summaries, sources = ([one.summary for one in scores.summaries], [one.document for one in scores.summaries])
    extracts = [one.text for one in context.extracts]
    blind = [name for name, one in made.items() if not about_of(one.judge).reads_texts]
    found = extract_notes(context.name, context.budget or 0, summaries, sources, extracts)
    return found + ([f"{context.name} does not change {', '.join(blind)}, which read no source."] if blind else [])


def _of_grid(scores: HumanScores, extractors: Sequence[str], budgets: Sequence[int]) -> Iterator[Context]:
    """Contexts of all extractors and budgets; one pass over a document serves all budgets.

    Args:
        scores: whose documents are extracted for their summaries.
        extractors: names; `?compat=llm-longeval` may follow. One that is given twice counts once.
        budgets: numbers of tokens.

    Raises:
        BadInput: an extractor is unknown, or a budget is negative.
    """
    for spec in dict.fromkeys(extractors):
        name, options = Parameters.of(spec, "extractor")
        compat = options.text("compat", "")
        options.require_used()
        made = extractor(name, compat or None)
        after = f"?compat={compat}" if compat else ""
        found = [made.extracts(one.summary, one.document, budgets) for one in scores.summaries]
        for number, budget in enumerate(budgets):
            signature = f"extract({made.signature})@{budget}"
            extracts = [some[number] for some in found]
            yield Context(f"extract:{name}@{budget}{after}", spec, budget, signature, extracts)
