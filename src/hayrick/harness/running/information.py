"""Measures information coverage: how much of the context each task needs, by a run whose judge is shown chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import names
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result, TaskResult
from hayrick.measures.information import BY_TOKENS, CHUNKS, INFORMATION_COVERAGE, TOKENS
from hayrick.protocols import Progress, silent
from hayrick.records.coverage import FILE
from hayrick.records.parameters import require_exact
from hayrick.records.read_files import is_pipe_of_rows
from hayrick.tasks.information.task import CONTEXT, Sampling, information_task
from hayrick.types import BadInput

ROWS_OF_TEXTS = ".jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationRequest:
    """Parameters of `hayrick coverage`.

    Args:
        inputs: haystacks, names of tasks or suites, users' own tasks, or JSONL files of context, query and answer.
        judge: name of a judge of chunks.
        sampling: which items, and how they are cut.
        seed: of the tasks and the sample.
        models: how the judge is asked.
    """

    inputs: Sequence[str]
    judge: str = "local"
    sampling: Sampling = field(default_factory=Sampling)
    seed: int = 0
    models: ModelOptions = field(default_factory=ModelOptions)


class Covered(NamedTuple):
    """Rows of `coverage.json`, and notes for the reader."""

    rows: list[dict[str, object]]
    notes: list[str]


def information_coverage(request: InformationRequest, out: Path | None = None, progress: Progress = silent) -> Covered:
    """Measure the information coverage of tasks; write a run directory with `coverage.json` if one is given.

    Raises:
        BadInput: an input, a name, an option or the directory is invalid; nothing is written then.
        OverBudget: the budget was reached; finished calls are kept.
    """
    result = run(run_request(request), out, progress)
    return Covered(list(_rows(result)), result.notes)


def run_request(request: InformationRequest) -> RunRequest:
    """The run that measures it.

    Raises:
        BadInput: an option is not used, or the tokenizer gives estimates.
    """
    if request.judge == "none":
        raise BadInput("--judge none", "no judge", "a judge of chunks: local, attribution or a model")
    require_exact(request.sampling.encoding, "--tokenizer")
    inputs = [f"texts?path={one}" if _has_rows_of_texts(one) else one for one in request.inputs]
    return RunRequest(
        inputs=names.without_suites(inputs),
        systems=[CONTEXT],
        judge=request.judge,
        seed=request.seed,
        models=request.models,
        of=partial(information_task, sampling=request.sampling),
        command="coverage",
        tables=lambda result: {FILE: list(_rows(result))},
    )


def _has_rows_of_texts(source: str) -> bool:
    path = Path(source)
    return (source.endswith(ROWS_OF_TEXTS) and path.is_file()) or is_pipe_of_rows(path, "context")


def _rows(result: Result) -> Iterator[dict[str, object]]:
    for found in result.tasks:
        counted = {(one.key.dataset, one.key.measure): one.estimate for one in found.estimates}
        for dataset in dict.fromkeys(one.key.dataset for one in found.estimates):
            main = counted[dataset, INFORMATION_COVERAGE.name]
            n_chunks, n_unjudged = _chunks(found, dataset)
            worst, best = main.bounds or (None, None)
            yield {
                "task": found.task.name,
                "dataset": dataset,
                "judge": _judge(found),
                "information_coverage": main.value,
                "low": main.low,
                "high": main.high,
                "worst": worst,
                "best": best,
                "by_tokens": counted[dataset, BY_TOKENS.name].value,
                "chunks": counted[dataset, CHUNKS.name].value,
                "tokens": counted[dataset, TOKENS.name].value,
                "n": main.n,
                "n_chunks": n_chunks,
                "n_unjudged": n_unjudged,
                "signature": main.signature,
            }


def _judge(found: TaskResult) -> str | None:
    return next((row.rater for one in found.judged for row in one.judgements or ()), None)


def _chunks(found: TaskResult, dataset: str | None) -> tuple[int, int]:
    """Chunks of a dataset, and those of them without a verdict."""
    values = [row.value for one in found.judged if dataset in (None, one.item.dataset) for row in one.judgements or ()]
    return len(values), values.count(None)
