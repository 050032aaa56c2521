"""Holds the systems of a finished run to limits: `hayrick gate`, and assertions in tests.

Compared is the bound of the 95 % interval over all data, so that a check also fails where there are too few items to
know. Where units are unjudged, it is the bound of the interval that there would be if each of them had the worst value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from hayrick.averages import Averaged, averages
from hayrick.estimates import estimate
from hayrick.harness.naming.names import suite_names, suites
from hayrick.harness.reviewing.finished import Tables, tables
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import files_of, require_new
from hayrick.records.parameters import cut
from hayrick.records.write_files import write_text
from hayrick.report.gates import Change, Check, Limit, junit
from hayrick.report.tables import ABSENT
from hayrick.reporting import Reporting
from hayrick.suggestions import did_you_mean
from hayrick.types import OWN, BadInput, Estimate, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest:
    """What is to be checked.

    Args:
        folder: of a finished run.
        limits: at least one.
        systems: globs over SYSTEM and SYSTEM+CONTEXT; none for all.
        tasks: globs over names of tasks and suites; none for all.
    """

    folder: Path
    limits: Sequence[Limit]
    systems: Sequence[str] = ()
    tasks: Sequence[str] = ()


class _Name(NamedTuple):
    task: str
    system: str
    context: str
    variant: str
    measure: str
    category: str


def gate(request: GateRequest) -> list[Check]:
    """Check every system of every task that has the measure, in the order of the limits; those that fail come first.

    Raises:
        BadInput: the folder is no finished run, a measure, a system or a task is unknown, or a limit is no value of its
            measure.
    """
    run = _Run(tables(request.folder), request)
    for limit in request.limits:
        run.require(limit)
    found = [check for limit in request.limits for check in run.checks(limit)]
    return sorted(found, key=lambda one: one.passed)


class _Run:
    """Estimates of a run over all data, and those of the worst case."""

    def __init__(self, found: Tables, request: GateRequest) -> None:
        self.folder = request.folder
        self.tasks = [one for one in found.tasks if fits([one.name], request.tasks)]
        self.averages = [one for one in found.averages if fits([one.suite], request.tasks) and _is_broadest(one, found)]
        known = [*(one.name for one in found.tasks), *dict.fromkeys(one.suite for one in found.averages)]
        require_some("--task", request.tasks, "task", known, [*self.tasks, *self.averages])
        every = list(self._named())
        self.estimates = {key: one for key, one in every if fits(_names(key), request.systems)}
        if every:
            names = dict.fromkeys(_names(key)[1] for key, _ in every)
            require_some("--system", request.systems, "system", names, self.estimates)
        self.reporting: Mapping[str, Reporting] = {one.name: one.reporting for one in self.tasks}

    def _named(self) -> Iterator[tuple[_Name, Estimate]]:
        for task in self.tasks:
            for key, one, _ in task.estimates:
                if key.dataset is None:
                    yield _Name(task.name, key.system, key.context, key.variant, key.measure, ""), one
        for mean in self.averages:
            yield _mean_name(mean), mean.estimate

    def require(self, limit: Limit) -> None:
        """Raise BadInput unless some task has the measure and the limit is one of its values."""
        measures = [told.measure(limit.measure) for told in self.reporting.values() if told.has(limit.measure)]
        means = [one for one in self.averages if one.measure == limit.measure]
        if not measures and not means:
            known = [one.name for told in self.reporting.values() for one in told.measures]
            known = list(dict.fromkeys([*known, *(one.measure for one in self.averages)]))
            cure = did_you_mean(limit.measure, known)
            raise BadInput(limit.given, f"no measure '{limit.measure}'", f"one of {', '.join(known)}", cure)
        for least, most in {*(one.bounds for one in measures), *(one.bounds for one in means)}:
            if not least <= limit.value <= most:
                cure = "Fractions are given as 0.35, not as 35." if (least, most) == (0, 1) else ""
                raise BadInput(limit.given, f"{limit.value:g}", f"a value from {least:g} to {most:g}", cure)

    def checks(self, limit: Limit) -> Iterator[Check]:
        """One check for every system, context and variant; a failed one where there is no estimate."""
        mine = {key: one for key, one in self.estimates.items() if key.measure == limit.measure}
        for key, one in mine.items():
            yield self._check(limit, key, one)
        there = {key[:3] for key in mine}
        for task, told in self.reporting.items():
            if not told.has(limit.measure):
                continue
            systems = dict.fromkeys(key[:3] for key in self.estimates if key.task == task)
            for missing in [one for one in systems or [(task, ABSENT, ABSENT)] if one not in there]:
                none = self._check(limit, _Name(*missing, OWN, limit.measure, ""), None)
                yield none if systems else none._replace(why="nothing was scored")

    def _check(self, limit: Limit, key: _Name, found: Estimate | None) -> Check:
        value = found.value if found else None
        bound = self._worst_bound(limit, key, found) if found and found.n_unjudged else _bound(found, limit)
        return Check(
            *key,
            least=limit.value if limit.is_least else None,
            most=None if limit.is_least else limit.value,
            value=value,
            low=found.low if found else None,
            high=found.high if found else None,
            n=found.n if found else 0,
            n_failed=found.n_failed if found else 0,
            n_unjudged=found.n_unjudged if found else 0,
            bound=bound,
            why=_why(limit, found, bound),
        )

    def _worst_bound(self, limit: Limit, key: _Name, found: Estimate) -> float | None:
        """The bound in the worst case, never better than that without what is not judged."""
        known = found.low if limit.is_least else found.high
        worst = _bound((self._lowest if limit.is_least else self._highest).get(key), limit)
        if known is None or worst is None:
            return None
        return min(known, worst) if limit.is_least else max(known, worst)

    @cached_property
    def _lowest(self) -> Mapping[_Name, Estimate]:
        return self._if_judged(0)

    @cached_property
    def _highest(self) -> Mapping[_Name, Estimate]:
        return self._if_judged(1)

    def _if_judged(self, end: int) -> dict[_Name, Estimate]:
        """Estimates if every unjudged unit had the least (0) or the greatest (1) value of its measure."""
        scores = {one.name: [filled(row, one.reporting, end) for row in one.scores] for one in self.tasks}
        found: dict[_Name, Estimate] = {}
        for name, rows in scores.items():
            for key, one, _ in estimate(rows, self.reporting[name]):
                if key.dataset is None:
                    found[_Name(name, key.system, key.context, key.variant, key.measure, "")] = one
        resamples = {name: told.resample for name, told in self.reporting.items()}
        for suite in suites(self._suites()) if self.averages else ():
            for mean in averages(suite, scores, resamples=resamples):
                found[_mean_name(mean)] = mean.estimate
        return found

    def _suites(self) -> list[str]:
        parameters = read_manifest(self.folder).get("parameters")
        given = parameters.get("suites") if isinstance(parameters, dict) else None
        return suite_names(given if isinstance(given, list) else ())


def _is_broadest(mean: Averaged, found: Tables) -> bool:
    """Whether a suite's mean is over everything, or the suite has no such mean."""
    return mean.dataset is None or all(one.dataset for one in found.averages if one.suite == mean.suite)


def _mean_name(mean: Averaged) -> _Name:
    return _Name(mean.suite, mean.system, mean.context, OWN, mean.measure, mean.dataset or "")


def filled(row: Score, told: Reporting, end: int) -> Score:
    """A row as if what was not judged had the least (0) or the greatest (1) value of its measure, if that is finite."""
    ends = row.ends(told.measure(row.measure).bounds)
    if ends is None or not isfinite(ends[end]):
        return row
    return replace(row, value=ends[end], unjudged=False, extremes=None)


def _bound(found: Estimate | None, limit: Limit) -> float | None:
    """The end of the interval that is compared; None if what is not judged could still move it without end."""
    if found is None or found.n_unjudged:
        return None
    return found.low if limit.is_least else found.high


def _why(limit: Limit, found: Estimate | None, bound: float | None) -> str:
    end = "lower" if limit.is_least else "upper"
    if found is None:
        return "it was not computed"
    if found.value is None:
        return "it has no value"
    if found.low is None or found.high is None:
        return "it has no interval"
    if found.low == found.high:
        return "its interval has no width: all groups have one value, which says nothing of new ones"
    if bound is None:
        return "the worst case of what was not judged has no bound"
    if bound >= limit.value if limit.is_least else bound <= limit.value:
        return ""
    worst = " if what was not judged is the worst" if found.n_unjudged else ""
    return f"the {end} bound{worst} is {bound:.3f}"


def _names(key: _Name) -> list[str]:
    return [key.system, f"{key.system}+{key.context}"]


def fits(names: Sequence[str], patterns: Sequence[str]) -> bool:
    """Whether no pattern is given, or a name is one of the patterns or fits one as a glob."""
    return not patterns or any(name == one or fnmatchcase(name, one) for name in names for one in patterns)


def require_some(
    option: str, patterns: Sequence[str], what: str, known: Iterable[str], found: Collection[object]
) -> None:
    """Raise BadInput if nothing was found; the line has what is known."""
    if found:
        return
    names = list(known)
    cure = did_you_mean(patterns[0], chain(names, (name.rpartition("+")[0] for name in names))) if patterns else ""
    given = " ".join([option, *patterns])
    raise BadInput(given, f"no {what} of the run", f"some of {cut(', '.join(names))}", cure)


def write_junit(
    checks: Sequence[Check | Change], folder: Path, path: Path, *, against: Path | None, overwrite: bool
) -> None:
    """Write the checks as JUnit's XML.

    Args:
        checks: those of one run.
        folder: of the run.
        path: the file.
        against: folder of the baseline run, if there is one.
        overwrite: whether to replace a file.

    Raises:
        BadInput: the file exists and is not to be replaced, or is a file of a run.
    """
    folders = [folder, *([against] if against else [])]
    read = [one for place in folders for one in place.iterdir() if one.is_file()]
    kept = [one for place in folders for one in files_of(place, read_manifest(place))]
    require_new([path], [*read, *kept], overwrite=overwrite)
    write_text(path, junit(checks, folder.resolve().name), is_new=not overwrite)
