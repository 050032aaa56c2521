"""Runs systems on tasks and scores summaries that are given, in Python; the same runs as `hayrick run`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isnan
from os import PathLike
from pathlib import Path
from typing import Any

from hayrick.api.making import load
from hayrick.api.names import Names, is_frame, of_arguments, place_of, text_of
from hayrick.api.options import require_if_given, run_options
from hayrick.api.result import Result
from hayrick.harness.naming.inputs import Source
from hayrick.harness.running.run import run as run_request
from hayrick.harness.running.run_request import RunRequest
from hayrick.protocols import Progress, Task, silent
from hayrick.records.write_files import to_json
from hayrick.systems.stored import Rows
from hayrick.tasks.summhay.stored import StoredSummaries
from hayrick.types import BadInput, Haystack

SUMMARIES = "summaries"


@of_arguments()
def run(
    inputs: object,
    systems: object,
    judge: object = None,
    *,
    measures: object = (),
    retrievers: Mapping[str, Callable[..., object]] | None = None,
    out: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Run systems on haystacks or tasks, and judge and score their responses.

    Args:
        inputs: one or several: paths, haystacks (`hayrick.load`, or a dict), names of tasks such as
            `helmet/json_kv?length=8k`, or a `hayrick.Task`.
        systems: one or several: names (`hayrick list systems`), functions (request) -> text, objects with `respond`; or
            a dict name -> function or object. Rows call a function `python:NAME`. Plain functions are called one call
            at a time unless `connections=N` is given.
        judge: name (`hayrick list judges`), object with `judge`, or function (insight, bullet) -> True, False, a number
            from 0 to 1, "none", "partial", "full" or None; by default the local judge where the task has one.
        measures: one or several: `hayrick.Measure`s, or functions (item, response) -> a number from 0 to 1.
        retrievers: functions (query, documents) -> scores, for systems `MODEL+python:NAME`.
        out: run directory to keep, which continues where it was stopped; by default the result is kept in memory.
        progress: called with (what, done, total, failed calls or None, dollars or None); see `protocols.Progress`.
        options: as of the command, by the names in `RunRequest`, `TaskOptions` and `ModelOptions`: `limit=5`, `seed=1`,
            `citations="both"`, `compat="paper"`, `budgets=[8000]`, `budget_usd=2`.

    Raises:
        BadInput: an input, a name, an object or an option is invalid.
        HayrickError: a model cannot be reached, or the budget was reached; with `out`, finished calls are kept.
    """
    require_if_given(progress=progress)
    names = Names()
    names.retrievers({} if retrievers is None else retrievers)
    if not _several(inputs):
        raise BadInput("inputs", "none", "at least one haystack or task")
    request = RunRequest(
        inputs=[_input(one, names) for one in _several(inputs)],
        systems=names.systems(systems),
        judge=names.judge(judge),
        measures=names.measures(measures),
        values=names.values,
        **run_options(options),
    )
    return _made(request, out, progress)


@of_arguments()
def score(
    haystack: object,
    summaries: object,
    judge: object = "local",
    *,
    out: str | PathLike[str] | None = None,
    **options: Any,
) -> Result:
    """Score summaries that a system of yours wrote of a haystack.

    A subtopic without summary counts as a failure of the system.

    Args:
        haystack: a path, `hayrick.load`'s, or a dict; or several of these, of which each summary names its `haystack`.
        summaries: a path of a JSONL file; a dict subtopic id -> text with citations such as `[3]`; a list of dicts with
            `subtopic`, and `summary` (text) or `bullets` (`{"text", "cites"}`), and perhaps `system` and `context`; or
            a DataFrame with these columns.
        judge: see `run`.
        out: see `run`.
        options: see `run`.

    Raises:
        BadInput: see `run`.
    """
    if isinstance(summaries, str | PathLike):
        name = text_of(summaries, "summaries")
        place_of(name, "summaries")
        return run(haystack, f"file:{name}", judge, out=out, **options)
    lenient = bool(options.get("allow_unheld") or options.get("compat"))
    found = [load(one, allow_unheld=lenient) for one in _several(haystack)]
    rows = Rows(SUMMARIES, rows_of(summaries))
    stored = StoredSummaries(path=rows, haystacks=found, compat=options.get("compat"))
    return run(haystack, {SUMMARIES: stored}, judge, out=out, **options)


def rows_of(summaries: object) -> list[dict[str, Any]]:
    """Rows of summaries that are given as a dict, a list of dicts, or a DataFrame.

    Raises:
        BadInput: they are none of these.
    """
    if is_frame(summaries):
        frame: Any = summaries
        found: object = frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records")
    elif isinstance(summaries, Mapping):
        found = [
            {"subtopic": str(subtopic), "bullets" if _has_cites(said) else "summary": said}
            for subtopic, said in summaries.items()
        ]
    else:
        found = list(summaries) if isinstance(summaries, Iterable) else None
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        expected = "a path, a dict subtopic -> text, a list of dicts, or a DataFrame"
        raise BadInput("summaries", f"a {type(summaries).__name__}", expected)
    if not found:
        raise BadInput("summaries", "no summary", "at least one")
    try:
        rows = [{str(name): _plain(value) for name, value in one.items() if not _is_absent(value)} for one in found]
        to_json(rows)
    except RecursionError:
        raise BadInput("summaries", "a row that holds itself", "texts, numbers and lists of these") from None
    except ValueError:
        raise BadInput("summaries", "a number that is not finite", "finite numbers, and None for none") from None
    return rows


def _has_cites(said: object) -> bool:
    """Whether a summary is a list of bullets as objects, and no text or list of lines."""
    return isinstance(said, Sequence) and not isinstance(said, str) and any(isinstance(one, Mapping) for one in said)


def _is_absent(value: object) -> bool:
    """Whether a DataFrame has no value there."""
    return value is None or (isinstance(value, float) and isnan(value))


def _plain(value: object) -> object:
    """A value as JSON has it; numpy's scalars and arrays as numbers and lists, also within dicts and lists."""
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items() if not _is_absent(one)}
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return [_plain(one) for one in value] if isinstance(value, Iterable) else str(value)


def _several(inputs: object) -> Sequence[object]:
    if isinstance(inputs, Sequence) and not isinstance(inputs, str | bytes):
        return inputs
    return [inputs]


def _input(found: object, names: Names) -> Source:
    if isinstance(found, Task):
        return names.spec(found, found.name.replace("/", "_"), "inputs")
    if isinstance(found, Haystack | Mapping):
        return load(found, allow_unheld=True)
    if not isinstance(found, str | PathLike):
        raise BadInput("inputs", f"a {type(found).__name__}", "a path, a haystack, the name of a task, or a Task")
    return text_of(found, "inputs")


def _made(
    request: RunRequest,
    out: str | PathLike[str] | None,
    progress: Progress | None,
) -> Result:
    folder = place_of(out) if out is not None else Path(tempfile.mkdtemp(prefix="hayrick-"))
    try:
        found = run_request(request, folder, progress or silent)
        return Result(folder, tuple(found.tasks), is_temporary=out is None)
    except BaseException:
        if out is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
