"""Checks of a run against limits: as sentences, as a table, and as JUnit's XML for services that run tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from hayrick.report.layout import printable
from hayrick.report.tables import ABSENT, Table, p_cell, ranged, with_interval
from hayrick.types import OWN


class Limit(NamedTuple):
    """What a measure must reach, or must not exceed."""

    measure: str
    value: float
    is_least: bool = True
    """Whether the lower bound of the interval must be at least `value`; else the upper bound at most."""

    given: str = ""
    """As the user gave it, for errors."""


class Check(NamedTuple):
    """One limit, and one system that is held to it."""

    task: str
    system: str
    context: str
    variant: str
    """Of the responses, such as "repaired"; "own" as they were given."""

    measure: str
    category: str
    """Of a suite's mean; "" else."""

    least: float | None
    most: float | None
    """The limit; one of both is None."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    n_failed: int
    n_unjudged: int
    bound: float | None
    """The end of the interval that is compared with the limit, in the worst case of what was not judged."""

    why: str
    """Why it fails; "" if it passes."""

    @property
    def passed(self) -> bool:
        """Whether the limit is kept."""
        return not self.why


class Change(NamedTuple):
    """One measure of one system, and how it changed from a baseline run."""

    task: str
    system: str
    context: str
    variant: str
    measure: str
    against: str
    """Folder of the baseline run."""

    loss: float | None
    """The greatest loss that is allowed; None where only a loss that is shown fails."""

    difference: float | None
    """Of this run less the baseline, on the items that both were asked."""

    low: float | None
    high: float | None
    p: float | None
    n: int
    n_unjudged: int
    """Units without a verdict, in both runs."""

    n_missing: int
    """Items of the baseline that this run was not asked."""

    bound: float | None
    """The end of the interval that decides: the upper one for a loss that is shown; for one that is allowed the lower
    one, in the worst case of what was not judged."""

    why: str
    """Why it fails; "" if it passes."""

    @property
    def category(self) -> str:
        """Means of suites are not compared."""
        return ""

    @property
    def passed(self) -> bool:
        """Whether there is no loss that is shown, or none beyond what is allowed."""
        return not self.why


def _limit_of(check: Check | Change) -> str:
    """The limit in words."""
    if isinstance(check, Change):
        return "no loss that is shown" if check.loss is None else f"a loss of at most {check.loss:g}"
    return f"at least {check.least:g}" if check.least is not None else f"at most {check.most:g}"


def named(check: Check | Change) -> str:
    """Measure and system of a check in words."""
    category = f" of {check.category}" if check.category else ""
    variant = f", {check.variant}" if check.variant != OWN else ""
    return f"{check.measure}{category} of {check.system} ({check.context}{variant})"


def told(check: Check | Change) -> str:
    """The check in one line: value, interval, counts, and why it fails."""
    if isinstance(check, Change):
        return _told_change(check)
    value = "no value" if check.value is None else f"{check.value:.3f}"
    has_interval = check.low is not None and check.high is not None
    interval = f"95 % interval {check.low:.3f} to {check.high:.3f}" if has_interval else "no interval"
    counts = ((check.n_failed, "failed"), (check.n_unjudged, "unjudged"))
    counted = "".join(f", {n} {what}" for n, what in counts if n)
    why = f": {check.why}" if check.why else ""
    return f"{named(check)} is {value}, {interval}, n = {check.n}{counted}; wanted {_limit_of(check)}{why}"


def _told_change(check: Change) -> str:
    value = "has no difference" if check.difference is None else f"changed by {check.difference:+.3f}"
    has_interval = check.low is not None and check.high is not None
    interval = f"95 % interval {check.low:+.3f} to {check.high:+.3f}" if has_interval else "no interval"
    unjudged = f", {check.n_unjudged} unjudged" if check.n_unjudged else ""
    why = f": {check.why}" if check.why else ""
    return f"{named(check)} {value}, {interval}, n = {check.n}{unjudged}; wanted {_limit_of(check)}{why}"


def change_table(changes: Sequence[Change]) -> Table:
    """One row for each measure of a system that both runs have."""
    numbers = {
        "difference": [ranged(one.difference, one.low, one.high, "{:.3f}".format) for one in changes],
        "p": [p_cell(one.p) for one in changes],
        "limit": [_limit_of(one) for one in changes],
        "n": [str(one.n) for one in changes],
    }
    if any(one.n_unjudged for one in changes):
        numbers["unjudged"] = [str(one.n_unjudged) for one in changes]
    return _table("paired differences from the baseline, with 95 % intervals", changes, numbers)


def gate_table(checks: Sequence[Check]) -> Table:
    """One row a check. Columns that say nothing for these checks are left out."""
    numbers = {
        "value": [with_interval(one) for one in checks],
        "limit": [_limit_of(one) for one in checks],
        "n": [str(one.n) for one in checks],
    }
    if any(one.n_failed for one in checks):
        numbers["failed"] = [str(one.n_failed) for one in checks]
    if any(one.n_unjudged for one in checks):
        numbers["unjudged"] = [str(one.n_unjudged) for one in checks]
        numbers["bound in the worst case"] = [ABSENT if one.bound is None else f"{one.bound:.3f}" for one in checks]
    title = "limits on the bounds of 95 % intervals: the lower bound is at least, the upper bound at most"
    return _table(title, checks, numbers)


def _table(title: str, checks: Sequence[Check] | Sequence[Change], numbers: Mapping[str, list[str]]) -> Table:
    """Columns of numbers between what was checked and why it fails."""
    several = len({one.task for one in checks}) > 1
    names = {
        "result": ["pass" if one.passed else "fail" for one in checks],
        **({"task": [one.task for one in checks]} if several else {}),
        "system": [one.system for one in checks],
        "context": [one.context for one in checks],
        **({"variant": [one.variant for one in checks]} if any(one.variant != OWN for one in checks) else {}),
        "measure": [" ".join(filter(None, (one.measure, one.category))) for one in checks],
    }
    last = {"why": [one.why for one in checks]} if any(one.why for one in checks) else {}
    columns = {**names, **numbers, **last}
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    return Table(title, list(columns), rows, range(len(names), len(names) + len(numbers)))


def junit(checks: Sequence[Check | Change], name: str) -> str:
    """JUnit's XML: a test case a check. Characters that XML does not allow become U+FFFD.

    Args:
        checks: those of one run.
        name: of the run.
    """
    counts = {"tests": str(len(checks)), "failures": str(sum(not one.passed for one in checks)), "errors": "0"}
    root = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(root, "testsuite", {"name": printable(f"hayrick gate {name}"), **counts})
    for one in checks:
        about = {"classname": printable(one.task), "name": printable(f"{named(one)} {_limit_of(one)}")}
        case = ElementTree.SubElement(suite, "testcase", about)
        where = case if one.passed else ElementTree.SubElement(case, "failure", {"message": printable(one.why)})
        if one.passed:
            where = ElementTree.SubElement(case, "system-out")
        where.text = printable(told(one))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
