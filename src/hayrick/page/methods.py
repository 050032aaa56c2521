"""A methods section for a paper, written from manifests and signatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hayrick.page.boards import judge_of
from hayrick.page.views import Source, SourceTask

_MOST_NAMES = 12


def methods(sources: Sequence[Source]) -> list[str]:
    """Paragraphs, one for each task of each run, and one on what the intervals are."""
    found = [text for source in sources for task in source.tasks for text in _of_task(source, task)]
    used = {one.signature for source in sources for task in source.tasks for _, one, _ in task.estimates}
    if used:
        found.append(
            "Intervals are 95 % confidence intervals. An answer that could not be read counts with the lowest value of "
            "each measure; a unit without a readable verdict of the judge is left out and counted."
        )
        recipes = dict.fromkeys(_recipe(one) for one in sorted(used))
        found.append(f"Intervals, as recorded: {' / '.join(one for one in recipes if one)}.")
    return found


def _of_task(source: Source, task: SourceTask) -> Iterator[str]:
    versions = source.manifest.get("versions")
    version = versions.get("hayrick", "") if isinstance(versions, dict) else ""
    keys = [key for key, _, _ in task.estimates]
    named = [key.dataset for key in keys if key.dataset is not None] + [item.dataset for item in task.items]
    asked = [(key.system, key.context) for key in keys] + [(one.system, one.context) for _, one, _ in task.judged]
    datasets = list(dict.fromkeys(named))
    systems = [f"{system}+{context}" for system, context in dict.fromkeys(asked)]
    paper = f" ({task.task.paper})" if task.task else ""
    items = f" with {_count(len(task.items), 'item')}" if task.items else ""
    noun = task.noun if len(datasets) != 1 else task.noun.removesuffix("s")
    yield (
        f"We evaluated {_count(len(systems), 'system')} on the task {task.name}{paper} with Hayrick {version}, on "
        f"{len(datasets)} {noun}{items}: {_listed(datasets)}. The systems were {_listed(systems)}."
    )
    prints = ", ".join(_prints(source))
    if prints:
        yield f"Fingerprints of the data (first 16 digits of SHA-256): {prints}."
    judge = judge_of(source, task.name)
    yield f"Answers were judged by {judge}." if judge else "No judge was used."
    scored = {key.measure for key in keys}
    measures = [one for one in task.reporting.measures if one.shown and one.name in scored]
    told = "; ".join(
        f"{one.name}, {one.description} [{one.source}]" if one.description else one.name for one in measures
    )
    if told:
        yield f"Measures: {told}."
    signature = _signature(source, task.name)
    if signature:
        yield f"Options of the task, as recorded: {signature}."


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _prints(source: Source) -> Iterator[str]:
    for one in _entries(source, "inputs"):
        name = next((value for key, value in one.items() if key != "fingerprint"), "")
        if "fingerprint" in one:
            yield f"{name} {one['fingerprint']}"


def _signature(source: Source, task: str) -> str:
    return next((str(one.get("signature") or "") for one in _entries(source, "tasks") if one.get("task") == task), "")


def _entries(source: Source, name: str) -> list[dict[str, object]]:
    parameters = source.manifest.get("parameters")
    found = parameters.get(name) if isinstance(parameters, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _recipe(signature: str) -> str:
    """What a signature says of intervals, without what differs between measures."""
    return "|".join(part for part in signature.split("|") if part.partition(":")[0] in _PARTS)


_PARTS = ("interval", "level", "variance", "quantile", "resample", "datasets-from")
