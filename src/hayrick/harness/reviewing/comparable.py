"""Whether two runs can be compared: the same judge, data, parameters of tasks and measures, by the same version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.harness.naming import names
from hayrick.records.parameters import Parameters, cut
from hayrick.records.reported import recorded
from hayrick.types import BadInput, Score

_ASKING = ("prompt", "domain", "repaired")
"""Parts of a task's signature that say how systems are asked, or what is made of their responses."""

_CURE = "Score both runs alike: 'hayrick run ... --system file:DIR/{responses}' asks no system again."
_NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """A run directory: its name in tables, its manifest, and its scores by task."""

    name: str
    folder: Path
    manifest: Mapping[str, Any]
    scores: Mapping[str, Sequence[Score]]


class Difference(NamedTuple):
    """What differs between two runs, in words, and the value in each."""

    what: str
    first: str
    second: str
    in_words: str = ""
    """The same for a page, without signatures; "" where `what` says it."""


def require_comparable(first: FinishedRun, second: FinishedRun, task: str, measures: Iterable[str]) -> None:
    """Reject two runs whose scores of a task do not mean the same.

    Args:
        first: a run with the task.
        second: another one.
        task: its name.
        measures: names of the measures that are compared.

    Raises:
        BadInput: the line names everything that differs, with its value in both runs.
    """
    if found := _all_differences(first, second, task, measures):
        shown = [(one.what, *(cut(value, 120) for value in one[1:3])) for one in found]
        responses = "summaries.jsonl" if task == names.SUMMHAY else "responses.jsonl"
        raise BadInput(
            f"{second.folder}: {task}",
            "; ".join(f"{what} {value}" for what, _, value in shown),
            f"as in {first.folder}: " + "; ".join(f"{what} {value}" for what, value, _ in shown),
            _CURE.format(responses=responses),
        )


def differences_in_words(first: FinishedRun, second: FinishedRun, task: str, measures: Iterable[str]) -> str:
    """What keeps two runs from being compared, for a reader; "" if nothing does. Arguments as `require_comparable`."""
    found = _all_differences(first, second, task, measures)
    return ", ".join(dict.fromkeys(one.in_words or one.what for one in found))


def _all_differences(first: FinishedRun, second: FinishedRun, task: str, measures: Iterable[str]) -> list[Difference]:
    try:
        return list(_differences(first, second, task, measures))
    except (AttributeError, KeyError, StopIteration, TypeError, ValueError):
        where, what = f"{first.folder}, {second.folder}", "a manifest without the fields of a run"
        raise BadInput(where, what, "directories that 'hayrick run' made", "Make the runs again.") from None


def _differences(a: FinishedRun, b: FinishedRun, task: str, measures: Iterable[str]) -> Iterator[Difference]:
    yield from _judges(_judge(a, task), _judge(b, task))
    yield from _data(a, b, task)
    seeds = (str(a.manifest["parameters"].get("seed")), str(b.manifest["parameters"].get("seed")))
    if names.made_by_seed(task):
        yield from _unlike("seed", *seeds, in_words=f"the seed ({' and '.join(seeds)})")
    yield from _specs(_task(a, task), _task(b, task), a, b)
    yield from _signatures(_task(a, task), _task(b, task))
    signed = [{str(one).partition("[")[0]: str(one) for one in _task(run, task)["measures"]} for run in (a, b)]
    rules = [{one.name: one.rules for one in recorded(task, run.manifest).measures} for run in (a, b)]
    for name in measures:
        yield from _unlike("measure", *(one.get(name, _NONE) for one in signed), in_words=f"how {name} is computed")
        yield from _unlike(f"rules of {name}", *(one.get(name) or _NONE for one in rules))
    yield from _code(a.manifest, b.manifest)
    held = [str(run.manifest["parameters"].get("allow_unheld")).lower() for run in (a, b)]
    yield from _unlike("--allow-unheld", *held)
    versions = [str(run.manifest.get("versions", {}).get("hayrick")) for run in (a, b)]
    yield from _unlike("version of hayrick", *versions, in_words=f"the version of Hayrick ({' and '.join(versions)})")


def _unlike(what: str, *values: str, in_words: str = "") -> Iterator[Difference]:
    a, b = values
    if a != b:
        yield Difference(what, f"'{a}'", f"'{b}'", in_words)


def _judges(a: str, b: str) -> Iterator[Difference]:
    """The judges, by name where these differ; their signatures are long and full of marks."""
    names_ = [one.partition(";")[0] for one in (a, b)]
    in_words = (
        f"the judge ({' and '.join(names_)})" if names_[0] != names_[1] else f"the rules of the judge {names_[0]}"
    )
    yield from _unlike("judge", a, b, in_words=in_words)


def _task(run: FinishedRun, task: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(one for one in run.manifest["parameters"]["tasks"] if one.get("task") == task)
    return found


def _judge(run: FinishedRun, task: str) -> str:
    """Name, signature and models of the judge of a task."""
    given = run.manifest["parameters"]["judge"]
    made = next(((name, signature) for of, name, signature in given["made"] if of == task), None)
    if made is None:
        return _NONE
    name, signature = made
    models = [model for role, model in given["asked"].items() if role.removeprefix("judge:") in name]
    return "; ".join(dict.fromkeys([name, signature, *models]))


def _data(a: FinishedRun, b: FinishedRun, task: str) -> Iterator[Difference]:
    """Datasets that both runs have, and that are made of different files."""
    prints = [_fingerprints(run) for run in (a, b)]
    datasets = [dict.fromkeys(row.item.dataset for row in run.scores[task]) for run in (a, b)]
    for name in datasets[0]:
        if name in datasets[1]:
            both = [prints[side].get(name, _NONE) for side in (0, 1)]
            yield from _unlike(f"data of {name}", *both, in_words=f"the data of {name}")


def _fingerprints(run: FinishedRun) -> Mapping[str, str]:
    found: dict[str, set[str]] = {}
    for one in run.manifest["parameters"]["inputs"]:
        for column, name in one.items():
            if column != "fingerprint":
                found.setdefault(str(name), set()).add(str(one["fingerprint"]))
    return {name: "+".join(sorted(prints)) for name, prints in found.items()}


def _specs(a: Mapping[str, Any], b: Mapping[str, Any], *runs: FinishedRun) -> Iterator[Difference]:
    """Parameters of the task that differ; paths do not count where fingerprints tell whether the data are the same."""
    if a["spec"] == b["spec"]:
        return
    (name_a, given_a), (name_b, given_b) = (Parameters.of(str(one["spec"]), "task") for one in (a, b))
    yield from _unlike("task", name_a, name_b)
    known = all(_fingerprints(run) for run in runs)
    for name in dict.fromkeys([*given_a.left, *given_b.left]):
        values = [set(given.left.get(name, "its default").split(",")) for given in (given_a, given_b)]
        paths = known and all(Path(one).exists() for value in values for one in value)
        if values[0] != values[1] and not paths:
            both = [",".join(sorted(value)) for value in values]
            short = " and ".join(cut(one, 40) for one in both)
            yield from _unlike(f"parameter {name}", *both, in_words=f"the parameter {name} ({short})")


def _signatures(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Difference]:
    """Parts of the tasks' signatures that differ, but for how systems are asked."""
    parts = [
        [one for one in str(given["signature"]).split("|") if one.partition(":")[0] not in _ASKING] for given in (a, b)
    ]
    left = [[one for one in parts[side] if one not in parts[1 - side]] for side in (0, 1)]
    if any(left):
        keys = ", ".join(dict.fromkeys(one.partition(":")[0] for side in left for one in side))
        a_part, b_part = (f"'{'|'.join(one) or _NONE}'" for one in left)
        yield Difference("task signature", a_part, b_part, f"what is scored ({keys})")


def _code(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Difference]:
    """The user's own code of one name that has changed, but for systems."""
    systems = {spec for one in (a, b) for _, spec, _ in one["parameters"]["systems"]["made"]}
    given = [one["parameters"].get("code", {}) for one in (a, b)]
    for name in given[0]:
        if name in given[1] and name not in systems:
            yield from _unlike(f"code of {name}", *(str(one[name]) for one in given), in_words=f"your code of {name}")
