"""Assertions on results, for tests of a pipeline."""

from __future__ import annotations

from hayrick.api.result import Result
from hayrick.harness.reviewing.gate import GateRequest, gate
from hayrick.harness.reviewing.losses import LossRequest, losses
from hayrick.report.gates import Limit, told
from hayrick.types import BadInput


def assert_coverage(result: Result, *, system: str = "*", context: str = "*", **least: float) -> None:
    """Fail unless the lower bound of each measure's 95 % interval is at least a number, for every system.

    So a test fails where a system is too bad, and where there are too few subtopics to know that it is good enough.
    Units that the judge could not decide count with the worst value. `hayrick gate` checks the same.

    Args:
        result: of `hayrick.run` or `hayrick.score`.
        system: name of the system, or a glob; all by default.
        context: name of the context, or a glob; all by default.
        least: name of a measure -> least lower bound, for example `joint=0.35`.

    Raises:
        AssertionError: a lower bound is less, or there is no interval; the message has the value, the interval and n.
        BadInput: no measure is given, or the result has no such measure or system.
    """
    if not least:
        raise BadInput("assert_coverage", "no measure", "one with its least lower bound, for example joint=0.35")
    limits = [Limit(name, value, given=f"{name}={value:g}") for name, value in least.items()]
    checks = gate(GateRequest(folder=result.folder, limits=limits, systems=[f"{system}+{context}"]))
    wrong = [told(one) for one in checks if not one.passed]
    if wrong:
        raise AssertionError("; ".join(wrong))


def assert_no_loss(result: Result, base: Result, *, system: str = "*", context: str = "*", **allowed: float) -> None:
    """Fail where a system lost by a change: paired differences of two results, on the items that both were asked.

    Without `allowed`, fail where a loss of a main measure is shown: the whole 95 % interval of the difference is below
    0. With it, fail unless the lower bound of each measure's difference is at least minus a number, so that too few
    items fail, too. `hayrick gate RUN --against BASE` checks the same.

    Args:
        result: of `hayrick.run` or `hayrick.score`.
        base: the one before the change, of the same items and judge.
        system: name of the system, or a glob; all that both have by default.
        context: name of the context, or a glob; all by default.
        allowed: name of a measure -> greatest loss, for example `coverage=0.05`.

    Raises:
        AssertionError: a loss is shown, or more than what is allowed cannot be ruled out; the message has the
            difference, the interval and n.
        BadInput: the results cannot be compared, or there is no such measure or system.
    """
    patterns = [f"{system}+{context}"]
    request = LossRequest(folder=result.folder, against=base.folder, losses=allowed, systems=patterns)
    wrong = [told(one) for one in losses(request).changes if not one.passed]
    if wrong:
        raise AssertionError("; ".join(wrong))
