"""Values of metrics, named by the user, on summaries that people have scored; with the whole source or an extract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import judge_names
from hayrick.harness.naming.unused_options import require_used
from hayrick.harness.running.unjudged import why
from hayrick.harness.running.used_options import used_by_judge
from hayrick.harness.scheduling.asks import CountedQuestion
from hayrick.harness.storage.journal import Journal
from hayrick.harness.validating import judging
from hayrick.harness.validating.judging import Cost, Given, Ready, Verdicts, cost, ready
from hayrick.harness.validating.meta_contexts import WHOLE, Context
from hayrick.human_scores import HumanScores
from hayrick.judges.metrics.catalogue import JUDGES
from hayrick.protocols import Passage, Task, about_of
from hayrick.types import BadInput, Document, HayrickError, Item, Prompt, Response

_OURS = re.compile(r"^(--|unknown |'[^']*' is a |)judge\b")
"""Beginnings of messages on judges in which a judge is what a user of metrics calls a metric."""

GivenSummary = Given[Sequence[str], str]
Metrics = Mapping[str, Ready[Sequence[str], str]]


class Values(NamedTuple):
    """Values of one metric in one context."""

    metric: str
    context: Context
    values: Sequence[float | None]
    """One a summary, in the corpus' order; None where there is no verdict."""

    cost: Cost
    bounds: tuple[float, float] | None
    """Least and greatest possible value; None if unknown or infinite."""

    signature: str
    why: str = ""
    """Why summaries without a value have none, most often; "" where that is not known."""


def task_of(scores: HumanScores) -> Task[Sequence[str], str]:
    """The scored summaries as a task whose responses are given: only its judges, the metrics, are used."""

    def no_prompt(item: Item[Sequence[str]], passages: Sequence[Passage]) -> Prompt:
        raise HayrickError("Scored summaries are given; nothing is asked for.")

    return Task(
        name="meta",
        paper="Extract-then-Evaluate, section 3",
        items=lambda seed: [one.item for one in given(scores, WHOLE)],
        prompt=no_prompt,
        parse=lambda item, reply: reply,
        measures=(),
        judges=JUDGES,
    )


def given(scores: HumanScores, context: Context) -> list[GivenSummary]:
    """The summaries as responses, each to an item whose documents are what the context shows."""
    found = []
    for number, one in enumerate(scores.summaries):
        text = context.extracts[number].text if context.extracts else one.document
        item: Item[Sequence[str]] = Item(
            dataset=scores.name,
            group=one.document_id,
            id=f"{one.document_id}/{one.system}",
            query="",
            gold=one.references,
            documents=(Document(id=one.document_id, text=text),),
        )
        response = Response(item=item, system=one.system, context=context.name, answer=one.summary, reply=one.summary)
        found.append(Given(f"{context.name}/{one.document_id}/{one.system}", item, response))
    return found


def ready_metrics(names: Sequence[str], scores: HumanScores, models: ModelOptions) -> Metrics:
    """Make the judge of each name.

    Raises:
        BadInput: there is none of that name, or an option is given that none of the judges uses.
    """
    task = task_of(scores)
    found = {}
    for name in dict.fromkeys(names):
        try:
            found[name] = ready(name, task, models)
            judge_names.require_insights(found[name].judge, task.items(0))
        except BadInput as problem:
            # Only our own words: a file or a function of the user's may be called a judge.
            where, what = _OURS.sub(r"\1metric", problem.where), _OURS.sub(r"\1metric", problem.found)
            cure = problem.cure.replace("'hayrick list judges'", "'hayrick list metrics'")
            raise BadInput(where, what, problem.expected, cure) from None
    require_used(models, {name for spec, one in found.items() for name in used_by_judge(spec, one.judge, task, models)})
    return found


def values_of(
    name: str,
    one: Ready[Sequence[str], str],
    shown: Sequence[Context],
    verdicts: Sequence[Verdicts],
    journal: Journal,
) -> Iterator[Values]:
    """Values of a judge's metrics in each context.

    A judge with one unit has its own name in the results, one with several the names of its units.

    Args:
        name: of the judge.
        one: the judge.
        shown: the contexts.
        verdicts: on all summaries in the first context, then on all in the next.
        journal: with the calls behind them.
    """
    n = len(verdicts) // len(shown)
    for number, context in enumerate(shown):
        yield from _values(name, one, context, verdicts[number * n : (number + 1) * n], journal)


def _values(
    name: str, one: Ready[Sequence[str], str], context: Context, verdicts: Sequence[Verdicts], journal: Journal
) -> Iterator[Values]:
    units = list(dict.fromkeys(row.unit for some in verdicts for row in some.judgements))
    spent = cost(verdicts, journal)
    signature = ";".join([*one.signatures, *([context.signature] if context.signature else [])])
    for unit in units:
        rows = [next((row for row in some.judgements if row.unit == unit), None) for some in verdicts]
        values = [None if row is None else row.value for row in rows]
        label = name if len(units) == 1 else unit
        reason = why(row for row in rows if row is not None)
        yield Values(label, context, values, spent, about_of(one.judge).finite_bounds(unit), signature, reason)


def counted(one: Ready[Sequence[str], str], scores: HumanScores, context: Context) -> list[list[CountedQuestion]]:
    """The questions that a judge would ask in a context, for each summary that it asks any about."""
    return judging.counted(given(scores, context), one)
