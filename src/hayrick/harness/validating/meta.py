"""Metrics against human scores of summaries: `hayrick meta`.

Source: Extract-then-Evaluate (Wu et al., 2023), section 3 and appendix; levels as in Deutsch, Dror and Roth (2021).
Differs: intervals, ceilings, tests between metrics and bounds for what was not judged are ours; unreadable ratings of a
    judge are counted and left out, where the original (65bc6be) takes 0, below the scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.charts.drawing import as_file
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import read_prices
from hayrick.harness.naming import inputs
from hayrick.harness.planning.plan import write_calls
from hayrick.harness.planning.plan_costs import PlannedCalls, different, planned_calls
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.running.notes import repeat_notes
from hayrick.harness.storage.folder import RunFolder, run_folder
from hayrick.harness.validating.judging import Verdicts, judged, require_divisible, try_each
from hayrick.harness.validating.meta_contexts import Context, context_notes, contexts_of
from hayrick.harness.validating.meta_grid import BUDGETS, Grid, grid_of
from hayrick.harness.validating.meta_rows import (
    Row,
    bias_rows,
    ceiling_rows,
    data_rows,
    difference_rows,
    notes,
    rows,
    summary_rows,
)
from hayrick.harness.validating.metrics import (
    GivenSummary,
    Metrics,
    Values,
    counted,
    given,
    ready_metrics,
    task_of,
    values_of,
)
from hayrick.harness.work.processes import Processes
from hayrick.human_scores import HumanScores, read_human_scores
from hayrick.human_scores.layouts import files_of
from hayrick.protocols import Progress, silent
from hayrick.records.fields import table
from hayrick.records.read_files import fingerprint_file
from hayrick.records.rows import judgement_row
from hayrick.records.user_code import in_one_line
from hayrick.records.write_files import write_json, write_jsonl, write_text
from hayrick.report.meta_grid import grid_plots
from hayrick.types import BadInput

FILE, GRID_FILE = "meta.json", "grid.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaRequest:
    """Parameters of `hayrick meta`.

    Args:
        path: a file or folder of human scores.
        metrics: names of judges of summaries.
        context: `extract:NAME@TOKENS`, what judges read in the place of the source; None for the whole source.
        extractors: names of extractors of the grid; without any there is no grid.
        budgets: tokens of the grid's extracts.
        human_written: whether rows that include summaries written by people stand beside those without.
        seed: of random exchanges.
        models: how judges are asked.
        processes: that share what judges without a model do.
    """

    path: Path
    metrics: Sequence[str]
    context: str | None = None
    extractors: Sequence[str] = ()
    budgets: Sequence[int] = BUDGETS
    human_written: bool = False
    seed: int = 0
    processes: int = 1
    models: ModelOptions = field(default_factory=ModelOptions)


class Meta(NamedTuple):
    """What `meta.json` holds, and notes for the reader."""

    scores: HumanScores
    rows: list[Row]
    ceilings: list[Row]
    differences: list[Row]
    bias: list[Row]
    summaries: list[Row]
    notes: list[str]
    grid: Grid | None = None


class Measured(NamedTuple):
    """Values of all metrics, and the judgements behind them."""

    values: list[Values]
    judgements: list[tuple[GivenSummary, Verdicts]]
    failures: dict[str, str]
    """Key of each failed call -> reason."""


def meta(request: MetaRequest, out: Path | None = None, progress: Progress = silent) -> Meta:
    """Correlate metrics with human scores; write a run directory with `meta.json` if one is given.

    Raises:
        BadInput: the file, a name, an option or the directory is invalid; nothing is written then.
        OverBudget: the budget was reached; finished calls are kept.
    """
    scores = corpus_of(request)
    shown = contexts_of(request.context, request.extractors, request.budgets, scores)
    made = ready_metrics(request.metrics, scores, request.models)
    require_divisible(made, request.processes)
    with run_folder(out, "meta", parameters(request, made, shown), places(request)) as folder:
        with in_one_line(request.metrics), Processes(request.processes) as processes:
            measured = measure(made, scores, shown, folder, request.models, progress, processes)
        whole = [one for one in measured.values if one.context.name == shown[0].name]
        found = Meta(
            scores,
            rows(scores, whole, human_written=request.human_written),
            ceiling_rows(scores),
            difference_rows(scores, whole, request.seed),
            bias_rows(scores, whole),
            summary_rows(scores, whole),
            [
                *processes.notes,
                *notes(scores, whole),
                *_repeats(measured),
                *call_notes(folder.journal, (), measured.failures, ()),
                *context_notes(shown[0], made, scores),
            ],
            grid_of(scores, measured.values, shown, request.seed) if request.extractors else None,
        )
        with folder.results() as place:
            if place is not None:
                _write_judgements(place, scores, measured)
                write_json(place / FILE, meta_value(found))
                _write_grid(place, found.grid)
    return found


def _repeats(measured: Measured) -> list[str]:
    return repeat_notes([row for _, some in measured.judgements for row in some.judgements])


def meta_value(found: Meta) -> dict[str, object]:
    """JSON value of `meta.json`."""
    beside = {"ceilings": found.ceilings, "differences": found.differences, "bias": found.bias}
    beside["summaries"] = found.summaries
    return {**table(found.rows), **beside, "data": data_rows(found.scores)}


def _write_grid(place: Path, grid: Grid | None) -> None:
    """Write `grid.json` and its plots, if there is a grid."""
    if grid is not None:
        write_json(place / GRID_FILE, {**table(grid.rows), **{name: getattr(grid, name) for name in _BESIDE}})
        for name, text in grid_plots(grid.rows, grid.positions).items():
            write_text(place / f"{name}.svg", as_file(text))


_BESIDE = ("choices", "summary", "lengths", "positions")


def corpus_of(request: MetaRequest) -> HumanScores:
    """The human scores of a request: all, or those of summaries that no person wrote.

    Raises:
        BadInput: the file is invalid, an option is not used here, or nothing is left.
    """
    if not request.metrics:
        raise BadInput("--metric", "none given", "at least one", "'hayrick list metrics' explains them.")
    scores = read_human_scores(request.path)
    kept = scores if request.human_written else scores.by_systems()
    if not kept.summaries:
        cure = "Give --human-written include."
        raise BadInput(str(request.path), "all scored summaries are written by people", "some by systems", cure)
    return kept


def measure(
    made: Metrics,
    scores: HumanScores,
    shown: Sequence[Context],
    folder: RunFolder,
    models: ModelOptions,
    progress: Progress,
    processes: Processes,
) -> Measured:
    """Values of all metrics in all contexts; a metric that two judges compute has the values of the first.

    Args:
        made: the judges that compute the metrics, by name.
        scores: what people said of which summaries.
        shown: the contexts of the metrics, at least one.
        folder: keeps the calls of metrics that ask a model.
        models: how these are asked.
        progress: told of each metric before it is computed.
        processes: for metrics that ask no model.

    Raises:
        BadInput: a judge's model or endpoint cannot be used.
        OverBudget: the budget was reached; finished calls are kept.
    """
    if any(one.judge.asks for one in made.values()):
        folder.keep_calls()
    try_each(given(scores, shown[0]), made.values(), folder, models)
    asked = [one for context in shown for one in given(scores, context)]
    found = Measured([], [], {})
    for number, (name, one) in enumerate(made.items()):
        progress(name, number, len(made))
        verdicts = judged(asked, one, folder, models, progress, processes, found.failures)
        known = {(value.metric, value.context.name) for value in found.values}
        values = values_of(name, one, shown, verdicts, folder.journal)
        found.values.extend(value for value in values if (value.metric, value.context.name) not in known)
        found.judgements.extend(zip(asked, verdicts, strict=True))
    return found


def parameters(request: MetaRequest, made: Metrics, shown: Sequence[Context]) -> dict[str, object]:
    """Everything that the results depend on."""
    return {
        "human_scores": [fingerprint_file(one) for one in files_of(request.path)],
        "metrics": {name: one.signatures for name, one in made.items()},
        "contexts": [one.signature or one.name for one in shown],
        "human_written": request.human_written,
        "seed": request.seed,
        "method": stats.method(),
    }


def places(request: MetaRequest) -> list[str]:
    """The files that are read."""
    return inputs.places(files_of(request.path), *request.models.files, code=request.metrics)


def _write_judgements(place: Path, scores: HumanScores, measured: Measured) -> None:
    """Write `judgements.jsonl`: a row for each value, in each context."""
    task = task_of(scores)
    given = ((one, row) for one, some in measured.judgements for row in some.judgements)
    write_jsonl(place / "judgements.jsonl", (judgement_row(task, one.response, row) for one, row in given))


def plan_meta(request: MetaRequest, out: Path | None = None) -> list[PlannedCalls]:
    """Count the calls of all metrics that ask a model, in each context, and their cost; no call is made.

    Args:
        request: what would be measured.
        out: folder for `plan.json`; None to write nothing.

    Raises:
        BadInput: as `meta`.
    """
    scores = corpus_of(request)
    made = ready_metrics(request.metrics, scores, request.models)
    prices = read_prices(request.models.prices)
    found = []
    for context in contexts_of(request.context, request.extractors, request.budgets, scores):
        for name, one in made.items():
            jobs = different(counted(one, scores, context))
            if jobs:
                batch = request.models.batch
                found.append(planned_calls("human scores", context.name, name, jobs, prices, batch=batch))
    if out is not None:
        write_calls(out, found, places(request))
    return found
